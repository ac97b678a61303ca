"""The view in a real browser, the real system behind it: by mouse, by keyboard, by its names."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, expect

from labs.protocol import Event, Response, ResponseState
from labs.streaming_protocol.plays.picture import CAPTION, EXAMPLE, TITLE, still
from labs.streaming_protocol.plays.view import Card
from tests.streaming_protocol.page import Room, a_room, browser, open_page

pytestmark = pytest.mark.asyncio(loop_scope="module")

WHOLE = "Search, then mail Ada, then export."
MAIL = 'mail(to="ada@example.org", subject="Your parcel")'
OPENING = "I have read your message and look after it now."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def room(chromium: Browser) -> AsyncIterator[Room]:
    async with a_room(chromium) as opened:
        yield opened


# By mouse, by keyboard, by names


async def test_by_mouse(room: Room) -> None:
    await expect(room.status).to_have_text("Nothing has been asked yet.")
    await room.box.fill(WHOLE)
    await room.button("Send").click()
    await expect(room.status).to_have_text("Accepted. No word has come yet.")
    room.hand.words.allow(3)
    await expect(room.status).to_have_text("The agent writes.")
    room.hand.words.open()
    await expect(room.status).to_have_text("At work: search.")
    room.hand.tools.allow(1)
    await expect(room.status).to_have_text("Waits for your permission: mail.")
    await expect(room.part("Tools")).to_contain_text("search done")
    await room.button("Approve").click()
    await expect(room.status).to_have_text(f"At work: {MAIL}.")
    room.hand.tools.open()
    await expect(room.status).to_have_text("Finished.")
    await expect(room.agent).to_contain_text("That is all.")
    kept = room.part("Kept and done")
    await expect(kept).to_contain_text("Kept: the answer, 25 words, as final")
    await expect(kept).to_contain_text(f"Done: search, {MAIL}, export")


async def test_by_keyboard_alone(room: Room) -> None:
    page = room.page
    for _ in range(3):
        await page.keyboard.press("Tab")
    await expect(room.box).to_be_focused()
    await page.keyboard.press("Control+A")
    await page.keyboard.type("Mail Ada.")
    await page.keyboard.press("Enter")
    room.hand.words.open()
    await expect(room.status).to_have_text("Waits for your permission: mail.")
    await expect(room.box).to_be_focused()
    for _ in range(6):
        await page.keyboard.press("Tab")
    await expect(room.button("Approve")).to_be_focused()
    await page.keyboard.press("Space")
    await expect(room.status).to_have_text(f"At work: {MAIL}.")
    await expect(room.button("Approve")).to_be_focused()
    for _ in range(8):
        await page.keyboard.press("Shift+Tab")
    await expect(room.button("Stop")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(room.status).to_contain_text("Cannot be stopped any more, and goes on: mail(")
    room.hand.tools.open()
    await expect(room.status).to_have_text("Stopped.")
    await expect(room.button("Stop")).to_be_focused()


async def test_by_the_names_that_a_screen_reader_says(room: Room) -> None:
    await room.ask("Mail Ada.")
    room.hand.words.open()
    await expect(room.status).to_contain_text("Waits")
    tree = await room.page.locator("main").aria_snapshot()
    for said in (
        'group "A conversation with an agent that uses tools"',
        'button "Stop"',
        'list "The conversation"',
        'textbox "What you ask"',
        'group "Waits for you"',
        'button "Approve"',
        'group "Kept and done"',
    ):
        assert said in tree
    for name in ("Approve", "Deny"):
        card = 'to"ada@example.org"subject"Your parcel"'
        told = await room.button(name).evaluate(
            "button => document.getElementById(button.getAttribute('aria-describedby')).textContent"
        )
        assert card in told


async def test_stop_never_moves(room: Room) -> None:
    stop = room.button("Stop")
    await room.page.set_viewport_size({"width": 480, "height": 900})
    before = await _place(room)
    room.hand.words.open()
    await room.ask("Refund me and export, then search.")
    await expect(room.status).to_contain_text("Waits for your permission: refund.")
    assert await _place(room) == before
    await room.button("Approve").click()
    await expect(room.status).to_contain_text("At work: export, refund(")
    assert await _place(room) == before
    await stop.click()
    await expect(room.status).to_contain_text("Cannot be stopped any more")
    assert await _place(room) == before
    room.hand.tools.open()
    await expect(room.status).to_have_text("Stopped.")
    await expect(room.part("Tools")).to_contain_text("refund_reversal done")
    assert await _place(room) == before
    await expect(stop).to_have_attribute("aria-disabled", "true")


async def _place(room: Room) -> object:
    """Where it stands in the view, and the box too, however far the page is scrolled."""
    return await room.page.locator(".koda-response").evaluate(
        """(view) => {
          const of = view.getBoundingClientRect();
          const places = [".koda-stop", ".koda-box"].map((name) => view.querySelector(name))
            .map((element) => element.getBoundingClientRect());
          return places.map(({ x, y }) => [x - of.x, y - of.y]);
        }"""
    )


async def test_announcements_are_few_and_hold_every_word(room: Room) -> None:
    room.hand.words.open()
    room.hand.tools.open()
    await room.ask(f"A story, please. {WHOLE}")
    await room.button("Approve").click()
    await expect(room.status).to_have_text("Finished.")
    story = "The parcel goes from the harbour to the depot and then on to your door."
    assert await room.told() == [
        "Asked. The answer begins.",
        f"The agent: {story} {story}",
        f"The agent: {story} {story}",
        "Done: search.",
        f"The agent: One step is done. May it use {MAIL}? Approve or deny.",
        f"Done: {MAIL}.",
        "The agent: One step is done. Done: export.",
        "The agent: One step is done. That is all. Finished."
        f" Kept: the answer, 75 words, as final. Done: search, {MAIL}, export.",
    ]


async def test_the_focus_is_never_taken(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Mail Ada.")
    await expect(room.part("Waits for you")).to_contain_text("May I use mail, exactly so?")
    await expect(room.box).to_be_focused()
    await room.button("Deny").click()
    await expect(room.status).to_have_text("Finished.")
    await expect(room.button("Deny")).to_be_focused()
    await room.button("Retry").click()
    await expect(room.status).to_contain_text("Waits")
    await expect(room.button("Retry")).to_be_focused()


# Stop


async def test_after_stop_no_further_word_is_shown_and_the_fold_goes_on(room: Room) -> None:
    await room.ask("What became of my parcel?")
    room.hand.words.allow(4)
    await expect(room.agent).to_have_text("I have read your ")
    room.hand.clicks.allow(0)
    await room.button("Stop").click()
    await expect(room.status).to_have_text("Stopping: your Stop is on its way.")
    room.hand.words.allow(3)
    await expect(room.line("3 words that came after your Stop not shown")).to_be_visible()
    await expect(room.agent).to_have_text("I have read your ")
    room.hand.clicks.open()
    await expect(room.status).to_have_text("Stopped.")
    await expect(room.agent).to_have_text("I have read your ")
    kept = room.part("Kept and done")
    await expect(kept).to_contain_text("Kept: a draft, 7 words, marked incomplete: stopped")
    await expect(kept).to_contain_text("Done: nothing")
    assert not [said for said in await room.told() if "message" in said]


async def test_stop_tells_what_stopped_what_goes_on_and_what_was_done(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Mail Ada, then search and export and search again.")
    await room.button("Approve").click()
    room.hand.tools.allow(1)
    await expect(room.status).to_have_text("At work: search, export.")
    await room.button("Stop").dblclick()
    kept = room.part("Kept and done")
    await expect(kept).to_contain_text(f"Done: {MAIL}Stopped: search, searchGoes on: export")
    room.hand.tools.open()
    await expect(kept).to_contain_text(f"Done: {MAIL}, exportStopped: search, search")
    await expect(room.part("Tools")).to_contain_text("export done")
    (stopping,) = (said for said in await room.told() if said.startswith("Stopping."))
    assert stopping.lower().count("goes on: export.") == 1


async def test_a_stop_that_comes_too_late_changes_nothing(room: Room) -> None:
    await room.ask("What became of my parcel?")
    room.hand.words.allow(12)
    await expect(room.agent).to_contain_text("That is ")
    room.hand.clicks.allow(0)
    await room.button("Stop").click()
    room.hand.words.open()
    await expect(room.status).to_have_text("Finished.")
    room.hand.clicks.open()
    await expect(room.agent).to_contain_text("That is all.")
    await expect(room.part("Kept and done")).to_contain_text("Kept: the answer, 13 words")


# The card


async def test_the_card_shows_the_exact_payload_and_asks_anew_for_another(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Mail Ada, actually.")
    card = room.part("Waits for you")
    await expect(card).to_contain_text('to"ada@example.org"subject"Your parcel"')
    await expect(card).to_contain_text("Runs out in 2 minutes.")
    await room.button("Approve").click()
    await expect(card).to_contain_text('to"eve@example.org"')
    # The second click of a double click is none for what the first has brought.
    await room.button("Approve").dispatch_event("click", {"detail": 2})
    await room.button("Deny").click()
    await expect(room.status).to_have_text("Finished.")
    await expect(room.part("Tools")).to_contain_text("failed")
    assert deeds(room) == []


@pytest.mark.parametrize("width", [480, 1000])
async def test_the_card_moves_nothing(room: Room, width: int) -> None:
    await room.page.set_viewport_size({"width": width, "height": 900})
    before = await _around_the_card(room)
    room.hand.words.open()
    await room.ask("Mail Ada.")
    await expect(room.part("Waits for you")).to_contain_text("Runs out in 2 minutes.")
    assert await _around_the_card(room) == before
    # No label stands one letter below another.
    lines = await room.page.locator(".koda-payload div").evaluate_all(
        "rows => rows.map(row => row.getBoundingClientRect().height)"
    )
    assert lines == [21] * 4


async def _around_the_card(room: Room) -> object:
    """How high the view is, and where the card's buttons stand in it."""
    return await room.page.locator(".koda-response").evaluate(
        """(view) => [view.offsetHeight, ...[".koda-approve", ".koda-deny"]
          .map((name) => view.querySelector(name).getBoundingClientRect())
          .map(({ x, y }) => [x, y - view.getBoundingClientRect().y]).flat()]"""
    )


