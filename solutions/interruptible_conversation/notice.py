"""Day 7: what a user who says stop is told about the tools at work.

The rule: a tool that waits, or runs and is cooperative, is stopped. One that runs and is not
cooperative is still running. One that is committed is already done, whatever else it says. Each
tool's id stands in one of the three places, in the order in which the tools were given.
"""

from collections.abc import Sequence

from labs.conversation import CancelNotice, ToolPhase, ToolRun


def plan_cancel(tools: Sequence[ToolRun]) -> CancelNotice:
    """Return which tool runs stop, which go on, and which are past stopping."""
    stopped, still_running, already_done = [], [], []
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            already_done.append(tool.id)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            still_running.append(tool.id)
        else:
            stopped.append(tool.id)
    return CancelNotice(tuple(stopped), tuple(still_running), tuple(already_done))
