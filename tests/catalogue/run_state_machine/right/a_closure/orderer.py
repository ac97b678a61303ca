"""No class at all: a function whose result has an offer."""

from types import SimpleNamespace


def SeqOrderer(start, emit):  # noqa: N802
    held = {}

    def offer(seq, text):
        nonlocal start
        if seq < start:
            return
        held.setdefault(seq, text)
        while start in held:
            emit(start, held.pop(start))
            start += 1

    return SimpleNamespace(offer=offer)
