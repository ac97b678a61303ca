"""The kinds of tools are known by a package."""

from kinds.phases import deaf, done

from labs.conversation import CancelNotice


def plan_cancel(tools):
    runs = tuple(tool.id for tool in tools if deaf(tool))
    over = tuple(tool.id for tool in tools if done(tool))
    return CancelNotice(tuple(t.id for t in tools if t.id not in runs + over), runs, over)
