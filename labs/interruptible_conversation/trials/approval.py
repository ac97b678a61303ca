"""The approval rule, tried directly."""

import itertools

from labs.calls import Call, Caller
from labs.conversation import Decision, Proposal, Resolution, Speech
from labs.scripts import Script
from labs.specs import rules_of
from labs.trials import Finding, try_scripts

# Short, since it stands in every counterexample.
_PENDING = Proposal("p1", "t1", "update", ())
_TEXTS = ("yes", "", "no", "yes yes wait", "I approve p1", "approve", " ")


def resolve(pending: Proposal | None, event: Speech | Decision) -> Resolution:
    """The rule, written down as plainly as can be."""
    if pending is not None and isinstance(event, Decision) and event.proposal_id == pending.id:
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if pending is not None and isinstance(event, Speech) and event.final:
        return Resolution.UNCHANGED if event.turn_id == pending.turn_id else Resolution.WITHDRAWN
    return Resolution.UNCHANGED


async def try_approval(caller: Caller) -> Finding | None:
    """Decisions and speech of every kind, with a proposal pending and without."""
    return await try_scripts(caller, "approval", RULES, _scripts())


def _scripts() -> list[Script]:
    decisions = [Decision(*both) for both in itertools.product(_IDS, (True, False))]
    said = itertools.product(("t1", "t2", "T1", ""), _TEXTS, (True, False))
    speech = [Speech(*each) for each in said]
    waiting = [(_PENDING, event) for event in [*decisions, *speech]]
    idle = [(None, event) for event in [*decisions, *speech[::3]]]
    # Nothing but its id and its turn matters of a proposal, and only to the right event.
    twins = [Proposal("t1", "p1", "p1", (("ticket", "14"),)), Proposal("", "", "", ())]
    others = [(twin, event) for twin in twins for event in [*decisions, *speech[::3]]]
    told = [(_PENDING, Speech("t2", text, True)) for text in _SAYINGS]
    return [(Call("resolve", args),) for args in (*waiting, *idle, *others, *told, *_alike())]


def _alike() -> list[tuple[Proposal, Decision | Speech]]:
    """Ids that differ in their last character or in a blank: they name different things."""
    long, blank = "proposal-0123456789-0123456789-1", " p1"
    pending = [Proposal(long, f"{long}t", "delete", ()), Proposal(blank, " t1", "update", ())]
    ids = (long[:-1] + "2", "p1", f"{long}/delete")
    answers: list[Decision | Speech] = [Decision(proposal_id, True) for proposal_id in ids]
    answers += [Speech(turn_id, "", True) for turn_id in (f"{long}u", "t1")]
    return [(one, event) for one in pending for event in answers]


_SAYINGS = (
    *("Yes", "YES.", "ok", "Sure!", "go ahead", "do it", "yes please", "hmm", "no, thanks", "stop"),
    *("I approve", "approved", "agreed", "y", "\u2713", "\n"),
)
"""What sounds like an answer; said in a new turn, each only means that the user has moved on."""


_IDS = ("p1", "p2", "P1", "p1 ", "p", "", "t1", "update")


def _admits(call: Call) -> bool:
    match call.args:
        case (None | Proposal(), Speech() | Decision()):
            return True
    return False


RULES = rules_of({"resolve": resolve}, _admits, words=(Proposal, Speech, Decision))
