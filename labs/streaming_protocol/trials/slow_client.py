"""The buffer of a slow client, tried directly: streams of one response and of two."""

from collections.abc import Iterator, Sequence
from typing import cast

from labs.calls import Answer, Call, Caller, Value
from labs.checking import Breach, Step
from labs.protocol import Event
from labs.scripts import Rules, Script, Steps, shorter
from labs.specs import changed, valued, watching
from labs.streaming_protocol.trials.buffered import (
    DELTA,
    Held,
    are_events,
    told_event,
    told_events,
)
from labs.streaming_protocol.trials.streams import (
    LONGER,
    MANY,
    TOOLS,
    by_chance,
    short_streams,
    written,
)
from labs.streaming_protocol.trials.telling import differ
from labs.trials import WRONG_TYPE, Finding, answered, raises, try_scripts

LIMITS = (1, 2, 3, 10)
_LARGE = 64


async def try_slow_client(caller: Caller, seed: int) -> Finding | None:
    """Every short stream, longer ones, some by chance, of that seed; then two buffers at once."""
    return await try_scripts(caller, "slow_client", RULES, [*_scripts(seed)])


def _scripts(seed: int) -> Iterator[Script]:
    yield _script(1, [])
    yield (*_script(1, MANY[:1]), *_seen())
    yield (*_script(1, []), *map(_put, MANY[:1]), *_seen())
    for stream in short_streams():
        yield _script(1, stream)
    for number, stream in enumerate(LONGER):
        yield _script(LIMITS[number % 2], stream)
    # One too many is another response's, which can itself be joined to none.
    yield _script(2, written("d d r2:d"))
    yield _script(1, TOOLS)
    # A large limit is a limit: nothing is taken until there is one too many.
    for limit in (LIMITS[-1], _LARGE):
        yield _script(limit, written("d " * (limit + 1)))
    for limit in LIMITS[2:]:
        yield _counted(limit, MANY)
    streams = by_chance(seed)
    # What is held at any moment, in full: each beginning of a stream.
    for length in range(2, len(streams[1]), 2):
        yield _script(2, streams[1][:length])
    for limit, stream in zip(LIMITS, streams, strict=True):
        yield _counted(limit, stream)
    yield _two(written("d d"), written("d d"))
    yield _two(streams[0], streams[1])


def _made(limit: int, name: str = "first") -> Call:
    return Call("ClientBuffer", (limit,), keep=name)


def _put(event: Event, on: str = "first") -> Call:
    return Call("put", (event,), on=on)


def _seen(on: str = "first") -> Script:
    return (Call("held", on=on), Call("take", on=on))


def _script(limit: int, stream: Sequence[Event]) -> Script:
    return (_made(limit), *map(_put, stream), *_seen())


def _counted(limit: int, stream: Sequence[Event]) -> Script:
    """What is held is looked at after each event, and taken now and then."""
    calls = [_made(limit)]
    for number, event in enumerate(stream, start=1):
        calls += [_put(event), Call("held", on="first")]
        calls += _seen() if number % 9 == 0 else ()
    return (*calls, *_seen(), *_seen())


def _two(one: Sequence[Event], other: Sequence[Event]) -> Script:
    """Two clients at once: each gets its own."""
    calls = [_made(1), _made(3, "second")]
    for first, second in zip(one, other, strict=False):
        calls += [_put(first), _put(second, "second")]
    return (*calls, *_seen("second"), *_seen(), *_seen("second"))


def _judge(script: Script, answers: Sequence[Answer]) -> Steps:
    steps: list[Step] = []
    buffers: dict[str, Held] = {}
    for call, answer in zip(script, answers, strict=True):
        if call.afresh:
            buffers.clear()
        if call.keep is not None:
            (limit,) = call.args
            buffers[call.keep] = Held(limit if isinstance(limit, int) else 1)
        steps.append(_step(call, answer, buffers[call.keep or call.on or ""]))
        if steps[-1].breach is not None:
            break
    return tuple(steps)


