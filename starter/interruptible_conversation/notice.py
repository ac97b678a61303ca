"""Day 7: what a user who says stop is told about the tools at work.

The rule: a tool that waits, or runs and is cooperative, is stopped. One that runs and is not
cooperative is still running. One that is committed is already done, whatever else it says. Each
tool's id stands in one of the three places, in the order in which the tools were given.
"""

from collections.abc import Sequence

from labs.conversation import CancelNotice, ToolRun


def plan_cancel(tools: Sequence[ToolRun]) -> CancelNotice:
    """Return which tool runs stop, which go on, and which are past stopping."""
    # Naive: tells the user what he would like to hear. About 10 lines.
    return CancelNotice(tuple(tool.id for tool in tools), (), ())
