"""Calls into a student's code and their answers: the words that cross to its process and back.

Knows no lab, no check and no process. A `Caller` makes calls; where the code runs is its business.
Answers are plain values, so nothing that the code prints, patches or raises can become a verdict.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

Plain = None | bool | int | float | str | Sequence["Plain"] | Mapping[str, "Plain"]
"""What can be written as JSON."""


@dataclass(frozen=True)
class Word:
    """An answer that is one of the labs' own words, or a time: its class's name and its fields.

    `Word("Intent", ("u1", "stop"))`; a time is `Word("datetime", (ISO text,))`.
    """

    kind: str
    fields: tuple["Value", ...]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(map(told, self.fields))})"


Value = Plain | Word | Sequence["Value"] | Mapping[str, "Value"]
"""What an answer may be: plain values, lists and tuples told apart, and the labs' words."""


def field_names(kind: type) -> Collection[str] | None:
    """The names of the fields of such a word, in order; none if it is no class of words.

    Asked of every value that crosses: `dataclasses.fields` would take longer than all the rest.
    """
    fields: Mapping[str, object] | None = getattr(kind, "__dataclass_fields__", None)
    return fields


def told(value: Value) -> str:
    """The value as a student would write it, whatever hides in its texts escaped."""
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, tuple):
        inside = ", ".join(map(told, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, list):
        return f"[{', '.join(map(told, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{told(k)}: {told(v)}' for k, v in value.items())}}}"
    return ascii(value)


Outcome = Literal[
    "passed", "wrong", "not_written", "blocked", "error", "timeout", "out_of_memory", "broken"
]


@dataclass(frozen=True)
class Emit:
    """Stands, among a call's arguments, for a callback: what it is called with is reported."""


EMIT = Emit()
MOST_WATCHED = 16
"""Of one object, the arguments of so many watched calls are remembered."""


@dataclass(frozen=True)
class Previous:
    """Stands, among a call's arguments, for what the call before it has returned.

    So a chain of calls is one batch. If that is not a word of this kind, such as "ResponseState",
    the chain has ended: nothing more is called, and the answer that was of no use is the one that
    counts.
    """

    kind: str


class Call(NamedTuple):
    """One call into a student's file, its arguments positional.

    `name` is a name of the file or, where `on` names a kept object, one of its methods.
    `keep` is the name under which the result is kept for later calls instead of being returned.
    `afresh`: whatever the file's earlier calls have kept is dropped first, so that a new object
    may even get the id of an old one. `watched`: the answer says so if an argument was changed,
    or, of a kept object, one of those that it was given before, or a list or dict that it gave: a
    call without arguments looks at the last `MOST_WATCHED` of them, another one at the last.
    """

    name: str
    args: tuple[object, ...] = ()
    on: str | None = None
    keep: str | None = None
    afresh: bool = False
    watched: bool = False


@dataclass(frozen=True)
class Odd:
    """An answer that is not a plain one, in words: "a Flag object"."""

    description: str


class Raised(NamedTuple):
    """An exception that the student's code raised.

    `kinds` are the names of its class and of that class's ancestors, so that a `ValueError`
    subclass of the student's own counts as one. `where` names the student's file and line.
    """

    kinds: tuple[str, ...]
    text: str
    where: str

    def __str__(self) -> str:
        said = f": {self.text}" if self.text else ""
        where = f" ({self.where})" if self.where else ""
        return f"raised {self.kinds[0]}{said}{where}"


class Emission(NamedTuple):
    """One call of a callback: of which kept object, and with what."""

    of: str | None
    args: tuple[Value | Odd, ...]


class Answer(NamedTuple):
    """What came of one call: its value or its exception, and what was emitted meanwhile.

    `after` holds the arguments as they were afterwards, if the call was watched and they may have
    been changed; `earlier` those of a watched call before, if they may have been changed since, or
    alone the list or dict that it gave.
    """

    value: Value | Odd = None
    raised: Raised | None = None
    emitted: tuple[Emission, ...] = ()
    after: tuple[Value | Odd, ...] = ()
    earlier: tuple[Value | Odd, ...] = ()


NOTHING = Answer()
"""By far the commonest answer: nothing is returned, and nothing emitted."""


class Told(Exception):
    """Something that went wrong and is said in a sentence; where it happened helps nobody."""

    # Nor what it came with: of a group of exceptions IPython would print every traceback.
    __context__ = None

    def _render_traceback_(self) -> list[str]:
        # IPython asks for this: a notebook then shows the sentence, and no traceback of ours.
        return [f"{type(self).__name__}: {self}"]


class Fault(Told):
    """The student's code could not be used as the contract says; no verdict hangs on the rest."""

    def __init__(self, exercise: str, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.exercise = exercise
        self.outcome: Outcome = outcome
        self.message = message


class Caller(Protocol):
    """Calls exercises, wherever their code runs. Only calls and plain answers cross it."""

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the exercise cannot be loaded, or its process is gone or overdue.
        """


class Need(NamedTuple):
    """A name that an exercise's file must define, and how many arguments it must take.

    `"SeqOrderer.offer"` is a method; its count leaves `self` out. A name without a count is an
    attribute, or a property: to call it is to read it.
    """

    name: str
    arguments: int | None


class Exercise(NamedTuple):
    """One file of a submission: the student's part."""

    name: str
    file: str
    needs: tuple[Need, ...]
