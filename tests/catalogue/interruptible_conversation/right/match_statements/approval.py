"""Patterns say it all."""

from labs.conversation import Decision, Proposal, Resolution, Speech


def resolve(pending, event):
    match pending, event:
        case Proposal(id=one), Decision(proposal_id=other, approve=yes) if one == other:
            return Resolution.APPROVED if yes else Resolution.REJECTED
        case Proposal(turn_id=own), Speech(turn_id=turn, final=True) if turn != own:
            return Resolution.WITHDRAWN
        case _:
            return Resolution.UNCHANGED
