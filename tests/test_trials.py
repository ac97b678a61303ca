"""A scenario in which a wrong answer plays: it is left if it waits for what never comes."""

import asyncio
import itertools
from dataclasses import replace
from typing import cast

import pytest

from labs import trials
from labs.calls import Call, Caller, Fault
from labs.checking import Bench, Breach, Counterexample, Fail, Step
from labs.runtime.system import Site
from labs.trials import WRONG_TYPE, Finding, hopeless, played, tried

BENCH = Bench(cast(Caller, None), 6, cast(Site, None))
FOUND = Finding(Counterexample("turns", "begin('a')", "True", "False"))


async def stands_still() -> str:
    await asyncio.Event().wait()
    return "never"


async def stops(exercise: str) -> str:
    async with asyncio.TaskGroup():
        raise Fault(exercise, "wrong", "begin('b') answered 7; expected True or False")


async def plays() -> str:
    return "seen"


@pytest.mark.parametrize("finding", [None, FOUND])
async def test_a_scenario_that_ends_shows_what_was_seen(finding: Finding | None) -> None:
    assert await played(BENCH, plays(), finding) == "seen"


async def test_one_that_never_ends_shows_the_input_that_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trials, "STANDS_STILL", 0.01)
    fail = await played(BENCH, stands_still(), FOUND)
    assert isinstance(fail, Fail)
    assert fail.counterexample is FOUND.counterexample
    assert "never comes" in fail.message


async def test_time_that_does_not_count_is_not_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "STANDS_STILL", 0.001)
    ended, looks = asyncio.Event(), itertools.count()

    def stopped_clock() -> float:
        if next(looks) == 5:
            ended.set()
        return 0.0

    async def slow() -> str:
        await ended.wait()
        return "seen"

    assert await played(replace(BENCH, now=stopped_clock), slow(), FOUND) == "seen"


async def test_without_a_finding_whoever_set_a_deadline_decides() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await played(BENCH, stands_still(), None)


async def test_one_that_stops_at_a_fault_shows_the_input_that_was_found() -> None:
    fail = await played(BENCH, stops("turns"), FOUND)
    assert isinstance(fail, Fail)
    assert fail.counterexample is FOUND.counterexample
    assert fail.message == ("In the running system, begin('b') answered 7; expected True or False.")


@pytest.mark.parametrize(("exercise", "finding"), [("turns", None), ("outbox", FOUND)])
async def test_a_fault_that_the_input_does_not_explain_is_raised(
    exercise: str, finding: Finding | None
) -> None:
    with pytest.raises(ExceptionGroup):
        await played(BENCH, stops(exercise), finding)


@pytest.mark.parametrize(
    ("breach", "what"),
    [
        (WRONG_TYPE, "the answer is not even of the right type"),
        (Breach("raises KeyError", "error", fatal=True), "the code raised an exception"),
        (Breach("answers a number below 0", fatal=True), "the code answers a number below 0"),
    ],
)
def test_without_a_scenario_it_says_why_there_is_none(breach: Breach, what: str) -> None:
    steps = (Step(Call("f"), "f()", "0", "-6", breach),)
    fail = hopeless(Finding(Counterexample("f", "f()", "0", "-6", steps), breach.outcome, True))
    assert fail is not None
    assert fail.message == f"Tried directly, {what}; no system can run with that."


async def test_what_has_been_tried_is_not_tried_again() -> None:
    trials: list[str] = []

    async def trial() -> Finding | None:
        trials.append("made")
        return FOUND

    assert await tried(BENCH, trial()) is FOUND
    assert await tried(replace(BENCH, is_tried=True), trial()) is None
    assert trials == ["made"]
