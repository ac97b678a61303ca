"""Desks of a class: one that dies costs one row, and none is kept for ever."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from grader.classroom import hands
from grader.classroom.entry import Entry, Task, Terms
from grader.classroom.hands import Desk
from tests.grader.classroom.conftest import HandIn
from tests.grader.classroom.grades import grade, table


def test_a_desk_that_dies_costs_one_row_and_another_try_mends_it(
    hand_in: HandIn, spring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("anna", "bert", "carl"):
        hand_in(name)
    asked = hands._asked
    deaths = iter([True, True])

    async def dies(process: Process, task: Task) -> Entry:
        if task.student == "bert" and next(deaths, False):
            process.kill()
        return await asked(process, task)

    monkeypatch.setattr(hands, "_asked", dies)
    out = tmp_path / "out"
    assert grade(spring, out) == 1
    rows = table(out)
    assert [row["student"] for row in rows] == ["anna"] * 6 + ["bert"] + ["carl"] * 6
    assert (rows[6]["outcome"], rows[6]["points"]) == ("trouble", "")
    assert grade(spring, out) == 0
    assert [row["points"] for row in table(out)] == ["20", "20", "10", "20", "20", "10"] * 3


def test_only_so_many_works_at_one_desk(
    hand_in: HandIn, spring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("anna", "bert", "carl"):
        hand_in(name)
    started = hands._started
    desks = []

    async def counted(terms: Terms) -> Process:
        desks.append(await started(terms))
        return desks[-1]

    monkeypatch.setattr(hands, "_started", counted)
    monkeypatch.setattr(hands, "MOST_WORKS", 2)
    assert grade(spring, tmp_path / "out") == 0
    assert len(desks) == 2
    assert all(desk.returncode is not None for desk in desks)


STOPS_NEVER = "while True:\n    pass\n"


async def test_a_desk_that_is_stopped_leaves_nothing_behind(
    hand_in: HandIn, tmp_path: Path, terms: Terms, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setenv("TMPDIR", str(rooms))
    monkeypatch.setattr(hands, "END_SECONDS", 60)  # this machine may be busy
    task = Task("anna", str(hand_in("anna", state=STOPS_NEVER)), "print")
    desk = Desk(terms)
    grading = asyncio.create_task(desk.entry(task))
    while not list(rooms.glob("koda-class-*")):
        await asyncio.sleep(0)
        assert not grading.done()
    grading.cancel()
    await asyncio.wait({grading})
    await desk.close()
    assert list(rooms.iterdir()) == []


async def test_a_desk_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "END_SECONDS", 0.1)
    hangs = "import signal\nprint(flush=True)\nsignal.pause()"
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-c", hangs], stdin=PIPE, stdout=PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    await hands._ended(process)
    assert process.returncode == -9
