"""Day 9, the cancel as a picture: four tools at work, and a Stop that comes at any moment.

Knows no running system: it asks a student's `cancel` what a Stop at each moment changes, and draws
what tools of these kinds then do. Where what is told is not what happens, that is drawn, too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from labs.protocol import Response, Semantics, ToolPhase, ToolRun
from labs.streaming_protocol.view import notice
from labs.widgets.asking import asked, told
from labs.widgets.film import Film, Handle, Line, Mark, State, Words
from labs.widgets.looks import half_width
from labs.widgets.wording import listed

Cancel = Callable[[Response], object]

_LAST = 7
"""The moments are numbered from 0 to this one; in the last one all is over, stopped or not."""
_NAMES, _TOP, _LANE, _STEP = 78.0, 56.0, 40.0, 44.0
_TOLD = _NAMES + _STEP * (_LAST + 1) + 64
_MOST_STATUS = 10

_MEANINGS: tuple[tuple[State, str], ...] = (
    ("held", "waits"),
    ("run", "runs"),
    ("lit", "done"),
    ("gap", "has been asked to stop"),
    ("dropped", "stopped"),
    ("replayed", "taken back"),
    ("plain", "told, and true"),
    ("wrong", "told, and not true"),
)
_GROUPS = {"stopped": "stopped", "still_running": "goes on", "done": "done"}


@dataclass(frozen=True)
class _Tool:
    """One tool: from when on it runs, and from when on it is done, if nobody stops it."""

    name: str
    semantics: Semantics
    begins: int
    ends: int

    def phase(self, moment: int) -> ToolPhase:
        """How it stands at that moment without a Stop."""
        if moment < self.begins:
            return ToolPhase.WAITING
        return ToolPhase.RUNNING if moment < self.ends else ToolPhase.COMMITTED


_TOOLS = (
    _Tool("search", Semantics.COOPERATIVE, 1, 6),
    _Tool("export", Semantics.BEFORE_START, 4, 7),
    _Tool("mail", Semantics.NEVER_AFTER_COMMIT, 1, 2),
    _Tool("refund", Semantics.COMPENSATABLE, 2, 5),
)
_STATES: dict[ToolPhase, State] = {
    ToolPhase.WAITING: "held",
    ToolPhase.RUNNING: "run",
    ToolPhase.COMMITTED: "lit",
}


def stop_film(cancel: Cancel) -> Film:
    """Four tools of four kinds; in frame `n` the Stop comes at moment `n`."""
    board = _Board()
    captions = [_stop(cancel, moment, board) for moment in range(_LAST + 1)]
    right = _TOLD + half_width("cancelling") + 8
    return Film(
        title="A Stop that comes sooner or later, and four kinds of tools",
        width=right,
        height=_TOP + _LANE * len(_TOOLS) + 24,
        captions=tuple(captions),
        marks=tuple(board.marks()),
        lines=tuple(Line(_NAMES - 12, _y(row), right - 4, _y(row)) for row in range(len(_TOOLS))),
        words=tuple(_words()),
        handle=Handle(_x(0) + _STEP / 2, _STEP, 8, _y(len(_TOOLS) - 1) + 16, "Stop"),
        begin=3,
        step_name="moment",
        meanings=_MEANINGS,
    )


@dataclass
class _Board:
    """What stands where in which frame: by row, place and label, the frames and their states."""

    cells: dict[tuple[int, float, str], list[tuple[int, State]]] = field(default_factory=dict)

    def put(self, frame: int, row: int, x: float, label: str, state: State) -> None:
        """In that frame, and in no other one."""
        cell = self.cells.setdefault((row, x, label), [])
        if cell and cell[-1] == (frame, "absent"):
            cell.pop()
        if not cell or cell[-1][1] != state:
            cell.append((frame, state))
        cell.append((frame + 1, "absent"))

    def marks(self) -> Iterator[Mark]:
        """All of them."""
        for (row, x, label), states in self.cells.items():
            yield Mark(x, _y(row), label, tuple(states))


def _stop(cancel: Cancel, moment: int, board: _Board) -> str:
    """Draw a Stop at that moment; what there is to see."""
    tools = tuple(ToolRun(t.name, t.name, t.phase(moment), t.semantics) for t in _TOOLS)
    for row, tool in enumerate(_TOOLS):
        for past in range(moment + 1):
            _draw(board, moment, row, past, _STATES[tool.phase(past)])
    answer = asked(lambda: cancel(Response("r1", "streaming", tools)))
    if not _is_response(answer):
        return f"Stop at moment {moment}: cancel {told(answer)}."
    assert isinstance(answer, Response)
    groups = {str(name): _GROUPS[g] for g, names in notice(answer).items() for name in names}
    phases = {run.operation_id: run.phase for run in answer.tools}
    lies = [] if answer.status == "cancelling" else ["the response"]
    board.put(moment, len(_TOOLS), _TOLD, _status(answer), "wrong" if lies else "plain")
    for row, tool in enumerate(_TOOLS):
        true = _future(board, tool, phases.get(tool.name), moment, row)
        said = groups.get(tool.name, "nothing")
        board.put(moment, row, _TOLD, said, "plain" if said == true else "wrong")
        lies += [tool.name] if said != true else []
    return _caption(moment, answer, groups, lies)


def _future(board: _Board, tool: _Tool, phase: ToolPhase | None, moment: int, row: int) -> str:
    """Draw what comes after the Stop; in which group a user who is told the truth finds it."""
    was = tool.phase(moment)
    heeds = was == ToolPhase.RUNNING and tool.semantics == Semantics.COOPERATIVE
    if was == ToolPhase.WAITING and phase == ToolPhase.CANCELLED:
        _draw(board, moment, row, moment + 1, "dropped")
        return "stopped"
    if heeds and phase == ToolPhase.CANCELLING:
        _draw(board, moment, row, moment + 1, "gap")
        _draw(board, moment, row, moment + 2, "dropped")
        return "stopped"
    is_done = was == ToolPhase.COMMITTED
    undone = tool.semantics == Semantics.COMPENSATABLE and not is_done
    for later in range(moment + 1, _LAST + 1):
        back = undone and later > tool.ends
        _draw(board, moment, row, later, "replayed" if back else _STATES[tool.phase(later)])
    return "done" if is_done else "goes on"


def _draw(board: _Board, frame: int, row: int, moment: int, state: State) -> None:
    board.put(frame, row, _x(moment), str(moment), state)


def _is_response(answer: object) -> bool:
    if not isinstance(answer, Response) or not isinstance(answer.status, str):
        return False
    if not isinstance(answer.tools, tuple | list):
        return False
    return all(isinstance(run, ToolRun) for run in answer.tools)


def _status(answer: Response) -> str:
    return answer.status[:_MOST_STATUS]


def _caption(moment: int, answer: Response, groups: dict[str, str], lies: list[str]) -> str:
    parts = [
        f"{group}: {listed([name for name, its in groups.items() if its == group])}"
        for group in _GROUPS.values()
        if group in groups.values()
    ]
    said = "; ".join(parts) or "nothing"
    true = f"That is not true of {listed(lies)}." if lies else "All of it is true."
    return f"Stop at moment {moment}: the response is {_status(answer)}. Told: {said}. {true}"


def _words() -> Iterator[Words]:
    for row, tool in enumerate(_TOOLS):
        yield Words(4, _y(row) + 4.5, tool.name)
    yield Words(4, _y(len(_TOOLS)) + 4.5, "response")
    yield Words(_TOLD - 14, 26, "told")


def _x(moment: int) -> float:
    return _NAMES + _STEP * (moment + 0.5)


def _y(row: int) -> float:
    return _TOP + _LANE * row
