"""What a student's code answers, in plain words."""

import enum
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.callers import InProcess
from grader.calling import Host
from grader.values import plain
from labs.calls import (
    EMIT,
    Answer,
    Call,
    Emission,
    Exercise,
    Fault,
    Need,
    Odd,
    Plain,
    Previous,
    Raised,
    Value,
    Word,
)
from labs.conversation import CancelNotice, Intent
from labs.runs import RunStatus
from tests.grader.conftest import WriteFiles

ORDERER = Exercise("orderer", "orderer.py", (Need("Orderer", 1), Need("Orderer.offer", 1)))


class Flag(int):
    pass


NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class Lookalike(Intent):
    pass


class Mine(enum.StrEnum):
    DONE = "done"


def loop() -> list[object]:
    endless: list[object] = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize("value", [None, True, 0, -5, 1.5, "", "²", [1, "a"], {"a": [None]}])
def test_plain_values_stay(value: Plain) -> None:
    made = plain(value)
    assert made == value
    assert type(made) is type(value)


@pytest.mark.parametrize(
    ("value", "made"),
    [
        (RunStatus.DONE, "done"),
        ((1, (2,)), (1, (2,))),
        (Intent("u1", "stop"), Word("Intent", ("u1", "stop"))),
        ([CancelNotice(("a",), (), ())], [Word("CancelNotice", (("a",), (), ()))]),
        (Intent("u1", Flag(1)), Odd("an Intent object with a Flag object")),  # type: ignore[arg-type]
        (Lookalike("u1", "stop"), Odd("a Lookalike object")),
        (Intent, Odd("a type object")),
        (type("Odd", (), {"__module__": 5})(), Odd("an Odd object")),
        (NOON, Word("datetime", ("2030-01-01T12:00:00+00:00",))),
        (NOON.replace(tzinfo=None), Odd("a datetime object")),
        (Mine.DONE, Odd("a Mine object")),
        (Flag(1), Odd("a Flag object")),
        (object, Odd("a type object")),
        (b"x", Odd("a bytes object")),
        ([1, Flag(1)], Odd("a list object that holds a Flag object")),
        ({1: 2}, Odd("a dict whose keys are not strings")),
        ({"a": Flag(1)}, Odd("a dict object")),
        (float("nan"), Odd("the float nan")),
        (2**2000, Odd("an int of hundreds of digits")),
    ],
)
def test_values_of_other_kinds(value: object, made: Value | Odd) -> None:
    assert plain(value) == made
    assert type(plain(value)) is type(made)


def test_a_list_that_holds_itself() -> None:
    assert isinstance(plain(loop()), Odd)


async def test_a_coroutine_is_odd_and_is_closed() -> None:
    async def answer() -> int:
        return 1

    assert plain(answer()) == Odd("a coroutine object")


def host(write_files: WriteFiles, init: str, offer: str = "pass", top: str = "") -> Host:
    text = (
        f"{top}\nclass Orderer:\n"
        f"    def __init__(self, emit):\n        self.emit = emit\n        {init}\n"
        f"    def offer(self, x):\n        {offer}\n"
    )
    return Host(write_files({"orderer.py": text}), [ORDERER])


MAKE = Call("Orderer", (EMIT,), keep="first")
OFFER = Call("offer", (5,), on="first")


def test_emissions_are_of_the_call_and_object_that_they_came_in(write_files: WriteFiles) -> None:
    there = host(write_files, "emit(0, 'made')", "self.emit(x); self.emit(); return x")
    made, offered = there.perform("orderer", [MAKE, OFFER])
    assert made == Answer(emitted=(Emission("first", (0, "made")),))
    assert offered == Answer(5, emitted=(Emission("first", (5,)), Emission("first", ())))
    assert there.perform("orderer", [OFFER]) == [offered]


def test_an_emission_to_another_object_names_it(write_files: WriteFiles) -> None:
    there = host(write_files, "shared.append(emit)", "shared[0](x)", "shared = []")
    calls = [MAKE, Call("Orderer", (EMIT,), keep="second"), Call("offer", (1,), on="second")]
    assert there.perform("orderer", calls)[2].emitted == (Emission("first", (1,)),)


