"""What is finished stays finished, whatever happens in the middle of a line."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.entry import Entry, Task, ungraded
from grader.classroom.ledger import open_ledger
from grader.record import Usage

WORK = Task("anna\ud800 \n", "p", "print 1")
CHANGED = replace(WORK, print="print 2")
ANNA = ungraded(WORK, "refused", "it is empty", ["lab"])


def test_an_entry_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "out" / "results.jsonl"
    with open_ledger(path) as ledger:
        ledger.add(ANNA)
        assert ledger.entry(WORK) == ANNA
    assert path.read_bytes().isascii()
    with open_ledger(path) as ledger:
        assert ledger.entry(WORK) == ANNA
        assert ledger.has(WORK)
        assert not ledger.has(CHANGED)
        assert not ledger.has(replace(WORK, student="bert"))


def test_of_one_work_the_last_entry_counts(tmp_path: Path) -> None:
    again = replace(ANNA, sentence="it is a riddle")
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        ledger.add(ANNA)
        ledger.add(again)
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        assert ledger.entry(WORK) == again


def test_a_works_entry_outlives_that_of_a_later_version(tmp_path: Path) -> None:
    later = replace(ANNA, print="print 2", sentence="it is a riddle")
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        ledger.add(ANNA)
        ledger.add(later)
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        assert ledger.has(WORK)
        assert (ledger.entry(WORK), ledger.entry(CHANGED)) == (ANNA, later)


def test_trouble_is_never_finished(tmp_path: Path) -> None:
    trouble = replace(ANNA, state="trouble")
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        ledger.add(trouble)
        assert not ledger.has(WORK)
        assert ledger.entry(WORK) == trouble


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
    bert = replace(ANNA, student="bert").line().encode()
    path.write_bytes(bert + b"\n" + line + b"\n" + ANNA.line().encode() + b"\n")
    with open_ledger(path) as ledger:
        assert ledger.entry(WORK) == ANNA


@pytest.mark.parametrize("text", [b"mine\n", b"no end of line", b'{"theirs": 1}\n', b"\n"])
def test_a_file_of_somebody_elses_is_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(text)
    with pytest.raises(Usage, match=r"results.jsonl is there already"), open_ledger(path):
        pass
    assert path.read_bytes() == text


@pytest.mark.parametrize("torn", [b"", b'{"stu', b"\0" * 50])
def test_a_first_line_that_was_torn_is_ours(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(torn)
    with open_ledger(path) as ledger:
        ledger.add(ANNA)
    assert path.read_bytes() == ANNA.line().encode() + b"\n"


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
