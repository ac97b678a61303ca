"""A page with the widget in it and no notebook around, the real Python side behind it.

The script asks a small model, which passes on what the widget's own traits and messages are: the
system runs in this very loop and is spoken to over its WebSocket, as in a kernel.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from playwright.async_api import Browser, Error, Locator, Page, Route, async_playwright

import labs.interruptible_conversation
from labs.interruptible_conversation.plays.pace import Pace
from labs.interruptible_conversation.widget import ConversationWidget
from tests.chromium import chromium
from tests.services import give_up

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A talk</title>
<link rel="stylesheet" href="conversation.css"><link rel="icon" href="data:,"></head>
<body><main><h1>A page</h1><div id="place"></div></main><script type="module">
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
</script></body></html>"""

ADDRESS = "http://koda.test/"
(_FOLDER,) = map(Path, labs.interruptible_conversation.__path__)
DARK = """:root {
  color-scheme: dark; --jp-layout-color0: #111; --jp-content-font-color1: #fff;
  --jp-brand-color1: #2196f3; --jp-warn-color1: #ff9800; --jp-error-color1: #f44336;
  --jp-success-color1: #4caf50; }
  body { background: #111; color: #fff; }"""
"""What JupyterLab's dark theme says."""

_WORD, _ALL = timedelta(milliseconds=120), 1_000
_KINDS = {"js": "text/javascript", "css": "text/css"}


class Hand:
    """A clock moved by hand: so many words and so many tools may end, and no more."""

    def __init__(self) -> None:
        self.words, self.tools = asyncio.Semaphore(0), asyncio.Semaphore(0)

    def now(self) -> datetime:
        return datetime(2030, 1, 1, tzinfo=UTC)

    async def sleep(self, duration: timedelta) -> None:
        await (self.words if duration == _WORD else self.tools).acquire()


@dataclass
class Room:
    """The page, the widget behind it, and what lets words and tools end."""

    page: Page
    widget: ConversationWidget
    hand: Hand

    @property
    def box(self) -> Locator:
        return self.page.get_by_label("What you say")

    def line(self, text: str) -> Locator:
        return self.page.locator(".koda-lines li", has_text=text)

    def part(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def say(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")

    def words(self, count: int = _ALL) -> None:
        """Let so many words be said."""
        for _ in range(count):
            self.hand.words.release()

    def tools(self, count: int = _ALL) -> None:
        """Let so many tools end."""
        for _ in range(count):
            self.hand.tools.release()


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
    pace = Pace(hand, word=_WORD, tool=timedelta(seconds=3))
    widget = ConversationWidget(*mine, pace=pace)
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
    await page.locator(".koda-talk").wait_for()
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
        await route.fulfill(body=(_FOLDER / name).read_text(), content_type=kind)
