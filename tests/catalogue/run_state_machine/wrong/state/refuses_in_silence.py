"""Of an illegal move it says nothing at all."""

TRANSITIONS = {
    "pending": {"running", "cancelled", "failed"},
    "running": {"streaming", "done", "failed", "cancelled"},
    "streaming": {"done", "failed", "cancelled"},
    "done": set(),
    "failed": set(),
    "cancelled": set(),
}


def transition(current, target):
    if target in TRANSITIONS[current]:
        return target
