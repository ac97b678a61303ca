"""Streams that are cut, structured ones too, and a final text that differs from the draft."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from labs.checking import Bench
from labs.protocol import Json
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.scenarios.playing import ended, playing
from labs.streaming_protocol.system import System

CUT = "What became of my parcel? The line breaks off."
HALF = "As data, please; the line breaks off."
LATE = "As data, please; the line breaks off late."
WHOLE = "As data, please."
LEAKY = "What was the code?"


@dataclass(frozen=True)
class Kept:
    """What was kept of one response: its record, its draft, how often its data were validated."""

    status: str
    draft: str
    record: Mapping[str, Json] | None
    validated: int


async def cut_streams(bench: Bench) -> Mapping[str, Kept]:
    """Five responses, one after the other, by their texts."""
    async with playing(bench) as system:
        return {
            CUT: await kept_of(system, CUT),
            HALF: await kept_of(system, HALF, structured=True),
            LATE: await kept_of(system, LATE, structured=True),
            WHOLE: await kept_of(system, WHOLE, structured=True),
            LEAKY: await kept_of(system, LEAKY),
        }


async def kept_of(system: System, text: str, *, structured: bool = False) -> Kept:
    """What was kept of a response to that text, once it has ended."""
    response_id = await system.client.create(text, structured=structured)
    body = await ended(system, response_id)
    validations = system.trace.of("validator", "validates")
    return Kept(
        str(body["status"]),
        str(cast(Body, body["state"])["draft"]),
        cast(Mapping[str, Json] | None, body["record"]),
        sum(record.run_id == response_id for record in validations),
    )
