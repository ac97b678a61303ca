from collections.abc import Awaitable, Callable

import pytest

from labs.calls import Fault
from labs.run_state_machine.plays.ends import press_stop, race_to_the_end
from labs.run_state_machine.plays.life import a_life
from labs.run_state_machine.plays.stage import reference
from labs.run_state_machine.plays.tables import NEEDED, Table
from labs.run_state_machine.trials.state import LEGAL
from labs.runs import RunStatus

CANCELLED, DONE, STREAMING = RunStatus.CANCELLED, RunStatus.DONE, RunStatus.STREAMING


def trusting(current: RunStatus, target: RunStatus) -> RunStatus:
    return target


@pytest.fixture
def right() -> Table:
    transition = reference().functions()["transition"]
    assert callable(transition)
    return transition


async def test_a_trusting_table_lets_a_stopped_run_go_on() -> None:
    stopped = await press_stop(trusting)
    assert (stopped.answered, stopped.status) == ("cancelled", "done")
    assert stopped.watched == [*range(9)]
    assert stopped.after_the_end == [*range(9, 22)]
    assert stopped.moves[-2:] == [(CANCELLED, STREAMING), (STREAMING, DONE)]
    assert "9 to 21" in repr(stopped)


async def test_with_the_rule_a_stopped_run_stays_stopped(right: Table) -> None:
    stopped = await press_stop(right)
    assert (stopped.answered, stopped.status) == ("cancelled", "cancelled")
    assert stopped.after_the_end == []
    assert stopped.moves[-1] == (CANCELLED, STREAMING)
    assert "nothing: cancelled -> streaming is refused" in repr(stopped)


async def test_who_comes_second_in_a_race_updates_no_row_and_is_then_refused(right: Table) -> None:
    race = await race_to_the_end(right)
    seen = [(t.saw, t.table, t.rows) for t in race.tries if t.who == "gateway"]
    assert seen == [("streaming", "legal", "0 rows: read again"), ("done", "refused", "not tried")]
    assert repr(race).endswith("in the store: done")


async def test_a_trusting_table_lets_the_second_one_overwrite_the_end() -> None:
    race = await race_to_the_end(trusting)
    assert [t.rows for t in race.tries] == ["1 row", "0 rows: read again", "1 row"]
    assert race.status == "cancelled"


async def test_a_life_is_timed_status_by_status(right: Table) -> None:
    life = await a_life(right)
    assert life.path == ["pending", "running", "streaming", "done"]
    assert [after.total_seconds() for _, after in life.statuses] == [0, 1.2, 3, 7]
    assert repr(life).endswith("first token: 3.0 s = 1.2 s in the queue + 1.8 s of thinking")


@pytest.mark.parametrize("move", NEEDED)
async def test_a_table_with_a_legal_move_missing_is_told_so(
    right: Table, move: tuple[RunStatus, RunStatus]
) -> None:
    def strict(current: RunStatus, target: RunStatus) -> object:
        if (current, target) == move:
            raise ValueError("no")
        return right(current, target)

    play: Callable[[Table], Awaitable[object]] = press_stop if move[1] == CANCELLED else a_life
    with pytest.raises(Fault, match="the move is legal, and without it no run ends: no"):
        await play(strict)


@pytest.mark.parametrize("play", [press_stop, race_to_the_end, a_life])
async def test_an_answer_that_is_no_new_status_ends_the_play(
    play: Callable[[Table], Awaitable[object]], right: Table
) -> None:
    def old(current: RunStatus, target: RunStatus) -> object:
        right(current, target)
        return current

    with pytest.raises(Fault, match="written down as the new status, and it is pending"):
        await play(old)


def test_every_move_that_a_play_needs_is_legal() -> None:
    assert all(target in LEGAL[current] for current, target in NEEDED)
