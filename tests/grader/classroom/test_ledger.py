"""What is finished stays finished, whatever happens in the middle of a line."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.entry import Entry, Task, ungraded
from grader.classroom.ledger import open_ledger
from grader.record import Usage

ANNA = ungraded(Task("anna\ud800 \n", "p", "print 1"), "refused", "it is empty", ["lab"])


def test_an_entry_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "out" / "results.jsonl"
    with open_ledger(path) as ledger:
        ledger.add(ANNA)
        assert ledger.entry(ANNA.student) == ANNA
    assert path.read_bytes().isascii()
    with open_ledger(path) as ledger:
        assert ledger.entry(ANNA.student) == ANNA
        assert ledger.has(ANNA.student, "print 1")
        assert not ledger.has(ANNA.student, "print 2")
        assert not ledger.has("bert", "print 1")


def test_the_last_one_counts(tmp_path: Path) -> None:
    changed = replace(ANNA, print="print 2", sentence="it is a riddle")
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        ledger.add(ANNA)
        ledger.add(changed)
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        assert ledger.entry(ANNA.student) == changed


def test_trouble_is_never_finished(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        ledger.add(replace(ANNA, state="trouble"))
        assert not ledger.has(ANNA.student, "print 1")


@pytest.mark.parametrize("torn", [b"", b"{", b'{"student": "bert", "pri', b"\0\0\0\0"])
def test_a_torn_line_is_dropped(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(ANNA.line().encode() + b"\n" + torn)
    bert = replace(ANNA, student="bert")
    with open_ledger(path) as ledger:
        ledger.add(bert)
    assert [Entry.from_line(line) for line in path.read_bytes().splitlines()] == [ANNA, bert]


@pytest.mark.parametrize("line", [b"[]", b"{}", b"null", b'{"rows": [{}]}', b"\xff"])
def test_a_line_that_is_none_of_ours_is_passed_over(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(line + b"\n" + ANNA.line().encode() + b"\n")
    with open_ledger(path) as ledger:
        assert ledger.entry(ANNA.student) == ANNA


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with (
        open_ledger(path),
        pytest.raises(Usage, match="another `grader class`"),
        open_ledger(path),
    ):
        pass


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Usage, match="cannot be written"), open_ledger(tmp_path / "file" / "x"):
        pass
