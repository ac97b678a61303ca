"""Reading: what one waiter was shown, as text that keeps the numbers.

Knows events as a client gets them. Pieces of one kind that came one after another share a line,
and their numbers stand before it in the order in which they came.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap

from labs.runtime.client import Event
from labs.runtime.ports import DELTA, DONE, RERUN
from labs.widgets.wording import spans

WIDTH = 62


def as_shown(events: Sequence[Event]) -> str:
    """The events in the order in which they came, a paragraph for what belongs together."""
    groups = [(kind, list(some)) for kind, some in groupby(events, key=lambda e: e.kind)]
    return "\n".join(_paragraph(_numbers(some), _words(kind, some)) for kind, some in groups)


def reply(events: Iterable[Event]) -> str:
    """What a reader has in the end: a rerun voids what stands before it."""
    shown: list[str] = []
    for event in events:
        if event.kind == RERUN:
            shown.clear()
        shown.append(event.text)
    return "".join(shown).strip()


def numbers(events: Iterable[Event]) -> str:
    """The events' numbers in the order in which they came: "0 to 3, 6, 4 to 5"."""
    return _numbers(list(events)) or "nothing"


def indented(text: str, by: str = "    ") -> str:
    """The text, wrapped, each line behind `by`."""
    return "\n".join(f"{by}{line}" for line in wrap(text, WIDTH))


def _numbers(events: Sequence[Event]) -> str:
    said = spans(event.seq for event in events if event.seq is not None)
    return said.replace(" and ", ", ")


def _words(kind: str, events: Sequence[Event]) -> str:
    if kind == DELTA:
        return "".join(event.text for event in events).strip()
    if kind == RERUN:
        return f"rerun (attempt {events[0].data['attempt']}): what stands above is void"
    if kind == DONE:
        return f"done: {events[0].data['status']}"
    return f"{kind}: {events[0].data.get('code', '')}"


def _paragraph(label: str, text: str) -> str:
    head = f"  {label:<12}"
    if len(label) > 10:
        return f"  {label}\n{indented(text, ' ' * 14)}"
    return head + indented(text, " " * 14).lstrip()
