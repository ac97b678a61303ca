"""The scripted agent: what it says to a text, which tools it uses, and where it breaks off.

Knows the text and nothing else: no response, no bus. Its script depends only on the text, so what
is said and done is never a matter of luck. "Search and export, then mail Ada." is two steps. To
what begins with "In short" it says little, and "a short story" is half as long as a story.
"""

import re
from dataclasses import dataclass

from labs.protocol import Json
from labs.streaming_protocol.outside import EXPORT, MAIL, REFUND, SEARCH
from labs.streaming_protocol.parts import Arguments


@dataclass(frozen=True)
class Say:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True)
class Use:
    """One use of a tool. `number` names it in the script; a redelivered one has the same.

    `later`: with what the agent wants to do it after all, once it may.
    """

    number: int
    tool: str
    arguments: Arguments
    later: Arguments | None = None

    @property
    def meant(self) -> Arguments:
        """With what it is to be done in the end."""
        return self.arguments if self.later is None else self.later


@dataclass(frozen=True)
class Step:
    """Tools that are used side by side; the script goes on when all of them are through."""

    uses: tuple[Use, ...]


@dataclass(frozen=True)
class Break:
    """The model breaks off here."""


Item = Say | Step | Break

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {"parcel": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["parcel", "days"],
    "additionalProperties": False,
}
"""What a structured answer looks like."""

_JSON = '{"parcel": "P-14", "days": 3}'
_MISFIT = '{"parcel": 14}'
_PROSE = "It takes three days."
_OPENING = "I have read your message and look after it now."
_LEAKY = "Your parcel is safe and the wire code is 4711 as you asked."
_LONG = "The parcel goes from the harbour to the depot and then on to your door."
_CLOSING = "That is all."
_STEP_DONE = "One step is done."
_SHORT_OPENING, _SHORT_STEP_DONE = "Gladly.", "Done."

_ARGUMENTS: dict[str, Arguments] = {
    SEARCH: {"query": "parcel"},
    EXPORT: {"report": "open parcels"},
    MAIL: {"to": "ada@example.org", "subject": "Your parcel"},
    REFUND: {"account": "A-7", "amount": 20},
}
_OTHERS: dict[str, Arguments] = {
    MAIL: {"to": "eve@example.org", "subject": "Your parcel"},
    REFUND: {"account": "A-7", "amount": 2000},
}


def script(text: str, structured: bool) -> tuple[Item, ...]:
    """The script for a text, item by item."""
    said = text.lower()
    if structured:
        answer = _MISFIT if "misfit" in said else _PROSE if "prose" in said else _JSON
        items: list[Item] = [Say(piece) for piece in re.findall(r".{1,6}", answer)]
    else:
        closing = () if _is_short(said) else _words(_CLOSING)
        items = [*_words(_opening(said)), *_steps(said), *closing]
    if "breaks off late" in said:
        return (*items, Break())
    if "breaks off" in said:
        return (*items[: len(items) // 2], Break())
    return tuple(items)


def _opening(said: str) -> str:
    if "code" in said:
        return _LEAKY
    if "story" in said:
        return f"{_LONG} " * (2 if "short story" in said else 4)
    return _SHORT_OPENING if _is_short(said) else _OPENING


def _is_short(said: str) -> bool:
    return said.startswith("in short")


def _steps(said: str) -> list[Item]:
    items: list[Item] = []
    done = _words(_SHORT_STEP_DONE if _is_short(said) else _STEP_DONE)
    number = 0
    for part in said.split(", then "):
        names = [str(name) for name in re.findall("search|export|mail|refund", part)]
        uses = tuple(_use(number + at, name, part) for at, name in enumerate(names))
        number += len(uses)
        items += [Step(uses), *done] if uses else []
        if "twice" in part:
            items.append(Step(uses))
        if "otherwise" in part:
            items.append(Step(tuple(_otherwise(use) for use in uses)))
    return items


def _use(number: int, name: str, part: str) -> Use:
    arguments = dict(_ARGUMENTS[name])
    if name == SEARCH and "unreachable" in part:
        arguments["query"] = "unreachable"
    return Use(number, name, arguments, _OTHERS.get(name) if "actually" in part else None)


def _otherwise(use: Use) -> Use:
    return Use(use.number, use.tool, _OTHERS.get(use.tool, {"query": "something else"}))


def _words(sentence: str) -> list[Say]:
    return [Say(word) for word in re.findall(r"\S+ ?", f"{sentence.strip()} ")]
