"""Calls a submission's code over a line to another process, and waits no longer than it must.

Knows what crosses that line and how long each thing may take; must not know how the process was
started, nor any check. What arrives is never trusted: code that hangs, dies or talks nonsense is
a `Fault` of the exercise that was called. A hanging exercise is not called again.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from grader.exchange import Exchange, Patience
from grader.fair import Now
from grader.likely import Likely, request
from grader.line import Line
from grader.record import Output
from grader.wire import Garbled
from labs.calls import Answer, Call, Fault


class Performer:
    """Calls a submission's code in its own process; `now` is the clock that its time is told by."""

    def __init__(self, line: Line, overdue: dict[str, Fault], patience: Patience, now: Now) -> None:
        self._line = line
        self._overdue = overdue
        self._patience = patience
        self._now = now
        self._exchanges: deque[Exchange] = deque()
        self._lost: Fault | None = None
        self._loaded: set[str] = set()
        self._spent: dict[str, float] = {}
        self._watch: asyncio.TimerHandle | None = None
        line.listen(self._hear, self._end)

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the file cannot be used, or its code hangs, dies or talks nonsense.
        """
        if not calls and exercise in self._loaded and self._lost is None:
            return []
        return await self.asked(exercise, calls)

    def asked(
        self, exercise: str, calls: Sequence[Call], likely: Likely | None = None
    ) -> "asyncio.Future[Sequence[Answer]]":
        """Ask for the calls at once, to be made after those that have been asked for before.

        With `likely`, answers that come as expected, byte for byte, are not read again.

        Raises:
            Fault: the exercise or the process cannot be used any more.
        """
        if (lost := self._overdue.get(exercise) or self._lost) is not None:
            raise Fault(lost.exercise or exercise, lost.outcome, lost.message)
        exchange = Exchange(exercise, calls, self._patience, likely)
        self._exchanges.append(exchange)
        self._line.write(request(exercise, calls) if likely is None else likely.request)
        if len(self._exchanges) == 1:
            self._begin(exchange)
        return exchange.done

    def _begin(self, exchange: Exchange) -> None:
        """Its time runs from now on."""
        left = self._patience.run - self._spent.get(exchange.exercise, 0.0)
        now = self._now()
        exchange.begin(now, now + left, is_loaded=exchange.exercise in self._loaded)
        if exchange.is_complete:  # to load was all that was asked, and that is done
            self._finish(None)
        elif self._watch is None:
            self._watch = asyncio.get_running_loop().call_later(exchange.due - now, self._look)

    @property
    def output(self) -> Output:
        """What the code printed; all of it once its run has ended."""
        return self._line.printed.output

    def close(self) -> None:
        """Wait for nothing any more."""
        self._line.close()
        if self._watch is not None:
            self._watch.cancel()
        if self._exchanges:
            self._lost = self._lost or Fault(self._exchanges[0].exercise, "error", "stopped")
            self._finish(self._lost)

    def _hear(self, lines: Sequence[bytes]) -> None:
        now, taken = self._now(), 0
        while taken < len(lines):
            if not self._exchanges:
                self._lose("", Garbled("something that nobody asked for"))
                return
            taken += self._take(lines, taken, now)

    def _take(self, lines: Sequence[bytes], begin: int, now: float) -> int:
        """Take the next line or lines; how many that was."""
        exchange, count = self._exchanges[0], 1
        try:
            count = exchange.take(lines, begin, now)
        except Fault as fault:
            # A file that cannot be used says no more; others may be fine.
            self._lost = None if fault.outcome == "broken" else fault
            self._finish(fault)
        except ValueError as problem:
            self._lose(exchange.exercise, problem)
        else:
            if exchange.is_complete:
                self._finish(None)
        return count

    def _end(self, problem: Exception | None) -> None:
        self._lose(self._exchanges[0].exercise if self._exchanges else "", problem)

    def _look(self) -> None:
        """See whether it is too late; called when it might be, and seldom is."""
        self._watch = None
        if not self._exchanges:
            return
        exchange, now = self._exchanges[0], self._now()
        if now < exchange.due:
            self._watch = asyncio.get_running_loop().call_later(exchange.due - now, self._look)
            return
        # Whoever waits for a process that was killed for its memory waits in vain.
        full = self._line.out_of_memory()
        late = self._full(exchange.exercise) if full else exchange.late(now, self._line.returned())
        self._overdue[exchange.exercise] = self._lost = late
        self._finish(late)

    def _lose(self, exercise: str, problem: Exception | None) -> None:
        """Nothing that this line may still bring can be told from a lie."""
        self._lost = self._lost or self._loss(exercise, problem)
        self._line.close()
        if self._exchanges:
            self._finish(self._lost)

    def _loss(self, exercise: str, problem: Exception | None) -> Fault:
        if problem is not None:
            said = f"the code's process said what no answer looks like: {problem}"
            return Fault(exercise, "error", said)
        if self._line.out_of_memory():
            return self._full(exercise)
        return Fault(exercise, "error", "the code ended its own process before it had answered")

    def _full(self, exercise: str) -> Fault:
        return Fault(exercise, "out_of_memory", "the code took more memory than it may")

    def _finish(self, fault: Fault | None) -> None:
        """End the first exchange; the next begins, or all end if nothing more can come."""
        exchange = self._exchanges.popleft()
        spent = self._now() - exchange.began
        self._spent[exchange.exercise] = self._spent.get(exchange.exercise, 0.0) + spent
        if fault is None:
            self._loaded.add(exchange.exercise)
        exchange.end(fault)
        if self._lost is None and self._exchanges:
            self._begin(self._exchanges[0])
        while self._lost is not None and self._exchanges:
            self._exchanges.popleft().end(self._lost)
