"""Which mutants survive: graded like any submission, by the checks that see the mutated file."""

import asyncio
import shutil
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.course import Lab, find_labs
from grader.engine import DEFAULT_SEED, grade_lab
from grader.examination import examination
from grader.submission import Submission
from labs.runtime.system import Site, open_site
from tests.mutants.operators import Mutant, mutants


@dataclass(frozen=True)
class Case:
    """A mutant of one exercise's solution."""

    lab: Lab
    exercise: str
    mutant: Mutant

    @property
    def file(self) -> str:
        """The mutated file's path below the solutions."""
        return f"{self.lab.name}/{self.lab.files[self.exercise]}"

    @property
    def keys(self) -> set[tuple[str, str]]:
        """By which an equivalent mutant may be known."""
        return {(self.file, self.mutant.line), (self.file, self.mutant.change)}


def cases(names: Collection[str] = ()) -> Iterator[Case]:
    """Every mutant of the solutions of these labs, or of all."""
    for lab in find_labs():
        if names and lab.name not in names:
            continue
        for exercise, file in lab.files.items():
            text = (lab.solutions / file).read_text(encoding="utf-8")
            for mutant in mutants(text):
                yield Case(lab, exercise, mutant)


async def survives(case: Case, site: Site) -> bool:
    """Whether every check that sees the file passes."""
    exam = replace(examination(case.lab), rules={}, diagnose=None)
    with tempfile.TemporaryDirectory(prefix="koda-mutant-") as made:
        folder = Path(made) / case.lab.name
        shutil.copytree(case.lab.solutions, folder)
        (folder / case.lab.files[case.exercise]).write_text(case.mutant.text, encoding="utf-8")
        submission = Submission(case.lab, folder, "a mutant")
        for check in exam.checks:
            if case.exercise in check.exercises:
                one = replace(exam, checks=[check])
                report = await grade_lab(one, submission, seed=DEFAULT_SEED, site=site)
                if not report.checks[0].passed:
                    return False
    return True


async def _survivors(part: Sequence[Case]) -> list[Case]:
    async with open_site(None) as site:
        return [case for case in part if await survives(case, site)]


def survivors(part: Sequence[Case]) -> list[Case]:
    return asyncio.run(_survivors(part))
