"""The cases that tell wrong folds apart: of each kind of case there is one."""

from collections.abc import Iterator
from dataclasses import replace

from labs.protocol import Event, ResponseState
from labs.streaming_protocol.trials.fold import (
    CANCELLED,
    COMPLETED,
    EMPTY,
    MORE,
    PLAIN,
    WAITING,
    event_of,
    rare,
    snapshots,
)


def cases() -> Iterator[tuple[ResponseState, Event]]:
    delta = PLAIN[1]
    yield from [(EMPTY, event_of(0, *kind)) for kind in PLAIN]
    yield from [(WAITING, event_of(4, *kind)) for kind in (*PLAIN, *MORE)]
    yield from [(WAITING, event) for event in snapshots(WAITING)]
    gap = replace(WAITING, gap=True)
    for state in (WAITING, gap, COMPLETED, replace(CANCELLED, gap=True)):
        yield from [(state, event_of(seq, *delta)) for seq in (4, 3, 2, 5)]
        for first, last in ((4, 6), (3, 5), (2, 3), (5, 6)):
            yield (state, event_of(last, *delta, first_seq=first))
        yield from [(state, event_of(4, *delta, of=of)) for of in ("r2", "r10", "r")]
        yield from [(state, event_of(4, *kind)) for kind in PLAIN[2:4]]
        yield from [(state, event) for event in [*snapshots(state)][-5::2]]
    for state in (COMPLETED, CANCELLED):
        yield from [(state, event_of(4, *kind)) for kind in (*PLAIN, *MORE[:4])]
        # The snapshot that says that it goes on.
        yield from [(state, one) for one in snapshots(state) if one.data["status"] == "streaming"]
    ended = replace(COMPLETED, approval=WAITING.approval)
    yield from [(ended, event_of(4, *kind)) for kind in MORE[:4]]
    yield from rare()
