"""Mistakes with the cancel notice. A probe is a list of tools, each of some phase and kind."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from labs.calls import Call
from labs.conversation import CancelNotice, ToolPhase, ToolRun
from labs.diagnosis import Mistake, Model, Probe

STOPPED, RUNNING, DONE = 0, 1, 2
Place = Callable[[ToolRun], int | None]
Plan = Callable[[Sequence[ToolRun]], object]

_KINDS = [*itertools.product(ToolPhase, (True, False))]
_NAMES = {True: "look_up", False: "export_report"}


def _tools(kinds: Iterable[tuple[ToolPhase, bool]], ids: str = "bcadfe", name: str = "") -> Probe:
    tools = [
        ToolRun(one, name or _NAMES[kind[1]], *kind) for one, kind in zip(ids, kinds, strict=False)
    ]
    return Probe((Call("plan_cancel", (tuple(tools),)),), check=4)


PROBES = [
    *[_tools(kinds) for count in (0, 1, 2) for kinds in itertools.product(_KINDS, repeat=count)],
    *[_tools([kind], name=name) for kind in _KINDS for name in _NAMES.values()],
    *[_tools([kind] * 3) for kind in _KINDS],
    *[_tools([kind] * 3, ids="abc") for kind in _KINDS],
    _tools(_KINDS),
]


def _place(tool: ToolRun) -> int | None:
    if tool.phase == ToolPhase.COMMITTED:
        return DONE
    return RUNNING if tool.phase == ToolPhase.RUNNING and not tool.cooperative else STOPPED


def _groups(tools: Sequence[ToolRun], place: Place) -> list[list[ToolRun]]:
    return [[tool for tool in tools if place(tool) == which] for which in (STOPPED, RUNNING, DONE)]


def _by(
    place: Place = _place,
    *,
    says: Callable[[ToolRun], object] = lambda tool: tool.id,
    listed: Callable[[Iterable[object]], object] = tuple,
    order: tuple[int, ...] = (STOPPED, RUNNING, DONE),
) -> Plan:
    def plan_cancel(tools: Sequence[ToolRun]) -> object:
        groups = _groups(tools, place)
        made = [listed([says(tool) for tool in groups[which]]) for which in order]
        return CancelNotice(*cast(list[tuple[str, ...]], made))

    return plan_cancel


def _in_order(arranged: Callable[[Sequence[ToolRun]], Sequence[ToolRun]]) -> Plan:
    return lambda tools: _by()(arranged(tools))


def _moved(phase: ToolPhase, cooperative: bool | None, to: int | None) -> Place:
    """The rule, but for the tools of one kind."""

    def place(tool: ToolRun) -> int | None:
        hit = tool.phase == phase and cooperative in (None, tool.cooperative)
        return to if hit else _place(tool)

    return place


def _names(tools: Sequence[ToolRun]) -> object:
    """A dict by name: tools of one name become one."""
    return _by()(list({tool.name: tool for tool in tools}.values()))


def _twice(extra: Callable[[ToolRun], bool]) -> Plan:
    """Every tool of that kind is told as stopped as well."""

    def plan_cancel(tools: Sequence[ToolRun]) -> object:
        _, running, done = _groups(tools, _place)
        stopped = [tool for tool in tools if _place(tool) == STOPPED or extra(tool)]
        groups = [tuple(tool.id for tool in group) for group in (stopped, running, done)]
        return CancelNotice(*groups)

    return plan_cancel


def _first_only(tools: Sequence[ToolRun]) -> object:
    return _by()([tool for group in _groups(tools, _place) for tool in group[:1]])


def _first_tool(tools: Sequence[ToolRun]) -> object:
    return _by()([tools[0], *tools[1:]])


def _as_tuple(tools: Sequence[ToolRun]) -> object:
    return tuple(tuple(tool.id for tool in group) for group in _groups(tools, _place))


def _as_dict(tools: Sequence[ToolRun]) -> object:
    told = [[tool.id for tool in group] for group in _groups(tools, _place)]
    return dict(zip(("stopped", "still_running", "already_done"), told, strict=True))


def _by_name(tool: ToolRun) -> int | None:
    deaf = tool.phase == ToolPhase.RUNNING and tool.name == _NAMES[False]
    return RUNNING if deaf else _moved(ToolPhase.RUNNING, None, STOPPED)(tool)


RIGHT = {"plan_cancel": _by()}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *plans: Plan) -> None:
    mistake = Mistake(name, f"{question} See notice.py's rule.")
    MODELS.extend(Model(mistake, {"plan_cancel": plan}) for plan in plans)


COMMITTED, WAITING, RUNS = ToolPhase.COMMITTED, ToolPhase.WAITING, ToolPhase.RUNNING

_mistake(
    "tells whatever the user would like to hear",
    "Of all the tools, which can still be stopped by saying so?",
    _by(lambda tool: STOPPED),
)
_mistake(
    "tells a committed tool as stopped",
    "The ticket has been updated: does Stop bring the old one back?",
    _by(_moved(COMMITTED, None, STOPPED)),
)
_mistake(
    "tells a cooperative committed tool as stopped",
    "It would have listened, but it is done: which of the two is asked first?",
    _by(_moved(COMMITTED, True, STOPPED)),
)
_mistake(
    "tells a deaf committed tool as still running",
    "It does not listen, but it is done: which of the two is asked first?",
    _by(_moved(COMMITTED, False, RUNNING)),
    _by(_moved(COMMITTED, None, RUNNING)),
)
_mistake(
    "trusts cooperation alone",
    "Cooperative or not is one thing: how far has the tool come?",
    _by(lambda tool: STOPPED if tool.cooperative else RUNNING),
)
_mistake(
    "tells a waiting tool as running",
    "It has not begun yet: whom would it have to listen to in order not to begin?",
    _by(_moved(WAITING, False, RUNNING)),
    _by(_moved(WAITING, None, RUNNING)),
)
_mistake(
    "tells every running tool as running",
    "Some tools stop when they are asked to: which field says so?",
    _by(_moved(RUNS, None, RUNNING)),
)
_mistake(
    "has cooperation the wrong way round",
    "Which of two running tools goes on after Stop: the one that listens?",
    _by(lambda t: (RUNNING if t.cooperative else STOPPED) if t.phase == RUNS else _place(t)),
)
_mistake(
    "tells a deaf running tool as stopped",
    "A tool that does not listen was told to stop: what does it do now?",
    _by(_moved(RUNS, False, STOPPED)),
)
_mistake(
    "leaves some tools out",
    "Each tool stands in one of the three places: in which one do you find each?",
    *[_by(_moved(phase, kind, None)) for phase in ToolPhase for kind in (None, True, False)],
)
_mistake(
    "tells some tools twice",
    "Each tool stands in one place: can one be stopped and done at once?",
    _twice(lambda tool: tool.cooperative),
    _twice(lambda tool: True),
    _twice(lambda tool: tool.phase == COMMITTED),
    _twice(lambda tool: tool.phase == RUNS),
)
_mistake(
    "loses the order",
    "In which order were the tools given, and what keeps it?",
    _in_order(lambda tools: sorted(tools, key=lambda tool: tool.id)),
    _in_order(lambda tools: tools[::-1]),
    _in_order(lambda tools: sorted(tools, key=lambda tool: tool.id, reverse=True)),
)
_mistake(
    "tells one tool a place",
    "Two tools are in the same place: how many ids stand there?",
    _first_only,
)
_mistake(
    "takes tools of one name for one",
    "Two look-ups at once: what tells them apart?",
    _names,
)
_mistake(
    "goes by the tool's name",
    "A name is for people: which field says whether a tool listens?",
    _by(_by_name),
)
_mistake(
    "tells something other than the ids",
    "What of each tool stands in the notice: all of it, its name, or its id?",
    _by(says=lambda tool: tool.name),
    _by(says=lambda tool: tool),
)
_mistake(
    "mixes up the places",
    "Three tuples in a row: which field of CancelNotice comes first?",
    *[
        _by(order=order)
        for order in itertools.permutations((STOPPED, RUNNING, DONE))
        if order != (STOPPED, RUNNING, DONE)
    ],
)
_mistake(
    "answers lists",
    "Of what type are the three places, as CancelNotice declares them?",
    _by(listed=list),
)
_mistake(
    "answers no CancelNotice",
    "Which class has a name for each of the three places?",
    _as_tuple,
    _as_dict,
)
_mistake(
    "cannot do without tools",
    "The user says stop and nothing is at work: what is the first tool?",
    _first_tool,
)
