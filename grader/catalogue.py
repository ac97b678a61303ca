"""The catalogue of a lab: answers of which it is known what the grader must say.

Stands beside the course in `tests/catalogue/LAB/`: `wrong/EXERCISE/NAME.py`, a file each with one
mistake; `right/NAME/`, a folder each with files of unusual style, all of which pass; and
`expected.toml`, what must be said of the wrong ones, word for word. Knows no lab by name.
"""

import json
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course import Lab
from grader.engine import DEFAULT_SEED, grade_lab
from grader.examination import Examination
from grader.record import CheckResult, Report
from grader.submission import Submission
from labs.checking import SelfCheck
from labs.course import LABS

if TYPE_CHECKING:
    from labs.runtime.system import Site

Words = Mapping[str, str]
"""What is said of a failed check: its outcome, mistake, message and hint."""
Verdicts = Mapping[str, Words]
"""By the failed checks' numbers, as text."""

_SAID = ("outcome", "mistake", "message", "hint")
_HEAD = """\
# What is said of each wrong answer, by exercise, name and failed check. No other check fails.
# Written by `grader verify {lab} --accept`; read what has changed before you keep it.
"""


@dataclass(frozen=True)
class Entry:
    """One answer of the catalogue; `exercise` is the one that is wrong, `None` if none is."""

    name: str
    path: Path
    exercise: str | None

    def holds(self, file: str, exercise: str) -> bool:
        """Whether the entry has a file of its own for that exercise."""
        return self.exercise == exercise or (self.path / file).is_file()

    def __str__(self) -> str:
        return self.name if self.exercise is None else f"{self.exercise}/{self.name}"


@dataclass(frozen=True)
class Catalogue:
    """All of a lab's entries. `expected`: by exercise and name, what must be said of it."""

    folder: Path
    wrong: tuple[Entry, ...]
    right: tuple[Entry, ...]
    expected: Mapping[str, Mapping[str, Verdicts]]

    def verdicts(self, entry: Entry) -> Verdicts:
        """What must be said of the entry; nothing if that is not written down."""
        return self.expected.get(entry.exercise or "", {}).get(entry.name, {})


def find_catalogue(lab: Lab, root: Path = LABS) -> Catalogue | None:
    """The lab's catalogue; `None` where there is none, as in an installed course."""
    folder = root.parent / "tests" / "catalogue" / lab.name
    if not folder.is_dir():
        return None
    wrong = [Entry(path.stem, path, path.parent.name) for path in folder.glob("wrong/*/*.py")]
    right = [Entry(path.name, path, None) for path in folder.glob("right/*") if path.is_dir()]
    return Catalogue(folder, _sorted(wrong), _sorted(right), _expected(folder / "expected.toml"))


def _sorted(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=str))


def _expected(file: Path) -> Mapping[str, Mapping[str, Verdicts]]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@contextmanager
def laid_out(lab: Lab, entry: Entry) -> Iterator[Submission]:
    """The entry as a submission: its file or files in place of the solutions' ones."""
    with tempfile.TemporaryDirectory(prefix="koda-catalogue-") as made:
        folder = Path(made) / lab.name
        shutil.copytree(lab.solutions, folder, ignore=shutil.ignore_patterns("__pycache__"))
        if entry.exercise is None:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(entry.path, folder, dirs_exist_ok=True, ignore=ignored)
        else:
            shutil.copyfile(entry.path, folder / lab.files[entry.exercise])
        yield Submission(lab, folder, str(entry))


async def graded(exam: Examination, entry: Entry, site: "Site") -> Report:
    """Grade the entry: a right one by all checks, a wrong one by those that see a file of it.

    The others run with the reference's files in their places. How short a counterexample becomes
    takes a while, and is not what the catalogue is about; nor is a check that waits for others
    which do not see the entry.
    """
    with laid_out(exam.lab, entry) as submission:
        seen = replace(exam, checks=_seeing(exam, entry), rules={})
        return await grade_lab(seen, submission, seed=DEFAULT_SEED, site=site)


def _seeing(exam: Examination, entry: Entry) -> Sequence[SelfCheck]:
    if entry.exercise is None:  # all files together are seen by all
        return exam.checks
    own = [name for name in exam.lab.files if entry.holds(exam.lab.files[name], name)]
    seeing = [check for check in exam.checks if not {*own}.isdisjoint(check.exercises)]
    numbers = {check.number for check in seeing}
    after = {mark.number: {*mark.after} for mark in exam.lab.marks}
    return [check for check in seeing if after[check.number] <= numbers]


def said(report: Report) -> Verdicts:
    """What the report says of the checks that failed."""
    return {str(check.number): _words(check) for check in report.checks if not check.passed}


def _words(check: CheckResult) -> Words:
    texts = (check.outcome, check.mistake or "", check.message, check.hint or "")
    return dict(zip(_SAID, texts, strict=True))


def written(lab: Lab, seen: Mapping[Entry, Verdicts]) -> str:
    """The text of `expected.toml` for what was seen."""
    lines = [_HEAD.format(lab=lab.name)]
    for entry, verdicts in seen.items():
        for number, words in verdicts.items():
            lines.append(f"[{entry.exercise}.{entry.name}.{number}]")
            lines += [f"{key} = {json.dumps(text)}" for key, text in words.items()]
            lines.append("")
    return "\n".join(lines)
