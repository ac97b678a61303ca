"""Arguments that are watched: whether a student's code changes what it was given, now or later.

So are the lists and dicts that it has given: they are their taker's.

Knows that what looks the same pickled has not been changed; standard library only, for a child
process is to run it too.
"""

import pickle
from collections import deque
from collections.abc import Container, Sequence
from typing import NamedTuple

from grader.values import plain
from labs.calls import MOST_WATCHED, Answer

Key = tuple[str, str]
"""An exercise, and the name of one of its kept objects."""


def fingerprint(arguments: Sequence[object]) -> bytes | None:
    """Bytes that stay the same while the arguments do; none if there are no such."""
    try:
        return pickle.dumps(arguments)
    except Exception:  # something is in there now that belongs to the student's code alone
        return None


class Watched(NamedTuple):
    """Arguments of a call, and what they looked like."""

    arguments: Sequence[object]
    fingerprint: bytes | None

    def is_changed(self) -> bool:
        """Whether they may have changed."""
        return self.fingerprint is None or fingerprint(self.arguments) != self.fingerprint


class Watch:
    """Remembers what kept objects were given last."""

    def __init__(self) -> None:
        self._known: dict[Key, deque[Watched]] = {}

    def forget(self, key: Key) -> None:
        """There is another object of this name now."""
        self._known.pop(key, None)

    def keep_only(self, keys: Container[Key]) -> None:
        """All other objects have been dropped."""
        self._known = {key: seen for key, seen in self._known.items() if key in keys}

    def seen(self, key: Key | None, own: Watched, answer: Answer, result: object) -> Answer:
        """The answer, and what has become of its arguments, and of what went before.

        `key` names the kept object that was called, if it was one.
        """
        if own.is_changed():
            answer = answer._replace(after=tuple(map(plain, own.arguments)))
            own = Watched(own.arguments, fingerprint(own.arguments))
        if key is None:
            return answer
        known = self._known.setdefault(key, deque(maxlen=MOST_WATCHED))
        # To look at all of them is slow: whoever takes nothing new has the time.
        looked_at = list(known)[-1:] if own.arguments else known
        if changed := next((before for before in looked_at if before.is_changed()), None):
            answer = answer._replace(earlier=tuple(map(plain, changed.arguments)))
        if own.arguments:
            known.append(own)
        if type(result) in (list, dict) and (looks := fingerprint([result])) is not None:
            known.append(Watched([result], looks))
        return answer
