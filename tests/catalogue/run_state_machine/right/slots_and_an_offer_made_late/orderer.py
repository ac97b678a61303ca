"""Slots, and an offer that each object is given as it is made."""


class SeqOrderer:
    __slots__ = ("offer",)

    def __init__(self, start, emit):
        expected, early = [start], {}

        def offer(seq, text):
            early[seq] = text
            while expected[-1] in early:
                emit(expected[-1], early[expected[-1]])
                expected.append(expected[-1] + 1)

        self.offer = offer
