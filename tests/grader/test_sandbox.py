"""The sandbox itself: what crosses, what is lost with what, deadlines, and how it all ends."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest

from grader import forks, wall
from grader.cgroups import Groups, make_groups
from grader.course import find_labs
from grader.engine import grade_lab
from grader.examination import examination
from grader.exchange import Patience
from grader.line import MOST_PRINTED
from grader.performer import Performer
from grader.record import Output
from grader.sandbox import PATIENCE, Sandbox
from grader.submission import Submission
from labs.calls import EMIT, Call, Emission, Exercise, Fault, Need
from labs.runs import RunStatus
from labs.runtime.system import Site
from tests.grader.conftest import WriteFiles
from tests.grader.hostile.around import need_bubblewrap, processes_in, watched_rooms

LAB = next(lab for lab in find_labs() if lab.name == "run_state_machine")
ROOT = Path(wall.__file__).parent.parent
EXERCISES = (
    Exercise("a", "a.py", (Need("f", 1),)),
    Exercise("b", "b.py", (Need("f", 1),)),
)
HASTY = Patience(load=1.5, call=1.5, run=3.0)
ECHO = "def f(x): return x"


@pytest.fixture(autouse=True)
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with watched_rooms(tmp_path / "rooms", monkeypatch) as folder:
        yield folder


class Opened(Protocol):
    """Opens a sandbox on files with these texts."""

    def __call__(self, patience: Patience = PATIENCE, **texts: str) -> Sandbox: ...


@pytest.fixture(params=["wall", "bare", "fresh"])
def opened(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, write_files: WriteFiles
) -> Opened:
    """A sandbox of each kind, with these files."""
    if request.param == "bare":
        monkeypatch.setattr(wall, "bubblewrap", lambda: None)

    def make(patience: Patience = PATIENCE, **texts: str) -> Sandbox:
        folder = write_files({f"{name}.py": text for name, text in texts.items()})
        return Sandbox(folder, patience=patience, forking=request.param != "fresh")

    return make


@asynccontextmanager
async def performing(sandbox: Sandbox) -> AsyncIterator[Performer]:
    try:
        async with sandbox.performer(EXERCISES) as performer:
            yield performer
    finally:
        sandbox.close()


async def value(performer: Performer, *args: object, exercise: str = "a") -> object:
    (answer,) = await performer.call(exercise, [Call("f", args)])
    assert answer.raised is None, answer
    return answer.value


async def values(performer: Performer) -> list[object]:
    found = await value(performer, 0)
    assert isinstance(found, list)
    return found


async def test_calls_and_answers(opened: Opened) -> None:
    text = "def f(x): return [x.name, x] if hasattr(x, 'name') else x"
    async with performing(opened(a=text, b="def f(emit): emit(1, 'x'); return emit.missing")) as at:
        assert await value(at, RunStatus.DONE) == ["DONE", "done"]
        assert [await value(at, x) for x in (True, 1, 1.5, "é", None)] == [True, 1, 1.5, "é", None]
        (answer,) = await at.call("b", [Call("f", (EMIT,))])
        assert answer.emitted == (Emission(None, (1, "x")),)
        assert answer.raised is not None
        assert answer.raised.kinds[0] == "AttributeError"


async def test_no_calls_load_the_file_and_are_answered(opened: Opened) -> None:
    async with performing(opened(a=ECHO, b="(")) as performer:
        assert [await performer.call("a", []) for _ in range(2)] == [[], []]
        with pytest.raises(Fault, match=r"b\.py line 1"):
            await performer.call("b", [])


async def test_a_performer_starts_afresh(opened: Opened) -> None:
    sandbox = opened(a="n = 0\ndef f(x):\n    global n\n    n += 1\n    return n")
    try:
        for _ in range(2):
            async with sandbox.performer(EXERCISES) as performer:
                assert [await value(performer, 0), await value(performer, 0)] == [1, 2]
    finally:
        sandbox.close()


async def test_a_broken_file_costs_only_its_own_calls(opened: Opened) -> None:
    async with performing(opened(a="(", b=ECHO)) as performer:
        for _ in range(2):
            with pytest.raises(Fault, match=r"a\.py line 1: SyntaxError") as caught:
                await value(performer, 1)
            assert caught.value.outcome == "broken"
            assert await value(performer, 1, exercise="b") == 1


async def test_a_caller_that_leaves_does_not_shift_the_answers(opened: Opened) -> None:
    text = "import time\ndef f(x):\n    time.sleep(x / 10)\n    return x"
    async with performing(opened(a=text)) as performer:
        await value(performer, 0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await value(performer, 2)
        assert await value(performer, 1) == 1


async def test_what_is_asked_before_the_answers_came_is_answered_in_its_order(
    opened: Opened,
) -> None:
    text = "said = []\ndef f(x):\n    said.append(x)\n    return said"
    async with performing(opened(a=text, b="(")) as performer:
        calls = [Call("f", (x,)) for x in range(3)]
        coming = [performer.asked("a", [call]) for call in calls]
        broken, nothing = performer.asked("b", calls), performer.asked("a", [])
        last = performer.asked("a", calls[:1])
        assert [(await each)[0].value for each in coming] == [[0], [0, 1], [0, 1, 2]]
        with pytest.raises(Fault, match=r"b\.py line 1: SyntaxError"):
            await broken
        assert await nothing == []
        assert (await last)[0].value == [0, 1, 2, 0]


async def test_whatever_waits_behind_a_call_that_ends_it_all_ends_too(opened: Opened) -> None:
    text = "import os\ndef f(x):\n    return os._exit(0) if x else x"
    async with performing(opened(a=text, b=ECHO)) as performer:
        asked = [("a", 0), ("a", 1), ("b", 0), ("a", 0)]
        first, *rest = [performer.asked(name, [Call("f", (x,))]) for name, x in asked]
        assert (await first)[0].value == 0
        for each in rest:
            with pytest.raises(Fault, match="ended its own process") as caught:
                await each
            assert caught.value.exercise == "a"
        with pytest.raises(Fault, match="ended its own process"):
            performer.asked("b", [])


async def test_whichever_call_of_a_batch_hangs_is_named(write_files: WriteFiles) -> None:
    text = "def f(x): return x\ndef g(x):\n    while x == 3: pass\n    return x"
    calls = [Call(name, (x,)) for x in range(5) for name in "fg"]
    async with performing(Sandbox(write_files({"a.py": text}), patience=HASTY)) as performer:
        with pytest.raises(Fault, match=r"^g\(3\) did not return within 1\.5 seconds"):
            await performer.call("a", calls)


async def test_a_hang_is_not_called_again_and_loses_the_line(opened: Opened) -> None:
    sandbox = opened(HASTY, a="def f(x):\n    while True: pass", b=ECHO)
    try:
        async with sandbox.performer(EXERCISES) as performer:
            for exercise in ("a", "a", "b"):
                with pytest.raises(
                    Fault, match=r"f\(1\) did not return within 1\.5 seconds"
                ) as caught:
                    await value(performer, 1, exercise=exercise)
                assert (caught.value.exercise, caught.value.outcome) == ("a", "timeout")
        async with sandbox.performer(EXERCISES) as performer:
            assert await value(performer, 1, exercise="b") == 1
            with pytest.raises(Fault, match="did not return"):
                await value(performer, 1)
    finally:
        sandbox.close()


def test_the_real_deadlines() -> None:
    assert (PATIENCE.load, PATIENCE.call, PATIENCE.submission) == (3.0, 2.0, 30.0)


async def test_much_is_printed_and_little_kept(opened: Opened) -> None:
    text = "def f(x):\n    print('noise' * 10**6)\n    return x"
    async with performing(opened(a=text)) as performer:
        assert await value(performer, 1) == 1


async def test_what_is_printed_is_kept_to_the_last_character(opened: Opened) -> None:
    text = """
