"""Inherits everything, from a base with a lock, through a class method and a property."""

import abc
import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Base(abc.ABC, Generic[T]):
    def __init__(self, start, emit):
        self._lock = threading.RLock()
        self._shown: list[T] = []
        self._held: dict[int, T] = {}
        self._start, self._emit = start, emit

    @property
    def following(self):
        return self._start + len(self._shown)

    def offer(self, seq, text):
        with self._lock:
            if seq >= self.following:
                self._held[seq] = text
            while self.following in self._held:
                number = self.following
                self._shown.append(self._held.pop(number))
                self.show(number)

    @abc.abstractmethod
    def show(self, number): ...


class SeqOrderer(Base[str]):
    def show(self, number):
        self._emit(number, self._shown[-1])
