"""Reconnect: a connection that is cut, and what the reader has in the end, for each place to cut.

The run goes on while its reader is away. Back again, the reader names the last number it saw; the
student's arithmetic says where to go on. What is stored by then is replayed; the bus is listened
to from a position taken before, so some fragments come twice and the orderer has to drop them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from labs.widgets.asking import Raised, asked, shown, told
from labs.widgets.changes import changes
from labs.widgets.film import Film, Handle, Mark, State, Words
from labs.widgets.wording import spans, table

MEANWHILE = 4
"""How many more fragments are stored by the time of the replay."""

OVERLAP = 2
"""How many of those come over the bus as well: published after its position was taken."""


class Orderer(Protocol):
    """What an orderer must be able to do here."""

    def offer(self, seq: int, text: str, /) -> object:
        """Take a fragment as it comes."""


MakeOrderer = Callable[[int, Callable[[int, str], None]], Orderer]
ResumeFrom = Callable[[str | None], object]


@dataclass(frozen=True)
class Return:
    """A reader that came back: what it named, what it was sent then, how often it saw each.

    `trouble` says in words what kept the stream from going on as it should.
    """

    cut: int
    replayed: range
    live: range
    seen: tuple[int, ...]
    trouble: str = ""

    @property
    def header(self) -> str | None:
        """The Last-Event-ID: the last number seen before the cut."""
        return str(self.cut - 1) if self.cut else None

    @property
    def overlap(self) -> list[int]:
        """What comes over the bus although it was just replayed."""
        return [seq for seq in self.live if seq in self.replayed]

    @property
    def twice(self) -> list[int]:
        """What the reader saw more than once."""
        return [seq for seq, times in enumerate(self.seen) if times > 1]

    @property
    def never(self) -> list[int]:
        """What the reader never saw."""
        return [seq for seq, times in enumerate(self.seen) if not times]


def returns(
    texts: Sequence[str], resume_from: ResumeFrom, make_orderer: MakeOrderer
) -> list[Return]:
    """What happens for a cut after 0, 1, ... and all fragments."""
    return [_returned(texts, cut, resume_from, make_orderer) for cut in range(len(texts) + 1)]


def reconnect_film(
    texts: Sequence[str], resume_from: ResumeFrom, make_orderer: MakeOrderer, *, begin: int = 6
) -> Film:
    """The picture: a frame for each cut, the student's functions inside."""
    scenes = returns(texts, resume_from, make_orderer)
    lanes = (_before, _replayed, _live, _in_the_end)
    return Film(
        title="A connection is cut, and comes back",
        width=700,
        height=_LANE * len(lanes) + 12,
        captions=tuple(map(_caption, scenes)),
        marks=tuple(
            Mark(_x(seq), _y(row), str(seq), changes(look(scene, seq) for scene in scenes))
            for row, look in enumerate(lanes)
            for seq in range(len(texts))
        ),
        words=tuple(Words(8, _y(row) + 4, name) for row, name in enumerate(_LANES)),
        handle=Handle(_x(0) - _STEP / 2, _STEP, 10, _LANE * len(lanes) + 8, "cut"),
        begin=min(begin, len(texts)),
        step_name="cut",
    )


def reconnect_table(
    texts: Sequence[str], resume_from: ResumeFrom, make_orderer: MakeOrderer
) -> str:
    """The same in words: a line a cut."""
    head = ("cut after", "Last-Event-ID", "replayed", "live", "overlap", "twice", "missing")
    return table([head, *map(_row, returns(texts, resume_from, make_orderer))])


