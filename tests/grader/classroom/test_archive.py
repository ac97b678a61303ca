"""A zip that somebody handed in: what is believed of it, which is nothing."""

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.classroom.archive import unpack
from grader.classroom.limits import TOO_MUCH
from grader.record import Usage

MIB = 1024 * 1024


def zipped(tmp_path: Path, files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    path = tmp_path / "work.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return path


def refused(archive: Path, tmp_path: Path) -> str:
    with pytest.raises(Usage) as refusal:
        unpack(archive, tmp_path / "out")
    # Whatever was written is in the folder that goes away with it.
    assert {path.name for path in tmp_path.iterdir()} <= {archive.name, "out"}
    return str(refusal.value)


def test_an_honest_zip(tmp_path: Path) -> None:
    files = {"lab/a.py": b"a", "lab/sub/b.py": b"b", "__MACOSX/lab/._a.py": b"x", ".DS_Store": b"x"}
    unpack(zipped(tmp_path, files), tmp_path / "out")
    out = {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.*")}
    assert out == {"lab/a.py", "lab/sub/b.py"}


@pytest.mark.parametrize(
    "name", ["../up.py", "a/../../up.py", "/etc/up.py", "C:\\up.py", "..\\up.py", "C:up.py"]
)
def test_a_zip_that_climbs_out(tmp_path: Path, name: str) -> None:
    said = refused(zipped(tmp_path, {name: b"x"}), tmp_path)
    assert said.startswith("the zip would write outside its folder: ")


def test_a_link(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("state.py")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "work.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert refused(tmp_path / "work.zip", tmp_path) == "the zip holds a link: state.py"


def test_the_same_name_twice(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "work.zip", "w") as archive:
        archive.writestr("a.py", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.py", "2")
    assert refused(tmp_path / "work.zip", tmp_path) == "the zip holds a.py twice"


def test_too_many_files(tmp_path: Path) -> None:
    files = {f"{number}": b"" for number in range(1_001)}
    assert refused(zipped(tmp_path, files), tmp_path) == TOO_MUCH


def test_a_hundred_thousand_files_are_refused_before_their_names_are_read(tmp_path: Path) -> None:
    content = io.BytesIO(zipped(tmp_path, {"a": b""}).read_bytes()).getvalue()
    end = content.rfind(b"PK\x05\x06")
    directory = content[end - 47 : end]
    assert directory.startswith(b"PK\x01\x02")
    many = directory * 100_000
    lying = content[: end + 8] + b"\x01\0\x01\0" + len(many).to_bytes(4, "little")
    (tmp_path / "work.zip").write_bytes(lying[:end] + many + lying[end:] + content[end + 16 :])
    assert refused(tmp_path / "work.zip", tmp_path) == TOO_MUCH


def test_a_bomb(tmp_path: Path) -> None:
    bomb = zipped(tmp_path, {"a.py": bytes(64 * MIB)})
    assert bomb.stat().st_size < MIB
    assert refused(bomb, tmp_path) == TOO_MUCH


def test_a_bomb_that_says_it_is_small(tmp_path: Path) -> None:
    content = zipped(tmp_path, {"a.py": bytes(64 * MIB)}).read_bytes()
    size = (64 * MIB).to_bytes(4, "little")
    assert content.count(size) == 2
    (tmp_path / "work.zip").write_bytes(content.replace(size, (9).to_bytes(4, "little")))
    assert refused(tmp_path / "work.zip", tmp_path) in {TOO_MUCH, "the zip is damaged"}
    assert sum(p.stat().st_size for p in (tmp_path / "out").rglob("*.py")) <= 16 * MIB


def test_locked_with_a_password(tmp_path: Path) -> None:
    content = bytearray(zipped(tmp_path, {"a.py": b"x"}).read_bytes())
    at = content.find(b"PK\x01\x02")
    content[at + 8] |= 1
    (tmp_path / "work.zip").write_bytes(content)
    assert refused(tmp_path / "work.zip", tmp_path) == "the zip is locked with a password"


def test_a_method_that_may_take_gigabytes(tmp_path: Path) -> None:
    said = refused(zipped(tmp_path, {"a.py": b"x"}, zipfile.ZIP_LZMA), tmp_path)
    assert said.startswith("the zip is packed in an unusual way")


def test_deep_folders(tmp_path: Path) -> None:
    assert "inside one another" in refused(zipped(tmp_path, {"a/" * 17 + "b": b""}), tmp_path)


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x05\x06"])
def test_no_zip(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "work.zip").write_bytes(content)
    assert refused(tmp_path / "work.zip", tmp_path) == "it is called a zip, but it is none"


@pytest.mark.parametrize("flipped", [40, 0])
def test_damaged(tmp_path: Path, flipped: int) -> None:
    content = bytearray(zipped(tmp_path, {"a.py": b"x" * 100}).read_bytes())
    content[flipped] ^= 0xFF
    (tmp_path / "work.zip").write_bytes(content)
    assert refused(tmp_path / "work.zip", tmp_path)


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    said = refused(zipped(tmp_path, {"a": b"", "a/b.py": b""}), tmp_path)
    assert said.startswith("the zip cannot be unpacked")
