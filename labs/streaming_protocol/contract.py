"""The contract of the third lab: what the six files must define, and how the system calls them.

Knows the words of the lab and of checking. It turns the system's calls into calls of a student's
file and holds every answer to its exact type.
"""

import itertools
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from labs.calls import Call, Caller, Exercise, Need, Previous
from labs.contracts import Alarm, Asking, wrong
from labs.protocol import Approval, Begin, Event, Json, Record, Response, ResponseState
from labs.streaming_protocol import reading
from labs.streaming_protocol.parts import Arguments

EXERCISES = (
    Exercise("fold", "fold.py", (Need("fold", 2),)),
    Exercise("record", "record.py", (Need("to_record", 2),)),
    Exercise("cancel", "cancel.py", (Need("cancel", 1),)),
    Exercise(
        "operations",
        "operations.py",
        (
            Need("OperationLedger", 0),
            Need("OperationLedger.begin", 2),
            Need("OperationLedger.finish", 2),
        ),
    ),
    Exercise("approvals", "approvals.py", (Need("payload_hash", 2), Need("may_execute", 4))),
    Exercise(
        "slow_client",
        "slow_client.py",
        (
            Need("ClientBuffer", 1),
            Need("ClientBuffer.put", 1),
            Need("ClientBuffer.take", 0),
            Need("ClientBuffer.held", None),
        ),
    ),
)


class CalledLedger:
    """One ledger, in whatever process it runs."""

    def __init__(self, asking: Asking, name: str) -> None:
        self._asking = asking
        self._name = name

    async def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        """What to do about an operation, and its result if it has one."""
        call = Call("begin", (operation_id, fingerprint), on=self._name)
        return await self._asking.ask("operations", call, "(a Begin, a result)", reading.begun)

    async def finish(self, operation_id: str, result: Json) -> None:
        """Note how an operation ended."""
        call = Call("finish", (operation_id, result), on=self._name)
        await self._asking.ask("operations", call, "no exception", reading.nothing)


class CalledBuffer:
    """One connection's buffer, in whatever process it runs."""

    def __init__(self, asking: Asking, name: str) -> None:
        self._asking = asking
        self._name = name

    async def put(self, events: Sequence[Event]) -> Sequence[int]:
        """Take the next events; how many are held after each."""
        put = [Call("put", (event,), on=self._name) for event in events]
        held, expected = Call("held", on=self._name), "a number from 0 on"
        return await self._asking.ask_each("slow_client", put, held, expected, reading.count)

    async def take(self) -> Sequence[Event]:
        """Everything held, in order."""
        call = Call("take", on=self._name)
        return await self._asking.ask("slow_client", call, "a list of Events", reading.events)


class CalledParts:
    """The six parts as the system wants them, made of calls into a submission's files."""

    def __init__(self, caller: Caller) -> None:
        self.alarm = Alarm()
        self._caller = caller
        self._asking = Asking(caller, self.alarm)
        self._numbers = itertools.count(1)

    async def fold(self, state: ResponseState, events: Sequence[Event]) -> ResponseState:
        """The state after these events."""
        first = [Call("fold", (state, event)) for event in events[:1]]
        before = Previous(ResponseState.__name__)
        rest = [Call("fold", (before, event)) for event in events[1:]]
        states = await self._asking.ask_chain(
            "fold", first + rest, "a ResponseState", reading.state
        )
        return states[-1] if states else state

    async def to_record(self, state: ResponseState, structured: bool) -> Record:
        """What is kept of a response that has ended.

        Raises:
            ValueError: it has not ended, or its structured text is no JSON.
        """
        call = Call("to_record", (state, structured))
        with self.alarm.guarding():
            (answer,) = await self._caller.call("record", [call])
            if answer.raised is not None and "ValueError" in answer.raised.kinds:
                raise ValueError(answer.raised.text)
            with suppress(ValueError):
                if answer.raised is None:
                    return reading.record(answer.value)
            raise wrong("record", "to_record", "a Record", answer)

    async def cancel(self, response: Response) -> Response:
        """The response after a Stop."""
        call = Call("cancel", (response,))
        return await self._asking.ask(
            "cancel", call, "a Response, its tools a tuple", reading.response
        )

    async def ledger(self) -> CalledLedger:
        """A new, empty ledger."""
        name = f"ledger {next(self._numbers)}"
        await self._asking.make("operations", Call("OperationLedger", keep=name))
        return CalledLedger(self._asking, name)

    async def payload_hash(self, tool: str, arguments: Arguments) -> str:
        """The fingerprint of what is to be done."""
        call = Call("payload_hash", (tool, arguments))
        return await self._asking.ask("approvals", call, "hexadecimal digits", reading.fingerprint)

    async def may_execute(
        self, approval: Approval | None, tool: str, arguments: Arguments, now: datetime
    ) -> bool:
        """Whether the approval allows this, at this time."""
        call = Call("may_execute", (approval, tool, arguments, now))
        return await self._asking.ask("approvals", call, "True or False", reading.yes_or_no)

    async def buffer(self, limit: int) -> CalledBuffer:
        """A new buffer for a connection."""
        name = f"buffer {next(self._numbers)}"
        await self._asking.make("slow_client", Call("ClientBuffer", (limit,), keep=name))
        return CalledBuffer(self._asking, name)
