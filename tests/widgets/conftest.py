"""A browser and the page with the film in it; see `tests.chromium` for why a module at most."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import browser
from tests.widgets.stage import served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as url:
        yield url


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    page = chromium.new_page()
    page.goto(address)
    yield page
    page.close()


@pytest.fixture(scope="module")
def lasting(chromium: Browser, address: str) -> Iterator[Page]:
    page = chromium.new_page()
    page.goto(address)
    yield page
    page.close()
