"""Which folder is graded for which lab, and what is said when there is none."""

from pathlib import Path

import pytest

from grader.course import Lab, find_labs, is_starters
from grader.record import Usage
from grader.submission import find_submissions, name_or_around
from labs.course import course_folder
from tests.grader.conftest import LAB_TOML, RIGHT, STARTER, write
from tests.privileges import bound_by_permissions


@pytest.fixture
def labs(course: Path) -> tuple[Lab, ...]:
    toml = (
        LAB_TOML.replace("alpha", "gamma")
        .replace("beta", "delta")
        .replace("order = 1", "order = 0")
    )
    write(course / "other", {"lab.toml": toml})
    return find_labs(course)


def folders(found: object) -> list[tuple[str, Path]]:
    assert isinstance(found, tuple)
    return [(submission.lab.name, submission.folder) for submission in found]


def test_labs_in_order_and_what_their_file_says(labs: tuple[Lab, ...], course: Path) -> None:
    assert [lab.name for lab in labs] == ["other", "small"]
    assert labs[1].files == {"alpha": "alpha.py", "beta": "beta.py"}
    assert [(m.number, m.points, m.together_with) for m in labs[1].marks] == [
        (1, 60, None),
        (2, 40, 1),
    ]
    assert labs[1].starter == course.parent / "starter" / "small"


def test_an_installed_course_is_inside_labs(course: Path) -> None:
    assert course_folder("starter", course) == course.parent / "starter"
    write(course / "course" / "starter" / "small", STARTER)
    assert course_folder("starter", course) == course / "course" / "starter"


def test_a_folder_of_lab_folders(labs: tuple[Lab, ...], tmp_path: Path) -> None:
    work = tmp_path / "work"
    write(work / "small", {"beta.py": ""})
    assert folders(find_submissions(str(work), None, labs)) == [("small", work / "small")]
    write(work / "other", {"gamma.py": ""})
    assert len(find_submissions(str(work), None, labs)) == 2
    assert folders(find_submissions(str(work), "other", labs)) == [("other", work / "other")]


def test_a_folder_with_the_files_right_in_it(labs: tuple[Lab, ...], tmp_path: Path) -> None:
    work = write(tmp_path / "work", {"beta.py": ""})
    assert folders(find_submissions(str(work), "small", labs)) == [("small", work)]
    with pytest.raises(Usage, match=f"grader check small --submission {work}"):
        find_submissions(str(work), None, labs)


def test_the_workspace_around_the_current_folder(labs: tuple[Lab, ...], tmp_path: Path) -> None:
    work = tmp_path / "work"
    write(work, {".koda/history": "", "small/alpha.py": "", "notes/deep/x": ""})
    for here in (work, work / "notes" / "deep"):
        (found,) = find_submissions(None, None, labs, here)
        assert (found.folder, found.given) == (work / "small", str(work))


def test_the_lab_around_the_current_folder(labs: tuple[Lab, ...], tmp_path: Path) -> None:
    work = tmp_path / "work"
    write(work, {".koda/x": "", "small/alpha.py": "", "small/other/x": "", "smaller/x": ""})
    for inside in ("small", "small/other"):
        assert name_or_around(None, None, labs, work / inside) == "small"
    assert name_or_around("other", None, labs, work / "small") == "other"
    assert name_or_around(None, "elsewhere", labs, work / "small") is None
    for outside in (work, work / "smaller", tmp_path):
        assert name_or_around(None, None, labs, outside) is None


def test_the_starter_of_this_folder_else_of_the_course(
    labs: tuple[Lab, ...], tmp_path: Path, course: Path
) -> None:
    (found,) = find_submissions(None, "small", labs, course.parent)
    assert found.folder == course.parent / "starter" / "small"
    with pytest.raises(Usage, match="starter holds no file of small"):
        find_submissions(None, "small", labs, tmp_path)


@pytest.mark.parametrize(
    ("where", "lab", "message"),
    [
        ("nowhere", None, "there is no folder nowhere"),
        ("", None, "it is empty"),
        ("a_file", None, "a_file is not a folder"),
        (
            ".",
            None,
            r"\. holds no file of any lab; it should have one of the folders other/, small/",
        ),
        (".", "small", r"\. holds no file of small: it has alpha\.py, beta\.py"),
        (".", "huge", "there is no lab 'huge'; there are: other, small"),
    ],
)
def test_what_cannot_be_graded(
    labs: tuple[Lab, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    lab: str | None,
    message: str,
) -> None:
    monkeypatch.chdir(write(tmp_path / "empty", {"a_file": ""}))
    with pytest.raises(Usage, match=message):
        find_submissions(where, lab, labs)


def test_a_folder_that_may_not_be_read(labs: tuple[Lab, ...], tmp_path: Path) -> None:
    work = write(tmp_path / "work", {"small/alpha.py": ""})
    work.chmod(0)
    with bound_by_permissions(), pytest.raises(Usage, match="cannot be read"):
        find_submissions(str(work), None, labs)


def test_a_name_that_is_too_long(labs: tuple[Lab, ...]) -> None:
    with pytest.raises(Usage, match="cannot be read: File name too long"):
        find_submissions("x" * 5000, None, labs)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("def value():\n    return 0\n", True),
        ("\ufeffdef value():\r\n    return 0  \r\n\r\n", True),
        ("def value():\n    return 0", True),
        ("def value():\n    return 1\n", False),
        ("", False),
    ],
)
def test_whether_a_file_is_still_the_starters(tmp_path: Path, text: str, same: bool) -> None:
    write(tmp_path, {"mine.py": text, "starters.py": STARTER["alpha.py"]})
    assert is_starters(tmp_path / "mine.py", tmp_path / "starters.py") is same


def test_a_missing_file_is_not_the_starters(tmp_path: Path) -> None:
    write(tmp_path, RIGHT)
    assert not is_starters(tmp_path / "gone.py", tmp_path / "alpha.py")
