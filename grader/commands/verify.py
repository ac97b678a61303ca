"""`grader verify`: the author's gate over a lab."""

import argparse
import sys
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING

from grader.commands import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from grader.at_work import Tell
    from grader.course import Lab
    from grader.verify import Line

SUMMARY = "for authors: verify a lab itself (example: grader verify run_state_machine)"
DESCRIPTION = """\
For a lab's author: whether starter and solutions are twins, the starter fails
as lab.toml says, the solutions pass on many seeds, and every answer of the
catalogue is judged as it must be."""
EXAMPLES = """\
examples:
  grader verify run_state_machine           before a change of the lab goes out
  grader verify run_state_machine --accept  note what wrong answers are told now

exit status: 0 all is as it must be, 1 it is not, 2 nothing could be verified
"""
_UNDER = " " * 21
"""Under what holds, behind a verdict and a name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("lab", metavar="LAB")
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="default: 20")
    parser.add_argument(
        "--accept",
        action="store_true",
        help="verify nothing: write what wrong answers are told now to the catalogue",
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Verify, in MOCK, and say each line as soon as it is known."""
    import asyncio

    from grader.course import find_labs
    from grader.record import Usage
    from grader.submission import lab_named

    if options.seeds < 1:
        raise Usage("--seeds must be 1 or more")
    lab = lab_named(options.lab, find_labs())
    failed = asyncio.run(_failed(lab, range(options.seeds), only_accept=options.accept))
    last = f"{lab.name} is not as it must be" if failed else f"{lab.name} is as it must be"
    return f"\n{last}", FAILED if failed else PASSED


async def _failed(lab: "Lab", seeds: range, *, only_accept: bool) -> bool:
    """Say all lines; whether something is not as it must be."""
    from grader.at_work import AtWork

    at_work, failed = AtWork(sys.stderr), False
    try:
        async for line in _lines(lab, seeds, at_work.tell, only_accept=only_accept):
            at_work.end()
            _say(_shown(line))
            failed = failed or bool(line.problems)
    finally:
        at_work.end()
    return failed


async def _lines(
    lab: "Lab", seeds: range, tell: "Tell", *, only_accept: bool
) -> "AsyncIterator[Line]":
    from grader.verify import accept, verify
    from labs.runtime.system import open_site

    async with open_site(None) as site:
        if only_accept:
            yield await accept(lab, site=site, tell=tell)
            return
        async for line in verify(lab, seeds=seeds, site=site, tell=tell):
            yield line


def _shown(line: "Line") -> "Iterator[str]":
    verdict = "no  " if line.problems else "yes "
    yield from _wrapped(f"{verdict} {line.name:15} {line.holds}".rstrip(), "")
    for problem in line.problems:
        yield from _wrapped(problem, _UNDER)


def _wrapped(text: str, before: str) -> list[str]:
    after = f"{_UNDER}  " if before else _UNDER
    shape = textwrap.TextWrapper(80, initial_indent=before, subsequent_indent=after)
    shape.break_long_words = shape.break_on_hyphens = False  # a path stays whole
    return shape.wrap(text)


def _say(lines: "Iterable[str]") -> None:
    # Who stops reading, or a full disk, does not change the verdict; the last line meets it, too.
    with suppress(OSError):
        print("\n".join(lines), flush=True)
