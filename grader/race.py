"""One run of one check: against a fault of the student's code, and against the clock.

Knows asyncio and the words of checking. Whatever else a check raises is ours, and goes on up.
"""

import asyncio
from typing import TypeVar

from grader.callers import Mixed
from grader.record import Trouble
from labs.checking import Bench, Fail, Fault, SelfCheck, Verdict
from labs.runtime.ports import Unavailable

STOP_SECONDS = 1.0
"""What a check may take to take its system down."""

_E = TypeVar("_E", bound=BaseException)


async def attempt(check: SelfCheck, bench: Bench, caller: Mixed, *, deadline: float) -> Verdict:
    """The check's verdict; a fault of the student's or an overdue end is a failed check.

    Raises:
        Trouble: the check cannot be stopped, or blames code that is not the student's.
        Unavailable: a service has gone meanwhile.
    """
    running = asyncio.ensure_future(check.run(bench))
    faulted = asyncio.ensure_future(caller.faulted.wait())
    first = asyncio.FIRST_COMPLETED
    try:
        # A system whose student's code has faulted may wait for ever: so the fault itself wakes.
        await asyncio.wait({running, faulted}, timeout=deadline, return_when=first)
        overdue = not running.done() and not faulted.done()
    finally:
        faulted.cancel()
        await _stop(running, check.number)
    if caller.fault is not None:
        return _failed(caller.fault)
    return _overdue(deadline) if overdue else _verdict(running, caller)


async def _stop(running: "asyncio.Future[Verdict]", number: int) -> None:
    running.cancel()
    await asyncio.wait({running}, timeout=STOP_SECONDS)
    if not running.done():
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
