"""An abstract base, a lock, and a context manager for each change."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager


class Box(ABC):
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.RLock()
        self._pairs: list[tuple[str, str]] = []
        self._over: set[str] = set()
        self.pending = 0

    @contextmanager
    def _changing(self) -> Iterator[list[tuple[str, str]]]:
        with self._lock:
            yield self._pairs
            self.pending = sum(len(text) for _, text in self._pairs)

    @abstractmethod
    def put(self, turn_id: str, text: str) -> bool: ...


class Outbox(Box):
    def put(self, turn_id: str, text: str) -> bool:
        with self._changing() as pairs:
            if turn_id in self._over:
                return False
            if len(text) > self._limit:
                raise ValueError(len(text), self._limit)
            fits = self.pending + len(text) <= self._limit
            if fits and text:
                pairs.append((turn_id, text))
            return fits

    def take(self) -> list[tuple[str, str]]:
        with self._changing() as pairs:
            taken = pairs.copy()
            pairs.clear()
            return taken

    def drop(self, turn_id: str) -> int:
        with self._changing() as pairs:
            self._over.add(turn_id)
            before = self.pending
            pairs[:] = [pair for pair in pairs if pair[0] != turn_id]
        return before - self.pending