IMPORTS = "from labs.conversation import Intent\nfrom labs.calls import Raised"


def chain(there: Host) -> Sequence[Answer]:
    rest = [Call("offer", (Previous("Intent"),), on="first")] * 2
    return there.perform("orderer", [MAKE, OFFER, *rest])[1:]


def test_a_chain_hands_on_what_the_call_before_returned(write_files: WriteFiles) -> None:
    offer = "return Intent(f'{getattr(x, \"utterance_id\", x)}!', 'stop')"
    answers = chain(host(write_files, "pass", offer, IMPORTS))
    assert [a.value for a in answers] == [
        Word("Intent", (f"5{s}", "stop")) for s in ("!", "!!", "!!!")
    ]


@pytest.mark.parametrize(
    "first", ["1 // 0", "None", "'Intent'", "Raised(('E',), '', '')", "Intent(object(), 'stop')"]
)
def test_a_chain_ends_where_something_else_comes(write_files: WriteFiles, first: str) -> None:
    offer = f"self.emit(0); return {first} if x == 5 else Intent('u', 'stop')"
    first_one, *rest = chain(host(write_files, "pass", offer, IMPORTS))
    assert first_one.emitted == (Emission("first", (0,)),)
    assert rest == [Answer(), Answer()]  # and nothing was emitted: neither call was made


def test_what_stands_for_an_exception_is_no_exception(write_files: WriteFiles) -> None:
    top = "import labs.calls as c"
    there = host(write_files, "pass", "return c.Raised(('E',), '', '')", top)
    _, told = there.perform("orderer", [MAKE, OFFER])
    assert told.raised is None


def test_what_is_kept_is_dropped_before_a_call_that_begins_afresh(write_files: WriteFiles) -> None:
    top = "import weakref\nalive = weakref.WeakSet()"
    there = host(write_files, "emit(len(alive)); alive.add(self)", "return len(alive)", top)
    second = Call("Orderer", (EMIT,), keep="second", afresh=True)
    third = Call("Orderer", (EMIT,), keep="third")
    answers = there.perform("orderer", [MAKE, second, third, Call("offer", (1,), on="second")])
    assert [answer.emitted[0].args for answer in answers[:3]] == [(0,), (0,), (1,)]
    assert answers[3].value == 2


def test_what_is_emitted_as_it_is_dropped_is_nobodys(write_files: WriteFiles) -> None:
    there = host(
        write_files, "self.weak = emit", "pass\n    def __del__(self):\n        self.emit(1)"
    )
    again = Call("Orderer", (EMIT,), keep="second", afresh=True)
    assert there.perform("orderer", [MAKE, again]) == [Answer(), Answer()]


def test_an_emission_before_an_exception_is_reported(write_files: WriteFiles) -> None:
    there = host(write_files, "pass", "self.emit(x); raise ValueError('no')")
    (_, answer) = there.perform("orderer", [MAKE, OFFER])
    assert answer.emitted == (Emission("first", (5,)),)
    assert answer.raised == Raised(
        ("ValueError", "Exception", "BaseException", "object"), "no", "orderer.py line 7"
    )


def test_what_was_never_made_raises_again(write_files: WriteFiles) -> None:
    made, offered = host(write_files, "1 / 0").perform("orderer", [MAKE, OFFER])
    assert made.raised is not None
    assert offered.raised == made.raised


