"""A piece that never comes: silence, then the store, then an error."""

import pytest

from labs.run_state_machine.plays.losses import a_lost_piece, after_the_silence
from tests.run_state_machine.plays.naive import Mute, PassThrough


async def test_behind_a_hole_nothing_is_shown() -> None:
    assert (await a_lost_piece()).lines == (
        "arrived     0 1 2 3 4 6 7 4 6 7",
        "shown       0 1 2 3 4",
        "not shown   6 7",
    )


async def test_the_store_fills_the_hole() -> None:
    assert (await after_the_silence()).lines[-3:] == (
        "2 s later   the gateway asks the store, which has 5",
        "shown then  5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
        "the end     the whole sentence",
    )


async def test_where_the_store_lacks_it_too_there_is_an_error() -> None:
    assert (await after_the_silence(in_store=False)).lines[-3:] == (
        "2 s later   the gateway asks the store, which lacks 5",
        "shown then  nothing",
        "the end     error gap; the client comes back with Last-Event-ID 4",
    )


@pytest.mark.parametrize("in_store", [True, False])
async def test_who_shows_everything_never_notices(in_store: bool) -> None:
    lines = (await after_the_silence(PassThrough, in_store=in_store)).lines
    assert lines[-3].endswith("nobody has noticed that a piece is missing")
    assert lines[-1] == "the end     a sentence with a hole"


async def test_an_orderer_that_shows_nothing_does_not_keep_a_cell_waiting() -> None:
    lines = (await after_the_silence(Mute)).lines
    assert lines[1] == "shown       nothing"
    assert "which has 5; the orderer keeps it" in lines[-4]
    assert lines[-1] == "the end     error gap; the client comes back with no Last-Event-ID"
