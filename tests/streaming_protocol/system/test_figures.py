"""The figures, read by Prometheus' own parser, for value."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from prometheus_client.parser import text_string_to_metric_families

from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.service import Service, Work
from tests.streaming_protocol.system.rig import Rig, open_rig

Samples = Mapping[tuple[str, tuple[tuple[str, str], ...]], float]


async def read(rig: Rig) -> Samples:
    answer = await rig.system.operator.read("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.text)
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def count(samples: Samples, name: str, **labels: str) -> float:
    return samples["koda_" + name, tuple(sorted(labels.items()))]


async def test_what_has_not_happened_is_counted_as_nothing(mock_rig: Rig) -> None:
    samples = await read(mock_rig)
    for name in (
        "reconnects",
        "dropped_connections",
        "seq_gaps",
        "cancellations_after_commit",
        "duplicate_operations",
    ):
        assert count(samples, f"{name}_total") == 0


FAMILIES = {
    "time_to_first_event_seconds": "histogram",
    "time_to_first_text_seconds": "histogram",
    "response_seconds": "histogram",
    "cancel_seconds": "histogram",
    "tool_seconds": "histogram",
    "responses": "counter",
    "reconnects": "counter",
    "dropped_connections": "counter",
    "seq_gaps": "counter",
    "cancellations_after_commit": "counter",
    "duplicate_operations": "counter",
}


async def test_these_figures_there_are_and_no_others(mock_rig: Rig) -> None:
    await mock_rig.ended(await mock_rig.client.create("Search."))
    answer = await mock_rig.system.operator.read("/metrics")
    families = text_string_to_metric_families(answer.text)
    assert {family.name.removeprefix("koda_"): family.type for family in families} == FAMILIES


async def test_times_are_those_of_the_clock(mock_rig: Rig) -> None:
    rig = mock_rig
    rig.system.gates("words").allow(0)
    rig.system.gates("search").allow(0)
    free = asyncio.Event()
    rig.system.endpoint.service = Service(rig.system.desk, "busy", partial(started, free))
    response_id = await rig.client.create("Search.")
    rig.system.clock.advance(timedelta(seconds=4))
    free.set()
    await rig.recorded(response_id, "comes to")
    rig.system.clock.advance(timedelta(seconds=2))
    rig.system.gates("words").open()
    await rig.recorded(response_id, "at", "search:begun")
    rig.system.clock.advance(timedelta(seconds=3))
    rig.system.gates("search").open()
    await rig.ended(response_id)
    samples = await read(rig)
    assert count(samples, "time_to_first_event_seconds_sum") == 4
    assert count(samples, "time_to_first_event_seconds_count") == 1
    assert count(samples, "time_to_first_text_seconds_sum") == 4 + 2
    assert count(samples, "time_to_first_text_seconds_count") == 1
    assert count(samples, "tool_seconds_sum", tool="search") == 3
    assert count(samples, "tool_seconds_count", tool="search") == 1
    assert count(samples, "response_seconds_sum") == 4 + 2 + 3
    assert count(samples, "response_seconds_count") == 1
    assert count(samples, "response_seconds_bucket", le="10.0") == 1
    assert count(samples, "response_seconds_bucket", le="5.0") == 0
    assert count(samples, "response_seconds_bucket", le="+Inf") == 1
    assert count(samples, "responses_total", status="completed") == 1


def started(free: asyncio.Event, job: Work) -> "asyncio.Task[None]":
    """A worker that is busy with something else first."""

    async def later() -> None:
        await free.wait()
        await job

    return asyncio.create_task(later())


async def test_every_way_in_which_a_response_ends_is_counted(mock_rig: Rig) -> None:
    rig = mock_rig
    texts = ["Hello.", "Hello. The line breaks off.", "Hello.", "Hello. The line breaks off."]
    for text in texts:
        await rig.ended(await rig.client.create(text))
    await rig.ended(await rig.client.create("As data, a misfit.", structured=True))
    rig.system.gates("words").allow(0)
    stopped = await rig.client.create("Hello.")
    await rig.client.stop(stopped)
    await rig.ended(stopped)
    samples = await read(rig)
    ends = {"completed": 2, "failed": 3, "cancelled": 1}
    assert {name: count(samples, "responses_total", status=name) for name in ends} == ends
    assert count(samples, "response_seconds_count") == sum(ends.values())


async def test_each_tool_s_time_is_its_own(mock_rig: Rig) -> None:
    rig = mock_rig
    for tool in ("search", "export", "mail", "refund"):
        rig.system.gates(tool).allow(0)
    response_id = await rig.client.create("Search, then export, then mail Ada, then refund.")
    for seconds, tool in enumerate(("search", "export", "mail", "refund"), start=1):
        if tool in ("mail", "refund"):
            await rig.system.trace.until(lambda r: r.what == "awaits", seconds - 2)
            await rig.approved(response_id)
        await rig.recorded(response_id, "at", f"{tool}:begun")
        rig.system.clock.advance(timedelta(seconds=seconds))
        if tool == "refund":
            await rig.client.stop(response_id)  # it goes on, and is then taken back
        rig.system.gates(tool).open()
    await rig.ended(response_id)
    samples = await read(rig)
    times = {"search": 1, "export": 2, "mail": 3, "refund": 4, "refund_reversal": 0}
    assert {name: count(samples, "tool_seconds_sum", tool=name) for name in times} == times
    assert {count(samples, "tool_seconds_count", tool=name) for name in times} == {1}
    assert count(samples, "cancellations_after_commit_total") == 1


async def test_a_stop_is_timed_to_the_end_and_one_after_a_commit_is_counted(mock_rig: Rig) -> None:
    rig = mock_rig
    rig.system.gates("export").allow(0)
    response_id = await rig.client.create("Search, then export.")
    await rig.recorded(response_id, "at", "export:begun")
    for _ in range(3):
        await rig.client.stop(response_id)
    rig.system.clock.advance(timedelta(seconds=7))
    rig.system.gates("export").open()
    await rig.ended(response_id)
    await rig.client.stop(response_id)
    early = await rig.client.create("Export.")
    await rig.ended(early)
    samples = await read(rig)
    assert count(samples, "cancel_seconds_sum") == 7
    assert count(samples, "cancel_seconds_count") == 1
    assert count(samples, "cancellations_after_commit_total") == 1
    assert count(samples, "responses_total", status="cancelled") == 1
    assert count(samples, "responses_total", status="completed") == 1


async def test_a_stop_before_any_commit_is_not_one_after_it(mock_rig: Rig) -> None:
    mock_rig.system.gates("search").allow(0)
    response_id = await mock_rig.client.create("Search.")
    await mock_rig.recorded(response_id, "at", "search:begun")
    await mock_rig.client.stop(response_id)
    await mock_rig.ended(response_id)
    assert count(await read(mock_rig), "cancellations_after_commit_total") == 0


async def test_every_repeated_attempt_is_counted(mock_rig: Rig) -> None:
    rig = mock_rig
    for text in ("Mail Ada.", "Mail Ada twice.", "Mail Ada, otherwise Eve.", "Mail Ada twice."):
        response_id = await rig.client.create(text)
        await rig.approved(response_id)
        await rig.ended(response_id)
    assert count(await read(rig), "duplicate_operations_total") == 3
    assert len(rig.system.outside.deeds) == 4


async def test_reconnects_and_dropped_connections_are_counted(mock_rig: Rig) -> None:
    rig = mock_rig
    rig.system.gates("words").allow(3)
    response_id = await rig.client.create("Hello.")
    for after in (-1, 1, 2):
        async with rig.client.watch(response_id, after) as connection:
            await connection.through(3)
    await rig.system.trace.until(lambda r: r.what == "left", 3)
    rig.system.gates("words").open()
    await rig.ended(response_id)
    async with rig.client.watch(response_id, 3) as connection:
        assert (await connection.rest())[-1].type == "response.completed"
    await rig.system.trace.until(lambda r: r.what == "left", 4)
    samples = await read(rig)
    assert count(samples, "reconnects_total") == 3
    assert count(samples, "dropped_connections_total") == 3


async def test_a_hole_in_what_the_bus_brings_is_counted_and_filled(mock_rig: Rig) -> None:
    rig = mock_rig
    rig.system.gates("words").allow(2)
    response_id = await rig.client.create("Hello.")
    async with rig.client.watch(response_id) as connection:
        await connection.through(2)
        await rig.recorded(response_id, "attached")
        await rig.unheard(response_id)
        rig.system.gates("words").open()
        events = await connection.rest()
    assert [event.seq for event in events] == list(range(3, events[-1].seq + 1))
    assert count(await read(rig), "seq_gaps_total") == 1


async def test_a_client_that_never_reads_is_let_go() -> None:
    async with open_rig("mock", habits=Habits(buffered=1_000, held=5)) as rig:
        response_id = await rig.client.create("Hello.")
        await rig.ended(response_id)
        async with rig.client.watch(response_id, reader="asleep") as connection:
            assert await connection.rest() == []
        await rig.recorded(response_id, "left")
        assert count(await read(rig), "dropped_connections_total") == 1
