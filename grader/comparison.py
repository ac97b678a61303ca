"""Two texts side by side, in 80 columns.

Pure. A sign between the columns says how a line differs, so nothing hangs on colour.
"""

import difflib
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from grader.report.terminal import WIDTH
from labs.visible import visible

COLUMN = (WIDTH - 3) // 2
MARKS = "([{.,=:"
SIGNS = {"equal": " ", "replace": "|", "delete": "<", "insert": ">"}


def side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """The lines of both: `<` only on the left, `>` only on the right, `|` on both, different."""
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    for tag, i, j, k, n in matcher.get_opcodes():
        for one, other in zip_longest(left[i:j], right[k:n]):
            sign = SIGNS[tag] if None not in (one, other) else "<" if other is None else ">"
            yield from _row(one or "", sign, other or "")


def _row(left: str, sign: str, right: str) -> Iterator[str]:
    for one, other in zip_longest(_folded(left), _folded(right), fillvalue=""):
        yield f"{one:{COLUMN}} {sign} {other}".rstrip()


def _folded(line: str) -> list[str]:
    before = " " * min(len(line) - len(line.lstrip()), COLUMN // 2)
    after, text, rows = f"{before}    ", visible(line.expandtabs(4).strip()), list[str]()
    while text:
        cut = _cut(text, COLUMN - len(before))
        rows.append(before + text[:cut].rstrip())
        before, text = after, text[cut:].lstrip()
    return rows or [""]


def _cut(text: str, room: int) -> int:
    """Where to fold: at the last blank, else behind the last mark: names stay whole if they can."""
    if len(text) <= room:
        return len(text)
    blank = text.rfind(" ", 1, room + 1)
    mark = max(text.rfind(mark, 0, room) for mark in MARKS) + 1
    return blank if blank > 0 else mark or room
