"""Moderation: what may not be said, word by word or in chunks.

Knows texts only. Word by word is fast, and a phrase is known only at its end: its beginning has
been seen by then, and the final text puts it right. In chunks most phrases are known before any of
their words is seen, and everything is seen later.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BANNED = re.compile(r"wire code is \S+")
REMOVED = "[removed]"
_MOST_WORDS = 4
"""The longest banned phrase, in words: so far back a word's check looks."""


def moderated(text: str) -> str:
    """The text without what may not be said."""
    return _BANNED.sub(REMOVED, text)


@dataclass(frozen=True)
class Moderation:
    """How it is done. `chunk`: so many words are held back and checked together; 1: each alone."""

    chunk: int = 1

    def shown(self, before: Sequence[str], words: Sequence[str]) -> str:
        """What of these words may be shown, after those that were said before.

        What is out is out: of a phrase that began there, the rest at least is kept back.
        """
        tail = "".join(before[1 - _MOST_WORDS :])
        text = tail + "".join(words)
        kept, at = "", len(tail)
        for found in _BANNED.finditer(text):
            if found.end() > at:
                kept += text[at : found.start()] + REMOVED
                at = found.end()
        return kept + text[at:]


WORD_BY_WORD = Moderation()
