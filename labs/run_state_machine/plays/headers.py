"""Last-Event-ID as forgers write it: what a function makes of each."""

from collections.abc import Callable, Sequence

from labs.shown import Shown
from labs.widgets.asking import asked, told
from labs.widgets.wording import table

HONEST = (None, "", "0", "5", "007", "999999999")
FORGED = ("-1", "+5", " 5", "5\n", "1_0", "5.0", "abc", "\u00b2", "\u0663", "9" * 5_000)
"""Among them the superscript two and the Arabic three, each a digit to Python."""

_MOST_SHOWN = 12


def headers_tried(
    resume_from: Callable[[str | None], object], headers: Sequence[str | None] = FORGED
) -> Shown:
    """A line a header: what this function makes of it, an exception included."""
    rows = [("Last-Event-ID", "the function")]
    rows += [(_said(header), _made(resume_from, header)) for header in headers]
    return Shown(tuple(table(rows).splitlines()))


def _made(resume_from: Callable[[str | None], object], header: str | None) -> str:
    answer = asked(lambda: resume_from(header))
    # What an exception says is not the same in each version of Python.
    return told(answer).split(":")[0]


def _said(header: str | None) -> str:
    if header is not None and len(header) > _MOST_SHOWN:
        return f"{len(header):,} digits"
    return "none" if header is None else ascii(header)
