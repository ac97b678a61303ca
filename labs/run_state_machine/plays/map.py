"""The map of the system, in text, with today's boxes lit.

Knows where the boxes stand and nothing of what is in them. A lit box is told by its double line
and by the word, never by colour.
"""

from dataclasses import dataclass
from html import escape

PLAIN = """
┌─ client ──────────────────────────────────────────────────────────────────┐
│ sends messages                                 watches runs               │
└──────┬────────────────────────────────────────────────────────────▲───────┘
       │ a message                                                  │ events
┌─ gateway ─────────────────────────────────────────────────────────┴───────┐
│ ┌─ merge ────────┐  ┌─ resume ─────────────┐  ┌─ orderer ───────────────┐ │
│ │ join or new?   │  │ from which number?   │  │ 0, 1, 2, ... each once  │ │
│ └────────────────┘  └──────────────────────┘  └─────────────────────────┘ │
└──────┬─────────────────▲──────────────────┬───────────────────────▲───────┘
       │ status          │ replay           │ work                  │ live
       │                 │              ┌─ bus ─────────────────────┴───────┐
       │                 │              │ in any order, some things twice   │
       │                 │              └───┬───────────────────────▲───────┘
       ▼                 │                  ▼                       │ fragments
┌─ state ────────┐       │    status    ┌─ worker ──────────────────┴───────┐
│ may it move?   │◄──────┼──────────────┤ generates the answer, piece by    │
└──────┬─────────┘       │              │ piece, and writes each piece      │
       ▼                 │              │ twice: first to the store,        │
┌─ store ────────────────┴┐  fragments  │ then to the bus                   │
│ remembers               │◄────────────┤                                   │
└─────────────────────────┘             └───────────────────────────────────┘
""".strip("\n")

YOURS = ("state", "orderer", "resume", "merge")
BOXES = ("client", "gateway", "worker", "bus", "store", *YOURS)

_ROWS = PLAIN.splitlines()
_STYLE = "font-family: monospace; line-height: 1.2"
_DOUBLE = str.maketrans("┌┐└┘─│┬┴├┤", "╔╗╚╝═║╤╧╟╢")


@dataclass(frozen=True)
class Map:
    """The picture and what it says in one line."""

    text: str
    said: str

    def __repr__(self) -> str:
        return f"{self.text}\n\n{self.said}"

    def _repr_html_(self) -> str:
        # To a screen reader a drawing of lines is noise: it is told the words instead.
        pre = f'<pre style="{_STYLE}" role="img" aria-label="A map of the system">'
        return f"{pre}{escape(self.text)}</pre><p>{escape(self.said)}</p>"


def the_map(*today: str) -> Map:
    """The map with these boxes lit: `the_map("orderer")`, or `the_map("worker", "store")`.

    Raises:
        ValueError: there is no box of that name.
    """
    rows = [list(row) for row in _ROWS]
    for name in today:
        if name not in BOXES:
            raise ValueError(f"no box {name!r} on the map; there are {', '.join(BOXES)}")
        _light(rows, name)
    return Map("\n".join(map("".join, rows)), _said(today))


def _light(rows: list[list[str]], name: str) -> None:
    """Draw that box with a double line, and write the word beside its name."""
    top, left = _corner(name)
    right = _ROWS[top].index("┐", left)
    bottom = next(y for y in range(top, len(_ROWS)) if _ROWS[y][left] == "└")
    for y in range(top, bottom + 1):
        across = range(left, right + 1) if y in (top, bottom) else (left, right)
        for x in across:
            rows[y][x] = rows[y][x].translate(_DOUBLE)
    title = f" {name}: today "
    rows[top][left + 2 : left + 2 + len(title)] = title


def _corner(name: str) -> tuple[int, int]:
    title = f"┌─ {name} "
    return next((y, row.index(title)) for y, row in enumerate(_ROWS) if title in row)


def _said(today: tuple[str, ...]) -> str:
    if not today:
        return "Yours to write: state, orderer, resume, merge. All else is here already."
    yours = [name for name in today if name in YOURS]
    whose = "yours to write" if yours == list(today) else "double line"
    return f"Today: {', '.join(today)} ({whose})."
