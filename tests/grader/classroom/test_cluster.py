"""A class graded by a Dask cluster: one of two threads, in this process."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom import cluster
from grader.classroom.classwork import grade_all, to_do
from grader.classroom.cluster import cluster_hands
from grader.classroom.entry import Entry, Terms
from grader.classroom.hands import Desk
from grader.classroom.ledger import open_ledger
from grader.classroom.roll import call_roll
from grader.cli import main
from grader.record import Trouble, Usage
from tests.grader.classroom.conftest import HandIn

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A cluster's scheduler, two threads behind it."""
    async with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        dashboard_address=None,
        asynchronous=True,
        protocol="tcp",
        host="127.0.0.1",
        silence_logs=50,
    ) as local:
        yield local.scheduler_address


async def graded(spring: Path, out: Path, terms: Terms, address: str | None) -> list[Entry]:
    students = call_roll(spring).students
    with open_ledger(out / "results.jsonl") as ledger:
        tasks = to_do(students, ledger, terms).tasks
        assert len(tasks) == len(students)
        if address is None:
            await grade_all(tasks, [Desk(terms)], ledger, lambda _: None)
        else:
            async with cluster_hands(address, terms) as hands:
                await grade_all(tasks, hands, ledger, lambda _: None)
        return [_timeless(ledger.entry(task)) for task in tasks]


def _timeless(entry: Entry) -> Entry:
    return replace(entry, rows=tuple(sorted(entry.rows, key=lambda row: row.check)))


async def test_a_cluster_says_what_a_desk_says(
    hand_in: HandIn, spring: Path, tmp_path: Path, terms: Terms, address: str
) -> None:
    hand_in("anna")
    hand_in("bert 🦊", tree="starter")
    (spring / "carl").mkdir()
    (spring / "dora.zip").write_bytes(b"none")
    (spring / "emil.rar").touch()
    there = await graded(spring, tmp_path / "there", terms, address)
    assert there == await graded(spring, tmp_path / "here", terms, None)
    assert [entry.state for entry in there] == ["graded", "graded"] + ["refused"] * 3


async def test_another_version_of_the_course(
    hand_in: HandIn, spring: Path, tmp_path: Path, terms: Terms, address: str
) -> None:
    hand_in("anna")
    with pytest.raises(Trouble, match="another version of the course"):
        await graded(spring, tmp_path / "out", replace(terms, course="older"), address)


async def test_nobody_answers(terms: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    with pytest.raises(Usage, match="no Dask scheduler answers at tcp:"):
        async with cluster_hands("tcp://127.0.0.1:1", terms):
            pass


def test_without_dask(
    hand_in: HandIn,
    spring: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand_in("anna")
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert main(["class", str(spring), "--mode", "mock", "--scheduler", "tcp://x:1"]) == 2
    assert capsys.readouterr().err == (
        "grader: --scheduler needs Dask: pip install 'koda-lab[dask]'\n"
    )
