"""A mark's history, from how it looks in each frame."""

from collections.abc import Iterable

from labs.widgets.film import State


def changes(looks: Iterable[State]) -> tuple[tuple[int, State], ...]:
    """Only the frames in which the look becomes another one; a mark is absent at first."""
    changed: list[tuple[int, State]] = []
    before: State = "absent"
    for frame, look in enumerate(looks):
        if look != before:
            changed.append((frame, look))
        before = look
    return tuple(changed)
