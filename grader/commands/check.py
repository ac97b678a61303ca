"""`grader check`: run a lab's self-checks on a submission and report."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grader.commands import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.record import Report

SUMMARY = "run the self-checks (example: grader check --only 2)"
DESCRIPTION = "Run the self-checks of a lab, or of all labs."
EXAMPLES = """\
examples:
  grader check                              what you have here, or the starter
  grader check run_state_machine            one lab
  grader check run_state_machine --only 2   one check of it
  grader check --only 2                     check 2 of the lab whose folder this
                                            is; elsewhere, of every lab
  grader check --submission work --only 2   check 2 of the files in work
  grader check --json                       one line of JSON for each lab
  grader check --junit report.xml           for a build server, beside the text

--junit, --csv and --gradescope replace a file only if they wrote it themselves.

exit status: 0 all checks passed, 1 some failed, 2 nothing could be graded
"""


_FILES = {
    "junit": "JUnit XML, for build servers",
    "csv": "a row for each check, for spreadsheets",
    "gradescope": "Gradescope's results.json",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "lab",
        nargs="?",
        metavar="LAB",
        help="default: every lab that DIR holds; "
        "with --only, in a lab's folder of your workspace, that lab",
    )
    parser.add_argument(
        "--submission",
        metavar="DIR",
        help="a folder of lab folders, or with LAB the folder of the files themselves; "
        "default: the workspace around this folder, else the starter",
    )
    add_grading_arguments(parser)
    parser.add_argument(
        "--only",
        type=int,
        action="append",
        metavar="N",
        help="run check N alone, or several: --only 2 --only 3; the report then has no others, and "
        "points that count only together with one of these are not given",
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each lab")
    for form, said in _FILES.items():
        parser.add_argument(f"--{form}", metavar="FILE", help=f"also write {said}")


def add_grading_arguments(parser: argparse.ArgumentParser) -> None:
    """What every command that grades takes."""
    parser.add_argument(
        "--mode",
        choices=("auto", "mock", "real"),
        default="auto",
        help="mock: all in one process; real: on REDIS_URL and DATABASE_URL; auto, the default: "
        "mock if MOCK=1, else real if both URLs are set",
    )
    parser.add_argument("--seed", type=int, metavar="S", help="default: the course's own")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Grade, and write the reports."""
    from grader.record import Usage

    files = {form: vars(options)[form] for form in _FILES}
    if any(file is not None for file in files.values()):
        from grader.report.targets import require_targets

        require_targets(files)
    try:
        reports = _graded(options)
    except Usage as refusal:
        if options.gradescope is not None:  # there, no file at all means that the grader failed
            from grader.report.files import write_texts
            from grader.report.gradescope import gradescope_refusal

            write_texts(Path(options.gradescope), [gradescope_refusal(str(refusal))])
        raise
    if any(file is not None for file in files.values()):
        from grader.report.files import write_reports

        write_reports(reports, files)
    all_passed = all(report.passed == report.total for report in reports)
    return _written(reports, as_json=options.json), PASSED if all_passed else FAILED


def _graded(options: argparse.Namespace) -> "Sequence[Report]":
    from grader.course import find_labs
    from grader.mode import choose_services
    from grader.submission import find_submissions, name_or_around, workspace_around

    labs, name = find_labs(), options.lab
    if options.only:
        name = name_or_around(name, options.submission, labs)
    submissions = find_submissions(options.submission, name, labs)
    services = choose_services(options.mode, os.environ)
    if options.csv is not None:
        from grader.report.files import require_about

        require_about(Path(options.csv), [(one.given, one.lab.name) for one in submissions])

    from grader.grading import grade

    reports = grade(submissions, services=services, seed=options.seed, only=options.only or ())
    if options.submission is None and workspace_around(Path()) is None:
        _say_what_is_graded(submissions[0].given)
    return reports


def _say_what_is_graded(given: str) -> None:
    from grader.report.terminal import visible

    own = "for files of your own: grader init, or --submission DIR"
    print(f"grader: graded {visible(given)}, the course's starter; {own}", file=sys.stderr)


def _written(reports: "Sequence[Report]", *, as_json: bool) -> str:
    if as_json:
        from grader.report.json_lines import json_line

        return "\n".join(json_line(report) for report in reports)
    from grader.report.terminal import terminal_text

    return "\n\n\n".join(terminal_text(report) for report in reports)
