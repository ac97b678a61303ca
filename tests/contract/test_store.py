"""The Store port's contract: what each write needs, and what it leaves when it does not get it."""

from dataclasses import replace
from datetime import UTC

import pytest

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.ports import AT_WORK, DELTA, DONE, RERUN, TERMINAL, Store, StoredRun, Transcript
from tests.contract.stored import (
    LEASE,
    MOMENT,
    NEW,
    PENDING,
    RUNNING,
    STREAMING,
    T0,
    beside,
    claim,
    claimed,
    deltas,
    look,
    told,
    write,
)

# create, and the three ways to read a run


async def test_a_created_run_is_found_as_it_was_given(store: Store) -> None:
    run = Run("r", "s", PENDING, T0, ("one", "", "three"), 0)

    assert await store.create(run, 3)

    expected = StoredRun(run, ordinal=3, next_seq=0, deadline=None, archived=None)
    found = await look(store)
    assert found == expected == await store.latest("s")
    assert await store.history("s", 10) == [expected]
    assert type(found.run.status) is RunStatus
    assert found.run.created_at.tzinfo is UTC


async def test_a_place_is_given_once(store: Store) -> None:
    assert await store.create(beside("first"), 0)
    assert not await store.create(beside("second"), 0)
    assert await store.run("second") is None
    assert await store.create(beside("second"), 1)


async def test_an_id_is_given_once(store: Store) -> None:
    assert await store.create(NEW, 0)
    assert not await store.create(replace(NEW, inputs=("other",)), 1)
    assert await store.history("s", 10) == [StoredRun(NEW, 0, 0, None, None)]


async def test_sessions_count_their_runs_apart(store: Store) -> None:
    assert await store.create(beside("a", session_id="s"), 0)
    assert await store.create(beside("b", session_id="t"), 0)
    assert [s.run.id for s in await store.history("s", 10)] == ["a"]


async def test_a_session_has_no_second_run_at_work_from_the_start(store: Store) -> None:
    assert await store.create(beside("a", STREAMING), 0)
    assert not await store.create(beside("b", RUNNING), 1)
    assert await store.create(beside("c", PENDING), 1)
    assert await store.create(beside("d", RUNNING, "t"), 0)


async def test_a_session_is_in_the_order_of_its_ordinals(store: Store) -> None:
    for run_id, ordinal in [("b", 1), ("c", 2), ("a", 0)]:
        assert await store.create(beside(run_id), ordinal)
    assert [s.run.id for s in await store.history("s", 10)] == ["a", "b", "c"]
    assert [s.run.id for s in await store.history("s", 2)] == ["b", "c"]
    latest = await store.latest("s")
    assert latest is not None
    assert latest.run.id == "c"


async def test_what_is_not_there_is_none_or_empty(store: Store) -> None:
    assert await store.run("r") is None
    assert await store.latest("s") is None
    assert await store.history("s", 10) == []
    assert await store.fragments("r", 0, 10) == []
    assert await store.transcript("r") == Transcript("", -1)
    assert await store.waiting("s") is None
    assert await store.overdue(T0) == []
    assert await store.archive(T0) == 0


async def test_what_is_not_there_cannot_be_changed(store: Store) -> None:
    ghost = StoredRun(NEW, 0, 0, None, None)
    assert not await store.merge("r", "text", PENDING)
    assert not await claim(store, ghost)
    assert not await store.renew("r", 0, T0)
    assert not await write(store, ghost, deltas("a"))
    assert await store.end(ghost, target=RunStatus.FAILED) is None


async def test_it_answers(store: Store) -> None:
    await store.ping()


# merge


@pytest.mark.parametrize("status", RunStatus)
async def test_a_merge_adds_an_input_and_nothing_else(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("r", status), 0)
    assert await store.merge("r", "more", status)
    run = beside("r", status)
    assert await look(store) == StoredRun(replace(run, inputs=("hello", "more")), 0, 0, None, None)


