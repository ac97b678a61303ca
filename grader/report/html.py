"""A report as cards for a notebook: HTML that still reads well where styles are stripped.

Knows the records and the words of the report for people. Whatever a student's code may have
written is made visible and escaped. No time, no path of this machine: a card is the same each
time.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

from grader.record import CheckResult, Report
from grader.report.terminal import WORDS, command, shown, sum_lines
from labs.calls import Outcome
from labs.checking import Counterexample, Step
from labs.timeline import MOST_STEPS
from labs.visible import one_line, visible
from labs.widgets.steps import steps_svg

MARKS: Mapping[Outcome, str] = {"passed": "\u2713", "not_written": "\u25cb", "blocked": "\u2016"}
"""A shape beside the word; whatever else failed has a cross."""
CROSS = "\u2717"


def cards_html(report: Report, remark: str = "") -> str:
    """A card a check, and the sum. `remark` is a last line."""
    parts = [part for check in report.checks for part in _card(report, check)]
    lines = [*sum_lines(report), *([remark] if remark else [])]
    return _framed([*parts, "<p>", "<br>\n".join(map(_marked, lines)), "</p>"])


def note_html(text: str) -> str:
    """Something to be told, a paragraph a line; what stands between backticks is code."""
    paragraphs = [f"<p>{_marked(line)}</p>" for line in text.splitlines()]
    return _framed(['<div class="koda-note">', *paragraphs, "</div>"])


def _framed(parts: Sequence[str]) -> str:
    return "\n".join(['<div class="koda">', f"<style>\n{_style()}</style>", *parts, "</div>"])


@cache
def _style() -> str:
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


def _card(report: Report, check: CheckResult) -> Iterator[str]:
    yield f'<article class="koda-card koda-{"passed" if check.passed else "failed"}">'
    mark = f'<span aria-hidden="true">{MARKS.get(check.outcome, CROSS)}</span>'
    yield f"<h2>{mark} Check {check.number} {WORDS[check.outcome]}</h2>"
    yield f"<p>{_text(check.title)}</p>"
    if not check.passed:
        yield from _facts(check)
        if (found := check.counterexample) is not None:
            yield from _steps(found)
        yield from _hint(report, check)
        yield f"<p>Again in a terminal: <code>{_text(command(report, check))}</code></p>"
    yield "</article>"


# A notebook aligns tables to the right, and strips style sheets until its reader trusts it.
_LEFT = 'style="text-align:left"'


def _facts(check: CheckResult) -> Iterator[str]:
    yield "<table><tbody>"
    for name, text in _fields(check):
        row = f'<th scope="row" {_LEFT}>{_text(name)}</th><td {_LEFT}>{_text(text)}</td>'
        yield f"<tr>{row}</tr>"
    yield "</tbody></table>"


def _fields(check: CheckResult) -> Iterator[tuple[str, str]]:
    if (found := check.counterexample) is not None:
        yield "input", found.input
        yield "expected", found.expected
        yield "got", found.got
    if check.message:
        yield "message", check.message
    for name, value in check.evidence.items():
        yield f"seen: {name}", shown(value)
    for file in check.files:
        yield "look in", file


def _steps(found: Counterexample) -> Iterator[str]:
    """The script as a picture, and as a table; one call alone has been told already."""
    if len(found.steps) < 2:
        return
    yield _picture(found.steps)
    yield "<details><summary>The same steps as a table</summary><table>"
    yield _row(f'th scope="col" {_LEFT}', ("call", "expected", "got"), head=True)
    yield "<tbody>"
    yield from _rows(found.steps)
    yield "</tbody></table></details>"


def _picture(steps: Sequence[Step]) -> str:
    # An image, as a notebook's HTML is stripped of SVG until its reader trusts it.
    svg = steps_svg([(step.said, step.expected, step.got) for step in steps])
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    said = "The shortest script that was found to break the promise; the table below has its words"
    return f'<figure><img src="{source}" alt="{said}"></figure>'


def _rows(steps: Sequence[Step]) -> Iterator[str]:
    left_out = max(0, len(steps) - MOST_STEPS)
    begin = (MOST_STEPS + 1) // 2 if left_out else len(steps)
    for number, step in enumerate(steps):
        if number == begin:
            yield f"<tr><td colspan='3'>... {left_out:,} more, as expected ...</td></tr>"
        if not begin <= number < begin + left_out:
            got = f"{step.got} (breaks here)" if step.breach is not None else step.got
            yield _row(f"td {_LEFT}", (step.said, step.expected, got))


def _row(cell: str, texts: Sequence[str], *, head: bool = False) -> str:
    name = cell.partition(" ")[0]
    row = "".join(f"<{cell}>{escape(one_line(text))}</{name}>" for text in texts)
    return f"<thead><tr>{row}</tr></thead>" if head else f"<tr>{row}</tr>"


def _hint(report: Report, check: CheckResult) -> Iterator[str]:
    if check.hint:
        yield f"<details><summary>Hint for check {check.number}</summary>"
        more = f"One step more each time: `grader hint {report.lab} {check.number}` in a terminal."
        yield f"<p>{_text(check.hint)}</p><p>{_marked(more)}</p></details>"


def _text(text: str) -> str:
    return escape(visible(text)).replace("\n", "<br>")


def _marked(text: str) -> str:
    plain = _text(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(plain))
