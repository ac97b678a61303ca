"""The Store port's contract: what is read, what waits, what is archived, and odd texts."""

import asyncio
from dataclasses import replace

import pytest

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.ports import RERUN, TERMINAL, Store, Transcript
from tests.contract.stored import (
    LEASE,
    MOMENT,
    NEW,
    PENDING,
    RUNNING,
    STREAMING,
    T0,
    beside,
    claimed,
    deltas,
    ended,
    look,
    told,
    write,
)

# fragments and transcript


@pytest.mark.parametrize(
    ("start", "limit", "expected"),
    [
        (0, 9, "abcd"),
        (0, 2, "ab"),
        (2, 9, "cd"),
        (1, 2, "bc"),
        (4, 9, ""),
        (10**9, 9, ""),
        (0, 0, ""),
    ],
)
async def test_fragments_are_read_in_pages(
    store: Store, start: int, limit: int, expected: str
) -> None:
    await told(store, *deltas(*"abcd"))
    page = await store.fragments("r", start, limit)
    assert page == deltas(*expected, start=start)


async def test_a_transcript_is_what_came_so_far(store: Store) -> None:
    await claimed(store)
    assert await store.transcript("r") == Transcript("", -1)
    assert await write(store, await look(store), deltas("a", "", "b"))
    assert await store.transcript("r") == Transcript("ab", 2)


async def test_a_rerun_voids_the_transcript_before_it(store: Store) -> None:
    await told(store, *deltas("a", "b"), Fragment("r", 2, RERUN, "2"))
    assert await store.transcript("r") == Transcript("", 2)
    assert await write(store, await look(store), deltas("c", start=3))
    assert await store.transcript("r") == Transcript("c", 3)
    again = [Fragment("r", 4, RERUN, "3"), *deltas("d", "e", start=5)]
    assert await write(store, await look(store), again)
    assert await store.transcript("r") == Transcript("de", 6)


async def test_a_transcript_leaves_the_terminal_fragment_out(store: Store) -> None:
    await ended(store, NEW, 0, "a", "b")
    assert await store.transcript("r") == Transcript("ab", 1)
    await ended(store, beside("silent"), 1)
    assert await store.transcript("silent") == Transcript("", -1)


# waiting and overdue


@pytest.mark.parametrize("status", RunStatus)
async def test_the_first_unfinished_run_waits(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("a", RunStatus.DONE), 0)
    assert await store.create(beside("b", status), 1)
    assert await store.create(beside("c"), 2)
    expected = {PENDING: "b", RUNNING: None, STREAMING: None}.get(status, "c")
    assert await store.waiting("s") == expected


async def test_nobody_waits_in_a_finished_session(store: Store) -> None:
    await ended(store, NEW)
    assert await store.waiting("s") is None


@pytest.mark.parametrize("status", RunStatus)
async def test_a_pending_run_is_overdue_when_first_in_line(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("a", status), 0)
    assert await store.create(beside("b"), 1)
    assert await store.create(beside("c"), 2)
    expected = {PENDING: ["a"], RUNNING: [], STREAMING: []}.get(status, ["b"])
    assert await store.overdue(T0) == expected


async def test_a_claim_is_overdue_from_its_deadline_on(store: Store) -> None:
    seen = await claimed(store)
    assert await store.overdue(T0 + LEASE - MOMENT) == []
    assert await store.overdue(T0 + LEASE) == ["r"]
    assert await write(store, seen, deltas("a"))
    assert await store.overdue(T0 + LEASE) == ["r"]
    assert await store.end(await look(store), target=RunStatus.DONE)
    assert await store.overdue(T0 + LEASE) == []


async def test_the_oldest_are_overdue_first_and_not_all_at_once(store: Store) -> None:
    for i in range(101):
        run = Run(f"r{i:03}", f"s{i}", PENDING, T0 - i * MOMENT, ("hi",), 0)
        assert await store.create(run, 0)
    assert await store.overdue(T0) == [f"r{i:03}" for i in range(100, 0, -1)]


# archive


