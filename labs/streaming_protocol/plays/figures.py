"""Day 10, the figures: a morning of answers, and what an operator reads at /metrics.

Knows the client's and the operator's side of the wire, and moves the clock. The figures are read
back with Prometheus' own parser, as a monitoring server would.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from prometheus_client.parser import text_string_to_metric_families

from labs.shown import Shown, named
from labs.streaming_protocol.changes import Told, changed
from labs.streaming_protocol.exposition import PREFIX
from labs.streaming_protocol.figures import COUNTS
from labs.streaming_protocol.plays.stage import a_system
from labs.streaming_protocol.scenarios.playing import approval_of, deeds, ended, point
from labs.streaming_protocol.system import System

QUICK = timedelta(milliseconds=200)
_WAITS = tuple(timedelta(seconds=s) for s in (0.2, 0.2, 0.4, 0.4, 0.8, 2.0, 40.0))
"""How long the model thought before the first word of an ordinary answer."""

_EXPORT = timedelta(seconds=7)


@dataclass(frozen=True, repr=False)
class Morning:
    """What `/metrics` said at the end of a morning, and which mails had gone out."""

    text: str
    mails: Sequence[str]

    def raw(self, name: str) -> Shown:
        """The lines of that figure, as they were sent."""
        lines = self.text.splitlines()
        return Shown(tuple(line for line in lines if line.startswith(PREFIX + name)))

    def buckets(self, name: str) -> list[tuple[float, int]]:
        """Of so many seconds: how many took at most that long. The last one counts all."""
        found = self._samples(f"{name}_bucket")
        return sorted((float(of["le"]), int(value)) for of, value in found)

    def total(self, name: str) -> int:
        """How often, whatever the label."""
        return int(sum(value for _, value in self._samples(f"{name}_total")))

    def _samples(self, name: str) -> list[tuple[Mapping[str, str], float]]:
        families = text_string_to_metric_families(self.text)
        return [
            (sample.labels, sample.value)
            for family in families
            for sample in family.samples
            if sample.name == PREFIX + name
        ]

    def _mean(self, name: str) -> str:
        ((_, total),), ((_, count),) = self._samples(f"{name}_sum"), self._samples(f"{name}_count")
        return f"{total / count:.1f} s on average, of {count:.0f}"

    def __repr__(self) -> str:
        by_status = self._samples("responses_total")
        answers = ", ".join(f"{value:.0f} {of['status']}" for of, value in by_status)
        rows = [
            ("responses", answers),
            ("time to first text", self._mean("time_to_first_text_seconds")),
            ("Stop to the end", self._mean("cancel_seconds")),
            *((name.replace("_", " "), str(self.total(name))) for name in [*COUNTS][1:]),
        ]
        return "\n".join(named(rows, indent=28).lines)


async def a_morning(*mine: object) -> Morning:
    """Fourteen answers: slow and quick, stopped, cut off, sent twice, and what was counted."""
    async with a_system(*mine) as system:
        for wait in _WAITS:
            await ended(system, await _asked(system, "What became of my parcel?", wait))
        await _stopped(system)
        await _sent_twice(system)
        await _came_back(system)
        await _lost_on_the_bus(system)
        answer = await system.operator.read("/metrics")
        return Morning(answer.text, [deed for deed in deeds(system, "") if "mail" in deed])


async def _asked(system: System, text: str, wait: timedelta = QUICK, words: int = 1_000) -> str:
    """Ask; the model thinks for that long, and then says so many words, or all of them."""
    gate = system.gates("words")
    gate.allow(0)
    response_id = await system.client.create(text)
    await system.trace.until(lambda r: (r.what, r.run_id) == ("comes to", response_id))
    system.clock.advance(wait)
    gate.allow(words)
    return response_id


async def _stopped(system: System) -> None:
    """Stop while a search is at work, while an export is, and while a search is behind a mail."""
    for text, tool, takes in (
        ("Search.", "search", timedelta(0)),
        ("Export.", "export", _EXPORT),
        ("Mail Ada, then search.", "search", timedelta(0)),
    ):
        gate = system.gates(tool)
        gate.allow(0)
        response_id = await _asked(system, text)
        if "Mail" in text:
            await system.client.decide(await approval_of(system, response_id))
        await point(system, response_id, f"{tool}:begun")
        await system.client.stop(response_id)
        system.clock.advance(takes)
        gate.open()
        await ended(system, response_id)


async def _sent_twice(system: System) -> None:
    """A mail whose order is delivered twice, and one behind which the process dies."""
    response_id = await _asked(system, "Mail Ada twice.")
    await system.client.decide(await approval_of(system, response_id))
    await ended(system, response_id)
    gate = system.gates("mail:done")
    gate.allow(0)
    response_id = await _asked(system, "Mail Ada.")
    await system.client.decide(await approval_of(system, response_id))
    await point(system, response_id, "mail:done")
    await system.endpoint.service.close()
    gate.open()
    await system.crash()
    await ended(system, response_id)


async def _came_back(system: System) -> None:
    """A client whose connection breaks, and that comes back with the number that it has."""
    response_id = await _asked(system, "What became of my parcel?", words=3)
    async with system.client.watch(response_id) as connection:
        await connection.through(3)
    await system.trace.until(lambda r: (r.what, r.run_id) == ("left", response_id))
    async with system.client.watch(response_id, 3) as connection:
        system.gates("words").open()
        await connection.rest()
    await ended(system, response_id)


async def _lost_on_the_bus(system: System) -> None:
    """An event that is in the journal, and that the bus never brings: it was away for a moment."""
    response_id = await _asked(system, "What became of my parcel?", words=3)
    async with system.client.watch(response_id) as connection:
        await connection.through(3)
        await system.trace.until(lambda r: (r.what, r.run_id) == ("attached", response_id))
        stored = await system.desk.journal.load(response_id)
        assert stored is not None  # it was created
        unheard: Told = ("output_text.delta", {"text": ""})
        await system.desk.journal.write(changed(stored, system.clock.now(), [unheard]))
        system.gates("words").open()
        await connection.rest()
    await ended(system, response_id)
