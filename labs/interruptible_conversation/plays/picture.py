"""A conversation as a still picture, and in words: what a saved notebook keeps of the widget.

Knows a view and nothing of a running system. The picture stands for itself: its own ground, its
caption as text, no style sheet and no outside reference.
"""

import textwrap
from collections.abc import Iterator

from labs.interruptible_conversation.plays.view import Said, View
from labs.widgets.looks import CHARACTER
from labs.widgets.pieces import FAINT, GROUND, INK, MUTED, opening, safe
from labs.widgets.still import figure

TITLE = "A conversation that can be interrupted"
CAPTION = (
    "In the middle of a conversation: the question waits, whatever was said over it; the export is"
    " at work; nothing is done yet. Run this cell to hold a conversation of your own."
)

_CALL = "update_ticket(ticket=14)"
EXAMPLE = View(
    lines=[
        Said("you", "Export the report, and update ticket forty... actually fourteen."),
        Said("agent", "Shall I set ticket 14 to solved? Please press Approve or Reject."),
        Said("you", "yes yes wait", "over the agent"),
    ],
    question=_CALL,
    tools=[("export_report(report=open tickets)", "at work")],
    log=["'yes yes wait' was said over the agent: it is heard and not acted upon."],
)
"""What a real conversation comes to when that is said: a test holds it."""

_WIDTH, _LEFT, _TEXT, _LINE, _GAP = 700.0, 20.0, 150.0, 20.0, 12.0


def still(view: View) -> dict[str, str]:
    """The picture as a figure, as SVG and in words, by MIME type."""
    svg, words = talk_svg(view), talk_text(view)
    return {"text/html": figure(svg, words), "image/svg+xml": svg, "text/plain": words}


def talk_text(view: View) -> str:
    """The conversation in words, a line each, and the caption."""
    rows = [f"{name}: {text}" for name, text, _ in _rows(view)]
    return "\n".join([TITLE, *rows, CAPTION])


def talk_svg(view: View) -> str:
    """The conversation as a still picture."""
    drawn = list(_drawn(view))
    caption = textwrap.wrap(CAPTION, int((_WIDTH - 2 * _LEFT) / CHARACTER))
    below = 66 + sum(_height(*row) for row in drawn) + _GAP
    height = below + _LINE * len(caption)
    return "".join(
        [
            f'{opening(_WIDTH, height)} style="max-width:100%;height:auto">',
            f"<title>{TITLE}</title><desc>{safe(CAPTION)}</desc>",
            f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>',
            _line(_LEFT, 30, TITLE, INK, 'font-size="15" font-weight="600"'),
            *_placed(drawn),
            f'<path d="M{_LEFT:g} {below - 22:g}H{_WIDTH - _LEFT:g}" stroke="{FAINT}"/>',
            *(_line(_LEFT, below + n * _LINE, said, INK) for n, said in enumerate(caption)),
            "</svg>",
        ]
    )


def _rows(view: View) -> Iterator[tuple[str, str, bool]]:
    """What stands in front, what is said or done, and whether a line parts it from the above."""
    for said in view.lines:
        yield said.who, f"{said.text} ({said.mark})" if said.mark else said.text, False
    asked = f"{view.question}   [Approve] [Reject]" if view.question else "nothing"
    yield "waits for you", asked, True
    yield "at work", ", ".join(name for name, _ in view.tools) or "nothing", False
    yield "done", ", ".join(view.done) or "nothing", False
    for number, said_no in enumerate(view.log):
        yield "refused, and why", said_no, number == 0


def _drawn(view: View) -> Iterator[tuple[str, list[str], bool]]:
    for name, text, parted in _rows(view):
        yield name, textwrap.wrap(text, int((_WIDTH - _TEXT - _LEFT) / CHARACTER)), parted


def _height(_name: str, lines: list[str], parted: bool) -> float:
    return _LINE * len(lines) + (_GAP if parted else 0) + 6


def _placed(drawn: list[tuple[str, list[str], bool]]) -> Iterator[str]:
    y = 62.0
    for name, lines, parted in drawn:
        if parted:
            y += _GAP
            yield f'<path d="M{_LEFT:g} {y - 22:g}H{_WIDTH - _LEFT:g}" stroke="{FAINT}"/>'
        yield _line(_LEFT, y, name, MUTED)
        for number, said in enumerate(lines):
            yield _line(_TEXT, y + number * _LINE, said, INK)
        y += _height(name, lines, False)


def _line(x: float, y: float, text: str, ink: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" xml:space="preserve" {more}>{safe(text)}</text>'
