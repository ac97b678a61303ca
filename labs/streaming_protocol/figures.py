"""The figures: plain counts and times of one process.

Knows no library: `exposition.py` says them in Prometheus' words. Nothing here has a response's id
or a text: a label's value is one of a few, so that no client can make the figures grow.
"""

import bisect
from collections import Counter
from datetime import timedelta

TIMES = {
    "time_to_first_event_seconds": "From a request to its first event.",
    "time_to_first_text_seconds": "From a request to the first text of its answer.",
    "response_seconds": "From a request to the end of its answer.",
    "cancel_seconds": "From a Stop to the end of the answer.",
    "tool_seconds": "From the beginning of an operation to its end, by tool.",
}
COUNTS = {
    "responses": "Responses that have ended, by status.",
    "reconnects": "Connections that went on behind an event.",
    "dropped_connections": "Connections that ended before their response did.",
    "seq_gaps": "Holes that a connection found in what the bus brought.",
    "cancellations_after_commit": "Stops that came when a tool had been done already.",
    "duplicate_operations": "Attempts to begin an operation that was begun before.",
}
LABELS = {"tool_seconds": "tool", "responses": "status"}
BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
"""The upper bounds of the buckets in which times are counted, in seconds."""


class Spread:
    """Times in buckets: how many were at most so long, and their sum."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.buckets[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Figures:
    """What has been counted so far, by name and label (empty where there is none)."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.spreads: dict[tuple[str, str], Spread] = {}

    def count(self, name: str, label: str = "") -> None:
        """Count one more of those."""
        assert name in COUNTS  # a misspelt name would be a figure that stays 0
        self.counts[name, label] += 1

    def time(self, name: str, duration: timedelta, label: str = "") -> None:
        """Note how long it took."""
        assert name in TIMES
        self.spreads.setdefault((name, label), Spread()).add(duration.total_seconds())
