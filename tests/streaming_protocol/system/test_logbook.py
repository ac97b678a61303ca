"""The logbook, searched for secrets that were planted."""

import io
import json
import logging

import pytest
from starlette.routing import Route

from labs.streaming_protocol.client import Client
from labs.streaming_protocol.logbook import HARMLESS, REDACTED, Logbook
from labs.streaming_protocol.service import Service
from tests.streaming_protocol.system.outage import JOURNAL, Outage, start_meant
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig

SECRET = "planted-4711"


async def test_no_content_argument_or_token_is_logged(mode: Mode) -> None:
    out = io.StringIO()
    async with open_rig(mode, logbook=Logbook(out)) as rig:
        response_id = await rig.client.create(f"Search, then mail Ada. {SECRET}")
        await rig.approved(response_id)
        await rig.ended(response_id)
        structured = await rig.client.create(f"As data. {SECRET}", structured=True)
        await rig.ended(structured)
        await rig.events(response_id)
        stopped = await rig.client.create(f"Refund me. {SECRET}")
        await rig.approval(stopped)
        await rig.client.stop(stopped)
        await rig.ended(stopped)
        token = rig.client._headers["Authorization"].removeprefix("Bearer ")
    said = out.getvalue()
    lines = [json.loads(line) for line in said.splitlines()]
    for secret in (SECRET, token, "ada@example.org", "I have read", "P-14", "A-7", "receipt"):
        assert secret not in said
    ended = [line for line in lines if line["event"] == "ended"]
    assert [(line["response_id"], line["detail"]) for line in ended] == [
        (response_id, "completed"),
        (structured, "completed"),
        (stopped, "cancelled"),
    ]
    assert any(line.get("arguments") == REDACTED for line in lines)
    assert any(line.get("text") == REDACTED for line in lines)
    assert all(line[name] == REDACTED for line in lines for name in line if name not in HARMLESS)


async def test_a_gap_is_logged_with_its_number(mode: Mode) -> None:
    out = io.StringIO()
    async with open_rig(mode, logbook=Logbook(out)) as rig:
        rig.system.gates("words").allow(2)
        response_id = await rig.client.create("Hello.")
        async with rig.client.watch(response_id) as connection:
            await connection.through(2)
            await rig.recorded(response_id, "attached")
            await rig.unheard(response_id)
            rig.system.gates("words").open()
            await connection.rest()
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    (gap,) = [line for line in lines if line["event"] == "gap"]
    assert gap == {"event": "gap", "actor": "stream", "response_id": response_id, "seq": 3}


SECRETS = (SECRET, "4711", "ada@example.org", "eve@example.org", "A-7", "unreachable", "receipt")
"""What was asked, said, done or sent to get in. The moderated code is one, too."""


async def test_whatever_fails_nothing_of_it_is_logged(
    mode: Mode, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    out = io.StringIO()
    caplog.set_level(logging.DEBUG)
    async with open_rig(mode, logbook=Logbook(out)) as rig:
        for text in (f"What was the code? {SECRET}", "Search the unreachable."):
            await rig.ended(await rig.client.create(text))
        for text in ("As data, a misfit.", "As data; it breaks off late.", f"In prose. {SECRET}"):
            await rig.ended(await rig.client.create(text, structured=True))
        await every_refusal(rig)
        await denied_changed_conflicting(rig)
        outage = Outage(monkeypatch, "store", rig.system.desk.journal, *JOURNAL)
        rig.system.endpoint.service = Service(rig.system.desk, "worker 2", start_meant)
        outage.strike(4)
        cut = await rig.client.create(f"Mail Ada. {SECRET}")
        await rig.recorded(cut, "gave up")
        outage.away = True
        assert (await rig.client.post(f"/responses/{cut}/cancel")).status_code == 503
        outage.away = False
        await rig.system.crash()
        await rig.client.stop(cut)
        await rig.ended(cut)
        tokens = [c._headers["Authorization"] for c in (rig.client, rig.system.operator)]
    ours = [r.getMessage() for r in caplog.records if not r.name.startswith(CLIENTS)]
    said = "\n".join([out.getvalue(), *ours])
    for secret in (*SECRETS, *[token.removeprefix("Bearer ") for token in tokens]):
        assert secret not in said, secret
    assert said.count('"event": "ended"') == 10


CLIENTS = ("httpx", "httpcore")
"""They say what the test asks for, not what the system says of it."""


async def every_refusal(rig: Rig) -> None:
    """Ask each route for what it refuses: with forged tokens, ids, bodies and numbers."""
    client, forged = rig.client, Client(rig.client._http, rig.client._url, SECRET)
    app = rig.system.endpoint.app()
    for route in app.routes:
        assert isinstance(route, Route)
        path = route.path.format(response=SECRET, approval=SECRET, reader=SECRET)
        for who in (client, forged, rig.system.operator, rig.system.stranger):
            assert not (await who.post(path, {"granted": SECRET})).is_success
            answer = await who.read(path)
            assert answer.is_success == ((path, who) == ("/metrics", rig.system.operator))
    kept = await client.create("Hello.")
    await rig.ended(kept)
    headers = client._headers | {"Last-Event-ID": SECRET}
    answer = await client._http.get(f"{client._url}/responses/{kept}/events", headers=headers)
    assert answer.is_success
    assert (await client.post(f"/responses/{kept}/approvals/{SECRET}", {})).status_code == 422
    assert (await client.post(f"/responses/{kept}/continue")).status_code == 409
    huge = await client.post("/responses", {"text": SECRET * 100_000})
    assert huge.status_code == 413


async def denied_changed_conflicting(rig: Rig) -> None:
    """Permissions that are refused, asked for anew, used twice; and another mail under one id."""
    denied = await rig.client.create("Mail Ada.")
    await rig.client.decide(await rig.approval(denied), granted=False)
    await rig.ended(denied)
    changed = await rig.client.create("Refund me, actually all of it.")
    await rig.approved(changed)
    await rig.system.trace.until(lambda r: (r.run_id, r.what) == (changed, "asked"), 2)
    await rig.client.stop(changed)
    await rig.ended(changed)
    conflicting = await rig.client.create("Mail Ada, otherwise Eve.")
    await rig.approved(conflicting)
    await rig.ended(conflicting)


async def test_content_is_shown_only_to_whoever_asks_for_it() -> None:
    shown, hidden = io.StringIO(), io.StringIO()
    for out, content in ((shown, True), (hidden, False)):
        Logbook(out, content=content).write("asked", {"response_id": "r1", "arguments": SECRET})
    assert json.loads(shown.getvalue())["arguments"] == SECRET
    assert SECRET not in hidden.getvalue()


async def test_a_field_that_nobody_declared_is_hidden() -> None:
    out = io.StringIO()
    Logbook(out).write("asked", {"response_id": "r1", "new_field": SECRET})
    assert json.loads(out.getvalue()) == {
        "event": "asked",
        "response_id": "r1",
        "new_field": REDACTED,
    }
