"""The view as a still picture, and in words: what a saved notebook keeps of the widget.

Knows a view and nothing of a running system. The picture stands for itself: its own ground, its
caption as text, no style sheet and no outside reference.
"""

import textwrap
from collections.abc import Iterator

from labs.streaming_protocol.plays.view import Card, View
from labs.widgets.looks import CHARACTER
from labs.widgets.pieces import FAINT, GROUND, INK, MUTED, opening, safe
from labs.widgets.still import figure

TITLE = "A response that waits for a permission"
CAPTION = (
    "An example, held with the lab's own files: the search is done, and the mail waits for a click"
    " on exactly what the card shows. Run this cell to hold a conversation of your own."
)
EXAMPLE = View(
    status="Waits for your permission: mail.",
    lines=[
        ("you", "Search, then mail Ada, then export.", ""),
        ("agent", "I have read your message and look after it now. One step is done. ", ""),
    ],
    card=Card(
        "",
        "",
        "May I use mail, exactly so?",
        [
            ("to", '"ada@example.org"'),
            ("subject", '"Your parcel"'),
            ("operation", "response-0d0f2ef9/1"),
            ("fingerprint", "1b0a0d1e6313210e..."),
        ],
        "Runs out in 2 minutes.",
    ),
    tools=[("search", "response-0d0f2ef9/0", "done")],
)
"""What a real response comes to when that is asked: a test holds it."""

_WIDTH, _LEFT, _TEXT, _LINE, _GAP = 700.0, 20.0, 150.0, 20.0, 12.0
_ROOM = int((_WIDTH - _TEXT - _LEFT) / CHARACTER)

Row = tuple[str, str]


def still(view: View) -> dict[str, str]:
    """The picture as a figure, as SVG and in words, by MIME type."""
    svg, words = view_svg(view), view_text(view)
    return {"text/html": figure(svg, words), "image/svg+xml": svg, "text/plain": words}


def view_text(view: View) -> str:
    """The view in words, a line each, and the caption."""
    rows = [f"{name}: {text}" for part in _parts(view) for name, text in part]
    return "\n".join([TITLE, *rows, CAPTION])


def view_svg(view: View) -> str:
    """The view as a still picture."""
    drawn, y = list[str](), 62.0
    for part in _parts(view):
        for name, text in part:
            drawn.append(_line(_LEFT, y, name, MUTED))
            for said in textwrap.wrap(text, _ROOM):
                drawn.append(_line(_TEXT, y, said, INK))
                y += _LINE
            y += 4
        drawn.append(f'<path d="M{_LEFT:g} {y - 10:g}H{_WIDTH - _LEFT:g}" stroke="{FAINT}"/>')
        y += _GAP
    caption = textwrap.wrap(CAPTION, int((_WIDTH - 2 * _LEFT) / CHARACTER))
    below = [_line(_LEFT, y + n * _LINE, said, INK) for n, said in enumerate(caption)]
    return "".join(
        [
            f'{opening(_WIDTH, y + _LINE * len(caption))} style="max-width:100%;height:auto">',
            f"<title>{TITLE}</title><desc>{safe(CAPTION)}</desc>",
            f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>',
            _line(_LEFT, 30, TITLE, INK, 'font-size="15" font-weight="600"'),
            *drawn,
            *below,
            "</svg>",
        ]
    )


def _parts(view: View) -> Iterator[list[Row]]:
    """What stands in front and what is said, in groups that a line parts."""
    yield [("it stands so", f"{view.status}   [Stop]")]
    yield [(who, text.strip() + (f" ({mark})" if mark else "")) for who, text, mark in view.lines]
    yield [*_asked(view.card)]
    yield [("tools", f"{call}: {word}") for call, _, word in view.tools]
    if view.left:
        yield [(name.lower(), said) for name, said in view.left]


def _asked(card: Card | None) -> Iterator[Row]:
    if card is None:
        yield "waits for you", "nothing"
        return
    yield "waits for you", f"{card.asks}   [Approve] [Deny]"
    for name, value in card.payload:
        yield f"  {name}", value
    yield "  time", card.runs_out


def _line(x: float, y: float, text: str, ink: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" xml:space="preserve" {more}>{safe(text)}</text>'
