"""`grader verify`: the author's gate over a lab."""

import argparse
from typing import TYPE_CHECKING

from grader.commands import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """Verify, in MOCK."""
    import asyncio

    from grader.course import find_labs
    from grader.submission import lab_named

    lab = lab_named(options.lab, find_labs())
    lines = asyncio.run(_lines(lab, range(max(1, options.seeds)), only_accept=options.accept))
    failed = any(line.problems for line in lines)
    last = f"{lab.name} is not as it must be" if failed else f"{lab.name} is as it must be"
    return "\n".join([*_aligned(lines), "", last]), FAILED if failed else PASSED


async def _lines(lab: "Lab", seeds: range, *, only_accept: bool) -> "list[Line]":
    from grader.verify import accept, verify
    from labs.runtime.system import open_site

    async with open_site(None) as site:
        if only_accept:
            return [await accept(lab, site=site)]
        return [line async for line in verify(lab, seeds=seeds, site=site)]


def _aligned(lines: "Sequence[Line]") -> list[str]:
    shown = []
    for line in lines:
        verdict = "no  " if line.problems else "yes "
        shown.append(f"{verdict} {line.name:15} {line.holds}".rstrip())
        shown += [f"{'':21}{problem}" for problem in line.problems]
    return shown
