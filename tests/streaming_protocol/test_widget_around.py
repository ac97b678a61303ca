"""The view in a real browser: a student's own files, markup, axe, the still picture, its end."""

import asyncio
from dataclasses import replace

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, expect

from labs.protocol import Event, Response, ResponseState
from labs.streaming_protocol.plays.picture import CAPTION, EXAMPLE, TITLE, still
from labs.streaming_protocol.plays.view import Card
from tests.streaming_protocol.page import (
    OPENING,
    Room,
    a_room,
    shown,
    waiting,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


# A student's files


async def test_a_slip_is_told_in_a_sentence(chromium: Browser) -> None:
    def fold(state: object, event: object) -> object:
        raise ZeroDivisionError("no")

    async with a_room(chromium, fold) as room:
        await room.box.press("Enter")
        await expect(room.status).to_contain_text("raised ZeroDivisionError: no. Repair it and run")
        await expect(room.button("Send")).to_have_attribute("aria-disabled", "true")


async def test_a_cancel_that_does_nothing_is_seen(chromium: Browser) -> None:
    def cancel(response: Response) -> Response:
        return response

    async with a_room(chromium, cancel) as room:
        await room.ask("What became of my parcel?")
        await room.button("Stop").click()
        told = "You said stop; the server still says streaming."
        await expect(room.status).to_have_text(told)


async def test_a_fold_that_finds_no_end_is_seen(chromium: Browser) -> None:
    def fold(state: ResponseState, event: Event) -> ResponseState:
        return replace(state, last_seq=event.seq)

    async with a_room(chromium, fold) as room:
        await room.ask("What became of my parcel?")
        await room.button("Stop").click()
        told = "The server says cancelled, and the fold has come to pending."
        await expect(room.status).to_have_text(told)


async def test_the_same_cell_again_ends_the_conversation_before(chromium: Browser) -> None:
    async with a_room(chromium) as first:
        await first.ask("Hello.")
        async with a_room(chromium) as second:
            await expect(first.status).to_contain_text("This conversation is over.")
            assert first.widget.end().done()
            await second.ask("Hello.")


# The rest


EVIL = "<img src=x onerror='window.broken=1'><b>&amp;"


async def test_no_text_becomes_markup(room: Room) -> None:
    await room.ask(EVIL)
    assert await room.page.locator(".koda-response :is(img, b)").count() == 0


async def test_keys_do_not_reach_the_notebook(room: Room) -> None:
    listen = "document.addEventListener('keydown', e => (window.keys ||= []).push(e.key))"
    await room.page.evaluate(listen)
    await room.box.press_sequentially("dd")
    await room.box.press("Enter")
    await room.box.press("Control+b")
    assert await room.page.evaluate("window.keys") == ["Control", "b"]


async def test_what_is_not_asked_for_twice(room: Room) -> None:
    room.hand.clicks.allow(0)
    await room.box.fill("Hello.")
    await room.box.press("Enter")
    await room.box.fill("Hello again.")
    await room.box.press("Enter")
    room.hand.clicks.open()
    await expect(room.page.get_by_text("An answer is under way: stop it first.")).to_be_visible()
    await expect(room.line("Hello")).to_have_count(1)


@pytest.mark.parametrize("dark", [False, True])
async def test_nothing_that_axe_knows_stands_in_the_way(chromium: Browser, dark: bool) -> None:
    async with a_room(chromium, dark=dark) as room:
        await _nothing_in_the_way(room, width=1000)
        await waiting(room)
        await _nothing_in_the_way(room, width=1000)
        await _nothing_in_the_way(room, width=480)
        await room.button("Approve").click()
        await expect(room.status).to_contain_text("At work")
        await room.button("Stop").click()
        room.hand.tools.open()
        await expect(room.status).to_have_text("Stopped.")
        await _nothing_in_the_way(room, width=480)


async def _nothing_in_the_way(room: Room, width: int) -> None:
    await room.page.set_viewport_size({"width": width, "height": 800})
    found = await Axe().run(room.page)
    assert found.violations_count == 0, found.generate_report()


async def test_the_still_picture_is_a_real_one(room: Room) -> None:
    await waiting(room)
    view = room.widget.view
    assert isinstance(view["card"], dict)
    card = Card(**view["card"])
    assert EXAMPLE.card is not None
    expected = replace(EXAMPLE.card, approval_id=card.approval_id, payload_hash=card.payload_hash)
    plain = replace(EXAMPLE, card=expected, can=["stop", "approve", "deny"]).plain()
    assert shown(room) == {name: plain[name] for name in shown(room)}


async def test_the_still_picture_says_in_words_what_it_shows() -> None:
    kept = still(EXAMPLE)
    assert kept["text/plain"].splitlines() == [
        TITLE,
        "it stands so: Waits for your permission: mail.   [Stop]",
        "you: Search, then mail Ada, then export.",
        f"agent: {OPENING} One step is done.",
        "waits for you: May I use mail, exactly so?   [Approve] [Deny]",
        '  to: "ada@example.org"',
        '  subject: "Your parcel"',
        "  operation: response-0d0f2ef9/1",
        "  fingerprint: 1b0a0d1e6313210e...",
        "  time: Runs out in 2 minutes.",
        "tools: search: done",
        CAPTION,
    ]
    assert "ada@example.org" in kept["image/svg+xml"]
    assert "koda-still" in kept["text/html"]


async def test_nothing_is_left_behind(chromium: Browser) -> None:
    before = _tasks()
    async with a_room(chromium) as room:
        room.hand.words.open()
        await room.ask("Search and export.")
        await expect(room.status).to_have_text("At work: search, export.")
    assert _tasks() <= before


def _tasks() -> set[str]:
    # A read that blocks on the Redis in this process ends in its own time, and holds nothing.
    return {str(task.get_coro()).split(" at ")[0] for task in asyncio.all_tasks()} - {_REDIS}


_REDIS = "<coroutine object AsyncFakeSocket._async_blocking"
