"""The other process: where a student's code runs.

Started by `wall.child` in a room of copies, with the standard library, the labs' words and what
stands beside this file; it knows no check and no reference. It runs no student's code itself: for
each run of a check it forks a performer, which loads the files afresh and answers calls on a
socket of its own. When the grader is gone, everything here ends.

Without CONTROL and COUNT it is one performer itself, on its standard input and output.

All performers of one process hash strings alike, two processes do not: `-I` lets nobody choose
the seed. So code that hangs on the order of a set may be right in one grading and wrong in
the next, as it would be anywhere.
"""

import gc
import mmap
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NoReturn, cast

from grader.answers import answer_line
from grader.calling import Host
from grader.limits import (
    adopt_orphans,
    kill_descendants,
    let_none_trace_me,
    limit_myself,
    my_limits,
)
from grader.wire import (
    COUNT_BYTES,
    Json,
    calls_from_json,
    exercise_from_json,
    packed,
    unpacked,
)
from labs.calls import Call, Fault

_ROOM = Path(sys.path[0])
_MOST_ORDER = 65_536
_FDS = 2
"""They come with an order: a performer's line, and where it prints."""
_MOMENT = 0.005
_PRINTED = sys.stdout
Send = Callable[[bytes], object]
Count = MutableSequence[int] | memoryview
"""Its first item says how many calls of a batch have returned."""


def serve(control: socket.socket, returned: Count) -> None:
    """Fork a performer for each order, until the grader hangs up; then kill whatever is left."""
    adopt_orphans()
    let_none_trace_me()
    _warm_up()
    control.sendall(packed({"ready": True}))
    hosts: dict[bytes, Host] = {}
    performer, mine = 0, my_limits()
    while True:
        message, fds, _, _ = socket.recv_fds(control, _MOST_ORDER, _FDS)
        if not message:
            break
        order = unpacked(message)
        if "end" in order:
            _end(performer)
        else:
            if message not in hosts:  # it is ready, and has run nothing of the student's
                hosts[message] = _host(order)
            if len(fds) != _FDS or my_limits() != mine:
                break  # a student's code has been at us: another one takes our place
            if (performer := os.fork()) == 0:
                control.close()
                channel, output = fds
                _perform(hosts[message], channel, output, returned)
        for fd in fds:
            os.close(fd)
        _answer_order(control, performer)
    kill_descendants()


def _warm_up() -> None:
    """Import what the submission's files import, once for all performers.

    Nothing of theirs decides but which of our own words they name.
    """
    written = b"".join(
        file.read_bytes() for file in _ROOM.glob("submission/*.py") if file.is_file()
    )
    for path in sorted(_ROOM.glob("labs/[a-z]*.py")):
        if f"labs.{path.stem}".encode() in written:
            import_module(f"labs.{path.stem}")
    for name in ("collections", "datetime", "heapq", "itertools", "re", "resource", "typing"):
        import_module(name)
    gc.freeze()  # what is there now stays, and need not be copied to be looked through


def _answer_order(control: socket.socket, performer: int) -> None:
    """Say that it is done, with the folder in which Linux tells how the performer's threads fare.

    Outside, behind no wall of ours, its number is another one and nobody knows which.
    """
    tasks = []
    with suppress(OSError):  # not on Linux, or it has ended
        tasks.append(os.open(f"/proc/{performer}/task", os.O_RDONLY))
    try:
        socket.send_fds(control, [packed({"done": True})], tasks)
    finally:
        for fd in tasks:
            os.close(fd)


def _end(performer: int) -> None:
    # Where processes below cannot be listed, at least the performer's own group is known.
    for kill in (os.killpg, os.kill) if performer else ():
        with suppress(ProcessLookupError, PermissionError):
            kill(performer, signal.SIGKILL)
    kill_descendants()


def _host(order: Json) -> Host:
    exercises = [exercise_from_json(e) for e in cast(list[Json], order["exercises"])]
    return Host(Path(str(order["folder"])), exercises)


def _perform(host: Host, channel: int, output: int, returned: Count) -> NoReturn:
    """Be a performer: answer calls until the grader hangs up."""
    with suppress(BaseException):
        alone = os.getppid() == 1
        let_none_trace_me(on=False)
        os.setsid()
        _settle(output)
        limit_myself(alone=alone)
        os.set_inheritable(channel, False)
        with open(channel, "rb") as requests, socket.socket(fileno=channel) as line:
            _answer(host, requests, line.sendall, returned)
    os._exit(0)


def _settle(output: int) -> None:
    """Nothing to read, and all that is printed into one pipe."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    for fd in {nothing, output} - {0, 1, 2}:
        os.close(fd)


def _perform_here() -> NoReturn:
    """Be one performer, in a fresh process: on what were standard input and output."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _settle(2)
    if sys.platform != "win32":
        limit_myself(alone=False)

    def send(line: bytes) -> None:
        answers.write(line)
        answers.flush()

    with suppress(BaseException):
        _answer(_host(unpacked(requests.readline())), requests, send, [0])
    os._exit(0)


def _answer(host: Host, requests: BinaryIO, send: Send, returned: Count) -> None:
    own, loaded = os.getpid(), set[str]()

    def say(line: bytes) -> None:
        if os.getpid() != own:  # a copy of us, made by the student's code: one answers, not two
            os._exit(0)
        with suppress(BaseException):  # what was printed is there before the answer is
            _PRINTED.flush()
        send(line)

    for request in requests:
        asked = unpacked(request)
        calls = calls_from_json(asked["calls"])
        exercise = str(asked["exercise"])
        try:
            host.load(exercise)
            if exercise not in loaded:
                say(packed({"problem": None}))
                loaded.add(exercise)
            returned[0] = 0
            _answer_all(host, exercise, calls, say, returned)
        except Fault as fault:
            say(packed({"problem": fault.message}))


def _answer_all(host: Host, exercise: str, calls: list[Call], say: Send, returned: Count) -> None:
    """Answers go out as soon as they have waited a moment.

    To send, and to be woken for, each of thousands alone takes longer than to make it. Those that
    a call that hangs holds back are counted where the grader can see it.
    """
    waiting: list[bytes] = []
    said = time.monotonic()
    try:
        for answer in host.answers(exercise, calls):
            waiting.append(answer_line(answer))
            returned[0] += 1
            if time.monotonic() - said > _MOMENT:
                say(b"".join(waiting))
                waiting.clear()
                said = time.monotonic()
    finally:
        say(b"".join(waiting))


def main() -> None:
    """Serve the grader on CONTROL and count in COUNT, or, without them, be a performer."""
    if isinstance(_PRINTED, TextIOWrapper):  # a call that hangs has its lines told
        _PRINTED.reconfigure(line_buffering=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if len(sys.argv) == 1:
        _perform_here()
    control, count = map(int, sys.argv[1:])
    returned = memoryview(mmap.mmap(count, COUNT_BYTES)).cast("Q")
    os.close(count)
    with socket.socket(fileno=control) as grader:
        serve(grader, returned)
