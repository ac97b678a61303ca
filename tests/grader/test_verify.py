"""The author's gate: each thing that an author may forget is told, on a small lab and our own."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader import verify as gate
from grader.catalogue import find_catalogue
from grader.cli import main
from grader.course import Lab, find_labs
from grader.examination import Examination, examination
from labs.runtime.system import Site


@pytest.fixture
def own() -> Lab:
    return find_labs()[0]


@pytest.fixture
def exam(own: Lab) -> Examination:
    return examination(own)


@pytest.mark.parametrize("ours", find_labs(), ids=[lab.name for lab in find_labs()])
async def test_each_lab_of_ours_on_one_seed(ours: Lab, site: Site) -> None:
    exam = examination(ours)
    lines = [gate._twins(ours), gate._hints(ours, exam)]
    lines += [await gate._starter(exam, [6], site), await gate._solutions(exam, [6], site)]
    assert [line for line in lines if line.problems] == []


async def test_a_starter_that_does_not_fail_as_it_is_said(exam: Examination, site: Site) -> None:
    lab = replace(exam.lab, starter_fails=frozenset({1, 2, 3, 4}))
    line = await gate._starter(replace(exam, lab=lab), [6], site)
    assert line.problems == [
        "check 3, seed 6: passed, not not_written",
        "check 5, seed 6: not_written, not passed",
    ]


async def test_a_lab_that_does_not_say_how_its_starter_fails(exam: Examination, site: Site) -> None:
    lab = replace(exam.lab, starter_fails=None)
    line = await gate._starter(replace(exam, lab=lab), [6], site)
    assert "does not say" in line.problems[0]


async def test_a_solution_that_fails(exam: Examination, site: Site) -> None:
    lab = replace(exam.lab, solutions=exam.lab.starter)
    checks = [check for check in exam.checks if check.number == 5]
    line = await gate._solutions(replace(exam, lab=lab, checks=checks), [1], site)
    assert [problem[:16] for problem in line.problems] == ["seed 1, check 5:", "seed 1: 0 of 20 "]


def test_twins_that_are_none(lab: Lab) -> None:
    assert gate._twins(lab).problems == []
    (lab.starter / "alpha.py").write_text("def other(): ...\n")
    (lab.solutions / "extra.py").write_text("")
    (lab.starter / "beta.py").unlink()
    assert gate._twins(lab).problems == [
        "alpha.py: other is missing in the solution",
        "alpha.py: value is missing in the starter",
        f"{lab.starter / 'beta.py'} is missing",
        f"{lab.solutions / 'extra.py'} is no exercise's file",
    ]


def test_an_installed_course_has_no_catalogue(lab: Lab, course: Path) -> None:
    assert find_catalogue(lab, course) is None


def test_an_unknown_lab(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere"]) == 2
    assert "there is no lab 'nowhere'" in capsys.readouterr().err
