"""The trace: what happened in a system, as plain records.

Knows no actor's code. Pictures, evidence and log lines are made from these records and from
nothing else. A record holds no time of day and no id of a bus entry, so that the same seed
leaves the same trace in both modes.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Record:
    """One thing that one actor did. `seq` is the fragment it concerns, where there is one."""

    actor: str
    what: str
    run_id: str
    seq: int | None = None
    detail: str = ""

    def __str__(self) -> str:
        run = f" {self.run_id}" if self.run_id else ""
        number = "" if self.seq is None else f" seq {self.seq}"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.actor} {self.what}{run}{number}{detail}"


Log = Callable[[Record], None]
"""Where an actor reports what it did: a `Trace`, or a process's standard error."""


class Trace:
    """Keeps every record, in order, and wakes whoever waits for one."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self._news = asyncio.Event()

    def __call__(self, record: Record) -> None:
        """Keep the record: a trace is a log."""
        self.records.append(record)
        self._news.set()

    def of(self, actor: str, *whats: str) -> list[Record]:
        """That actor's records of these kinds, in order."""
        return [r for r in self.records if r.actor == actor and r.what in whats]

    async def until(self, condition: Callable[[Record], bool], count: int = 1) -> Record:
        """Wait for the `count`-th record that meets the condition, past records included.

        Each record is looked at once: what else the condition asks about has happened before it.
        """
        looked_at = 0
        while True:
            for record in self.records[looked_at:]:
                looked_at += 1
                count -= condition(record)
                if count == 0:
                    return record
            self._news.clear()
            await self._news.wait()
