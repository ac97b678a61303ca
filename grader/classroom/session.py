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
from grader.classroom.gradebook import write_gradebook
from grader.classroom.hands import Desk, Hand
from grader.classroom.ledger import Ledger, open_ledger
from grader.classroom.pace import Pace
from grader.classroom.places import Places, places_in, require_ours, require_outside
from grader.classroom.roll import call_roll
from grader.classroom.summary import lacking_text, roll_text, stopped_text, summary_text
from grader.course import find_labs
from grader.engine import DEFAULT_SEED
from grader.meant import no_such_lab
from grader.mode import choose_services
from grader.record import Usage
from grader.submission import find_submissions
from grader.wall import gaps


@dataclass(frozen=True)
class Plan:
    """What was asked for. `table` is where the rows go, if not to their own place in `out`."""

    folder: Path
    lab: str | None
    mode: str
    seed: int | None
    out: Path
    table: Path | None
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
    places = places_in(plan.out, plan.lab, plan.table)
    require_ours(places, [student.name for student in roll.students], terms.labs)
    require_outside(places, plan.folder)
    with open_ledger(places.ledger) as ledger:
        work = Work()
        try:
            work = to_do(roll.students, ledger, terms)
            _grade(plan, terms, work, ledger, stream)
            tally = write_gradebook(work.everyones, ledger, places)
        except KeyboardInterrupt:
            kept = sum(ledger.has(task) for task in work.everyones)
            print(f"grader: {stopped_text(kept, len(work.everyones))}", file=stream)
            raise
    # Of what machines elsewhere lack, nothing is known here.
    lacking = lacking_text(gaps() if plan.scheduler is None else ())
    told = f"{summary_text(tally, terms.labs, work.finished)}{roll_text(roll)}{lacking}"
    return f"{told}\n\n{_places_text(places)}", not tally.states["trouble"]


def _grade(plan: Plan, terms: Terms, work: Work, ledger: Ledger, stream: TextIO) -> None:
    if work.tasks:
        pace = Pace(stream, len(work.everyones), work.finished)
        try:
            asyncio.run(_graded(plan, terms, work.tasks, ledger, pace))
        finally:
            pace.end()
    elif plan.scheduler is not None:
        print("grader: nothing is new, so no cluster was asked", file=stream)


def _terms(plan: Plan, environment: Mapping[str, str]) -> Terms:
    labs = find_labs()
    names = tuple(lab.name for lab in labs if plan.lab in (None, lab.name))
    if not names:
        raise no_such_lab(plan.lab or "", labs)
    mode = "mock" if choose_services(plan.mode, environment) is None else "real"
    return Terms(names, mode, DEFAULT_SEED if plan.seed is None else plan.seed, course_print())


def _require_class(folder: Path) -> None:
    try:
        find_submissions(str(folder), None, find_labs())
    except Usage as refusal:
        if "without saying which lab" not in str(refusal):
            return
    said = "is one submission, not a class: a class's folder holds one for each student"
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


def _places_text(places: Places) -> str:
    return f"table    {places.table}\ntotals   {places.totals}\nfeedback {places.feedback}"
