"""Day 2 in a real JupyterLab and a real browser: it fails, the right answer is typed, it passes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from grader.course import find_labs
from grader.report.terminal import WORDS
from tests.chromium import browser
from tests.jupyterlab.jupyter import lab
from tests.jupyterlab.student import PATIENCE, POPUPS, Student
from tests.notebooks.days import exercise_files

DAY, EXERCISE = "day_2_orderer", "orderer"
ANSWER = exercise_files("solutions")[EXERCISE].read_text()
FILE = next(f"{lab.name}/{lab.files[EXERCISE]}" for lab in find_labs() if EXERCISE in lab.files)
FILM = ".koda-film"


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Student]:
    """A student who has opened Day 2 in a fresh workspace and run all of it."""
    with browser() as chromium, lab(tmp_path_factory.mktemp("lab")) as running:
        page = chromium.new_page(viewport={"width": 1280, "height": 1000})
        page.set_default_timeout(PATIENCE)
        someone = Student(page, running)
        someone.open(DAY)
        assert page.locator(POPUPS).count() == 0
        someone.run_all()
        yield someone


def test_at_first_it_fails_and_then_it_passes(student: Student) -> None:
    cell = student.cell(f"%%exercise {EXERCISE}")
    cell.scroll_into_view_if_needed()
    expect(cell.locator(".koda-failed h2")).to_have_text([f"\u25cb Check 2 {WORDS['not_written']}"])
    cell.locator(".koda").scroll_into_view_if_needed()
    student.look("day_2_failed")
    student.retype(cell, f"%%exercise {EXERCISE}\n{ANSWER.rstrip()}")
    expect(cell.locator(".koda-passed h2")).to_have_text(
        ["\u2713 Check 2 passed", "\u2713 Check 3 passed"], timeout=PATIENCE
    )
    cell.locator(".koda").scroll_into_view_if_needed()
    student.look("day_2_passed")
    assert (student.lab.workspace / FILE).read_text() == ANSWER


def test_a_slider_is_dragged(student: Student) -> None:
    film = student.page.locator(FILM).first
    film.scroll_into_view_if_needed()
    slider, caption = film.get_by_role("slider"), film.locator(".koda-caption")
    before, box = caption.inner_text(), slider.bounding_box()
    assert box is not None
    mouse, middle = student.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] - 4, middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, middle, steps=4)
    mouse.up()
    expect(caption).not_to_have_text(before)
    student.look("day_2_slider")


def test_the_keyboard_alone_will_do(student: Student) -> None:
    film = student.page.locator(FILM).first
    slider, caption = film.get_by_role("slider"), film.locator(".koda-caption")
    slider.focus()
    student.page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    first = caption.inner_text()
    student.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(caption).not_to_have_text(first)
    student.page.keyboard.press("Shift+Tab")
    student.page.keyboard.press("Enter")
    expect(slider).to_have_value("2")
    # The notebook has not taken a key for itself: the same cell is still the active one.
    expect(student.page.locator(".jp-Notebook .jp-Cell.jp-mod-active").locator(FILM)).to_have_count(
        1
    )


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_nothing_stands_in_anybodys_way(student: Student, theme: str) -> None:
    student.wear(theme)
    assert student.barriers(".koda", FILM) == []
    student.page.locator(FILM).first.scroll_into_view_if_needed()
    student.look(f"day_2_{theme.split()[1].lower()}")
