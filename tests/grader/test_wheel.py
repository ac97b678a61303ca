"""The course as it is installed from a wheel: no clone, and no network."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from labs.course import course_folder

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd), "MOCK": "1"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; what the course depends on is lent by ours."""
    folder = tmp_path_factory.mktemp("bare")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    (wheel,) = folder.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", folder / "env" / "bin" / "python")
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = (folder / "env" / "lib").glob("*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the paths are those of other systems")
def test_init_and_check_far_from_any_clone(bare: Path, tmp_path: Path) -> None:
    grader = bare / "env" / "bin" / "grader"
    where = run(bare / "env/bin/python", "-c", "import labs; print(labs.__file__)", cwd=tmp_path)
    assert where.startswith(str(bare))
    assert "added" in run(grader, "init", cwd=tmp_path)
    work = tmp_path / "workspace"
    assert "passed 2 of 6 checks, 0 of 100 points" in run(grader, "check", cwd=work, status=1)
    for file in course_folder("solutions").glob("*/*.py"):
        (work / file.parent.name / file.name).write_bytes(file.read_bytes())
    assert "passed 6 of 6 checks, 100 of 100 points" in run(grader, "check", cwd=work)
    assert "6 of 6 checks passed" in run(grader, "progress", cwd=work)
    assert "reference" in run(grader, "diff", "orderer", cwd=work)
