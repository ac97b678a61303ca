"""The four lanes: a trace as a picture of what client, gateway, model and tools saw of a response.

The tools' lane has a row for each tool. What happens there and with the model is an event, and
stands where it happened, under its number: what comes behind a Stop stands behind it.
Knows records and no running system. A moment is what lies between two records that say so; in its
frame stands all that was seen up to its end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from labs.runtime.trace import Record
from labs.widgets.film import Film, Handle, Line, Mark, State, Words
from labs.widgets.looks import half_width
from labs.widgets.wording import listed

LANES = ("client", "gateway", "model")
_CLIENT, _GATEWAY, _MODEL = range(len(LANES))
_NAMES, _TOP, _LANE, _GAP = 68.0, 40.0, 44.0, 3.0

_MEANINGS: tuple[tuple[State, str], ...] = (
    ("answer", "said by the user"),
    ("shown", "shown"),
    ("early", "known, and not shown after Stop"),
    ("lost", "lost on the way"),
    ("gap", "something is missing before it"),
    ("seen", "changes nothing"),
    ("twice", "shown twice"),
    ("held", "held"),
    ("sent", "sent"),
    ("plain", "said by the agent"),
    ("replayed", "waits for permission"),
    ("run", "begins"),
    ("lit", "done"),
    ("dropped", "stopped"),
    ("wrong", "failed"),
)
_CLICKS = {"asks": "ask", "approves": "approve", "stops": "Stop", "comes back": "again"}
_TAKEN: dict[str, tuple[State, str]] = {
    "shows": ("shown", "The client shows {}."),
    "hides": ("early", "It takes in {} and shows no word of it."),
    "loses": ("lost", "Lost on the way to the client: {}."),
    "misses": ("gap", "At {} it sees that something is missing before it."),
    "ignores": ("seen", "Nothing changes for it at {}."),
    "shows again": ("twice", "It shows {} twice."),
}
_TOOL_STATES: dict[str, tuple[State, str]] = {
    "required": ("replayed", "The {} waits for permission."),
    "started": ("run", "The {} begins."),
    "completed": ("lit", "The {} is done."),
    "failed": ("wrong", "The {} fails."),
    "cancelled": ("dropped", "The {} is stopped."),
}
_ENDINGS: dict[str, State] = {"completed": "lit", "cancelled": "dropped", "failed": "wrong"}
_KEPT = {"final": "the answer, as final", "incomplete": "a draft, marked incomplete"}


def four_lanes(records: Sequence[Record]) -> Film:
    """The film, from the first moment to the last one; it begins where all has been seen."""
    names = [*LANES, *_tool_names(records)]
    board = _Board(names)
    for moment in _moments(records):
        board.moment(moment)
    right = board.ends[-1] + 6
    return Film(
        title="One response, as client, gateway, model and tools saw it",
        width=right,
        height=_y(len(names) - 1) + 26,
        captions=tuple(board.captions),
        marks=tuple(board.marks()),
        lines=tuple(Line(_NAMES - 10, _y(n), right - 4, _y(n)) for n in range(len(names))),
        words=tuple(Words(4, _y(n) + 4.5, name) for n, name in enumerate(names)),
        handle=Handle(0, 0, 8, _y(len(names) - 1) + 20, "now", tuple(board.ends)),
        begin=len(board.captions) - 1,
        step_name="moment",
        meanings=_MEANINGS,
    )


@dataclass
class _Thing:
    """Something in a lane, and how it looks from which frame on."""

    x: float
    lane: int
    label: str
    states: list[tuple[int, State]]


@dataclass
class _Board:
    """Where everything stands; `ends`: where each moment's part of the picture ends."""

    names: Sequence[str]
    ends: list[float] = field(default_factory=lambda: [_NAMES])
    captions: list[str] = field(default_factory=lambda: ["Nothing has happened yet."])
    things: list[_Thing] = field(default_factory=list)
    events: dict[int, _Thing] = field(default_factory=dict)

    def moment(self, records: Sequence[Record]) -> None:
        """Draw it behind the one before, lane below lane."""
        self.cursors = [self.ends[-1]] * len(self.names)
        for record in records:
            self._draw(record)
        for look, labels in _taken(records):
            for label in labels:
                self._add(_CLIENT, label, look)
        self.ends.append(max(self.cursors) + _GAP)
        self.captions.append(" ".join(_said(records)) or "Nothing is seen of it.")

    def marks(self) -> Iterator[Mark]:
        """All that is in the lanes."""
        for thing in self.things:
            yield Mark(thing.x, _y(thing.lane), thing.label, tuple(thing.states))

    def _draw(self, record: Record) -> None:
        match (record.actor, record.what):
            case ("client", what) if what in _CLICKS:
                self._add(_CLIENT, _CLICKS[what], "answer")
            case ("client", _):
                self._sent(record.detail)
            case ("stream", "put") if record.seq is not None and record.seq not in self.events:
                self.events[record.seq] = self._add(_GATEWAY, str(record.seq), "held")
            case ("model", "says"):
                self._add(_MODEL, str(record.seq), "plain")
            case ("model", what) if what in _ENDINGS:
                self._add(_MODEL, str(record.seq), _ENDINGS[what])
            case ("tools", what):
                lane = self.names.index(_tool_name(record))
                self._add(lane, str(record.seq), _TOOL_STATES[what][0])

    def _add(self, lane: int, label: str, state: State) -> _Thing:
        half = half_width(label)
        thing = _Thing(self.cursors[lane] + _GAP + half, lane, label, [(self._frame, state)])
        self.cursors[lane] += _GAP + 2 * half
        self.things.append(thing)
        return thing

    def _sent(self, numbers: str) -> None:
        """What has come to the client, or was lost on the way, is held no longer."""
        first, last = _ends(numbers)
        for seq in range(first, last + 1):
            if seq in self.events:
                _becomes(self.events[seq], self._frame, "sent")

    @property
    def _frame(self) -> int:
        return len(self.captions)


