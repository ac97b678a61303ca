"""Maps of a system, in text, with today's boxes lit.

Knows how a box is drawn and nothing of what is in one. A lit box is told by its double line and by
the word, never by colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_STYLE = "font-family: monospace; line-height: 1.2; white-space: pre; overflow-x: auto"
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
        # In a narrow window it scrolls, and so the keyboard must reach it.
        pre = f'<pre style="{_STYLE}" tabindex="0" role="img" aria-label="A map of the system">'
        return f"{pre}{escape(self.text)}</pre><p>{escape(self.said)}</p>"


@dataclass(frozen=True)
class Plan:
    """A system drawn: the picture, the names of its boxes, and which of them a student writes."""

    text: str
    yours: Sequence[str]
    others: Sequence[str]

    @property
    def boxes(self) -> Sequence[str]:
        """The names of all boxes."""
        return (*self.others, *self.yours)

    def lit(self, *today: str) -> Map:
        """The map with these boxes lit.

        Raises:
            ValueError: there is no box of that name.
        """
        rows = [list(row) for row in self.text.splitlines()]
        for name in today:
            if name not in self.boxes:
                there = ", ".join(self.boxes)
                raise ValueError(f"no box {name!r} on the map; there are {there}")
            self._light(rows, name)
        return Map("\n".join(map("".join, rows)), self._said(today))

    def _light(self, rows: list[list[str]], name: str) -> None:
        """Draw that box with a double line, and write the word beside its name."""
        plain = self.text.splitlines()
        top = next(y for y, row in enumerate(plain) if f"┌─ {name} " in row)
        left = plain[top].index(f"┌─ {name} ")
        right = plain[top].index("┐", left)
        bottom = next(y for y in range(top, len(plain)) if plain[y][left] == "└")
        for y in range(top, bottom + 1):
            across = range(left, right + 1) if y in (top, bottom) else (left, right)
            for x in across:
                rows[y][x] = rows[y][x].translate(_DOUBLE)
        title = f" {name}: today "
        rows[top][left + 2 : left + 2 + len(title)] = title

    def _said(self, today: tuple[str, ...]) -> str:
        if not today:
            return f"Yours to write: {', '.join(self.yours)}. All else is here already."
        whose = "yours to write" if set(today) <= set(self.yours) else "double line"
        return f"Today: {', '.join(today)} ({whose})."
