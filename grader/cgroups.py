"""Control groups: a limit on what all of a submission's processes together take from the host.

Knows Linux' two versions of them. Where none can be made, there is none, and `wall.gaps` says so.
Whoever makes a group puts a process into it before that starts others, and removes it when the
last one has ended.
"""

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from grader.limits import MEMORY_BYTES, PROCESSES

ROOT = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")

# What is written where. The files that only limit swapping are not everywhere.
_FIRST: Mapping[str, Mapping[str, int]] = {
    "memory": {
        "memory.limit_in_bytes": MEMORY_BYTES,
        "memory.memsw.limit_in_bytes": MEMORY_BYTES,
    },
    "pids": {"pids.max": PROCESSES},
}
_SECOND = {"memory.max": MEMORY_BYTES, "memory.swap.max": 0, "pids.max": PROCESSES}
_OPTIONAL = {"memory.memsw.limit_in_bytes", "memory.swap.max"}


@dataclass(frozen=True)
class Groups:
    """The folders of one submission's groups, and what they limit."""

    folders: tuple[Path, ...] = ()

    @property
    def limited(self) -> frozenset[str]:
        """What is limited: memory, pids, both or nothing."""
        files = [file.name for folder in self.folders for file in folder.iterdir()]
        return frozenset({name.partition(".")[0] for name in files} & {"memory", "pids"})

    def killed_for_memory(self) -> int:
        """How many processes were killed because all together took too much memory."""
        for folder in self.folders:
            for name in ("memory.oom_control", "memory.events"):
                with suppress(OSError):
                    said = dict(line.split() for line in (folder / name).read_text().splitlines())
                    return int(said.get("oom_kill", 0))
        return 0

    def remove(self) -> None:
        """Kill what still runs in them, and remove them."""
        for folder in self.folders:
            for pid in _running(folder):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            with suppress(OSError):
                folder.rmdir()


def _running(folder: Path) -> Iterator[int]:
    """What runs in a group, asked again and again until there is nothing."""
    with suppress(OSError):
        while pids := (folder / "cgroup.procs").read_text().split():
            yield from map(int, pids)


def make_groups(root: Path = ROOT, own: Path = _OWN) -> Groups:
    """New groups with the limits, as far as we may make some here."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return Groups()
    places = {name: path for _, names, path in _split(lines) for name in names.split(",")}
    known = _FIRST.keys() & places.keys()
    made = [_made(root / name, places[name], _FIRST[name]) for name in sorted(known)]
    if not any(made) and "" in places:
        made = [_made(root, places[""], _SECOND)]
    return Groups(tuple(folder for folder in made if folder is not None))


def _split(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from (line.split(":", 2) for line in lines)


def _made(root: Path, place: str, limits: Mapping[str, int]) -> Path | None:
    # Seen from a container, our own place may not be there, or not be ours to divide.
    inside = Path(place.lstrip("/"))
    for parent in (inside, *inside.parents):
        folder = root / parent / f"koda-{uuid4().hex[:12]}"
        with suppress(OSError):
            folder.mkdir()
            if _limit(folder, limits):
                return folder
            folder.rmdir()
    return None


def _limit(folder: Path, limits: Mapping[str, int]) -> bool:
    for name, most in limits.items():
        try:
            if not (folder / name).exists():
                raise FileNotFoundError(name)  # writing would make it, were this no such system
            (folder / name).write_text(str(most))
        except OSError:
            if name not in _OPTIONAL:
                return False
    return True