async def test_a_merge_needs_the_status_that_was_seen(store: Store) -> None:
    before = await claimed(store)
    assert not await store.merge("r", "more", STREAMING)
    assert not await store.merge("r", "more", PENDING)
    assert await look(store) == before


# claim


async def test_a_claim_takes_a_pending_run(store: Store) -> None:
    assert await store.create(NEW, 0)
    assert await claim(store, await look(store))
    run = replace(NEW, status=RUNNING, attempt=1)
    assert await look(store) == StoredRun(run, 0, 0, T0 + LEASE, None)


async def test_a_claim_is_refused_when_the_status_has_moved(store: Store) -> None:
    assert await store.create(NEW, 0)
    pending = await look(store)
    assert await store.end(pending, target=RunStatus.CANCELLED)
    assert not await claim(store, pending)


async def test_a_claim_is_refused_when_the_attempt_has_moved(store: Store) -> None:
    first = await claimed(store)
    assert await claim(store, first, now=T0 + LEASE)
    assert not await claim(store, first, now=T0 + 5 * LEASE)


async def test_a_claim_in_force_holds_until_its_deadline_exactly(store: Store) -> None:
    seen = await told(store, *deltas("a", "b"))
    assert not await claim(store, seen, STREAMING, now=T0 + LEASE - MOMENT)
    assert await look(store) == seen
    assert await claim(store, seen, STREAMING, now=T0 + LEASE)
    taken = replace(seen.run, attempt=2)
    assert await look(store) == replace(seen, run=taken, deadline=T0 + 2 * LEASE)


@pytest.mark.parametrize("status", RunStatus)
async def test_a_claim_waits_for_earlier_runs(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("earlier", status), 0)
    assert await store.create(NEW, 1)
    assert await claim(store, await look(store)) == (status in TERMINAL)


@pytest.mark.parametrize("status", RunStatus)
async def test_a_claim_minds_later_runs_only_at_work(store: Store, status: RunStatus) -> None:
    assert await store.create(NEW, 0)
    assert await store.create(beside("later", status), 1)
    assert await claim(store, await look(store)) == (status not in AT_WORK)


async def test_a_claim_does_not_mind_other_sessions(store: Store) -> None:
    assert await store.create(beside("other", RUNNING, "t"), 0)
    assert await store.create(NEW, 1)
    assert await claim(store, await look(store))


# renew


async def test_a_renewal_moves_the_deadline(store: Store) -> None:
    seen = await claimed(store)
    assert await store.renew("r", 1, T0 + 2 * LEASE)
    assert await look(store) == replace(seen, deadline=T0 + 2 * LEASE)
    assert not await claim(store, seen, now=T0 + LEASE)


async def test_a_renewal_needs_the_newest_attempt(store: Store) -> None:
    first = await claimed(store)
    assert await claim(store, first, now=T0 + LEASE)
    second = await look(store)
    assert not await store.renew("r", 1, T0 + 9 * LEASE)
    assert not await store.renew("r", 3, T0 + 9 * LEASE)
    assert await look(store) == second


@pytest.mark.parametrize("status", RunStatus)
async def test_a_renewal_needs_a_run_at_work(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("r", status), 0)
    assert await store.renew("r", 0, T0) == (status in AT_WORK)


# append


async def test_an_append_writes_fragments_and_status(store: Store) -> None:
    seen = await claimed(store)
    fragments = [*deltas("a", "b"), Fragment("r", 2, RERUN, "2"), *deltas("c", start=3)]
    assert await write(store, seen, fragments)
    run = replace(seen.run, status=STREAMING)
    assert await look(store) == replace(seen, run=run, next_seq=4)
    assert await store.fragments("r", 0, 10) == fragments