@pytest.mark.parametrize(
    ("offer", "kind", "text"),
    [
        ("raise SystemExit(3)", "SystemExit", "3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("raise Mine('x' * 1000)", "Mine", "x" * 300),
        ("raise Naughty", "Naughty", ""),
        ("self.offer(x)", "RecursionError", "maximum recursion depth exceeded"),
    ],
)
async def test_whatever_is_raised_is_an_answer(
    write_files: WriteFiles, offer: str, kind: str, text: str
) -> None:
    top = "class Mine(ValueError): ...\nclass Naughty(Exception):\n  def __str__(self): return 1\n"
    folder = folder_of(write_files, top, offer)
    (_, answer) = await InProcess(folder, [ORDERER]).call("orderer", [MAKE, OFFER])
    assert answer.raised is not None
    assert answer.raised.kinds[0] == kind
    assert answer.raised.text.startswith(text)
    assert len(answer.raised.text) <= 300
    assert answer.raised.where.startswith("orderer.py line")


def folder_of(write_files: WriteFiles, top: str, offer: str) -> Path:
    make = "class Orderer:\n  def __init__(self, emit): self.emit = emit\n"
    return write_files({"orderer.py": f"{top}\n{make}  def offer(self, x): {offer}\n"})


@pytest.mark.parametrize(
    "text",
    [
        "class Orderer:\n  def __init__(self, e): ...\n  @staticmethod\n  def offer(x): return x",
        "class Orderer:\n  def __init__(self, e): ...\n  @classmethod\n"
        "  def offer(cls, x): return x",
        "class Orderer:\n  def __init__(self, e):\n    self.offer = lambda x: x",
        "class Orderer:\n  def __init__(self, e): ...\n"
        "  def __getattr__(self, n): return lambda x: x",
        "class Made:\n  def offer(self, x, y=1): return x\ndef Orderer(e): return Made()",
        "from dataclasses import dataclass\n@dataclass(slots=True)\nclass Orderer:\n  e: object\n"
        "  def offer(self, *x): return x[0]",
        "from typing import NamedTuple\nclass Orderer(NamedTuple):\n  e: object\n"
        "  def offer(self, x): return x",
    ],
)
def test_classes_of_every_style(write_files: WriteFiles, text: str) -> None:
    there = Host(write_files({"orderer.py": text}), [ORDERER])
    assert there.perform("orderer", [MAKE, OFFER])[1] == Answer(5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class Orderer:\n  def __init__(self, e): ...", "orderer.py: an Orderer object has no"),
        (
            "class Orderer:\n  def __init__(self, e): ...\n  offer = 1",
            "Orderer.offer in orderer.py",
        ),
        (
            "class Orderer:\n  def __init__(self, e): ...\n  def offer(self): ...",
            "Orderer.offer in orderer.py must take 1 argument besides self; it takes (self)",
        ),
        (
            "class Orderer:\n  def __init__(self, e): ...\n  def offer(x): ...",
            "Orderer.offer in orderer.py must take 1 argument besides self; it takes (x)",
        ),
        (
            "class Orderer:\n  def __init__(e): ...\n  def offer(self, x): ...",
            "Orderer in orderer.py must take 1 argument besides self; it takes (e)",
        ),
        (
            "class Orderer:\n  def __init__(self, e): ...\n  async def offer(self, x): ...",
            "Orderer.offer in orderer.py is an `async def`: it is called plainly, and nobody",
        ),
        ("class Orderer:\n  def offer(self, x): ...", "Orderer in orderer.py must take 1 argument"),
    ],
)
def test_methods_that_cannot_be_used(write_files: WriteFiles, text: str, message: str) -> None:
    there = Host(write_files({"orderer.py": text}), [ORDERER])
    with pytest.raises(Fault) as caught:
        there.perform("orderer", [MAKE, OFFER])
    assert caught.value.outcome == "broken"
    assert caught.value.message.startswith(message)


COUNTER = Exercise("counter", "counter.py", (Need("Counter", 0), Need("Counter.count", None)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("class Counter:\n    count = 3\n", 3),
        ("class Counter:\n    def __init__(self): self.count = 3\n", 3),
        ("class Counter:\n    count = property(lambda self: 3)\n", 3),
        ("class Counter:\n    def count(self): return 3\n", Odd("a method object")),
    ],
)
async def test_an_attribute_is_read(write_files: WriteFiles, text: str, value: Plain) -> None:
    caller = InProcess(write_files({"counter.py": text}), [COUNTER])
    calls = [Call("Counter", keep="first"), Call("count", on="first")]
    assert (await caller.call("counter", calls))[1].value == value


