"""A scenario in which a wrong answer plays: it is left if it waits for what never comes."""

import asyncio

import pytest

from labs import trials
from labs.checking import Counterexample, Fail
from labs.trials import Finding, played

FOUND = Finding(Counterexample("turns", "begin('a')", "True", "False"))


async def stands_still() -> str:
    await asyncio.Event().wait()
    return "never"


async def plays() -> str:
    return "seen"


@pytest.mark.parametrize("finding", [None, FOUND])
async def test_a_scenario_that_ends_shows_what_was_seen(finding: Finding | None) -> None:
    assert await played(plays(), finding) == "seen"


async def test_one_that_never_ends_shows_the_input_that_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trials, "STANDS_STILL", 0.01)
    fail = await played(stands_still(), FOUND)
    assert isinstance(fail, Fail)
    assert fail.counterexample is FOUND.counterexample
    assert "never comes" in fail.message


async def test_without_a_finding_whoever_set_a_deadline_decides() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await played(stands_still(), None)
