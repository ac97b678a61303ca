"""The third lab's reference answers, beyond their trials: what holds for any input."""

import copy
import importlib.util
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from types import ModuleType
from typing import Protocol, cast

from hypothesis import given
from hypothesis import strategies as st

from labs.course import course_folder
from labs.protocol import (
    TERMINAL,
    Begin,
    Event,
    Json,
    Response,
    ResponseState,
    Semantics,
    ToolPhase,
    ToolRun,
)
from labs.specs import same, valued
from labs.streaming_protocol.trials import spec
from labs.streaming_protocol.trials.streams import written


def reference(exercise: str) -> ModuleType:
    path = course_folder("solutions") / "streaming_protocol" / f"{exercise}.py"
    found = importlib.util.spec_from_file_location(f"reference_{exercise}", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class Buffer(Protocol):
    held: int

    def put(self, event: Event) -> None: ...

    def take(self) -> list[Event]: ...


class Ledger(Protocol):
    def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]: ...

    def finish(self, operation_id: str, result: Json) -> None: ...


Fold = Callable[[ResponseState, Event], ResponseState]
fold = cast(Fold, reference("fold").fold)
cancel = cast(Callable[[Response], Response], reference("cancel").cancel)
payload_hash = cast(Callable[[str, dict[str, Json]], str], reference("approvals").payload_hash)
buffer = cast(Callable[[int], Buffer], reference("slow_client").ClientBuffer)
ledger = cast(Callable[[], Ledger], reference("operations").OperationLedger)

# --- cancel ---------------------------------------------------------------------------------

texts = st.text(max_size=4)
runs = st.builds(
    ToolRun, texts, texts, st.sampled_from([*ToolPhase]), st.sampled_from([*Semantics])
)
statuses = st.sampled_from(["pending", "streaming", "cancelling", *TERMINAL])
responses = st.builds(Response, texts, statuses, st.lists(runs, max_size=6).map(tuple))


@given(responses)
def test_cancel_twice_is_once(response: Response) -> None:
    assert cancel(cancel(response)) == cancel(response)


@given(responses)
def test_a_cancel_undoes_nothing(response: Response) -> None:
    for before, after in zip(response.tools, cancel(response).tools, strict=True):
        assert replace(after, phase=before.phase) == before
        if before.phase in (ToolPhase.COMMITTED, ToolPhase.FAILED, ToolPhase.CANCELLED):
            assert after == before


# --- fold, and what a slow client gets -------------------------------------------------------

words = st.sampled_from(
    ["d", "d", "d", "0", "d+", "d*", "t", "u", "b", "s", "e", "r2:d", "r2:d+", "r2:t", "r2:e"]
)
streams = st.lists(words, max_size=25).map(lambda some: written(" ".join(some)))


def folded(events: Sequence[Event], response_id: str, how: Fold = fold) -> ResponseState:
    own = [event for event in events if event.response_id == response_id]
    # From before the first one: as a client that has just been told where it begins.
    start = own[0].first_seq - 1 if own else -1
    return reduce(how, own, ResponseState(response_id, last_seq=start))


@given(streams, st.sampled_from([1, 2, 3, 10]), st.sets(st.integers(0, 24)))
def test_the_coalesced_folds_to_the_same(
    events: Sequence[Event], limit: int, takes: set[int]
) -> None:
    held, taken = buffer(limit), list[Event]()
    for number, event in enumerate(events):
        held.put(event)
        if number in takes:
            count = held.held
            taken += held.take()
            assert count <= number + 1
    taken += held.take()
    assert held.held == 0
    for response_id in ("r1", "r2"):
        assert folded(taken, response_id) == folded(events, response_id)


@given(streams, st.lists(st.integers(0, 24), max_size=40))
def test_the_fold_is_the_rule_in_whatever_order(events: Sequence[Event], order: list[int]) -> None:
    disordered = [events[number] for number in order if number < len(events)]
    before = copy.deepcopy(disordered)
    state = plain = ResponseState("r1")
    for event in disordered:
        was = copy.deepcopy(state)
        after = fold(state, event)
        plain = spec.fold(plain, event)
        assert (state, after) == (was, plain)
        state = after
    assert disordered == before


