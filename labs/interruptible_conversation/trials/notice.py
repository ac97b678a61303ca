"""The cancel notice, tried directly."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from labs.calls import Call, Caller
from labs.conversation import CancelNotice, ToolPhase, ToolRun
from labs.scripts import Script
from labs.specs import rules_of
from labs.trials import Finding, try_scripts

_KINDS = [*itertools.product(ToolPhase, (True, False))]


def plan_cancel(tools: Sequence[ToolRun]) -> CancelNotice:
    """The rule, written down as plainly as can be."""
    done = [tool.id for tool in tools if tool.phase == "committed"]
    deaf = [tool.id for tool in tools if tool.phase == "running" and not tool.cooperative]
    stopped = [tool.id for tool in tools if tool.id not in (*done, *deaf)]
    return CancelNotice(tuple(stopped), tuple(deaf), tuple(done))


async def try_notice(caller: Caller) -> Finding | None:
    """No tool, one of each kind, each pair, and all of them in several orders."""
    return await try_scripts(caller, "notice", RULES, _scripts())


def _scripts() -> list[Script]:
    kinds = [pair for count in (0, 1, 2) for pair in itertools.product(_KINDS, repeat=count)]
    # Ids are opaque, and a name says nothing: who sorts, or trusts a name, is wrong.
    lists = [[_tool(-n, *kind) for n, kind in enumerate(chosen)] for chosen in kinds]
    everything = [_tool(n, *kind) for n, kind in enumerate(_KINDS * 2)]
    lists += [everything, everything[::-1], everything[5:] + everything[:5]]
    lists.append([replace(tool, id=tool.id[::-1], name="export") for tool in everything[::-1]])
    many = [_tool(n, *kind) for n, kind in enumerate(_KINDS * 8)]
    last = replace(many[-1], id=many[1].id.upper(), name="refund")
    lists.append([replace(many[0], id=""), *many[1:-1], last])
    return [(Call("plan_cancel", (tuple(tools),)),) for tools in lists]


def _tool(number: int, phase: ToolPhase, cooperative: bool) -> ToolRun:
    return ToolRun(f"r{number + 2}", "look_up", phase, cooperative)


def _admits(call: Call) -> bool:
    (tools,) = call.args
    if not isinstance(tools, tuple | list) or not all(type(tool) is ToolRun for tool in tools):
        return False
    return len({tool.id for tool in tools}) == len(tools)


def _simpler(script: Script) -> Iterator[Script]:
    """One call, with fewer tools."""
    for call in script if len(script) > 1 else ():
        yield (call,)
    (tools,) = script[-1].args
    if isinstance(tools, tuple):
        for at in range(len(tools)):
            yield (script[-1]._replace(args=((*tools[:at], *tools[at + 1 :]),)),)


RULES = rules_of(
    {"plan_cancel": plan_cancel}, _admits, words=(ToolRun, ToolPhase), simpler=_simpler
)
