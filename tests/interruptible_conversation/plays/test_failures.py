"""The failure log: what is refused is told, what is usual is not."""

from labs.interruptible_conversation.plays.failures import FailureLog
from labs.runtime.trace import Record


def test_a_turns_own_start_is_no_failure_and_an_old_ones_is() -> None:
    log = FailureLog()
    assert log.read(Record("screen", "turn", "turn-1")) is None
    assert log.read(Record("screen", "refused start", "turn-1")) is None
    said = log.read(Record("screen", "refused start", "turn-0"))
    assert said == "The start of a turn came that is over: nothing begins anew."


def test_each_refusal_says_what_and_why() -> None:
    log = FailureLog()
    told = [
        log.read(Record("screen", "refused word", "turn-0", detail="late ")),
        log.read(Record("conversation", "refused speech", "turn-0", detail="yes")),
        log.read(Record("decisions", "refused", "proposal-1", detail="nothing waits")),
        log.read(Record("decisions", "withdrawn", "proposal-1", detail="update_ticket(ticket=14)")),
        log.read(Record("decisions", "approved", "proposal-1", detail="update_ticket(ticket=14)")),
    ]
    assert told == [
        "The word 'late' came too late: its turn is over, and it is not shown.",
        "'yes' was said in a turn that is over: it is not passed on.",
        "A decision came to nothing: nothing waits.",
        "update_ticket(ticket=14) was withdrawn: you went on in a new turn.",
        None,
    ]
