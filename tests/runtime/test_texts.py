"""Texts: what the model says reaches the client as it was; what cannot be kept is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.runtime.messages import MAX_BODY_BYTES, MAX_SESSION, MAX_TEXT
from tests.runtime.models import ListModel
from tests.runtime.properties import over_http
from tests.runtime.raw import Answer, ask
from tests.runtime.rig import Rig
from tests.runtime.watching import assert_whole

HARD = [
    "line\u2028separator",
    "paragraph\u2029separator",
    "\r",
    "\n",
    "\r\n",
    "a\r\n\r\nb\n\nc",
    "data: not data",
    "\ndata: not data\n\nevent: done\nid: 99\n\n",
    ":comment",
    "\ufeffbyte order mark",
    # A family of one glyph, cut inside it.
    "\U0001f469\u200d",
    "\U0001f467",
    "",
    "\x01\x1b\x7f\x85\xa0",
    '"\\/\b\f\t',
    "\ufffe\uffff\U0010ffff",
    "e\u0301 and \u00e9",
    "x" * 200_000,
]


async def shown_texts(rig: Rig, session: str, texts: list[str]) -> list[str]:
    """What a client sees of a run that says these."""
    sent = await rig.client.send(session, "hi")
    await rig.worker(ListModel(texts)).handle(sent.run_id)
    events = await rig.watch(sent.run_id).rest()
    assert_whole(events, "".join(texts))
    return [event.text for event in events[:-1]]


async def test_hard_texts_in_the_replay(rig: Rig) -> None:
    assert await shown_texts(rig, "s", HARD) == HARD


async def test_hard_texts_live(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    watching = rig.watch(sent.run_id)
    await rig.recorded("attached", sent.run_id)
    await rig.worker(ListModel(HARD)).handle(sent.run_id)
    assert [event.text for event in (await watching.rest())[:-1]] == HARD


async def test_one_line_of_data_and_ascii_only(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(HARD)).handle(sent.run_id)
    body = (await ask(rig.client.url, f"/runs/{sent.run_id}/events")).body
    assert body.isascii()
    frames = body.decode().removesuffix("\n\n").split("\n\n")
    assert len(frames) == len(HARD) + 1
    assert all(len(frame.split("\n")) == 3 for frame in frames)
    assert b"\r" not in body


@over_http
@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), max_size=8
    ),
    number=st.uuids(),
)
async def test_any_texts(mock_rig: Rig, texts: list[str], number: object) -> None:
    assert await shown_texts(mock_rig, str(number), texts) == texts


async def post(rig: Rig, body: bytes, session: str = "s") -> Answer:
    path = f"/sessions/{session}/messages"
    headers = [b"Content-Type: application/json"]
    return await ask(rig.client.url, path, method="POST", headers=headers, body=body)


async def test_a_message_is_kept_as_it_was_sent(rig: Rig) -> None:
    texts = [text for text in HARD if 0 < len(text) <= MAX_TEXT]
    texts += ["x" * MAX_TEXT, "\U0001f469" * MAX_TEXT]
    for text in texts:
        assert (await post(rig, json.dumps({"text": text}).encode())).status == 202
    told = json.loads((await ask(rig.client.url, "/sessions/s")).body)
    assert [message["text"] for message in told["messages"]] == texts
    run = json.loads((await ask(rig.client.url, f"/runs/{told['latest_run']['run_id']}")).body)
    assert run["inputs"] == texts[-1:]


REFUSED = [
    (b'{"text":"a\\u0000b"}', 422, "U+0000"),
    (b'{"text":"a\\ud800b"}', 422, "lone surrogate"),
    (b'{"text":"\\udfff"}', 422, "lone surrogate"),
    (b'{"text":"\xed\xa0\x80"}', 422, "lone surrogate"),
    (b"", 400, "must be JSON"),
    (b"not json", 400, "must be JSON"),
    (b'{"text":"a"', 400, "must be JSON"),
    (b"\xff\xfe\x00", 400, "must be JSON"),
    (b'{"text":' + b"9" * 5_000 + b"}", 400, "must be JSON"),
    (b"[" * 100_000, 400, "nested too deeply"),
    (b"{}", 422, "a text that is not empty"),
    (b"[]", 422, "a text that is not empty"),
    (b'"text"', 422, "a text that is not empty"),
    (b"null", 422, "a text that is not empty"),
    (b'{"text":""}', 422, "a text that is not empty"),
    (b'{"text":null}', 422, "a text that is not empty"),
    (b'{"text":7}', 422, "a text that is not empty"),
    (b'{"text":["a"]}', 422, "a text that is not empty"),
    (b'{"text":"' + b"x" * (MAX_TEXT + 1) + b'"}', 413, "16000 are allowed"),
]


async def test_what_is_no_message_is_refused_and_the_answer_says_why(rig: Rig) -> None:
    for body, status, said in REFUSED:
        answer = await post(rig, body)
        assert answer.status == status, body[:40]
        assert said in json.loads(answer.body)["error"], body[:40]
    assert rig.doors.passed("store.create") == 0


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "chunked"])
async def test_a_body_beyond_the_limit_is_refused(rig: Rig, chunked: bool) -> None:
    body = b'{"text":"' + b" " * MAX_BODY_BYTES + b'"}'
    if chunked:
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        headers = [b"Transfer-Encoding: chunked"]
        path = "/sessions/s/messages"
        answer = await ask_chunked(rig, path, headers, body)
    else:
        answer = await post(rig, body)
    assert answer.status == 413
    assert rig.doors.passed("store.create") == 0


async def ask_chunked(rig: Rig, path: str, headers: list[bytes], body: bytes) -> Answer:
    extra = [*headers, b"", body]
    return await ask(rig.client.url, path, method="POST", headers=[b"\r\n".join(extra)])


SESSIONS = [
    ("s" * MAX_SESSION, 202),
    ("%F0%9F%91%A9" * MAX_SESSION, 202),
    ("a%20b", 202),
    ("%E2%80%A8", 202),
    ("s" * (MAX_SESSION + 1), 422),
    ("a%00b", 422),
    ("", 404),
]


async def test_what_may_be_a_sessions_id(rig: Rig) -> None:
    for session, status in SESSIONS:
        assert (await post(rig, b'{"text":"hi"}', session)).status == status
        looked = await ask(rig.client.url, f"/sessions/{session}")
        assert looked.status == (200 if status == 202 else status)
        if status == 202:
            assert len(json.loads(looked.body)["messages"]) == 1
