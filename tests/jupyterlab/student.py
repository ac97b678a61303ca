"""A student's hands and eyes in JupyterLab: run, type, look; and axe-core beside them.

Knows JupyterLab's page. It waits for what is to be seen, never for a time.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tests.jupyterlab.jupyter import Lab

SCREENSHOTS = Path(os.environ.get("KODA_SCREENSHOTS") or Path(__file__).parents[2] / "build")
PATIENCE = 60_000
"""Milliseconds: a guard against hanging, not a measure of anything."""
POPUPS = ".jp-Dialog, .Toastify__toast"


@dataclass(frozen=True)
class Student:
    """Somebody at work in one notebook."""

    page: Page
    lab: Lab

    def open(self, name: str) -> None:
        """Open a notebook and wait for its kernel."""
        self.page.goto(self.lab.notebook(name))
        self._idle()

    def run_all(self) -> None:
        """Forget what is stored, and run all cells; wait for the last one."""
        self._choose("Edit", "Clear Outputs of All Cells")
        self._choose("Run", "Run All Cells")
        last = self.page.locator(".jp-CodeCell .jp-InputPrompt").filter(visible=True).last
        expect(last).to_have_text(re.compile(r"\[\d+\]:"), timeout=PATIENCE)

    def cell(self, begin: str) -> Locator:
        """The code cell that begins like that."""
        return self.page.locator(".jp-CodeCell").filter(has_text=begin).first

    def retype(self, cell: Locator, text: str) -> None:
        """Replace all of the cell's text, and run it."""
        editor = cell.locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Control+Enter")

    def look(self, name: str) -> None:
        """Keep what is to be seen."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def wear(self, theme: str) -> None:
        """Change JupyterLab's theme, by the command palette."""
        self.page.keyboard.press("Control+Shift+c")
        self.page.locator(".lm-CommandPalette-input").fill(f"Use Theme: {theme}")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-name", theme)

    def barriers(self, *parts: str) -> Sequence[str]:
        """What axe-core has to say against these parts of the page."""
        found = Axe().run(self.page, context={"include": [[part] for part in parts]})
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found.response["violations"]]

    def _choose(self, *names: str) -> None:
        for name in names:
            self.page.get_by_role("menuitem", name=name, exact=True).click()

    def _idle(self) -> None:
        status = self.page.locator(".jp-NotebookPanel .jp-Notebook-ExecutionIndicator")
        expect(status).to_have_attribute("data-status", "idle", timeout=PATIENCE)
        # It says so of a kernel that is not yet connected, too; whoever runs a cell then is asked
        # to select one.
        connected = self.page.get_by_text("Python 3 (ipykernel) | Idle")
        expect(connected.first).to_be_visible(timeout=PATIENCE)
