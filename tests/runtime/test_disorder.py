"""Disorder: swaps and repeats inside blocks, the same for the same seed, and nothing else."""

from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from fakeredis import FakeAsyncRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st

from labs.runs import Fragment
from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.disorder import BLOCK_SIZE, DisorderedBus, arrival_order
from labs.runtime.ports import DELTA, DONE
from tests.runtime.properties import thoroughly

SEEDS = st.integers(0, 1_000)
LENGTHS = st.integers(0, 60)
CUTS = st.lists(st.integers(1, 7), max_size=30)


@dataclass
class TapeBus(RedisBus):
    """A bus on which everything has been published already, in batches of the given sizes."""

    def __init__(self, fragments: Sequence[Fragment], cuts: Sequence[int]) -> None:
        super().__init__(FakeAsyncRedis(server=FakeServer(), socket_timeout=None))
        self._fragments = list(fragments)
        self._cuts = cuts

    async def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        rest = self._fragments
        for cut in self._cuts:
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


def output(count: int) -> list[Fragment]:
    deltas = [Fragment("run", seq, DELTA, f"text {seq}") for seq in range(count)]
    return [*deltas, Fragment("run", count, DONE, "done")]


async def heard(
    count: int, seed: int, cuts: Sequence[int] = (), waiter: str = "waiter 1"
) -> list[Fragment]:
    bus = DisorderedBus(TapeBus(output(count), cuts), seed)
    return [f async for batch in bus.listen("run", "0-0", waiter) for f in batch]


@thoroughly
@given(LENGTHS, SEEDS, CUTS)
async def test_nothing_is_invented_and_nothing_lost(count: int, seed: int, cuts: list[int]) -> None:
    got, sent = await heard(count, seed, cuts), output(count)
    assert set(got) == set(sent)
    assert max(Counter(got).values()) <= 2


@thoroughly
@given(LENGTHS, SEEDS, CUTS)
async def test_the_terminal_fragment_is_last_and_comes_once(
    count: int, seed: int, cuts: list[int]
) -> None:
    got = await heard(count, seed, cuts)
    assert got.index(output(count)[-1]) == len(got) - 1


@thoroughly
@given(LENGTHS, SEEDS, CUTS)
async def test_nothing_leaves_its_block_and_the_first_is_in_order(
    count: int, seed: int, cuts: list[int]
) -> None:
    got = (await heard(count, seed, cuts))[:-1]
    blocks = [f.seq // BLOCK_SIZE for f in got]
    assert blocks == sorted(blocks)
    assert [f.seq for f in got if f.seq < BLOCK_SIZE] == list(range(min(count, BLOCK_SIZE)))


@thoroughly
@given(LENGTHS, SEEDS, CUTS, CUTS)
async def test_the_same_seed_does_the_same_however_the_batches_fall(
    count: int, seed: int, cuts: list[int], others: list[int]
) -> None:
    assert await heard(count, seed, cuts) == await heard(count, seed, others)


@thoroughly
@given(SEEDS)
async def test_waiters_and_seeds_differ_and_every_later_block_is_out_of_order(seed: int) -> None:
    got = await heard(60, seed)
    assert got != await heard(60, seed, waiter="waiter 2")
    assert got != await heard(60, seed + 1)
    for block in range(1, 15):
        first_seen = dict.fromkeys(f.seq for f in got if f.seq // BLOCK_SIZE == block)
        assert list(first_seen) != sorted(first_seen)


@thoroughly
@given(LENGTHS, SEEDS)
async def test_the_order_can_be_had_without_a_bus(count: int, seed: int) -> None:
    got = (await heard(count, seed))[:-1]
    assert [f.seq for f in got] == arrival_order(count, seed=seed, waiter="waiter 1")


def test_verdicts_depend_on_these_very_orders() -> None:
    order = arrival_order(16, seed=6, waiter="waiter 1")
    assert order == [0, 1, 2, 3, 5, 4, 6, 7, 4, 6, 7, 11, 8, 10, 9, 14, 12, 15, 13, 15]


@thoroughly
@given(LENGTHS, SEEDS, st.integers(1, 16))
def test_blocks_of_any_size(count: int, seed: int, size: int) -> None:
    order = arrival_order(count, seed=seed, waiter="waiter 1", size=size)
    assert set(order) == set(range(count))
    assert [n // size for n in order] == sorted(n // size for n in order)
    if size == 1:
        assert order == list(range(count))
