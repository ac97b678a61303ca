"""The conversation in a real browser, the real system behind it: talk, interrupt, approve, stop."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, expect

from tests.interruptible_conversation.page import Room, a_room, browser, open_page

pytestmark = pytest.mark.asyncio(loop_scope="module")
CALL = "update_ticket(ticket=14)"
UPDATE = "update ticket forty... actually fourteen"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def room(chromium: Browser) -> AsyncIterator[Room]:
    async with a_room(chromium) as opened:
        yield opened


async def test_by_mouse(room: Room) -> None:
    await room.box.fill("update ticket forty")
    await expect(room.line("update ticket forty (not yet final)")).to_be_visible()
    await room.box.fill(UPDATE)
    await room.button("Say").click()
    room.words()
    await expect(room.line("Shall I set ticket 14 to solved?")).to_be_visible()
    await expect(room.line(UPDATE)).not_to_contain_text("final")
    await expect(room.part("Waits for you")).to_contain_text(CALL)
    await room.page.get_by_label("Say over it").check()
    await room.box.fill("yes yes wait")
    await room.button("Say").click()
    await expect(room.line("yes yes wait (over the agent)")).to_be_visible()
    await expect(room.part("Done")).to_contain_text("Nothing.")
    await room.button("Approve").click()
    await expect(room.part("Done")).to_contain_text(CALL)
    await expect(room.part("Waits for you")).to_contain_text("Nothing.")
    await room.page.get_by_text("Refused, and why: 1").click()
    await expect(room.page.get_by_text("'yes yes wait' was said over the agent")).to_be_visible()


async def test_by_keyboard_alone(room: Room) -> None:
    page = room.page
    for _ in range(3):
        await page.keyboard.press("Tab")
    await page.keyboard.type(UPDATE)
    await page.keyboard.press("Enter")
    room.words()
    await expect(room.part("Waits for you")).to_contain_text(CALL)
    await expect(room.box).to_be_focused()
    for _ in range(5):
        await page.keyboard.press("Tab")
    await expect(room.button("Reject")).to_be_focused()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Space")
    await expect(room.part("Done")).to_contain_text(CALL)
    await expect(room.button("Approve")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert await page.locator("details.koda-log").get_attribute("open") is not None


async def test_who_types_interrupts_and_late_words_are_refused(room: Room) -> None:
    await room.say("hello")
    room.words(3)
    await expect(room.line("I look after")).to_be_visible()
    await room.box.press_sequentially("look")
    await expect(room.line("I look after (interrupted)")).to_be_visible()
    room.words()
    await expect(room.page.get_by_text("Refused, and why: 2")).to_be_visible()
    await room.box.fill("look up ticket 7")
    await room.box.press("Enter")
    await expect(room.part("At work")).to_contain_text("look_up(ticket=7) at work")
    await expect(room.line("look up ticket 7")).to_have_count(1)
    room.tools(1)
    await expect(room.part("Done")).to_contain_text("look_up(ticket=7)")


async def test_the_interrupt_button(room: Room) -> None:
    await room.say("hello")
    room.words(2)
    await expect(room.page.get_by_text("The agent speaks.")).to_be_visible()
    await room.button("Interrupt").click()
    await expect(room.line("(interrupted)")).to_be_visible()
    await expect(room.page.get_by_text("The agent listens.")).to_be_visible()


async def test_stop_tells_three_lists_and_keeps_the_export_in_sight(room: Room) -> None:
    stop = room.button("Stop")
    before = await stop.bounding_box()
    await room.say(UPDATE)
    room.words()
    await room.button("Approve").click()
    await expect(room.part("Done")).to_contain_text(CALL)
    await room.say("export the report, look up ticket 7 and ticket 8")
    await expect(room.part("At work")).to_contain_text("look_up(ticket=8) waits")
    await stop.click()
    notice = room.part("You said stop")
    await expect(notice).to_contain_text("Stopped: look_up(ticket=7), look_up(ticket=8)")
    await expect(notice).to_contain_text("Still running: export_report(report=open tickets)")
    await expect(notice).to_contain_text(f"Already done: {CALL}")
    await expect(room.part("At work")).to_contain_text("export_report")
    await expect(room.part("At work")).not_to_contain_text("look_up")
    assert await stop.bounding_box() == before
    room.tools()
    await expect(room.part("Done")).to_contain_text("export_report")
    await expect(room.page.locator(".koda-told")).to_contain_text("You said stop. Stopped: look_up")


async def test_what_is_approved_is_in_sight_before_there_is_a_place_for_it(room: Room) -> None:
    room.words()
    await room.say(f"export the report, look up ticket 7, {UPDATE}")
    await room.button("Approve").click()
    await expect(room.part("At work")).to_contain_text(f"{CALL} waits")
    room.tools()
    await expect(room.part("Done")).to_contain_text(CALL)


async def test_another_turn_withdraws_the_question(room: Room) -> None:
    room.words()
    await room.say(UPDATE)
    await expect(room.part("Waits for you")).to_contain_text(CALL)
    await room.say("yes, and what else can you do?")
    await expect(room.part("Waits for you")).to_contain_text("Nothing.")
    await expect(room.button("Approve")).to_have_attribute("aria-disabled", "true")
    await expect(room.page.locator(".koda-told")).to_contain_text(f"{CALL}: withdrawn.")


async def test_a_reload_shows_what_waits(room: Room) -> None:
    room.words()
    await room.say(f"export the report, and {UPDATE}")
    await expect(room.part("Waits for you")).to_contain_text(CALL)
    await open_page(room.page)
    await expect(room.part("Waits for you")).to_contain_text(CALL)
    await expect(room.part("At work")).to_contain_text("export_report")
    await expect(room.line("Shall I set ticket 14 to solved?")).to_be_visible()
    assert await room.page.locator(".koda-told").text_content() == ""
    await room.button("Reject").click()
    await expect(room.page.locator(".koda-told")).to_contain_text(f"{CALL}: rejected.")


async def test_whole_sentences_are_told_not_words(room: Room) -> None:
    told = room.page.locator(".koda-told")
    await room.say("hello")
    room.words(4)
    await expect(room.line("I look after your")).to_be_visible()
    assert await told.text_content() == ""
    room.words()
    await expect(told).to_contain_text("The agent: I look after your tickets: I can look one up,")


async def test_the_same_cell_again_ends_the_conversation_before(chromium: Browser) -> None:
    async with a_room(chromium) as first:
        await first.say("hello")
        async with a_room(chromium) as second:
            await expect(first.page.get_by_text("This conversation is over.").first).to_be_visible()
            await expect(first.box).to_have_attribute("readonly", "")
            assert first.widget.end().done()
            await second.say("hello")
            await expect(second.line("hello")).to_be_visible()


async def test_a_slip_is_told_in_a_sentence(chromium: Browser) -> None:
    def resolve(pending: object, event: object) -> object:
        raise ZeroDivisionError("no")

    async with a_room(chromium, resolve) as room:
        await room.say("hello")
        said = room.page.locator(".koda-state")
        await expect(said).to_contain_text("raised ZeroDivisionError: no. Repair it and run")


EVIL = "<img src=x onerror='window.broken=1'><b>&amp;"


async def test_no_text_becomes_markup(room: Room) -> None:
    await room.say(EVIL)
    await expect(room.line(EVIL)).to_be_visible()
    assert await room.page.locator(".koda-talk img, .koda-talk b").count() == 0


async def test_keys_do_not_reach_the_notebook(room: Room) -> None:
    listen = "document.addEventListener('keydown', e => (window.keys ||= []).push(e.key))"
    await room.page.evaluate(listen)
    await room.box.press_sequentially("dd")
    await room.box.press("Enter")
    await room.box.press("Control+b")
    assert await room.page.evaluate("window.keys") == ["Control", "b"]


@pytest.mark.parametrize("dark", [False, True])
async def test_nothing_that_axe_knows_stands_in_the_way(chromium: Browser, dark: bool) -> None:
    async with a_room(chromium, dark=dark) as room:
        room.words()
        await _nothing_in_the_way(room, width=1000)
        await room.say(f"export the report, look up ticket 7 and {UPDATE}")
        await expect(room.part("Waits for you")).to_contain_text(CALL)
        await room.box.fill("and then")
        await room.page.locator(".koda-log summary").click()
        await _nothing_in_the_way(room, width=1000)
        await _nothing_in_the_way(room, width=420)


async def _nothing_in_the_way(room: Room, width: int) -> None:
    await room.page.set_viewport_size({"width": width, "height": 800})
    found = await Axe().run(room.page)
    assert found.violations_count == 0, found.generate_report()


async def test_nothing_is_left_behind(chromium: Browser) -> None:
    before = _tasks()
    async with a_room(chromium) as room:
        await room.say("export the report")
        await expect(room.part("At work")).to_contain_text("export_report")
    assert _tasks() <= before


def _tasks() -> set[str]:
    # A read that blocks on the Redis in this process ends in its own time, and holds nothing.
    return {str(task.get_coro()).split(" at ")[0] for task in asyncio.all_tasks()} - {_REDIS}


_REDIS = "<coroutine object AsyncFakeSocket._async_blocking"
