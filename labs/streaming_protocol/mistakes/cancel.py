"""Mistakes with the cancel. A probe is a response with tools, of some phase and kind each."""

import itertools
from collections.abc import Callable
from dataclasses import replace

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.protocol import TERMINAL, Response, Semantics, ToolPhase, ToolRun
from labs.streaming_protocol.trials.cancel import cancel

_KINDS = [*itertools.product(ToolPhase, Semantics)]
_STATUSES = ("streaming", "pending", "cancelling", *TERMINAL)


def _with(status: str, *kinds: tuple[ToolPhase, Semantics]) -> Response:
    tools = [ToolRun(f"o{n}", "export", *kind) for n, kind in enumerate(kinds, start=1)]
    return Response("r1", status, tuple(tools))


_RUNNING = (ToolPhase.RUNNING, Semantics.COOPERATIVE)
_WAITING = (ToolPhase.WAITING, Semantics.COMPENSATABLE)
_RESPONSES = [
    *[_with(status) for status in _STATUSES],
    *[_with("streaming", kind) for kind in _KINDS],
    *[_with("cancelling", kind) for kind in _KINDS],
    *[_with(status, _RUNNING) for status in ("pending", *TERMINAL)],
    *[_with(status, _WAITING) for status in ("pending", *TERMINAL)],
    _with("streaming", _RUNNING, _WAITING),
    _with("streaming", _WAITING, _RUNNING, _RUNNING),
]
PROBES = [Probe((Call("cancel", (response,)),), check=3) for response in _RESPONSES]
RIGHT = {"cancel": cancel}
MODELS: list[Model] = []

Cancel = Callable[[Response], object]
WAITING, RUNNING, CANCELLING = ToolPhase.WAITING, ToolPhase.RUNNING, ToolPhase.CANCELLING
CANCELLED, FAILED, COMMITTED = ToolPhase.CANCELLED, ToolPhase.FAILED, ToolPhase.COMMITTED
COOPERATIVE, COMPENSATABLE = Semantics.COOPERATIVE, Semantics.COMPENSATABLE


def _mistake(name: str, question: str, *rules: Cancel) -> None:
    mistake = Mistake(name, f"{question} See cancel.py's rule.")
    MODELS.extend(Model(mistake, {"cancel": rule}) for rule in rules)


def _phase(tool: ToolRun) -> ToolPhase:
    if tool.phase == WAITING:
        return CANCELLED
    return CANCELLING if (tool.phase, tool.semantics) == (RUNNING, COOPERATIVE) else tool.phase


def _by(
    phase: Callable[[ToolRun], ToolPhase] = _phase,
    *,
    status: str = "cancelling",
    ended: Callable[[Response], object] = lambda response: response,
    ends: tuple[str, ...] = TERMINAL,
) -> Cancel:
    def told(response: Response) -> object:
        if response.status in ends:
            return ended(response)
        tools = tuple(replace(tool, phase=phase(tool)) for tool in response.tools)
        return replace(response, status=status, tools=tools)

    return told


def _but(becomes: ToolPhase, phases: str, semantics: str = "") -> Cancel:
    """Tools of these phases, and of these kinds if some are named, become something else."""

    def phase(tool: ToolRun) -> ToolPhase:
        meant = tool.phase in phases.split()
        if meant and (not semantics or tool.semantics in semantics.split()):
            return becomes
        return _phase(tool)

    return _by(phase)


def _refuses(response: Response) -> object:
    raise ValueError


def _tools_only(response: Response) -> object:
    tools = tuple(replace(tool, phase=_phase(tool)) for tool in response.tools)
    return replace(response, tools=tools)


def _left_over(response: Response) -> object:
    left = tuple(tool for tool in response.tools if tool.phase != WAITING)
    return cancel(response if response.status in TERMINAL else replace(response, tools=left))


def _second(phase: Callable[[ToolRun], ToolPhase], status: str = "cancelling") -> Cancel:
    """Right at the first Stop; another one at the second."""
    again = _by(phase, status=status)
    return lambda response: again(response) if response.status == "cancelling" else cancel(response)


def _reset(tool: ToolRun) -> ToolPhase:
    return {CANCELLING: RUNNING, CANCELLED: WAITING}.get(tool.phase, tool.phase)


def _harder(tool: ToolRun) -> ToolPhase:
    return CANCELLED if tool.phase == CANCELLING else _phase(tool)


def _hardest(tool: ToolRun) -> ToolPhase:
    return CANCELLED if tool.phase in (CANCELLING, RUNNING) else _phase(tool)


def _first_only(response: Response) -> object:
    made, changed = list[ToolRun](), False
    for tool in response.tools:
        phase = tool.phase if changed else _phase(tool)
        changed = changed or phase != tool.phase
        made.append(replace(tool, phase=phase))
    is_over = response.status in TERMINAL
    return response if is_over else replace(response, status="cancelling", tools=tuple(made))


