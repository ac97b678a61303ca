"""The contract of the first lab: what the four files must define, and how the system calls them.

Knows the words of runs and of checking. It turns the system's calls into calls of a student's
file and holds every answer to its exact type.
"""

import itertools
from collections.abc import Sequence
from datetime import datetime

from labs.calls import EMIT, Call, Caller, Emission, Exercise, Fault, Need, Odd, Value
from labs.contracts import Alarm, shown, wrong
from labs.runs import Run, RunStatus

EXERCISES = (
    Exercise("state", "state.py", (Need("transition", 2),)),
    Exercise("orderer", "orderer.py", (Need("SeqOrderer", 2), Need("SeqOrderer.offer", 2))),
    Exercise("resume", "resume.py", (Need("resume_from", 1),)),
    Exercise("merge", "merge.py", (Need("should_merge", 1), Need("should_merge", 2))),
)


def header_shown(header: str | None) -> str:
    """A header's value as a student would write it; of a very long one, the beginning."""
    if header is not None and len(header) > 40:
        return f"{header[:5]!a}... {len(header):,} characters"
    return ascii(header)


def is_status(value: Value | Odd) -> bool:
    """Whether the answer is a status or the plain string that equals one."""
    return type(value) is str and value in tuple(RunStatus)


class CalledOrderer:
    """One waiter's orderer, in whatever process it runs."""

    def __init__(
        self, caller: Caller, alarm: Alarm, name: str, inboxes: dict[str, list[tuple[int, str]]]
    ) -> None:
        self._caller = caller
        self._alarm = alarm
        self._name = name
        self._inboxes = inboxes

    async def offer(self, seq: int, text: str) -> Sequence[tuple[int, str]]:
        """What the orderer emitted during this call, in order."""
        call = Call("offer", (seq, text), on=self._name)
        with self._alarm.guarding():
            (answer,) = await self._caller.call("orderer", [call])
            if answer.raised is not None:
                raise wrong("orderer", f"offer({seq}, {text!a})", "no exception", answer)
            for emission in answer.emitted:
                self._deliver(emission)
        released, self._inboxes[self._name] = self._inboxes[self._name], []
        return released

    def _deliver(self, emission: Emission) -> None:
        # An orderer that shares its buffer emits to another waiter: it lands there, not here.
        match emission.args:
            case (int(seq), str(text)) if type(seq) is int and emission.of in self._inboxes:
                self._inboxes[emission.of].append((seq, text))
            case args:
                said = ", ".join(shown(a) for a in args)
                raise Fault("orderer", "wrong", f"emit({said}) is not emit(seq, text)")


class CalledParts:
    """The four parts as the runtime wants them, made of calls into a submission's files."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._numbers = itertools.count(1)
        self._inboxes: dict[str, list[tuple[int, str]]] = {}
        self.alarm = Alarm()

    async def transition(self, current: RunStatus, target: RunStatus) -> RunStatus:
        """The status to write for that move; `ValueError` where the student's code raises one."""
        call = Call("transition", (current, target))
        with self.alarm.guarding():
            (answer,) = await self._caller.call("state", [call])
            if answer.raised is not None and "ValueError" in answer.raised.kinds:
                raise ValueError(answer.raised.text)
            if answer.raised is not None or not is_status(answer.value):
                asked = f"transition({current}, {target})"
                raise wrong("state", asked, "a status or ValueError", answer)
        return RunStatus(str(answer.value))

    async def orderer(self, start: int) -> CalledOrderer:
        """A new orderer whose first number is `start`."""
        name = f"waiter {next(self._numbers)}"
        self._inboxes[name] = []
        call = Call("SeqOrderer", (start, EMIT), keep=name)
        with self.alarm.guarding():
            (answer,) = await self._caller.call("orderer", [call])
            if answer.raised is not None:
                raise wrong("orderer", f"SeqOrderer({start}, emit)", "an orderer", answer)
        return CalledOrderer(self._caller, self.alarm, name, self._inboxes)

    async def resume_from(self, last_event_id: str | None) -> int:
        """The number at which a reconnecting client goes on."""
        with self.alarm.guarding():
            (answer,) = await self._caller.call("resume", [Call("resume_from", (last_event_id,))])
            if answer.raised is not None or type(answer.value) is not int or answer.value < 0:
                asked = f"resume_from({header_shown(last_event_id)})"
                raise wrong("resume", asked, "an int from 0 on", answer)
        return answer.value

    async def should_merge(self, prev: Run | None, now: datetime) -> bool:
        """Whether a message that came at `now` joins the session's latest run."""
        with self.alarm.guarding():
            (answer,) = await self._caller.call("merge", [Call("should_merge", (prev, now))])
            if answer.raised is not None or type(answer.value) is not bool:
                status = "no run" if prev is None else f"a {prev.status} run"
                raise wrong("merge", f"should_merge for {status}", "True or False", answer)
        return answer.value
