"""Day 8, the record: what is kept of a response that was cut, of data, and of a moderated text."""

from collections.abc import Iterator, Mapping

from labs.shown import Shown, named
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.plays.stage import as_part, on_stage
from labs.streaming_protocol.scenarios.playing import all_events, ended, playing
from labs.streaming_protocol.scenarios.record import (
    CUT,
    HALF,
    LATE,
    LEAKY,
    WHOLE,
    Kept,
    cut_streams,
    kept_of,
)
from labs.streaming_protocol.validator import valid

_STORIES = {
    CUT: "a line that breaks off",
    HALF: "data, cut in the middle",
    LATE: "data, cut at their end",
    WHOLE: "data, whole",
    LEAKY: "a text that was moderated",
}
_NOT_AS_PROMISED = {
    "As data, please: a misfit.": "data of another shape",
    "As data, please: in prose.": "prose instead of data",
}


async def what_is_kept(*mine: object) -> Shown:
    """Five responses: how each ended, what stood on the screen, what was kept and used as data."""
    async with on_stage(*as_part("to_record", mine)) as bench:
        seen = await cut_streams(bench)
    return _listed(seen, _STORIES)


async def not_as_promised(*mine: object) -> Shown:
    """Two whole answers that are not the data that were asked for."""
    async with (
        on_stage(*as_part("to_record", mine)) as bench,
        playing(bench) as system,
    ):
        seen = {text: await kept_of(system, text, structured=True) for text in _NOT_AS_PROMISED}
    return _listed(seen, _NOT_AS_PROMISED)


async def moderated(*chunks: int) -> Shown:
    """The same answer, checked word by word or so many words at once."""
    rows: list[tuple[str, str]] = []
    for chunk in chunks:
        async with on_stage() as bench, playing(bench, moderation=Moderation(chunk)) as system:
            response_id = await system.client.create(LEAKY)
            await ended(system, response_id)
            events = await all_events(system, response_id)
        pieces = [str(event.data["text"]) for event in events if event.type == "output_text.delta"]
        rows += [(f"{chunk} at once", "|".join(pieces)), ("  final", str(events[-1].data["text"]))]
    return named(rows, indent=12)


def _listed(seen: Mapping[str, Kept], stories: Mapping[str, str]) -> Shown:
    lines: list[str] = []
    for text, kept in seen.items():
        lines += [f"{stories[text]}: {kept.status}", *named(_rows(kept)).lines, ""]
    return Shown(tuple(lines[:-1]))


def _rows(kept: Kept) -> Iterator[tuple[str, str]]:
    yield "  on the screen", kept.draft
    record = kept.record
    if record is None:
        yield "  kept", "nothing"
    else:
        reason = record["incomplete_reason"]
        why = "" if reason is None else f" ({reason})"
        yield "  kept", f"{record['kind']}{why}: {record['text']}"
        if record["payload"] is not None:
            yield "  used as data", repr(record["payload"])
    yield "  schema", _schema(kept)


def _schema(kept: Kept) -> str:
    """What the schema said; what it has refused stands in no record that a right rule makes."""
    if not kept.validated:
        return "not asked"
    payload = None if kept.record is None else kept.record["payload"]
    return "fits" if payload is not None and valid(payload) else "refused"
