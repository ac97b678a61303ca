"""A film drawn: in words, as a still SVG, and as the SVG that a living widget moves.

The still picture carries everything with it: its colours as attributes, its own light ground, its
caption and its legend as text, and no style sheet, script, id or outside reference. So it reads the
same in a notebook of any theme, on GitHub and on paper.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, starmap

from labs.timeline import listed
from labs.visible import one_line
from labs.widgets.curves import curve_forms, living_curve, still_curve
from labs.widgets.film import Film, Mark, Words
from labs.widgets.legend import ROW, drawn_legend, entries, legend_rows, meaning
from labs.widgets.looks import CHARACTER, HALF, LOOKS, half_width
from labs.widgets.pieces import (
    GROUND,
    INK,
    classes,
    drawn_handle,
    drawn_line,
    drawn_words,
    living_mark,
    opening,
    safe,
    still_mark,
)

WIDEST = 1_120.0
"""Of a still picture; of a wider film it shows the part around the handle."""

_MOST_SAID = 60
"""Of a row: the labels of one run, and the runs. Of more, the first and the last ones are said."""
_PART = 400.0
_MARGIN, _LEAST, _LINE, _HEAD = 16.0, 560.0, 19.0, 42.0


def film_text(film: Film, frame: int | None = None) -> str:
    """The picture in words: its title, a line for each row of marks, its caption."""
    frame = film.begin if frame is None else frame
    rows = [film.table] if film.table else [line for line in _rows(film, frame) if line]
    return "\n".join([one_line(film.title), *rows, one_line(film.captions[frame])])


def film_svg(film: Film, frame: int | None = None) -> str:
    """The picture as a still SVG, with its title above, its caption and legend beneath."""
    frame = film.begin if frame is None else frame
    left, width = _part(film, frame)
    inner = max(width, _LEAST)
    caption, rows = _wrapped(film.captions[frame], inner), legend_rows(film, inner)
    below = _HEAD + film.height + 24
    legend = below + _LINE * len(caption) + 6
    return "".join(
        [
            opening(inner + 2 * _MARGIN, legend + ROW * len(rows) + 4),
            ' style="max-width:100%;height:auto">'
            f"<title>{safe(film.title)}</title><desc>{safe(film.captions[frame])}</desc>"
            f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>',
            *_lines([film.title], 26, 'font-size="15" font-weight="600"'),
            f'<svg x="{_MARGIN:g}" y="{_HEAD:g}" width="{width:g}" height="{film.height:g}"'
            f' viewBox="{left:g} 0 {width:g} {film.height:g}">',
            *_still(film, frame, left, left + width),
            "</svg>",
            *_lines(caption, below, 'font-size="14"'),
            *drawn_legend(rows, _MARGIN - 5, legend + 8),
            "</svg>",
        ]
    )


def living_svg(film: Film) -> str:
    """The picture without colours, each mark with its history, for `film.js` to move."""
    stays = [words for words in film.words if not _is_pinned(words)]
    return "".join(
        [
            opening(film.width, film.height),
            f' aria-label="{safe(film.title)}">',
            *map(drawn_line, film.lines),
            *starmap(living_curve, enumerate(film.curves)),
            *map(drawn_words, stays),
            *_living_parts(film),
            '<g class="koda-pinned">',
            *_pinned(film, 0.0, film.width > WIDEST),
            "</g>",
            drawn_handle(film.handle, film.begin, film.width) if film.handle else "",
            "</svg>",
        ]
    )


def _living_parts(film: Film) -> Iterator[str]:
    """The marks; of a wide film part by part, so that the script can leave out what is not in view.

    Thousands of marks in the page cost it its pace, wherever they are.
    """
    size = _PART if film.width > WIDEST else film.width + 1
    marks = sorted(film.marks, key=lambda mark: mark.x // size)
    for number, part in groupby(marks, key=lambda mark: mark.x // size):
        ends = f'data-from="{number * size:g}" data-to="{(number + 1) * size:g}"'
        yield f'<g class="koda-part" {ends}>'
        yield from map(living_mark, part)
        yield "</g>"


def legend_svg(film: Film) -> str:
    """The legend alone: each state's shape and word."""
    rows = legend_rows(film, _LEAST)
    said = ", ".join(entry.word for entry in entries(film))
    first = opening(_LEAST, ROW * len(rows) + 4)
    drawn = drawn_legend(rows, 0, ROW / 2 + 2)
    return f'{first} aria-label="Legend: {safe(said)}">{"".join(drawn)}</svg>'


