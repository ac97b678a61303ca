"""Wrong approval rules, made of the right one by its parts."""

from collections.abc import Callable
from typing import cast

from labs.conversation import Decision, Proposal, Resolution, Speech

APPROVED, REJECTED = Resolution.APPROVED, Resolution.REJECTED
WITHDRAWN, UNCHANGED = Resolution.WITHDRAWN, Resolution.UNCHANGED
Event = Speech | Decision
Resolve = Callable[[Proposal | None, Event], object]
Decided = Callable[[Proposal, Decision], object]
Spoken = Callable[[Proposal, Speech], object]


def decided(pending: Proposal, event: Decision) -> object:
    if event.proposal_id != pending.id:
        return UNCHANGED
    return APPROVED if event.approve else REJECTED


def spoken(pending: Proposal, event: Speech) -> object:
    return WITHDRAWN if event.final and event.turn_id != pending.turn_id else UNCHANGED


def rule(
    *,
    decided: Decided = decided,
    spoken: Spoken = spoken,
    idle: Callable[[Event], object] = lambda event: UNCHANGED,
    said: Callable[[object], object] = lambda resolution: resolution,
) -> Resolve:
    def resolve(pending: Proposal | None, event: Event) -> object:
        if pending is None:
            return idle(event)
        if isinstance(event, Decision):
            return said(decided(pending, event))
        return said(spoken(pending, event))

    return resolve


def hears(words: tuple[str, ...], answer: Resolution, when: Spoken) -> Resolve:
    """Gives that answer where one of the words is said and `when` is true."""

    def hearing(pending: Proposal, event: Speech) -> object:
        heard = any(word in event.text.lower() for word in words)
        return answer if heard and when(pending, event) else spoken(pending, event)

    return rule(spoken=hearing)


def own(pending: Proposal, event: Speech) -> bool:
    return event.turn_id == pending.turn_id


def always(pending: Proposal, event: Speech) -> bool:
    return True


def final(pending: Proposal, event: Speech) -> bool:
    return event.final


def own_final(pending: Proposal, event: Speech) -> bool:
    return event.final and event.turn_id == pending.turn_id


def exactly_yes(pending: Proposal, event: Speech) -> object:
    return APPROVED if event.text.lower() == "yes" else spoken(pending, event)


def by_id(same: Callable[[str, Proposal], bool]) -> Resolve:
    def naming(pending: Proposal, event: Decision) -> object:
        chosen = APPROVED if event.approve else REJECTED
        return chosen if same(event.proposal_id, pending) else UNCHANGED

    return rule(decided=naming)


def foreign(answer: Callable[[Decision], object]) -> Resolve:
    return rule(
        decided=lambda pending, event: (
            decided(pending, event) if event.proposal_id == pending.id else answer(event)
        )
    )


def refuse(event: object) -> object:
    raise ValueError


def choosing(yes: object, no: object) -> Resolve:
    return rule(
        decided=lambda pending, event: (
            decided(pending, event)
            if event.proposal_id != pending.id
            else (yes, no)[not event.approve]
        )
    )


def withdrawing(when: Spoken) -> Resolve:
    return rule(spoken=lambda pending, event: WITHDRAWN if when(pending, event) else UNCHANGED)


def other(pending: Proposal, event: Speech) -> bool:
    return event.turn_id != pending.turn_id


def crashing(pending: Proposal | None, event: Event) -> object:
    there = cast(Proposal, pending)
    if isinstance(event, Decision):
        return decided(there, event) if there.id else None
    return spoken(there, event) if there.turn_id else None


def idle_only_for_decisions(event: Event) -> object:
    if isinstance(event, Speech) and event.final:
        raise AttributeError
    return UNCHANGED
