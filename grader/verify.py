"""The author's gate: whether a lab keeps what it promises to students, before any student sees it.

Knows the engine and the catalogue, and no lab by name. What it finds is for the lab's author; a
lab without a catalogue is verified as far as it can be.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from grader.at_work import Tell, silent
from grader.catalogue import Catalogue, Entry, Verdicts, find_catalogue, graded, said, written
from grader.course import Lab
from grader.diagnosing import mistakes_of
from grader.engine import grade_lab
from grader.examination import Examination, examination
from grader.record import Report, Usage
from grader.submission import Submission
from grader.twins import differences

if TYPE_CHECKING:
    from labs.runtime.system import Site

_T = TypeVar("_T")


@dataclass(frozen=True)
class Line:
    """One thing that was verified: what holds, or, a line each, what does not."""

    name: str
    holds: str
    problems: Sequence[str] = ()


async def verify(
    lab: Lab, *, seeds: Sequence[int], site: "Site", tell: Tell = silent
) -> AsyncIterator[Line]:
    """Verify the lab, a line at a time; `tell` hears how far a long step is."""
    exam = examination(lab)
    yield _twins(lab)
    yield _hints(lab, exam)
    yield await _starter(exam, seeds, site, tell)
    yield await _solutions(exam, seeds, site, tell)
    catalogue = find_catalogue(lab)
    if catalogue is None:
        yield Line("catalogue", "not here: it stands in a clone of the course, not in a wheel")
        return
    yield await _right(exam, catalogue, site, tell)
    seen = await _seen(exam, catalogue, site, tell)
    yield _caught(catalogue, seen)
    yield _named(lab, seen)


async def accept(lab: Lab, *, site: "Site", tell: Tell = silent) -> Line:
    """Write down what is said now of each wrong answer as what must be said.

    Raises:
        Usage: there is no catalogue here.
    """
    catalogue = find_catalogue(lab)
    if catalogue is None:
        raise Usage(f"{lab.name} has no catalogue here; it would be tests/catalogue/{lab.name}")
    seen = await _seen(examination(lab), catalogue, site, tell)
    file = catalogue.folder / "expected.toml"
    file.write_text(written(lab, seen), encoding="utf-8")
    return Line("accepted", f"{len(seen)} wrong answers, in {file}", list(_uncaught(seen)))


def _twins(lab: Lab) -> Line:
    problems = []
    for file in lab.files.values():
        pair = [tree / file for tree in (lab.starter, lab.solutions)]
        missing = [f"{path} is missing" for path in pair if not path.is_file()]
        texts = [] if missing else [path.read_text(encoding="utf-8") for path in pair]
        problems += missing or [f"{file}: {what}" for what in differences(*texts)]
    for tree in (lab.starter, lab.solutions):
        extra = {path.name for path in tree.glob("*.py")} - set(lab.files.values())
        problems += [f"{tree / name} is no exercise's file" for name in sorted(extra)]
    return Line("twin files", f"{len(lab.files)} pairs: names, signatures, docstrings", problems)


def _hints(lab: Lab, exam: Examination) -> Line:
    marks = {mark.number: mark for mark in lab.marks}
    problems = [
        f"check {check.number} has no hint, or an empty one"
        for check in exam.checks
        if check.number not in marks or not all(hint.strip() for hint in marks[check.number].hints)
    ]
    return Line("hints", f"each of {len(exam.checks)} checks has its own", problems)


async def _starter(
    exam: Examination, seeds: Sequence[int], site: "Site", tell: Tell = silent
) -> Line:
    lab = exam.lab
    if lab.starter_fails is None:
        return Line("starter", "", ["lab.toml does not say which checks it fails: [starter] fails"])
    problems: list[str] = []
    for seed in _counted("starter: seed", seeds[:3], tell):
        problems += _broken_starter(lab, await _graded_tree(exam, lab.starter, seed, site), seed)
    fails = ", ".join(map(str, sorted(lab.starter_fails)))
    return Line("starter", f"fails {fails}, not written yet; passes the rest; 0 points", problems)


def _broken_starter(lab: Lab, report: Report, seed: int) -> Iterator[str]:
    for check in report.checks:
        fails = "blocked" if check.after else "not_written"
        expected = fails if check.number in (lab.starter_fails or ()) else "passed"
        if check.outcome != expected:
            yield f"check {check.number}, seed {seed}: {check.outcome}, not {expected}"
        if check.outcome == "not_written" and check.counterexample is None:
            yield f"check {check.number}, seed {seed}: fails without an input that shows it"
    if report.points:
        yield f"seed {seed}: {report.points} points for nothing"


async def _solutions(
    exam: Examination, seeds: Sequence[int], site: "Site", tell: Tell = silent
) -> Line:
    problems = []
    for seed in _counted("solutions: seed", seeds, tell):
        report = await _graded_tree(exam, exam.lab.solutions, seed, site)
        problems += [f"seed {seed}, {what}" for what in _failures(report)]
        if report.points != report.max_points:
            problems.append(f"seed {seed}: {report.points} of {report.max_points} points")
    many = "1 seed" if len(seeds) == 1 else f"{len(seeds)} seeds"
    return Line("solutions", f"pass all checks on {many}", problems)


async def _graded_tree(exam: Examination, tree: Path, seed: int, site: "Site") -> Report:
    return await grade_lab(exam, Submission(exam.lab, tree, str(tree)), seed=seed, site=site)


def _failures(report: Report) -> Iterator[str]:
    for check in report.checks:
        if not check.passed:
            yield f"check {check.number}: {check.outcome}: {check.message}"


async def _right(exam: Examination, catalogue: Catalogue, site: "Site", tell: Tell) -> Line:
    problems = []
    for entry in _counted("right answers:", catalogue.right, tell):
        report = await graded(exam, entry, site)
        problems += [f"{entry}, {what}" for what in _failures(report)]
    return Line("right answers", f"{len(catalogue.right)} of unusual style pass", problems)


async def _seen(
    exam: Examination, catalogue: Catalogue, site: "Site", tell: Tell
) -> dict[Entry, Verdicts]:
    """What is said of each wrong answer."""
    entries = _counted("wrong answers:", catalogue.wrong, tell)
    return {entry: said(await graded(exam, entry, site)) for entry in entries}


def _caught(catalogue: Catalogue, seen: dict[Entry, Verdicts]) -> Line:
    problems = list(_uncaught(seen))
    for entry, verdicts in seen.items():
        expected = catalogue.verdicts(entry)
        if verdicts and verdicts != expected:
            numbers = sorted(verdicts.keys() ^ expected.keys()) or sorted(
                number for number in verdicts if verdicts[number] != expected[number]
            )
            problems.append(f"{entry}: check {', '.join(numbers)} is not as in expected.toml")
    return Line("wrong answers", f"{len(seen)} are caught, each in the expected words", problems)


def _uncaught(seen: dict[Entry, Verdicts]) -> Iterator[str]:
    for entry, verdicts in seen.items():
        if not verdicts:
            yield f"{entry} passes"
        for number, words in verdicts.items():
            if not words["hint"]:
                yield f"{entry}: check {number} gives no hint"


def _named(lab: Lab, seen: dict[Entry, Verdicts]) -> Line:
    shown = {words["mistake"] for verdicts in seen.values() for words in verdicts.values()}
    mistakes = mistakes_of(lab)
    problems = [f"no wrong answer shows: {m.name}" for m in mistakes if m.name not in shown]
    problems += [f"has no hint: {m.name}" for m in mistakes if not m.hint]
    return Line("named mistakes", f"{len(mistakes)}, each shown by a wrong answer", problems)


def _counted(what: str, things: Sequence[_T], tell: Tell) -> Iterator[_T]:
    """The things, each told by its place before it is given."""
    for number, thing in enumerate(things, 1):
        tell(f"{what} {number} of {len(things)}")
        yield thing
