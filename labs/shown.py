"""What a cell shows: lines of text, the same on every run.

Knows no play. A play returns such lines, so that a cell ends with the call and needs no `print`.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 76


@dataclass(frozen=True, repr=False)
class Shown:
    """Lines that a cell's last expression shows."""

    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join(self.lines)


def named(rows: Iterable[tuple[str, str]], *, indent: int = 16) -> Shown:
    """A name and what it stands for, row by row; what is long goes on below itself."""
    lines: list[str] = []
    for name, said in rows:
        wrapped = textwrap.wrap(said, WIDTH - indent) or [""]
        heads = [name.ljust(indent), *[" " * indent] * (len(wrapped) - 1)]
        lines += [f"{head}{part}".rstrip() for head, part in zip(heads, wrapped, strict=True)]
    return Shown(tuple(lines))
