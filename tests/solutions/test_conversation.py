"""The reference answers of the second lab, by their properties, on whatever may happen."""

import importlib.util
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.conversation import (
    Decision,
    Intent,
    Proposal,
    Resolution,
    Speech,
    ToolPhase,
    ToolRun,
    Transcript,
)
from labs.course import course_folder

IDS = st.sampled_from(["", "a", "b", "B", "10", "9"])
TEXTS = st.text(alphabet="xy \n\u00e9", max_size=5)


def solution(name: str) -> ModuleType:
    path = course_folder("solutions") / "interruptible_conversation" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"reference_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TURNS, OUTBOX, INTENT = solution("turns"), solution("outbox"), solution("intent")
resolve, plan_cancel = solution("approval").resolve, solution("notice").plan_cancel

Heard = tuple[str, str | None]
"""What a turn buffer hears: a turn and a word of it, or `None` for its start."""


def shown(events: Sequence[Heard]) -> tuple[str | None, str]:
    """The slow spec: what the screen reads after all that, worked out from the whole history."""
    begun = dict.fromkeys(turn_id for turn_id, text in events if text is None)
    if not begun:
        return None, ""
    turn = list(begun)[-1]
    words = events[events.index((turn, None)) :]
    return turn, "".join(text for turn_id, text in words if turn_id == turn and text is not None)


@given(st.lists(st.tuples(IDS, st.none() | TEXTS)))
def test_the_turn_buffer_agrees_with_the_whole_history(events: list[Heard]) -> None:
    buffer = TURNS.TurnBuffer()
    for number, (turn_id, text) in enumerate(events):
        before = shown(events[:number])
        if text is None:
            assert buffer.begin(turn_id) is ((turn_id, None) not in events[:number])
        else:
            assert buffer.append(turn_id, text) is (turn_id == before[0])
        assert (buffer.turn, buffer.text) == shown(events[: number + 1])


Done = tuple[str, str, str]
DOINGS = st.tuples(st.sampled_from(["put", "put", "put", "take", "drop"]), IDS, TEXTS)


class Watched:
    """An outbox, and what must be true of it: each character is in one of three places."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.outbox = OUTBOX.Outbox(limit)
        self.accepted: list[tuple[str, str]] = []
        self.taken: list[tuple[str, str]] = []
        self.dropped: set[str] = set()
        self.lost = 0

    def do(self, what: str, turn_id: str, text: str) -> None:
        if what == "take":
            self.taken += self.outbox.take()
            assert self.outbox.pending == 0
        elif what == "drop":
            self.lost += self.outbox.drop(turn_id)
            self.dropped.add(turn_id)
            assert self.outbox.drop(turn_id) == 0
        elif len(text) > self.limit and turn_id not in self.dropped:
            with pytest.raises(ValueError, match="never fit"):
                self.outbox.put(turn_id, text)
        else:
            self.put(turn_id, text)

    def put(self, turn_id: str, text: str) -> None:
        fits = self.outbox.pending + len(text) <= self.limit
        said = self.outbox.put(turn_id, text)
        assert said is (turn_id not in self.dropped and (fits or not text))
        if said and text:
            self.accepted.append((turn_id, text))

    def check(self) -> None:
        assert 0 <= self.outbox.pending <= self.limit
        characters = sum(len(text) for _, text in self.accepted)
        assert characters == size(self.taken) + self.lost + self.outbox.pending


def size(pairs: Sequence[tuple[str, str]]) -> int:
    return sum(len(text) for _, text in pairs)


@given(st.integers(1, 9), st.lists(DOINGS))
def test_the_outbox_never_exceeds_its_limit_and_nothing_is_lost_or_repeated(
    limit: int, doings: list[Done]
) -> None:
    watched = Watched(limit)
    for doing in doings:
        watched.do(*doing)
        watched.check()
    held = watched.outbox.take()
    came_out = [*watched.taken, *held]
    assert not any(turn_id in watched.dropped for turn_id, _ in held)
    rest = iter(watched.accepted)
    assert all(pair in rest for pair in came_out)  # in order, each at most once
    missing = size(watched.accepted) - size(came_out)
    assert missing == watched.lost
    if not watched.dropped:
        assert came_out == watched.accepted


PROPOSALS = st.builds(Proposal, IDS, IDS, TEXTS, st.just(()))
SPEECH = st.builds(Speech, IDS, TEXTS | st.sampled_from(["yes", "I approve"]), st.booleans())
DECISIONS = st.builds(Decision, IDS, st.booleans())


@given(st.none() | PROPOSALS, SPEECH)
def test_speech_never_approves_nor_rejects(pending: Proposal | None, said: Speech) -> None:
    moved_on = pending is not None and said.final and said.turn_id != pending.turn_id
    expected = Resolution.WITHDRAWN if moved_on else Resolution.UNCHANGED
    assert resolve(pending, said) is expected


@given(st.none() | PROPOSALS, DECISIONS)
def test_only_a_decision_that_names_the_proposal_decides(
    pending: Proposal | None, decision: Decision
) -> None:
    named = pending is not None and pending.id == decision.proposal_id
    chosen = Resolution.APPROVED if decision.approve else Resolution.REJECTED
    assert resolve(pending, decision) is (chosen if named else Resolution.UNCHANGED)


@given(st.permutations("abcdefg"), st.data())
def test_the_notice_puts_each_tool_into_one_place_and_keeps_the_order(
    ids: list[str], data: st.DataObject
) -> None:
    kinds = st.lists(st.tuples(st.sampled_from(ToolPhase), st.booleans()), max_size=7)
    tools = [ToolRun(one, "tool", *kind) for one, kind in zip(ids, data.draw(kinds), strict=False)]
    notice = plan_cancel(tools)
    places = (notice.stopped, notice.still_running, notice.already_done)
    order = [tool.id for tool in tools]
    assert sorted(one for place in places for one in place) == sorted(order)
    assert all(list(place) == sorted(place, key=order.index) for place in places)
    by_id = {tool.id: tool for tool in tools}
    assert all(by_id[one].phase == ToolPhase.COMMITTED for one in notice.already_done)
    assert not any(by_id[one].phase == ToolPhase.COMMITTED for one in notice.stopped)
    assert not any(by_id[one].cooperative for one in notice.still_running)


HEARD = st.builds(Transcript, IDS, st.integers(-2, 3), TEXTS, st.booleans())
Hear = Callable[[Transcript], Intent | None]


@given(st.lists(HEARD))
def test_an_utterance_gives_one_intent_at_most_and_that_of_its_first_final(
    heard: list[Transcript],
) -> None:
    hear: Hear = INTENT.IntentGate().hear
    intents = [intent for one in heard if (intent := hear(one)) is not None]
    finals: dict[str, str] = {}
    for one in heard:
        if one.final:
            finals.setdefault(one.utterance_id, one.text)
    meant = {utterance_id: text for utterance_id, text in finals.items() if text.strip()}
    assert intents == [Intent(*both) for both in meant.items()]
