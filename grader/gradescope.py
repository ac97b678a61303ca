"""The archive that Gradescope builds an autograder from: its two scripts, and the course.

Knows Gradescope's folders and where the course's files stand. The same course makes the same
archive, byte for byte.
"""

import io
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from labs.course import LABS, course_folder

_SUFFIXES = {".py", ".toml", ".sql"}
_EPOCH = (2020, 1, 1, 0, 0, 0)
_SCRIPTS = Path(__file__).parent / "gradescope_scripts"


def autograder_archive(lab: str) -> bytes:
    """The archive for one lab."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("setup.sh", "run_autograder"):
            _write(archive, name, (_SCRIPTS / name).read_bytes(), mode=0o755)
        _write(archive, "lab", f"{lab}\n".encode())
        for name, file in _course():
            _write(archive, f"course/{name}", file.read_bytes())
        _write(archive, "course/requirements.txt", _requirements().encode())
    return memory.getvalue()


def _write(archive: zipfile.ZipFile, name: str, content: bytes, mode: int = 0o644) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100000 | mode) << 16
    archive.writestr(entry, content)


def _course() -> Iterator[tuple[str, Path]]:
    """Every file that grading takes, by its place in a clone of the course."""
    trees = {"grader": Path(__file__).parent, "labs": LABS}
    trees |= {name: course_folder(name) for name in ("starter", "solutions")}
    for name, tree in trees.items():
        for file in sorted(tree.rglob("*")):
            inside = file.relative_to(tree)
            if file.suffix in _SUFFIXES and inside.parts[0] != "course":
                yield f"{name}/{inside.as_posix()}", file
    for name in ("pyproject.toml", "constraints.txt"):
        if (file := LABS.parent / name).is_file():
            yield name, file


def _requirements() -> str:
    """What the course needs to run, a line each."""
    needed = metadata.requires("koda-lab") or []
    return "".join(f"{line}\n" for line in needed if "extra ==" not in line)
