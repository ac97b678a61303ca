"""The contract of the second lab: what the five files must define, and how the system calls them.

Knows the words of the lab and of checking. It turns the system's calls into calls of a student's
file and holds every answer to its exact type.
"""

import itertools
from collections.abc import Sequence

from labs.calls import Call, Caller, Exercise, Need
from labs.contracts import Alarm, Asking
from labs.conversation import (
    CancelNotice,
    Decision,
    Intent,
    Proposal,
    Resolution,
    Speech,
    ToolRun,
    Transcript,
)
from labs.interruptible_conversation import reading

EXERCISES = (
    Exercise(
        "turns",
        "turns.py",
        (
            Need("TurnBuffer", 0),
            Need("TurnBuffer.begin", 1),
            Need("TurnBuffer.append", 2),
            Need("TurnBuffer.turn", None),
            Need("TurnBuffer.text", None),
        ),
    ),
    Exercise(
        "outbox",
        "outbox.py",
        (
            Need("Outbox", 1),
            Need("Outbox.put", 2),
            Need("Outbox.take", 0),
            Need("Outbox.drop", 1),
            Need("Outbox.pending", None),
        ),
    ),
    Exercise("approval", "approval.py", (Need("resolve", 2),)),
    Exercise("notice", "notice.py", (Need("plan_cancel", 1),)),
    Exercise("intent", "intent.py", (Need("IntentGate", 0), Need("IntentGate.hear", 1))),
)


class CalledTurns:
    """One conversation's screen, in whatever process it runs."""

    def __init__(self, asking: Asking, name: str) -> None:
        self._asking = asking
        self._name = name

    async def begin(self, turn_id: str) -> bool:
        """Make it the current turn; whether it was new."""
        call = Call("begin", (turn_id,), on=self._name)
        return await self._asking.ask("turns", call, "True or False", reading.yes_or_no)

    async def append(self, turn_id: str, text: str) -> bool:
        """Add text to that turn; whether it is the current one."""
        call = Call("append", (turn_id, text), on=self._name)
        return await self._asking.ask("turns", call, "True or False", reading.yes_or_no)

    async def turn(self) -> str | None:
        """The current turn."""
        call = Call("turn", on=self._name)
        return await self._asking.read("turns", call, "a turn's id or None", reading.text_or_none)

    async def text(self) -> str:
        """The current turn's text so far."""
        call = Call("text", on=self._name)
        return await self._asking.read("turns", call, "a text", reading.text)


class CalledOutbox:
    """One conversation's outbox, in whatever process it runs."""

    def __init__(self, asking: Asking, name: str) -> None:
        self._asking = asking
        self._name = name

    async def put(self, turn_id: str, text: str) -> bool:
        """Queue a text; `False` if it has to wait or its turn is over."""
        call = Call("put", (turn_id, text), on=self._name)
        return await self._asking.ask("outbox", call, "True or False", reading.yes_or_no)

    async def take(self) -> Sequence[tuple[str, str]]:
        """Everything held, as (turn, text)."""
        call = Call("take", on=self._name)
        return await self._asking.ask("outbox", call, "a list of (turn, text)", reading.pairs)

    async def drop(self, turn_id: str) -> int:
        """Throw away that turn's texts; how many characters they were."""
        call = Call("drop", (turn_id,), on=self._name)
        return await self._asking.ask("outbox", call, "a number from 0 on", reading.count)

    async def pending(self) -> int:
        """How many characters are held."""
        call = Call("pending", on=self._name)
        return await self._asking.read("outbox", call, "a number from 0 on", reading.count)


class CalledIntents:
    """One conversation's gate, in whatever process it runs."""

    def __init__(self, asking: Asking, name: str) -> None:
        self._asking = asking
        self._name = name

    async def hear(self, transcript: Transcript) -> Intent | None:
        """The intent that this transcript settles."""
        call = Call("hear", (transcript,), on=self._name)
        return await self._asking.ask("intent", call, "an Intent or None", reading.intent)


class CalledParts:
    """The five parts as the system wants them, made of calls into a submission's files."""

    def __init__(self, caller: Caller) -> None:
        self.alarm = Alarm()
        self._asking = Asking(caller, self.alarm)
        self._numbers = itertools.count(1)

    async def turns(self) -> CalledTurns:
        """A new screen."""
        name = f"screen {next(self._numbers)}"
        await self._asking.make("turns", Call("TurnBuffer", keep=name))
        return CalledTurns(self._asking, name)

    async def outbox(self, limit: int) -> CalledOutbox:
        """A new outbox."""
        name = f"outbox {next(self._numbers)}"
        await self._asking.make("outbox", Call("Outbox", (limit,), keep=name))
        return CalledOutbox(self._asking, name)

    async def intents(self) -> CalledIntents:
        """A new gate."""
        name = f"gate {next(self._numbers)}"
        await self._asking.make("intent", Call("IntentGate", keep=name))
        return CalledIntents(self._asking, name)

    async def resolve(self, pending: Proposal | None, event: Speech | Decision) -> Resolution:
        """What the event does to the pending proposal."""
        call = Call("resolve", (pending, event))
        return await self._asking.ask("approval", call, "a Resolution", reading.resolution)

    async def plan_cancel(self, tools: Sequence[ToolRun]) -> CancelNotice:
        """What becomes of the tools when the user says stop."""
        call = Call("plan_cancel", (tuple(tools),))
        return await self._asking.ask("notice", call, "a CancelNotice", reading.notice)
