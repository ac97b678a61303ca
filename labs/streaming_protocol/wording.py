"""Wording: how a check says what it has seen.

Knows what the scenarios bring; judges nothing but what a sentence needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from labs.calls import Plain
from labs.protocol import Json, ResponseState
from labs.streaming_protocol.scenarios.approvals import Changed


def not_asked_anew(seen: Changed, granted: str, wanted: str) -> list[str]:
    """What went wrong with a payload that changed after the click; nothing, if nothing did."""
    if seen.done_before:
        did = listed(seen.done_before)
        return [f"The user had granted {granted}; {did} was done without asking anew."]
    if seen.asked_anew is None or list(seen.done_after) != [wanted]:
        did = listed(seen.done_after)
        return [f"Granted anew was {wanted}; done was {did}."]
    return []


def changed(seen: Changed) -> Plain:
    """What became of it, as evidence."""
    return {
        "done_before": list(seen.done_before),
        "asked_anew": seen.asked_anew,
        "done_after": list(seen.done_after),
    }


def kept_as(record: Mapping[str, Json] | None) -> str:
    """As what a stream that broke off was kept, which is not what it should be kept as."""
    if record is None:
        return "and no record was kept of it"
    if record["kind"] == "final":
        return "and that was kept as final"
    return f"and its record is of the kind {record['kind']!a}; expected 'incomplete'"


def differing(state: ResponseState, expected: ResponseState) -> str:
    """The first thing in which the two differ, in words."""
    wanted = asdict(expected)
    for name, value in asdict(state).items():
        if value != wanted[name]:
            return f"{name} {_short(value)}; expected {_short(wanted[name])}"
    return "what was expected"


def _short(value: object) -> str:
    said = ascii(value)
    return said if len(said) <= 120 else f"{said[:60]} ... {said[-50:]}"


def told(state: ResponseState) -> str:
    """How the client believes the tools to stand."""
    return ", ".join(f"{name}: {said}" for name, said in state.tools.items()) or "none"


def listed(deeds: Sequence[str]) -> str:
    """Deeds in a sentence."""
    return " and ".join(deeds) or "nothing"
