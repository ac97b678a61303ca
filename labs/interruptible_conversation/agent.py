"""The scripted agent: what it says to an intent, which tools it uses, what it asks to be allowed.

Knows the text of an intent and nothing else: no conversation, no bus. Its plan depends only on
that text, so what is said and done is never a matter of luck.
"""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from labs.interruptible_conversation.ledger import Arguments
from labs.runtime.model import Gate

LOOK_UP, EXPORT, UPDATE = "look_up", "export_report", "update_ticket"
COOPERATIVE = {LOOK_UP: True, EXPORT: False, UPDATE: False}
"""Which tools stop when they are asked to. An update is over before anybody could ask."""

_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
}


@dataclass(frozen=True)
class Plan:
    """What the agent does about an intent: it uses tools, speaks, and may ask for a permission."""

    words: tuple[str, ...]
    tools: tuple[tuple[str, Arguments], ...] = ()
    ask: tuple[str, Arguments] | None = None


def plan(text: str) -> Plan:
    """The plan for an intent of that text. An update is never done unasked: it is proposed."""
    said = text.lower()
    tickets = _tickets(said)
    tools: list[tuple[str, Arguments]] = []
    if "report" in said:
        tools.append((EXPORT, (("report", "open tickets"),)))
    if "look up" in said:
        tools += [(LOOK_UP, (("ticket", ticket),)) for ticket in tickets or ["1"]]
    if "update" in said and tickets:
        # Who corrects himself names the right number last.
        ticket = tickets[-1]
        question = f"Shall I set ticket {ticket} to solved? Please press Approve or Reject."
        return Plan(_words(question), tuple(tools), (UPDATE, (("ticket", ticket),)))
    return Plan(_words(_reply(tools)), tuple(tools))


def _reply(tools: list[tuple[str, Arguments]]) -> str:
    if not tools:
        return "I look after your tickets: I can look one up, export the report or update one."
    return "I am on it and tell you as soon as there is something to tell you about it."


def _tickets(said: str) -> list[str]:
    # Whole numbers only: half of a long one would be another ticket.
    found = re.findall(r"[0-9]+|[a-z]+", said)
    return [str(_NUMBERS.get(word, word)) for word in found if word.isdigit() or word in _NUMBERS]


def _words(sentence: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\S+ ?", sentence))


class ScriptedSpeaker:
    """A model that says the planned words, one after the other; a check can hold it at a gate."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        """Yield the words for the intents' texts, word by word."""
        for word in plan(" ".join(inputs)).words:
            await self._gate.passage()
            yield word
