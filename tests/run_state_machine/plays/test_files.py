"""A student's files, loaded to be looked at."""

import shutil
from pathlib import Path

import pytest

from labs.course import course_folder
from labs.loading import NotLoaded
from labs.run_state_machine.plays.files import load, my_files, starters_files


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return shutil.copytree(
        course_folder("starter") / "run_state_machine", tmp_path / "run_state_machine"
    )


def test_they_are_found_from_the_notebooks_folder(lab: Path) -> None:
    (lab.parent / "notebooks").mkdir()
    assert my_files(lab.parent / "notebooks").untouched == ("state", "orderer", "resume", "merge")
    assert "merge.py    still the starter's: Day 4 writes it" in repr(starters_files())


def test_a_changed_file_is_the_students_and_read_anew(lab: Path) -> None:
    file = lab / "merge.py"
    for answer in (True, False):
        file.write_text(f"should_merge = lambda prev, now=None: {answer}\n")
        files = my_files(lab)
        merge = files.functions[3]
        assert (merge.__name__, merge(None, None)) == ("should_merge", answer)
        assert "merge.py    yours" in repr(files)


@pytest.mark.parametrize("line", ["from helper import ANSWER", "from .helper import ANSWER"])
def test_files_may_import_each_other(lab: Path, line: str) -> None:
    for answer in (41, 42):
        (lab / "helper.py").write_text(f"ANSWER = {answer}  #{'x' * answer}\n")
        (lab / "resume.py").write_text(f"{line}\ndef resume_from(x): return ANSWER\n")
        assert load(lab).functions[2](None) == answer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def should_merge(:", "merge.py cannot be loaded: SyntaxError"),
        ("1 / 0", "merge.py cannot be loaded: ZeroDivisionError"),
        ("", "merge.py does not define should_merge"),
    ],
)
def test_what_cannot_be_loaded_is_said(lab: Path, text: str, said: str) -> None:
    (lab / "merge.py").write_text(text)
    with pytest.raises(NotLoaded, match=said):
        load(lab)


def test_a_missing_file_or_workspace_is_said(
    lab: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (lab / "merge.py").unlink()
    with pytest.raises(NotLoaded, match=r"merge\.py cannot be read: No such file"):
        load(lab)
    with pytest.raises(NotLoaded, match="grader init"):
        my_files(tmp_path_factory.mktemp("elsewhere"))
