"""One run of one check: against a fault of the student's code, and against the clock.

Knows asyncio and the words of checking. Whatever else a check raises is ours, and goes on up.
"""

import asyncio
from typing import TYPE_CHECKING, Literal, TypeVar

from grader.callers import Mixed
from grader.fair import Now
from grader.record import Trouble
from labs.calls import Fault
from labs.checking import Bench, Fail, SelfCheck, Verdict
from labs.runtime.ports import Unavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

STOP_SECONDS = 1.0
"""What a check may take to take its system down."""

_E = TypeVar("_E", bound=BaseException)


async def attempt(
    check: SelfCheck,
    bench: Bench,
    caller: Mixed,
    *,
    deadline: float,
) -> Verdict:
    """The check's verdict; a fault of the student's or an overdue end is a failed check.

    Raises:
        Trouble: the check cannot be stopped, or blames code that is not the student's.
        Unavailable: a service has gone meanwhile.
    """
    now = bench.now
    running = asyncio.ensure_future(check.run(bench))
    faulted = asyncio.ensure_future(caller.faulted.wait())
    try:
        # A system whose student's code has faulted may wait for ever: so the fault itself wakes.
        overdue = not await _ended([running, faulted], deadline, now)
    finally:
        faulted.cancel()
        await _stop(running, check.number, now)
    if caller.fault is not None:
        return _failed(caller.fault)
    return _overdue(deadline) if overdue else _verdict(running, caller)


async def _ended(
    those: "Sequence[asyncio.Future[Verdict] | asyncio.Future[Literal[True]]]",
    seconds: float,
    now: Now,
) -> bool:
    """Whether one of them has ended before so many seconds have passed."""
    end = now() + seconds
    while (left := end - now()) > 0 and not any(one.done() for one in those):
        await asyncio.wait(those, timeout=left, return_when=asyncio.FIRST_COMPLETED)
    return any(one.done() for one in those)


async def _stop(running: "asyncio.Future[Verdict]", number: int, now: Now) -> None:
    running.cancel()
    if not await _ended([running], STOP_SECONDS, now):
        raise Trouble(f"the lab itself failed: check {number} does not stop; not your fault")
    if not running.cancelled():
        running.exception()  # seen, so that asyncio does not complain of it


def _verdict(running: "asyncio.Future[Verdict]", caller: Mixed) -> Verdict:
    problem = running.exception()
    if problem is None:
        return running.result()
    if gone := first_of(problem, Unavailable):
        raise gone
    fault = first_of(problem, Fault)
    if fault is None or fault.exercise not in caller.exercises:
        raise problem
    return _failed(fault)


def _failed(fault: Fault) -> Fail:
    return Fail(fault.message, outcome=fault.outcome)


def _overdue(deadline: float) -> Fail:
    waited = f"no end after {deadline:.2g} seconds: what the check waits for never comes"
    return Fail(waited, outcome="timeout")


def too_late(seconds: float) -> Fail:
    """The verdict on a check that is not run, for the submission's time is over."""
    over = f"not run: the {seconds:g} seconds for all checks of a submission were over"
    return Fail(over, outcome="timeout")


def first_of(problem: BaseException, kind: type[_E]) -> _E | None:
    """The exception if it is of that kind, or the first one in it if it is a group."""
    if isinstance(problem, kind):
        return problem
    for inner in problem.exceptions if isinstance(problem, BaseExceptionGroup) else ():
        if (found := first_of(inner, kind)) is not None:
            return found
    return None
