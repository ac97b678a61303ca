"""The class on one screen: how many pass each check, the commonest mistakes, who has no grade.

Knows a tally and words. At most 80 columns, read line by line.
"""

import textwrap
from collections.abc import Iterator, Sequence

from grader.classroom.gradebook import Tally
from labs.visible import one_line

_WIDTH = 80
_MOST_MISTAKES = 8
_MOST_IGNORED = 5


def summary_text(tally: Tally, before: int) -> str:
    """The summary; `before` is how many were graded already when this began."""
    parts = [
        [*_wrapped(_heading(tally, before), "")],
        [*_checks(tally)],
        [*_mistakes(tally)],
        [*_ungraded(tally)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _heading(tally: Tally, before: int) -> str:
    everyone = tally.states.total()
    said = f"{_count(everyone, 'student')}: {tally.states['graded']} graded"
    for state, word in (("refused", "with nothing to grade"), ("trouble", "in trouble of ours")):
        said += f", {tally.states[state]} {word}" if tally.states[state] else ""
    return f"{said}; {before} of them before, {everyone - before} now"


def _checks(tally: Tally) -> Iterator[str]:
    if not tally.had:
        return
    last = ""
    for lab, number, title in sorted(tally.had):
        if lab != last:
            yield f"{'#':>2} {lab:58}  {'passed':>16}"
            last = lab
        had, passed = tally.had[lab, number, title], tally.passed[lab, number, title]
        share = f"{passed} of {had}, {100 * passed // had:>3}%"
        yield f"{number:>2} {one_line(title)[:58]:58}  {share:>16}"
    points = sorted(tally.points.elements())
    middle = points[(len(points) - 1) // 2]
    yield f"   points: lowest {points[0]}, median {middle}, highest {points[-1]}"


def _mistakes(tally: Tally) -> Iterator[str]:
    if tally.mistakes:
        yield "commonest mistakes"
    ordered = sorted(tally.mistakes.items(), key=lambda item: (-item[1], item[0]))
    for (lab, number, mistake), count in ordered[:_MOST_MISTAKES]:
        where = f"{lab} check {number}: " if len({had[0] for had in tally.had}) > 1 else ""
        line = f"{where or f'check {number}: '}{one_line(mistake)}"
        yield from _wrapped(line, f"{count:>5}  ")


def _ungraded(tally: Tally) -> Iterator[str]:
    if tally.ungraded:
        yield "not graded"
    for name, sentence in tally.ungraded:
        yield from _wrapped(f"{one_line(name)}: {one_line(sentence)}", "  ")
    more = tally.states.total() - tally.states["graded"] - len(tally.ungraded)
    if more:
        yield f"  and {more} more, all in the table"


def ignored_text(ignored: Sequence[str]) -> str:
    """A line about what is in the class's folder and nobody's work; empty if there is nothing."""
    if not ignored:
        return ""
    named = ", ".join(one_line(name) for name in ignored[:_MOST_IGNORED])
    more = f" and {len(ignored) - _MOST_IGNORED} more" if len(ignored) > _MOST_IGNORED else ""
    return f"\nnobody's work, as they are neither folders nor zips: {named}{more}"


def lacking_text(gaps: Sequence[str]) -> str:
    """The limits that this machine does not set, a line each; empty if it sets them all."""
    lines = [line for gap in gaps for line in _wrapped(gap, "  ")]
    return "\n".join(["\n\nlimits that this machine lacks", *lines]) if lines else ""


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _wrapped(line: str, before: str) -> Sequence[str]:
    after = " " * len(before)
    return textwrap.wrap(line, _WIDTH, initial_indent=before, subsequent_indent=after) or [before]
