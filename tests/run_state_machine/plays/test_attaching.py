"""Replay and attach: one order leaves a hole, the other an overlap."""

from collections.abc import Sequence

from labs.run_state_machine.plays.attaching import WritingRun, attached

Numbers = tuple[Sequence[int], Sequence[int]]


async def replay_then_attach(run: WritingRun) -> Numbers:
    replayed = await run.replay()
    await run.write(2)
    position = await run.position()
    await run.write(4)
    return replayed, await run.live(position)


async def position_first(run: WritingRun) -> Numbers:
    position = await run.position()
    await run.write(2)
    replayed = await run.replay()
    await run.write(4)
    return replayed, await run.live(position)


async def test_what_is_written_in_between_is_lost() -> None:
    assert (await attached(replay_then_attach)).lines[-3:] == (
        "came twice  nothing",
        "never came  6 to 7",
        "shown       0 1 2 3 4 5",
    )


async def test_what_is_written_in_between_comes_twice() -> None:
    assert (await attached(position_first)).lines[-3:] == (
        "came twice  6 to 7",
        "never came  nothing",
        "shown       0 1 2 3 4 5 6 7 8 9 10 11",
    )