def _becomes(thing: _Thing, frame: int, state: State) -> None:
    if thing.states[-1][0] == frame:
        thing.states.pop()
    if not thing.states or thing.states[-1][1] != state:
        thing.states.append((frame, state))


def _tool_names(records: Sequence[Record]) -> Sequence[str]:
    """Each tool once, as they come."""
    return list(dict.fromkeys(_tool_name(r) for r in records if r.actor == "tools"))


def _tool_name(record: Record) -> str:
    return record.detail.partition(" ")[2]


def _moments(records: Sequence[Record]) -> Iterator[list[Record]]:
    moment: list[Record] = []
    for record in records:
        if (record.actor, record.what) == ("play", "moment"):
            yield moment
            moment = []
        else:
            moment.append(record)


def _taken(records: Sequence[Record]) -> Iterator[tuple[State, list[str]]]:
    """What came to the client, look by look; numbers that follow each other are one label."""
    taken = [r for r in records if r.actor == "client" and r.what in _TAKEN]
    for what, alike in groupby(taken, key=lambda r: r.what):
        labels: list[tuple[int, int]] = []
        for record in alike:
            first, last = _ends(record.detail)
            if labels and labels[-1][1] + 1 == first:
                first = labels.pop()[0]
            labels.append((first, last))
        yield _TAKEN[what][0], [str(a) if a == b else f"{a}-{b}" for a, b in labels]


def _ends(numbers: str) -> tuple[int, int]:
    first, _, last = numbers.partition("-")
    return int(first), int(last or first)


def _said(records: Sequence[Record]) -> Iterator[str]:
    """The moment in sentences, lane by lane."""
    for record in records:
        if record.actor == "client":
            yield from _clicked(record)
    for what, (_, sentence) in _TAKEN.items():
        if numbers := [r.detail for r in records if (r.actor, r.what) == ("client", what)]:
            yield sentence.format(listed(numbers))
    for record in records:
        match (record.actor, record.what):
            case ("model", "says"):
                yield f"The agent says {record.detail!r}, which is event {record.seq}."
            case ("model", what) if what in _ENDINGS:
                yield f"The response is {record.what}: event {record.seq}."
            case ("tools", what):
                yield _TOOL_STATES[what][1].format(_tool_name(record))
    held = [r.detail for r in records if (r.actor, r.what) == ("stream", "put")]
    if held:
        yield f"The gateway holds {held[-1]}."
    for record in records:
        if (record.actor, record.what) == ("pen", "record"):
            yield f"Kept: {_KEPT.get(record.detail, 'nothing')}."


def _clicked(record: Record) -> Iterator[str]:
    match record.what:
        case "asks":
            yield f"The client asks: {record.detail}"
        case "approves":
            yield f"It approves the {record.detail}."
        case "stops":
            yield "The user says stop."
        case "comes back":
            yield f"The client comes back and names number {record.detail}."


def _y(lane: int) -> float:
    return _TOP + _LANE * lane
