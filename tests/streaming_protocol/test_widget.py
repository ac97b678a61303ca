"""The view in a real browser, the real system behind it: by mouse, by keyboard, by its names."""

import pytest
from playwright.async_api import expect

from tests.streaming_protocol.page import (
    MAIL,
    WHOLE,
    Room,
    deeds,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


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
