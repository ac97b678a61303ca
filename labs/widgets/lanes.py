"""The lanes of a stream: what was sent, what arrived, what an orderer showed, arrival by arrival.

Knows no bus: whoever asks brings the arrivals and the orderer. Frame `k` is the moment after the
k-th arrival; frame 0 is before the first.
"""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain

from labs.visible import one_line
from labs.widgets.arrivals import Arrival
from labs.widgets.film import Film, Handle, Line, Mark, Words
from labs.widgets.fragments import pieces
from labs.widgets.looks import HALF, half_width
from labs.widgets.moments import Moment, moments, said

_LANES = ("sent", "arrived", "shown")
_NAMES, _TOP, _LANE, _LINE = 58.0, 44.0, 50.0, 20.0
_BOTTOM = _TOP + 2 * _LANE + 24
_ROOM, _MOST_LINES = 58, 3
"""The characters in a line of the sentences beneath, so few that a narrow window shows them all."""

_ABREAST = "What arrived together stands abreast: a gap in a row is no loss."


def lanes_film(
    arrivals: Sequence[Arrival],
    *,
    title: str = "What was sent, what arrived, what was shown",
    start: int = 0,
    sent: int | None = None,
) -> Film:
    """The lanes; `sent` is how many fragments were sent, by default up to the last that arrived.

    It begins where most fragments are held or, if none ever is, at its end.
    """
    past = moments(arrivals, start)
    count = max((a.seq + 1 for a in arrivals), default=start) if sent is None else sent
    drawn = list(pieces(past, range(start, count)))
    step = 2 * max((half_width(str(piece.number)) for piece in drawn), default=HALF) + 4
    width = _NAMES + step * (max((piece.place for piece in drawn), default=1) + 0.75)
    below = list(_below(arrivals))
    return Film(
        title=title,
        width=width,
        height=_BOTTOM + 12 + _LINE * len(below),
        captions=(_opening(count - start), *map(said, past)),
        marks=tuple(
            Mark(_NAMES + step * piece.place, _y(piece.lane), str(piece.number), piece.states)
            for piece in drawn
        ),
        lines=tuple(Line(_NAMES, _y(lane), width - 4, _y(lane)) for lane in range(len(_LANES))),
        words=(*_names(), *below),
        handle=Handle(_NAMES + step / 2, step, 10, _BOTTOM - 2, "now"),
        begin=_deepest(past),
        step_name="arrival",
    )


def sentences(arrivals: Sequence[Arrival]) -> tuple[str, str]:
    """What reads whoever takes the fragments as they come, and whoever has the orderer."""
    came = "".join(arrival.text for arrival in arrivals)
    shown = "".join(text for arrival in arrivals for _, text in arrival.emitted)
    return came, shown


def _names() -> Iterator[Words]:
    return (Words(4, _y(lane) + 4.5, name) for lane, name in enumerate(_LANES))


def _below(arrivals: Sequence[Arrival]) -> Iterator[Words]:
    """How to read the rows, and what comes of them."""
    names = ("in the end, as it arrived", "in the end, as it is shown")
    pairs = zip(names, sentences(arrivals), strict=True)
    lines = chain.from_iterable(_cut(f"{name}: {text}") for name, text in pairs)
    for number, line in enumerate((_ABREAST, *lines)):
        yield Words(4, _BOTTOM + 20 + _LINE * number, line)


def _cut(text: str) -> Sequence[str]:
    return textwrap.wrap(one_line(text), _ROOM, max_lines=_MOST_LINES, placeholder=" ...")


def _y(lane: int) -> float:
    return _TOP + _LANE * lane


def _opening(count: int) -> str:
    return f"Before the first arrival: {count:,} fragments are sent."


def _deepest(past: Sequence[Moment]) -> int:
    deepest = max(past, key=lambda moment: moment.held, default=None)
    return deepest.number if deepest and deepest.held else len(past)
