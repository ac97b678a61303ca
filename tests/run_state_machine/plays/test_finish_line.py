"""The race at the finish line, in both orders."""

import pytest

from labs.calls import Fault
from labs.run_state_machine.plays.finish_line import race
from labs.run_state_machine.plays.stage import reference

RIGHT = reference().functions()["should_merge"]


async def test_the_message_first_the_worker_may_not_finish() -> None:
    seen = await race(RIGHT, first="message")
    assert seen.second.merged
    assert seen.reran
    assert list(seen.asked) == [("streaming", True)]
    (reply,) = seen.replies.values()
    assert "refund" in reply
    assert "exchange" in reply


async def test_the_worker_first_the_message_reads_again_and_gets_its_own_run() -> None:
    seen = await race(RIGHT, first="worker")
    assert not seen.second.merged
    assert not seen.reran
    assert list(seen.asked) == [("streaming", True), ("done", False)]
    assert list(seen.replies)[1] == seen.second.run_id
    assert "answers about exchange" in repr(seen)


async def test_a_rule_that_never_merges_runs_no_race() -> None:
    for first in ("message", "worker"):
        seen = await race(lambda prev, now: False, first)
        assert (seen.second.merged, seen.reran, len(seen.replies)) == (False, False, 2)


async def test_a_rule_that_breaks_is_a_fault_of_its_own() -> None:
    with pytest.raises(Fault, match="should_merge for a streaming run raised"):
        await race(lambda prev, now: prev is not None and 1 / 0 > 0, first="message")
