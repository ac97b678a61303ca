"""`grader watch`: check again whatever was saved."""

import argparse
import contextlib
import os
import time
from typing import TYPE_CHECKING

from grader.commands import PASSED
from grader.commands.check import add_grading_arguments
from grader.record import Refusal, Usage

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from grader.record import Report
    from grader.submission import Submission

SUMMARY = "check again whatever you save (example: grader watch)"
DESCRIPTION = """\
Run the self-checks at once, and again each time that a file or a notebook is
saved: those of the labs concerned. Ctrl-C ends it.
"""
EXAMPLES = """\
examples:
  grader watch                              what you have here, or the starter
  grader watch --interval 5                 look every five seconds

exit status: 0 stopped by you, 2 nothing could be graded
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("lab", nargs="?", metavar="LAB", help="default: every lab that DIR holds")
    parser.add_argument(
        "--submission",
        metavar="DIR",
        help="default: the workspace around this folder, else the starter",
    )
    parser.add_argument(
        "--interval",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="how long between two looks at the files; default: 1",
    )
    add_grading_arguments(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Look and grade until stopped."""
    if not 0.05 <= options.interval <= 3600:
        raise Usage("--interval takes 0.05 to 3600 seconds")
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):  # or whoever read has gone
        _watch(options)
    return "stopped watching", PASSED


def pause(seconds: float) -> None:
    """Let a student type."""
    time.sleep(seconds)


def _watch(options: argparse.Namespace) -> None:
    from pathlib import Path

    from grader.course import find_labs
    from grader.submission import find_submissions
    from grader.watch import Watch

    labs = find_labs()
    first = find_submissions(options.submission, options.lab, labs)
    given = first[0].given
    _say(_beginning(given, options.lab))

    def there() -> "Collection[Submission]":
        try:
            return find_submissions(given, options.lab, labs)
        except Usage as problem:
            _say(str(problem))
            return ()

    for names in Watch(Path(given), pause, options.interval).rounds(there):
        try:
            _say(*_reports([one for one in there() if one.lab.name in names], options))
        except Refusal as problem:
            _say(str(problem))


def _beginning(given: str, lab: str | None) -> str:
    from grader.report.terminal import visible

    what = visible(given) if lab is None else f"{lab} in {visible(given)}"
    return f"watching {what}: what you save is checked again; Ctrl-C ends it"


def _reports(submissions: "Sequence[Submission]", options: argparse.Namespace) -> list[str]:
    from grader.grading import grade
    from grader.mode import choose_services
    from grader.report.terminal import short_text

    services = choose_services(options.mode, os.environ)
    reports: Sequence[Report] = grade(submissions, services=services, seed=options.seed)
    when = time.strftime("%H:%M:%S")
    return [f"{when}  {report.lab}\n\n{short_text(report)}" for report in reports]


def _say(*texts: str) -> None:
    for text in texts:
        print(f"{text}\n", flush=True)
