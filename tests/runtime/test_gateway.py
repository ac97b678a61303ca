"""The other routes: a message, a run, a session, the gateway's own health."""

import json

import pytest

from labs.runs import MERGE_WINDOW
from labs.runtime.ports import Unavailable
from tests.runtime.models import EchoModel, GatedModel, ListModel
from tests.runtime.raw import ask
from tests.runtime.rig import Rig

Json = dict[str, object]


async def got(rig: Rig, path: str) -> Json:
    answer = await ask(rig.client.url, path)
    assert answer.status == 200
    told: Json = json.loads(answer.body)
    return told


async def test_a_message_is_accepted_with_its_run_and_its_window(rig: Rig) -> None:
    path, body = "/sessions/s/messages", b'{"text":"hi"}'
    answer = await ask(rig.client.url, path, method="POST", body=body)
    told = json.loads(answer.body)
    assert (answer.status, told["merged"]) == (202, False)
    assert told["merge_until"] == (rig.clock.now() + MERGE_WINDOW).isoformat()
    assert (await rig.run(told["run_id"])).run.inputs == ("hi",)


async def test_a_run_at_each_stage(rig: Rig) -> None:
    model = GatedModel(["a ", "b"])
    sent = await rig.client.send("s", "hi")
    about: Json = {
        "run_id": sent.run_id,
        "session_id": "s",
        "created_at": rig.clock.now().isoformat(),
        "inputs": ["hi"],
    }
    path = f"/runs/{sent.run_id}"
    pending = {"status": "pending", "attempt": 0, "last_seq": -1, "text": ""}
    assert await got(rig, path) == about | pending
    rig.start(model)
    await rig.recorded("claimed", sent.run_id)
    running = {"status": "running", "attempt": 1, "last_seq": -1, "text": ""}
    assert await got(rig, path) == about | running
    model.gate.allow(1)
    await rig.bus.until_published(sent.run_id, 0)
    streaming = {"status": "streaming", "attempt": 1, "last_seq": 0, "text": "a "}
    assert await got(rig, path) == about | streaming
    model.gate.open()
    await rig.recorded("ended", sent.run_id)
    done = {"status": "done", "attempt": 1, "last_seq": 2, "text": "a b"}
    assert await got(rig, path) == about | done


async def test_a_session_that_nobody_has_written_to(rig: Rig) -> None:
    empty: Json = {"session_id": "s", "messages": [], "latest_run": None, "merge_until": None}
    assert await got(rig, "/sessions/s") == empty


async def test_a_sessions_messages_in_order_and_its_window(rig: Rig) -> None:
    model = EchoModel()
    first = await rig.client.send("s", "one")
    await rig.worker(model).handle(first.run_id)
    started = rig.clock.now()
    second = await rig.client.send("s", "two")
    told = await got(rig, "/sessions/s")
    assert told["merge_until"] is None  # nothing at work yet
    model.gate.allow(0)
    rig.start(model)
    await rig.recorded("claimed", second.run_id)
    assert (await rig.client.send("s", "more")).merged
    told = await got(rig, "/sessions/s")
    assert told["messages"] == [
        {"role": "user", "text": "one", "run_id": first.run_id},
        {"role": "agent", "text": "one", "run_id": first.run_id, "status": "done"},
        {"role": "user", "text": "two", "run_id": second.run_id},
        {"role": "user", "text": "more", "run_id": second.run_id},
    ]
    assert told["merge_until"] == (started + MERGE_WINDOW).isoformat()
    latest = told["latest_run"]
    assert isinstance(latest, dict)
    assert (latest["run_id"], latest["status"]) == (second.run_id, "running")
    model.gate.open()
    await rig.recorded("ended", second.run_id)
    assert (await got(rig, "/sessions/s"))["merge_until"] is None


async def test_sessions_know_nothing_of_each_other(rig: Rig) -> None:
    await rig.client.send("s", "one")
    other = await rig.client.send("t", "two")
    told = await got(rig, "/sessions/t")
    assert told["messages"] == [{"role": "user", "text": "two", "run_id": other.run_id}]


async def test_healthy(rig: Rig) -> None:
    assert await got(rig, "/healthz") == {"status": "ok", "missing": []}


@pytest.mark.parametrize("missing", [["bus"], ["store"], ["bus", "store"]])
async def test_not_healthy_and_why(rig: Rig, missing: list[str]) -> None:
    for service in missing:
        rig.doors.fail(f"{service}.ping", Unavailable(service, "somewhere"))
    answer = await ask(rig.client.url, "/healthz")
    told = json.loads(answer.body)
    assert (answer.status, told) == (503, {"status": "unavailable", "missing": missing})


@pytest.mark.parametrize("call", ["bus.ping", "store.latest", "store.create"])
async def test_a_message_that_cannot_be_taken_is_refused_for_now(rig: Rig, call: str) -> None:
    service = call.split(".")[0]
    rig.doors.fail(call, Unavailable(service, "somewhere"))
    path, body = "/sessions/s/messages", b'{"text":"hi"}'
    answer = await ask(rig.client.url, path, method="POST", body=body)
    assert (answer.status, json.loads(answer.body)["missing"]) == (503, service)
    assert (await got(rig, "/sessions/s"))["messages"] == []


async def test_a_message_that_no_worker_was_told_of_is_accepted_and_found(rig: Rig) -> None:
    rig.doors.fail("bus.submit", Unavailable("bus", "somewhere"))
    sent = await rig.client.send("s", "hi")
    await rig.recorded("unheard", sent.run_id)
    rig.start(ListModel(["a"]))
    await rig.recorded("ended", sent.run_id)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("store.run", "store_unavailable"),
        ("store.fragments", "store_unavailable"),
        ("bus.position", "bus_unavailable"),
        ("bus.listen", "bus_unavailable"),
    ],
)
async def test_a_stream_whose_service_is_away_ends_with_an_error_not_a_status(
    rig: Rig, call: str, code: str
) -> None:
    sent = await rig.client.send("s", "hi")
    rig.doors.fail(call, Unavailable(call.split(".")[0], "somewhere"))
    answer = await ask(rig.client.url, f"/runs/{sent.run_id}/events")
    assert answer.status == 200
    assert answer.body.decode() == f'event: error\ndata: {{"code":"{code}"}}\n\n'
    assert rig.gateway.waiters == 0


NOT_THERE = [
    ("GET", "/runs/no-such-run", 404),
    ("GET", "/runs/%00", 404),
    ("POST", "/runs/no-such-run/cancel", 404),
    ("GET", "/no-such-path", 404),
    ("GET", "/sessions/s/messages", 405),
    ("DELETE", "/runs/no-such-run", 405),
    ("GET", "/sessions/%00", 422),
]


async def test_what_there_is_not(rig: Rig) -> None:
    for method, path, status in NOT_THERE:
        answer = await ask(rig.client.url, path, method=method)
        assert (answer.status, bool(json.loads(answer.body)["error"])) == (status, True), path
