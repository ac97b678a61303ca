"""Killed workers: what the log and the reader are shown."""

import pytest

from labs.course import course_folder
from labs.run_state_machine.plays.files import load, starters_files
from labs.run_state_machine.plays.kills import kill_workers

RIGHT = load(course_folder("solutions") / "run_state_machine")


@pytest.mark.parametrize("times", [1, 2])
async def test_another_worker_goes_on_at_the_next_seq(times: int) -> None:
    seen = await kill_workers(RIGHT, times)
    assert [e.seq for e in seen.shown] == list(range(len(seen.shown)))
    reruns = [(e.seq, e.data["attempt"]) for e in seen.shown if e.kind == "rerun"]
    assert reruns == [(8, 2), (12, 3)][:times]
    assert seen.shown[-1].data == {"status": "done"}
    assert sum("is not the newest" in line for line in seen.log) == times


async def test_the_third_attempts_death_is_the_runs() -> None:
    seen = await kill_workers(RIGHT, 3)
    assert seen.log[-2:] == ("worker 4 ends the run: failed", "the run: failed")
    assert seen.shown[-1].data == {"status": "failed"}
    assert [target for _, target in seen.moves] == ["running", "streaming", "failed"]


async def test_it_ends_with_the_starters_files_too() -> None:
    seen = await kill_workers(starters_files())
    assert seen.log[-1] == "the run: done"
    assert [e.seq for e in seen.shown] != list(range(len(seen.shown)))
