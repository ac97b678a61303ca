"""Payloads: which are the same to whoever approves them, and which are not."""

from collections.abc import Iterator, Sequence

from labs.calls import told
from labs.protocol import Json
from labs.specs import valued

Arguments = dict[str, Json]
Payload = tuple[str, Arguments]
Pair = tuple[Payload, Payload]

MAIL: Payload = ("send_mail", {"to": "ann@example.org", "amount": 10})
_MOST_TOLD, _END = 70, 10


def told_payload(payload: Sequence[object]) -> str:
    """The tool and the arguments; of long ones, both ends and how long they are."""
    tool, arguments = (told(valued(part)) for part in payload)
    if len(arguments) > _MOST_TOLD:
        ends = f"{arguments[:-_END][: _MOST_TOLD - _END]}...{arguments[-_END:]}"
        arguments = f"{ends} {len(arguments):,} characters"
    return f"{tool}, {arguments}"


def _of(*pairs: tuple[Json, Json]) -> Iterator[Pair]:
    """The same tool, and one argument that is the one or the other."""
    for one, other in pairs:
        yield ("refund", {"a": one}), ("refund", {"a": other})


def _nested(depth: int, inside: Json) -> Json:
    for _ in range(depth):
        inside = {"x": [inside]}
    return inside


_AB: Json = {"a": 1, "b": 2}
_BA: Json = {"b": 2, "a": 1}
_MANY: Arguments = {f"k{number}": number for number in range(30)}
EQUAL: tuple[Pair, ...] = (
    (("refund", {}), ("refund", {})),
    (MAIL, MAIL),
    (("refund", {"a": 1, "b": 2}), ("refund", {"b": 2, "a": 1})),
    *_of((_AB, _BA), ([_AB], [_BA]), ([[_AB]], [[_BA]]), ({"c": _AB}, {"c": _BA})),
    *_of((_nested(4, _AB), _nested(4, _BA)), ({"c": [1, _AB], "d": 3}, {"d": 3, "c": [1, _BA]})),
    *_of(({"10": 1, "9": 2}, {"9": 2, "10": 1}), ({"": 1, "a": 2}, {"a": 2, "": 1})),
    *_of(({"\u00e9": 1, "e": 2}, {"e": 2, "\u00e9": 1}), ({"B": 1, "a": 2}, {"a": 2, "B": 1})),
    *_of(({"a": None, "b": "x"}, {"b": "x", "a": None})),
    (("refund", _MANY), ("refund", dict(reversed(_MANY.items())))),
)

_TYPES: tuple[Json, ...] = (1, True, "1", "True", "true", [1], {"1": 1})
_NOTHINGS: tuple[Json, ...] = (None, False, 0, "", "0", [], {}, "null", "None", "false", [None])
_LONG = "x" * 30_000
_FAR: list[Json] = [*range(200)]
_TAKEN = (
    *("tool", "name", "tool_name", "_tool", "__tool__", "action", "operation", "function"),
    *("arguments", "args", "", "t"),
)
"""Keys under which somebody may put the tool's name among the arguments."""
_KEYS = (
    *("to", "cc", "bcc", "subject", "body", "note", "comment", "reason", "user", "currency"),
    *("id", "operation_id", "approval_id", "request_id", "response_id", "date", "timestamp"),
    *("expires_at", "attempt", "dry_run", "version", "metadata", "_private"),
)
"""Keys of which somebody may think that they do not matter, or that they are his own."""


def _taken(key: str) -> Pair:
    return ("mail", {key: "mail"}), ("mail", {})


def _changed(key: str) -> Pair:
    return ("refund", {key: "x"}), ("refund", {key: "y"})


def _left_out(nothing: Json) -> Pair:
    return ("refund", {"b": nothing}), ("refund", {})


def _each_two(values: Sequence[Json]) -> Iterator[Pair]:
    for number, one in enumerate(values):
        yield from _of(*[(one, other) for other in values[:number]])


