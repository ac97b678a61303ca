"""Edges as pairs; the answer is looked up by its value."""

import itertools

from labs.runs import RunStatus

WORK, ENDS = ("running", "streaming"), ("done", "failed", "cancelled")
EDGES = {*itertools.product(WORK, ENDS), ("running", "streaming"), ("pending", "running")}
EDGES |= {("pending", end) for end in ENDS[1:]}


def transition(current, target):
    if (current.value, target.value) not in EDGES:
        raise ValueError("no such edge: %s to %s" % (current.name, target.name))
    return RunStatus(target.value)
