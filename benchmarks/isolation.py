"""isolation: what it costs that a student's code runs in other processes, behind a wall.

The same grading of the solutions by turns: called in the grader's own process, in the sandbox
without bubblewrap, and in the sandbox as it is. So, too, for the whole command, and for one call
of a batch of thousands. To be had: below 150 ms a submission, below 100 microseconds a call.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import cast
from unittest.mock import patch

from benchmarks.setting import ROOT, Setting
from benchmarks.table import Row, Table, times
from grader import engine, session, wall
from grader.callers import InProcess
from grader.course import find_labs
from grader.examination import examination
from grader.exchange import Patience
from grader.performer import Performer
from grader.record import Output
from grader.sandbox import PATIENCE, Sandbox
from grader.submission import find_submissions
from labs.calls import EMIT, Call, Caller, Exercise
from labs.course import course_folder
from labs.runtime.system import Site, open_site

REPETITIONS = 9
COMMANDS = 7
BATCHES = 15
CALLS = 4_000

_LAB = find_labs()[0]
_FOLDER = str(course_folder("solutions"))
_OURS = "in the grader's process"
_WALLED = "sandbox"
_COMMAND = """\
import sys
from benchmarks.isolation import WAYS
from grader.cli import main
with WAYS[sys.argv[1]]():
    sys.exit(main(sys.argv[2:]))
"""


class _Bare(InProcess):
    """A student's code in the grader's own process; what it prints is not kept."""

    output = Output()


class _NoSandbox(Sandbox):
    """In a sandbox's place, with nothing between."""

    def __init__(self, folder: Path, *, patience: Patience = PATIENCE) -> None:
        super().__init__(folder, patience=patience)
        self._folder = folder

    def start(self) -> None:
        """Nothing to start."""

    @asynccontextmanager
    async def performer(self, exercises: Sequence[Exercise]) -> AsyncIterator[Performer]:
        """The files, loaded afresh."""
        yield cast(Performer, _Bare(self._folder, exercises))

    def close(self) -> None:
        """Nothing to end."""


@contextmanager
def _without_sandbox() -> Iterator[None]:
    with patch.object(engine, "Sandbox", _NoSandbox), patch.object(session, "Sandbox", _NoSandbox):
        yield


def _without_bubblewrap() -> AbstractContextManager[object]:
    return patch.object(wall, "bubblewrap", lambda: None)


WAYS: Mapping[str, Callable[[], AbstractContextManager[object]]] = {
    _OURS: _without_sandbox,
    "sandbox without bubblewrap": _without_bubblewrap,
    _WALLED: nullcontext,
}


def measure(setting: Setting) -> Table:
    """Time a submission, the whole command, and a call, each in every way."""
    rows: list[Row] = []
    setting.say("isolation: a submission")
    rows += _rows("submission", asyncio.run(_submissions()), 1e3, "ms")
    setting.say("isolation: the whole command")
    rows += _rows("grader check", asyncio.run(_by_turns(COMMANDS, _command)), 1e3, "ms")
    setting.say("isolation: a call")
    rows += _rows("call", asyncio.run(_calls()), 1e6 / CALLS, "us")
    remarks = [
        f"Lab {_LAB.name}, MOCK, the solutions; medians of {REPETITIONS}, {COMMANDS} and "
        f"{BATCHES}, by turns. A call is one offer of {CALLS:,} in a batch.",
        "The wall is up." if not wall.gaps() else "Lacking here: " + "; ".join(wall.gaps()),
    ]
    return Table("the price of isolation", ["", "takes", "costs", "ratio"], rows, remarks)


def _rows(what: str, took: Mapping[str, float], scale: float, unit: str) -> list[Row]:
    base = took[_OURS]
    return [
        [f"{what}, {way}", *_figures(value * scale, base * scale, unit), times(value, base)]
        for way, value in took.items()
    ]


def _figures(value: float, base: float, unit: str) -> tuple[str, str]:
    return f"{value:,.1f} {unit}", f"{value - base:,.1f} {unit}" if value != base else "-"


async def _by_turns(
    repetitions: int, once: Callable[[str], Awaitable[float]]
) -> Mapping[str, float]:
    """The median of each way; whatever else the machine does meets all of them."""
    took: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(repetitions):
        for way, seconds in took.items():
            seconds.append(await once(way))
    return {way: median(seconds) for way, seconds in took.items()}


async def _submissions() -> Mapping[str, float]:
    async with open_site(None) as site:

        async def once(way: str) -> float:
            return await _graded(way, site)

        for way in WAYS:  # whatever is made or imported once
            await once(way)
        return await _by_turns(REPETITIONS, once)


async def _graded(way: str, site: Site) -> float:
    (submission,) = find_submissions(_FOLDER, _LAB.name, [_LAB])
    exam = examination(_LAB)
    with WAYS[way]():
        began = perf_counter()
        report = await engine.grade_lab(exam, submission, seed=engine.DEFAULT_SEED, site=site)
        took = perf_counter() - began
    _require(report.passed == report.total, f"the solutions passed {report.passed} checks only")
    return took


async def _command(way: str) -> float:
    check = ["check", _LAB.name, "--submission", _FOLDER, "--mode", "mock"]
    began = perf_counter()
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _COMMAND, way, *check],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    _require(done.returncode == 0, f"grader check ended with {done.returncode}")
    return perf_counter() - began


async def _calls() -> Mapping[str, float]:
    async def once(way: str) -> float:
        with WAYS[way]():
            return await _batch(way)

    return await _by_turns(BATCHES, once)


async def _batch(way: str) -> float:
    """Seconds for a batch of offers, by pairs the second before the first."""
    offers = [Call("offer", (seq ^ 1, "a word "), on="orderer") for seq in range(CALLS)]
    with _opened(way) as sandbox:
        async with sandbox.performer(examination(_LAB).exercises) as student:
            caller: Caller = student
            await caller.call("orderer", [Call("SeqOrderer", (0, EMIT), keep="orderer")])
            began = perf_counter()
            answers = await caller.call("orderer", offers)
            took = perf_counter() - began
    _require(sum(len(a.emitted) for a in answers) == CALLS, "not all words came out")
    return took


@contextmanager
def _opened(way: str) -> Iterator[Sandbox]:
    kind = _NoSandbox if way == _OURS else Sandbox
    sandbox = kind(course_folder("solutions") / _LAB.name)
    try:
        sandbox.start()
        yield sandbox
    finally:
        sandbox.close()


def _require(holds: bool, complaint: str) -> None:
    if not holds:
        raise RuntimeError(complaint)
