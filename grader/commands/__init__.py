"""The commands, a module each.

Each defines `SUMMARY` (a line with an example), `DESCRIPTION`, `EXAMPLES`, `add_arguments` and
`run`, which returns what is to be printed and the exit status. A module imports at its top only
what costs nothing: the command line reads it before anything else happens.
"""

import argparse
import importlib
from collections.abc import Sequence
from typing import Protocol, cast

PASSED, FAILED, NOT_DONE = 0, 1, 2

COMMANDS = (
    "init",
    "check",
    "class",
    "watch",
    "replay",
    "hint",
    "progress",
    "diff",
    "reset",
    "history",
    "doctor",
    "gradescope",
    "verify",
)
"""Every command, in the order of the help. Adding one is adding its module and its name here."""


class Command(Protocol):
    """What a command's module offers."""

    SUMMARY: str
    DESCRIPTION: str
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what the command takes."""

    def run(self, options: argparse.Namespace) -> tuple[str, int]:
        """Do it: what to print on standard output, and the exit status."""


def command_named(name: str) -> Command:
    """The command's module."""
    return cast(Command, importlib.import_module(f"grader.commands.{name}"))


def numbers_apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that are numbers, and the others: a check and its lab come in either order."""
    numbers = [word for word in words if word.isascii() and word.isdecimal()]
    return numbers, [word for word in words if word not in numbers]


def add_workspace_argument(parser: argparse.ArgumentParser) -> None:
    """What every command that works in a workspace takes."""
    parser.add_argument(
        "--workspace", metavar="DIR", default=".", help="default: the workspace around this folder"
    )
