"""What becomes of an exercise's cell: it is saved as the workspace's file, or the file stays.

Knows the workspace. Promises: a file that holds work which the cell does not know of is never
replaced unasked, what is replaced is kept, and whatever was decided is said.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.course import is_starters, lines_of
from grader.history import Version
from grader.record import Usage
from grader.workspace import Exercise, Foreign, Workspace


@dataclass(frozen=True)
class Settled:
    """What the file holds now. `note` must be read; `remark` is a last line."""

    source: bytes
    note: str = ""
    remark: str = ""


def settle(workspace: Workspace, exercise: Exercise, text: str, *, replace: bool) -> Settled:
    """Save the cell's text, if that may be.

    Raises:
        Usage: there is neither a way to save it nor a file.
    """
    data, file = text.encode("utf-8", "surrogatepass"), shown_file(exercise)
    try:
        if replace:
            return _replaced(exercise, data, workspace.overwrite(exercise, text))
        if _is_untouched(exercise, data) and _holds_work(exercise):
            return Settled(exercise.file.read_bytes(), "\n".join(_starters_cell(exercise)))
        if exercise.file.is_file() and lines_of(exercise.file.read_bytes()) == lines_of(data):
            adopt(workspace, exercise)
            return Settled(data, remark=f"Saved as {file}.")
        return _saved(workspace, exercise, data, workspace.save(exercise, text))
    except Foreign:
        return Settled(exercise.file.read_bytes(), "\n".join(_strange_file(exercise)))
    except Usage as problem:
        if not exercise.file.is_file():
            raise
        note = f"This cell was not saved: {problem}\n{_used(exercise)}"
        return Settled(exercise.file.read_bytes(), note)


def adopt(workspace: Workspace, exercise: Exercise) -> bytes:
    """What the file holds; from now on it counts as a cell's text, for a cell has it too."""
    data = exercise.file.read_bytes()
    name = exercise.saved.relative_to(workspace.own).as_posix()
    workspace.remember(name, lambda _: data)
    return data


def shown_file(exercise: Exercise) -> str:
    """The file's name, as seen from the workspace."""
    return f"{exercise.lab}/{exercise.file.name}"


def _is_untouched(exercise: Exercise, data: bytes) -> bool:
    starters = [file for file in (exercise.starter, exercise.began) if file.is_file()]
    return any(lines_of(data) == lines_of(file.read_bytes()) for file in starters)


def _holds_work(exercise: Exercise) -> bool:
    starters = (exercise.starter, exercise.began)
    return exercise.file.is_file() and not any(is_starters(exercise.file, s) for s in starters)


def _saved(
    workspace: Workspace, exercise: Exercise, data: bytes, replaced: Version | None
) -> Settled:
    file = shown_file(exercise)
    if replaced is None:
        return Settled(data, remark=f"Saved as {file}.")
    kept = f"the text before it is version {replaced.number}: `{_restore(exercise, replaced)}`"
    earlier = _earlier(workspace, exercise, data, replaced)
    if earlier is None:
        return Settled(data, remark=f"Saved as {file}; {kept}")
    note = f"This cell's text is version {earlier} of {file} again. It is saved; {kept}"
    return Settled(data, note, f"Saved as {file}.")


def _earlier(
    workspace: Workspace, exercise: Exercise, data: bytes, replaced: Version
) -> int | None:
    """The number of the version that the text was once before, if it was."""
    for version in reversed(workspace.history(exercise).versions()):
        if version.number < replaced.number and lines_of(version.data()) == lines_of(data):
            return version.number
    return None


def _replaced(exercise: Exercise, data: bytes, replaced: Version | None) -> Settled:
    file = shown_file(exercise)
    if replaced is None:
        return Settled(data, "Take `--replace` away again.", f"Saved as {file}.")
    kept = f"what the file held is version {replaced.number} of its history"
    back = f"`{_restore(exercise, replaced)}` in a terminal brings it back"
    note = f"Saved as {file}; {kept}, and {back}.\nNow take `--replace` away again."
    return Settled(data, note)


def _restore(exercise: Exercise, version: Version) -> str:
    return f"grader history {exercise.name} --restore {version.number}"


def _strange_file(exercise: Exercise) -> Iterator[str]:
    yield f"{shown_file(exercise)} holds a text that no cell has saved: it was changed elsewhere."
    yield f"This cell was not saved. {_used(exercise)}"
    yield from _ways(exercise)


def _starters_cell(exercise: Exercise) -> Iterator[str]:
    yield f"This cell is still the starter's text, and {shown_file(exercise)} holds your work."
    yield f"The cell was not saved. {_used(exercise)}"
    yield from _ways(exercise)


def _used(exercise: Exercise) -> str:
    return f"What runs and is checked here is {shown_file(exercise)} as it is."


def _ways(exercise: Exercise) -> Iterator[str]:
    name = exercise.name
    yield f"To go on with the file: `%exercise {name}` puts its text into a new cell."
    yield f"To save this cell in its place: begin it with `%%exercise {name} --replace`."
    yield "What a cell replaces is kept."
