"""The six self-checks of the third lab.

Each tries its exercise directly, plays a scenario on the whole system, and judges what was seen.
Knows what must hold; must not know how an answer is written.
"""

from typing import cast

from labs.calls import Plain
from labs.checking import Bench, Fail, SelfCheck, Verdict
from labs.streaming_protocol.scenarios.approvals import permissions
from labs.streaming_protocol.scenarios.cancel import stopped
from labs.streaming_protocol.scenarios.fold import ANSWER, unruly_client
from labs.streaming_protocol.scenarios.operations import attempts
from labs.streaming_protocol.scenarios.record import CUT, HALF, LATE, LEAKY, WHOLE, cut_streams
from labs.streaming_protocol.scenarios.slow_client import LIMIT, slow_reader
from labs.streaming_protocol.trials.approvals import try_approvals
from labs.streaming_protocol.trials.cancel import try_cancel
from labs.streaming_protocol.trials.fold import try_fold
from labs.streaming_protocol.trials.operations import try_operations
from labs.streaming_protocol.trials.record import try_record
from labs.streaming_protocol.trials.slow_client import try_slow_client
from labs.streaming_protocol.wording import (
    changed,
    differing,
    kept_as,
    listed,
    not_asked_anew,
    told,
)
from labs.trials import hopeless, played, tried, verdict

_REFUND = "refund(account=A-7, amount=20)"
_MORE = "refund(account=A-7, amount=2000)"
_MAIL = "mail(to=ada@example.org, subject=Your parcel)"
_EVE = "mail(to=eve@example.org, subject=Your parcel)"


