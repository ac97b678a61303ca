"""The clock that counts no waiting for a processor, and who goes by it."""

import asyncio
import os
import sys
from pathlib import Path
from typing import cast

import pytest

from grader import forks, wall
from grader.callers import Mixed
from grader.exchange import Patience
from grader.fair import SLOWEST, FairClock, counted, threads_waited
from grader.line import Line, Printed
from grader.performer import Performer
from grader.race import attempt
from grader.sandbox import Sandbox
from labs.calls import Call, Exercise, Fault, Need
from labs.checking import Bench, Fail, SelfCheck, Verdict
from labs.runtime.system import Site
from tests.grader.conftest import WriteFiles

EXERCISE = Exercise("a", "a.py", (Need("f", 1),))


@pytest.mark.parametrize(
    ("wall", "waited", "left"),
    [
        (10, 0, 10),
        (10, 3, 7),
        (10, 8, 2),
        (10, 9, 10 * SLOWEST),
        (10, 500, 10 * SLOWEST),
        (10, -1, 10),
        (0, 0, 0),
    ],
)
def test_what_counts(wall: float, waited: float, left: float) -> None:
    assert counted(wall, waited) == pytest.approx(left)


class Hands:
    """A clock of the wall, and how long somebody has waited."""

    wall = 100.0
    ours = 5.0
    theirs = 9.0

    def clock(self) -> FairClock:
        return FairClock(wall=lambda: self.wall, ours=lambda: self.ours)

    def passed(self, seconds: float, *, ours: float = 0.0, theirs: float = 0.0) -> None:
        self.wall += seconds
        self.ours += ours
        self.theirs += theirs


def test_only_waiting_from_now_on_is_left_out() -> None:
    hands = Hands()
    clock = hands.clock()
    assert clock.now() == 0
    hands.passed(2, ours=0.5)
    assert clock.now() == pytest.approx(1.5)
    hands.passed(2)
    assert clock.now() == pytest.approx(3.5)


def test_it_takes_nothing_back() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.passed(0.04, ours=0.03)
    told = clock.now()  # nobody has looked yet how long we have waited
    hands.passed(0.02)
    assert clock.now() == told
    hands.passed(1)
    assert clock.now() == pytest.approx(1.03)


def test_who_is_watched_counts_while_watched() -> None:
    hands = Hands()
    clock = hands.clock()
    with clock.watching(lambda: hands.theirs):
        hands.passed(4, ours=1, theirs=2)
        assert clock.now() == pytest.approx(1)
        hands.passed(4, theirs=2)
    assert clock.now() == pytest.approx(3)
    hands.passed(4, theirs=2)
    assert clock.now() == pytest.approx(7)


def test_threads_that_have_ended_take_nothing_back() -> None:
    hands = Hands()
    clock = hands.clock()
    with clock.watching(lambda: hands.theirs):
        hands.passed(4, ours=1, theirs=-3)
        assert clock.now() == pytest.approx(3)


def test_within_a_moment_nothing_is_read() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.passed(0.001, ours=0.001)
    assert clock.now() == pytest.approx(0.001)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells how long a thread has waited")
def test_linux_tells() -> None:
    tasks = os.open("/proc/self/task", os.O_RDONLY)
    try:
        assert threads_waited(tasks) >= 0
    finally:
        os.close(tasks)


def test_what_is_no_folder_of_threads_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "schedstat").write_text("none")
    (tmp_path / "2").mkdir()
    tasks = os.open(tmp_path, os.O_RDONLY)
    try:
        assert threads_waited(tasks) == 0
    finally:
        os.close(tasks)
    assert threads_waited(tasks) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="there is no such folder elsewhere")
@pytest.mark.parametrize("is_bare", [False, True])
async def test_a_performers_threads_are_watched_through_the_wall(
    monkeypatch: pytest.MonkeyPatch, write_files: WriteFiles, *, is_bare: bool
) -> None:
    if is_bare:
        monkeypatch.setattr(wall, "bubblewrap", lambda: None)
    seen: list[int] = []

    def look(tasks: int) -> float:
        seen.append(len(os.listdir(tasks)))
        return 0.0

    monkeypatch.setattr(forks, "threads_waited", look)
    starts = "import threading, time\nfor _ in range(3):\n"
    starts += "    threading.Thread(target=time.sleep, args=[60], daemon=True).start()\n"
    sandbox = Sandbox(write_files({"a.py": f"{starts}def f(x): return x"}))
    try:
        async with sandbox.performer([EXERCISE]) as performer:
            await performer.call("a", [Call("f", (1,))])
    finally:
        sandbox.close()
    assert (seen[0], seen[-1]) == (1, 4)


class Standing:
    """A clock that stands until it is put on; it says when it was asked often enough."""

    def __init__(self) -> None:
        self.at = 0.0
        self.asked = asyncio.Event()
        self._count = 0

    def now(self) -> float:
        self._count += 1
        if self._count == 10:
            self.asked.set()
        return self.at


async def test_a_performers_deadline_comes_by_its_clock() -> None:
    clock = Standing()
    performer = Performer(Line(Printed(Path())), {}, Patience(load=0.001), clock.now)
    calling = asyncio.ensure_future(performer.call("a", [Call("f")]))
    await clock.asked.wait()
    assert not calling.done()
    clock.at = 1.0
    with pytest.raises(Fault, match="the file of a did not load"):
        await calling


async def test_a_checks_deadline_comes_by_its_clock() -> None:
    async def for_ever(bench: Bench) -> Verdict:
        await asyncio.Event().wait()
        raise AssertionError

    clock = Standing()
    nobody = Performer(Line(Printed(Path())), {}, Patience(), clock.now)
    caller = Mixed(nobody, nobody, [])
    bench = Bench(caller, 0, cast(Site, None), clock.now)
    check = SelfCheck(1, "Waits", ("a",), for_ever)
    trying = asyncio.ensure_future(attempt(check, bench, caller, deadline=0.001))
    await clock.asked.wait()
    assert not trying.done()
    clock.at = 1.0
    verdict = await trying
    assert isinstance(verdict, Fail)
    assert verdict.outcome == "timeout"
