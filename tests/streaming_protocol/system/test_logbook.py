"""The logbook, searched for secrets that were planted."""

import io
import json

from labs.streaming_protocol.logbook import HARMLESS, REDACTED, Logbook
from tests.streaming_protocol.system.rig import Mode, open_rig

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


async def test_a_gap_is_logged_with_its_number() -> None:
    out = io.StringIO()
    async with open_rig("mock", logbook=Logbook(out)) as rig:
        rig.system.desk.report("stream", "gap", "r1", seq=7)
    (line,) = [json.loads(line) for line in out.getvalue().splitlines()]
    assert line == {"event": "gap", "actor": "stream", "response_id": "r1", "seq": 7}


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
