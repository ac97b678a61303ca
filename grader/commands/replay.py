"""`grader replay`: run a counterexample again, step by step."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.commands import FAILED, PASSED, numbers_apart
from grader.commands.check import add_grading_arguments
from grader.record import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course import Lab
    from grader.examination import Examination
    from grader.replaying import Replay
    from grader.saved import Saved
    from grader.submission import Submission
    from labs.scripts import Script

SUMMARY = "run a counterexample again (example: grader replay 2)"
DESCRIPTION = """\
Run the script of calls that breaks a check again, on your file as it is now,
and show it step by step: what each call should give, what it gives.
"""
EXAMPLES = """\
examples:
  grader replay 2                       what breaks check 2 of the lab whose
                                        folder this is, or that you are at
  grader replay run_state_machine 2     of that lab
  grader replay report.json             what grader check --json has written
  grader replay report.json --only 2    of check 2 alone

exit status: 0 it holds now, 1 it still breaks, 2 nothing could be replayed
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="WHAT",
        help="the number of a check, and the name of its lab; default: the lab in whose folder you "
        "are, else the first with a check not yet passed; or a file with a report's JSON, a line "
        "of it or one trace; or - to read that from a pipe",
    )
    parser.add_argument(
        "--submission",
        metavar="DIR",
        help="whose files; default: those that the report names, else as for grader check",
    )
    parser.add_argument("--only", type=int, metavar="N", help="of a file, what check N has")
    add_grading_arguments(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Replay, and tell."""
    numbers, others = numbers_apart(options.what)
    if len(numbers) == 1 and len(others) <= 1:
        return _replay_check(options, int(numbers[0]), *others)
    if len(others) == 1 and not numbers:
        return _replay_file(options, others[0])
    raise Usage("name one check or one file; see grader replay --help")


def _replay_check(
    options: argparse.Namespace, number: int, lab_name: str | None = None
) -> tuple[str, int]:
    """Run the check, and replay what breaks it."""
    from grader.course import find_labs
    from grader.examination import examination
    from grader.grading import grade
    from grader.mode import choose_services
    from grader.submission import find_submissions, name_or_around

    labs = find_labs()
    name = name_or_around(lab_name, options.submission, labs)
    found = find_submissions(options.submission, name, labs)
    submissions = [one for one in found if one.lab == _lab_at_work([one.lab for one in found])]
    services = choose_services(options.mode, os.environ)
    (report,) = grade(submissions, services=services, seed=options.seed, only=[number])
    (check,) = report.checks
    if check.passed:
        return f"Check {number} of {report.lab} passes: there is nothing to replay.", PASSED
    if check.counterexample is None or not check.counterexample.steps:
        from grader.report.terminal import body_text

        return f"There are no steps to show.\n\n{body_text(report)}", FAILED
    script = tuple(step.call for step in check.counterexample.steps)
    exam = examination(submissions[0].lab, [number])
    return _told([_played(exam, submissions[0], check.counterexample.exercise, script)])


def _lab_at_work(labs: "Sequence[Lab]") -> "Lab":
    """Of these labs, the one that the student is at; `grader hint` means the same one."""
    from grader.progress import lab_at_work, notes_of
    from grader.submission import workspace_around
    from grader.workspace import Workspace

    around = workspace_around(Path())
    return labs[0] if around is None else lab_at_work(labs, notes_of(Workspace(around, labs)))


def _replay_file(options: argparse.Namespace, name: str) -> tuple[str, int]:
    """Replay the traces in the file."""
    from grader.course import find_labs
    from grader.meant import exercise_meant
    from grader.saved import read_saved

    if name != "-" and not Path(name).is_file():
        labs = find_labs()
        if (exercise := exercise_meant(name, labs)) is not None:
            raise Usage(exercise)
        if name in [lab.name for lab in labs]:
            raise Usage(f"{name} is a lab: name a check of it, too, by its number")
    found = read_saved(name)
    chosen = [saved for saved in found if options.only in (None, saved.check)]
    if not chosen:
        raise Usage(f"{name} has no trace of check {options.only}")
    return _told([_replayed(saved, options.submission) for saved in chosen])


def _replayed(saved: "Saved", where: str | None) -> "Replay":
    """Replay a trace of a file, on the files that are asked for or those that it names."""
    from grader.course import find_labs
    from grader.replaying import opened
    from grader.submission import find_submissions

    exam, script = opened(saved, find_labs())
    found = find_submissions(where or saved.submission, exam.lab.name, [exam.lab])
    return _played(exam, found[0], saved.exercise, script)


def _played(
    exam: "Examination", submission: "Submission", exercise: str, script: "Script"
) -> "Replay":
    import asyncio

    from grader.replaying import replay

    return asyncio.run(replay(exam, submission, exercise, script))


def _told(replays: "Sequence[Replay]") -> tuple[str, int]:
    holds = all(replay.holds for replay in replays)
    return "\n\n".join(map(str, replays)), PASSED if holds else FAILED
