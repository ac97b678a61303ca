"""Linked one to the next; recursion, but never deeper than Python likes, for it is a stack."""

from collections import deque
from contextlib import suppress


class SeqOrderer:
    held: dict[int, str]

    def __new__(cls, *args):
        self = super().__new__(cls)
        self.held = {}
        return self

    def __init__(self, start, emit):
        self.start = start
        self.emit = emit

    def offer(self, seq, text, /):
        self.held[seq] = text
        stack = deque([self.start])
        with suppress(KeyError):
            while stack:
                number = stack.pop()
                self.emit(number, self.held.pop(number))
                self.start = number + 1
                stack.append(self.start)
        for old in [n for n in (seq,) if n < self.start]:
            self.held.pop(old, None)
