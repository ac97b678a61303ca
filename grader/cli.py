"""The command line: what was asked for, what is printed, and the exit status.

Knows arguments, streams and statuses; everything else is imported only once it is needed, so
that `--help` is there at once. Standard output holds a report or nothing.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from grader.record import Refusal, Usage

if TYPE_CHECKING:
    from grader.record import Report

PASSED, FAILED, NOT_GRADED, INTERRUPTED = 0, 1, 2, 130

_CHECK_EXAMPLES = """\
examples:
  grader check                              what you have here, or the starter
  grader check run_state_machine            one lab
  grader check --submission work --only 2   one check of the files in work
  grader check --json                       one line of JSON a lab

exit status: 0 all checks passed, 1 some failed, 2 nothing could be graded
"""
_DOCTOR_EXAMPLES = """\
example:
  grader doctor                             before the first day, or for help

exit status: 0 `grader check` can run here, 2 it cannot
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse in one sentence, as everything else here does."""
        raise Usage(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _speak_utf8()
    try:
        options = _parser().parse_args(arguments)
        text, status = _commands()[options.command](options)
        return _say(text, status)
    except KeyboardInterrupt:
        return _refuse("stopped", INTERRUPTED)
    except Refusal as problem:
        return _refuse(str(problem), NOT_GRADED)
    except Exception as problem:
        from grader.trouble import trouble_of

        return _refuse(str(trouble_of(problem)), NOT_GRADED)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="grader", description="Check your part of the lab.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_check(
        commands.add_parser(
            "check",
            help="run the self-checks (example: grader check --only 2)",
            description="Run the self-checks of a lab, or of all labs.",
            epilog=_CHECK_EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
    )
    commands.add_parser(
        "doctor",
        help="say what this machine has and lacks (example: grader doctor)",
        description="Say what this machine has and lacks.",
        epilog=_DOCTOR_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    return parser


def _add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument("lab", nargs="?", metavar="LAB", help="default: every lab that DIR holds")
    check.add_argument(
        "--submission",
        metavar="DIR",
        help="a folder of lab folders, or with LAB the folder of the files themselves; "
        "default: the workspace around this folder, else the starter",
    )
    check.add_argument(
        "--mode",
        choices=("auto", "mock", "real"),
        default="auto",
        help="mock: all in one process; real: on REDIS_URL and DATABASE_URL; auto, the default: "
        "mock if MOCK=1, else real if both URLs are set",
    )
    check.add_argument(
        "--only",
        type=int,
        metavar="N",
        help="run check N alone; the report then has that one only, and points that count "
        "only together with another check are not given",
    )
    check.add_argument("--seed", type=int, metavar="S", help="default: the course's own")
    check.add_argument("--json", action="store_true", help="one line of JSON a lab")


def _commands() -> Mapping[str, Callable[[argparse.Namespace], tuple[str, int]]]:
    return {"check": _check, "doctor": _doctor}


def _check(options: argparse.Namespace) -> tuple[str, int]:
    from grader.course import find_labs
    from grader.mode import choose_services
    from grader.submission import find_submissions

    submissions = find_submissions(options.submission, options.lab, find_labs())
    services = choose_services(options.mode, os.environ)

    import asyncio

    from grader.engine import DEFAULT_SEED, grade_all
    from labs.runtime.ports import Unavailable

    seed = DEFAULT_SEED if options.seed is None else options.seed
    grading = grade_all(submissions, services=services, seed=seed, only=options.only)
    try:
        reports = asyncio.run(grading)
    except Unavailable as gone:
        start = "start it (docker compose up --detach), or grade without it: --mode mock"
        raise Usage(f"{gone}; {start}") from None
    all_passed = all(report.passed == report.total for report in reports)
    return _written(reports, as_json=options.json), PASSED if all_passed else FAILED


def _written(reports: "Sequence[Report]", *, as_json: bool) -> str:
    if as_json:
        from grader.report.json_lines import json_line

        return "\n".join(json_line(report) for report in reports)
    from grader.report.terminal import terminal_text

    return "\n\n\n".join(terminal_text(report) for report in reports)


def _doctor(options: argparse.Namespace) -> tuple[str, int]:
    from grader.doctor import examine

    lines = examine(os.environ)
    lacking = any(line.lacking for line in lines)
    last = "`grader check` cannot run here" if lacking else "`grader check` can run here"
    return "\n".join([*map(str, lines), "", last]), NOT_GRADED if lacking else PASSED


def _speak_utf8() -> None:
    # A terminal that knows ASCII only must not stop a report.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _say(text: str, status: int) -> int:
    try:
        print(text, flush=True)
    except OSError as problem:
        # Python would complain once more as it flushes at the end: let it flush into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):  # whoever read has gone, as `head` does
            return status
        raise Usage(f"the report cannot be written: {problem.strerror}") from None
    return status


def _refuse(sentence: str, status: int) -> int:
    from grader.report.terminal import visible

    print(f"grader: {visible(sentence)}".replace("\n", " "), file=sys.stderr)
    return status
