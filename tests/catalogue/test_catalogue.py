"""Every wrong answer is caught by exactly its checks, in the expected words; right ones pass."""

import ast
import asyncio
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context

import pytest

from grader.catalogue import Catalogue, Entry, find_catalogue, graded, said
from grader.course import Lab, find_labs
from grader.diagnosing import mistakes_of
from grader.examination import examination
from grader.record import Report
from labs.runtime.system import Services, open_site
from tests.services import postgres_url, redis_url


def catalogues() -> Iterator[tuple[Lab, Catalogue]]:
    for lab in find_labs():
        if (catalogue := find_catalogue(lab)) is not None:
            yield lab, catalogue


CATALOGUES = list(catalogues())
WRONG = [(lab, catalogue, entry) for lab, catalogue in CATALOGUES for entry in catalogue.wrong]
RIGHT = [(lab, catalogue, entry) for lab, catalogue in CATALOGUES for entry in catalogue.right]


Key = tuple[str, str]


async def _graded(
    services: Services | None, part: Sequence[tuple[Lab, Entry]]
) -> dict[Key, Report]:
    async with open_site(services) as site:
        exams = {lab.name: examination(lab) for lab, _ in part}
        return {
            (lab.name, str(entry)): await graded(exams[lab.name], entry, site)
            for lab, entry in part
        }


def _graded_here(services: Services | None, part: Sequence[tuple[Lab, Entry]]) -> dict[Key, Report]:
    return asyncio.run(_graded(services, part))


@cache
def reports(services: Services | None = None) -> dict[Key, Report]:
    """All of them graded, by a few processes at once, each with one site."""
    entries = [(lab, entry) for lab, _, entry in [*WRONG, *RIGHT]]
    # Half of the processors: the tests that run beside these need some, too.
    processes = max(1, (os.cpu_count() or 1) // 2)
    parts = [entries[number::processes] for number in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        graded_parts = pool.map(partial(_graded_here, services), parts)
        return {key: report for part in graded_parts for key, report in part.items()}


@pytest.mark.parametrize(
    ("lab", "catalogue", "entry"), WRONG, ids=[f"{lab.name}/{entry}" for lab, _, entry in WRONG]
)
def test_a_wrong_answer_is_caught(lab: Lab, catalogue: Catalogue, entry: Entry) -> None:
    seen = said(reports()[lab.name, str(entry)])
    assert seen == catalogue.verdicts(entry)
    assert seen


@pytest.mark.parametrize(
    ("lab", "catalogue", "entry"), RIGHT, ids=[f"{lab.name}/{entry}" for lab, _, entry in RIGHT]
)
def test_a_right_answer_passes(lab: Lab, catalogue: Catalogue, entry: Entry) -> None:
    report = reports()[lab.name, str(entry)]
    assert said(report) == {}
    assert report.points == report.max_points


def test_there_are_enough_of_both() -> None:
    for _, catalogue in CATALOGUES:
        assert len(catalogue.wrong) >= 30
        assert len(catalogue.right) >= 15


def test_nothing_is_expected_of_an_answer_that_is_not_there() -> None:
    for _, catalogue in CATALOGUES:
        there = {(entry.exercise, entry.name) for entry in catalogue.wrong}
        expected = {(ex, name) for ex, names in catalogue.expected.items() for name in names}
        assert expected == there


def words() -> Iterator[tuple[str, str, str]]:
    for _, catalogue in CATALOGUES:
        for exercise, names in catalogue.expected.items():
            for name, verdicts in names.items():
                for said_of_it in verdicts.values():
                    yield f"{exercise}/{name}", said_of_it["message"], said_of_it["hint"]


def test_the_words_are_sentences_and_no_traceback() -> None:
    for name, message, hint in words():
        for text in (message, hint):
            assert text.strip() == text != "", name
            assert len(text) < 600, name
            for ours in ("Traceback", 'File "', "koda", "labs.", "Fault", "False is not True"):
                assert ours not in text, name


def code_of(lab: Lab) -> set[str]:
    """Every statement and every longer expression of the solutions, as Python writes it."""
    parts = set()
    for file in lab.solutions.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt | ast.expr) and not isinstance(node, ast.Constant):
                text = ast.unparse(node)
                if len(text) > 5 and not text.isidentifier():
                    parts.add(text)
    return parts


def test_no_hint_holds_code_of_the_solution() -> None:
    for lab, _ in CATALOGUES:
        hints = [mistake.hint for mistake in mistakes_of(lab)]
        hints += [hint for mark in lab.marks for hint in mark.hints]
        found = {code for code in code_of(lab) for hint in hints if code in hint}
        assert not found


def test_on_real_services_each_is_told_the_same() -> None:
    real = reports(Services(redis_url(), postgres_url()))
    assert {key: said(report) for key, report in real.items()} == {
        key: said(report) for key, report in reports().items()
    }


def test_a_hint_asks_and_says_where_to_look() -> None:
    for lab, _ in CATALOGUES:
        for mistake in mistakes_of(lab):
            assert "?" in mistake.hint, mistake.name
            assert "'s rule." in mistake.hint, mistake.name
