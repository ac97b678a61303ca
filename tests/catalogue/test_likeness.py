"""In a class, too, a wrong answer is wrong: no precedent takes it for the reference."""

import pytest

from grader.catalogue import find_catalogue, laid_out
from grader.course import Lab, find_labs
from grader.engine import DEFAULT_SEED
from grader.examination import examination
from grader.precedent import Precedents
from grader.sandbox import Sandbox
from grader.trial import opened
from labs.runtime.system import open_site


@pytest.mark.parametrize("lab", find_labs(), ids=lambda lab: lab.name)
async def test_none_passes_by_likeness(lab: Lab) -> None:
    catalogue = find_catalogue(lab)
    assert catalogue is not None
    passed: list[str] = []
    async with open_site(None) as site:
        exam = examination(lab)
        precedents = Precedents(lab, exam.exercises, DEFAULT_SEED, site)
        for entry in catalogue.wrong:
            verdicts = catalogue.verdicts(entry)
            failed = [n for n, words in verdicts.items() if words["outcome"] != "blocked"]
            with laid_out(lab, entry) as work, opened(Sandbox(work.folder)) as sandbox:
                for check in (check for check in exam.checks if str(check.number) in failed):
                    async with sandbox.performer(exam.exercises) as student:
                        decided = precedents.verdict(check, check.exercises, student)
                        if await decided is not None:
                            passed.append(f"{entry}, check {check.number}")
    assert not passed
