"""Wrong fingerprints of payloads."""

import hashlib
import json
from collections.abc import Callable, Collection
from typing import cast

from labs.protocol import Json
from labs.streaming_protocol.trials.payloads import Arguments

Hash = Callable[[str, Arguments], object]
UNIMPORTANT: tuple[tuple[str, ...], ...] = (
    ("note", "comment"),
    ("subject", "body", "note", "comment"),
    ("operation_id",),
    ("timestamp",),
)
"""Keys that somebody may leave out together."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def dense(value: Json) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def uncut(tool: str, arguments: Arguments) -> str:
    return json.dumps([tool, arguments], sort_keys=True, separators=("", ":"))


def right(tool: str, arguments: Arguments) -> object:
    return digest(canonical([tool, arguments]))


def of_text(text: Callable[[str, Arguments], str]) -> Hash:
    return lambda tool, arguments: digest(text(tool, arguments))


def of_json(change: Callable[[Json], Json]) -> Hash:
    """The right one of changed arguments, at any depth."""
    return lambda tool, arguments: right(tool, cast(Arguments, deep(change, arguments)))


def deep(change: Callable[[Json], Json], value: Json) -> Json:
    if isinstance(value, dict):
        return change({key: deep(change, item) for key, item in value.items()})
    if isinstance(value, list):
        return change([deep(change, item) for item in value])
    return change(value)


def unsorted(tool: str, arguments: Arguments) -> str:
    return json.dumps([tool, arguments])


def str_of(tool: str, arguments: Arguments) -> str:
    return f"{tool}{arguments}"


def sorted_items(tool: str, arguments: Arguments) -> str:
    return f"{tool}{sorted(arguments.items(), key=lambda item: item[0])}"


def sorted_top(tool: str, arguments: Arguments) -> str:
    return json.dumps([tool, {key: arguments[key] for key in sorted(arguments)}])


def keys_joined(tool: str, arguments: Arguments) -> str:
    return f"{tool}:" + "&".join(f"{key}={arguments[key]}" for key in sorted(arguments))


def items_joined(tool: str, arguments: Arguments) -> str:
    return tool + "".join(f"{key}{canonical(arguments[key])}" for key in sorted(arguments))


def tool_among(key: str, *, wins: bool) -> Hash:
    def told(tool: str, arguments: Arguments) -> object:
        both = {**arguments, key: tool} if wins else {key: tool, **arguments}
        return digest(canonical(cast(Json, both)))

    return told


def flattened(between: str) -> Hash:
    def flat(value: Json, path: str) -> Arguments:
        if not isinstance(value, dict) or not value:
            return {path: value}
        made: Arguments = {}
        for key, item in value.items():
            made |= flat(item, f"{path}{between}{key}" if path else key)
        return made

    return lambda tool, arguments: right(tool, flat(arguments, ""))


def lossy(errors: str) -> Hash:
    def told(tool: str, arguments: Arguments) -> object:
        text = json.dumps([tool, arguments], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode("ascii", errors)).hexdigest()

    return told


def as_text(value: Json) -> Json:
    return value if isinstance(value, dict | list) else str(value)


def as_number(value: Json) -> Json:
    return int(value) if isinstance(value, bool) else value


def lower(value: Json) -> Json:
    return value.lower() if isinstance(value, str) else value


def stripped(value: Json) -> Json:
    return value.strip() if isinstance(value, str) else value


def with_plain_newlines(value: Json) -> Json:
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


def without(is_left_out: Callable[[str, Json], bool]) -> Hash:
    def told(tool: str, arguments: Arguments) -> object:
        kept = {key: item for key, item in arguments.items() if not is_left_out(key, item)}
        return right(tool, kept)

    return told


def without_keys(keys: Collection[str]) -> Hash:
    return without(lambda key, item: key in keys)


def cut_at(most: int) -> Hash:
    return of_text(lambda tool, arguments: canonical([tool, arguments])[:most])


def ordered(value: Json) -> Json:
    return sorted(value, key=canonical) if isinstance(value, list) else value


def present(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if item is not None}
    return value


def truthy(value: Json) -> Json:
    return {key: item for key, item in value.items() if item} if isinstance(value, dict) else value


def as_float(value: Json) -> Json:
    return float(value) if type(value) is int else value


def in_place(tool: str, arguments: Arguments) -> object:
    arguments["tool"] = tool
    return digest(canonical(arguments))


def popping(tool: str, arguments: Arguments) -> object:
    items: list[Json] = []
    while arguments:
        key = min(arguments)
        items.append([key, arguments.pop(key)])
    return right(tool, {"items": items})
