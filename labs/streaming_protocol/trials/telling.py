"""How the words of this lab are told: only what matters of them, and only what differs."""

import dataclasses
from collections.abc import Iterator, Mapping

from labs import protocol
from labs.calls import Value, Word, told

AT = "2027-01-04T09:00:00+00:00"
"""The time of events whose time does not matter; it is not told."""

_MOST_SHOWN = 200
_MOST_OF_A_TEXT, _BEGINNING = 150, 12
_MOST_ITEMS, _FIRST_ITEMS = 100, 3


def tell(value: Value) -> str:
    """A word by its id and by whatever else is not as usual; of an approval, what it is for."""
    if isinstance(value, str):
        return told_text(value)
    if isinstance(value, list) and len(value) > _MOST_ITEMS:
        return f"[{', '.join(map(told, value[:_FIRST_ITEMS]))}, ... {len(value)} items]"
    if isinstance(value, tuple):
        return f"({', '.join(map(tell, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return _told_dict(value)
    if not isinstance(value, Word) or not _is_ours(value):
        return told(value)
    if value.kind == "ToolRun":
        return f"ToolRun({', '.join(map(told, value.fields))})"
    (_, first), *others = _fields(value).items()
    usual = _usual(value)
    named = [f"{name}={tell(one)}" for name, one in others if one != usual.get(name, ...)]
    return f"{value.kind}({', '.join([told(first), *named])})"


def differ(expected: Value, got: Value) -> tuple[str, str]:
    """Two answers: of two words only the fields that differ, else both in full."""
    pairs = [*_differing("", expected, got)]
    if pairs and not pairs[0][0].startswith("="):
        return _cut(", ".join(a for a, _ in pairs)), _cut(", ".join(b for _, b in pairs))
    return tell(expected), _cut(tell(got))


def told_text(text: str) -> str:
    """A text; of a long one, how it begins and how long it is."""
    if len(text) <= _MOST_OF_A_TEXT:
        return told(text)
    return f"{told(text[:_BEGINNING])}... {len(text)} characters"


def _told_dict(value: Mapping[str, Value]) -> str:
    """An approval's data are many: they are told by the operation that waits for it."""
    if "approval_id" in value and "operation_id" in value:
        return f"{{'operation_id': {tell(value['operation_id'])}, ...}}"
    return f"{{{', '.join(f'{told(key)}: {tell(item)}' for key, item in value.items())}}}"


def _are_alike(one: Word, other: Word) -> bool:
    return one.kind == other.kind and _is_ours(one)


def _is_ours(word: Word) -> bool:
    """Whether it is one of this lab's words, with all that belongs to it."""
    kind = getattr(protocol, word.kind, None)
    return dataclasses.is_dataclass(kind) and len(dataclasses.fields(kind)) == len(word.fields)


def _differing(path: str, one: Value, other: Value) -> Iterator[tuple[str, str]]:
    if isinstance(one, Word) and isinstance(other, Word) and _are_alike(one, other):
        ours, theirs = _fields(one), _fields(other)
        for name in ours:
            inside = f"{path}.{name}" if path else name
            yield from _differing(inside, ours[name], theirs.get(name))
    elif path and isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from _differing(f"{path}[{number}]", a, b)
    elif one != other:
        how = told if tell(one) == tell(other) else tell
        yield f"{path}={how(one)}", f"{path}={how(other)}"


def _fields(word: Word) -> dict[str, Value]:
    kind = getattr(protocol, word.kind)
    names = [field.name for field in dataclasses.fields(kind)]
    return dict(zip(names, word.fields, strict=False))


def _usual(word: Word) -> Mapping[str, Value]:
    fields = _fields(word)
    if word.kind == "Event":
        return {"at": Word("datetime", (AT,)), "first_seq": fields.get("seq")}
    if word.kind == "ResponseState":
        return _fields(_FRESH)
    return {}


_FRESH = Word("ResponseState", ("", -1, "pending", "", None, None, {}, None, False))


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