def _listed(response: Response) -> object:
    made = cancel(response)
    is_over = made is response
    return made if is_over else replace(made, tools=list(made.tools))  # type: ignore[arg-type]


_mistake(
    "says that all is over",
    "Stop was pressed a moment ago: which tools have really stopped?",
    _by(lambda tool: CANCELLED, status="cancelled"),
    _by(lambda tool: CANCELLED, status="cancelled", ends=()),
    _by(lambda tool: CANCELLED),
)
_mistake(
    "calls the response cancelled at once",
    "Somebody asked for it to stop: has it stopped, or is it being stopped?",
    _by(status="cancelled"),
    _by(lambda tool: tool.phase, status="cancelled"),
)
_mistake(
    "changes what has ended",
    "A Stop comes after the end: what is there left to stop?",
    _by(ends=()),
    _by(ends=("completed",)),
    _by(ends=("completed", "cancelled")),
    _by(ends=("cancelled", "failed")),
    _by(ended=_tools_only),
)
_mistake(
    "raises at a late Stop",
    "Stop is pressed late and twice, as buttons are: is that an error, or just unchanged?",
    _by(ended=_refuses),
    _by(ended=_refuses, ends=(*TERMINAL, "cancelling")),
)
_mistake(
    "lets the second Stop undo the first",
    "Stop is pressed again: does what was cancelled begin anew?",
    _second(_reset),
    _second(_reset, "streaming"),
)
_mistake(
    "lets the second Stop do more",
    "Stop is pressed twice, by an impatient finger: is twice more than once?",
    _second(_harder),
    _second(_hardest),
    _second(_phase, "cancelled"),
    _second(lambda tool: tool.phase, "cancelled"),
    _second(_harder, "cancelled"),
    _second(_hardest, "cancelled"),
)
_mistake(
    "ends a tool that is being cancelled",
    "It was asked to stop and has not said yet that it did: what is it?",
    _but(CANCELLED, "cancelling"),
)
_mistake(
    "cancels what is committed",
    "The mail is out: what does cancelling it change about that?",
    _but(CANCELLED, "committed"),
    _but(CANCELLING, "committed", "compensatable"),
    _but(CANCELLED, "committed", "compensatable"),
    _but(CANCELLING, "committed", "cooperative"),
    _but(CANCELLED, "committed", "cooperative"),
    _but(CANCELLING, "committed"),
    _but(CANCELLED, "committed failed"),
)
_mistake(
    "cancels what has failed",
    "The tool has failed already: which of the two is the truth?",
    _but(CANCELLED, "failed"),
)
_mistake(
    "asks tools to stop that cannot",
    "Which kind of tool listens once it runs?",
    _but(CANCELLING, "running"),
    _but(CANCELLING, "running", "compensatable cooperative"),
    _but(CANCELLING, "running", "before_start cooperative"),
    _but(CANCELLING, "running", "never_after_commit cooperative"),
    _but(CANCELLING, "running", "never_after_commit cooperative compensatable"),
)
_mistake(
    "stops tools that run",
    "A tool is running: can it be said at once that it has stopped?",
    _but(CANCELLED, "running"),
    _but(CANCELLED, "running", "cooperative"),
    _but(CANCELLED, "running", "before_start"),
    _but(CANCELLED, "running", "compensatable"),
    _but(CANCELLED, "running", "cooperative compensatable"),
    _but(CANCELLED, "running", "before_start never_after_commit compensatable"),
)
_mistake(
    "leaves a cooperative tool running",
    "A tool that can be asked to stop is running: who asks it?",
    _but(RUNNING, "running"),
)
_mistake(
    "only asks what has not begun",
    "A tool still waits: does anybody have to wait for it to stop?",
    _but(CANCELLING, "waiting"),
    _but(CANCELLING, "waiting", "cooperative"),
)
_mistake(
    "lets some waiting tools begin",
    "A tool waits and has done nothing yet: does it matter of which kind it is?",
    _but(WAITING, "waiting"),
    _but(WAITING, "waiting", "before_start"),
    _but(WAITING, "waiting", "never_after_commit compensatable cooperative"),
    _but(WAITING, "waiting", "never_after_commit"),
    _but(WAITING, "waiting", "never_after_commit compensatable"),
)
_mistake("leaves out what it cancels", "What is on the screen of a tool that is gone?", _left_over)
_mistake(
    "leaves the status as it was",
    "The tools know of the Stop: how does the client know?",
    lambda response: response if response.status in TERMINAL else _tools_only(response),
)
_mistake(
    "leaves the tools as they are",
    "The response is being cancelled: what of its tools?",
    _by(lambda tool: tool.phase),
)
_mistake("changes the first tool only", "How many tools may a response have?", _first_only)
_mistake(
    "does not stop what is pending",
    "Stop is pressed before the first word: is there nothing to stop?",
    _by(ends=(*TERMINAL, "pending")),
)
_mistake("gives a list of tools", "Of which type is `tools`?", _listed)
