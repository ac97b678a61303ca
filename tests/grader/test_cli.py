"""The command line: statuses, one sentence on stderr, a stdout that holds a report or nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader import grading
from grader.cli import main
from grader.commands import COMMANDS, check
from grader.course import find_labs
from tests.grader.conftest import write

ROOT = Path(__file__).parents[2]
LAB = find_labs()[0]


@pytest.fixture(autouse=True)
def _no_services(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "DATABASE_URL", "MOCK"):
        monkeypatch.delenv(name, raising=False)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("grader: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "COMMAND; see grader --help"),
        (["chek"], "invalid choice: 'chek'"),
        (
            ["check", "--only", "two"],
            "argument --only: it takes a number, not 'two'; see grader check",
        ),
        (["check", "--sub", "x"], "unrecognized arguments: --sub"),
        (["check", "--mode", "fast"], "invalid choice: 'fast'"),
        (["check", "no_such_lab"], "there is no lab 'no_such_lab'; there are: "),
        (["check", "run_state_machin"], "'run_state_machin' (run_state_machine, perhaps?); there"),
        (["check", "2"], "2 is no lab, it may be a check of one; the labs are: "),
        (
            ["check", "orderer.py"],
            "orderer is an exercise of run_state_machine: see checks 2, 3, 4",
        ),
        (["replay", "state"], "state is an exercise of run_state_machine: see check 1 there"),
        (["replay", "run_state_machine"], "is a lab: name a check of it, too, by its number"),
        (["gradescope", "x.zip", "state"], "state is an exercise of run_state_machine"),
        (["progress", "--workspace", "no/such"], "there is no folder no/such"),
        (["check", "--submission", "no/such"], "there is no folder no/such"),
        (["check", "--submission", "no\n\x1bsuch"], "there is no folder no \\x1bsuch"),
        (["check", "--mode", "real"], "--mode real needs REDIS_URL and DATABASE_URL to be set"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert said in refused(capsys, *arguments)


def test_half_of_the_services(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@127.0.0.1/db")
    said = refused(capsys, "check")
    assert "DATABASE_URL is set but REDIS_URL is not" in said
    monkeypatch.setenv("REDIS_URL", "http://me:secret@127.0.0.1")
    assert "secret" not in refused(capsys, "check")


def test_what_is_graded_is_said_where_it_was_not_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(grading, "grade", lambda *_, **__: [])
    monkeypatch.chdir(ROOT)
    assert main(["check"]) == 0
    said = capsys.readouterr().err
    assert said.startswith("grader: graded starter, the course's starter; for files of your own: ")
    assert "grader init, or --submission DIR" in said
    assert main(["check", "--submission", "starter"]) == 0
    assert main(["init", str(tmp_path / "mine")]) == 0
    monkeypatch.chdir(tmp_path / "mine")
    assert main(["check"]) == 0
    assert capsys.readouterr().err == ""


def test_an_empty_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert LAB.name in refused(capsys, "check", "--submission", str(tmp_path))


def test_an_unknown_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{LAB.name} has no check 99" in refused(capsys, "check", LAB.name, "--only", "99")


def test_trouble_of_ours_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(options: object) -> tuple[str, int]:
        raise ExceptionGroup("many", [KeyError("a secret")])

    monkeypatch.setattr(check, "run", fail)
    said = refused(capsys, "check")
    assert "the lab itself failed (KeyError); this is not your fault" in said
    assert "secret" not in said


def test_an_interrupt(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(options: object) -> tuple[str, int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupted)
    assert main(["check"]) == 130
    assert capsys.readouterr() == ("", "grader: stopped\n")


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_has_an_example_and_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert "example" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def run(
    *arguments: str, stdout: int = subprocess.PIPE, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, stdout=stdout, stderr=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    )


def test_help_imports_nothing_that_is_slow() -> None:
    script = (
        "import sys\nfrom grader.cli import main\ntry:\n    main(['check', '--help'])\n"
        "except SystemExit:\n    pass\n"
        "print({'asyncio', 'starlette', 'redis', 'httpx'} & set(sys.modules))\n"
    )
    assert run("-c", script).stdout.endswith("set()\n")


def test_as_a_module() -> None:
    done = run("-m", "grader", "check", "nope")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grader: there is no lab 'nope'")


def test_a_reader_that_has_gone_and_a_terminal_that_knows_ascii_only() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run("-m", "grader", "doctor", stdout=writing, env={"LC_ALL": "C"})
    os.close(writing)
    assert (done.returncode in {0, 2}, done.stderr) == (True, "")


def test_a_disk_that_is_full() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = run("-m", "grader", "doctor", stdout=full.fileno())
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_services_out_of_reach(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:secret@127.0.0.1:1/0")
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@127.0.0.1:1/db")
    said = refused(capsys, "check")
    assert "127.0.0.1:1" in said
    assert "--mode mock" in said
    assert "secret" not in said


def test_a_students_output_never_reaches_standard_output(tmp_path: Path) -> None:
    noisy = "print('noise')\nimport sys\nprint('noise', file=sys.stderr)\n"
    work = write(tmp_path, dict.fromkeys(LAB.files.values(), noisy))
    done = run("-m", "grader", "check", LAB.name, "--submission", str(work), "--json")
    assert (done.returncode, "noise" in done.stdout, "noise" in done.stderr) == (1, False, False)


@pytest.mark.parametrize(
    ("tree", "status", "passed", "points"),
    [("starter", 1, [3, 6], 0), ("solutions", 0, [1, 2, 3, 4, 5, 6], 100)],
)
def test_the_twin_trees(
    capsys: pytest.CaptureFixture[str], tree: str, status: int, passed: list[int], points: int
) -> None:
    assert main(["check", LAB.name, "--submission", str(ROOT / tree), "--json"]) == status
    said = json.loads(capsys.readouterr().out)
    assert [c["number"] for c in said["checks"] if c["status"] == "passed"] == passed
    assert {c["outcome"] for c in said["checks"]} <= {"passed", "not_written"}
    assert (said["points"], said["max_points"], said["mode"]) == (points, 100, "mock")
