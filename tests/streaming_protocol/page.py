"""A page with the view in it and no notebook around, the real Python side behind it.

The script asks a small model, which passes on what the widget's own traits and messages are: the
system runs in this very loop and is spoken to over its HTTP, as in a kernel.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from playwright.async_api import Browser, Error, Locator, Page, Route, async_playwright, expect

import labs.streaming_protocol
from labs.runtime.model import Gate
from labs.streaming_protocol.plays.pace import SECOND, Pace
from labs.streaming_protocol.widget import ConversationWidget
from tests.chromium import chromium
from tests.services import give_up

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A response</title>
<link rel="stylesheet" href="jupyterlab.css">
<link rel="stylesheet" href="conversation.css"><link rel="icon" href="data:,"></head>
<body><main><h1>A page</h1><div id="place" class="jp-OutputArea-output"></div></main>
<script type="module">
import widget from "./conversation.js";
const heard = new Set();
window.model = {
  view: await theView(),
  get: () => model.view,
  send: (message) => toPython(message),
  on: (_, hear) => heard.add(hear),
  off: (_, hear) => heard.delete(hear),
};
window.changed = (view) => {
  model.view = view;
  heard.forEach((hear) => hear());
};
window.leave = widget.render({ model, el: document.querySelector("#place") });
window.told = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) told.push(...[...addedNodes].map((n) => n.textContent));
}).observe(document.querySelector("[aria-live]"), { childList: true });
</script></body></html>"""

ADDRESS = "http://koda.test/"
(_FOLDER,) = map(Path, labs.streaming_protocol.__path__)
DARK = """:root {
  color-scheme: dark; --jp-layout-color0: #111; --jp-content-font-color1: #fff;
  --jp-brand-color1: #2196f3; --jp-warn-color1: #ff9800; --jp-error-color1: #f44336;
  --jp-success-color1: #4caf50; }
  body { background: #111; color: #fff; }"""
"""What JupyterLab's dark theme says."""
_JUPYTERLAB = """.jp-OutputArea-output :is(dl, dt, dd) { display: block; padding: 0; margin: 0; }
  .jp-OutputArea-output dl { width: 100%; overflow: hidden; }
  .jp-OutputArea-output dt { font-weight: bold; float: left; width: 20%; }
  .jp-OutputArea-output dd { float: left; width: 80%; }"""
"""What JupyterLab says of lists like the card's, wherever a cell's output has one."""

_WORD, _TOOL, _WAY = timedelta(milliseconds=120), timedelta(seconds=3), timedelta(milliseconds=400)
_KINDS = {"js": "text/javascript", "css": "text/css"}

WHOLE = "Search, then mail Ada, then export."
MAIL = 'mail(to="ada@example.org", subject="Your parcel")'
OPENING = "I have read your message and look after it now."


def _closed() -> Gate:
    gate = Gate()
    gate.allow(0)
    return gate


@dataclass
class Hand:
    """A clock moved by hand: gates that say which words, tools, clicks and seconds may pass."""

    words: Gate = field(default_factory=_closed)
    tools: Gate = field(default_factory=_closed)
    clicks: Gate = field(default_factory=Gate)
    seconds: Gate = field(default_factory=_closed)

    def now(self) -> datetime:
        return datetime(2030, 1, 1, tzinfo=UTC)

    async def sleep(self, duration: timedelta) -> None:
        hands = {_WORD: self.words, _TOOL: self.tools, _WAY: self.clicks, SECOND: self.seconds}
        await hands[duration].passage()


@dataclass
class Room:
    """The page, the widget behind it, and the hand on its clock."""

    page: Page
    widget: ConversationWidget
    hand: Hand

    @property
    def box(self) -> Locator:
        return self.page.get_by_label("What you ask")

    @property
    def status(self) -> Locator:
        return self.page.locator(".koda-state")

    @property
    def agent(self) -> Locator:
        return self.page.locator(".koda-agent + .koda-text").last

    def line(self, text: str) -> Locator:
        return self.page.locator(".koda-lines li", has_text=text)

    def part(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def ask(self, text: str) -> None:
        """Ask it, and wait until the server has it."""
        await self.box.fill(text)
        await self.box.press("Enter")
        await expect(self.line(text).last).to_be_visible()

    async def told(self) -> list[str]:
        """What was announced since the page was opened."""
        return cast(list[str], await self.page.evaluate("told"))


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    if path is None:
        give_up("no Chromium: run `apt-get install chromium` or set CHROMIUM to its path")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            await opened.close()


@asynccontextmanager
async def a_room(browser: Browser, *mine: object, dark: bool = False) -> AsyncIterator[Room]:
    """A conversation in a page of its own; neither is left behind."""
    hand = Hand()
    widget = ConversationWidget(*mine, pace=Pace(hand, _WORD, _TOOL, _WAY))
    page = await browser.new_page()
    page.set_default_timeout(5_000)
    try:
        async with _shown(page, widget):
            await open_page(page, dark=dark)
            yield Room(page, widget, hand)
    finally:
        await page.close()
        with suppress(asyncio.CancelledError):
            await widget.end()


async def open_page(page: Page, *, dark: bool = False) -> None:
    """Open it, or open it anew as one who reloads."""
    await page.goto(ADDRESS)
    await page.locator(".koda-response").wait_for()
    await page.add_style_tag(content=DARK if dark else "body {}")


@asynccontextmanager
async def _shown(page: Page, widget: ConversationWidget) -> AsyncIterator[None]:
    """Join the page and the widget, as a notebook does: its trait there, its messages here."""
    news = asyncio.Event()

    async def pass_on() -> None:
        while True:
            await news.wait()
            news.clear()
            with suppress(Error):  # between two pages there is nobody to tell
                await page.evaluate("view => window.changed?.(view)", _plain(widget))

    await page.route(f"{ADDRESS}**", _serve)
    await page.expose_function("theView", lambda: _plain(widget))
    await page.expose_function("toPython", lambda said: widget._handle_custom_msg(said, []))
    widget.observe(lambda _: news.set(), "view")
    passing = asyncio.create_task(pass_on())
    try:
        yield
    finally:
        passing.cancel()


def _plain(widget: ConversationWidget) -> object:
    return cast(object, json.loads(json.dumps(widget.view)))


async def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(ADDRESS)
    if not name:
        await route.fulfill(body=_PAGE, content_type="text/html; charset=utf-8")
    else:
        kind = _KINDS[name.rpartition(".")[2]]
        body = _JUPYTERLAB if name == "jupyterlab.css" else (_FOLDER / name).read_text()
        await route.fulfill(body=body, content_type=kind)


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


async def waiting(room: Room) -> None:
    """Ask, and let it come to where it waits for permission."""
    room.hand.words.open()
    room.hand.tools.allow(1)
    await room.ask(WHOLE)
    await expect(room.status).to_contain_text("Waits for your permission")
