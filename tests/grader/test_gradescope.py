"""The autograder's archive, unpacked and run where Gradescope would run it."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.cli import main
from grader.course import find_labs
from grader.gradescope import autograder_archive
from labs.course import course_folder
from tests.grader.hostile.around import need_bubblewrap
from tests.grader.report.test_gradescope import Said, read

LAB = find_labs()[0]
needs_the_wall = pytest.mark.usefixtures("the_wall")


@pytest.fixture
def the_wall() -> None:
    """Skips on a laptop without bubblewrap, fails in CI."""
    need_bubblewrap()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """What is /autograder there: the archive unpacked, and an empty submission."""
    archive = tmp_path / "autograder.zip"
    assert main(["gradescope", str(archive), LAB.name]) == 0
    root = tmp_path / "autograder"
    (root / "submission").mkdir(parents=True)
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(root / "source")
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "run_autograder").chmod(0o755)
    return root


def run(root: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        "PATH": os.environ["PATH"],
        "AUTOGRADER_ROOT": str(root),
        "AUTOGRADER_PYTHON": sys.executable,
        **variables,
    }
    command = [str(root / "run_autograder")]
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )


def results(root: Path) -> Said:
    return read((root / "results" / "results.json").read_text())


def test_the_archive_has_what_gradescope_wants(root: Path) -> None:
    with zipfile.ZipFile(root.parent / "autograder.zip") as opened:
        names = opened.namelist()
        modes = {n: opened.getinfo(n).external_attr >> 16 for n in names}
    assert {"setup.sh", "run_autograder"} <= set(names)
    assert modes["run_autograder"] & 0o111
    assert not any("tests" in name.split("/") or "__pycache__" in name for name in names)
    assert "starlette" in (root / "source" / "course" / "requirements.txt").read_text()
    for script in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", str(root / "source" / script)], check=True)
    assert autograder_archive(LAB.name) == (root.parent / "autograder.zip").read_bytes()


@needs_the_wall
@pytest.mark.parametrize(("tree", "score"), [("solutions", 100), ("starter", 0)])
def test_a_submission_is_graded(root: Path, tree: str, score: int) -> None:
    shutil.rmtree(root / "submission")
    shutil.copytree(course_folder(tree) / LAB.name, root / "submission")
    done = run(root)
    assert done.returncode == 0, done.stderr
    said = results(root)
    tests = said["tests"]
    assert isinstance(tests, list)
    assert (said["score"], len(tests)) == (score, 6)


@needs_the_wall
def test_nothing_handed_in_is_zero(root: Path) -> None:
    assert run(root).returncode == 0
    said = results(root)
    assert said["score"] == 0
    assert f"holds no file of {LAB.name}" in str(said["output"])


@needs_the_wall
def test_a_student_cannot_read_the_solutions(root: Path) -> None:
    secret = root / "source" / "course" / "solutions" / LAB.name / "state.py"
    assert secret.is_file()
    thief = f"text = open({str(secret)!r}).read()\nraise RuntimeError('STOLEN ' + text)\n"
    (root / "submission" / LAB.files["state"]).write_text(thief)
    assert run(root).returncode == 0
    text = json.dumps(results(root))
    assert "STOLEN" not in text
    assert "No such file" in text


def test_without_the_wall_nothing_is_graded(root: Path, tmp_path: Path) -> None:
    shutil.copytree(course_folder("solutions") / LAB.name, root / "submission" / LAB.name)
    bare = tmp_path / "bin"
    bare.mkdir()
    for tool in ("bash", "env", "mkdir", "rm", "cat", "dirname"):
        if found := shutil.which(tool):
            (bare / tool).symlink_to(found)
    done = run(root, PATH=str(bare))
    assert done.returncode == 1
    assert "the solutions are not safe" in done.stderr
    assert not (root / "results" / "results.json").exists()


def test_refusals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["gradescope", str(tmp_path / "a.zip"), "nope"]) == 2
    assert "there is no lab 'nope'; there are: " in capsys.readouterr().err
    assert main(["gradescope", str(tmp_path / "no" / "a.zip"), LAB.name]) == 2
    assert "cannot be written" in capsys.readouterr().err
