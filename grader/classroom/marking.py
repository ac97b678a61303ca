"""Marks one student's work: opens it, grades each lab in it, and makes the entry.

Knows the engine and what is handed in; must not know who asked or where it runs. Whatever is wrong
with one student's work, or with us meanwhile, is that student's entry and nobody else's.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.classroom.entry import Entry, Task, Terms, ungraded
from grader.classroom.handed import opened
from grader.course import Lab, find_labs
from grader.engine import grade_lab
from grader.examination import Examination, examination
from grader.precedent import Precedents
from grader.record import Refusal, Report, Usage
from grader.report.markdown import markdown_text
from grader.report.rows import rows_of
from grader.submission import Submission
from grader.trouble import trouble_of
from labs.runtime.ports import Unavailable
from labs.runtime.system import Site


class Marker:
    """Marks on one site, under the terms of one class."""

    def __init__(self, terms: Terms, site: Site) -> None:
        self._terms = terms
        self._site = site
        self._labs = [lab for lab in find_labs() if lab.name in terms.labs]
        self._exams: dict[str, Examination] = {}
        self._precedents: dict[str, Precedents] = {}

    async def entry(self, task: Task) -> Entry:
        """What came of the student's work.

        Raises:
            Unavailable: Redis or Postgres has gone.
        """
        try:
            with opened(Path(task.path), self._labs) as submissions:
                reports = [await self._report(s, task.student) for s in submissions]
        except Unavailable:
            raise
        except Usage as refusal:
            return ungraded(task, "refused", str(refusal), self._terms.labs)
        except Exception as problem:
            sentence = problem if isinstance(problem, Refusal) else trouble_of(problem)
            return ungraded(task, "trouble", str(sentence), self._terms.labs)
        return _graded(task, reports)

    async def _report(self, submission: Submission, student: str) -> Report:
        name = submission.lab.name
        if name not in self._exams:
            self._open(submission.lab)
        return await grade_lab(
            self._exams[name],
            replace(submission, given=student),
            seed=self._terms.seed,
            site=self._site,
            precedents=self._precedents.get(name),
        )

    def _open(self, lab: Lab) -> None:
        exam = self._exams[lab.name] = examination(lab)
        # On real services every system is run: it is they that one wants to see at work.
        if self._site.services is None:
            made = Precedents(lab, exam.exercises, self._terms.seed, self._site)
            self._precedents[lab.name] = made


def _graded(task: Task, reports: Sequence[Report]) -> Entry:
    rows = [row for report in reports for row in rows_of(report, task.student)]
    feedback = "\n\n".join(markdown_text(report) for report in reports)
    return Entry(task.student, task.print, "graded", "", tuple(rows), feedback)