async def test_an_attribute_that_is_missing(write_files: WriteFiles) -> None:
    caller = InProcess(write_files({"counter.py": "class Counter: pass\n"}), [COUNTER])
    with pytest.raises(Fault, match="a Counter object has no attribute count"):
        await caller.call("counter", [Call("Counter", keep="first"), Call("count", on="first")])


async def test_what_became_of_the_arguments(write_files: WriteFiles) -> None:
    text = "def grow(items, other): items.append(other)\n"
    grow = Exercise("grow", "grow.py", (Need("grow", 2),))
    caller = InProcess(write_files({"grow.py": text}), [grow])
    (answer,) = await caller.call("grow", [Call("grow", ([1], 2), watched=True)])
    assert answer.after == ([1, 2], 2)


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return items + [other]", ()),
        ("items[0] = True", ([True], 2)),
        ("items.sort()", ()),
        ("items.append(lambda: 0)", (Odd("a list object that holds a function object"), 2)),
    ],
)
async def test_of_arguments_that_stay_as_they_were_nothing_is_told(
    write_files: WriteFiles, body: str, after: tuple[Value | Odd, ...]
) -> None:
    grow = Exercise("grow", "grow.py", (Need("grow", 2),))
    caller = InProcess(write_files({"grow.py": f"def grow(items, other): {body}\n"}), [grow])
    (answer,) = await caller.call("grow", [Call("grow", ([1], 2), watched=True)])
    assert repr(answer.after) == repr(after)  # True is no 1


SHELF = Exercise("shelf", "shelf.py", (Need("Shelf.put", 1),))


@pytest.mark.parametrize(
    ("body", "earlier"),
    [
        ("self.held.append(items)", [(), (), ()]),
        ("self.held.append(items); self.held[-1].append(0)", [(), (), ()]),
        (
            "self.held and self.held[-1].append(9); self.held.append(items)",
            [(), ([1, 9],), ([2, 9],)],
        ),
    ],
)
async def test_what_became_of_the_arguments_of_the_call_before(
    write_files: WriteFiles, body: str, earlier: Sequence[tuple[Value | Odd, ...]]
) -> None:
    text = (
        f"class Shelf:\n    def __init__(self): self.held = []\n    def put(self, items): {body}\n"
    )
    caller = InProcess(write_files({"shelf.py": text}), [SHELF])
    for is_again in (False, True):  # what was before an object was made anew is nobody's business
        puts = [Call("put", ([n],), on="first", watched=True) for n in (1, 2, 3)]
        make = Call("Shelf", keep="first", afresh=is_again)
        _, *answers = await caller.call("shelf", [make, *puts])
        assert [answer.earlier for answer in answers] == earlier


@pytest.mark.parametrize(
    ("body", "earlier"),
    [
        ("given, self.held = self.held, []", [(), (), ()]),
        ("given = self.held[:]; self.held.clear()", [(), (), ()]),
        ("given = self.given; given[:] = self.held; self.held = []", [(), ([2],), ([3],)]),
    ],
)
async def test_what_became_of_a_list_that_was_given(
    write_files: WriteFiles, body: str, earlier: Sequence[tuple[Value | Odd, ...]]
) -> None:
    text = (
        "class Shelf:\n    def __init__(self): self.held, self.given = [], []\n"
        "    def put(self, item): self.held.append(item)\n"
        f"    def take(self):\n        {body}\n        return given\n"
    )
    caller = InProcess(write_files({"shelf.py": text}), [SHELF])
    puts = [Call("put", (n,), on="first") for n in (1, 2, 3)]
    take = Call("take", on="first", watched=True)
    calls = [call for put in puts for call in (put, take)]
    _, *answers = await caller.call("shelf", [Call("Shelf", keep="first"), *calls])
    assert [answer.value for answer in answers[1::2]] == [[1], [2], [3]]
    assert [answer.earlier for answer in answers[1::2]] == earlier
