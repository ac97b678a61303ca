"""The wall around a student's code: how its process is started, and what the wall lacks here.

Knows the operating system and bubblewrap. With bubblewrap there is no network, no other process,
no other file and nothing to write to; without it the limits of `limits` are all there is, and
that is said.
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.cgroups import make_groups
from grader.limits import MEMORY_BYTES
from labs.course import LABS

_LIBRARIES = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64")
_CACHE = "/etc/ld.so.cache"
_ZONES = "/usr/share/zoneinfo"  # where Python's own zoneinfo looks


def bubblewrap() -> str | None:
    """Where bubblewrap is, if it is installed; it may still not be allowed to work."""
    return shutil.which("bwrap") if sys.platform == "linux" else None


def python() -> Sequence[str]:
    """The real interpreter, not the link in a virtual environment: no environment is its own."""
    return [str(Path(sys.executable).resolve()), "-I", "-S"]


# Imported and not run as a file, so that it need not be compiled each time.
_CHILD = "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.child import main; main()"


def child(room: Path) -> Sequence[str]:
    """The command that runs a student's code in that room."""
    return [*python(), "-c", _CHILD, str(room)]


def environment(room: Path) -> Mapping[str, str]:
    """The environment behind the wall: nothing of ours, and what the system cannot do without."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    # Else each thread reserves addresses of its own, and a few dozen take all that there may be.
    kept["MALLOC_ARENA_MAX"] = "1"
    return {**kept, "PATH": os.defpath, "LANG": "C.UTF-8", "TMPDIR": str(room)}


def walls(tool: str, room: Path) -> Sequence[str]:
    """What to put before a command, so that bubblewrap runs it in the room."""
    nothing_shared = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"]
    walls = [tool, *nothing_shared, "--cap-drop", "ALL", "--proc", "/proc"]
    walls += ["--dev", "/dev", "--remount-ro", "/dev"]
    for path in (*_LIBRARIES, _CACHE, _ZONES, *_pythons_own()):
        walls += ["--ro-bind-try", path, path]
    for path in _hidden((*_LIBRARIES, *_pythons_own()), LABS.parent):
        walls += ["--tmpfs", path, "--remount-ro", path]
    walls += ["--ro-bind", str(room), str(room), "--remount-ro", "/"]
    return [*walls, "--chdir", str(room / "submission"), "--"]


def _pythons_own() -> Sequence[str]:
    paths = sysconfig.get_paths(vars={"base": sys.base_prefix, "platbase": sys.base_exec_prefix})
    libraries = Path(sys.base_prefix, "lib")  # the interpreter may be a library itself
    return [python()[0], str(libraries), paths["stdlib"], paths["platstdlib"]]


@functools.cache  # to look through them takes a while, and a class is many walls
def _hidden(paths: tuple[str, ...], course: Path) -> Sequence[str]:
    """Folders inside those that are seen which nobody is to see: packages, perhaps the course."""
    seen = [Path(path) for path in paths]
    packages = [
        found
        for path in dict.fromkeys(seen)
        for pattern in ("site-packages", "dist-packages", "python3*/*-packages")
        for found in path.glob(pattern)
    ]
    return [
        str(folder)
        for folder in dict.fromkeys([*packages, course])
        if folder.is_dir() and any(folder.is_relative_to(path) for path in seen)
    ]


def gaps() -> Sequence[str]:
    """What the wall lacks on this machine, a line each."""
    if sys.platform == "win32":
        return ["no limits but deadlines, and network and files are in reach: Windows"]
    lacking = [*_gaps_of_bubblewrap(), *_gaps_of_groups()]
    if sys.platform == "darwin":
        lacking.append("memory is not limited, and a process may hide: macOS")
    return lacking


def _gaps_of_bubblewrap() -> Iterator[str]:
    said = "network, other files and other processes are in reach of a student's code"
    tool = bubblewrap()
    if tool is None:
        yield f"{said}: install bubblewrap" if sys.platform == "linux" else said
    elif not works(tool):
        yield f"{said}: bubblewrap is not allowed to do its work here"


def works(tool: str) -> bool:
    """Whether bubblewrap can put up the wall on this machine."""
    with tempfile.TemporaryDirectory(prefix="koda-") as folder:
        room = Path(folder)
        (room / "submission").mkdir()
        tried = [*walls(tool, room), *python(), "-c", "pass"]
        return subprocess.run(tried, capture_output=True, check=False).returncode == 0


def _gaps_of_groups() -> Iterator[str]:
    if sys.platform != "linux":
        return
    groups = make_groups()
    try:
        joined = _can_be_joined(groups.folders)
        limited = groups.limited if joined else frozenset[str]()
    finally:
        groups.remove()
    if "memory" not in limited:
        each = MEMORY_BYTES // 1024**2
        yield f"memory is limited to {each} MiB for each process, not for all of them together"
    if "pids" not in limited and os.geteuid() == 0:
        yield "the number of processes is not limited for root"


def _can_be_joined(groups: Sequence[Path]) -> bool:
    script = 'for group; do echo $$ > "$group/cgroup.procs" || exit 1; done'
    command = ["sh", "-c", script, "sh", *map(str, groups)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:  # no sh
        return False
