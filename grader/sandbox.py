"""Where a submission's code runs: in a process of its own, behind a wall.

Knows how to start that process, what crosses to it and how long to wait; must not know checks.
Only calls and plain answers cross. What the code prints is kept, up to a limit; what it raises is
an answer; if it hangs, dies or lies, that is a `Fault` of the exercise that was called. When a
sandbox is closed, or the grader is gone, everything that the code started is killed.
"""

import asyncio
import os
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from grader.copying import copy_host, copy_submission
from grader.wall import command
from grader.wire import (
    MOST_LINE,
    Garbled,
    Json,
    answer_from_json,
    call_to_json,
    exercise_to_json,
    packed,
    unpacked,
)
from labs.checking import Answer, Call, Exercise, Fault

LOAD_SECONDS = 3.0
CALL_SECONDS = 2.0
START_SECONDS = 10.0
MOST_PRINTED = 4_096


class Sandbox:
    """One submission's wall: a folder of copies, and a process that forks performers."""

    def __init__(self, folder: Path, exercises: Sequence[Exercise]) -> None:
        self._exercises = exercises
        self._room = tempfile.TemporaryDirectory(prefix="koda-", ignore_cleanup_errors=True)
        self._overdue: dict[str, Fault] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        room = Path(self._room.name)
        self._submission = room / "submission"
        copy_submission(folder, self._submission)
        copy_host(room)

    def start(self) -> None:
        """Start the process, without waiting for it: it gets ready while we do."""
        ours, theirs = socket.socketpair()
        with theirs:
            room = Path(self._room.name)
            self._process = subprocess.Popen(
                [*command(room), str(theirs.fileno())],
                cwd=self._submission,
                env={"PATH": os.defpath, "LANG": "C.UTF-8", "TMPDIR": str(room)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        ours.setblocking(False)
        self._control = ours

    @asynccontextmanager
    async def performer(self) -> AsyncIterator["Performer"]:
        """A fresh run of the submission's code; leaving the block kills what it started."""
        channel, theirs = socket.socketpair()
        output, printing = os.pipe()
        try:
            await self._forked([theirs.fileno(), printing])
        finally:
            theirs.close()
            os.close(printing)
        reader, writer = await asyncio.open_connection(sock=channel, limit=MOST_LINE)
        async with _Printed(output) as printed:
            try:
                yield Performer(reader, writer, printed, self._overdue)
            finally:
                writer.close()
                await self._ended()

    async def _forked(self, fds: list[int]) -> None:
        order: Json = {
            "folder": str(self._submission),
            "exercises": [exercise_to_json(e) for e in self._exercises],
        }
        for _ in range(2):
            if self._control is None:
                self.start()
            with suppress(OSError, Garbled, TimeoutError):
                await self._ask(packed(order), fds)
                return
            # The student's code killed the process that forks: another one takes its place.
            self._stop()
        raise RuntimeError("the process for student code cannot be started")

    async def _ask(self, order: bytes, fds: list[int]) -> Json:
        assert self._control is not None
        loop = asyncio.get_running_loop()
        socket.send_fds(self._control, [order], fds)
        async with asyncio.timeout(START_SECONDS):
            return unpacked(await loop.sock_recv(self._control, 4_096))

    async def _ended(self) -> None:
        if self._control is None:
            return
        try:
            await self._ask(packed({"end": True}), [])
        except (OSError, Garbled, TimeoutError):
            self._stop()

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Kill the process and all that it started, and remove the copies."""
        self._stop()
        self._room.cleanup()


class Performer:
    """Calls a submission's code in its own process."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        printed: "_Printed",
        overdue: dict[str, Fault],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._overdue = overdue
        self._turn = asyncio.Lock()
        self.printed = printed

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the file cannot be used, or its code hangs, dies or talks nonsense.
        """
        async with self._turn:
            if exercise in self._overdue:
                raise self._overdue[exercise]
            try:
                return await self._called(exercise, calls)
            except (OSError, asyncio.IncompleteReadError, EOFError) as error:
                raise Fault(exercise, "error", "the code ended its own process") from error
            except (Garbled, ValueError) as error:
                said = "the code wrote into the line between it and the grader"
                raise Fault(exercise, "error", said) from error

    async def _called(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        asked: Json = {"exercise": exercise, "calls": [call_to_json(call) for call in calls]}
        self._writer.write(packed(asked))
        loop = asyncio.get_running_loop()
        answers: list[Answer] = []
        try:
            async with asyncio.timeout(LOAD_SECONDS) as limit:
                self._loaded(exercise, await self._line())
                for _ in calls:
                    limit.reschedule(loop.time() + CALL_SECONDS)
                    answers.append(self._answer(exercise, await self._line()))
        except TimeoutError:
            raise self._late(exercise, calls, len(answers)) from None
        return answers

    async def _line(self) -> Json:
        line = await self._reader.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return unpacked(line)

    def _loaded(self, exercise: str, message: Json) -> None:
        problem = message.get("problem", 0)
        if isinstance(problem, str):
            raise Fault(exercise, "broken", problem)
        if problem is not None:
            raise Garbled("not a load's answer")

    def _answer(self, exercise: str, message: Json) -> Answer:
        if message.keys() == {"problem"}:
            self._loaded(exercise, message)
        answer = answer_from_json(message)
        if answer.raised is not None and answer.raised.kinds[0] == "MemoryError":
            where = f" ({answer.raised.where})" if answer.raised.where else ""
            raise Fault(exercise, "out_of_memory", f"the code ran out of memory{where}")
        return answer

    def _late(self, exercise: str, calls: Sequence[Call], answered: int) -> Fault:
        """The fault of a hanging exercise; it is not called again."""
        if self._reader.at_eof() or answered >= len(calls):
            return Fault(exercise, "timeout", "the code did not come to an end")
        call = calls[answered]
        said = f"{call.name} did not return within {CALL_SECONDS:g} seconds"
        self._overdue[exercise] = Fault(exercise, "timeout", said)
        return self._overdue[exercise]


class _Printed:
    """What the code printed: its beginning is kept, the rest is read and dropped."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._kept = bytearray()

    async def __aenter__(self) -> "_Printed":
        loop = asyncio.get_running_loop()
        os.set_blocking(self._pipe, False)
        loop.add_reader(self._pipe, self._read)
        return self

    async def __aexit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._pipe)
        self._read()
        os.close(self._pipe)

    def _read(self) -> None:
        with suppress(BlockingIOError):
            data = os.read(self._pipe, 65_536)
            self._kept += data[: MOST_PRINTED - len(self._kept)]
            if not data:
                asyncio.get_running_loop().remove_reader(self._pipe)

    def __str__(self) -> str:
        return self._kept.decode("utf-8", "replace")
