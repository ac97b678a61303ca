"""`grader class`: grade a folder of students' work."""  # noqa: N999

import argparse
import os
import sys
from pathlib import Path

from grader.commands.check import add_grading_arguments

SUMMARY = "grade a folder of students (example: grader class spring)"
DESCRIPTION = """\
Grade a class: DIR holds a folder or a zip for each student, named after them.

The results are in DIR-results: those of a LAB in a folder of its own below it,
those of all labs together right in it. What is there and was not written by
grader class, or is about another lab, is never replaced.

grades.csv has a row for each student and check; who handed in nothing that
can be graded has a single row, check 0, outcome refused, points 0, and the
message says why (outcome trouble, no points: the grader itself failed).
totals.csv, next to it, has a row for each student and lab: student, lab,
passed, total, points, max_points, note. Everyone has a page of feedback, too.

What is finished is kept: run it again, after a power cut or a late hand-in,
and only what is new or changed is graded, however the labs take turns."""
EXAMPLES = """\
examples:
  grader class spring                       results in spring-results/
  grader class spring run_state_machine     in spring-results/run_state_machine/
  grader class spring --csv june.csv        totals in june-totals.csv
  grader class spring --scheduler tcp://dask.example.org:8786

A name that a spreadsheet would run as a formula gets an apostrophe in front.

exit status: 0 everyone has a row, whatever the grades; 1 for some the grader
had trouble of its own, run it again; 2 nothing could be graded
"""
DONE, TROUBLED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", metavar="DIR", help="it holds a folder or a zip for each student")
    parser.add_argument("lab", nargs="?", metavar="LAB", help="default: every lab handed in")
    parser.add_argument(
        "--csv",
        metavar="FILE",
        help="the rows, with the totals next to it; default: grades.csv in the results",
    )
    parser.add_argument(
        "--out", metavar="OUT", help="results, and what to take up; default: DIR-results"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="processes; default: as many as there are processors"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="grade on the Dask cluster there instead"
    )
    add_grading_arguments(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Grade, and write the results."""
    from grader.classroom.session import Plan, grade_class
    from grader.record import Usage

    jobs = options.jobs if options.jobs is not None else os.cpu_count() or 1
    if jobs < 1:
        raise Usage("--jobs must be 1 or more")
    if options.csv and Path(options.csv).name.lower() == "totals.csv":
        raise Usage("--csv names the file of the rows; the totals get their own next to it")
    folder = Path(options.folder)
    out = Path(options.out) if options.out else _beside(folder)
    plan = Plan(
        folder=folder,
        lab=options.lab,
        mode=options.mode,
        seed=options.seed,
        out=out,
        table=Path(options.csv) if options.csv else None,
        jobs=jobs,
        scheduler=options.scheduler,
    )
    text, complete = grade_class(plan, os.environ, sys.stderr)
    return text, DONE if complete else TROUBLED


def _beside(folder: Path) -> Path:
    whole = folder.resolve()
    return whole.with_name(f"{whole.name}-results")
