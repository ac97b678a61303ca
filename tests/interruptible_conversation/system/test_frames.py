"""Frames over a real WebSocket: what is none is refused, and the server lives on."""

import json
import tracemalloc
from collections.abc import AsyncIterator

import pytest
from wsproto.events import TextMessage

from labs.interruptible_conversation.client import Client
from labs.interruptible_conversation.endpoint import Bounds
from labs.interruptible_conversation.frames import MAX_FRAME, MAX_ID, MAX_TEXT
from tests.interruptible_conversation.system.bare import Bare, bare
from tests.interruptible_conversation.system.rig import Rig


@pytest.fixture
def client(mock_rig: Rig) -> Client:
    return mock_rig.open()


@pytest.fixture
async def line(client: Client) -> AsyncIterator[Bare]:
    """A conversation, open; its state has been read. `line.token` is its token."""
    conversation_id, token = await client.create()
    async with bare(client, conversation_id) as opened:
        opened.token = token
        opened.json(type="hello", token=token)
        assert (await opened.frame())["type"] == "state"
        yield opened


async def assert_lives(client: Client) -> None:
    async with client.talk() as other:
        assert other.seen.refused == []


BAD = [
    "",
    "null",
    "[]",
    "7",
    "nonsense",
    '{"type":',
    "[" * 30_000,
    '{"a":' * 10_000,
    '{"type": 7}',
    '{"type": null, "token": "x"}',
    "9" * 5_000,
    '{"n": NaN}',
    "\u0000",
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
async def test_what_is_no_frame_is_refused_and_the_socket_stays(
    client: Client, line: Bare, text: str
) -> None:
    line.text(text)
    assert (await line.frame())["code"] == "bad_frame"
    line.json(type="hello", token=line.token)
    assert (await line.frame())["type"] == "state"
    async with bare(client, "c") as fresh:
        fresh.text(text)
        assert (await fresh.frame())["code"] == "bad_frame"
        assert await fresh.closed() == 1008


SPEECH = {"type": "speech", "utterance_id": "u", "revision": 0, "text": "hi", "final": True}
DECIDE = {"type": "decide", "proposal_id": "p", "approve": True}
ODD: list[tuple[dict[str, object], str]] = [
    ({"type": "dance"}, "bad_frame"),
    ({"type": "x" * 50_000}, "bad_frame"),
    ({"type": "\ud800"}, "bad_frame"),
    ({"type": "shown"}, "bad_frame"),
    ({"type": "shown", "number": True}, "bad_frame"),
    ({"type": "shown", "number": 1.0}, "bad_frame"),
    ({"type": "shown", "number": "1"}, "bad_frame"),
    ({**SPEECH, "revision": True}, "bad_frame"),
    ({**SPEECH, "revision": "0"}, "bad_frame"),
    ({**SPEECH, "revision": -1}, "bad_frame"),
    ({**SPEECH, "revision": 10**4000}, "bad_frame"),
    ({**SPEECH, "final": 1}, "bad_frame"),
    ({**SPEECH, "text": None}, "bad_frame"),
    ({**SPEECH, "text": "a\0b"}, "bad_frame"),
    ({**SPEECH, "text": "\ud800"}, "bad_frame"),
    ({**SPEECH, "text": "x" * (MAX_TEXT + 1)}, "too_long"),
    ({**SPEECH, "utterance_id": "x" * (MAX_ID + 1)}, "too_long"),
    ({**SPEECH, "utterance_id": 7}, "bad_frame"),
    ({**DECIDE, "approve": 1}, "bad_frame"),
    ({**DECIDE, "approve": "true"}, "bad_frame"),
    ({**DECIDE, "proposal_id": ["p"]}, "bad_frame"),
    ({**DECIDE, "proposal_id": "x" * (MAX_ID + 1)}, "too_long"),
    ({**DECIDE, "proposal_id": "\0"}, "bad_frame"),
]


@pytest.mark.parametrize(("frame", "code"), ODD, ids=range(len(ODD)))
async def test_a_frame_of_odd_content_is_refused(
    line: Bare, frame: dict[str, object], code: str
) -> None:
    line.text(json.dumps({**frame, "token": line.token}))
    answer = await line.frame()
    assert (answer["type"], answer["code"]) == ("refused", code)
    assert len(str(answer["why"])) < 200
    line.json(type="hello", token=line.token)
    assert (await line.frame())["type"] == "state"


@pytest.mark.parametrize("number", [-1, 0, 7, 10**4000])
async def test_what_was_never_sent_cannot_be_shown(line: Bare, number: int) -> None:
    line.json(type="shown", token=line.token, number=number)
    line.json(type="hello", token=line.token)
    assert (await line.frame())["type"] == "state"


async def test_the_longest_text_fits_into_a_frame(line: Bare, mock_rig: Rig) -> None:
    line.json(type="begin", token=line.token)
    token = (await line.frame())["token"]
    text = "😀" * MAX_TEXT  # each character twelve bytes, escaped
    line.json(**{**SPEECH, "text": text}, token=token)
    record = await mock_rig.recorded("conversation", "acts on")
    assert record.detail == text


async def test_binary_frames_close_the_socket(client: Client, line: Bare) -> None:
    line.binary(b"hello")
    assert await line.closed() == 1003
    await assert_lives(client)


async def test_a_frame_of_10_mb_closes_the_socket_and_is_never_held(
    client: Client, line: Bare
) -> None:
    huge = json.dumps({"type": "hello", "token": line.token, "more": "x" * 10_000_000})
    tracemalloc.start()
    try:
        line.text(huge)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        assert await line.closed() in (1009, 1006)
        assert tracemalloc.get_traced_memory()[1] - before < 3_000_000
    finally:
        tracemalloc.stop()
    await assert_lives(client)


async def test_many_pieces_are_one_frame_and_one_size(client: Client, line: Bare) -> None:
    for _ in range(MAX_FRAME // 1000 + 2):
        piece = TextMessage("x" * 1000, message_finished=False)
        line.writer.write(line.protocol.send(piece))
    assert await line.closed() in (1009, 1006)
    await assert_lives(client)


async def test_a_flood_of_frames_is_answered_one_by_one(client: Client, line: Bare) -> None:
    for _ in range(500):
        line.json(type="begin", token=line.token)
    turns = [(await line.frame())["turn_id"] for _ in range(500)]
    assert len(set(turns)) == 500
    await assert_lives(client)


async def test_who_says_no_hello_in_time_is_let_go(mock_rig: Rig) -> None:
    client = mock_rig.open(Bounds(hello=0))
    conversation_id, _ = await client.create()
    async with bare(client, conversation_id) as line:
        assert await line.closed() == 1008
    assert mock_rig.endpoint.kept == 0
