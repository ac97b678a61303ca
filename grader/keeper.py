"""The keeper of a room: stands between the grader and the wall, and outlives them both.

Started as `python -I -S keeper.py ROOM GROUP... -- COMMAND...`. Knows the operating system; runs
nothing of a student's. When its standard input ends, because the grader closed it or is gone,
however it went, the keeper kills all that the command started and removes the room and the groups.
"""

# ruff: noqa: PTH100, PTH106, PTH120, PTH123, SIM105

import os
import sys

TYPE_CHECKING = False  # what `typing` would say, but each submission would wait for it
if TYPE_CHECKING:
    from collections.abc import Sequence

# What a student's code may have locked, where it can write at all, is opened first.
_REMOVE = 'rm -rf "$0" || { chmod -R u+rwX "$0"; rm -rf "$0"; }'


def keep(room: str, groups: "Sequence[str]", command: list[str]) -> None:
    """Run the command until standard input ends; then leave nothing of it."""
    if os.fork() == 0:
        _become(groups, command)
    # The line to the grader is the command's: it must end when that ends.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    # Only now, when the command is on its way, is there time for imports.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from grader.limits import adopt_orphans, kill_descendants

    adopt_orphans()
    while os.read(sys.stdin.fileno(), 1):
        pass
    kill_descendants()
    for group in groups:
        try:
            os.rmdir(group)
        except OSError:
            pass
    # No recursion of Python's: how deep a student's code has dug is for it to say.
    os.execvp("sh", ["sh", "-c", _REMOVE, room])


def _become(groups: "Sequence[str]", command: list[str]) -> None:
    """Be the command, in its groups from the first moment, with nothing to read."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    for group in groups:
        try:
            with open(f"{group}/cgroup.procs", "w") as joining:
                joining.write(str(os.getpid()))
        except OSError:
            pass
    os.close(nothing)
    try:
        os.execv(command[0], command)
    finally:
        os._exit(1)


if __name__ == "__main__":
    end = sys.argv.index("--")
    keep(sys.argv[1], sys.argv[2:end], sys.argv[end + 1 :])