async def test_a_permission_runs_out(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Mail Ada.")
    card = room.part("Waits for you")
    await expect(card).to_contain_text("Runs out in 2 minutes.")
    room.hand.seconds.allow(80)
    await expect(card).to_contain_text("Runs out in 40 seconds.")
    room.hand.seconds.allow(40)
    await expect(room.status).to_have_text("Finished.")
    await expect(card).to_contain_text("Nothing.")
    await expect(room.button("Approve")).to_have_attribute("aria-disabled", "true")
    assert deeds(room) == []


async def test_a_key_that_is_held_down_presses_once(room: Room) -> None:
    room.hand.words.open()
    await room.ask("Refund me, actually.")
    await expect(room.part("Waits for you")).to_contain_text("amount20")
    await room.button("Approve").focus()
    await room.page.keyboard.down("Enter")
    await expect(room.part("Waits for you")).to_contain_text("amount2000")
    await room.page.keyboard.down("Enter")
    await room.page.keyboard.up("Enter")
    await expect(room.part("Waits for you")).to_contain_text("amount2000")
    assert deeds(room) == []


# Retry and Continue


async def test_retry_and_continue_do_different_things(room: Room) -> None:
    room.hand.words.allow(12)
    room.hand.tools.open()
    await room.ask("Mail Ada, then search.")
    await room.button("Approve").click()
    await expect(room.agent).to_contain_text("One step ")
    await room.button("Stop").click()
    await expect(room.status).to_have_text("Stopped.")
    first = deeds(room)
    assert [tool for _, tool in first] == ["mail"]
    room.hand.words.open()
    await room.button("Continue").click()
    await expect(room.status).to_have_text("Finished.")
    await expect(room.line("agent").last).to_contain_text("continued")
    await expect(room.part("Kept and done")).to_contain_text(f"Done: {MAIL}, search")
    root = first[0][0].partition("/")[0]
    assert deeds(room) == [*first, (f"{root}/1", "search")]
    await room.button("Retry").click()
    await expect(room.line("(asked again)")).to_be_visible()
    await room.button("Approve").click()
    await expect(room.status).to_have_text("Finished.")
    mails = [operation for operation, tool in deeds(room) if tool == "mail"]
    assert len(mails) == len(set(mails)) == 2


async def test_continue_is_refused_where_no_tool_was_finished(room: Room) -> None:
    await room.ask("What became of my parcel?")
    room.hand.words.allow(2)
    await expect(room.agent).to_contain_text("I have")
    await room.button("Stop").click()
    await expect(room.status).to_have_text("Stopped.")
    await room.button("Continue").click()
    refused = "Refused: no tool was finished; ask anew."
    await expect(room.page.get_by_text(refused).first).to_be_visible()
    assert refused in await room.told()
    await expect(room.status).to_have_text("Stopped.")


# Reload


async def streaming(room: Room) -> None:
    await room.ask(WHOLE)
    room.hand.words.allow(4)
    await expect(room.agent).to_have_text("I have read your ")


async def waiting(room: Room) -> None:
    room.hand.words.open()
    room.hand.tools.allow(1)
    await room.ask(WHOLE)
    await expect(room.status).to_contain_text("Waits for your permission")


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


def shown(room: Room) -> dict[str, object]:
    """The view, without what was announced."""
    view: dict[str, object] = {**room.widget.view}
    return {name: view[name] for name in ("status", "lines", "card", "tools", "left", "can")}


def said(view: dict[str, object]) -> list[str]:
    """The texts in its lines."""
    lines = view["lines"]
    assert isinstance(lines, list)
    return [str(text).strip() for _, text, _ in lines]


def deeds(room: Room) -> list[tuple[str, str]]:
    """What was truly done: the operations and their tools."""
    return [(deed.operation_id, deed.tool) for deed in room.widget._page._system.outside.deeds]


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
