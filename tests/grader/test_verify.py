"""The author's gate: each thing that an author may forget is told, on a small lab and our own."""

import io
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from grader import at_work
from grader import verify as gate
from grader.catalogue import find_catalogue
from grader.cli import main
from grader.course import Lab, find_labs
from grader.examination import Examination, examination
from labs.runtime.system import Site
from tests.grader.test_at_work import WIPED, Terminal


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


@pytest.mark.parametrize("seeds", ["0", "-3"])
def test_no_seed_verifies_nothing(capsys: pytest.CaptureFixture[str], own: Lab, seeds: str) -> None:
    assert main(["verify", own.name, "--seeds", seeds]) == 2
    assert capsys.readouterr() == ("", "grader: --seeds must be 1 or more\n")


async def test_one_seed_is_not_many(exam: Examination, site: Site) -> None:
    exam = replace(exam, checks=exam.checks[:1])
    assert (await gate._solutions(exam, [6], site)).holds == "pass all checks on 1 seed"
    assert (await gate._solutions(exam, [6, 7], site)).holds == "pass all checks on 2 seeds"


def test_each_line_is_said_as_soon_as_it_is_known_and_none_is_too_long(
    monkeypatch: pytest.MonkeyPatch, own: Lab
) -> None:
    raw, said = io.BytesIO(), list[str]()

    def new() -> str:
        text = raw.getvalue().decode()
        raw.seek(0)
        raw.truncate()
        return text

    async def lines(*_: object, **__: object) -> AsyncIterator[gate.Line]:
        yield gate.Line("first", "word " * 30)
        said.append(new())
        yield gate.Line("second", "", ["word " * 30, "short"])
        said.append(new())

    monkeypatch.setattr(gate, "verify", lines)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw))  # as a file: it waits for a flush
    assert main(["verify", own.name]) == 1
    first, second = (text.splitlines() for text in said)
    assert new() == f"\n{own.name} is not as it must be\n"
    assert [len(part) for part in (first, second)] == [3, 5]
    assert all(len(line) <= 80 for line in first + second)
    assert first[0].startswith("yes  first           word")
    assert first[1].startswith(f"{'':21}word")
    assert second[0] == "no   second"
    assert second[2].startswith(f"{'':23}word")
    assert second[4] == f"{'':21}short"


def test_on_a_terminal_long_steps_say_how_far_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own: Lab
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(at_work, "AtWork", partial(at_work.AtWork, patience=0))
    monkeypatch.setattr(gate, "find_catalogue", lambda lab: None)
    assert main(["verify", own.name, "--seeds", "2"]) == 0
    assert "solutions: seed 2 of 2" in terminal.getvalue()
    assert terminal.getvalue().endswith(WIPED)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.endswith(f"\n\n{own.name} is as it must be\n")


async def test_each_answer_of_the_catalogue_is_told(exam: Examination, site: Site) -> None:
    told: list[str] = []
    catalogue = find_catalogue(exam.lab)
    assert catalogue is not None
    few = replace(catalogue, wrong=catalogue.wrong[:1], right=catalogue.right[:1])
    await gate._right(exam, few, site, told.append)
    await gate._seen(exam, few, site, told.append)
    assert told == ["right answers: 1 of 1", "wrong answers: 1 of 1"]