def _step(call: Call, answer: Answer, held: Held) -> Step:
    owner = call.keep or call.on
    said = _said(call) if owner == "first" else f"{owner}: {_said(call)}"
    if answer.raised is not None:
        return answered(call, said, "no exception", answer, raises(answer))
    if answer.earlier:
        return _changed_earlier(call, said, answer)
    if call.name == "take":
        step = _judge_take(call, said, answer, held)
        held.empty()
        return step
    if call.name == "held":
        return _judge_held(call, said, answer, held)
    done = "made" if call.keep is not None else "put"
    if (change := changed(call, answer, differ)) is not None:
        was, now = change
        breach = Breach("put changes the event")
        return Step(call, said, f"the event still {was}", f"it is {now}", breach)
    if call.name == "put":
        held.add(_event(call))
    return Step(call, said, done, done)


def _changed_earlier(call: Call, said: str, answer: Answer) -> Step:
    (one, *_) = answer.earlier
    if isinstance(one, list):
        breach = Breach(f"{call.name} changes a list that was taken")
        now = f"one is now {told_events(one)}"
        return Step(call, said, "each list as it was when it was taken", now, breach)
    breach = Breach(f"{call.name} changes an event")
    return Step(call, said, "every event as it was put", f"one is now {told_event(one)}", breach)


def _holds(script: Script, answers: Sequence[Answer]) -> bool:
    """Whether nothing breaks, without a word; who is not sure says no."""
    buffers: dict[str, Held] = {}
    for call, answer in zip(script, answers, strict=True):
        if answer.raised is not None or answer.after or answer.earlier:
            return False
        if call.keep is not None:
            (limit,) = call.args
            buffers[call.keep] = Held(limit if isinstance(limit, int) else 1)
            continue
        held = buffers[call.on or ""]
        if call.name == "put":
            held.add(_event(call))
        elif call.name == "held":
            held.said = answer.value if type(answer.value) is int else -1
            if not held.fewest() <= held.said <= held.most():
                return False
        else:
            if not are_events(answer.value) or held.wrong(cast(list[Value], answer.value)):
                return False
            held.empty()
    return True


def _said(call: Call) -> str:
    if call.name == "put":
        return f"put({told_event(valued(call.args[0]))})"
    return "held" if call.name == "held" else f"{call.name}({', '.join(map(str, call.args))})"


def _event(call: Call) -> Event:
    (event,) = call.args
    assert isinstance(event, Event)
    return event


def _judge_held(call: Call, said: str, answer: Answer, held: Held) -> Step:
    fewest, most = held.fewest(), held.most()
    expected = str(most) if fewest == most else f"{fewest} to {most}"
    if type(answer.value) is not int:
        return answered(call, said, expected, answer, WRONG_TYPE)
    fits = fewest <= answer.value <= most
    held.said = answer.value
    return answered(call, said, expected, answer, None if fits else Breach("holds another number"))


def _judge_take(call: Call, said: str, answer: Answer, held: Held) -> Step:
    # Joining early is allowed: where there are several right answers, one is shown.
    expected = told_events([valued(event) for event in held.example()])
    taken = answer.value
    if not isinstance(taken, list) or not are_events(taken):
        return answered(call, said, expected, answer, WRONG_TYPE)
    problem = held.wrong(taken)
    got = told_events(taken)
    if problem is not None and got == expected:
        got = f"{got}: {_unlike(held.example(), taken)}"
    return Step(call, said, expected, got, Breach(f"take {problem}") if problem else None)


def _unlike(expected: Sequence[Event], taken: Sequence[Value]) -> str:
    """What differs where the words are the same: a time, say."""
    for ours, other in zip(map(valued, expected), taken, strict=False):
        if ours != other:
            wanted, got = differ(ours, other)
            return f"{got} and not {wanted}"
    return "not as many as held has said"


def _admits(script: Script) -> bool:
    last: dict[tuple[str | None, str], int] = {}
    for call in script:
        match call.args:
            case (Event() as event,) if call.name == "put":
                of = (call.on, event.response_id)
                if not last.get(of, -1) < event.first_seq <= event.seq:
                    return False
                if event.type == DELTA and type(event.data.get("text")) is not str:
                    return False
                last[of] = event.seq
            case (int() as limit,) if call.name == "ClientBuffer" and type(limit) is int:
                if not 1 <= limit <= 1_000_000:
                    return False
            case ():
                continue
            case _:
                return False
    return True


def _calls(script: Script) -> Script:
    return watching(script, ("put", "take"))


RULES = Rules(_judge, _admits, shorter, words=(Event,), calls=_calls, holds=_holds)
