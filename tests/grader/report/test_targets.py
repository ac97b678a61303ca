"""A report never takes the place of a file that somebody else has made."""

import io
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands import check
from grader.course import find_labs
from grader.gradescope import autograder_archive
from grader.record import Report, Usage
from grader.report.files import FORMS
from grader.report.gradescope import gradescope_refusal
from grader.report.table import HEADINGS
from grader.report.targets import KINDS, require_target, require_targets
from labs.course import course_folder

LAB = find_labs()[0]
SOLUTIONS = str(course_folder("solutions"))


def refusal(file: Path | str, kind: str) -> str:
    with pytest.raises(Usage) as caught:
        require_target(str(file), kind, f"--{kind}")
    return str(caught.value)


def test_each_form_is_known_again_and_no_other(report: Report, tmp_path: Path) -> None:
    ours = {form: make([report]).encode() for form, make in FORMS.items()}
    ours["zip"] = autograder_archive(LAB.name)
    assert ours.keys() == KINDS.keys()
    for form, content in ours.items():
        file = tmp_path / form
        file.write_bytes(content)
        for kind in KINDS:
            if kind == form:
                assert require_target(str(file), kind, "X") == file
            else:
                assert "is there already and is not" in refusal(file, kind)
        assert file.read_bytes() == content


def test_no_reports_and_a_refusal_are_known_as_well(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for form, make in FORMS.items():
        file.write_text(make([]), newline="")
        require_target(str(file), form, "X")
    file.write_text(gradescope_refusal("nothing is there"))
    require_target(str(file), "gradescope", "X")


@pytest.mark.parametrize("names", [["anna/state.py"], ["setup.sh", "run_autograder", "grade.py"]])
def test_somebody_elses_zip_is_kept(tmp_path: Path, names: Sequence[str]) -> None:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    (tmp_path / "a.zip").write_bytes(memory.getvalue())
    assert "is not an autograder of ours" in refusal(tmp_path / "a.zip", "zip")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("junit", '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="jest tests">'),
        ("junit", '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n</testsuites>\n'),
        ("gradescope", '{\n "score": 7,\n "output": "by another grader"\n}'),
        ("csv", f"{','.join(HEADINGS)},remarks\r\n"),
    ],
)
def test_what_another_program_wrote_in_our_form_is_kept(
    tmp_path: Path, kind: str, text: str
) -> None:
    (tmp_path / "file").write_text(text, newline="")
    assert "is there already and is not" in refusal(tmp_path / "file", kind)


def test_a_new_file_and_an_empty_one(tmp_path: Path) -> None:
    require_target(str(tmp_path / "new"), "csv", "X")
    assert not (tmp_path / "new").exists()
    (tmp_path / "empty").touch()
    require_target(str(tmp_path / "empty"), "csv", "X")


def test_what_cannot_be_written_at_all(tmp_path: Path) -> None:
    assert "--csv needs the name of a file, and - is none" in refusal("-", "csv")
    assert "it is a folder" in refusal(tmp_path, "csv")
    assert "there is no folder" in refusal(tmp_path / "no" / "file", "csv")
    assert "it is no ordinary file" in refusal("/dev/null", "csv")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(Usage, match="loop cannot be written: Too many levels"):
        require_targets({"csv": str(loop)})


def test_two_forms_in_one_file(tmp_path: Path) -> None:
    files = {"csv": str(tmp_path / "a"), "junit": str(tmp_path / "." / "a"), "gradescope": None}
    with pytest.raises(Usage, match="--csv and --junit both name"):
        require_targets(files)
    require_targets({**files, "junit": str(tmp_path / "b")})


@pytest.fixture
def nothing_is_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(options: object) -> Sequence[Report]:
        raise AssertionError("it is graded all the same")

    monkeypatch.setattr(check, "_graded", never)


@pytest.mark.usefixtures("nothing_is_graded")
@pytest.mark.parametrize("option", [f"--{form}" for form in FORMS])
def test_check_keeps_a_students_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    file = tmp_path / "state.py"
    shutil.copyfile(LAB.starter / "state.py", file)
    before = file.read_bytes()
    assert main(["check", LAB.name, "--submission", SOLUTIONS, option, str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{option} {file} is there already" in err
    assert "name another file" in err
    assert file.read_bytes() == before


@pytest.mark.usefixtures("nothing_is_graded")
def test_check_makes_no_file_called_minus(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--csv", "-"]) == 2
    assert "and - is none" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_check_wrote_it_writes_again(tmp_path: Path) -> None:
    files = [tmp_path / form for form in FORMS]
    options = [word for file in files for word in (f"--{file.name}", str(file))]
    command = ["check", LAB.name, "--submission", SOLUTIONS, "--only", "5", "--mode", "mock"]
    assert main([*command, *options]) == main([*command, *options]) == 0
    assert all(file.stat().st_size for file in files)


def test_the_autograder_is_a_zip_and_keeps_what_is_none_of_ours(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, said in (
        ("mine.py", "must end in .zip"),
        ("out.tar", "must end in .zip"),
        ("mine.zip", "is there already and is not an autograder of ours"),
    ):
        file = tmp_path / name
        file.write_text("mine")
        assert main(["gradescope", str(file), LAB.name]) == 2
        assert said in capsys.readouterr().err
        assert file.read_text() == "mine"
    assert main(["gradescope", "-", LAB.name]) == 2
    for _ in range(2):
        assert main(["gradescope", str(tmp_path / "new.zip"), LAB.name]) == 0
