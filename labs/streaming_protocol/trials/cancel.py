"""The cancel, tried directly: every status, phase and kind of tool; twice; several tools."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from labs.calls import Call, Caller
from labs.protocol import Response, Semantics, ToolPhase, ToolRun
from labs.scripts import Script, shorter
from labs.specs import Manner, rules_of
from labs.streaming_protocol.trials.telling import differ, tell
from labs.trials import Finding, try_scripts

Kind = tuple[ToolPhase, Semantics]
_KINDS: list[Kind] = [*itertools.product(ToolPhase, Semantics)]
_STATUSES = ("streaming", "pending", "cancelling", "completed", "cancelled", "failed")
_MUCH = ("streaming", "cancelling", "completed")
"""Statuses in which every kind of tool is tried; in the others, one of each phase."""


def cancel(response: Response) -> Response:
    """The rule, written down as plainly as can be."""
    if response.status in ("completed", "cancelled", "failed"):
        return response
    tools = list[ToolRun]()
    for tool in response.tools:
        phase = tool.phase
        if tool.phase == "waiting":
            phase = ToolPhase.CANCELLED
        if tool.phase == "running" and tool.semantics == "cooperative":
            phase = ToolPhase.CANCELLING
        tools.append(replace(tool, phase=phase))
    return replace(response, status="cancelling", tools=tuple(tools))


async def try_cancel(caller: Caller) -> Finding | None:
    """No tool, one of each kind, pairs, all of them in several orders; then once more."""
    return await try_scripts(caller, "cancel", RULES, [*_scripts()])


def _scripts() -> Iterator[Script]:
    for status in _STATUSES:
        yield _asked(Response("r1", status, ()))
    for status, kind in itertools.product(_STATUSES, _KINDS):
        if status in _MUCH or kind[1] == Semantics.COOPERATIVE:
            yield _asked(_with(status, [kind]))
    some: list[Kind] = [(phase, Semantics.COOPERATIVE) for phase in ToolPhase]
    some.append((ToolPhase.RUNNING, Semantics.NEVER_AFTER_COMMIT))
    for kinds in itertools.product(some, repeat=2):
        yield _asked(_with("streaming", kinds))
    for status in _STATUSES:
        yield _twice(_with(status, _KINDS))
    # Ids and names say nothing: one name for all, and ids that are in no order; nor how many.
    whole = _with("streaming", [*_KINDS[::-1], *_KINDS])
    odd = [replace(t, name="refund", operation_id=t.operation_id[::-1]) for t in whole.tools]
    yield _twice(Response("r2", "streaming", tuple(odd)))


def _twice(response: Response) -> Script:
    return (*_asked(response), *_asked(cancel(response)))


def _asked(response: Response) -> Script:
    return (Call("cancel", (response,)),)


def _with(status: str, kinds: Sequence[Kind]) -> Response:
    tools = [ToolRun(f"o{n}", "export", *kind) for n, kind in enumerate(kinds, start=1)]
    return Response("r1", status, tuple(tools))


def _admits(call: Call) -> bool:
    match call.args:
        case (Response(status=status, tools=tuple(tools)),) if status in _STATUSES:
            return all(type(tool) is ToolRun for tool in tools) and _are_apart(tools)
    return False


def _are_apart(tools: Sequence[ToolRun]) -> bool:
    return len({tool.operation_id for tool in tools}) == len(tools)


def _simpler(script: Script) -> Iterator[Script]:
    """Fewer calls, then fewer tools."""
    yield from shorter(script)
    for at, call in enumerate(script):
        (response,) = call.args
        assert isinstance(response, Response)
        for n in range(len(response.tools)):
            fewer = replace(response, tools=(*response.tools[:n], *response.tools[n + 1 :]))
            yield (*script[:at], call._replace(args=(fewer,)), *script[at + 1 :])


RULES = rules_of(
    {"cancel": cancel},
    _admits,
    words=(Response, ToolRun, ToolPhase, Semantics),
    simpler=_simpler,
    manner=Manner(watched=("cancel",), tell=tell, differ=differ),
)