DIFFERENT: tuple[Pair, ...] = (
    (MAIL, ("send_mail", {"to": "bo@example.org", "amount": 10})),
    (MAIL, ("send_mail", {"to": "ann@example.org", "amount": 11})),
    (MAIL, ("refund", MAIL[1])),
    (("refund", {}), ("Refund", {})),
    (("refund", {}), ("refund ", {})),
    (("refund", {"a": 1}), ("refund", {})),
    (("refund", {"a": 1}), ("refund", {"a": 1, "b": 1})),
    (("refund", {"a": None}), ("refund", {})),
    (("refund", {"a": 1, "b": 2}), ("refund", {"a": 2, "b": 1})),
    (("refund", {"a": 1}), ("refund", {"b": 1})),
    (("refund", {"a": 1}), ("refund", {"A": 1})),
    (("refund", {"a": 1}), ("refund", {"a ": 1})),
    # Where one thing ends and the next one begins.
    (("refund", {"ab": "c"}), ("refund", {"a": "bc"})),
    (("refunda", {"b": 1}), ("refund", {"ab": 1})),
    (("refund", {"a": "1", "b": "2"}), ("refund", {"a": "1, b: 2"})),
    (("refund", {"a": "1", "b": "2"}), ("refund", {"a": "1&b=2"})),
    (("refund", {"a": "1", "b": "2"}), ("refund", {"a": '1","b":"2'})),
    (("refund", {"a": "1", "b": "2"}), ("refund", {"a": "1', 'b': '2"})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a.b": 1})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a_b": 1})),
    (("refund", {"a": {"b": 1}}), ("refund", {"ab": 1})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a": 1, "b": 1})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a": '{"b":1}'})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a": '{"b": 1}'})),
    (("refund", {"a": {"b": 1}}), ("refund", {"a": "{'b': 1}"})),
    (("refund", {"a": {"b": 1, "c": {}}}), ("refund", {"a": {"b": 1}, "c": {}})),
    *map(_taken, _TAKEN),
    *map(_changed, _KEYS),
    *map(_left_out, (None, False, 0, "", [], {})),
    # A name is the whole of it.
    (("mail.send", {}), ("bank.send", {})),
    (("mail.send", {}), ("mail.read", {})),
    (("mail.send", {}), ("mail_send", {})),
    *_each_two(_TYPES),
    *_each_two(_NOTHINGS),
    # The order of a list is part of what is asked for.
    *_of(([1, 2], [12]), ([1, 23], [12, 3]), (["a", "b"], ["ab"])),
    *_of(([1, 2], [2, 1]), ([1, 2, 2], [1, 2]), ([[1], [2]], [[1, 2]]), ([1, [2]], [[1], 2])),
    *_of(([_AB, 1], [1, _AB]), (["a,b"], ["a", "b"]), (["a b"], ["a", "b"]), ([[]], [])),
    *_of(([{"a": 1}, {"b": 2}], [{"a": 1, "b": 2}]), (["a", "b"], ["b", "a"]), ([0], [False])),
    *_of(({"b": [1, True]}, {"b": [True, 1]}), ({"b": [{"c": 1}]}, {"b": [{"c": "1"}]})),
    *_of((_nested(5, 1), _nested(5, 2)), (_nested(4, 1), _nested(5, 1)), (_nested(5, 1), 1)),
    # Texts are what they are.
    *_of(("a", "A"), ("a", "a "), ("a", " a"), ("a b", "ab"), ("a b", "a  b"), ("a, b", "a,b")),
    *_of(("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\nb\n", "a\nb"), ("a\tb", "a b")),
    *_of(("a\nb", "a b"), ("a\nb", "a\\nb"), ('a"b', "a'b"), ("a\\b", "a\\\\b"), ("a: b", "a:b")),
    *_of(("\u00e9", "e"), ("\u00e9", "\u00e8"), ("\u00e9", "?"), ("\u00e9", ""), ("\u65e5", "?")),
    *_of(("\u00e9", "\\u00e9"), ("\u65e5\u672c", "\u672c\u65e5"), ("\u20ac", "\u00a3")),
    *_of(("\U0001f600", "\U0001f601"), ("\U0001f600", "\ufffd"), ("\u00e9", "\\xe9")),
    *_of(("\u00df", "ss"), ("\uff11", "1"), ("\u00e9", "&#233;"), ("\u00e9", "\u00c3\u00a9")),
    *_of((_LONG, f"{_LONG[1:]}y"), (_LONG, _LONG[1:]), (_FAR, [*_FAR[:-1], -1])),
    (("refund", {"\u00e9": 1}), ("refund", {"\u00e8": 1})),
    (("caf\u00e9", {}), ("cafe", {})),
    # Numbers as well.
    *_of((1, -1), (1, 10), (2**53, 2**53 + 1), (10**20, 10**20 + 1), (12, "12"), (1, 2)),
    (("refund", _MANY), ("refund", {**_MANY, "k29": 30})),
)
