"""Puts cards and notes into a cell's output: HTML, and the same in plain text beside it.

Knows IPython's display and the forms of a report. It says nothing of its own.
"""

from typing import TYPE_CHECKING

from IPython.core.display_functions import publish_display_data

from labs.visible import visible

if TYPE_CHECKING:
    from grader.record import Report


def show_cards(report: "Report", remark: str = "") -> None:
    """Show a card a check, and the sum; `remark` is a last line."""
    from grader.report.html import cards_html
    from grader.report.terminal import body_text

    text = body_text(report)
    _show(cards_html(report, remark), f"{text}\n{visible(remark)}" if remark else text)


def show_note(text: str) -> None:
    """Show something that is to be known; what stands between backticks is code."""
    from grader.report.html import note_html

    _show(note_html(text), visible(text))


def _show(html: str, text: str) -> None:
    publish_display_data({"text/html": html, "text/plain": text})  # type: ignore[no-untyped-call]