async def test_an_archived_run_keeps_its_text_and_its_last_fragment(store: Store) -> None:
    await told(store, *deltas("a"), Fragment("r", 1, RERUN, "2"), *deltas("b", "c", start=2))
    last = await store.end(await look(store), target=RunStatus.FAILED)
    before = await look(store)

    assert await store.archive(T0 + MOMENT) == 1

    assert await store.fragments("r", 0, 10) == [last]
    assert await store.transcript("r") == Transcript("bc", 3)
    assert await look(store) == replace(before, archived="bc")


async def test_a_run_without_text_is_archived_too(store: Store) -> None:
    await ended(store, NEW)
    assert await store.archive(T0 + MOMENT) == 1
    assert (await look(store)).archived == ""
    assert await store.transcript("r") == Transcript("", -1)


async def test_a_run_is_archived_once(store: Store) -> None:
    await ended(store, NEW, 0, "a")
    assert await store.archive(T0 + MOMENT) == 1
    assert await store.archive(T0 + MOMENT) == 0
    assert await store.transcript("r") == Transcript("a", 0)


async def test_only_what_is_older_is_archived(store: Store) -> None:
    await ended(store, NEW, 0, "a")
    assert await store.archive(T0) == 0
    assert (await look(store)).archived is None


@pytest.mark.parametrize("status", RunStatus)
async def test_only_what_has_ended_is_archived(store: Store, status: RunStatus) -> None:
    assert await store.create(beside("r", status), 0)
    assert await store.archive(T0 + MOMENT) == int(status in TERMINAL)


async def test_the_archive_takes_a_hundred_at_a_time(store: Store) -> None:
    for i in range(101):
        assert await store.create(beside(f"r{i}", RunStatus.DONE), i)
    assert [await store.archive(T0 + MOMENT) for _ in range(3)] == [100, 1, 0]


# texts


ODD = [
    "",
    " ",
    "\n",
    "\r",
    "\r\n",
    "a\u2028b\u2029c\u0085",
    "data: x\n\nevent: done\n",
    "\U0001f469\u200d",
    "\u200d\U0001f467",
    "e",
    "\u0301",
    "NULL",
    '{"a", \\"b"}',
    "'; DROP TABLE runs; --",
    "%(text)s %",
    "\ufeff\uffff\U0010ffff",
    "\x01\x1b\x7f",
]


async def test_odd_texts_come_back_as_they_were(store: Store) -> None:
    run = replace(NEW, inputs=tuple(ODD))
    seen = await claimed(store, run)
    assert await store.merge("r", "\u2028", RUNNING)
    assert await write(store, seen, deltas(*ODD))
    assert (await look(store)).run.inputs == (*ODD, "\u2028")
    assert await store.fragments("r", 0, 100) == deltas(*ODD)
    assert await store.end(await look(store), target=RunStatus.DONE)
    assert (await store.transcript("r")).text == "".join(ODD)
    assert await store.archive(T0 + MOMENT) == 1
    assert (await store.transcript("r")).text == "".join(ODD)


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", "a\udfff"], ids=["nul", "high", "low"])
async def test_what_is_no_text_is_refused(store: Store, bad: str) -> None:
    seen = await claimed(store)
    answers = await asyncio.gather(
        store.create(replace(NEW, id=bad), 1),
        store.create(replace(NEW, session_id=bad), 1),
        store.create(replace(NEW, id="x", inputs=("fine", bad)), 1),
        store.merge("r", bad, RUNNING),
        store.claim(seen, target=RUNNING, owner=bad, now=T0 + LEASE, deadline=T0),
        write(store, seen, deltas("fine", bad)),
        write(store, seen, [Fragment("r", 0, bad, "fine")]),
        store.run(bad),
        store.latest(bad),
        store.waiting(bad),
        store.fragments(bad, 0, 10),
        return_exceptions=True,
    )
    assert [a for a in answers if not isinstance(a, ValueError)] == []
    assert await store.history("s", 10) == [seen]
    assert await store.fragments("r", 0, 10) == []
