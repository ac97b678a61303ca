"""How far a student has come: of each check, what came of it last and how often it was run.

Knows a workspace's `progress.json` and the reports. What is written there is a note for the
student, never a grade: anybody can change it.
"""

import hashlib
import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TypedDict

from grader.course import Lab
from grader.record import CheckResult, Report
from grader.report.terminal import WORDS
from grader.workspace import Workspace
from labs.calls import Outcome
from labs.visible import visible

NOTES = "progress.json"
TITLE = 26
"""A title's width: the other columns leave so much of 80."""


@dataclass(frozen=True)
class Note:
    """One check so far: its last outcome and when that was, how often it ran, how often it passed.

    `files` is what its exercises' files looked like then.
    """

    outcome: Outcome
    when: float
    runs: int
    passes: int
    exercises: tuple[str, ...]
    files: str


class _Words(TypedDict):
    outcome: str
    when: float
    runs: int
    passes: int
    exercises: list[str]
    files: str


Notes = Mapping[str, Mapping[int, Note]]
"""The notes of each lab, by the checks' numbers."""


Digests = Mapping[str, str]
"""What each exercise's file looks like."""


def digests(workspace: Workspace) -> Digests:
    """What the files look like now."""
    there = (exercise for exercise in workspace.exercises() if exercise.file.is_file())
    return {one.name: hashlib.sha256(one.file.read_bytes()).hexdigest()[:16] for one in there}


def note(workspace: Workspace, report: Report, *, files: Digests, now: float) -> None:
    """Add what came of each check of the report; `files` are as they were before it."""

    def change(data: bytes) -> bytes:
        labs = {lab: dict(notes) for lab, notes in _notes(data).items()}
        mine = labs.setdefault(report.lab, {})
        for check in report.checks:
            mine[check.number] = _noted(check, files, mine.get(check.number), now)
        said = {
            lab: {str(number): asdict(one) for number, one in sorted(notes.items())}
            for lab, notes in labs.items()
        }
        return json.dumps({"schema": 1, "labs": said}, indent=1).encode()

    workspace.remember(NOTES, change)


def notes_of(workspace: Workspace) -> Notes:
    """Every note of the workspace."""
    return _notes(workspace.recall(NOTES))


def progress_text(workspace: Workspace, titles: Mapping[str, Mapping[int, str]]) -> str:
    """A table a lab: each check's title, what came of it last and when."""
    notes = notes_of(workspace)
    tables = [
        "\n".join(_table(workspace, lab, titles[lab.name], notes.get(lab.name, {})))
        for lab in workspace.labs
    ]
    return "\n\n".join(tables)


def lab_at_work(labs: Sequence[Lab], notes: Notes) -> Lab:
    """The first lab, in order, of which not every check has passed; the last, if all have."""
    for lab in labs:
        mine = notes.get(lab.name, {})
        if any(_outcome(mine, mark.number) != "passed" for mark in lab.marks):
            return lab
    return labs[-1]


def _outcome(notes: Mapping[int, Note], number: int) -> str | None:
    return notes[number].outcome if number in notes else None


def _table(
    workspace: Workspace, lab: Lab, titles: Mapping[int, str], notes: Mapping[int, Note]
) -> Iterator[str]:
    passed = sum(_outcome(notes, number) == "passed" for number in titles)
    now = digests(workspace)
    changed = {n for n, last in notes.items() if _look(now, last.exercises) != last.files}
    yield f"{lab.name}: {passed} of {len(titles)} checks passed when last run"
    yield f"{'#':>2} {'self-check':{TITLE}}  {'runs':>4}  {'last run':16}  result"
    for number, title in titles.items():
        first, *more = textwrap.wrap(visible(title), TITLE) or [""]
        result = _result(notes.get(number), changed=number in changed)
        yield f"{number:>2} {first:{TITLE}}  {result}"
        yield from (f"   {line}" for line in more)
    if changed & set(titles):
        yield "   * the file has changed since"


def _result(last: Note | None, *, changed: bool) -> str:
    if last is None:
        return f"{0:>4}  {'':16}  not run yet"
    when = datetime.fromtimestamp(last.when).strftime("%Y-%m-%d %H:%M")
    return f"{last.runs:>4}  {when:16}  {WORDS[last.outcome]}{' *' if changed else ''}"


def _noted(check: CheckResult, files: Digests, before: Note | None, now: float) -> Note:
    return Note(
        outcome=check.outcome,
        when=now,
        runs=1 + (before.runs if before else 0),
        passes=check.passed + (before.passes if before else 0),
        exercises=check.exercises,
        files=_look(files, check.exercises),
    )


def _look(files: Digests, exercises: Sequence[str]) -> str:
    return " ".join(files.get(exercise, "none") for exercise in exercises)


def _notes(data: bytes) -> Notes:
    """The notes as they were written; none, if somebody else wrote there."""
    try:
        labs = json.loads(data)["labs"]
        return {
            lab: {int(number): _note(words) for number, words in notes.items()}
            for lab, notes in labs.items()
        }
    except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError):
        return {}


def _note(words: _Words) -> Note:
    datetime.fromtimestamp(words["when"])
    return Note(
        outcome={str(outcome): outcome for outcome in WORDS}[words["outcome"]],
        when=float(words["when"]),
        runs=int(words["runs"]),
        passes=int(words["passes"]),
        exercises=tuple(map(str, words["exercises"])),
        files=str(words["files"]),
    )
