"""Day 8, by hand: a short response, event by event, and the state after each.

Knows no running system: such a stream is written in a line of a cell.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from labs.protocol import Event, Json, ResponseState
from labs.shown import Shown
from labs.streaming_protocol.plays.stage import reference

Fold = Callable[[ResponseState, Event], object]
RESPONSE = "r1"
_AT = datetime(2030, 1, 1, tzinfo=UTC)
_KINDS: dict[str, tuple[str, dict[str, Json]]] = {
    "started": ("response.started", {}),
    "mail begun": ("tool.started", {"operation_id": "mail"}),
    "mail done": ("tool.completed", {"operation_id": "mail"}),
    "stopped": ("response.cancelled", {"reason": "stopped"}),
    "completed": ("response.completed", {}),
}
_COLUMNS = ("seq", "what comes", "status", "draft", "final", "tools")


def story(*said: str) -> list[Event]:
    """A response: `started`, `mail begun`, `stopped` and the like; all else are its words."""
    words = "".join(one for one in said if one not in _KINDS)
    return [event(number, *_kind(one, words)) for number, one in enumerate(said)]


def event(seq: int, kind: str, data: dict[str, Json], first_seq: int | None = None) -> Event:
    """An event of the response; it stands for several if it begins before its own number."""
    first = seq if first_seq is None else first_seq
    return Event(RESPONSE, seq, _AT + timedelta(milliseconds=40 * seq), kind, data, first)


def by_hand(*said: str) -> Shown:
    """The state after each event, as the reference's fold has it."""
    fold = cast(Callable[[ResponseState, Event], ResponseState], reference()["fold"])
    state, rows = ResponseState(RESPONSE), [_COLUMNS]
    for what, one in zip(said, story(*said), strict=True):
        state = fold(state, one)
        word = what if what in _KINDS else repr(what)
        tools = ", ".join(f"{name}: {told}" for name, told in state.tools.items())
        final = "" if state.final is None else repr(state.final)
        rows.append((str(one.seq), word, state.status, repr(state.draft), final, tools))
    return Shown(tuple(_aligned(rows)))


def _kind(word: str, text: str) -> tuple[str, dict[str, Json]]:
    """The type and the data; the last event says the whole text once more."""
    kind, data = _KINDS.get(word, ("output_text.delta", {"text": word}))
    return kind, {"text": text} if word == "completed" else data


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{text:{n}}" for text, n in zip(row, wide, strict=True)) for row in rows]
    return [line.rstrip() for line in lines]
