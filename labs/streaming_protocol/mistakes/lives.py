"""Probes of the slow client's buffer: the lives of buffers, by what is put into each and taken."""

import itertools
from dataclasses import replace

from labs.calls import Call
from labs.diagnosis import Probe
from labs.protocol import Event
from labs.streaming_protocol.trials.streams import TOOLS, written

_numbers = itertools.count(1)


def _lives(limit: int, *streams: str) -> Probe:
    """Buffers by what is put into each, a word an event; `.` takes. At the end, all is taken."""
    names = [f"buffer {next(_numbers)}" for _ in streams]
    calls = [_made(limit, name) for name in names]
    heard = [_calls(stream, name) for stream, name in zip(streams, names, strict=True)]
    for turn in itertools.zip_longest(*heard):
        calls += [call for call in turn if call is not None]
    seen = [_looks(what, name) for name in names for what in ("held", "take", "held", "take")]
    return Probe((*calls, *seen), check=6)


def _calls(stream: str, name: str) -> list[Call]:
    events = iter(written(stream.replace(".", "")))
    return [
        _looks("take", name) if word == "." else _put(next(events), name) for word in stream.split()
    ]


def _looks(what: str, name: str) -> Call:
    return Call(what, on=name, watched=what == "take")


def _made(limit: int, name: str) -> Call:
    return Call("ClientBuffer", (limit,), keep=name)


def _put(event: Event, name: str) -> Call:
    return Call("put", (event,), on=name, watched=True)


def _of_many_tools() -> Probe:
    puts = [_put(event, "busy") for event in TOOLS[:22]]
    return Probe((_made(1, "busy"), *puts, Call("take", on="busy")), check=6, brief=True)


def _of_two_limits() -> Probe:
    made = [_made(1, "of 1"), _made(3, "of 3")]
    return Probe((*made, *_calls("d d", "of 1"), Call("held", on="of 1")), check=6)


# With a limit of 1 who joins early and who joins late hold the same.
PROBES = [
    *[_lives(1, s) for s in ("", "d", "t", "d d", "d d d", "d d d d", "d d+", "d d+ d", "d+ d d+")],
    *[_lives(1, s) for s in ("d t d", "d t", "t d", "d d t d d", "t d d u", "d t u d", "d s d d")],
    *[_lives(1, s) for s in ("d r2:d", "d r2:d d", "d r2:d+", "r2:d d+ r2:d", "d d r2:d r2:d d")],
    *[_lives(1, s) for s in ("d* d", "d d*", "d* d*", "d* d* d", "0 d", "d 0 d", "0 0", "d* d+")],
    *[
        _lives(1, s)
        for s in ("r2:d r1:d+", "d r2:d* d", "d d . d d", "d d . d . d", "t . d d . t", ". d d")
    ],
    *[_lives(1, s) for s in ("d d d t d d d u d d e", "b d d t d d u e", "t u t u")],
    *[_lives(2, s) for s in ("d d d", "d d d d", "d t d d", "d d+ d d+", "d d t d d")],
    *[_lives(1, "d d t", "t d"), _lives(1, "d** d"), _lives(2, "d d r2:d")],
    _lives(3, "d d d d d"),
    *[replace(_lives(limit, "d " * (limit + 1)), brief=True) for limit in (10, 64)],
    *[_lives(1, s) for s in ("d d+ t t", "s s", "h h", *"abcefstuxy")],
    replace(_lives(1, "l l"), brief=True),
    _of_many_tools(),
    _of_two_limits(),
]
