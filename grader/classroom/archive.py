"""Opens a zip that somebody handed in, and believes nothing that it says of itself.

Knows the format and the limits. Promises: nothing is written outside the folder it is given, no
more than the limits allow is read or written, and whatever is wrong is one sentence.
"""

import stat
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import IO

from grader.classroom.limits import MOST_ARCHIVE, MOST_DEPTH, MOST_DIRECTORY, TOO_MUCH
from grader.copying import MOST_BYTES, MOST_FILES
from grader.record import Usage

_END = b"PK\x05\x06"
_MOST_END = 22 + 65_535
"""The record at a zip's end, with the longest comment."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others may take gigabytes of memory before they yield a byte."""
_ENCRYPTED = 0x1
_CHUNK = 65_536


def unpack(archive: Path, target: Path) -> None:
    """Unpack the archive's files into the new folder `target`.

    Raises:
        Usage: it is no zip, or one that no honest program made.
    """
    try:
        with archive.open("rb") as file:
            _require_modest(file)
            with zipfile.ZipFile(file) as opened:
                members = _checked(opened.infolist())
                target.mkdir()
                _write_all(opened, members, target)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError):
        raise Usage("the zip is damaged") from None
    except OSError as problem:
        raise Usage(f"the zip cannot be unpacked: {problem.strerror or problem}") from None


def _require_modest(file: IO[bytes]) -> None:
    """Refuse by the record at the end: the list of contents is read whole by whoever opens it."""
    size = file.seek(0, 2)
    if size > MOST_ARCHIVE:
        raise Usage(TOO_MUCH)
    file.seek(max(0, size - _MOST_END))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < 22:
        raise Usage("it is called a zip, but it is none")
    count = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if count > MOST_FILES or directory > MOST_DIRECTORY:
        raise Usage(TOO_MUCH)


def _checked(members: Sequence[zipfile.ZipInfo]) -> Sequence[zipfile.ZipInfo]:
    if len(members) > MOST_FILES or sum(m.file_size for m in members) > MOST_BYTES:
        raise Usage(TOO_MUCH)
    files = [member for member in members if not member.is_dir()]
    seen = set[PurePosixPath]()
    for member in files:
        path = _inside(member)
        if path in seen:
            raise Usage(f"the zip holds {member.filename} twice")
        seen.add(path)
    return [member for member in files if not _is_litter(_inside(member))]


def _inside(member: zipfile.ZipInfo) -> PurePosixPath:
    """Where in the folder the file belongs."""
    name = member.filename.replace("\\", "/")
    path = PurePosixPath(name)
    if path.is_absolute() or ":" in path.parts[0] or ".." in path.parts:
        raise Usage(f"the zip would write outside its folder: {member.filename}")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise Usage(f"the zip holds a link: {member.filename}")
    if member.flag_bits & _ENCRYPTED:
        raise Usage("the zip is locked with a password")
    if member.compress_type not in _METHODS:
        raise Usage("the zip is packed in an unusual way; pack it again with an ordinary program")
    if len(path.parts) > MOST_DEPTH:
        raise Usage(f"the zip holds more than {MOST_DEPTH} folders inside one another")
    return path


def _is_litter(path: PurePosixPath) -> bool:
    return path.parts[0] == "__MACOSX" or path.name == ".DS_Store"


def _write_all(opened: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo], target: Path) -> None:
    left = MOST_BYTES
    for member in members:
        file = target / _inside(member)
        file.parent.mkdir(parents=True, exist_ok=True)
        with opened.open(member) as packed, file.open("xb") as written:
            while chunk := packed.read(min(_CHUNK, left + 1)):
                left -= len(chunk)
                if left < 0:  # it said less than it holds
                    raise Usage(TOO_MUCH)
                written.write(chunk)
