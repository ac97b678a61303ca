"""A report as Markdown: the feedback that a student is sent.

Knows the records. Whatever a student's code may have written stands in a block of code, where no
mark means anything; the fence is longer than any inside.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from grader.record import CheckResult, Report
from grader.report.printed import printed_lines
from grader.report.terminal import WORDS
from labs.visible import visible


def markdown_text(report: Report) -> str:
    """A heading, a table of the checks, and what to do about each that failed."""
    lines = [f"## {_plain(report.title)}", "", *_table(report)]
    checks = f"passed {report.passed} of {report.total} checks"
    lines += ["", f"**{checks}, {report.points} of {report.max_points} points**"]
    if told := report.held_back:
        lines += ["", f"{told[0].upper()}{told[1:]}."]
    for check in report.checks:
        if not check.passed:
            lines += ["", *_section(check)]
    return "\n".join(lines)


def _table(report: Report) -> Iterator[str]:
    yield "| # | self-check | exercises | result | points |"
    yield "|---|---|---|---|---|"
    for check in report.checks:
        points = f"{check.points} of {check.max_points}"
        about = ", ".join(check.exercises)
        word = WORDS[check.outcome]
        yield f"| {check.number} | {_plain(check.title)} | {about} | {word} | {points} |"


def _section(check: CheckResult) -> Iterator[str]:
    yield f"### Check {check.number}: {_plain(check.title)}"
    yield ""
    yield f"The promise: {_plain(check.promise)}"
    yield ""
    yield from _code(check.message)
    if (found := check.counterexample) is not None:
        shown = f"input     {found.input}\nexpected  {found.expected}\ngot       {found.got}"
        yield ""
        yield from _code(shown)
    if printed := printed_lines(check.printed):
        yield ""
        yield "Your code printed:"
        yield ""
        yield from _fenced("\n".join(printed))
    if check.files:
        yield ""
        yield "Look in " + ", ".join(f"`{Path(file).name}`" for file in check.files) + "."
    if check.hint:
        yield ""
        yield f"Hint: {_plain(check.hint)}"


def _code(text: str) -> Iterator[str]:
    yield from _fenced(visible(text))


def _fenced(shown: str) -> Iterator[str]:
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text"
    yield shown
    yield fence


def _plain(text: str) -> str:
    """A text of ours, its marks taken for what they are."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", visible(text))
