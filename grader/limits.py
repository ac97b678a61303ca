"""What a performer may use, and how everything that was started is ended.

Knows the operating system; standard library only, for both sides of the wall use it. Each limit is
set where the system has it; `wall.gaps` says which are not to be had here. The keeper pays for
these imports at each submission, so there are none but of what Python has loaded anyway.
"""

# ruff: noqa: PTH123, PTH208, SIM105

import os
import sys

TYPE_CHECKING = False  # what `typing` would say, but that takes longer than all else here
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator, Sequence

MEMORY_BYTES = 512 * 1024**2
"""Of one process's addresses and, where there are control groups, of all of them together."""
PROCESSES = 256
"""Threads, too: to start one for each object that is made is unusual, and right."""

_CPU_SECONDS = 10
_STACK_BYTES = 1024**2
_FILE_BYTES = 1024**2
_OPEN_FILES = 1024
_SET_DUMPABLE, _SET_CHILD_SUBREAPER = 4, 36  # from Linux' sys/prctl.h
_SIGKILL = 9


def limit_myself(*, alone: bool) -> None:
    """Limit this process and all that it starts; `alone` says that no other processes are seen."""
    import _thread
    import resource  # not on Windows

    # Or a few dozen threads take all addresses: usual is the eightfold, and nobody needs it.
    _thread.stack_size(_STACK_BYTES)
    limits = {
        resource.RLIMIT_CPU: _CPU_SECONDS,
        resource.RLIMIT_AS: MEMORY_BYTES,
        resource.RLIMIT_FSIZE: _FILE_BYTES,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_NPROC: PROCESSES if alone else PROCESSES + _running(),
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            pass
    try:  # if the machine runs out of memory, this goes first
        score = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        os.write(score, b"1000")
        os.close(score)
    except OSError:
        pass


def my_limits() -> "Sequence[object]":
    """What this process may use, and how soon it comes to a processor: all that others may take."""
    import resource

    kinds = [kind for name, kind in sorted(vars(resource).items()) if name.startswith("RLIMIT_")]
    turns: list[object] = [os.getpriority(os.PRIO_PROCESS, 0)]
    if sys.platform == "linux":
        turns += [os.sched_getscheduler(0), os.sched_getaffinity(0)]
    return [*map(resource.getrlimit, kinds), *turns]


def _running() -> int:
    # The limit counts all of the user's threads; how many there are is known of the machine only.
    try:
        with open("/proc/loadavg") as load:
            return int(load.read().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        return 1_000


def adopt_orphans() -> None:
    """Become the parent of every process below whose own parent ends, so that none gets away."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def let_none_trace_me(*, on: bool = True) -> None:
    """Let no process look into this one or hold it, unless it may do so with all."""
    _prctl(_SET_DUMPABLE, int(not on))


_kernel: "list[ctypes.CDLL]" = []
"""The C library, once it has been looked for: a performer need not do so again."""


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        if not _kernel:
            import ctypes

            _kernel.append(ctypes.CDLL(None))
        _kernel[0].prctl(option, value, 0, 0, 0)


def kill_descendants() -> None:
    """Kill every process below this one, again and again until there is none."""
    if os.getpid() == 1:  # of a world of our own: all others in it, at one stroke
        _kill(-1)
        _bury(0)
    while below := _below(os.getpid()):
        for pid in below:
            _kill(pid)
        _bury(os.WNOHANG)
    _bury(os.WNOHANG)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, _SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _bury(options: int) -> None:
    try:
        while os.waitpid(-1, options)[0]:
            pass
    except ChildProcessError:
        pass


def _below(top: int) -> list[int]:
    """The living processes below that one; none where the system does not list them in files."""
    parents = dict(_parents())
    return [pid for pid in parents if pid != top and top in _above(pid, parents)]


def _above(pid: int, parents: dict[int, int]) -> "Iterator[int]":
    for _ in parents:
        if (pid := parents.get(pid, 0)) == 0:
            return
        yield pid


def _parents() -> "Iterator[tuple[int, int]]":
    for name in filter(str.isdigit, _listed("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # A process's name may hold anything, brackets too: what counts comes after it.
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if state not in b"ZX":
            yield int(name), int(parent)


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
