"""Where results go, and that nothing of anybody else's is replaced there."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.places import Places, page_name, page_title, places_in, require_ours
from grader.record import Usage
from grader.report.rows import Row
from grader.report.table import HEADINGS, TOTAL_HEADINGS, csv_text

ROW = Row("anna", "lab", 1, "It holds", "state", "passed", "passed", 20, 20, "", "")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    found = places_in(tmp_path, None, None)
    found.feedback.mkdir()
    return found


def refused(places: Places, *labs: str) -> str:
    with pytest.raises(Usage) as refusal:
        require_ours(places, ["anna"], labs)
    return str(refusal.value)


def test_a_lab_asked_for_by_name_has_a_folder_of_its_own() -> None:
    out = Path("out")
    every, one = places_in(out, None, None), places_in(out, "lab", None)
    assert (every.table, every.totals) == (out / "grades.csv", out / "totals.csv")
    assert every.feedback == out / "feedback"
    assert (one.table, one.totals) == (out / "lab" / "grades.csv", out / "lab" / "totals.csv")
    assert one.feedback == out / "lab" / "feedback"
    assert every.ledger == one.ledger == out / "results.jsonl"


def test_every_table_has_totals_of_its_own() -> None:
    tables = [Path("x", name) for name in ("grades.csv", "a.csv", "a.txt", "a", "Grades.csv")]
    totals = [places_in(Path("out"), None, table).totals for table in tables]
    assert [file.name for file in totals] == [
        *("totals.csv", "a-totals.csv", "a-totals.txt", "a-totals", "Grades-totals.csv"),
    ]
    assert {file.parent for file in totals} == {Path("x")}


def test_what_we_wrote_may_be_replaced(places: Places) -> None:
    require_ours(places, ["anna"], ["lab"])
    places.table.write_text("")
    require_ours(places, ["anna"], ["lab"])
    places.table.write_text(csv_text([ROW]), newline="")
    places.totals.write_text(csv_text([], TOTAL_HEADINGS), newline="")
    (places.feedback / page_name("anna")).write_text(f"{page_title('anna')}\n\nold\n")
    require_ours(places, ["anna"], ["another", "lab"])


@pytest.mark.parametrize(
    "text",
    [
        "student,total\n",
        "mine",
        "\n",
        f"{','.join(HEADINGS)},remarks\n",
        f"{','.join(HEADINGS[:-1])}\n",
        "\xff\xfe",
    ],
)
@pytest.mark.parametrize("name", ["grades.csv", "totals.csv", "feedback/anna.md"])
def test_what_we_did_not_write_may_not(
    places: Places, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="latin-1")
    said = refused(places, "lab")
    assert said.startswith(f"{tmp_path / name} is there already, and not as grader class writes")
    assert said.endswith("move it away, or name another place with --csv or --out")


def test_rows_and_totals_are_not_mistaken_for_each_other(places: Places) -> None:
    places.table.write_text(csv_text([], TOTAL_HEADINGS))
    assert refused(places, "lab").startswith(str(places.table))
    places.table.unlink()
    places.totals.write_text(csv_text([]))
    assert refused(places, "lab").startswith(str(places.totals))


def test_results_of_another_lab_may_not_be_replaced(places: Places) -> None:
    places.table.write_text(csv_text([ROW]))
    assert "grades.csv holds results of lab, which would be lost: " in refused(places, "another")


@pytest.mark.parametrize("name", ["grades.csv", "totals.csv"])
def test_results_of_another_class_may_not_be_replaced(
    places: Places, tmp_path: Path, name: str
) -> None:
    headings = HEADINGS if name == "grades.csv" else TOTAL_HEADINGS
    text = csv_text([replace(ROW, student="bert")], headings)
    (tmp_path / name).write_text(text, newline="")
    said = refused(places, "lab")
    assert f"{name} holds results of bert, who is not in this class, which would be lost: " in said


def test_somebody_may_have_left_and_a_name_may_be_a_formula(places: Places) -> None:
    rows = [replace(ROW, student="=anna"), replace(ROW, student="bert")]
    places.table.write_text(csv_text(rows), newline="")
    require_ours(places, ["=anna", "carl"], ["lab"])


def test_who_had_nothing_to_grade_is_of_no_lab(places: Places) -> None:
    places.table.write_text(csv_text([Row("anna", "", 0, "", "", "", "", 0, 0, "", "")]))
    require_ours(places, ["anna"], ["lab"])


@pytest.mark.usefixtures("places")
def test_neither_the_ledger_nor_a_folder_is_a_table(tmp_path: Path) -> None:
    for table in ("results.jsonl", "feedback/../results.jsonl"):
        said = refused(places_in(tmp_path, None, tmp_path / table), "lab")
        assert "is where finished work is kept" in said
    said = refused(places_in(tmp_path, None, tmp_path / "feedback"), "lab")
    assert said.endswith("feedback cannot be written: Is a directory")


FILES = ["results.jsonl", "grades.csv", "totals.csv", "feedback/anna.md"]


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_is_no_place_and_is_not_opened(places: Places, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    said = refused(places, "lab")
    assert said.startswith(f"{tmp_path / name} cannot be written: it is no ordinary file; move it")


@pytest.mark.parametrize("name", FILES)
def test_a_link_in_a_loop_is_no_place(places: Places, tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to(tmp_path / name)
    said = refused(places, "lab")
    assert said.startswith(f"{tmp_path / name} cannot be written: Too many levels of")


def test_a_cell_longer_than_any_of_ours(places: Places) -> None:
    places.table.write_text(csv_text([replace(ROW, message="x" * 131_073)]))
    assert "grades.csv is there already, and not as grader class" in refused(places, "lab")


def test_a_pages_name_is_safe_and_nobody_elses() -> None:
    names = [
        "anna",
        "Anna",
        "ANNA",
        "../x",
        "a/b",
        "a\\b",
        "a\nb",
        "é",
        "e\u0301",
        "\ud800",
        ".",
        "",
    ]
    names += ["x" * 300, "x" * 301, "con:", "=cmd|calc", "a_b"]
    pages = [page_name(name) for name in names]
    assert len({page.lower() for page in pages}) == len(names)
    for page in pages:
        assert not set(page) & set('/\\:*?"<>|\n\0')
        assert not page.startswith(".")
        assert len(page.encode()) < 255
    assert page_name("anna") == "anna.md"