async def test_an_append_needs_the_status_that_was_seen(store: Store) -> None:
    seen = await claimed(store)
    stale = replace(seen, run=replace(seen.run, status=STREAMING))
    assert not await write(store, stale, deltas("a"))
    assert await look(store) == seen
    assert await store.fragments("r", 0, 10) == []


async def test_an_append_needs_the_newest_attempt(store: Store) -> None:
    first = await claimed(store)
    assert await claim(store, first, now=T0 + LEASE)
    assert not await write(store, first, deltas("late"))
    assert await write(store, await look(store), deltas("mine"))
    assert await store.fragments("r", 0, 10) == deltas("mine")


@pytest.mark.parametrize("start", [0, 1, 3])
async def test_an_append_goes_on_at_the_next_number(store: Store, start: int) -> None:
    seen = await told(store, *deltas("a", "b"))
    assert not await write(store, seen, deltas("x", "y", start=start))
    assert await look(store) == seen
    assert await store.fragments("r", 0, 10) == deltas("a", "b")


@pytest.mark.parametrize(
    "fragments",
    [
        [],
        [Fragment("r", 0, DELTA, "a"), Fragment("r", 2, DELTA, "c")],
        [Fragment("r", 0, DELTA, "a"), Fragment("r", 0, DELTA, "a")],
        [Fragment("r", 0, DELTA, "a"), Fragment("other", 1, DELTA, "b")],
    ],
    ids=["none", "gap", "twice", "another run's"],
)
async def test_an_append_takes_consecutive_fragments_of_its_run(
    store: Store, fragments: list[Fragment]
) -> None:
    seen = await claimed(store)
    with pytest.raises(ValueError, match="consecutive"):
        await write(store, seen, fragments)
    assert await look(store) == seen


# end


@pytest.mark.parametrize("target", TERMINAL)
async def test_an_end_writes_fragment_and_status(store: Store, target: RunStatus) -> None:
    seen = await told(store, *deltas("a"))
    last = await store.end(seen, target=target)
    assert last == Fragment("r", 1, DONE, target.value)
    assert await store.fragments("r", 0, 10) == [*deltas("a"), last]
    run = replace(seen.run, status=target)
    assert await look(store) == replace(seen, run=run, next_seq=2, deadline=None)


async def test_a_run_that_never_began_ends_with_number_0(store: Store) -> None:
    assert await store.create(NEW, 0)
    last = await store.end(await look(store), target=RunStatus.CANCELLED)
    assert last == Fragment("r", 0, DONE, "cancelled")


async def test_an_end_needs_the_status_that_was_seen(store: Store) -> None:
    running = await claimed(store)
    assert await write(store, running, deltas("a"))
    assert await store.end(running, target=RunStatus.FAILED) is None
    assert await store.fragments("r", 0, 10) == deltas("a")


async def test_an_end_needs_the_newest_attempt(store: Store) -> None:
    first = await claimed(store)
    assert await claim(store, first, now=T0 + LEASE)
    second = await look(store)
    assert await store.end(first, target=RunStatus.FAILED) is None
    assert await look(store) == second


async def test_an_end_comes_once(store: Store) -> None:
    seen = await claimed(store)
    assert await store.end(seen, target=RunStatus.DONE)
    assert await store.end(seen, target=RunStatus.FAILED) is None
    assert await store.fragments("r", 0, 10) == [Fragment("r", 0, DONE, "done")]


async def test_an_end_counts_the_inputs_if_told_to(store: Store) -> None:
    seen = await claimed(store)
    assert await store.merge("r", "more", RUNNING)
    assert await store.end(seen, target=RunStatus.DONE, inputs=1) is None
    assert await store.end(seen, target=RunStatus.DONE, inputs=3) is None
    assert await store.end(seen, target=RunStatus.DONE, inputs=2)


async def test_an_end_does_not_count_the_inputs_otherwise(store: Store) -> None:
    seen = await claimed(store)
    assert await store.merge("r", "more", RUNNING)
    assert await store.end(seen, target=RunStatus.CANCELLED)