async def same_in_the_end(bench: Bench) -> Verdict:
    """Duplicates, two reconnects, a gap and late events change nothing about how it ends."""
    finding = await tried(bench, try_fold(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, unruly_client(bench), finding)
    if isinstance(seen, Fail):
        return seen
    calm, unruly = seen.calm, seen.unruly
    problems = []
    if calm.final != ANSWER or calm.draft != ANSWER:
        problems.append(f"Seen once and in order, the stream read {calm.draft!a}; the agent said")
        problems[-1] += f" {ANSWER!a}."
    if list(calm.tools.values()) != ["completed"] * 2:
        problems.append(f"Two tools were through; the client knew of {told(calm)}.")
    if not seen.asked_again:
        problems.append("An event was missing and the client did not notice: nobody asked again.")
    if unruly != calm:
        problems.append(f"The unruly client ended with {differing(unruly, calm)}.")
    evidence: dict[str, Plain] = {
        "numbers_fed": list(seen.fed),
        "asked_again": seen.asked_again,
        "status": unruly.status,
        "draft": unruly.draft,
        "last_seq": unruly.last_seq,
    }
    return verdict(problems, finding, evidence)


async def no_promotion(bench: Bench) -> Verdict:
    """A cut stream leaves a marked draft; half a JSON is never data; the final text wins."""
    finding = await tried(bench, try_record(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, cut_streams(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = []
    for text in (CUT, HALF, LATE):
        record, draft = seen[text].record, seen[text].draft
        if record is None or record["kind"] != "incomplete":
            problems.append(f"The stream broke off at {draft!a}, {kept_as(record)}.")
        elif record["text"] != draft or record["incomplete_reason"] != "model_broke_off":
            problems.append(
                f"Of a stream that broke off at {draft!a}, {record['text']!a} was kept,"
            )
            problems[-1] += f" with the reason {record['incomplete_reason']!a}."
        if seen[text].validated or (record is not None and record["payload"] is not None):
            problems.append(f"{draft!a} was cut off, and yet it was validated as data.")
    whole, leaky = seen[WHOLE], seen[LEAKY]
    if whole.record is None or whole.record["payload"] != {"parcel": "P-14", "days": 3}:
        problems.append(f"A whole answer, {whole.draft!a}, was not kept as data.")
    if leaky.status != "completed":
        problems.append(f"An answer in plain words was whole, and yet the response {leaky.status}:")
        problems[-1] += " of its final text no record could be made."
    elif leaky.record is None or "[removed]" not in str(leaky.record["text"]):
        problems.append("The final text had a code removed; what was kept has it, or is the draft.")
    elif leaky.record["text"] == leaky.draft:
        problems.append("The draft was kept, although the final text is another one.")
    evidence: dict[str, Plain] = {
        text: {
            "status": kept.status,
            "draft": kept.draft,
            "record": cast(Plain, kept.record),
            "validated": kept.validated,
        }
        for text, kept in seen.items()
    }
    return verdict(problems, finding, evidence)


async def honest_stop(bench: Bench) -> Verdict:
    """Stop, twice and after the end: no error, nothing changed, and what is told is true."""
    finding = await tried(bench, try_cancel(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, stopped(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = []
    if seen.second_status != 200 or not seen.same_told:
        problems.append("The second click on Stop told something else than the first.")
    if "mail" not in seen.told_done:
        problems.append("The mail had gone out before Stop; the user was not told so.")
    if seen.exports and "export" not in seen.told_running:
        problems.append("The export went on after Stop, but the user was not told so.")
    if "search" not in seen.told_stopped or seen.in_the_end.get("search") != "cancelled":
        problems.append("A search that could have been stopped was not.")
    if "second search" not in seen.told_stopped or len(seen.done) > 2:
        problems.append("A search that had not begun was not stopped by Stop.")
    if seen.told_status != "cancelling":
        problems.append(f"Something went on after Stop, and the response was {seen.told_status!a}.")
    if seen.words_after:
        problems.append(f"After Stop the screen still said {seen.words_after!a}.")
    if not seen.same_after_end or not seen.completed_stays:
        problems.append("A Stop after the end changed how the response stands.")
    evidence: dict[str, Plain] = {
        "told_status": seen.told_status,
        "told_stopped": list(seen.told_stopped),
        "told_still_running": list(seen.told_running),
        "told_already_done": list(seen.told_done),
        "tools_in_the_end": cast(Plain, seen.in_the_end),
        "status": seen.status,
        "done": list(seen.done),
    }
    return verdict(problems, finding, evidence)


async def once_only(bench: Bench) -> Verdict:
    """At whatever point a call is cut, repeated or continued, the mail goes out once."""
    finding = await tried(bench, try_operations(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, attempts(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = []
    for story, attempt in seen.items():
        if list(attempt.mails) != [_MAIL]:
            problems.append(f"({story}) Done was {listed(attempt.mails)}; expected one {_MAIL}.")
        elif any(result != attempt.results[0] for result in attempt.results):
            problems.append(f"({story}) The second attempt did not get the first one's result.")
        elif not attempt.results:
            problems.append(f"({story}) Nobody was told that the mail is out.")
    if len(seen["redelivered otherwise"].results) > 1:
        problems.append("Another mail under the same id was answered as if it were the first.")
    for story in ("crash: begun", "crash: done"):
        if not seen[story].asked_about:
            problems.append(f"({story}) Whether the mail was out was not asked before going on.")
    evidence: dict[str, Plain] = {
        story: {
            "mails": len(attempt.mails),
            "results": cast(Plain, list(attempt.results)),
            "asked_about": attempt.asked_about,
        }
        for story, attempt in seen.items()
    }
    return verdict(problems, finding, evidence)


async def exactly_this(bench: Bench) -> Verdict:
    """A permission is for exactly this, in time and once; whoever comes back finds it waiting."""
    finding = await tried(bench, try_approvals(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, permissions(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = [
        *not_asked_anew(seen.amount, _REFUND, _MORE),
        *not_asked_anew(seen.recipient, _MAIL, _EVE),
    ]
    if seen.expired:
        problems.append(f"The permission was over, and yet {listed(seen.expired)} was done.")
    if list(seen.in_time) != [_MAIL]:
        problems.append(f"In time and granted, {listed(seen.in_time)} was done.")
    before, after = seen.came_back
    if before is None or after != before or seen.done_meanwhile:
        problems.append("Who closed the browser did not come back to exactly what waits.")
    if seen.after_cancel:
        problems.append(f"After Stop {listed(seen.after_cancel)} was done.")
    evidence: dict[str, Plain] = {
        "amount_changed": changed(seen.amount),
        "recipient_changed": changed(seen.recipient),
        "in_time": list(seen.in_time),
        "expired": list(seen.expired),
        "after_cancel": list(seen.after_cancel),
        "late_click_status": seen.late_click,
    }
    return verdict(problems, finding, evidence)


async def slow_but_whole(bench: Bench) -> Verdict:
    """At a tenth of the speed: bounded memory, every tool and status event, the same end."""
    finding = await tried(bench, try_slow_client(bench.caller, bench.seed))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, slow_reader(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = []
    crowded = [
        deltas
        for events, deltas in zip(seen.batches, seen.deltas, strict=True)
        if deltas > max(LIMIT, events - deltas + 1)
    ]
    if crowded:
        problems.append(f"{max(crowded)} pieces of text were held for a client that does not read;")
        problems[-1] += f" of more than {LIMIT}, those side by side are to be joined."
    if list(seen.got) != list(seen.sent):
        problems.append(f"The client got {len(seen.got)} of {len(seen.sent)} events of tools and")
        problems[-1] += " status, or in another order."
    if seen.state != seen.whole:
        problems.append(f"The slow client ended with {differing(seen.state, seen.whole)}.")
    if seen.miscounted:
        problems.append("`held` was not the number of events that `take` then gave.")
    evidence: dict[str, Plain] = {
        "limit": LIMIT,
        "batches": list(seen.batches),
        "deltas": list(seen.deltas),
        "tool_and_status_events": len(seen.got),
        "status": seen.state.status,
    }
    return verdict(problems, finding, evidence)


CHECKS = (
    SelfCheck(1, "The same state in the end", ("fold",), same_in_the_end),
    SelfCheck(2, "A draft is not an answer", ("record",), no_promotion),
    SelfCheck(3, "An honest Stop", ("cancel",), honest_stop),
    SelfCheck(4, "Once and only once", ("operations",), once_only),
    SelfCheck(5, "Exactly what was allowed", ("approvals",), exactly_this),
    SelfCheck(6, "Slow, and nothing lost", ("slow_client",), slow_but_whole),
)
