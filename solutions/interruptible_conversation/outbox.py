"""Day 6: the outbox between a speaker that is fast and a listener that may be slow.

The rule: never more than `limit` characters are held. `put`, in this order: of a dropped turn:
False, whatever the text; longer than `limit`: ValueError, whatever is held; empty: True, not
queued; if it does not fit: False; else it is queued: True. What is refused changes nothing.
`take` empties it and gives the pairs as they were put, in order, each exactly once. `drop` throws
a turn's pairs away and says how many characters they were; the turn counts as dropped ever after.
"""


class Outbox:
    """Holds at most `limit` characters that were said and not yet sent."""

    def __init__(self, limit: int) -> None:
        """Begin empty; `limit` is 1 or more."""
        self.pending = 0
        self._limit = limit
        self._queue: list[tuple[str, str]] = []
        self._dropped: set[str] = set()

    def put(self, turn_id: str, text: str) -> bool:
        """Queue a text of that turn; False if it has to wait, or its turn is over.

        Raises:
            ValueError: the text is longer than the limit, so it will never fit.
        """
        if turn_id in self._dropped:
            return False
        if len(text) > self._limit:
            raise ValueError(f"{len(text)} characters never fit into {self._limit}")
        if self.pending + len(text) > self._limit:
            return False
        if text:
            self._queue.append((turn_id, text))
            self.pending += len(text)
        return True

    def take(self) -> list[tuple[str, str]]:
        """Everything held, in order, as (turn, text); afterwards nothing is held."""
        taken, self._queue, self.pending = self._queue, [], 0
        return taken

    def drop(self, turn_id: str) -> int:
        """Throw away what is held of that turn, now and ever after; how many characters it was."""
        self._dropped.add(turn_id)
        lost = sum(len(text) for turn, text in self._queue if turn == turn_id)
        self._queue = [pair for pair in self._queue if pair[0] != turn_id]
        self.pending -= lost
        return lost
