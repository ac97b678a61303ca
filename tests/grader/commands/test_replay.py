"""`grader replay`: a check or a saved trace, run again on the present file, step by step."""

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.cli import main
from labs.course import course_folder
from tests.grader.conftest import write

STARTER, SOLUTIONS = str(course_folder("starter")), str(course_folder("solutions"))
LAB = "run_state_machine"
Said = dict[str, object]


@pytest.fixture(autouse=True)
def _no_services(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "DATABASE_URL", "MOCK"):
        monkeypatch.delenv(name, raising=False)


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> str:
    got = main(["replay", *arguments])
    out, err = capsys.readouterr()
    assert (got, err) == (status, "")
    assert all(len(line) <= 80 and line.isprintable() for line in out.splitlines()[2:])
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["replay", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter's report, as JSON in a file."""
    file = tmp_path_factory.mktemp("report") / "report.json"
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        arguments = ["check", LAB, "--submission", STARTER, "--mode", "mock", "--json"]
        assert main(arguments) == 1
        file.write_text(sys.stdout.getvalue())
    finally:
        sys.stdout = out
    return file


def trace_of(report: Path, number: int) -> Said:
    checks: list[Said] = json.loads(report.read_text())["checks"]
    trace = checks[number - 1]["trace"]
    assert isinstance(trace, dict)
    return trace


def saved(tmp_path: Path, said: object) -> str:
    file = tmp_path / "saved.json"
    file.write_text(said if isinstance(said, str) else json.dumps(said))
    return str(file)


TOLD = """
call                 expected       got
SeqOrderer(0, emit)  emits nothing  emits nothing
offer 1              emits nothing  emits 1
                                    breaks here

It still breaks, at step 2 of 2: offer 1
  expected emits nothing
  got now  emits 1
"""


@pytest.mark.parametrize("words", [("2",), (LAB, "2"), ("2", LAB)])
def test_a_check_that_fails(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    out = replayed(capsys, *words, "--submission", STARTER, status=1)
    assert out == f"orderer: {STARTER}/{LAB}/orderer.py\n{TOLD}"


def test_what_the_code_prints(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for tree, status in ((STARTER, 1), (SOLUTIONS, 0)):
        text = (Path(tree) / LAB / "orderer.py").read_text() + "\nprint('loaded')\n"
        work = str(write(tmp_path / Path(tree).name, {f"{LAB}/orderer.py": text}))
        out = replayed(capsys, "2", "--submission", work, status=status)
        assert ("  got now  emits 1\n  printed  loaded\n" in out) is (status == 1)
        assert ("loaded" in out) is (status == 1)


def test_a_check_that_passes(capsys: pytest.CaptureFixture[str]) -> None:
    out = replayed(capsys, "2", "--submission", SOLUTIONS, status=0)
    assert out == f"Check 2 of {LAB} passes: there is nothing to replay.\n"


def test_a_check_that_fails_without_a_script(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    work = str(write(tmp_path, {f"{LAB}/orderer.py": "("}))
    assert main(["replay", "2", "--submission", work]) == 1
    out = capsys.readouterr().out
    assert out.startswith("There are no steps to show.\n")
    assert "orderer.py line 1: SyntaxError: '(' was never closed" in out


def test_a_report(capsys: pytest.CaptureFixture[str], report: Path) -> None:
    out = replayed(capsys, str(report), status=1)
    assert out.count("It still breaks") == 4
    assert TOLD in out
    assert replayed(capsys, str(report), "--only", "2", status=1).endswith(TOLD)


def test_a_report_on_other_files(capsys: pytest.CaptureFixture[str], report: Path) -> None:
    out = replayed(capsys, str(report), "--submission", SOLUTIONS, status=0)
    assert out.count("It holds now: every step is as expected.") == 4


def test_a_trace_a_check_and_lines(
    capsys: pytest.CaptureFixture[str], report: Path, tmp_path: Path
) -> None:
    trace = trace_of(report, 2)
    line = report.read_text().strip()
    for said in (
        trace,
        {"number": 2, "trace": trace},
        json.dumps(trace, indent=2),
        f"{line}\n{line}",
    ):
        file = saved(tmp_path, said)
        assert TOLD in replayed(capsys, file, "--submission", STARTER, status=1)


def test_standard_input(
    capsys: pytest.CaptureFixture[str], report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(report.read_bytes())))
    assert TOLD in replayed(capsys, "-", status=1)


def test_what_is_expected_is_never_believed(
    capsys: pytest.CaptureFixture[str], report: Path, tmp_path: Path
) -> None:
    trace = trace_of(report, 2)
    script = [{**step, "expected": "emits 1", "said": "\x1b[2J"} for step in steps_of(trace)]
    file = saved(tmp_path, {**trace, "expected": "\x1b", "script": script})
    assert TOLD in replayed(capsys, file, "--submission", STARTER, status=1)


def steps_of(trace: Said) -> list[Said]:
    script = trace["script"]
    assert isinstance(script, list)
    return script


def test_now_absent_is_the_present_on_any_day(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fields = [
        *("run-1", "session-1", {"word": ["labs.runs", "RunStatus", ["running"]]}),
        *({"time": "2030-01-01T12:00:00+00:00"}, {"tuple": ["Hello"]}, 1),
    ]
    call = {
        "name": "should_merge",
        "args": [{"word": ["labs.runs", "Run", fields]}],
        "on": None,
        "keep": None,
    }
    file = saved(tmp_path, {"exercise": "merge", "script": [call]})
    assert "0 s old, now absent" in replayed(capsys, file, "--submission", SOLUTIONS, status=0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class SeqOrderer:\n    def __init__(self, start, emit): pass\n"
         "    def offer(self, seq, text):\n        while True: pass\n",
         "offer(1, 't1') did not return within 2 seconds, at step 2 of 2"),
        ("(", "SyntaxError"),
    ],
)  # fmt: skip
def test_code_that_cannot_be_run_to_the_end(
    capsys: pytest.CaptureFixture[str], report: Path, tmp_path: Path, text: str, said: str
) -> None:
    work = write(tmp_path / "work", {f"{LAB}/orderer.py": text})
    file = saved(tmp_path, trace_of(report, 2))
    out = replayed(capsys, file, "--submission", str(work), status=1)
    assert "It still breaks: " in out
    assert said in out


def test_words_that_make_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("2", "3"), ("a", "b"), (LAB, "x", "2")):
        assert "name one check or one file; see grader replay --help" in refused(capsys, *words)
    assert "has no check 9" in refused(capsys, "9", "--submission", STARTER)
    assert "there is no lab" in refused(capsys, "no_such_lab", "2")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not JSON"),
        ("", "has no trace in it"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "has no trace in it"),
        ("{}\n3\n", "has no trace in it"),
        ('{"checks": [], "lab": "x", "submission": "y"}', "has no trace in it"),
        ('{"exercise": "orderer", "script": [1]}', "its script is not one of orderer"),
        ('{"exercise": "orderer", "script": []}', "it has no script"),
        ('{"exercise": "nothing", "script": []}', "there is no exercise 'nothing' in this course"),
    ],
)
def test_files_without_a_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, said: str
) -> None:
    assert said in refused(capsys, saved(tmp_path, content))


def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "No such file" in refused(capsys, str(tmp_path / "none.json"))
    assert "Is a directory" in refused(capsys, str(tmp_path))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert "is not JSON" in refused(capsys, str(tmp_path / "bytes"))
    assert refused(capsys, "a\0b")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"lab": "another"}, "in a lab 'another' of this course"),
        ({"submission": "no/such"}, "there is no folder no/such"),
    ],
)
def test_a_report_of_something_else(
    capsys: pytest.CaptureFixture[str],
    report: Path,
    tmp_path: Path,
    changed: Mapping[str, object],
    said: str,
) -> None:
    told = {**json.loads(report.read_text()), **changed}
    assert said in refused(capsys, saved(tmp_path, told))
    assert "has no trace of check 3" in refused(capsys, str(report), "--only", "3")
