"""Day 10, the buffer as a picture: event by event, what is put, what is held, what is taken.

Knows no running system: it plays one short scene on a buffer, and every answer of the buffer is
drawn as it was given, a wrong one too. To see what is held, another buffer is put the same events
and emptied, so that looking changes nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, cast

from labs.protocol import Event
from labs.streaming_protocol.plays.events import deed, told, word
from labs.streaming_protocol.trials.buffered import DELTA
from labs.widgets.asking import Raised, asked, shown
from labs.widgets.asking import told as answer_told
from labs.widgets.film import Film, Line, Mark, State, Words
from labs.widgets.looks import half_width

_FIRST = (
    *(word(seq, text) for seq, text in enumerate(("Your ", "parcel ", "is ", "safe. "), start=1)),
    deed(5, "tool.started"),
    word(6, "I "),
    word(7, "write. "),
    deed(8, "tool.completed"),
)
_THEN = (
    word(9, "That "),
    word(10, "is "),
    # Number 11 never came.
    word(12, "there "),
    word(13, "is. "),
    deed(14, "response.completed"),
)
_SAID = {
    "tool.started": "mail begins",
    "tool.completed": "mail is out",
    "response.completed": "the end",
}

_NAMES, _TOP, _LANE, _GAP = 66.0, 40.0, 44.0, 6.0
_LANES = ("put", "held", "taken")


class Holds(Protocol):
    """What a buffer can do."""

    def put(self, event: Event, /) -> object:
        """Take the next event."""

    def take(self) -> object:
        """Everything held."""


Make = Callable[[int], Holds]


@dataclass
class _Piece:
    """One thing in one lane, from `first_seq` to `seq`, and how it looks when."""

    lane: int
    event: Event
    states: list[tuple[int, State]] = field(default_factory=list)


def buffer_film(make: Make, limit: int = 3) -> Film:
    """A scene of thirteen events, a hole and two readings; through a buffer like that."""
    scene = _Scene(make, limit)
    scene.play()
    places = dict(_places([*_FIRST, *_THEN]))
    right = max(places.values()) + half_width(_label(_THEN[-1])) + 4
    rows = [_TOP + lane * _LANE for lane in range(len(_LANES))]
    return Film(
        title=f"A buffer with a limit of {limit}",
        width=right,
        height=rows[-1] + 22,
        captions=tuple(scene.captions),
        marks=tuple(
            Mark(x, rows[piece.lane], _label(piece.event), tuple(piece.states))
            for piece in scene.pieces
            if (x := _place(piece.event, places)) is not None
        ),
        lines=tuple(Line(_NAMES - 12, y, right - 4, y) for y in rows),
        words=tuple(Words(4, y + 4.5, name) for y, name in zip(rows, _LANES, strict=True)),
        begin=scene.joined or len(scene.captions) - 1,
    )


class _Broke(Exception):
    """The buffer raised, or gave what nobody can read: here the film breaks off."""


class _Scene:
    """Plays the scene, and writes down what each event looks like when."""

    def __init__(self, make: Make, limit: int) -> None:
        self.captions: list[str] = []
        self.pieces: list[_Piece] = []
        self.joined = 0
        self._make, self._limit = make, limit
        self._unread: list[Event] = []
        self._held: list[_Piece] = []
        self._read: set[int] = set()

    def play(self) -> None:
        """To the end, or to where the buffer raises."""
        try:
            buffer = self._answered("ClientBuffer", lambda: self._make(self._limit))
            self.captions.append("Nothing has been put yet.")
            for events in (_FIRST, _THEN):
                for event in events:
                    self._put(cast(Holds, buffer), event)
                self._take(cast(Holds, buffer))
        except _Broke:
            return

    def _put(self, buffer: Holds, event: Event) -> None:
        self._answered("put", partial(buffer.put, event))
        frame = len(self.captions)
        self.pieces.append(_Piece(0, event, [(frame, "sent")]))
        self._unread.append(event)
        held = self._looked()
        kept = {_key(piece.event): piece for piece in self._held}
        now = {_key(one): kept.get(_key(one)) or _Piece(1, one, [(frame, "held")]) for one in held}
        self._gone(frame, [piece for key, piece in kept.items() if key not in now])
        self.pieces += [piece for key, piece in now.items() if key not in kept]
        self._held = [*now.values()]
        if not self.joined and any(one.first_seq < one.seq for one in held):
            self.joined = frame
        self.captions.append(f"put {told([event])[1:-1]}. Held, {len(held)}: {told(held)}.")

    def _looked(self) -> list[Event]:
        """What a buffer holds that was put the same events."""
        other_one = cast(Holds, self._answered("ClientBuffer", lambda: self._make(self._limit)))
        for event in self._unread:
            self._answered("put", partial(other_one.put, event))
        return self._events(other_one)

    def _take(self, buffer: Holds) -> None:
        taken = self._events(buffer)
        frame, last = len(self.captions), -1
        self._gone(frame, self._held)
        for event in taken:
            numbers = set(range(event.first_seq, event.seq + 1))
            state: State = "twice" if numbers & self._read else "shown"
            state = "wrong" if event.first_seq <= last else state
            self.pieces.append(_Piece(2, event, [(frame, state)]))
            self._read |= numbers
            last = event.seq
        unread = {event.seq for event in self._unread if event.seq not in self._read}
        for piece in self.pieces:
            if piece.lane == 0 and piece.event.seq in unread:
                piece.states.append((frame, "lost"))
        self._held, self._unread = [], []
        self.captions.append(f"The client reads. take, {len(taken)}: {told(taken)}.")

    def _gone(self, frame: int, pieces: Sequence[_Piece]) -> None:
        for piece in pieces:
            piece.states.append((frame, "absent"))

    def _events(self, buffer: Holds) -> list[Event]:
        answer = self._answered("take", buffer.take)
        if isinstance(answer, list) and all(isinstance(one, Event) for one in answer):
            return answer
        self.captions.append(f"take answered {shown(answer)}, which is no list of events.")
        raise _Broke

    def _answered(self, name: str, call: Callable[[], object]) -> object:
        answer = asked(call)
        if isinstance(answer, Raised):
            self.captions.append(f"{name} {answer_told(answer)}.")
            raise _Broke
        return answer


def _key(event: Event) -> tuple[int, int, str, str]:
    return event.first_seq, event.seq, event.type, _label(event)


def _label(event: Event) -> str:
    if event.type == DELTA:
        return str(event.data.get("text")).strip()
    return _SAID.get(event.type, event.type)


def _place(event: Event, places: dict[int, float]) -> float | None:
    """The middle of the places of all that it stands for."""
    within = [x for seq, x in places.items() if event.first_seq <= seq <= event.seq]
    return (within[0] + within[-1]) / 2 if within else None


def _places(events: Sequence[Event]) -> Iterator[tuple[int, float]]:
    x = _NAMES
    for event in events:
        half = half_width(_label(event))
        x += half + _GAP
        yield event.seq, x
        x += half
