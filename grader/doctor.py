"""`grader doctor`: what this machine has and lacks, in aligned lines.

Knows what a grading needs and how to ask for it without starting one. It changes nothing and
shows no URL, only a host and a port.
"""

import importlib.metadata
import re
import socket
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course import find_labs
from grader.mode import real_wanted, split_url
from grader.record import Refusal
from grader.submission import default_folder
from grader.wall import gaps as gaps_of_the_wall
from labs.course import LABS, course_folder

WIDTH = 80
OLDEST_PYTHON = (3, 11)
PROBE_SECONDS = 1.0
SERVICES = {
    "REDIS_URL": ("Redis server", "127.0.0.1", 6379),
    "DATABASE_URL": ("Postgres server", "127.0.0.1", 5432),
}


@dataclass(frozen=True)
class Line:
    """One thing looked at. `lacking` says that `check` cannot run like this.

    `aside` is what is not all right and keeps nothing from running.
    """

    name: str
    found: str
    lacking: bool = False
    aside: bool = False

    def __str__(self) -> str:
        word = "lacks" if self.lacking else "note" if self.aside else "ok"
        before = f"{word:6}{self.name:18}"
        shape = textwrap.TextWrapper(WIDTH, initial_indent=before, subsequent_indent=" " * 24)
        shape.break_long_words = shape.break_on_hyphens = False  # a path stays whole
        return shape.fill(self.found)


def examine(environment: Mapping[str, str], here: Path = Path()) -> list[Line]:
    """Everything that a grading needs, each in one line."""
    mode, real = _mode(environment)
    return [
        _python(),
        *(_package(requirement) for requirement in _requirements()),
        *_services(environment, needed=real),
        mode,
        *_wall(),
        *_folders(here),
    ]


def _python() -> Line:
    version = ".".join(str(part) for part in sys.version_info[:3])
    oldest = ".".join(str(part) for part in OLDEST_PYTHON)
    return Line("python", f"{version}, needs {oldest}", sys.version_info < OLDEST_PYTHON)


def _requirements() -> Sequence[str]:
    # A clone that was never installed has no metadata: then its own file says what it needs.
    project = LABS.parent / "pyproject.toml"
    try:
        if project.is_file():
            needed: list[str] = tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"]
            return needed
        found = importlib.metadata.requires("koda-lab") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [requirement for requirement in found if "extra ==" not in requirement]


def _package(requirement: str) -> Line:
    name = (re.match(r"[\w.-]+", requirement) or [requirement])[0]
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Line(name, f"not installed: pip install '{requirement}'", lacking=True)
    return Line(name, version)


def _services(environment: Mapping[str, str], *, needed: bool) -> Iterator[Line]:
    for variable, (service, host, port) in SERVICES.items():
        try:
            if url := environment.get(variable):
                parts = split_url(variable, url)
                host, port = parts.hostname or host, parts.port or port
            answers = _answers(host, port)
            found, silent = f"{host}:{port} {answers or 'answers'}", bool(answers)
            yield Line(service, found, needed and silent, aside=silent and not needed)
        except Refusal as problem:
            yield Line(service, str(problem), needed, aside=not needed)


def _answers(host: str, port: int) -> str | None:
    try:
        with socket.create_connection((host, port), timeout=PROBE_SECONDS):
            return None
    except (OSError, UnicodeError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else None
        return f"does not answer ({why or 'no answer in time'})".lower()


def _mode(environment: Mapping[str, str]) -> tuple[Line, bool]:
    try:
        real = real_wanted("auto", environment)
    except Refusal as problem:
        return Line("mode", str(problem), lacking=True), False
    mode = "real: on the Redis and Postgres above" if real else "mock: all in one process"
    return Line("mode", mode), real


def _wall() -> Iterator[Line]:
    """What keeps a student's code in, or a line for each thing that does not."""
    gaps = gaps_of_the_wall()
    if not gaps:
        yield Line("wall", "bubblewrap, and limits on memory, processes, files and time")
    for gap in gaps:
        yield Line("wall", f"not complete: {gap}", aside=True)


def _folders(here: Path) -> Iterator[Line]:
    names = ", ".join(lab.name for lab in find_labs())
    yield Line("labs", f"{LABS} ({names or 'none'})", not names)
    for name in ("starter", "solutions"):
        folder = course_folder(name)
        there = folder.is_dir()
        yield Line(name, str(folder) if there else f"no folder {folder}", not there)
    yield Line("graded by default", default_folder(find_labs(), here))
