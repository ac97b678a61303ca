"""What a self-check is: the words in which check authors speak.

Knows no lab, no student file and no process. A check asks a `Caller` to call the student's code
and gets plain answers back.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from labs.calls import Call, Caller, Outcome, Plain

if TYPE_CHECKING:
    from labs.runtime.system import Site


@dataclass(frozen=True)
class Bench:
    """What a check works with: the code under trial, a seed, and a place to run systems in.

    `now` is the clock for deadlines: on a busy machine it may count less than what passes.
    `is_tried`: the exercises have been tried directly, as that is done here, first thing in a fresh
    process with no other file: it would show the same.
    """

    caller: Caller
    seed: int
    site: "Site"
    now: Callable[[], float] = time.monotonic
    is_tried: bool = False


@dataclass(frozen=True)
class Pass:
    """The promise was shown to hold. `evidence` is what was seen."""

    evidence: Mapping[str, Plain]


@dataclass(frozen=True)
class Breach:
    """How an answer breaks its promise. `kind` is what a shorter script has to break as well.

    `fatal`: no system can run with such an answer, as with one that is not of the right type.
    """

    kind: str
    outcome: Outcome = "wrong"
    fatal: bool = False


@dataclass(frozen=True)
class Step:
    """One call of a script: how it reads, what it should give, what it gave; each in one line."""

    call: Call
    said: str
    expected: str
    got: str
    breach: Breach | None = None


@dataclass(frozen=True)
class Counterexample:
    """The smallest script found that breaks the promise; input, expected and got in one line each.

    `steps` are its calls, in order, and the last one is where it breaks. `before` are the calls
    that were made earlier in the same run, for a script that breaks only after them; who shortens
    it finds out, and then there is no `before` any more.

    In a report's JSON it is the `trace`: `exercise`, `input`, `expected`, `got`, then `timeline`,
    the steps as lines of text, and `script`, the steps as objects: a call's `name`, `args`, `on`,
    `keep` and, if it is true, `afresh`, then `said`, `expected` and `got`. An argument is a plain
    value or one tagged: `{"emit": true}`, `{"time": ISO text}`, `{"word": [module, class,
    fields]}`, `{"tuple": [...]}`, `{"list": [...]}`, `{"dict": [[key, value], ...]}`.
    """

    exercise: str
    input: str
    expected: str
    got: str
    steps: tuple[Step, ...] = ()
    before: tuple[Call, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"{self.input}\nexpected {self.expected}\ngot      {self.got}"


@dataclass(frozen=True)
class Fail:
    """The promise was seen broken: what was expected and what happened, in a student's words.

    `outcome` is `wrong` unless the code raised, took too long, or could not be used at all.
    """

    message: str
    evidence: Mapping[str, Plain] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    outcome: Outcome = "wrong"


Verdict = Pass | Fail


@dataclass(frozen=True)
class SelfCheck:
    """One of a lab's numbered checks.

    `title` is the promise in a few words. `exercises` names the parts that the check is about,
    the one that it is chiefly about first.
    """

    number: int
    title: str
    exercises: tuple[str, ...]
    run: Callable[[Bench], Awaitable[Verdict]]
