"""A counterexample as the `trace` of a report's JSON, and the script in such a trace again.

Knows the forms and their limits. A trace may come from anywhere, so nothing in it is trusted: only
what is a script of the exercise's own contract is read, words are made of the classes that its
rules name and of no other, and what the trace says was expected or got is not read at all.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, cast

from grader.wire import Json, call_to_json
from labs.calls import EMIT, Call, Exercise, Plain
from labs.checking import Counterexample, Step
from labs.scripts import Rules, Script, fits, neat
from labs.timeline import timeline

MOST_CALLS = 10_000
_MOST_DEPTH = 10


class NoScript(ValueError):
    """Why a trace holds no script that can be replayed, in a few words."""


def trace_to_json(found: Counterexample) -> Json:
    """The counterexample as JSON; `Counterexample` says what the names mean."""
    return {
        "exercise": found.exercise,
        "input": found.input,
        "expected": found.expected,
        "got": found.got,
        "timeline": timeline(found.steps),
        "script": [_step_to_json(step) for step in found.steps],
    }


def _step_to_json(step: Step) -> Json:
    said = {"said": step.said, "expected": step.expected, "got": step.got}
    return {**call_to_json(step.call), **said}


def script_from_json(said: Plain, exercise: Exercise, rules: Rules) -> Script:
    """The script of a trace.

    Raises:
        NoScript: it is none of this exercise, or more than one may be.
    """
    if not isinstance(said, list) or not said:
        raise NoScript("it has no script")
    if len(said) > MOST_CALLS:
        raise NoScript(f"its script has more than {MOST_CALLS:,} calls")
    try:
        script = _Reader(rules.words).script(said)
        if fits(exercise, script) and rules.admits(script := neat(script)):
            return script
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
        pass  # whatever it is, a script of ours is not like that
    raise NoScript(f"its script is not one of {exercise.name}")


class _Maker(Protocol):
    def __call__(self, *fields: object) -> object: ...


class _Reader:
    """Reads calls and their arguments, whose classes may be these alone."""

    def __init__(self, words: Sequence[type]) -> None:
        self._makers = {(w.__module__, w.__name__): cast(_Maker, w) for w in words}

    def script(self, said: Sequence[Plain]) -> Script:
        """The calls; whatever is not of their form raises one of Python's own errors."""
        return tuple(self._call(step) for step in said)

    def _call(self, said: Plain) -> Call:
        match said:
            case {
                "name": str(name),
                "args": list(args),
                "on": None | str() as on,
                "keep": None | str() as keep,
                **rest,
            }:
                afresh = rest.get("afresh") is True
                return Call(name, tuple(self._words(args, 0)), on=on, keep=keep, afresh=afresh)
        raise TypeError

    def _words(self, said: Sequence[Plain], depth: int) -> list[object]:
        if depth > _MOST_DEPTH:
            raise ValueError
        return [self._word(word, depth + 1) for word in said]

    def _word(self, said: Plain, depth: int) -> object:
        match said:
            case None | bool() | int() | float() | str():
                return said
            case {"emit": True}:
                return EMIT
            case {"time": str(time)}:
                return datetime.fromisoformat(time)
            case {"word": [str(module), str(name), list(fields)]}:
                return self._makers[module, name](*self._words(fields, depth))
            case {"tuple": list(items)}:
                return tuple(self._words(items, depth))
            case {"list": list(items)}:
                return self._words(items, depth)
            case {"dict": list(pairs)}:
                return dict(self._pair(pair, depth) for pair in pairs)
        raise TypeError

    def _pair(self, said: Plain, depth: int) -> tuple[object, object]:
        if not isinstance(said, list):
            raise TypeError
        key, value = self._words(said, depth)
        return key, value
