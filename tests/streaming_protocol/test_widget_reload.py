"""The view in a real browser, loaded anew in every state: it shows the truth."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.streaming_protocol.page import (
    OPENING,
    WHOLE,
    Room,
    deeds,
    open_page,
    said,
    shown,
    waiting,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def streaming(room: Room) -> None:
    await room.ask(WHOLE)
    room.hand.words.allow(4)
    await expect(room.agent).to_have_text("I have read your ")


async def cancelling(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Search and export.")
    await expect(room.status).to_have_text("At work: search, export.")
    await room.button("Stop").click()
    await expect(room.part("Tools")).to_contain_text("search stopped")
    await expect(room.status).to_contain_text("goes on: export.")


async def cancelled(room: Room) -> None:
    await cancelling(room)
    room.hand.tools.open()
    await expect(room.status).to_have_text("Stopped.")


async def continued(room: Room) -> None:
    room.hand.words.allow(12)
    room.hand.tools.open()
    await room.ask("Mail Ada, then search.")
    await room.button("Approve").click()
    await expect(room.agent).to_contain_text("One step ")
    await room.button("Stop").click()
    await expect(room.status).to_have_text("Stopped.")
    room.hand.words.open()
    await room.button("Continue").click()
    await expect(room.status).to_have_text("Finished.")


async def failed(room: Room) -> None:
    room.hand.words.open()
    room.hand.tools.open()
    await room.ask("Search, breaks off late.")
    await expect(room.status).to_have_text("Broken off: the model fell silent in the middle.")


async def completed(room: Room) -> None:
    room.hand.words.open()
    await room.ask("My code, please.")
    await expect(room.status).to_have_text("Finished.")
    await expect(room.line("put right at the end")).to_be_visible()


@pytest.mark.parametrize(
    "state",
    [streaming, waiting, cancelling, cancelled, continued, failed, completed],
    ids=lambda s: s.__name__,
)
async def test_a_reload_shows_the_same(
    room: Room, state: Callable[[Room], Awaitable[None]]
) -> None:
    await state(room)
    before = shown(room)
    await _reload(room)
    assert shown(room) == before
    for text in (str(before["status"]), *said(before)):
        await expect(room.page.locator(".koda-response")).to_contain_text(text)
    assert await room.told() == []


async def test_a_reload_in_the_midst_of_it_goes_on_to_the_end(room: Room) -> None:
    await waiting(room)
    await open_page(room.page)
    await room.button("Approve").click()
    room.hand.tools.open()
    await expect(room.status).to_have_text("Finished.")
    assert sorted(tool for _, tool in deeds(room)) == ["export", "mail", "search"]


async def test_a_gap_is_told_and_filled(room: Room) -> None:
    await _lost(room)
    assert [said for said in await room.told() if "missing" in said]
    room.hand.clicks.open()
    await expect(room.agent).to_have_text("I have read your ")
    room.hand.words.open()
    await expect(room.status).to_have_text("Finished.")
    await expect(room.agent).to_contain_text(f"{OPENING} That is all.")


async def test_a_reload_in_a_gap_shows_the_truth(room: Room) -> None:
    await _lost(room)
    await _reload(room)
    await expect(room.agent).to_have_text("I have read your ")
    await expect(room.status).to_have_text("The agent writes.")


async def _reload(room: Room) -> None:
    """Open the page anew, and wait until the server has told it everything."""
    page = room.widget._page
    known = page._past[-1]
    await open_page(room.page)
    async with asyncio.timeout(5):
        while page._past[-1] is known:
            await room.page.evaluate("0")


async def _lost(room: Room) -> None:
    """The third of four words is lost on its way; the page waits before it asks again."""
    await room.ask("What became of my parcel?")
    room.hand.words.allow(2)
    await expect(room.agent).to_have_text("I have ")
    room.hand.clicks.allow(0)
    await room.button("Lose the next event").click()
    room.hand.words.allow(2)
    await expect(room.status).to_have_text("Something is missing behind number 2: asking again.")
    await expect(room.agent).to_have_text("I have ")


async def test_the_last_event_is_asked_for_if_it_is_lost(room: Room) -> None:
    await room.ask("What became of my parcel?")
    room.hand.words.allow(12)
    await expect(room.agent).to_contain_text("That is ")
    await room.button("Lose the next event").click()
    room.hand.words.allow(1)
    await expect(room.status).to_have_text("Finished.")
    await expect(room.agent).to_contain_text(f"{OPENING} That is all.")
