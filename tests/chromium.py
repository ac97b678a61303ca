"""A real browser, for tests that need one; without one they skip on a laptop and fail in CI.

Playwright's plain interface runs a loop of its own: who opens a browser closes it before any other
test may run an event loop, so a fixture of it lasts for a module at most.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.services import give_up

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The path of the browser, if there is one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    path = chromium()
    if path is None:
        give_up("no Chromium: run `apt-get install chromium` or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        # The sandbox of the browser's own needs rights that a container has not.
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()