import sys, traceback
print('loaded')
def f(x):
    try:
        1 / 0
    except ZeroDivisionError:
        traceback.print_exc(file=sys.stdout)
    print('é', end='')
    return x
"""
    async with performing(opened(a=text)) as performer:
        assert await value(performer, 1) == 1
    printed = performer.output
    assert printed.text.startswith("loaded\nTraceback")
    assert 'File "a.py", line 6, in f' in printed.text
    assert printed.text.endswith("ZeroDivisionError: division by zero\né")
    assert not printed.is_cut


@pytest.mark.parametrize("end", ["while True: pass", "os._exit(3)", "while True: print('on')"])
async def test_what_code_printed_that_did_not_return(opened: Opened, end: str) -> None:
    text = f"import os\ndef f(x):\n    print('begun')\n    {end}"
    async with performing(opened(patience=HASTY, a=text)) as performer:
        with pytest.raises(Fault):
            await value(performer, 1)
    assert performer.output.text.startswith("begun\n")
    assert performer.output.is_cut == ("on" in end)


async def test_of_much_that_is_printed_the_same_beginning(opened: Opened) -> None:
    text = "def f(x):\n    print('noise' * 10**6)\n    return x"
    async with performing(opened(a=text)) as performer:
        await value(performer, 1)
    assert performer.output == Output(("noise" * 1_000)[:MOST_PRINTED], is_cut=True)


async def test_printing_that_is_broken_breaks_nothing(opened: Opened) -> None:
    text = "import sys\nprint('x')\nsys.stdout.close()\ndef f(x): return x"
    async with performing(opened(a=text)) as performer:
        assert await value(performer, 1) == 1
    assert performer.output.text == "x\n"


async def test_its_world_is_small(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KODA_SECRET", "of the grader")
    text = """
import os, sys
def f(x):
    flags = [sys.flags.isolated, sys.flags.no_site]
    return [list(os.environ), sys.path, flags, os.read(0, 1) == b'']
