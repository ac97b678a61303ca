"""The pieces of a picture as SVG: a mark, a line, words, the handle.

Each piece has classes, for `film.css`. A still one has its colours as attributes besides, which
any style sheet overrules and no sanitiser takes away.
"""

from xml.sax.saxutils import escape

from labs.visible import one_line
from labs.widgets.film import Handle, Line, Mark, State, Words
from labs.widgets.looks import CHARACTER, LOOKS, TONES, Look, half_width

INK, MUTED, FAINT, GROUND = "#1f2933", "#52606d", "#9fb3c8", "#ffffff"

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

_GRIP = 7.0


def safe(text: str) -> str:
    """The text as it may stand in SVG and HTML: what hides made visible, all else escaped."""
    return escape(one_line(text), {'"': "&quot;", "'": "&#39;"})


def opening(width: float, height: float) -> str:
    """The beginning of a picture's first tag, for more attributes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}" font-size="13"'
    )


def still_mark(mark: Mark, state: State) -> str:
    """A mark as it looks in that state, for good."""
    return placed(mark.x, mark.y, LOOKS[state], one_line(mark.label))


def living_mark(mark: Mark) -> str:
    """A mark with its history; the script gives it its looks."""
    states = " ".join(f"{frame} {state}" for frame, state in mark.states)
    label = one_line(mark.label)
    return (
        f'<g class="koda-mark" display="none" transform="translate({mark.x:g} {mark.y:g})"'
        f' data-states="{states}" data-size="{len(label)}">'
        f'<path/><text y="4.5" text-anchor="middle">{safe(label)}</text></g>'
    )


def drawn_line(line: Line) -> str:
    """A line, with a head if it has one."""
    path = f"M{line.x1:g} {line.y1:g}L{line.x2:g} {line.y2:g}"
    head = _head(line) if line.arrow else ""
    return (
        f'<g class="koda-line" fill="none" stroke="{MUTED}" stroke-width="1.25"'
        f' stroke-linejoin="round"><path d="{path}{head}"/></g>'
    )


def drawn_words(words: Words) -> str:
    """Words that stay, with a rim of ground so that they read on a line too."""
    return (
        f'<text class="koda-words" x="{words.x:g}" y="{words.y:g}" fill="{MUTED}"'
        f' stroke="{GROUND}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">'
        f"{safe(words.text)}</text>"
    )


def drawn_handle(handle: Handle, frame: int, most: float) -> str:
    """The handle where it stands in that frame, its label on the side with room for it."""
    x = handle.place(frame)
    near = x + 14 + len(handle.label) * CHARACTER > most
    place = f'x="{-12 if near else 12}" text-anchor="{"end" if near else "start"}"'
    return (
        f'<g class="koda-handle" transform="translate({x:g} 0)">'
        f'<path class="koda-hand" d="M0 {handle.top:g}V{handle.bottom:g}" stroke="{INK}"'
        f' stroke-width="1.5"/><path class="koda-grip" d="{_grip(handle.top)}" fill="{INK}"/>'
        f'<rect x="-12" y="{handle.top - _GRIP:g}" width="24" fill="none" pointer-events="all"'
        f' height="{handle.bottom - handle.top + _GRIP:g}"/>'
        f'<text class="koda-handle-label" y="{handle.top + 5:g}" {place} fill="{INK}"'
        f' font-size="12">{safe(handle.label)}</text></g>'
    )


def classes(look: Look) -> str:
    """The classes of a mark that looks so."""
    return f"koda-mark koda-{look.tone}{' koda-dashed' if look.dashed else ''}"


def placed(x: float, y: float, look: Look, label: str) -> str:
    """A mark that looks so, there, with its label."""
    paint, dashes = TONES[look.tone], ' stroke-dasharray="4 3"' if look.dashed else ""
    text = (
        f'<text y="4.5" text-anchor="middle" fill="{paint.ink}" stroke="{paint.fill}"'
        f' stroke-width="3" stroke-linejoin="round" paint-order="stroke">{safe(label)}</text>'
    )
    return (
        f'<g class="{classes(look)}" transform="translate({x:g} {y:g})">'
        f'<path d="{look.form(half_width(label))}" fill="{paint.fill}" stroke="{paint.stroke}"'
        f' stroke-width="1.5"{dashes}/>{text if label else ""}</g>'
    )


def _head(line: Line) -> str:
    """Two strokes of seven units, back from the line's end."""
    dx, dy = line.x2 - line.x1, line.y2 - line.y1
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    ux, uy = 7 * dx / length, 7 * dy / length
    left, right = (-ux - uy * 0.6, -uy + ux * 0.6), (-ux + uy * 0.6, -uy - ux * 0.6)
    return (
        f"M{line.x2 + left[0]:g} {line.y2 + left[1]:g}L{line.x2:g} {line.y2:g}"
        f"L{line.x2 + right[0]:g} {line.y2 + right[1]:g}"
    )


def _grip(top: float) -> str:
    return f"M{-_GRIP:g} {top - _GRIP:g}h{2 * _GRIP:g}v9L0 {top + 10:g}L{-_GRIP:g} {top + 2:g}z"
