"""A stream through the disordered bus, as a student's orderer leaves it."""

from labs.run_state_machine.plays.stage import reference
from labs.run_state_machine.plays.streams import a_stream, pieces, scramble
from labs.runtime.disorder import BLOCK_SIZE
from tests.run_state_machine.plays.naive import DropsEarly, PassThrough


async def test_whatever_comes_is_shown_as_it_comes() -> None:
    _, arrived, shown, *reads = (await a_stream(PassThrough)).lines
    assert arrived.split()[1:] == shown.split()[1:] != sorted(arrived.split()[1:])
    assert " ".join(reads).startswith("reads     Good that you ask us about the parcel refund is")


async def test_a_right_orderer_shows_what_was_sent() -> None:
    sent, arrived, shown, *reads = (await a_stream(reference().functions()["SeqOrderer"])).lines
    assert sent.split()[1:] == shown.split()[1:] != arrived.split()[1:]
    assert " ".join(" ".join(reads).split()) == f"reads {''.join(pieces()).strip()}"


async def test_what_the_store_had_to_put_right_is_told() -> None:
    *_, but = (await a_stream(DropsEarly)).lines
    assert but.startswith("but       the store was asked once for what the orderer did not show")


async def test_the_picture_has_the_very_arrivals_of_the_run() -> None:
    arrived = (await a_stream(PassThrough)).lines[1]
    numbers = [int(n) for n in arrived.split()[1:-1]]
    assert list(scramble(len(pieces()), 6, BLOCK_SIZE)[: len(numbers)]) == numbers
