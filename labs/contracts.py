"""Words for authors of contracts: a student's answer as the system needs it, or a fault.

Knows calls, answers and faults, and no lab. A contract turns what the system asks into calls of a
student's file; what comes back is of exactly the type that was promised, or the system stops.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from labs.calls import Answer, Call, Caller, Fault, Odd, Previous, Value, told

T = TypeVar("T")
Read = Callable[[Value | Odd], T]
"""Reads an answer; `ValueError` if it is not of the right type."""

_MOST_SHOWN = 200


def shown(value: Value | Odd) -> str:
    """An answer as a student would write it, invisible characters escaped; a long one cut."""
    said = value.description if isinstance(value, Odd) else told(value)
    return said if len(said) <= _MOST_SHOWN else f"{said[:_MOST_SHOWN]}..."


def wrong(exercise: str, asked: str, expected: str, answer: Answer) -> Fault:
    """The fault that an answer is with which no system can go on."""
    if answer.raised is not None:
        return Fault(exercise, "error", f"{asked} {answer.raised}")
    message = f"{asked} answered {shown(answer.value)}; expected {expected}"
    return Fault(exercise, "wrong", message)


class Alarm:
    """Remembers the first fault: a system that meets one may stand still for ever after."""

    def __init__(self) -> None:
        self._rung: asyncio.Future[Fault] = asyncio.get_running_loop().create_future()

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Let a fault pass, and ring."""
        try:
            yield
        except Fault as fault:
            if not self._rung.done():
                self._rung.set_result(fault)
            raise

    async def wait(self) -> NoReturn:
        """Wait for the first fault and raise it."""
        raise await self._rung


class Asking:
    """Asks one submission's code, and rings the alarm at the first answer that is of no use."""

    def __init__(self, caller: Caller, alarm: Alarm) -> None:
        self._caller = caller
        self._alarm = alarm

    async def make(self, exercise: str, call: Call) -> None:
        """Have an object made and kept."""
        with self._alarm.guarding():
            (answer,) = await self._caller.call(exercise, [call])
            if answer.raised is not None:
                raise wrong(exercise, _asked(call), "an object", answer)

    async def read(self, exercise: str, call: Call, expected: str, read: Read[T]) -> T:
        """The value of an attribute, read."""
        with self._alarm.guarding():
            (answer,) = await self._caller.call(exercise, [call])
            return _read(exercise, call, answer, expected, read, asked=call.name)

    async def ask(self, exercise: str, call: Call, expected: str, read: Read[T]) -> T:
        """The answer to one call, read."""
        with self._alarm.guarding():
            (answer,) = await self._caller.call(exercise, [call])
            return _read(exercise, call, answer, expected, read)

    async def ask_each(
        self, exercise: str, calls: Sequence[Call], after: Call, expected: str, read: Read[T]
    ) -> list[T]:
        """Make all calls at once, which takes as long as one; what `after` answered after each."""
        both = [call for each in calls for call in (each, after)]
        with self._alarm.guarding():
            answers = await self._caller.call(exercise, both)
            found: list[T] = []
            for call, done, answer in zip(calls, answers[::2], answers[1::2], strict=True):
                if done.raised is not None:
                    raise wrong(exercise, _asked(call), "no exception", done)
                found.append(_read(exercise, after, answer, expected, read))
            return found

    async def ask_chain(
        self, exercise: str, calls: Sequence[Call], expected: str, read: Read[T]
    ) -> list[T]:
        """Make calls of which each one gets what the one before returned; the answers, read."""
        with self._alarm.guarding():
            answers = await self._caller.call(exercise, calls)
            found: list[T] = []
            for call, answer in zip(calls, answers, strict=True):
                args = [found[-1] if isinstance(arg, Previous) else arg for arg in call.args]
                found.append(
                    _read(exercise, call._replace(args=tuple(args)), answer, expected, read)
                )
            return found


def _read(
    exercise: str, call: Call, answer: Answer, expected: str, read: Read[T], asked: str = ""
) -> T:
    try:
        if answer.raised is None:
            return read(answer.value)
    except ValueError:
        pass
    # Told only here: to write down the arguments of every call takes longer than the call.
    raise wrong(exercise, asked or _asked(call), expected, answer)


def _asked(call: Call) -> str:
    return f"{call.name}({listed_args(call.args)})"


def listed_args(args: Sequence[object]) -> str:
    """The arguments of a call as a student would write them; long ones cut."""
    return ", ".join(_cut(ascii(arg) if isinstance(arg, str) else str(arg)) for arg in args)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
