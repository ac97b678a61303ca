"""Mistakes with the approval rule. A probe is a proposal or none, and an event."""

from typing import cast

from labs.calls import Call
from labs.conversation import Decision, Proposal, Resolution, Speech
from labs.diagnosis import Mistake, Model, Probe
from labs.interruptible_conversation.mistakes.models import approval as by
from labs.interruptible_conversation.mistakes.models.approval import (
    APPROVED,
    REJECTED,
    UNCHANGED,
    WITHDRAWN,
    Resolve,
)

_PENDING = Proposal("p1", "t1", "update_ticket", (("ticket", "14"),))
_IDS = ("p1", "p2", "P1", "p", "p1 ", "", "t1", "update_ticket")
_TEXTS = ("yes", "yes yes wait", "YES", "no", "approve p1", "ok", "", " ")
_DECISIONS = [Decision(one, approve) for one in _IDS for approve in (True, False)]
_SPEECH = [
    Speech(turn_id, text, final)
    for turn_id in ("t1", "t2", "p1", "")
    for text in _TEXTS
    for final in (True, False)
]
PROBES = [
    *[Probe((Call("resolve", (_PENDING, event)),), check=3) for event in (*_DECISIONS, *_SPEECH)],
    *[
        Probe((Call("resolve", (None, event)),), check=3)
        for event in (*_DECISIONS[:4], *_SPEECH[:8], *_SPEECH[16:24])
    ],
]


RIGHT = {"resolve": by.rule()}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *rules: Resolve) -> None:
    mistake = Mistake(name, f"{question} See approval.py's rule.")
    MODELS.extend(Model(mistake, {"resolve": rule}) for rule in rules)


_mistake(
    "takes a yes for an approval",
    "What if somebody says yes to the person beside him: what alone approves?",
    *[by.hears(("yes",), APPROVED, when) for when in (by.own_final, by.own, by.final, by.always)],
    *[by.hears(("yes", "ok"), APPROVED, when) for when in (by.own_final, by.final, by.always)],
    *[by.hears(("yes", "approve"), APPROVED, when) for when in (by.own_final, by.final, by.always)],
    by.rule(spoken=by.exactly_yes),
)
_mistake(
    "takes a no for a rejection",
    "Speech does one thing at most to what waits: is rejecting that thing?",
    *[by.hears(("no",), REJECTED, when) for when in (by.own_final, by.final, by.always)],
)
_mistake(
    "lets a yes keep the offer open",
    "The user has gone on to another turn: does it matter what he says there?",
    *[by.hears((word,), UNCHANGED, by.always) for word in ("yes", "approve")],
)
_mistake(
    "decides without looking at the id",
    "A late click on an old question: which proposal does it answer?",
    by.by_id(lambda one, pending: True),
)
_mistake(
    "takes another id for the same",
    "Ids are opaque: when are two of them the same?",
    by.by_id(lambda one, pending: one.lower() == pending.id),
    by.by_id(lambda one, pending: one.strip() == pending.id),
    by.by_id(lambda one, pending: one in pending.id),
    by.by_id(lambda one, pending: pending.id.startswith(one)),
    by.by_id(lambda one, pending: one.startswith(pending.id)),
)
_mistake(
    "compares the decision with something else",
    "A decision names an id: whose, the proposal's, its turn's or its action's?",
    by.by_id(lambda one, pending: one == pending.turn_id),
    by.by_id(lambda one, pending: one == pending.action),
)
_mistake(
    "lets a stranger's decision end it",
    "A decision about another proposal: what does it change in this one?",
    by.foreign(lambda event: WITHDRAWN),
    by.foreign(lambda event: REJECTED),
    by.foreign(lambda event: REJECTED if not event.approve else UNCHANGED),
)
_mistake(
    "raises where nothing changes",
    "Clicks come late and twice, as clicks do: is that an error, or just unchanged?",
    by.foreign(by.refuse),
    by.rule(idle=by.refuse),
)
_mistake(
    "withdraws at interim speech",
    "Interim speech may still turn out to be something else: what does it change?",
    by.withdrawing(by.other),
)
_mistake(
    "withdraws at speech in the own turn",
    "The user talks over the question, in its own turn: has he moved on?",
    by.withdrawing(by.final),
)
_mistake(
    "withdraws at whatever is said",
    "Which of all that is said shows that the user has moved on: two things count?",
    by.withdrawing(by.always),
)
_mistake(
    "withdraws in the own turn only",
    "In which turn has the user moved on: in the proposal's own, or in any other?",
    by.withdrawing(by.own_final),
)
_mistake(
    "does not withdraw at empty speech",
    "The user begins a new turn and says nothing: is the old question still his?",
    by.withdrawing(
        lambda pending, event: by.spoken(pending, event) == WITHDRAWN and event.text != ""
    ),
    by.withdrawing(
        lambda pending, event: by.spoken(pending, event) == WITHDRAWN and event.text.strip() != ""
    ),
)
_mistake(
    "never withdraws",
    "The user goes on to something else: how long does the old offer stand?",
    by.withdrawing(lambda pending, event: False),
)
_mistake(
    "compares the turn with the proposal's id",
    "A proposal has two ids: with which one is the turn of what is said compared?",
    by.withdrawing(lambda pending, event: event.final and event.turn_id != pending.id),
)
_mistake(
    "calls a rejection a withdrawal",
    "An explicit no, or walking away: which of the two has a button?",
    by.choosing(APPROVED, WITHDRAWN),
)
_mistake(
    "takes a no for nothing",
    "The user presses Reject: does the question still wait?",
    by.choosing(APPROVED, UNCHANGED),
)
_mistake(
    "approves whatever is decided",
    "There are two buttons: which field tells which one was pressed?",
    by.choosing(APPROVED, APPROVED),
)
_mistake(
    "has the buttons the wrong way round",
    "Approve is True: which answer belongs to it?",
    by.choosing(REJECTED, APPROVED),
)
_mistake(
    "crashes with nothing pending",
    "Nothing waits: which of the proposal's fields can you look at?",
    by.crashing,
    by.rule(idle=by.idle_only_for_decisions),
)
_mistake(
    "decides with nothing pending",
    "Nothing waits, and somebody clicks: what is there to approve or to withdraw?",
    by.rule(
        idle=lambda e: (
            by.decided(_PENDING, Decision("p1", e.approve))
            if isinstance(e, Decision)
            else UNCHANGED
        )
    ),
    by.rule(idle=lambda e: WITHDRAWN),
    by.rule(idle=lambda e: WITHDRAWN if isinstance(e, Speech) else UNCHANGED),
    by.rule(idle=lambda e: WITHDRAWN if isinstance(e, Speech) and e.final else UNCHANGED),
)
_mistake(
    "answers nothing where nothing changes",
    "There are four answers: which of them means that nothing changes?",
    by.rule(said=lambda one: None if one == UNCHANGED else one, idle=lambda event: None),
    by.rule(said=lambda one: None if one == UNCHANGED else one),
    by.rule(idle=lambda event: None),
)
_mistake(
    "answers something other than a Resolution",
    "Four answers, each with a name of its own: how many has True or False?",
    by.rule(said=lambda one: one == APPROVED, idle=lambda event: False),
    by.rule(said=lambda one: cast(Resolution, one).name, idle=lambda event: "UNCHANGED"),
)
