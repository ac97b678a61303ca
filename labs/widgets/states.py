"""State diagram: what a student's transition table allows, drawn from its answers.

Knows no rule. `transition` is asked about every pair of statuses: the target back is a move
allowed, a `ValueError` is a move refused, and all else is odd and said so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Literal, TypeVar

from labs.widgets import diagram
from labs.widgets.asking import Raised, asked, told
from labs.widgets.changes import changes
from labs.widgets.film import Curve, Film, Mark, State, Words
from labs.widgets.wording import listed, table

Status = TypeVar("Status", bound=str)

Pair = tuple[str, str]

_WALKED: tuple[tuple[State, str], ...] = (
    ("plain", "allowed"),
    ("lit", "on its path"),
    ("struck", "refused on its path"),
    ("gap", "odd answer"),
)
_TOURED: tuple[tuple[State, str], ...] = (
    ("plain", "allowed"),
    ("lit", "from this status"),
    ("gap", "odd answer"),
)
"""What the arrows mean: of a path through the table, and of the table itself."""


@dataclass(frozen=True)
class Move:
    """A move, and what the student's function says about it."""

    current: str
    target: str
    answer: object

    @property
    def verdict(self) -> Literal["allowed", "refused", "odd"]:
        """What the answer means."""
        if isinstance(self.answer, Raised):
            return "refused" if self.answer.refuses else "odd"
        same = isinstance(self.answer, str) and str.__str__(self.answer) == self.target
        return "allowed" if same else "odd"

    def __str__(self) -> str:
        said = told(self.answer) if self.verdict == "odd" else self.verdict
        return f"from {self.current} to {self.target}: {said}"


def moves(
    transition: Callable[[Status, Status], object], statuses: Sequence[Status]
) -> dict[Pair, Move]:
    """Every pair of statuses, with the answer about it."""
    return {
        (str(a), str(b)): Move(str(a), str(b), asked(partial(transition, a, b)))
        for a, b in product(statuses, statuses)
    }


def states_film(
    transition: Callable[[Status, Status], object],
    statuses: Sequence[Status],
    path: Sequence[tuple[Status, Status]] = (),
) -> Film:
    """The whole table and then each status; with a path, its start and then each of its moves.

    A refused move of the path is struck out; the allowed ones stay lit.
    """
    asked_moves = moves(transition, statuses)
    walk = [asked_moves[str(a), str(b)] for a, b in path]
    scenes = list(_walk(walk) if walk else _tour(asked_moves, [str(s) for s in statuses]))
    return Film(
        title="A run's path through your table" if walk else "Your transition table",
        width=diagram.WIDTH,
        height=diagram.HEIGHT,
        captions=tuple(scene.caption for scene in scenes),
        marks=tuple(_boxes(statuses, scenes)),
        words=tuple(_question_marks(asked_moves, statuses)),
        curves=tuple(_arrows(asked_moves, statuses, scenes)),
        begin=len(walk),
        step_name="move" if walk else "view",
        table="\n".join(map(str, walk)) if walk else _grid(asked_moves, statuses),
        arrows=_WALKED if walk else _TOURED,
    )


def states_table(transition: Callable[[Status, Status], object], statuses: Sequence[Status]) -> str:
    """The same in words: a line for each status, a column for each status it may become."""
    asked_moves = moves(transition, statuses)
    odd = [str(move) for move in asked_moves.values() if move.verdict == "odd"]
    return "\n".join([_grid(asked_moves, statuses), _summary(asked_moves, statuses), *odd])


@dataclass(frozen=True)
class _Scene:
    """A frame: its caption, the boxes and moves that are lit in it, the move that is struck."""

    caption: str
    boxes: frozenset[str] = frozenset()
    lit: frozenset[Pair] = frozenset()
    struck: Pair | None = None


def _tour(asked_moves: dict[Pair, Move], statuses: Sequence[str]) -> Iterator[_Scene]:
    yield _Scene(_summary(asked_moves, statuses) + _oddity(asked_moves))
    for status in statuses:
        allowed = _allowed_from(asked_moves, status)
        on = f"on to {listed(allowed, 'or')}" if allowed else "nothing leads on; it is terminal"
        lit = frozenset((status, target) for target in allowed)
        yield _Scene(f"From {status}: {on}.", frozenset({status, *allowed}), lit)


def _walk(walk: Sequence[Move]) -> Iterator[_Scene]:
    boxes, lit = {walk[0].current}, set[Pair]()
    yield _Scene(f"Before the first move: {walk[0].current}.", frozenset(boxes))
    for number, move in enumerate(walk, 1):
        pair = (move.current, move.target)
        if move.verdict == "allowed":
            boxes |= {*pair}
            lit.add(pair)
        struck = pair if move.verdict == "refused" else None
        yield _Scene(f"Move {number}, {move}.", frozenset(boxes), frozenset(lit), struck)


def _grid(asked_moves: dict[Pair, Move], statuses: Sequence[str]) -> str:
    words = {"allowed": "yes", "refused": "no", "odd": "odd"}
    rows: list[tuple[str, ...]] = [("from \\ to", *statuses)]
    for status in statuses:
        rows.append((status, *(words[asked_moves[status, t].verdict] for t in statuses)))
    return table(rows)


def _summary(asked_moves: dict[Pair, Move], statuses: Sequence[str]) -> str:
    count = sum(move.verdict == "allowed" for move in asked_moves.values())
    terminal = [status for status in statuses if not _allowed_from(asked_moves, status)]
    ends = f"Nothing leads on from {listed(terminal, 'or')}." if terminal else "None is terminal."
    return f"{count} of {len(asked_moves)} moves are allowed. {ends}"


def _oddity(asked_moves: dict[Pair, Move]) -> str:
    odd = [move for move in asked_moves.values() if move.verdict == "odd"]
    if not odd:
        return ""
    count = "1 answer is odd" if len(odd) == 1 else f"{len(odd)} answers are odd; the first"
    return f" {count}: {odd[0]}."


def _allowed_from(asked_moves: dict[Pair, Move], status: str) -> list[str]:
    found = (move for move in asked_moves.values() if move.current == status)
    return [move.target for move in found if move.verdict == "allowed"]


def _boxes(statuses: Sequence[str], scenes: Sequence[_Scene]) -> Iterator[Mark]:
    for number, status in enumerate(statuses):
        looks: list[State] = ["lit" if status in scene.boxes else "plain" for scene in scenes]
        yield Mark(*diagram.place(number), str(status), changes(looks))


def _arrows(
    asked_moves: dict[Pair, Move], statuses: Sequence[str], scenes: Sequence[_Scene]
) -> Iterator[Curve]:
    for (a, current), (b, target) in product(enumerate(statuses), enumerate(statuses)):
        history = changes(_look(asked_moves[current, target], scene) for scene in scenes)
        if history:
            yield diagram.curve(a, b, (current, target), history)


def _look(move: Move, scene: _Scene) -> State:
    pair = (move.current, move.target)
    if move.verdict == "odd":
        return "gap"
    if pair == scene.struck:
        return "struck"
    if pair in scene.lit:
        return "lit"
    return "plain" if move.verdict == "allowed" else "absent"


def _question_marks(asked_moves: dict[Pair, Move], statuses: Sequence[str]) -> Iterator[Words]:
    """On the arrow of each move about which the answer is odd."""
    for (a, current), (b, target) in product(enumerate(statuses), enumerate(statuses)):
        if asked_moves[current, target].verdict == "odd":
            x, y = diagram.curve(a, b, (current, target), ()).middle
            yield Words(x - 4, y + 4, "?")
