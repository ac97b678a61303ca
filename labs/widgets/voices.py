"""Voices: what a reader gets to read when a second message comes, word by word.

Knows what a run of each status is doing, and no rule: it tells what follows from one run for both
messages, or from two.
"""

from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Literal

_FIRST = "Your money is on its way."
_SECOND = "The new shoes ship this week."
_BOTH = "No money, then: new shoes ship this week."
"""The answers to "I want a refund.", to "No, an exchange!", and to both."""

_LOST = "second message: no answer"

Part = Literal["answer", "dropped", "run", "lost"]
"""A word of an answer, or one set aside; that the run begins anew; that something is lost."""


@dataclass(frozen=True)
class Piece:
    """Something that a run does: a word of its answer, mostly. `run` is 1 or 2."""

    run: int
    text: str
    part: Part = "answer"


@dataclass(frozen=True)
class Outcome:
    """What comes of the two messages: the pieces in the order of time, and that in a sentence."""

    pieces: tuple[Piece, ...]
    said: str

    @property
    def read(self) -> str:
        """What the reader has read in the end."""
        return " ".join(piece.text for piece in self.pieces if piece.part == "answer")


@dataclass(frozen=True)
class Scene:
    """The first run when the second message comes: what it does, how many words are out."""

    said: str
    doing: Literal["waits", "works", "is over"]
    out: int

    def one_run(self) -> Outcome:
        """What follows if the second message joins the first run."""
        begun = _words(1, _FIRST)[: self.out]
        if self.doing == "is over":
            lost = Piece(1, _LOST, "lost")
            said = "it joins a run at which nobody works any more, and is never answered"
            return Outcome((*begun, lost), said)
        if self.doing == "waits":
            return Outcome((*begun, *_words(1, _BOTH)), "one run, which begins with both messages")
        # The reader sees what was written since: what came before is set aside.
        aside = (replace(piece, part="dropped") for piece in begun)
        anew = (*aside, Piece(1, "rerun", "run"), *_words(1, _BOTH))
        return Outcome(anew, "one run, which reruns with both messages")

    def two_runs(self) -> Outcome:
        """What follows if the second message becomes a run of its own."""
        first, second = _words(1, _FIRST), _words(2, _SECOND)
        begun, rest = first[: self.out], first[self.out :]
        if self.doing == "is over":
            return Outcome((*begun, *second), "a run of its own, one voice after the other")
        both = tuple(piece for piece in chain(*zip_longest(rest, second)) if piece)
        return Outcome((*begun, *both), "two runs, two voices at once")

    def no_answer(self) -> Outcome:
        """What follows if nobody says whether it joins: the first run goes on alone."""
        out = self.out if self.doing == "is over" else None
        alone = _words(1, _FIRST)[:out]
        return Outcome((*alone, Piece(2, _LOST, "lost")), "the second message gets no answer")


SCENES = {
    "pending": Scene("waits for a worker", "waits", 0),
    "running": Scene("works and has shown nothing yet", "works", 0),
    "streaming": Scene("works and has shown three words", "works", 3),
    "done": Scene("is over, its answer complete", "is over", 6),
    "failed": Scene("is over, in the middle of its answer", "is over", 3),
    "cancelled": Scene("is over, in the middle of its answer", "is over", 3),
}
"""What a run of each status does."""


def _words(run: int, text: str) -> tuple[Piece, ...]:
    return tuple(Piece(run, word) for word in text.split())