def forms(film: Film) -> dict[str, tuple[str, str]]:
    """For each state and label length in the film, "held 2": a mark's classes and its path."""
    found = dict(curve_forms(film))
    for mark in film.marks:
        label = one_line(mark.label)
        for _, state in mark.states:
            key = f"{state} {len(label)}"
            if state != "absent" and key not in found:
                found[key] = (classes(LOOKS[state]), LOOKS[state].form(half_width(label)))
    return found


def _part(film: Film, frame: int) -> tuple[float, float]:
    """Where the part that is shown begins, and how wide it is."""
    if film.width <= WIDEST:
        return 0.0, film.width
    at = film.handle.place(frame) if film.handle else 0.0
    return min(max(0.0, at - WIDEST * 0.7), film.width - WIDEST), WIDEST


def _wrapped(text: str, width: float) -> Sequence[str]:
    return textwrap.wrap(one_line(text), int(width / CHARACTER)) or [""]


def _lines(lines: Iterable[str], y: float, style: str) -> Iterator[str]:
    for number, line in enumerate(lines):
        at = f'x="{_MARGIN:g}" y="{y + number * _LINE:g}"'
        yield f'<text {at} fill="{INK}" {style}>{safe(line)}</text>'


def _still(film: Film, frame: int, left: float, right: float) -> Iterator[str]:
    yield from map(drawn_line, film.lines)
    for curve in film.curves:
        if (state := curve.state(frame)) != "absent":
            yield still_curve(curve, state)
    yield from (drawn_words(words) for words in film.words if not _is_pinned(words))
    for mark in film.marks:
        state = mark.state(frame)
        if state != "absent" and left - 3 * HALF < mark.x < right + 3 * HALF:
            yield still_mark(mark, state)
    yield from _pinned(film, left, left > 0)
    if film.handle:
        yield drawn_handle(film.handle, frame, film.width)


def _is_pinned(words: Words) -> bool:
    """Whether they begin at the left edge, where they stay in view."""
    return words.x <= HALF


def _row_names(film: Film) -> dict[float, Words]:
    """The words at the left edge beside a row of marks, by the row's `y`."""
    rows = {mark.y for mark in film.marks}
    pinned = [words for words in film.words if _is_pinned(words)]
    return {y: words for words in pinned for y in rows if abs(words.y - y) <= HALF}


def _pinned(film: Film, left: float, ground: bool) -> Iterator[str]:
    names = _row_names(film)
    if names and ground:
        width = max(name.x + len(name.text) * CHARACTER for name in names.values())
        yield (
            f'<rect class="koda-ground" x="{left:g}" width="{width + 4:g}" fill="{GROUND}"'
            f' height="{max(names) + 2 * HALF:g}"/>'
        )
    pinned = [words for words in film.words if _is_pinned(words)]
    yield from (drawn_words(Words(left + words.x, words.y, words.text)) for words in pinned)


def _rows(film: Film, frame: int) -> Iterator[str]:
    marks, names = sorted(film.marks, key=lambda mark: (mark.y, mark.x)), _row_names(film)
    for y, row in groupby(marks, key=lambda mark: mark.y):
        seen = [mark for mark in row if mark.state(frame) != "absent"]
        runs = [
            f"{_labels(run)} {meaning(film, state)}"
            for state, run in groupby(seen, key=lambda mark: mark.state(frame))
            if state != "absent"
        ]
        said = listed(runs, "; ", most=_MOST_SAID)
        yield f"{one_line(names[y].text)}: {said}" if y in names and said else said
    others = [words for words in film.words if words not in names.values()]
    yield from (one_line(words.text) for words in others)


def _labels(marks: Iterable[Mark]) -> str:
    return listed([one_line(mark.label) for mark in marks], most=_MOST_SAID)
