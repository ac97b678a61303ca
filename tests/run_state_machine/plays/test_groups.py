"""A consumer group divides, a broadcast copies."""

from labs.run_state_machine.plays.groups import each_for_itself, in_one_group
from labs.run_state_machine.plays.streams import pieces


def numbers(lines: tuple[str, ...]) -> list[list[int]]:
    rows = [line.split() for line in lines]
    return [[int(n) for n in row] for row in rows if row and row[0].isdigit()]


async def test_a_group_gives_each_piece_to_one() -> None:
    every = list(range(len(pieces())))
    assert numbers((await in_one_group("phone", "laptop")).lines) == [every[::2], every[1::2]]
    assert numbers((await in_one_group("a", "b", "c")).lines) == [every[n::3] for n in range(3)]


async def test_a_plain_read_gives_all_to_each() -> None:
    every = list(range(len(pieces())))
    assert numbers((await each_for_itself("phone", "laptop")).lines) == [every, every]
