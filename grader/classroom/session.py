"""One grading of a class, from what was asked for to what is said in the end.

Knows every part of the classroom and puts them together; decides nothing of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from grader.classroom.classwork import Work, grade_all, to_do
from grader.classroom.entry import Task, Terms
from grader.classroom.fingerprint import course_print
from grader.classroom.gradebook import totals_beside, write_gradebook
from grader.classroom.hands import Desk, Hand
from grader.classroom.ledger import Ledger, open_ledger
from grader.classroom.pace import Pace
from grader.classroom.roll import Roll, call_roll
from grader.classroom.summary import ignored_text, lacking_text, summary_text
from grader.course import find_labs
from grader.engine import DEFAULT_SEED
from grader.mode import choose_services
from grader.record import Usage
from grader.submission import find_submissions
from grader.wall import gaps


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    folder: Path
    lab: str | None
    mode: str
    seed: int | None
    out: Path
    table: Path
    jobs: int
    scheduler: str | None


def grade_class(plan: Plan, environment: Mapping[str, str], stream: TextIO) -> tuple[str, bool]:
    """Grade what is new and write everything; the summary, and whether all went well.

    Raises:
        Refusal: nothing can be graded.
    """
    terms = _terms(plan, environment)
    _require_class(plan.folder)
    roll = call_roll(plan.folder)
    with open_ledger(plan.out / "results.jsonl") as ledger:
        work = to_do(roll.students, ledger, terms)
        if work.tasks:
            pace = Pace(stream, len(roll.students), work.finished)
            try:
                asyncio.run(_graded(plan, terms, work.tasks, ledger, pace))
            finally:
                pace.end()
        elif plan.scheduler is not None:
            print("grader: nothing is new, so no cluster was asked", file=stream)
        return _written(plan, roll, ledger, work)


def _terms(plan: Plan, environment: Mapping[str, str]) -> Terms:
    labs = find_labs()
    names = tuple(lab.name for lab in labs if plan.lab in (None, lab.name))
    if not names:
        there = ", ".join(lab.name for lab in labs)
        raise Usage(f"there is no lab {plan.lab!a}; there are: {there}")
    mode = "mock" if choose_services(plan.mode, environment) is None else "real"
    return Terms(names, mode, DEFAULT_SEED if plan.seed is None else plan.seed, course_print())


def _require_class(folder: Path) -> None:
    try:
        find_submissions(str(folder), None, find_labs())
    except Usage as refusal:
        if "without saying which lab" not in str(refusal):
            return
    said = "is one submission, not a class: a class's folder holds a folder or a zip a student"
    raise Usage(f"{folder} {said}; grader check --submission {folder}")


async def _graded(
    plan: Plan, terms: Terms, tasks: Sequence[Task], ledger: Ledger, pace: Pace
) -> None:
    pace.tell(0)
    async with _hands(plan, terms, len(tasks)) as hands:
        await grade_all(tasks, hands, ledger, pace.tell)


@asynccontextmanager
async def _hands(plan: Plan, terms: Terms, works: int) -> AsyncIterator[Sequence[Hand]]:
    if plan.scheduler is None:
        yield [Desk(terms) for _ in range(min(plan.jobs, works))]
        return
    from grader.classroom.cluster import cluster_hands

    async with cluster_hands(plan.scheduler, terms) as hands:
        yield hands


def _written(plan: Plan, roll: Roll, ledger: Ledger, work: Work) -> tuple[str, bool]:
    feedback = plan.out / "feedback"
    tally = write_gradebook(roll.students, ledger, plan.table, feedback)
    places = f"table    {plan.table}\ntotals   {totals_beside(plan.table)}\nfeedback {feedback}"
    # Of what machines elsewhere lack, nothing is known here.
    lacking = lacking_text(gaps() if plan.scheduler is None else ())
    told = f"{summary_text(tally, work.finished)}{ignored_text(roll.ignored)}{lacking}"
    text = f"{told}\n\n{places}"
    return text, not tally.states["trouble"]
