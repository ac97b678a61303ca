"""The journal's contract, on each adapter."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labs.protocol import Approval, Event, Json, Record, Response, Semantics, ToolPhase, ToolRun
from labs.streaming_protocol.adapters.memory_journal import MemoryJournal
from labs.streaming_protocol.adapters.postgres_journal import PostgresJournal
from labs.streaming_protocol.journal import Asked, Begun, Change, Finished, Journal, Stored
from tests.services import postgres_url

T0 = datetime(2030, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)
TOOL = ToolRun("r1/0", "mail", ToolPhase.WAITING, Semantics.NEVER_AFTER_COMMIT)
NEW = Stored(Response("r1", "pending", (TOOL,)), "r1", "ada", "hi \u2028 \U0001f600", False, T0)
ARGUMENTS: dict[str, Json] = {"z": 1, "a": {"d": [1.5, None, True], "c": ""}}
ASKED = Asked(Approval("a1", "f00", False, T0, False), "r1", "r1/0", "mail", ARGUMENTS)


@pytest.fixture(params=["memory", "postgres"])
async def journal(request: pytest.FixtureRequest) -> AsyncIterator[Journal]:
    if request.param == "memory":
        yield MemoryJournal()
        return
    postgres = PostgresJournal(postgres_url(), f"koda_test_{secrets.token_hex(6)}")
    await postgres.open()
    try:
        yield postgres
    finally:
        await postgres.drop()
        await postgres.close()


def event(seq: int, **data: Json) -> Event:
    return Event("r1", seq, T0 + timedelta(seconds=seq), "output_text.delta", data, seq)


def later(seen: Stored, **more: int) -> Stored:
    return replace(seen, version=seen.version + 1, **more)  # type: ignore[arg-type]


async def test_what_was_created_is_there_as_it_was(journal: Journal) -> None:
    assert await journal.create(NEW)
    assert await journal.load("r1") == NEW
    assert await journal.load("r2") is None


async def test_an_id_is_taken_once(journal: Journal) -> None:
    assert await journal.create(NEW)
    assert not await journal.create(replace(NEW, owner="eve"))
    assert await journal.load("r1") == NEW


async def test_a_write_brings_everything(journal: Journal) -> None:
    await journal.create(NEW)
    record = Record("final", "text", None, [1, {"a": None}])
    after = replace(
        later(NEW, position=4, next_seq=2, attempt=7),
        response=Response("r1", "completed", (replace(TOOL, phase=ToolPhase.COMMITTED),)),
        stopped_at=T0,
        ended_at=T0,
        record=record,
        continued_as="r9",
    )
    events = (event(0, text="a"), event(1, text="b", nested=ARGUMENTS))
    lines = (Begun("r1/0", "f00"), Finished("r1/0", None), Begun("r1/1", "f01"))
    assert await journal.write(Change(after, events, lines, (ASKED,)))
    assert await journal.load("r1") == after
    assert await journal.events("r1", 0, 10) == list(events)
    assert await journal.lines("r1") == list(lines)
    assert await journal.asked("a1") == ASKED
    found = await journal.asked("a1")
    assert found is not None
    assert list(found.arguments) == ["z", "a"]  # a hash over them must not change by storing


async def test_a_write_of_an_old_version_changes_nothing(journal: Journal) -> None:
    await journal.create(NEW)
    first = later(NEW)
    assert await journal.write(Change(first))
    stale = Change(later(NEW), (event(0, text="a"),), (Begun("r1/0", "f"),), (ASKED,))
    assert not await journal.write(stale)
    assert await journal.load("r1") == first
    assert await journal.events("r1", 0, 10) == []
    assert await journal.lines("r1") == []
    assert await journal.asked("a1") is None


async def test_nothing_is_written_of_what_was_not_created(journal: Journal) -> None:
    assert not await journal.write(Change(later(NEW), (), (Begun("r1/0", "f"),)))
    assert await journal.lines("r1") == []


async def test_of_many_writers_one_is_first(journal: Journal) -> None:
    await journal.create(NEW)
    for version in range(5):
        seen = replace(NEW, version=version)
        racing = [Change(later(seen), lines=(Begun(f"{version}/{n}", "f"),)) for n in range(4)]
        written = await asyncio.gather(*map(journal.write, racing))
        assert sorted(written) == [False, False, False, True]
    assert len(await journal.lines("r1")) == 5


@pytest.mark.parametrize("result", [None, False, 0, "", [], {}, {"receipt": 1}, [None]])
async def test_a_result_is_a_json_value_also_a_falsy_one(journal: Journal, result: Json) -> None:
    await journal.create(NEW)
    await journal.write(Change(later(NEW), (), (Finished("r1/0", result),)))
    (line,) = await journal.lines("r1")
    assert isinstance(line, Finished)
    assert (line.result, type(line.result)) == (result, type(result))


async def test_events_come_in_order_from_a_number_on(journal: Journal) -> None:
    await journal.create(NEW)
    events = [event(seq, text=str(seq)) for seq in range(12)]
    await journal.write(Change(later(NEW, next_seq=12), tuple(events)))
    assert await journal.events("r1", 3, 4) == events[3:7]
    assert await journal.events("r1", 12, 4) == []
    assert await journal.events("r2", 0, 4) == []


async def test_lines_are_of_all_responses_with_one_root(journal: Journal) -> None:
    await journal.create(NEW)
    other = replace(NEW, response=Response("r2", "pending", ()), root="r1")
    await journal.create(other)
    await journal.write(Change(later(NEW), (), (Begun("r1/0", "f"),)))
    await journal.write(Change(later(other), (), (Finished("r1/0", 1),)))
    assert await journal.lines("r1") == [Begun("r1/0", "f"), Finished("r1/0", 1)]
    assert await journal.lines("r2") == []


async def test_an_approval_is_decided_and_used_and_the_newest_waits(journal: Journal) -> None:
    await journal.create(NEW)
    await journal.write(Change(one := later(NEW), asked=(ASKED,)))
    granted = replace(ASKED, approval=replace(ASKED.approval, granted=True), decided=True)
    await journal.write(Change(two := later(one), asked=(granted,)))
    assert await journal.asked("a1") == granted
    used = replace(granted, approval=replace(granted.approval, used=True))
    newer = replace(ASKED, approval=replace(ASKED.approval, id="a0"))
    await journal.write(Change(later(two), asked=(used, newer)))
    assert await journal.asked("a1") == used
    assert await journal.waiting("r1/0") == newer
    assert await journal.waiting("r1/1") is None


async def test_whose_claims_have_lapsed_is_known_oldest_first(journal: Journal) -> None:
    def held(name: str, until: datetime | None) -> Stored:
        return replace(NEW, response=Response(name, "pending", ()), worker="w", deadline=until)

    soon, late = T0 + timedelta(seconds=1), T0 + timedelta(seconds=2)
    for name, until in (("r3", soon), ("r1", T0), ("r2", None), ("r0", late)):
        await journal.create(held(name, until))
    await journal.write(Change(replace(held("r1", T0), ended_at=T0, version=1)))
    assert await journal.overdue(soon - timedelta(microseconds=1)) == ["r2"]
    assert await journal.overdue(soon) == ["r3", "r2"]
    await journal.write(Change(replace(held("r3", late), version=1)))
    assert await journal.overdue(soon) == ["r2"]
    assert await journal.load("r3") == replace(held("r3", late), version=1)


async def test_no_more_than_a_hundred_are_named_at_once(journal: Journal) -> None:
    names = [f"r{number}" for number in range(101)]
    for name in names:
        await journal.create(replace(NEW, response=Response(name, "pending", ())))
    assert await journal.overdue(T0) == names[:100]


async def test_what_ended_before_a_time_is_archived_once(journal: Journal) -> None:
    record = Record("incomplete", "dra", "stopped", None)
    await journal.create(NEW)
    after = replace(later(NEW), ended_at=T0, record=record)
    await journal.write(Change(after, (event(0, text="a"),), (Begun("r1/0", "f"),)))
    await journal.create(replace(NEW, response=Response("r2", "pending", ())))
    assert await journal.archive(T0) == 0
    assert await journal.archive(T0 + timedelta(microseconds=1)) == 1
    assert await journal.archive(T0 + timedelta(days=1)) == 0
    assert await journal.load("r1") == replace(after, archived=True, version=after.version + 1)
    assert await journal.events("r1", 0, 10) == []
    assert await journal.lines("r1") == [Begun("r1/0", "f")]  # nothing is done again for that
