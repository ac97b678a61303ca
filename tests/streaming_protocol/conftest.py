"""One browser a file, and in it a page with the view, the real system behind it."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.streaming_protocol.page import Room, a_room, browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def room(chromium: Browser) -> AsyncIterator[Room]:
    async with a_room(chromium) as opened:
        yield opened
