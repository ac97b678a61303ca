"""A check's hints, one step more each time that somebody asks.

Knows `lab.toml`'s hints and a workspace's note of how many were shown.
"""

import json
from collections.abc import Mapping

from grader.course import Lab
from grader.record import Usage
from grader.workspace import Workspace

NOTES = "hints.json"
STEPS = ("a question", "a picture in words", "the shape of the data")


def next_hints(workspace: Workspace, lab: Lab, number: int) -> tuple[tuple[str, ...], int]:
    """The check's hints up to the next step, and how many are left after it.

    Raises:
        Usage: the lab has no such check.
    """
    hints = {mark.number: mark.hints for mark in lab.marks}
    if number not in hints:
        there = ", ".join(map(str, hints))
        raise Usage(f"{lab.name} has no check {number}; it has {there}")
    key, most = f"{lab.name} {number}", len(hints[number])

    def change(data: bytes) -> bytes:
        shown = _shown(data)
        return json.dumps({**shown, key: min(shown.get(key, 0) + 1, most)}, indent=1).encode()

    workspace.remember(NOTES, change)
    shown = _shown(workspace.recall(NOTES))[key]
    return hints[number][:shown], most - shown


def _shown(data: bytes) -> Mapping[str, int]:
    """How many steps of each check were shown; none, if somebody else wrote there."""
    try:
        return {str(key): max(0, int(count)) for key, count in json.loads(data).items()}
    except (ArithmeticError, AttributeError, TypeError, ValueError):
        return {}
