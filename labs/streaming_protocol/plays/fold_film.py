"""Day 8, the fold as a picture: event by event, what comes and what the client then knows.

Knows no running system: it plays one short scene on a fold, and every answer of the fold is drawn
as it was given, a wrong one too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from labs.protocol import Event, ResponseState
from labs.streaming_protocol.plays.by_hand import RESPONSE, Fold, event, story
from labs.widgets.asking import asked, told
from labs.widgets.film import Film, Line, Mark, State, Words
from labs.widgets.looks import half_width

_SAID = ("started", "I ", "look ", "after ", "your ", "parcel.", "completed")
_SENT = story(*_SAID)
_FIRST = [_SENT[n] for n in (0, 1, 1, 2, 4)]
"""What the first connection brings: 1 comes twice, and 3 is lost."""

_AGAIN = [event(4, "output_text.delta", {"text": "after your "}, first_seq=3), _SENT[5]]
"""What a second connection brings from 3 on: two words have been joined meanwhile."""

_LATE = [_SENT[n] for n in (5, 6, 2)]
"""What comes in any case: one more twice, the end, and something old behind it."""

_NAMES, _TOP, _LANE, _GAP = 66.0, 30.0, 52.0, 10.0
_LANES = ("sent", "came")


@dataclass
class _Scene:
    """Plays the scene, and writes down what each mark looks like when."""

    fold: Fold
    state: ResponseState = field(default_factory=lambda: ResponseState(RESPONSE))
    captions: list[str] = field(default_factory=lambda: ["Nothing has come yet."])
    came: list[tuple[str, State]] = field(default_factory=list)
    known: dict[int, list[tuple[int, State]]] = field(default_factory=dict)
    asked_at: int = 0

    def play(self) -> None:
        """To the end, or to where the fold answers what is no state."""
        arrivals = [*_FIRST]
        while arrivals:
            if not self._take(arrivals.pop(0)):
                return
            if not arrivals and len(self.came) == len(_FIRST):
                arrivals = [*self._asks_again(), *_LATE]

    def _asks_again(self) -> Sequence[Event]:
        if not self.state.gap:
            return []
        self.asked_at = len(self.captions) - 1
        return _AGAIN

    def _take(self, one: Event) -> bool:
        before, number = self.state, _number(one)
        answer = asked(lambda: self.fold(before, one))
        frame = len(self.captions)
        if not isinstance(answer, ResponseState):
            self.came.append((number, "lost"))
            self.captions.append(f"{number} comes. fold {told(answer)}: here it ends.")
            return False
        self.state = answer
        look = self._look(before, one)
        self.came.append((number, look))
        if look in ("shown", "twice", "wrong"):
            for seq in range(one.first_seq, one.seq + 1):
                self.known.setdefault(seq, []).append((frame, look))
        self.captions.append(f"{number} comes: {_WORDS[look]}. {_said(answer)}")
        return True

    def _look(self, before: ResponseState, one: Event) -> State:
        """What the fold has made of it, seen from outside."""
        after = self.state
        if (after.last_seq, after.draft, after.status) == (
            before.last_seq,
            before.draft,
            before.status,
        ):
            return "gap" if after.gap and not before.gap else "dropped"
        if one.seq in self.known:
            return "twice"
        return "shown" if one.first_seq == before.last_seq + 1 else "wrong"


_WORDS: dict[State, str] = {
    "shown": "applied",
    "twice": "applied once more",
    "wrong": "applied, though it does not follow",
    "gap": "something is missing, so the client asks again",
    "dropped": "nothing changes",
}

_MEANINGS: tuple[tuple[State, str], ...] = (
    ("plain", "not known"),
    ("shown", "applied"),
    ("twice", "applied twice"),
    ("wrong", "does not follow"),
    ("gap", "asks again"),
    ("dropped", "nothing changes"),
    ("lost", "no state"),
)


def fold_film(fold: Fold) -> Film:
    """A stream with a repeat, a loss and late events, through a fold like that."""
    scene = _Scene(fold)
    scene.play()
    places = [*_places([one.strip() for one in _SAID])]
    across = [*_places([number for number, _ in scene.came])]
    right = max(places[-1] + half_width(_SAID[-1]), across[-1] + half_width("3-4")) + 8
    return Film(
        title="A fold, event by event",
        width=right,
        height=_TOP + _LANE + 24,
        captions=tuple(scene.captions),
        marks=(*_sent(scene, places), *_came(scene, across)),
        lines=tuple(Line(_NAMES - 12, y, right - 4, y) for y in _rows()),
        words=tuple(Words(4, y + 4.5, name) for y, name in zip(_rows(), _LANES, strict=True)),
        begin=scene.asked_at or len(scene.captions) - 1,
        step_name="event",
        meanings=_MEANINGS,
    )


def _sent(scene: _Scene, places: Sequence[float]) -> Iterator[Mark]:
    """What was sent: at first not reached, then as the client has it."""
    top = _rows()[0]
    for seq, (x, word) in enumerate(zip(places, _SAID, strict=True)):
        yield Mark(x, top, word.strip(), ((0, "plain"), *scene.known.get(seq, ())))


def _came(scene: _Scene, across: Sequence[float]) -> Iterator[Mark]:
    """What came, in the order in which it did."""
    below = _rows()[1]
    for frame, (x, (number, look)) in enumerate(zip(across, scene.came, strict=True), 1):
        yield Mark(x, below, number, ((frame, look),))


def _number(one: Event) -> str:
    return str(one.seq) if one.first_seq == one.seq else f"{one.first_seq}-{one.seq}"


def _said(state: ResponseState) -> str:
    final = "" if state.final is None else f", final {state.final!r}"
    return f"last_seq {state.last_seq}, gap {state.gap}, draft {state.draft!r}{final}."


def _places(labels: Sequence[str]) -> Iterator[float]:
    x = _NAMES
    for label in labels:
        half = half_width(label)
        x += half + _GAP
        yield x
        x += half


def _rows() -> list[float]:
    return [_TOP + lane * _LANE for lane in range(len(_LANES))]
