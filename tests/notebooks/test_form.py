"""How a day is built: goals, promise, exercise, hints, recap; and what is in it word for word."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from grader.course import find_labs
from grader.hints import STEPS
from tests.notebooks.days import (
    DAYS,
    Notebook,
    code_cells,
    exercise_days,
    exercise_files,
    exercise_of,
    number_of,
    read,
)
from tests.notebooks.form import figures

MOST_LINES = 12
GOALS = 3
FOLDED = re.compile(r"<details>\s*<summary>(.*?)</summary>\s*(.*?)\s*</details>", re.DOTALL)
OURS = re.compile(r"/(?:work|home|root|tmp|Users)/|0x[0-9a-f]{6,}")
"""What belongs to one machine or one run."""


def prose(notebook: Notebook) -> list[str]:
    return [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown"]


def folded(notebook: Notebook) -> list[tuple[str, str]]:
    return [(f[1], f[2]) for text in prose(notebook) for f in FOLDED.finditer(text)]


@pytest.fixture(params=DAYS, ids=lambda day: day.stem)
def day(request: pytest.FixtureRequest) -> Path:
    file = request.param
    assert isinstance(file, Path)
    return file


@pytest.fixture
def notebook(day: Path) -> Notebook:
    return read(day)


def test_each_exercise_is_held_by_its_day_and_no_day_is_left_out() -> None:
    held = {
        name: number_of(day)
        for day in DAYS
        for cell in code_cells(read(day))
        if (name := exercise_of(cell))
    }
    assert held == exercise_days()
    assert [number_of(day) for day in DAYS] == [*range(len(DAYS))]


def test_an_exercise_cell_is_the_starters_file(notebook: Notebook) -> None:
    for cell in code_cells(notebook):
        if (name := exercise_of(cell)) is not None:
            text = cell["source"].partition("\n")[2]
            assert text == exercise_files("starter")[name].read_text().rstrip("\n")


def test_it_opens_with_goals_and_closes_with_the_next_question(notebook: Notebook) -> None:
    text = prose(notebook)
    assert text[0].startswith("# Day ")
    assert sum(part.count("- [ ] ") for part in text[:3]) == GOALS
    recap, *_, last = [
        n for n, part in enumerate(text) if "to keep**" in part or n == len(text) - 1
    ]
    assert recap >= len(text) - 6
    assert text[last].count("?") >= 1


def test_it_closes_with_interview_questions(notebook: Notebook) -> None:
    (questions,) = [text for text in prose(notebook)[-5:] if "interview" in text]
    asked = FOLDED.findall(questions)
    assert len(asked) >= 2
    for question, answer in asked:
        assert question.rstrip('"').endswith("?")
        assert "*Analysis.*" in answer
        assert "*Key points.*" in answer


def test_folded_hints_are_those_of_the_lab(notebook: Notebook) -> None:
    known = [mark.hints for lab in find_labs() for mark in lab.marks]
    hints = [(name, text) for name, text in folded(notebook) if name.startswith("Hint")]
    for begin in range(0, len(hints), len(STEPS)):
        three = hints[begin : begin + len(STEPS)]
        assert [name for name, _ in three] == [f"Hint {n}: {s}" for n, s in enumerate(STEPS, 1)]
        assert tuple(unescape(text) for _, text in three) in known
    held = [cell for cell in code_cells(notebook) if exercise_of(cell)]
    assert len(hints) >= len(STEPS) * len(held)


def test_short_cells_and_never_three_in_a_row(notebook: Notebook) -> None:
    of = figures(notebook)
    assert of.longest_code <= MOST_LINES
    assert of.code_in_a_row <= 2
    assert of.prose >= 0.4


def test_what_is_stored_is_the_same_anywhere(day: Path, notebook: Notebook) -> None:
    assert not OURS.search(day.read_text())
    assert set(notebook["metadata"]) <= {"kernelspec", "language_info"}
    for cell in code_cells(notebook):
        assert "execution" not in cell["metadata"]
        for output in cell["outputs"]:
            assert output["output_type"] != "error"
            assert "widget" not in json.dumps(list(output.get("data", {})))


def test_every_cell_has_a_name_of_its_own(notebook: Notebook) -> None:
    names = [cell["id"] for cell in notebook["cells"]]
    assert len(set(names)) == len(names)
