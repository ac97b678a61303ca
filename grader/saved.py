"""Traces that were saved: what a file with reports, checks or traces holds to be replayed.

Knows the names of a report's JSON. Takes a file apart and checks its form; runs nothing, and
believes nothing of what it says.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from grader.record import Usage
from labs.calls import Plain

MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Saved:
    """One trace: which exercise's, its script as JSON, and what its report says around it."""

    exercise: str
    script: Plain
    lab: str | None = None
    submission: str | None = None
    check: int | None = None


def read_saved(name: str) -> list[Saved]:
    """The traces in a file: a report as JSON, lines of such, one check of one, or a bare trace.

    `-` is standard input.

    Raises:
        Usage: there is no such file, or no trace in it.
    """
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Usage(f"{name} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise Usage("that is no name of a file") from None
    if len(content) > MOST_BYTES:
        raise Usage(f"{name} is longer than any report: more than {MOST_BYTES // 1024**2} MiB")
    return saved_in(content, name)


def saved_in(content: bytes, name: str) -> list[Saved]:
    """The traces in the content of a file of that name.

    Raises:
        Usage: there is none.
    """
    found = [saved for said in _objects(content, name) for saved in _saved(said)]
    if not found:
        raise Usage(
            f"{name} has no trace in it; grader check --json writes one for each failed check"
        )
    return found


def _objects(content: bytes, name: str) -> Iterator[Mapping[str, Plain]]:
    try:
        text = content.decode()
        try:
            values: list[object] = [json.loads(text)]
        except json.JSONDecodeError:
            values = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise Usage(f"{name} is not JSON") from None
    for value in values:
        if isinstance(value, dict):
            yield cast(Mapping[str, Plain], value)


def _saved(said: Mapping[str, Plain]) -> Iterator[Saved]:
    """The traces in a report, in a check, or the trace itself."""
    match said:
        case {"checks": list(checks), "lab": str(lab), "submission": str(submission)}:
            for check in checks:
                if isinstance(check, dict):
                    yield from _of_check(check, lab, submission)
        case {"trace": _}:
            yield from _of_check(said, None, None)
        case {"exercise": str(exercise), "script": script}:
            yield Saved(exercise, script)


def _of_check(
    said: Mapping[str, Plain], lab: str | None, submission: str | None
) -> Iterator[Saved]:
    match said:
        case {"trace": {"exercise": str(exercise), "script": script}}:
            number = said.get("number")
            check = number if isinstance(number, int) else None
            yield Saved(exercise, script, lab, submission, check)
