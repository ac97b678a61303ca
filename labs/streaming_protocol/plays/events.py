"""Day 10, events by hand: pieces of text, deeds, and what a client makes of them.

Knows the fold as the contract has it, and no running system.
"""

from collections.abc import Iterable, Sequence

from labs.protocol import Event, ResponseState
from labs.specs import valued
from labs.streaming_protocol.plays.by_hand import RESPONSE, event
from labs.streaming_protocol.trials.buffered import DELTA, told_events
from labs.streaming_protocol.trials.spec import fold


def word(seq: int, text: str, *, first_seq: int | None = None) -> Event:
    """A piece of the text; with `first_seq` it stands for several."""
    return event(seq, DELTA, {"text": text}, first_seq)


def deed(seq: int, kind: str) -> Event:
    """An event of another type: a tool's, or an end."""
    return event(seq, kind, {"operation_id": "mail", "text": "", "reason": ""})


def folded(events: Sequence[Event]) -> ResponseState:
    """What a client knows after these, if it knew all that came before the first one."""
    before = events[0].first_seq - 1 if events else -1
    state = ResponseState(RESPONSE, last_seq=before, status="streaming")
    for one in events:
        state = fold(state, one)
    return state


def told(events: Iterable[Event]) -> str:
    """The events in few words: `[delta 1-3 'Hel', tool.started 4]`."""
    return told_events([valued(one) for one in events])


def words_among(events: Iterable[Event]) -> int:
    """How many of them are pieces of text."""
    return sum(one.type == DELTA for one in events)
