"""What is at work is told on a terminal after a while, and leaves nothing, there or elsewhere."""

import asyncio
import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
from functools import partial
from pathlib import Path

import pytest

from grader import grading
from grader.at_work import AtWork, Ticker
from grader.cli import main
from grader.course import find_labs
from labs.course import course_folder
from tests.grader.conftest import write

LAB = find_labs()[0]
WIPED = "\r\x1b[K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def turn() -> None:
    """Let a timer run that waits for nothing."""
    for _ in range(2):
        await asyncio.sleep(0)


async def test_the_latest_is_told_then_each_and_in_the_end_nothing_is_left() -> None:
    terminal = Terminal()
    at_work = AtWork(terminal, patience=0)
    at_work.tell("one")
    at_work.tell("two")
    assert terminal.getvalue() == ""
    await turn()
    assert terminal.getvalue() == f"{WIPED}two"
    at_work.tell("three")
    assert terminal.getvalue() == f"{WIPED}two{WIPED}three"
    at_work.end()
    assert terminal.getvalue() == f"{WIPED}two{WIPED}three{WIPED}"


async def test_after_an_end_there_is_a_new_while() -> None:
    terminal = Terminal()
    at_work = AtWork(terminal, patience=0)
    at_work.tell("one")
    at_work.end()
    await turn()
    assert terminal.getvalue() == ""
    at_work.tell("two")
    await turn()
    assert terminal.getvalue() == f"{WIPED}two"


async def test_what_is_quick_is_not_told() -> None:
    terminal, threads = Terminal(), threading.active_count()
    at_work = AtWork(terminal)
    at_work.tell("one")
    await turn()
    assert threading.active_count() == threads
    at_work.end()
    assert terminal.getvalue() == ""


async def test_a_file_gets_nothing() -> None:
    log = io.StringIO()
    at_work = AtWork(log, patience=0)
    at_work.tell("one")
    await turn()
    at_work.tell("two")
    at_work.end()
    assert log.getvalue() == ""


def test_a_line_is_as_long_as_the_terminal_is_wide() -> None:
    terminal = Terminal()
    Ticker(terminal).show("x" * 79)
    Ticker(terminal).show("y" * 80)
    assert terminal.getvalue() == f"{WIPED}{'x' * 79}{WIPED}{'y' * 76}..."


def test_a_terminal_that_has_gone_stops_nothing() -> None:
    class Gone(Terminal):
        def flush(self) -> None:
            raise OSError

    Ticker(Gone()).show("one")


def test_every_check_is_told_and_the_report_is_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["check", LAB.name, "--mode", "mock", "--submission"]
    command += [str(course_folder("solutions"))]
    main(command)
    plain = capsys.readouterr().out
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(grading, "AtWork", partial(AtWork, patience=0))
    main(command)
    assert capsys.readouterr().out == plain
    told = terminal.getvalue().split(WIPED)
    assert [line for line in told if "check 3 of 6: " in line][-1].endswith("together")
    assert [line.split(":")[0] for line in told][-7:] == [
        *[f"check {number} of 6" for number in range(1, 7)],
        "",
    ]


def test_a_check_that_hangs_is_told_on_a_real_terminal(tmp_path: Path) -> None:
    work = write(tmp_path / "work", {f"{LAB.name}/merge.py": "while True: pass\n"})
    command = ["-m", "grader", "check", "--submission", str(work), "--only", "6", "--mode", "mock"]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    done = subprocess.run(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=theirs, text=True, check=False
    )
    told = os.read(ours, 10_000).decode()
    for end in (ours, theirs):
        os.close(end)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{LAB.name}: ")
    assert "\x1b" not in done.stdout
    assert told.startswith(f"{WIPED}check 6 of 6: ")
    assert told.endswith(WIPED)
    assert all(len(line) < 30 for line in told.split(WIPED))
