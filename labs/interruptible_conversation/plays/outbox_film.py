"""Day 6, the outbox as a picture: word by word, what is said, what is held, what is read.

Knows no running system: it plays one short scene on an outbox, and every answer of the outbox is
drawn as it was given, a wrong one too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from labs.widgets.asking import Raised, asked, shown, told
from labs.widgets.film import Film, Line, Mark, State, Words
from labs.widgets.looks import half_width

OLD, NEW = "the old turn", "the new turn"
_SAID = ("I ", "look ", "after ", "your ", "tickets: ", "I ", "can ", "look ", "one ", "up, ")
_THEN = ("Sorry, ", "once ", "more: ")
_BEFORE = 3
"""So many words are said, if there is room, before the listener reads for the first time."""

_NAMES, _TOP, _LANE, _GAP = 66.0, 52.0, 44.0, 6.0
_LANES = ("said", "held", "read")


class Holds(Protocol):
    """What an outbox can do."""

    def put(self, turn_id: str, text: str, /) -> object:
        """Queue a text."""

    def take(self) -> object:
        """Everything held."""

    def drop(self, turn_id: str, /) -> object:
        """Throw a turn's texts away."""


@dataclass
class _Word:
    turn: str
    text: str
    lanes: tuple[list[tuple[int, State]], ...] = field(default_factory=lambda: ([], [], []))

    @property
    def waits(self) -> bool:
        """Whether it was put, and not taken nor dropped since."""
        return self.lanes[1][-1:] != [] and self.lanes[1][-1][1] == "held"

    def becomes(self, lane: int, frame: int, state: State) -> None:
        """In that lane it looks like this from that frame on."""
        self.lanes[lane].append((frame, state))


def outbox_film(make: Callable[[int], Holds], limit: int = 24) -> Film:
    """A speaker, a listener that reads twice, and an interruption; through an outbox like that."""
    words = [*(_Word(OLD, text) for text in _SAID), *(_Word(NEW, text) for text in _THEN)]
    scene = _Scene(make, limit, words)
    scene.play()
    places = list(_places(words))
    right = places[-1] + half_width(words[-1].text.strip()) + 4
    return Film(
        title=f"An outbox of {limit} characters, word by word",
        width=right,
        height=_TOP + 2 * _LANE + 22,
        captions=tuple(scene.captions),
        marks=tuple(
            Mark(x, _TOP + lane * _LANE, word.text.strip(), tuple(word.lanes[lane]))
            for lane in range(len(_LANES))
            for x, word in zip(places, words, strict=True)
        ),
        lines=tuple(Line(_NAMES - 12, y, right - 4, y) for y in _rows()),
        words=(
            *(Words(4, y + 4.5, name) for y, name in zip(_rows(), _LANES, strict=True)),
            *(Words(places[n] - 12, 18, words[n].turn) for n in (0, len(_SAID))),
        ),
        begin=scene.interrupted,
    )


class _Scene:
    """Plays the scene, and writes down what each word looks like when."""

    def __init__(self, make: Callable[[int], Holds], limit: int, words: list[_Word]) -> None:
        self.captions: list[str] = []
        self.interrupted = 0
        self._limit, self._words = limit, words
        self._box = asked(lambda: make(limit))

    def play(self) -> None:
        """To the end, or to where the outbox raises."""
        old, new = self._words[: len(_SAID)], self._words[len(_SAID) :]
        try:
            self._opens()
            unsaid = self._speak(old[:_BEFORE]) + old[_BEFORE:]
            self._read()
            left = self._speak(unsaid)
            self._interrupt()
            self._put((left or old[-1:])[0])
            self._speak(new)
            self._read()
        except _Broke:
            return

    def _opens(self) -> None:
        odd = f"Outbox {told(self._box)}." if isinstance(self._box, Raised) else ""
        self._says(odd or "Nothing has been said yet.", self._box)

    def _speak(self, words: Sequence[_Word]) -> list[_Word]:
        """Say them, up to the first that has to wait; the rest."""
        return next((list(words[n:]) for n, one in enumerate(words) if not self._put(one)), [])

    def _put(self, word: _Word) -> bool:
        answer = self._ask(lambda box: box.put(word.turn, word.text))
        frame, taken = len(self.captions), answer is True
        over = word.turn == OLD and self.interrupted > 0
        word.becomes(0, frame, "sent" if taken else "dropped" if over else "gap")
        if taken:
            word.becomes(1, frame, "held")
        self._says(f"put {word.text.strip()!r}, {word.turn}: {told(answer)}.", answer)
        return taken

    def _read(self) -> None:
        answer = self._ask(lambda box: box.take())
        pairs = answer if isinstance(answer, list) else []
        frame = len(self.captions)
        for pair in pairs:
            for word in [w for w in self._words if w.waits and (w.turn, w.text) == pair][:1]:
                over = word.turn == OLD and self.interrupted > 0
                word.becomes(1, frame, "absent")
                word.becomes(2, frame, "wrong" if over else "shown")
        self._says(f"The listener reads. take, {_counted(answer)}.", answer)

    def _interrupt(self) -> None:
        answer = self._ask(lambda box: box.drop(OLD))
        self.interrupted = len(self.captions)
        # An outbox that says it dropped nothing, dropped nothing.
        for word in self._words if isinstance(answer, int) and answer > 0 else ():
            if word.waits:
                word.becomes(1, self.interrupted, "dropped")
        self._says(f"The user interrupts. drop, {OLD}: {told(answer)}.", answer)

    def _ask(self, question: Callable[[Holds], object]) -> object:
        assert not isinstance(self._box, Raised)
        return asked(partial(question, self._box))  # type: ignore[arg-type]

    def _says(self, said: str, answer: object) -> None:
        pending = asked(lambda: getattr(self._box, "pending", None))
        raised = isinstance(answer, Raised)
        held = "" if raised else f" Held: {shown(pending)} of {self._limit} characters."
        self.captions.append(said + held)
        if raised:
            raise _Broke


class _Broke(Exception):
    """The outbox raised: here the film breaks off."""


def _counted(answer: object) -> str:
    return f"words: {len(answer)}" if isinstance(answer, list) else told(answer)


def _places(words: Sequence[_Word]) -> Iterator[float]:
    x = _NAMES
    for word in words:
        half = half_width(word.text.strip())
        x += half + _GAP
        yield x
        x += half


def _rows() -> list[float]:
    return [_TOP + lane * _LANE for lane in range(len(_LANES))]
