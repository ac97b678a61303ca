"""The journal or the bus away for a while: honest errors, nothing lost, nothing done twice."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress

import httpx
import pytest

from labs.protocol import Event, Json
from labs.runtime.system import Services
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.service import Service
from tests.runtime.processes.proxy import Proxy, proxied
from tests.services import postgres_url, redis_url
from tests.streaming_protocol.system.outage import BUS, JOURNAL, Outage, start_meant
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig
from tests.streaming_protocol.system.test_kill import (
    STORIES,
    assert_agreement,
    granting,
)

STRIDES = {"mock": 1, "real": 5}
TOOLS = {"side by side, redelivered": ["search", "export", "mail"]}


async def watched(rig: Rig, response_id: str, after: int = -1) -> Sequence[Event]:
    """What a client gets that comes back behind whatever ends its connection, to the end."""
    events: list[Event] = []
    while not events or not events[-1].type.startswith("response.c"):
        after = events[-1].seq if events else after
        with suppress(httpx.HTTPStatusError):  # 503: try again
            async with rig.client.watch(response_id, after) as connection:
                events += await connection.rest()
    return events


@pytest.mark.parametrize("behind", [False, True], ids=["no call", "no answer"])
@pytest.mark.parametrize("story", STORIES)
async def test_the_journal_fails_at_each_call_of_a_runner(
    mode: Mode, story: str, behind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, tools = STORIES[story]
    async with open_rig(mode, moderation=Moderation(chunk=20)) as rig:
        outage = Outage(monkeypatch, "store", rig.system.desk.journal, *JOURNAL)
        at, struck = 0, True
        while struck:
            service = Service(rig.system.desk, f"worker {at}", start_meant)
            rig.system.endpoint.service = service
            outage.strike(at, behind=behind)
            response_id = (await service.create("ada", text, False)).response.id
            async with granting(rig, response_id):
                await service.idle()
                struck = outage.struck
                rig.system.clock.advance(rig.system.desk.habits.lease)
                await service.recover()
                await rig.ended_after_kill(response_id)
            await assert_agreement(rig, response_id, tools or TOOLS[story])
            at += STRIDES[mode]
            rig.system.trace.records.clear()
        assert at > 10


@pytest.mark.parametrize("port", ["journal", "bus"])
async def test_whatever_fails_a_stream_its_client_comes_back_and_gets_it_all(
    mode: Mode, port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_rig(mode) as rig:
        desk = rig.system.desk
        outage = (
            Outage(monkeypatch, "store", desk.journal, *JOURNAL)
            if port == "journal"
            else Outage(monkeypatch, "bus", desk.bus, *BUS)
        )
        rig.system.gates("words").allow(3)
        response_id = await rig.client.create("Hello.")
        await rig.system.trace.until(lambda r: (r.what, r.seq) == ("comes to", 3))
        first = await broken_off(rig, response_id, outage)
        rig.system.gates("words").open()
        await rig.ended(response_id)
        at = 0
        outage.struck = True
        while outage.struck:
            outage.strike(at, meant_only=False)
            events = await watched(rig, response_id)
            assert [event.seq for event in events] == list(range(events[-1].seq + 1))
            assert events[: len(first)] == first
            at += 1
        # One that has ended needs no bus: not one call was made.
        assert at > 2 if port == "journal" else at == 1


async def broken_off(rig: Rig, response_id: str, outage: Outage) -> list[Event]:
    """Watch a response that is under way while each of the calls of a stream fails in turn."""
    first: list[Event] = []
    at = 0
    while not first:
        outage.strike(at, meant_only=False)
        with suppress(httpx.HTTPStatusError):  # 503: try again
            async with rig.client.watch(response_id) as connection:
                first = await connection.through(3)
        at += 1
    outage.spare()
    assert at > 1
    return first


async def test_a_stream_says_what_it_lacks(mock_rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    mock_rig.system.gates("words").allow(0)
    response_id = await mock_rig.client.create("Hello.")
    outage = Outage(monkeypatch, "bus", mock_rig.system.desk.bus, *BUS)
    outage.away = True
    said = (await mock_rig.client.read(f"/responses/{response_id}/events")).text
    assert "event: error\n" in said
    assert '"code":"bus_unavailable"' in said
    assert "id:" not in said


async def test_while_the_journal_is_away_nobody_is_told_that_anything_was_done(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    response_id = await rig.client.create("Mail Ada, then search.")
    approval = await rig.approval(response_id)
    before = await rig.stored(response_id)
    outage = Outage(monkeypatch, "store", rig.system.desk.journal, *JOURNAL)
    outage.away = True
    path = f"/responses/{response_id}"
    decision: dict[str, Json] = {"granted": True, "payload_hash": approval["payload_hash"]}
    for answer in (
        await rig.client.post("/responses", {"text": "Hello."}),
        await rig.client.read(path),
        await rig.client.read(f"{path}/events"),
        await rig.client.post(f"{path}/cancel"),
        await rig.client.post(f"{path}/continue"),
        await rig.client.post(f"{path}/approvals/{approval['approval_id']}", decision),
    ):
        assert answer.status_code == 503
        assert answer.json()["missing"] == "store"
    outage.away = False
    assert await rig.stored(response_id) == before
    assert rig.deeds(response_id) == []
    # Its worker may have looked for the decision meanwhile, and given up.
    rig.system.clock.advance(rig.system.desk.habits.lease)
    await rig.system.endpoint.service.recover()
    assert await rig.client.decide(approval) == 200
    await rig.ended(response_id)
    assert rig.deeds(response_id) == ["mail", "search"]


@pytest.mark.parametrize("click", ["decide", "stop"])
async def test_a_click_whose_answer_was_lost_is_made_again_and_is_one(
    rig: Rig, click: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    response_id = await rig.client.create("Mail Ada.")
    approval = await rig.approval(response_id)
    outage = Outage(monkeypatch, "store", rig.system.desk.journal, "write")
    outage.strike(0, behind=True, meant_only=False)
    path = f"/responses/{response_id}"
    if click == "stop":
        assert (await rig.client.post(f"{path}/cancel")).status_code == 503
        await rig.client.stop(response_id)
    else:
        assert await rig.client.decide(approval) == 503
        assert await rig.client.decide(approval) == 200
    stored = await rig.ended(response_id)
    assert stored.response.status == ("cancelled" if click == "stop" else "completed")
    assert rig.deeds(response_id) == ([] if click == "stop" else ["mail"])


async def test_a_continuation_whose_answer_was_lost_is_asked_for_again_and_is_one(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.system.gates("search").allow(0)
    response_id = await rig.client.create("Mail Ada, then search.")
    await rig.approved(response_id)
    await rig.recorded(response_id, "at", "search:begun")
    await rig.client.stop(response_id)
    await rig.ended(response_id)
    rig.system.gates("search").open()
    outage = Outage(monkeypatch, "store", rig.system.desk.journal, *JOURNAL)
    at, new = 0, set[str]()
    while not new or outage.struck:
        outage.strike(at, behind=True, meant_only=False)
        answer = await rig.client.post(f"/responses/{response_id}/continue")
        if answer.status_code == 202:
            new.add(str(answer.json()["response_id"]))
        else:
            assert answer.status_code == 503
        at += 1
    outage.spare()
    assert at > 2
    (continued,) = new
    # It may have been made by a call that then failed: whoever sees it lapse goes on with it.
    rig.system.clock.advance(rig.system.desk.habits.lease)
    await rig.system.endpoint.service.recover()
    await rig.ended_after_kill(continued)
    assert rig.deeds(response_id) == ["mail"]


async def test_what_the_bus_does_not_take_is_seen_all_the_same(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(monkeypatch, "bus", rig.system.desk.bus, "publish")
    rig.system.gates("words").allow(0)
    response_id = await rig.client.create("Search.")
    await rig.recorded(response_id, "comes to")
    async with rig.client.watch(response_id) as connection:
        await rig.recorded(response_id, "attached")
        outage.away = True
        rig.system.gates("words").open()
        stored = await rig.ended(response_id)
        await rig.recorded(response_id, "unheard")
        watching = asyncio.create_task(connection.rest())
        while not watching.done():
            rig.system.clock.advance(rig.system.desk.habits.idle)
            await rig.system.desk.journal.lines("")
        events = await watching
    assert [event.seq for event in events] == list(range(stored.next_seq))
    assert events[-1].type == "response.completed"
    assert rig.deeds(response_id) == ["search"]


@pytest.fixture
async def lines() -> AsyncIterator[Mapping[str, tuple[Proxy, str]]]:
    """Lines to the real services, which can be cut."""
    async with proxied(redis_url(), 6379) as bus, proxied(postgres_url(), 5432) as store:
        yield {"bus": bus, "store": store}


@pytest.mark.parametrize("service", ["bus", "store"])
async def test_a_real_service_goes_away_in_the_midst_of_an_answer_and_comes_back(
    service: str, lines: Mapping[str, tuple[Proxy, str]]
) -> None:
    line, _ = lines[service]
    async with open_rig("real", through=Services(lines["bus"][1], lines["store"][1])) as rig:
        rig.system.gates("words").allow(3)
        response_id = await rig.client.create("Mail Ada.")
        async with rig.client.watch(response_id) as connection:
            first = await connection.through(3)
            await rig.recorded(response_id, "attached")
            await line.cut()
            rig.system.gates("words").open()
            if service == "bus":
                assert await connection.rest() == []
                await rig.recorded(response_id, "unheard")
            else:
                await rig.recorded(response_id, "gave up")
        answer = await rig.client.read(f"/responses/{response_id}/events")
        if service == "bus":
            assert (answer.status_code, "bus_unavailable" in answer.text) == (200, True)
        else:
            assert (answer.status_code, answer.json()["missing"]) == (503, "store")
        await line.mend()
        if service == "store":
            rig.system.clock.advance(rig.system.desk.habits.lease)
            await rig.system.endpoint.service.recover()
        await rig.approved(response_id)
        stored = await rig.ended(response_id)
        events = [*first, *await watched(rig, response_id, first[-1].seq)]
        assert [event.seq for event in events] == list(range(stored.next_seq))
        assert stored.attempt == (1 if service == "bus" else 2)
        await assert_agreement(rig, response_id, ["mail"])
