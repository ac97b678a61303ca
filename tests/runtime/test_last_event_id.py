"""Last-Event-ID, byte for byte: forged values start at 0, an ended run's end is a 204."""

import pytest

from tests.runtime.models import GatedModel, ListModel
from tests.runtime.raw import Answer, ask, asked
from tests.runtime.rig import Rig

FORGED = [b"\xb2", b"9" * 5_000, b"1" * 40, b"-1", b"+1", b"1.0", b"1e0", b"0x1", b"abc", b"1 1"]
FORGED += [b"", b"3", b"999999999", b"1_0", b"\xd9\xa1", b"nul"]
"""The ended run below has the numbers 0, 1 and 2."""

BODY = (
    b'id: 0\nevent: delta\ndata: {"text":"a"}\n\n'
    b'id: 1\nevent: delta\ndata: {"text":"b"}\n\n'
    b'id: 2\nevent: done\ndata: {"status":"done"}\n\n'
)


async def ended_run(rig: Rig) -> str:
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(["a", "b"])).handle(sent.run_id)
    return sent.run_id


async def by_header(rig: Rig, run_id: str, value: bytes) -> Answer:
    headers = [b"Last-Event-ID: " + value]
    return await ask(rig.client.url, f"/runs/{run_id}/events", headers=headers)


async def by_query(rig: Rig, run_id: str, value: bytes) -> Answer:
    quoted = "".join(f"%{byte:02x}" for byte in value)
    return await ask(rig.client.url, f"/runs/{run_id}/events?last_event_id={quoted}")


async def test_the_bytes_of_a_stream_and_its_headers(rig: Rig) -> None:
    answer = await ask(rig.client.url, f"/runs/{await ended_run(rig)}/events")
    assert (answer.status, answer.body) == (200, BODY)
    assert answer.headers["content-type"].split(";")[0] == "text/event-stream"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["connection"] == "keep-alive"
    assert answer.headers["x-accel-buffering"] == "no"


async def test_a_rerun_names_its_attempt(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    model = ListModel([""])
    door = rig.doors.before("store.end")
    rig.start(model)
    await door.reached()
    await rig.client.send("s", "more")
    door.open()
    await rig.recorded("ended", sent.run_id)
    answer = await ask(rig.client.url, f"/runs/{sent.run_id}/events")
    assert answer.body.split(b"\n\n")[:3] == [
        b'id: 0\nevent: delta\ndata: {"text":""}',
        b'id: 1\nevent: rerun\ndata: {"attempt":1}',
        b'id: 2\nevent: delta\ndata: {"text":""}',
    ]


async def test_a_forged_value_starts_from_the_beginning(rig: Rig) -> None:
    run_id = await ended_run(rig)
    for value in FORGED:
        for answer in (await by_header(rig, run_id, value), await by_query(rig, run_id, value)):
            assert (answer.status, answer.body) == (200, BODY), value


async def test_white_space_around_a_header_is_not_part_of_it_but_in_a_query_it_is(rig: Rig) -> None:
    """HTTP strips a header's value, so ` 0` is `0` there."""
    run_id = await ended_run(rig)
    assert (await by_header(rig, run_id, b" 0")).body == BODY[BODY.index(b"id: 1") :]
    assert (await by_query(rig, run_id, b" 0")).body == BODY
    assert (await by_query(rig, run_id, b"0\n")).body == BODY


@pytest.mark.parametrize("number", [0, 1])
async def test_a_number_goes_on_behind_it(rig: Rig, number: int) -> None:
    run_id, value = await ended_run(rig), str(number).encode()
    rest = BODY[BODY.index(b"id: %d" % (number + 1)) :]
    assert (await by_header(rig, run_id, value)).body == rest
    assert (await by_query(rig, run_id, value)).body == rest


async def test_the_header_goes_before_the_query(rig: Rig) -> None:
    path = f"/runs/{await ended_run(rig)}/events?last_event_id=0"
    answer = await ask(rig.client.url, path, headers=[b"Last-Event-ID: 1"])
    assert answer.body == BODY[BODY.index(b"id: 2") :]


async def test_exactly_at_the_end_of_an_ended_run_is_no_content(rig: Rig) -> None:
    run_id = await ended_run(rig)
    for answer in (await by_header(rig, run_id, b"2"), await by_query(rig, run_id, b"2")):
        assert (answer.status, answer.body) == (204, b"")
    assert rig.gateway.waiters == 0


@pytest.mark.parametrize("name", [b"Last-Event-ID: 0", b"last-event-id: 0", b"LAST-EVENT-ID:0"])
async def test_at_the_last_number_of_a_running_run_only_the_news_comes(
    rig: Rig, name: bytes
) -> None:
    model = GatedModel(["a", "b"])
    rig.start(model)
    sent = await rig.client.send("s", "hi")
    model.gate.allow(1)
    await rig.bus.until_published(sent.run_id, 0)
    async with asked(rig.client.url, f"/runs/{sent.run_id}/events", headers=[name]) as line:
        assert (await line.head()).status == 200
        await rig.recorded("attached", sent.run_id)
        model.gate.open()
        assert await line.chunk() == b'id: 1\nevent: delta\ndata: {"text":"b"}\n\n'
        assert await line.chunk() == b'id: 2\nevent: done\ndata: {"status":"done"}\n\n'
        assert await line.chunk() == b""


async def test_beyond_the_end_of_a_running_run_it_starts_from_the_beginning(rig: Rig) -> None:
    model = GatedModel(["a", "b"])
    rig.start(model)
    sent = await rig.client.send("s", "hi")
    model.gate.allow(1)
    await rig.bus.until_published(sent.run_id, 0)
    watching = rig.watch(sent.run_id, "1")
    assert [e.seq for e in await watching.first(1)] == [0]
    await watching.leave()


async def test_unknown_runs_are_not_found(rig: Rig) -> None:
    for run_id in ("no-such-run", "%00", "%ff%fe", "%ed%a0%80", "a%20b"):
        answer = await ask(rig.client.url, f"/runs/{run_id}/events")
        assert (answer.status, answer.body) == (404, b'{"error":"there is no run of that id"}')


async def test_head_answers_the_headers_and_leaves_the_line_free(rig: Rig) -> None:
    """The next request on the same line is answered although the run has not ended."""
    sent = await rig.client.send("s", "hi")
    path = f"/runs/{sent.run_id}/events"
    async with asked(rig.client.url, path, method="HEAD") as line:
        head = await line.head()
        assert head.status == 200
        assert head.headers["content-type"].split(";")[0] == "text/event-stream"
        line.send(rig.client.url, f"/runs/{sent.run_id}")
        assert (await line.whole()).status == 200
    assert rig.gateway.waiters == 0
