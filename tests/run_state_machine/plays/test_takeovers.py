"""Two workers at one run: order is lost without any disorder."""

from labs.run_state_machine.plays.takeovers import a_takeover


async def test_a_piece_that_was_stored_before_lands_behind() -> None:
    lines = (await a_takeover()).lines
    assert lines[4].split()[-8:] == ["0", "1", "3", "4", "5", "6", "7", "2"]
    assert "refused" in lines[4]
    assert "the parcel us about today." in lines[-2]


async def test_it_is_the_same_every_time() -> None:
    assert len({str(await a_takeover()) for _ in range(3)}) == 1
