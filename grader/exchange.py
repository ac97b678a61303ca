"""One batch of calls on its way through the line: what was asked, and the answers as they come.

Knows the form of what comes, and how long each thing may take; must not know the line. What does
not have that form is `Garbled`, what says that the file cannot be used is a `Fault`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from grader.answers import MOST_BATCH, answer_from_json, problem_from_json
from grader.likely import Likely
from grader.wire import Garbled, Json, unpacked
from labs.calls import Answer, Call, Emit, Fault, told

_MOST_SHOWN = 100
"""Characters of a call that is told."""


@dataclass(frozen=True)
class Patience:
    """How many seconds things may take.

    For an exercise: to load, for a call, in all in one run of a check, which has a deadline of
    its own a little later. For a submission: all its checks.
    """

    load: float = 3.0
    call: float = 2.0
    run: float = 4.0
    submission: float = 30.0


class Exchange:
    """One batch of calls and its answers, as they come in."""

    def __init__(
        self, exercise: str, calls: Sequence[Call], patience: Patience, likely: Likely | None
    ) -> None:
        self.exercise = exercise
        self.done: asyncio.Future[Sequence[Answer]] = asyncio.get_running_loop().create_future()
        self.answers: list[Answer] = []
        self.began = self.due = self._end = 0.0
        self._likely = likely
        self._calls = calls
        self._patience = patience
        self._is_loaded = False
        self._read = 0

    def begin(self, now: float, end: float, *, is_loaded: bool) -> None:
        """Wait for the answers from now on, until `end` at most."""
        self.began, self._end = now, end
        self.due = min(now + self._patience.load, end)
        if is_loaded:
            self.load(now)

    def end(self, fault: Fault | None) -> None:
        """Tell whoever waits for the answers, which come even if nobody does any more."""
        if self.done.cancelled():
            return
        if fault is None:
            self.done.set_result(self.answers)
        else:
            self.done.set_exception(fault)
            self.done.exception()  # seen: perhaps nobody waits for it any more

    @property
    def is_complete(self) -> bool:
        """Whether every call has its answer."""
        return self._is_loaded and len(self.answers) == len(self._calls)

    def take(self, lines: Sequence[bytes], begin: int, now: float) -> int:
        """Take the next line, or at once all that come as expected; how many that was.

        Raises:
            Fault: the file cannot be used.
            Garbled: that is not what should come next.
        """
        known = self._known(lines, begin)
        count = len(known) or 1
        self._read += sum(map(len, lines[begin : begin + count]))
        if self._read > MOST_BATCH:
            raise Garbled("more than anybody can read")
        if known:
            self.answers += known
        else:
            self._take(unpacked(lines[begin]))
        self.load(now)
        return count

    def _known(self, lines: Sequence[bytes], begin: int) -> Sequence[Answer]:
        """The answers that the lines are, if they are those that were likely."""
        at, likely = len(self.answers), self._likely
        if likely is None or not self._is_loaded or lines[begin] != likely.lines[at]:
            return ()
        count = min(len(lines) - begin, len(likely.lines) - at)
        # To compare two lists takes far less than to compare line by line.
        all_are = lines[begin : begin + count] == likely.lines[at : at + count]
        return likely.answers[at : at + (count if all_are else 1)]

    def _take(self, message: Json) -> None:
        if self._is_loaded and message.keys() != {"problem"}:
            self.answers.append(self._answer(message))
        else:
            self._hear_of_loading(message)

    def load(self, now: float) -> None:
        """Have it loaded, and wait for the next call's answer."""
        self._is_loaded = True
        self.due = min(now + self._patience.call, self._end)

    def _hear_of_loading(self, message: Json) -> None:
        problem = problem_from_json(message)
        if problem is not None:
            # A file that takes too much memory is in order otherwise.
            full = "it raised MemoryError" in problem
            raise Fault(self.exercise, "out_of_memory" if full else "broken", problem)
        if self._is_loaded:
            raise Garbled("one thing twice")

    def _answer(self, message: Json) -> Answer:
        answer = answer_from_json(message)
        if answer.raised is not None and answer.raised.kinds[0] == "MemoryError":
            where = f" ({answer.raised.where})" if answer.raised.where else ""
            raise Fault(self.exercise, "out_of_memory", f"the code ran out of memory{where}")
        return answer

    def late(self, now: float, returned: int) -> Fault:
        """What did not come to its end in time; `returned` calls did, if that can be believed."""
        each, most = f"{self._patience.call:g} seconds", f"{self._patience.run:g} seconds"
        count = len(self._calls)
        if now >= self._end:
            row = f", {count:,} of them in a row," if count > 1 else ""
            said = f"the calls of {self.exercise}{row} took more than {most} together"
        elif not self._is_loaded:
            said = (
                f"the file of {self.exercise} did not load within {self._patience.load:g} seconds"
            )
        else:
            at = max(len(self.answers), min(returned, count - 1))
            said = f"{_as_written(self._calls[at])} did not return within {each}"
        return Fault(self.exercise, "timeout", said)


def _as_written(call: Call) -> str:
    """The call as a student would write it, a long one cut."""
    from labs.specs import valued  # nobody else needs it here

    arguments = ["emit" if isinstance(arg, Emit) else told(valued(arg)) for arg in call.args]
    written = f"{call.name}({', '.join(arguments)})"
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}..."
