"""The other process: where a student's code runs.

Started as `python -I -S child.py CONTROL`, in a folder of copies, with the standard library, the
labs' words and what stands beside this file; it knows no check and no reference. It runs no
student's code itself: for each run of a check it forks a performer, which loads the files afresh
and answers calls on a socket of its own. When the grader is gone, everything here ends.
"""

import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grader.calling import Host
from grader.limits import adopt_orphans, kill_descendants, limit_myself
from grader.wire import (
    Json,
    answer_to_json,
    call_from_json,
    exercise_from_json,
    packed,
    unpacked,
)
from labs.checking import Call, Fault

_MOST_ORDER = 65_536


def serve(control: socket.socket) -> None:
    """Fork a performer for each order, until the grader hangs up; then kill whatever is left."""
    adopt_orphans()
    while True:
        message, fds, _, _ = socket.recv_fds(control, _MOST_ORDER, 2)
        if not message:
            break
        order = unpacked(message)
        if "end" in order:
            kill_descendants()
            control.sendall(packed({"ended": True}))
            continue
        pid = os.fork()
        if pid == 0:
            control.close()
            _perform(order, *fds)
        for fd in fds:
            os.close(fd)
        control.sendall(packed({"forked": True}))
    kill_descendants()


def _perform(order: Json, channel: int, output: int) -> NoReturn:
    """Be a performer: answer calls until the grader hangs up."""
    status = 1
    with suppress(BaseException):
        _settle(output)
        with socket.socket(fileno=channel) as line:
            line.set_inheritable(False)
            _answer(order, line)
        status = 0
    os._exit(status)


def _settle(output: int) -> None:
    """A session of its own, nothing to read, and all that is printed into one pipe."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(output)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    limit_myself()


def _answer(order: Json, line: socket.socket) -> None:
    exercises = [exercise_from_json(e) for e in cast(list[Json], order["exercises"])]
    host = Host(Path(str(order["folder"])), exercises)
    with line.makefile("rb") as requests:
        for request in requests:
            asked = unpacked(request)
            calls = [call_from_json(call) for call in cast(list[Json], asked["calls"])]
            try:
                _answer_one(host, str(asked["exercise"]), calls, line)
            except Fault as fault:
                line.sendall(packed({"problem": fault.message}))


def _answer_one(host: Host, exercise: str, calls: list[Call], line: socket.socket) -> None:
    """Each answer goes out as soon as it is there, so that the grader sees which call hangs."""
    host.load(exercise)
    line.sendall(packed({"problem": None}))
    for answer in host.answers(exercise, calls):
        line.sendall(packed(answer_to_json(answer)))


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as grader:
        serve(grader)
