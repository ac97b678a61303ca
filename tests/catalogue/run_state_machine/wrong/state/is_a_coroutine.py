"""Right, but for somebody who would await it."""

TRANSITIONS = {
    "pending": {"running", "cancelled", "failed"},
    "running": {"streaming", "done", "failed", "cancelled"},
    "streaming": {"done", "failed", "cancelled"},
    "done": set(),
    "failed": set(),
    "cancelled": set(),
}


async def transition(current, target):
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} -> {target}")
    return target
