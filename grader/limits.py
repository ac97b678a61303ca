"""What a performer may use, and how everything that it started is ended.

Knows the operating system; standard library only. Each limit is set where the system has it;
`missing_limits` says which are not to be had here.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

CPU_SECONDS = 20
MEMORY_BYTES = 512 * 1024 * 1024
FILE_BYTES = 1024 * 1024
OPEN_FILES = 64
PROCESSES = 64

_SET_CHILD_SUBREAPER = 36  # from Linux' sys/prctl.h


def limit_myself() -> None:
    """Limit this process and all that it starts."""
    import resource  # not on Windows

    limits = {
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_AS: MEMORY_BYTES,
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


def adopt_orphans() -> None:
    """Become the parent of every process below whose own parent ends, so that none gets away."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_descendants() -> None:
    """Kill every process below this one, again and again until there is none."""
    while below := _below(os.getpid()):
        for pid in below:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _below(pid: int) -> list[int]:
    """The processes below that one, as Linux lists them; elsewhere only our own group is known."""
    below = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text().split():
                below += [int(child), *_below(int(child))]
    return below
