"""The wall around a student's code: how its process is started, and what the wall lacks here.

Knows the operating system and bubblewrap. With bubblewrap there is no network, no other process
and no other file; without it the limits of `limits` are all there is, and that is said.
"""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")


def command(room: Path) -> Sequence[str]:
    """The command that starts the process in that folder; the control's number is to be added."""
    # The real interpreter, not the link in a virtual environment: no environment belongs to it.
    python = Path(sys.executable).resolve()
    child = [str(python), "-I", "-S", str(room / "grader" / "child.py")]
    bubblewrap = shutil.which("bwrap")
    return child if bubblewrap is None else [bubblewrap, *_walls(room), *child]


def _walls(room: Path) -> Sequence[str]:
    walls = ["--unshare-all", "--die-with-parent", "--new-session", "--proc", "/proc"]
    walls += ["--dev", "/dev", "--tmpfs", "/tmp"]
    for path in (*_SYSTEM, sys.base_prefix):
        walls += ["--ro-bind-try", path, path]
    return [*walls, "--bind", str(room), str(room), "--chdir", str(room / "submission"), "--"]


def gaps() -> Sequence[str]:
    """What the wall lacks on this machine, a line each."""
    lacking = []
    if sys.platform == "win32":
        lacking.append("no limits on memory, CPU time and files: Windows; deadlines hold")
    elif shutil.which("bwrap") is None:
        lacking.append("network, other files and processes are in reach: install bubblewrap")
    return lacking
