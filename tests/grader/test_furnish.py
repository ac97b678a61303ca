"""A workspace is filled, and brought up to date, and no file in it is ever touched."""

from pathlib import Path

import pytest

from grader.course import Lab, find_labs
from grader.furnish import choose_root, furnish
from grader.record import Usage
from grader.submission import Submission
from grader.workspace import Workspace
from labs.course import LABS, course_folder
from tests.grader.conftest import STARTER, write

WINDOWS = {"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))}


@pytest.fixture
def notebooks(tmp_path: Path) -> Path:
    files = {"day1.ipynb": "{}", "pictures/map.svg": "<svg/>", ".ipynb_checkpoints/x.ipynb": ""}
    return write(tmp_path / "course" / "notebooks", files)


@pytest.fixture
def workspace(tmp_path: Path, lab: Lab) -> Workspace:
    return Workspace((tmp_path / "work").resolve(), [lab])


def done(workspace: Workspace, notebooks: Path) -> list[tuple[str, bool, bool]]:
    found = furnish(workspace, notebooks)
    return [(one.inside.as_posix(), one.added, one.newer) for one in found]


def test_everything_is_copied(workspace: Workspace, notebooks: Path) -> None:
    assert done(workspace, notebooks) == [
        ("notebooks/day1.ipynb", True, False),
        ("notebooks/pictures/map.svg", True, False),
        ("small/alpha.py", True, False),
        ("small/beta.py", True, False),
    ]
    assert (workspace.root / "small/alpha.py").read_text() == STARTER["alpha.py"]
    assert workspace.exercise("alpha").began.read_text() == STARTER["alpha.py"]


def test_a_second_time_adds_what_is_missing_only(workspace: Workspace, notebooks: Path) -> None:
    furnish(workspace, notebooks)
    (workspace.root / "small/beta.py").unlink()
    write(workspace.root, {"small/alpha.py": "mine", "notebooks/day1.ipynb": "run"})
    assert done(workspace, notebooks) == [
        ("notebooks/day1.ipynb", False, False),
        ("notebooks/pictures/map.svg", False, False),
        ("small/alpha.py", False, False),
        ("small/beta.py", True, False),
    ]
    assert (workspace.root / "small/alpha.py").read_text() == "mine"
    assert (workspace.root / "notebooks/day1.ipynb").read_text() == "run"


def test_a_newer_course_is_told_and_nothing_is_taken(
    workspace: Workspace, notebooks: Path, lab: Lab
) -> None:
    furnish(workspace, notebooks)
    write(notebooks, {"day1.ipynb": '{"new": 1}'})
    write(lab.starter, {"alpha.py": "new"})
    for _ in range(2):
        assert [name for name, _, newer in done(workspace, notebooks) if newer] == [
            "notebooks/day1.ipynb",
            "small/alpha.py",
        ]
    alpha = workspace.exercise("alpha")
    assert alpha.file.read_text() == STARTER["alpha.py"]
    submission = Submission(lab, alpha.file.parent, str(workspace.root))
    assert submission.starters("alpha") == (alpha.starter, alpha.began)
    workspace.reset(alpha)
    assert [name for name, _, newer in done(workspace, notebooks) if newer] == [
        "notebooks/day1.ipynb"
    ]


def test_files_from_before_there_was_a_workspace_stay(workspace: Workspace, lab: Lab) -> None:
    write(workspace.root, {"small/alpha.py": "mine"})
    furnish(workspace, workspace.root / "none")
    assert (workspace.root / "small/alpha.py").read_text() == "mine"


@pytest.mark.parametrize("given", [None, "", "a_file", "inside/work"])
def test_where_a_workspace_can_be(tmp_path: Path, given: str | None) -> None:
    write(tmp_path, {"a_file": "", "inside/.koda/lock": ""})
    if given is None:
        assert choose_root(None, tmp_path) == (tmp_path / "workspace").resolve()
        assert choose_root(None, tmp_path / "inside" / "deep") == (tmp_path / "inside").resolve()
        assert choose_root("inside", tmp_path) == (tmp_path / "inside").resolve()
    else:
        with pytest.raises(Usage, match=r"empty|not a folder|inside the workspace"):
            choose_root(given, tmp_path)


@pytest.mark.parametrize("given", ["", "starter", "labs/runtime", "solutions/mine"])
def test_the_courses_own_folders_stay_as_they_are(given: str) -> None:
    with pytest.raises(Usage, match="is the course's own folder"):
        choose_root(str(LABS.parent / given), Path("/"))


def test_a_folder_that_cannot_be_made(tmp_path: Path, lab: Lab) -> None:
    write(tmp_path, {"a_file": ""})
    with pytest.raises(Usage, match=r"no workspace in .*a_file/work: Not a directory"):
        furnish(Workspace(tmp_path / "a_file" / "work", [lab]), tmp_path / "none")


def test_the_courses_names_can_be_written_on_any_system() -> None:
    labs = find_labs()
    files = [file for lab in labs for file in (lab.name, *lab.files.values())]
    notebooks = course_folder("notebooks")
    files += [path.name for path in notebooks.rglob("*")]
    names = [name for lab in labs for name in lab.files]
    assert len(names) == len({name.casefold() for name in names})
    for file in files:
        assert file.partition(".")[0].casefold() not in WINDOWS
        assert not set(file) & set('<>:"/\\|?*')
        assert file == file.rstrip(". ")
