"""A report for people: at most 80 columns, no colour, the same when read aloud.

Knows the records and the command line that repeats a check. Every line can be read alone; a
control character is shown, never obeyed. Only a command or a path may be longer than a line.
"""

import shlex
import textwrap
from collections.abc import Iterator, Mapping

from grader.record import CheckResult, Report
from grader.report.printed import printed_lines
from labs.calls import Outcome, Plain
from labs.checking import Counterexample
from labs.timeline import timeline
from labs.visible import visible as visible

WIDTH = 80
MOST_EVIDENCE = 400
"""Of one piece of evidence, so many characters are shown."""
_SENTENCE_ENDS = (".", "!", "?")

WORDS: Mapping[Outcome, str] = {
    "passed": "passed",
    "wrong": "failed: wrong",
    "not_written": "failed: not written yet",
    "blocked": "failed: blocked",
    "error": "failed: error",
    "timeout": "failed: timeout",
    "out_of_memory": "failed: out of memory",
    "broken": "failed: broken",
}
"""The outcomes as people read them, the same in every report; programs read the keys."""


def terminal_text(report: Report) -> str:
    """The report as lines: a header, a table, a block for each failed check, the sum."""
    return "\n".join([*_header(report), "", body_text(report)])


def body_text(report: Report) -> str:
    """The same without the header."""
    lines = [*_table(report), ""]
    for check in report.checks:
        if not check.passed:
            lines += [*_block(report, check), ""]
    return "\n".join([*lines, *sum_lines(report)])


def short_text(report: Report) -> str:
    """The report in short: the table, the block of the first failed check, the sum."""
    lines = [*_table(report), ""]
    for check in report.checks:
        if not check.passed:
            lines += [*_block(report, check), ""]
            break
    return "\n".join([*lines, *sum_lines(report)])


def sum_lines(report: Report) -> Iterator[str]:
    """How many checks passed and what they earn, and why some earn nothing."""
    checks = f"passed {report.passed} of {report.total} checks"
    yield f"{checks}, {report.points} of {report.max_points} points"
    yield from _wrapped(report.held_back, "", "", whole=True)


def _header(report: Report) -> list[str]:
    facts = f"submission {report.submission}, mode {report.mode}, seed {report.seed}"
    return [f"{report.lab}: {report.title}", *_wrapped(visible(facts), "", "  ", whole=True)]


def _table(report: Report) -> Iterator[str]:
    abouts = [_about(check) for check in report.checks]
    about_width = max(len(about) for about in [*abouts, "exercises"])
    title_width = WIDTH - 7 - about_width - max(len(word) for word in WORDS.values())
    yield f"{'#':>2} {'self-check':{title_width}}  {'exercises':{about_width}}  result"
    for check, about in zip(report.checks, abouts, strict=True):
        title, *more = textwrap.wrap(visible(check.title), title_width) or [""]
        word = WORDS[check.outcome]
        yield f"{check.number:>2} {title:{title_width}}  {about:{about_width}}  {word}"
        yield from (f"   {line}" for line in more)


def _about(check: CheckResult) -> str:
    # More than two names would leave no room for what the check is called.
    names = check.exercises
    return ", ".join(names) if len(names) <= 2 else f"all {len(names)} of them"


def _block(report: Report, check: CheckResult) -> Iterator[str]:
    yield f"Check {check.number} {WORDS[check.outcome]}"
    yield from _field("promise", check.promise)
    if (found := check.counterexample) is not None:
        yield from _field("input", found.input)
        yield from _field("expected", found.expected)
        yield from _field("got", found.got)
        yield from _steps(found)
    yield from _field("message", check.message)
    for name, value in check.evidence.items():
        yield from _field("seen", f"{name}: {shown(value)}")
    yield from _printed(check)
    yield from _field("look in", "\n".join(check.files), whole=True)
    yield from _field("mistake", check.mistake or "")
    yield from _field("hint", check.hint or "")
    yield from _command(report, check)


def _steps(found: Counterexample) -> Iterator[str]:
    """The script as a small table; one call alone has been told already."""
    if len(found.steps) > 1:
        for number, line in enumerate(timeline(found.steps)):
            yield f"  {'' if number else 'steps':8} {line}".rstrip()


def _printed(check: CheckResult) -> Iterator[str]:
    for number, line in enumerate(printed_lines(check.printed)):
        yield f"  {'' if number else 'printed':8} {line}".rstrip()


def _field(name: str, text: str, *, whole: bool = False) -> Iterator[str]:
    before = f"  {name:8} "
    for line in visible(text).splitlines():
        yield from _wrapped(line, before, " " * len(before), whole=whole)
        before = " " * len(before)


def _wrapped(text: str, before: str, after: str, *, whole: bool) -> list[str]:
    shape = textwrap.TextWrapper(WIDTH, initial_indent=before, subsequent_indent=after)
    shape.break_long_words = not whole  # a path that is cut is no use to anybody
    shape.break_on_hyphens = False
    return shape.wrap(text)


def shown(value: Plain) -> str:
    """A piece of evidence in words, if it is not too long."""
    text = _plainly(value, outer=True)
    return text if len(text) <= MOST_EVIDENCE else f"{text[:MOST_EVIDENCE]} ..."


def _plainly(value: Plain, *, outer: bool = False) -> str:
    if value is None or isinstance(value, bool | int | float | str):
        return str(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key}: {_plainly(inner)}" for key, inner in value.items())
    elif any(isinstance(inner, str) and inner.endswith(_SENTENCE_ENDS) for inner in value):
        inside = "; ".join(_plainly(inner).removesuffix(".") for inner in value)
    else:
        inside = ", ".join(_plainly(inner) for inner in value)
    return (inside or "none") if outer else f"({inside})"


def _command(report: Report, check: CheckResult) -> Iterator[str]:
    what = command(report, check)
    where = f"--submission {visible(shlex.quote(report.submission))}"
    if not report.submission:
        yield f"  repeat   {what}"
    elif len(what) + len(where) + 12 <= WIDTH:
        yield f"  repeat   {what} {where}"
    else:  # still one command when it is copied
        yield f"  repeat   {what} \\"
        yield f"             {where}"


def command(report: Report, check: CheckResult) -> str:
    """What repeats the check, on the submission that the grader finds by itself."""
    return f"grader check {report.lab} --only {check.number} --seed {report.seed}"
