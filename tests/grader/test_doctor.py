"""What the doctor says of this machine."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.doctor import SERVICES, Line, examine


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def found(environment: dict[str, str], here: Path = Path()) -> dict[str, Line]:
    return {line.name: line for line in examine(environment, here)}


def test_everything_is_here() -> None:
    lines = found({})
    assert not [line for line in lines.values() if line.lacking]
    assert lines["mode"].found.startswith("mock")
    assert {"python", "starlette", "redis", "Redis server", "starter", "solutions"} <= set(lines)


def test_services_that_answer(port: int) -> None:
    urls = {
        "REDIS_URL": f"redis://:secret@127.0.0.1:{port}/0",
        "DATABASE_URL": f"postgresql://me:secret@127.0.0.1:{port}/db",
    }
    lines = found(urls)
    assert lines["Redis server"] == Line("Redis server", f"127.0.0.1:{port} answers")
    assert lines["mode"].found.startswith("real")
    assert "secret" not in str(lines)


def test_services_that_are_wanted_and_do_not_answer() -> None:
    urls = {"REDIS_URL": "redis://127.0.0.1:1", "DATABASE_URL": "postgresql://127.0.0.1:1/db"}
    lines = found(urls)
    assert lines["Redis server"].found.startswith("127.0.0.1:1 does not answer")
    assert lines["Redis server"].lacking
    assert lines["Postgres server"].lacking


def test_half_of_the_services(port: int) -> None:
    lines = found({"REDIS_URL": f"redis://127.0.0.1:{port}"})
    assert lines["mode"].lacking
    assert "DATABASE_URL is not" in lines["mode"].found


def test_a_url_that_is_none() -> None:
    lines = found({"REDIS_URL": "secret", "DATABASE_URL": "postgresql://127.0.0.1:1/db"})
    assert lines["Redis server"] == Line(
        "Redis server", "REDIS_URL must begin with redis:// or rediss://", True
    )


def test_the_workspace_around_here(tmp_path: Path) -> None:
    (tmp_path / ".koda").mkdir()
    assert found({}, tmp_path)["graded by default"].found == str(tmp_path)


def test_lines_of_eighty_columns_that_say_at_once_what_is_the_matter() -> None:
    long = "limits on " + "memory, processes, " * 6 + "and time"
    for line, word in (
        (Line("wall", long), "ok"),
        (Line("wall", long, lacking=True), "lacks"),
        (Line("wall", long, aside=True), "note"),
    ):
        lines = str(line).splitlines()
        assert lines[0].split()[:2] == [word, "wall"]
        assert all(len(part) <= 80 for part in lines)
        assert " ".join(part.strip() for part in lines).endswith(long)
    assert str(Line("labs", "/a" * 60)).endswith("/a" * 60)


def test_what_nobody_needs_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = {name: (said, "127.0.0.1", 1) for name, (said, _, _) in SERVICES.items()}
    monkeypatch.setattr("grader.doctor.SERVICES", closed)
    line = found({})["Redis server"]
    assert (line.lacking, line.aside) == (False, True)