def _returned(
    texts: Sequence[str], cut: int, resume_from: ResumeFrom, make_orderer: MakeOrderer
) -> Return:
    nothing, before = range(0), (1,) * cut + (0,) * (len(texts) - cut)
    header = str(cut - 1) if cut else None
    start = asked(lambda: resume_from(header))
    if type(start) is not int or start < 0:
        trouble = f"resume_from({header!r}) {told(start)}: the stream does not go on"
        return Return(cut, nothing, nothing, before, trouble)
    stored = min(len(texts), cut + MEANWHILE)
    # A number that the run has not reached is no number of this run: the gateway sends it all.
    start = start if start <= stored else 0
    replayed, live = range(start, stored), range(max(cut, stored - OVERLAP), len(texts))
    emitted, trouble = _ordered(texts, make_orderer, start, [*replayed, *live])
    seen = tuple(had + emitted[seq] for seq, had in enumerate(before))
    return Return(cut, replayed, live, seen, trouble)


def _ordered(
    texts: Sequence[str], make_orderer: MakeOrderer, start: int, sent: Sequence[int]
) -> tuple[Counter[int], str]:
    """How often the orderer lets each fragment through, and what went wrong with it."""
    emitted: list[tuple[int, str]] = []

    def offer_all() -> None:
        orderer = make_orderer(start, lambda seq, text: emitted.append((seq, text)))
        for seq in sent:
            orderer.offer(seq, texts[seq])

    answer = asked(offer_all)
    strange = [pair for pair in emitted if not _is_of(texts, *pair)]
    through = Counter(seq for seq, text in emitted if _is_of(texts, seq, text))
    if isinstance(answer, Raised):
        return through, f"the orderer {told(answer)}"
    return (
        through,
        f"the orderer emitted what it was not offered, {shown(strange[0])}" if strange else "",
    )


def _is_of(texts: Sequence[str], seq: object, text: object) -> bool:
    # Exactly a number and a text: anything else may have ideas of its own about being equal.
    if type(seq) is not int or type(text) is not str:
        return False
    return 0 <= seq < len(texts) and texts[seq] == text


_STEP = 28.5
_LANE = 46
_LANES = ("before the cut", "replayed", "live", "in the end")


def _x(seq: int) -> float:
    return 134 + seq * _STEP


def _y(row: int) -> float:
    return 34 + row * _LANE


def _before(scene: Return, seq: int) -> State:
    return "seen" if seq < scene.cut else "absent"


def _replayed(scene: Return, seq: int) -> State:
    return "replayed" if seq in scene.replayed else "absent"


def _live(scene: Return, seq: int) -> State:
    if seq not in scene.live:
        return "absent"
    return "overlap" if seq in scene.overlap else "live"


def _in_the_end(scene: Return, seq: int) -> State:
    times = scene.seen[seq]
    return "lost" if not times else "shown" if times == 1 else "twice"


def _caption(scene: Return) -> str:
    where = "before the first fragment"
    if scene.cut:
        where = f"after {scene.cut}, the last is number {scene.cut - 1}"
    named = f"Last-Event-ID {scene.header}" if scene.header else "no Last-Event-ID"
    said = [f"Cut {where}", f"Back with {named}", _sent(scene), scene.trouble, _outcome(scene)]
    return " ".join(f"{part}." for part in said if part)


def _sent(scene: Return) -> str:
    sent = f"Replay {spans(scene.replayed) or 'nothing'}, live {spans(scene.live) or 'nothing'}"
    if not scene.overlap:
        return sent
    dropped = all(scene.seen[seq] < 2 for seq in scene.overlap)
    return f"{sent}; {spans(scene.overlap)} overlap, {'dropped' if dropped else 'not dropped'}"


def _outcome(scene: Return) -> str:
    twice, never = spans(scene.twice), spans(scene.never)
    said = f"{len(scene.twice)} shown twice, {twice}" if twice else "Nothing twice"
    return f"{said}; {len(scene.never)} missing, {never}" if never else f"{said}; nothing missing"


def _row(scene: Return) -> tuple[str, ...]:
    numbers = (scene.replayed, scene.live, scene.overlap, scene.twice, scene.never)
    said = [spans(part) or "nothing" for part in numbers]
    return (str(scene.cut), scene.header or "none", *said)
