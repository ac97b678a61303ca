"""What is asked for one student, and what came of it; each as a line of JSON too.

Knows rows. An entry holds all that is ever written about a student, so that a class is finished
from its ledger alone.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from grader.course import find_labs
from grader.report.rows import Row
from labs.visible import visible

State = Literal["graded", "refused", "trouble"]
"""Graded; nothing to grade in it, which is the student's; or something of ours failed."""


@dataclass(frozen=True)
class Terms:
    """On what terms a class is graded: the same for everyone in it."""

    labs: tuple[str, ...]
    mode: str
    seed: int
    course: str

    def line(self) -> str:
        """The terms as a line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str) -> "Terms":
        """The terms that the line says."""
        said = json.loads(line)
        return cls(tuple(said["labs"]), said["mode"], said["seed"], said["course"])


@dataclass(frozen=True)
class Task:
    """One student's work, to be graded. `print` is its fingerprint."""

    student: str
    path: str
    print: str

    def line(self) -> str:
        """The task as a line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str | bytes) -> "Task":
        """The task that the line says."""
        return cls(**json.loads(line))


@dataclass(frozen=True)
class Entry:
    """What came of one student's work. `sentence` says why, if it was not graded."""

    student: str
    print: str
    state: State
    sentence: str
    rows: tuple[Row, ...]
    feedback: str

    def line(self) -> str:
        """The entry as a line of ASCII."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str | bytes) -> "Entry":
        """The entry that the line says.

        Raises:
            ValueError: it says none.
        """
        try:
            said = json.loads(line)
            rows = tuple(Row(**row) for row in said.pop("rows"))
            return cls(**said, rows=rows)
        except (TypeError, KeyError, AttributeError) as problem:
            raise ValueError("not an entry") from problem


def ungraded(
    task: Task, state: Literal["refused", "trouble"], sentence: str, labs: Sequence[str]
) -> Entry:
    """The entry of somebody whose work was not graded: one row that says why."""
    row = Row(
        student=task.student,
        lab=labs[0] if len(labs) == 1 else "",
        check=0,
        title="",
        exercises="",
        status="failed" if state == "refused" else state,
        outcome=state,
        points=0 if state == "refused" else None,
        max_points=_most_points(labs),
        mistake=state,
        message=sentence,
    )
    said = visible(sentence)
    feedback = f"Nothing was graded: {said}." if state == "refused" else f"{said}."
    return Entry(task.student, task.print, state, sentence, (row,), feedback)


def _most_points(labs: Sequence[str]) -> int:
    """What the work could have earned; of several labs nobody knows which it was to hold."""
    marks = [mark for lab in find_labs() if [lab.name] == list(labs) for mark in lab.marks]
    return sum(mark.points for mark in marks)
