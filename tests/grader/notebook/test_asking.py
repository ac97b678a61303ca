"""The other process: it ends with the cell, and what it answers is read as it was written."""

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from grader.course import Lab
from grader.notebook import asking
from grader.notebook.asking import Stopped, ask
from grader.record import Trouble, Usage

WAITS = """
import signal, sys
def end(*_):
    open(sys.argv[2], "w").write("cleaned up")
    raise SystemExit(130)
signal.signal(signal.SIGTERM, end)
open(sys.argv[1], "w").close()
while True:
    signal.pause()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_an_interrupt_lets_it_clean_up(tmp_path: Path) -> None:
    os.mkfifo(begun := tmp_path / "begun")
    left = tmp_path / "left"

    def interrupt() -> None:
        begun.read_bytes()  # until the other process is there
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    command = [sys.executable, "-c", WAITS, str(begun), str(left)]
    with pytest.raises(Stopped, match="nothing was graded"):
        asking._run(command, tmp_path)
    thread.join()
    assert left.read_text() == "cleaned up"


@pytest.mark.parametrize(
    ("status", "problem", "said"),
    [
        (2, Usage, "as it was said"),
        (-9, Trouble, "ended without a verdict"),
        (0, Trouble, "cannot be read"),
    ],
)
def test_no_verdict(
    lab: Lab,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    problem: type[Exception],
    said: str,
) -> None:
    monkeypatch.setattr(asking, "_run", lambda *_: (status, "{}", "grader: as it was said\n"))
    with pytest.raises(problem, match=said):
        ask(tmp_path, lab, [])
