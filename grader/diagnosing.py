"""Names the mistake behind a failed check, where the lab knows it, and gives the hint that fits.

Knows that a lab may have a module `mistakes`, and no lab by name. It costs a
right answer nothing, and a wrong one a batch of calls. Without a name, the check's own hint stays.
"""

import importlib
import importlib.util
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from grader.course import Lab
from grader.record import CheckResult
from labs.calls import Call, Caller, Fault, Outcome
from labs.diagnosis import Mistake

Diagnose = Callable[[Caller, str, int, Sequence[Call]], Awaitable[Mistake | None]]
"""From the student's code, an exercise, a check's number and the calls of the counterexample to the
mistake, if it is known."""

_BEHAVES: tuple[Outcome, ...] = ("wrong", "error", "blocked", "timeout")
"""Outcomes of code that can be called. A starter's file is no mistake, and has the first hint."""

_HINTS: Mapping[Outcome, str] = {
    "broken": "The file comes first: the message says what stops Python, or the check. If nothing "
    "else helps, `grader reset EXERCISE` brings back the starter's file and keeps yours.",
    "error": "Which input does the code not expect? If a line is named, play the call that leads "
    "there by hand.",
    "timeout": "Where does the code wait, go round without an end, or do all over again what it "
    "has done before?",
    "out_of_memory": "What grows with every call, or in a loop, and is never let go?",
}
"""For code that does not come so far as to answer: what its check is about is no help yet."""

_TELLING = {
    "a coroutine object": "What does `async def` give to whoever calls it plainly, as this "
    "function is called?",
    "a generator object": "What does a function that says `yield` give to whoever calls it?",
    "raised ModuleNotFoundError: ": "What can be imported here? Python's own library, the words of "
    "`labs`, and files of yours beside this one.",
    "raised EOFError: ": "Is there anybody to type? What a function needs comes as its arguments.",
    "raised FrozenInstanceError: ": "What is frozen is never changed: how does `replace` of "
    "`dataclasses` give a changed copy?",
    "raised RecursionError: ": "How many calls stand within each other, and when is there an end?",
    "offset-naive": "Of the two times, which one knows its zone, and which does not?",
    "ended its own process": "What in the code ends all of Python, and not only the function?",
    "raised SystemExit": "What in the code ends all of Python, and not only the function?",
    "got None\n": "What does a function give if its way ends without a `return`? To print is not "
    "to return.",
    "is not even of the right type": "Of what type is the answer to be, to the letter? The rule at "
    "the head of the file says it.",
}
"""Words in a message, or in what was got, that say of themselves what is wrong."""

_AN_ERROR = re.compile(r"(^|: )[A-Z]\w*Error$")
_NO_SUCH_NAME = re.compile("raised (?:AttributeError|NameError): ")
_NAMES = (
    "Is that name spelled as where it is defined, and is it imported, or set on self? In Python, "
    "`help` of a class that you have imported lists the names of its objects."
)


def diagnose_of(lab: Lab) -> Diagnose | None:
    """How the lab names mistakes, if it does."""
    name = f"labs.{lab.name}.mistakes"
    if importlib.util.find_spec(name) is None:
        return None
    diagnose: Diagnose = importlib.import_module(name).diagnose
    return diagnose


def mistakes_of(lab: Lab) -> Sequence[Mistake]:
    """Every mistake that the lab has a name for."""
    name = f"labs.{lab.name}.mistakes"
    if importlib.util.find_spec(name) is None:
        return ()
    mistakes: Sequence[Mistake] = importlib.import_module(name).mistakes()
    return mistakes


def is_to_be_diagnosed(result: CheckResult) -> bool:
    """Whether the result is one behind which there may be a mistake with a name."""
    return result.outcome in _BEHAVES


def with_own_hint(result: CheckResult) -> CheckResult:
    """The same result, with a hint for how it failed where that says more than the check's."""
    hint = _NAMES if _asks_for_no_name(result) else _HINTS.get(result.outcome, result.hint)
    found = result.counterexample
    said = f"{result.message}\ngot {'' if found is None else found.got}\n"
    telling = [told for words, told in _TELLING.items() if words in said]
    if found is not None and result.outcome == "error" and _AN_ERROR.search(found.expected):
        telling.append("Which exception does the rule name?")
    return replace(result, hint=telling[0] if telling else hint)


def _asks_for_no_name(result: CheckResult) -> bool:
    """Whether the code asked for a name that is not there; of None it is the input that matters."""
    found = result.counterexample
    said = result.message or "" if found is None else found.got
    raised = result.outcome == "error" and _NO_SUCH_NAME.search(said)
    return bool(raised) and "'NoneType'" not in said


async def diagnosed(result: CheckResult, diagnose: Diagnose, student: Caller) -> CheckResult:
    """The same result, with the mistake's name and hint if it is a known one."""
    for exercise in result.blame:
        with suppress(Fault):
            calls = _calls_of(result, exercise)
            if (mistake := await diagnose(student, exercise, result.number, calls)) is not None:
                return replace(result, mistake=mistake.name, hint=mistake.hint)
    return result


def _calls_of(result: CheckResult, exercise: str) -> Sequence[Call]:
    found = result.counterexample
    return [] if found is None or found.exercise != exercise else [s.call for s in found.steps]