@given(streams, st.lists(st.integers(0, 24), max_size=20))
def test_duplicates_change_nothing_in_the_end(events: Sequence[Event], extra: list[int]) -> None:
    own = [event for event in events if event.response_id == "r1"]
    twice = [
        again for number, event in enumerate(own) for again in (event, *_old(own, number, extra))
    ]
    assert folded(twice, "r1") == folded(own, "r1")


def _old(events: Sequence[Event], number: int, extra: list[int]) -> list[Event]:
    """Some that came before, once more; but none from beyond a hole, which would not be old."""
    known = folded(events[: number + 1], "r1").last_seq
    return [events[n] for n in extra if n <= number and events[n].seq <= known]


# --- approvals -------------------------------------------------------------------------------

plain_values = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"))
values = st.recursive(
    plain_values,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
arguments = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=4), values, max_size=4)
tools = st.sampled_from(["refund", "send_mail", ""])


def reordered(value: Json, shuffle: Callable[[list[str]], list[str]]) -> Json:
    if isinstance(value, dict):
        return {key: reordered(value[key], shuffle) for key in shuffle([*value])}
    return [reordered(item, shuffle) for item in value] if isinstance(value, list) else value


@given(tools, arguments, st.randoms(use_true_random=False))
def test_the_hash_is_stable_under_reordering(
    tool: str, payload: dict[str, Json], dice: random.Random
) -> None:
    other = reordered(payload, lambda keys: dice.sample(keys, len(keys)))
    assert isinstance(other, dict)
    assert payload_hash(tool, other) == payload_hash(tool, payload)


@given(tools, arguments, tools, arguments)
def test_the_hash_tells_any_two_apart(
    tool: str, one: dict[str, Json], other_tool: str, other: dict[str, Json]
) -> None:
    equal = tool == other_tool and same(valued(one), valued(other))
    assert (payload_hash(tool, one) == payload_hash(other_tool, other)) == equal


@given(tools, arguments, st.data())
def test_any_one_change_changes_the_hash(
    tool: str, payload: dict[str, Json], data: st.DataObject
) -> None:
    changed = cast(dict[str, Json], _changed(payload, data))
    assert payload_hash(tool, changed) != payload_hash(tool, payload)
    assert json.loads(json.dumps(payload)) == payload


def _changed(value: Json, data: st.DataObject) -> Json:
    """The value with one thing in it changed, somewhere inside."""
    if isinstance(value, dict):
        if not value or data.draw(st.booleans()):
            new = data.draw(texts.filter(lambda key: key not in value))
            return {**value, new: data.draw(plain_values)}
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: _changed(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], _changed(value[at], data), *value[at + 1 :]]
    return data.draw(values.filter(lambda other: not same(valued(value), valued(other))))


# --- operations ------------------------------------------------------------------------------

calls = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("fg"))
    | st.tuples(st.sampled_from("ab"), st.sampled_from([None, 0, "sent"]), st.just("finish")),
    max_size=12,
)


@given(calls)
def test_a_replayed_ledger_says_the_same(
    some: list[tuple[str, Json] | tuple[str, Json, str]],
) -> None:
    first, notes = ledger(), list[tuple[str, str, Json]]()
    for operation_id, said, *finish in some:
        try:
            if finish:
                first.finish(operation_id, said)
                notes.append(("finish", operation_id, said))
            elif first.begin(operation_id, str(said))[0] == Begin.NEW:
                notes.append(("begin", operation_id, said))
        except ValueError:
            continue
    second = ledger()
    for what, operation_id, said in notes:
        if what == "begin":
            second.begin(operation_id, str(said))
        else:
            second.finish(operation_id, said)
    for operation_id in "ab":
        assert second.begin(operation_id, "f") == first.begin(operation_id, "f")
