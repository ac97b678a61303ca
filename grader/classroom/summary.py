"""The class on one screen: how many pass each check, what goes wrong most often, who has no grade.

Knows a tally, a roll and words. At most 80 columns, read line by line.
"""

import textwrap
from collections.abc import Iterator, Sequence

from grader.classroom.gradebook import Tally
from grader.classroom.roll import Roll
from labs.visible import one_line

_WIDTH = 80
_MOST_MISTAKES = 8
_MOST_NAMES = 5


def summary_text(tally: Tally, labs: Sequence[str], kept: int) -> str:
    """The summary, the labs in that order; so many were `kept` from before."""
    parts = [
        [*_wrapped(_heading(tally, kept), "")],
        *([*_checks(tally, lab)] for lab in labs),
        [*_mistakes(tally, labs)],
        [*_ungraded(tally)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def stopped_text(kept: int, everyone: int) -> str:
    """What an interrupt left of it, and how it goes on."""
    if not kept:
        return "nothing new was graded yet; the same command begins again"
    are = "is" if kept == 1 else "are"
    return f"{kept} of {everyone} {are} graded and kept; the same command goes on from there"


def _heading(tally: Tally, kept: int) -> str:
    everyone = tally.states.total()
    said = f"{_count(everyone, 'student')}: {tally.states['graded']} graded"
    for state, word in (("refused", "with nothing to grade"), ("trouble", "in trouble of ours")):
        said += f", {tally.states[state]} {word}" if tally.states[state] else ""
    return f"{said}; {everyone - kept} done now, {kept} kept from before"


def _checks(tally: Tally, lab: str) -> Iterator[str]:
    checks = sorted(check for check in tally.had if check[0] == lab)
    if not checks:
        return
    yield f"{'#':>2} {lab:58}  {'passed':>16}"
    for check in checks:
        _, number, title = check
        had, passed = tally.had[check], tally.passed[check]
        share = f"{passed} of {had}, {percent(passed, had):>3}%"
        yield f"{number:>2} {one_line(title)[:58]:58}  {share:>16}"
    points = sorted(points for of, points in tally.points.elements() if of == lab)
    middle = points[(len(points) - 1) // 2]
    yield f"   points: lowest {points[0]}, median {middle}, highest {points[-1]}"


def percent(part: int, whole: int) -> int:
    """The share, rounded half up; but 0 means none, and 100 means all."""
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))


def _mistakes(tally: Tally, labs: Sequence[str]) -> Iterator[str]:
    if tally.mistakes:
        yield "what went wrong most often"
    several = len({lab for lab, _, _ in tally.had}) > 1
    ordered = sorted(
        tally.mistakes.items(),
        key=lambda item: (-item[1], labs.index(item[0][0]), item[0]),
    )
    for (lab, number, mistake), count in ordered[:_MOST_MISTAKES]:
        where = f"{lab} check {number}" if several else f"check {number}"
        yield from _wrapped(f"{where}: {one_line(mistake)}", f"{count:>5}  ")
    if len(ordered) > _MOST_MISTAKES:
        yield f"       and {len(ordered) - _MOST_MISTAKES} more, all in the table"


def _ungraded(tally: Tally) -> Iterator[str]:
    if tally.ungraded:
        yield "not graded"
    for name, sentence in tally.ungraded:
        yield from _wrapped(f"{one_line(name)}: {one_line(sentence)}", "  ")
    more = tally.states.total() - tally.states["graded"] - len(tally.ungraded)
    if more:
        yield f"  and {more} more, all in the table"


def roll_text(roll: Roll) -> str:
    """What is odd about the class's folder: who is in it twice, and what is nobody's work."""
    said = list[str]()
    if roll.twins:
        way = "each is graded for itself; if one student's, remove one and run this again"
        said += _wrapped(f"of one name: {_names(roll.twins)}: {way}", "")
    if roll.ignored:
        one = len(roll.ignored) == 1
        kind = "it is neither a folder nor a zip" if one else "they are neither folders nor zips"
        said += _wrapped(f"nobody's work, as {kind}: {_names(roll.ignored)}", "")
    return "\n\n" + "\n".join(said) if said else ""


def _names(names: Sequence[str]) -> str:
    named = ", ".join(one_line(name) for name in names[:_MOST_NAMES])
    return f"{named} and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else named


def lacking_text(gaps: Sequence[str]) -> str:
    """The limits that this machine does not set, a line each; empty if it sets them all."""
    lines = [line for gap in gaps for line in _wrapped(gap, "  ")]
    return "\n".join(["\n\nlimits that this machine lacks", *lines]) if lines else ""


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _wrapped(line: str, before: str) -> Sequence[str]:
    after = " " * len(before)
    return textwrap.wrap(line, _WIDTH, initial_indent=before, subsequent_indent=after) or [before]
