"""Asks another process to grade: the very command that a student types, and its one line of JSON.

Knows the command line and how a process is ended. The kernel, in which a student's code has run,
has no part in the verdict.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.commands import NOT_DONE
from grader.course import Lab
from grader.record import Refusal, Report, Trouble, Usage

GRACE = 5.0
"""Seconds for the other process to clean up, once it is told to end."""


class Stopped(KeyboardInterrupt):
    """Somebody interrupted the cell; there is nothing in it for a traceback to show."""

    def _render_traceback_(self) -> list[str]:
        return [f"KeyboardInterrupt: {self}"]


def ask(root: Path, lab: Lab, numbers: Sequence[int]) -> Report:
    """The report on these checks of the workspace in `root`; on all of them, if none is named.

    Raises:
        Refusal: nothing was graded.
        Stopped: the cell was interrupted.
    """
    wanted = _known(lab, numbers)
    only = [f"--only={number}" for number in wanted] if len(wanted) < len(lab.marks) else []
    command = ["check", lab.name, "--submission", ".", "--json", *only]
    status, out, err = _run([sys.executable, "-I", "-m", "grader", *command], root)
    if status == NOT_DONE:
        raise Usage(err.strip().removeprefix("grader: "))
    if status not in (0, 1):
        raise Trouble(f"the grading ended without a verdict (status {status}); try again")
    from grader.report.json_reading import report_from_json

    return report_from_json(out, lab, frozenset(wanted))


def _known(lab: Lab, numbers: Sequence[int]) -> list[int]:
    there = [mark.number for mark in lab.marks]
    for number in numbers:
        if not isinstance(number, int):
            raise Usage("a check goes by its number: `check(2)`, `check(2, 3)`, `check()` for all")
        if number not in there:
            listed = ", ".join(map(str, there))
            raise Usage(f"{lab.name} has no check {number}; it has {listed}")
    return [number for number in there if number in numbers or not numbers]


def _run(command: Sequence[str], folder: Path) -> tuple[int, str, str]:
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="backslashreplace",
    ) as process:
        try:
            out, err = process.communicate()
        except KeyboardInterrupt:
            _end(process)
            raise Stopped("stopped; nothing was graded") from None
        return process.returncode, out, err


def _end(process: "subprocess.Popen[str]") -> None:
    """Let it clean up, its own processes too; whoever does not want to wait kills it."""
    process.terminate()
    try:
        process.communicate(timeout=GRACE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()


def unasked(problem: Refusal) -> str:
    """Why there is no verdict, for whoever reads the cell."""
    return f"Nothing was graded: {problem}"
