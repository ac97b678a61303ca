"""The trace: every record in order, and whoever waits for one gets it, past ones included."""

import asyncio

from labs.runtime.trace import Record, Trace
from tests.runtime.watched_clock import settled


def record(what: str, seq: int | None = None, actor: str = "worker") -> Record:
    return Record(actor, what, "run", seq)


async def test_a_record_of_the_past_is_found_at_once() -> None:
    trace = Trace()
    trace(record("wrote", 1))
    assert await trace.until(lambda r: r.seq == 1) == record("wrote", 1)


async def test_until_waits_for_the_count() -> None:
    trace = Trace()
    waiting = asyncio.create_task(trace.until(lambda r: r.what == "wrote", count=2))
    for seq in range(2):
        await settled()
        assert not waiting.done()
        trace(record("other", seq))
        trace(record("wrote", seq))
    assert await waiting == record("wrote", 1)


async def test_several_wait_at_once_and_each_gets_its_own() -> None:
    trace = Trace()

    async def numbered(seq: int) -> Record:
        return await trace.until(lambda r: r.seq == seq)

    waiting = [asyncio.create_task(numbered(seq)) for seq in (2, 0, 1)]
    for seq in range(3):
        await settled()
        trace(record("wrote", seq))
    assert [(await w).seq for w in waiting] == [2, 0, 1]


def test_records_are_kept_in_order_and_found_by_actor_and_kind() -> None:
    trace = Trace()
    kept = [record("wrote", 0), record("ended"), record("wrote", 1, actor="gateway")]
    for each in kept:
        trace(each)
    assert trace.records == kept
    assert trace.of("worker", "wrote", "ended") == kept[:2]


def test_a_record_reads_as_a_line() -> None:
    assert str(Record("worker", "ended", "run", 7, "done")) == "worker ended run seq 7: done"
    assert str(Record("gateway", "accepted", "run")) == "gateway accepted run"
