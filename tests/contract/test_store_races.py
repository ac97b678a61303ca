"""The Store port's contract among concurrent writers: two processes, each race many times."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

from labs.runs import Fragment, RunStatus
from labs.runtime.ports import RERUN, Store, StoredRun
from tests.contract.stored import (
    LEASE,
    MOMENT,
    RUNNING,
    T0,
    beside,
    claim,
    claimed,
    deltas,
    ended,
    look,
    write,
)

A = TypeVar("A")
B = TypeVar("B")
ROUNDS = 16
"""How often a race is run: one that is lost once in a few times is then seen."""


async def race(turn: int, one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Both at once; they take turns in starting first."""
    if turn % 2:
        return await asyncio.gather(one, other)
    second, first = await asyncio.gather(other, one)
    return first, second


async def test_of_two_that_want_a_place_one_gets_it(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        won = await race(i, store.create(beside(f"a{i}"), i), peer.create(beside(f"b{i}"), i))
        assert sorted(won) == [False, True]


async def test_of_two_claims_one_gets_the_run(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        run = beside(f"r{i}", session_id=f"s{i}")
        assert await store.create(run, 0)
        seen = await look(store, run.id)
        won = await race(i, claim(store, seen), claim(peer, seen))
        assert sorted(won) == [False, True]
        assert (await look(store, run.id)).run.attempt == 1


async def test_of_two_runs_of_a_session_one_gets_to_work(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        session = f"s{i}"
        assert await store.create(beside(f"b{i}", session_id=session), 1)
        seen = await look(store, f"b{i}")
        won = await race(i, store.create(beside(f"a{i}", RUNNING, session), 0), claim(peer, seen))
        assert sorted(won) == [False, True]


async def test_a_merge_and_a_finish_do_not_slip_past_each_other(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        run = beside(f"r{i}", session_id=f"s{i}")
        seen = await claimed(store, run)
        merged, last = await race(
            i,
            peer.merge(run.id, "more", RUNNING),
            store.end(seen, target=RunStatus.DONE, inputs=1),
        )
        assert merged == (last is None)
        assert len((await look(store, run.id)).run.inputs) == 1 + merged


async def test_the_first_fragment_and_a_cancel_exclude_each_other(
    store: Store, peer: Store
) -> None:
    for i in range(ROUNDS):
        run = beside(f"r{i}", session_id=f"s{i}")
        seen = await claimed(store, run)
        written, last = await race(
            i,
            write(store, seen, deltas("a", run_id=run.id)),
            peer.end(seen, target=RunStatus.CANCELLED),
        )
        assert written == (last is None)


async def test_nothing_is_written_behind_the_terminal_fragment(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        run = beside(f"r{i}", session_id=f"s{i}")
        assert await write(store, await claimed(store, run), deltas("a", run_id=run.id))
        seen = await look(store, run.id)
        more = deltas("b", "c", start=1, run_id=run.id)
        written, last = await race(
            i, write(store, seen, more), peer.end(seen, target=RunStatus.DONE)
        )
        assert last is not None
        output = await store.fragments(run.id, 0, 10)
        assert output == [*deltas("a", run_id=run.id), *(more if written else []), last]


async def test_a_takeover_fences_the_late_writer_off(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        run = beside(f"r{i}", session_id=f"s{i}")
        late = await claimed(store, run)

        async def take_over(late: StoredRun = late) -> list[Fragment]:
            assert await claim(peer, late, now=T0 + LEASE)
            seen = await look(peer, late.run.id)
            rerun = [Fragment(late.run.id, seen.next_seq, RERUN, "2")]
            assert await write(peer, seen, rerun)
            return rerun

        first = deltas("late", run_id=run.id)
        written, rerun = await race(i, write(store, late, first, RUNNING), take_over())
        assert await store.fragments(run.id, 0, 10) == [*(first if written else []), *rerun]
        assert not await write(store, late, deltas("later", start=2, run_id=run.id))


async def test_only_the_holder_of_the_attempt_writes(store: Store, peer: Store) -> None:
    seen = await claimed(store)
    for attempt in (1, 2):
        assert await claim(store, seen, now=T0 + attempt * LEASE)
        seen = await look(store)

    async def writer(attempt: int) -> int:
        successes = 0
        mine = store if attempt % 2 else peer
        for _ in range(ROUNDS):
            now = await look(mine)
            taken = replace(now, run=replace(now.run, attempt=attempt))
            text = deltas(f"by {attempt}", start=now.next_seq)
            successes += await write(mine, taken, text, now.run.status)
        return successes

    counts = await asyncio.gather(*(writer(attempt) for attempt in range(6)))
    assert counts == [0, 0, 0, ROUNDS, 0, 0]
    assert await store.fragments("r", 0, 1000) == deltas(*["by 3"] * ROUNDS)


async def test_writers_of_one_attempt_never_use_a_number_twice(store: Store, peer: Store) -> None:
    seen = await claimed(store)

    async def writer(mine: Store, name: str) -> int:
        successes = 0
        for _ in range(ROUNDS):
            now = await look(mine)
            text = deltas(name, start=now.next_seq)
            successes += await write(mine, seen, text, RUNNING)
        return successes

    counts = await asyncio.gather(*(writer(mine, n) for mine in (store, peer) for n in "ab"))
    output = await store.fragments("r", 0, 1000)
    assert [f.seq for f in output] == list(range(sum(counts)))
    assert (await look(store)).next_seq == sum(counts)


async def test_two_archivists_share_the_work(store: Store, peer: Store) -> None:
    for i in range(ROUNDS):
        await ended(store, beside(f"r{i}"), i, "a", "b")
    counts = await asyncio.gather(*(s.archive(T0 + MOMENT) for s in (store, peer) for _ in "ab"))
    assert sum(counts) == ROUNDS
    assert {s.archived for s in await store.history("s", 10)} == {"ab"}
