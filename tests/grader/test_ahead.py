"""What a copy of the grader does ahead: it changes how soon a result is there, and nothing else."""

import functools
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import psycopg
import pytest

from grader import ahead
from grader.ahead import Ahead, Said
from grader.course import find_labs
from tests.services import postgres_url, redis_url

ROOT = Path(__file__).parents[2]

LAB = find_labs()[0]
ALONE = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})"
"""A grader with one processor makes no copy."""
COUNTED = """
import os
forked = os.fork
def fork():
    print("a copy", file=sys.stderr)
    return forked()
os.fork = fork
"""
COPY_KILLED = """
import os, signal
forked = os.fork
def fork():
    copy = forked()
    if copy:
        os.kill(copy, signal.SIGKILL)
    return copy
os.fork = fork
"""
COPY_STOPPED = COPY_KILLED.replace("SIGKILL", "SIGSTOP")
COPY_KILLED_LATE = """
import os, signal
forked = os.fork
def fork():
    copy = forked()
    if copy == 0:
        from labs.runtime.adapters import services
        opened = services.open_store
        async def open_store(url, schema):
            await opened(url, schema=schema)
            print(schema, file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        services.open_store = open_store
    return copy
os.fork = fork
"""
"""It dies when it has made its first schema."""
NO_FORK = """
import os
def fork():
    raise BlockingIOError("no room for another process")
os.fork = fork
"""

needs_two = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2,
    reason="a copy is made only on Linux, with two processors",
)


def graded(
    folder: Path, before: str = "", variables: Mapping[str, str] = {"MOCK": "1"}
) -> tuple[str, object]:
    """What the command says on standard error, and its report but for the seconds."""
    script = f"import sys\n{before}\nfrom grader.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "check", LAB.name, "--submission", str(folder)]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [*command, "--json"], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    report = cast(dict[str, list[dict[str, object]]], json.loads(done.stdout))
    for check in report["checks"]:
        del check["seconds"]
    return done.stderr, report


@functools.cache
def alone() -> tuple[str, object]:
    """What is said of the solutions where there is one processor."""
    return graded(LAB.solutions, ALONE + COUNTED)


def submission(folder: Path, files: Mapping[str, str]) -> Path:
    """The solutions, with more text behind some of the files."""
    shutil.copytree(LAB.solutions, folder)
    for name, text in files.items():
        with (folder / name).open("a") as file:
            file.write(text)
    return folder


QUARREL = {
    "state.py": "\nimport builtins\nbuiltins.quarrel = True\n",
    "merge.py": """
import builtins
_right = should_merge
def should_merge(prev, now=None):
    return not hasattr(builtins, "quarrel") and _right(prev, now)
""",
}
"""Each is right, but not with the other one beside it."""


@needs_two
def test_a_written_submission_is_done_ahead_and_told_the_same() -> None:
    said, report = graded(LAB.solutions, COUNTED)
    assert said == "a copy\n"
    assert alone() == ("", report)


@needs_two
def test_what_fails_only_together_is_told_the_same(tmp_path: Path) -> None:
    folder = submission(tmp_path / "work", QUARREL)
    said, report = graded(folder, COUNTED)
    assert said == "a copy\n"
    assert "not with all of yours together" in json.dumps(report)
    assert graded(folder, ALONE) == ("", report)


@needs_two
def test_what_fails_alone_is_told_the_same(tmp_path: Path) -> None:
    folder = submission(tmp_path / "work", {"resume.py": "resume_from = len\n"})
    said, report = graded(folder, COUNTED)
    assert said == "a copy\n"
    assert graded(folder, ALONE) == ("", report)


@needs_two
def test_a_copy_that_dies_changes_nothing() -> None:
    assert graded(LAB.solutions, COPY_KILLED) == alone()


@needs_two
def test_without_room_for_a_copy_it_goes_on_alone() -> None:
    assert graded(LAB.solutions, NO_FORK) == alone()


@needs_two
def test_a_stopped_copy_costs_a_while_and_nothing_else() -> None:
    quick = "import grader.ahead as a; a.SILENT_SECONDS = a.END_SECONDS = 0.5"
    assert graded(LAB.solutions, f"{quick}\n{COPY_STOPPED}") == alone()


@needs_two
def test_what_a_killed_copy_left_on_real_services_is_removed() -> None:
    services = {"MOCK": "", "REDIS_URL": redis_url(), "DATABASE_URL": postgres_url()}
    said, _ = graded(LAB.solutions, COPY_KILLED_LATE, services)
    with psycopg.connect(services["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [said.strip()])
        assert found.fetchall() == []
    assert said.startswith("koda_grading_")


@needs_two
def test_the_starter_is_not_done_ahead() -> None:
    assert graded(LAB.starter, COUNTED)[0] == ""


async def test_parts_in_their_order() -> None:
    ours, theirs = socket.socketpair()
    said = Said(ours)
    with ours, theirs:
        theirs.sendall(b"0 1 0.250\n0 2 0.000\n0 0 0.000\n1 1 1")
        assert await said.seconds(0, 1) == 0.25
        assert await said.seconds(0, 2) == 0.0
        assert await said.seconds(0, 3) is None  # that part has ended
        theirs.sendall(b".500\n1 0 0.000\n2 1 2.000\n")
        assert await said.seconds(2, 1) == 2.0  # a part may be passed over
        said.skip(3)
        assert theirs.recv(100) == b"3\n"
        theirs.close()
        assert await said.seconds(2, 2) is None  # the copy has gone
        said.skip(2)


async def test_a_silent_copy_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SILENT_SECONDS", 0.001)
    ours, theirs = socket.socketpair()
    said = Said(ours)
    with ours, theirs:
        assert await said.seconds(0, 1) is None
        theirs.sendall(b"0 2 0.000\n")
        assert await said.seconds(0, 2) is None  # nor listened to when it comes back


async def test_what_the_copy_took_is_owed_and_not_the_wait() -> None:
    times = iter([10.0, 14.0, 20.0, 23.0])
    ours, theirs = socket.socketpair()
    one = Ahead(Said(ours), 0, lambda: next(times))
    with ours, theirs:
        theirs.sendall(b"0 1 1.500\n0 0 0.000\n")
        assert await one.seconds(1) == 1.5
        assert one.owed == 1.5 - 4.0
        assert await one.seconds(2) is None
        assert one.owed == 1.5 - 7.0