"""
    async with performing(opened(a=text)) as performer:
        environ, path, flags, silent = await values(performer)
    assert isinstance(environ, list)
    known = {"LANG", "LC_CTYPE", "MALLOC_ARENA_MAX", "PATH", "PWD", "TMPDIR"}
    assert set(environ) <= known
    assert isinstance(path, list)
    assert not [entry for entry in path if "site-packages" in entry or entry == str(ROOT)]
    assert (flags, silent) == ([1, 1], True)


async def test_what_is_started_with_a_file_that_is_open_leaves_the_line_alone(
    opened: Opened,
) -> None:
    text = "import os\ndef f(x): return sorted(map(int, os.listdir('/proc/self/fd')))"
    async with performing(opened(a=text)) as performer:
        fds = await values(performer)
    assert len(fds) <= 6  # the three of everybody, the line, the folder that is being listed


async def test_another_process_takes_the_place_of_one_that_was_killed(
    write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "bubblewrap", lambda: None)
    text = "import os\ndef f(x):\n    os.kill(os.getppid(), 9)\n    return x"
    sandbox = Sandbox(write_files({"a.py": text}))
    try:
        for number in range(3):
            async with sandbox.performer(EXERCISES) as performer:
                assert await value(performer, number) == number
    finally:
        sandbox.close()


async def test_no_control_group_is_left(
    write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Groups] = []

    def remembered() -> Groups:
        made.append(make_groups())
        return made[-1]

    monkeypatch.setattr(forks, "make_groups", remembered)
    async with performing(Sandbox(write_files({"a.py": ECHO}))) as performer:
        assert await value(performer, 1) == 1
    assert not [folder for groups in made for folder in groups.folders if folder.exists()]


async def test_a_wall_that_cannot_be_put_up(
    write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "bubblewrap", lambda: "/bin/false")
    async with performing(Sandbox(write_files({"a.py": ECHO}))) as performer:
        assert await value(performer, 1) == 1


async def test_no_process_can_be_started(
    write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "python", lambda: ["/bin/false"])
    sandbox = Sandbox(write_files({"a.py": ECHO}))
    with pytest.raises(RuntimeError, match="cannot be started"):
        async with sandbox.performer(EXERCISES):
            pass


async def test_the_submissions_time_is_over(tmp_path: Path, site: Site) -> None:
    submission = Submission(LAB, LAB.solutions, "solutions")
    patience = Patience(submission=0.0)
    report = await grade_lab(examination(LAB), submission, seed=6, site=site, patience=patience)
    assert [check.outcome for check in report.checks] == ["timeout"] * 6
    assert report.checks[0].message.startswith("not run: the 0 seconds for all checks")


async def test_all_hang(tmp_path: Path, site: Site) -> None:
    for file in LAB.files.values():
        (tmp_path / file).write_text("while True: pass")
    submission = Submission(LAB, tmp_path, "hanging")
    report = await grade_lab(examination(LAB), submission, seed=6, site=site, patience=HASTY)
    assert [check.outcome for check in report.checks] == ["timeout"] * 6


# --- the real command ------------------------------------------------------------------------


def hanging(folder: Path) -> Path:
    shutil.copytree(LAB.solutions, folder)
    (folder / "state.py").write_text("while True: pass\n")
    return folder


def started(submission: Path, rooms: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "grader", "check", LAB.name, "--submission", str(submission)]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TMPDIR": str(rooms)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*command, "--json"], stdout=pipe, stderr=pipe, text=True, env=environment, cwd=ROOT
    )


def until(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not come"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("bare", [False, True])
def test_the_grader_is_stopped(
    tmp_path: Path, rooms: Path, number: signal.Signals, bare: bool
) -> None:
    if not bare:
        need_bubblewrap()
    with started(hanging(tmp_path / "work"), rooms) as grader:
        # The keeper, bubblewrap, what forks, and what hangs.
        until(lambda: len(processes_in(rooms)) >= 4)
        grader.send_signal(number)
        out, err = grader.communicate(timeout=30)
    until(lambda: not processes_in(rooms) and not list(rooms.iterdir()))
    assert out == ""
    if number != signal.SIGKILL:
        assert (grader.returncode, err) == (130, "grader: stopped\n")
    else:
        assert grader.returncode == -number


def test_the_real_command(tmp_path: Path, rooms: Path) -> None:
    shutil.copytree(LAB.solutions, tmp_path / "work")
    for file in ("state.py", "merge.py"):
        (tmp_path / "work" / file).write_text("print('noise')\nimport os\nos._exit(0)\n")
    with started(tmp_path / "work", rooms) as grader:
        out, err = grader.communicate(timeout=60)
    assert (grader.returncode, err) == (1, "")
    (line,) = out.splitlines()
    said = [check["outcome"] for check in json.loads(line)["checks"]]
    assert said == ["error", "passed", "passed", "passed", "error", "error"]
