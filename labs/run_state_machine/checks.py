"""The six self-checks of the first lab.

Each tries its exercises directly, plays a scenario on the whole system, and judges what was
seen. Knows what must hold; must not know how an answer is written.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from labs.checking import Bench, Fail, SelfCheck, Verdict
from labs.run_state_machine import scenarios
from labs.run_state_machine.scenarios import Watched
from labs.run_state_machine.trials.merge import try_merges, try_new_runs
from labs.run_state_machine.trials.orderer import try_orders, try_starts, try_two
from labs.run_state_machine.trials.resume import try_resume
from labs.run_state_machine.trials.state import try_state
from labs.trials import hopeless, played, tried, verdict

if TYPE_CHECKING:
    from labs.calls import Plain


async def legal_moves_only(bench: Bench) -> Verdict:
    """Legal moves are accepted, illegal ones refused; a done run stays done."""
    finding = await tried(bench, try_state(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    late = await played(bench, scenarios.late_fragment(bench), finding)
    if isinstance(late, Fail):
        return late
    problems = []
    if late.refused_move is not None:
        problems.append(f"The worker could not go on: {late.refused_move} was refused.")
    elif not late.finished:
        problems.append(f"The run should have ended as done; it ended as {late.status}.")
    elif late.written:
        problems.append(
            f"A late fragment was written to a run that was done; the run is {late.status} now."
        )
    evidence: dict[str, Plain] = {
        "late_fragment": "written" if late.written else "refused",
        "status": late.status,
        "log": list(late.log),
    }
    return verdict(problems, finding, evidence)


def _numbers(seqs: Sequence[int], most: int = 12) -> str:
    more = ", ..." if len(seqs) > most else ""
    return ", ".join(map(str, seqs[:most])) + more or "nothing"


def _disorder(watched: Watched, start: int = 0) -> list[str]:
    """What is wrong with a stream that should be start, start + 1, ... up to the last one."""
    if not watched.seqs or watched.seqs != list(range(start, start + len(watched.seqs))):
        expected = _numbers(range(start, start + 7), most=6)
        return [f"The client was shown {_numbers(watched.seqs)}; expected {expected}"]
    if watched.refilled or not watched.events or watched.events[-1].kind != "done":
        return [
            f"The client was shown {_numbers(watched.seqs)} in good order, but the orderer let "
            f"go too late: the gateway had to ask the store for what the bus had brought."
        ]
    return []


async def in_order(bench: Bench) -> Verdict:
    """However badly the bus behaves, the client is shown 0, 1, 2, ..., each once."""
    finding = await tried(bench, try_orders(bench.caller, bench.seed))
    if (fail := hopeless(finding)) is not None:
        return fail
    stream = await played(bench, scenarios.disordered_stream(bench), finding)
    if isinstance(stream, Fail):
        return stream
    problems = _disorder(stream.watched)
    answer = "".join(stream.answer).strip()
    if not problems and stream.watched.reply != answer:
        problems.append(f"The reply reads {stream.watched.reply!a}; expected {answer!a}.")
    evidence: dict[str, Plain] = {
        "first_seqs": stream.watched.seqs[:12],
        "reply": stream.watched.reply,
        "arrived": list(stream.received[:12]),
    }
    return verdict(problems, finding, evidence)


async def every_waiter(bench: Bench) -> Verdict:
    """Several waiters on one run, one of them late: each gets every fragment."""
    finding = await tried(bench, try_two(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, scenarios.three_waiters(bench), finding)
    if isinstance(seen, Fail):
        return seen
    waiters, answer = seen
    last = len(answer)
    troubles: list[Plain] = []
    received: dict[str, Plain] = {}
    for number, watched in enumerate(waiters, start=1):
        missing = sorted(set(range(last + 1)) - set(watched.seqs))
        received[f"waiter {number}"] = len(set(watched.seqs))
        if missing:
            troubles.append(f"Waiter {number} never got {_numbers(missing)} of 0 to {last}.")
        elif watched.refilled:
            troubles.append(f"Waiter {number} got everything only because the store was asked.")
        elif not _own_texts(watched, answer):
            troubles.append(f"Waiter {number} was shown a text under another one's number.")
    evidence: dict[str, Plain] = {"fragments": last + 1, "received": received}
    if not troubles:
        return verdict([], finding, evidence)
    # Which waiter lacks what is a matter of luck where orderers share something.
    message = f"Three waiters watched a run; not each got all of 0 to {last} from its own orderer."
    return verdict([message], finding, {**evidence, "troubles": troubles})


def _own_texts(watched: Watched, answer: Sequence[str]) -> bool:
    own = dict(enumerate(answer))
    return all(
        e.seq is not None and e.text == own.get(e.seq) for e in watched.events if e.kind == "delta"
    )


_FORGED_IN_SYSTEM = ("-1", "abc", "\u00b2", "7" * 5_000, "99999")


async def cut_off_and_back(bench: Bench) -> Verdict:
    """Cut off after six fragments and back: nothing twice, nothing missing, nothing forged."""
    finding = await tried(bench, try_resume(bench.caller))
    finding = finding or await tried(bench, try_starts(bench.caller, bench.seed))
    if (fail := hopeless(finding)) is not None:
        return fail
    cut = await played(bench, scenarios.cut_and_back(bench), finding)
    if isinstance(cut, Fail):
        return cut
    seqs = cut.before.seqs + cut.after.seqs
    twice = sorted(seq for seq, count in Counter(seqs).items() if count > 1)
    gaps = sorted(set(range(cut.end + 1)) - set(seqs))
    first_after = cut.after.seqs[0] if cut.after.seqs else None
    problems = []
    if len(cut.before.seqs) != 6 or cut.last != 5:
        shown = f"Before the cut the client was shown {_numbers(cut.before.seqs)}"
        problems.append(f"{shown}; expected 0, 1, 2, 3, 4, 5.")
    elif first_after != 6:
        after = "nothing" if first_after is None else str(first_after)
        problems.append(f"Back with Last-Event-ID 5, the client was shown {after} first, not 6.")
    problems += _repeated_or_missing(twice, gaps)
    if not problems:
        problems += _disorder(cut.after, start=6)
    forged = await played(bench, scenarios.forged_headers(bench, _FORGED_IN_SYSTEM), finding)
    if isinstance(forged, Fail):
        return forged
    for value, came in forged:
        if came != "0":
            said = ascii(value) if len(value) < 20 else f"{len(value):,} digits"
            problems.append(f"A forged Last-Event-ID {said} got {came}; expected all, from 0.")
    evidence: dict[str, Plain] = {
        "before": len(cut.before.seqs),
        "last_before": cut.last,
        "first_after": first_after,
        "duplicates": twice,
        "gaps": gaps,
    }
    return verdict(problems, finding, evidence)


def _repeated_or_missing(twice: Sequence[int], gaps: Sequence[int]) -> list[str]:
    problems = []
    if twice:
        problems.append(f"Before and after the cut, shown twice: {_numbers(twice)}.")
    if gaps:
        problems.append(f"Before and after the cut, never shown: {_numbers(gaps)}.")
    return problems


async def merged_in_time(bench: Bench) -> Verdict:
    """A message inside the window, the run at work, joins the run."""
    finding = await tried(bench, try_merges(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, scenarios.interruption(bench), finding)
    if isinstance(seen, Fail):
        return seen
    problems = []
    if not seen.second.merged or seen.second.run_id != seen.first.run_id:
        problems.append(
            "A second message, ten seconds into a run at work, got a run of its own; "
            "expected merged: true and the same run id."
        )
    elif "exchange" not in seen.watched.reply:
        problems.append(
            f"The second message's word is missing; the reply reads {seen.watched.reply!a}."
        )
    problems += _disorder(seen.watched)
    evidence: dict[str, Plain] = {
        "run_ids": [seen.first.run_id, seen.second.run_id],
        "merged": seen.second.merged,
        "seqs": seen.watched.seqs,
        "rerun_from": seen.rerun_from,
        "reply": seen.watched.reply,
        "log": list(seen.log),
    }
    if not problems and seen.rerun_from is None:
        problems.append("The worker never reran with the merged input.")
    return verdict(problems, finding, evidence)


async def new_run_otherwise(bench: Bench) -> Verdict:
    """At 30 seconds and later, or with nobody at work, a message gets a run of its own."""
    finding = await tried(bench, try_new_runs(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    sent = await played(bench, scenarios.separate_messages(bench), finding)
    if isinstance(sent, Fail):
        return sent
    problems = [
        f"A message that came {when} was merged; expected a run of its own."
        for when, answer in sent
        if answer.merged
    ]
    ids = [answer.run_id for _, answer in sent]
    if not problems and len(set(ids)) < len(ids):
        problems.append("Two messages were answered with one run id, yet not merged.")
    evidence: dict[str, Plain] = {
        "run_ids": ids,
        "merged": {when: answer.merged for when, answer in sent},
    }
    return verdict(problems, finding, evidence)


CHECKS = (
    SelfCheck(1, "A done run stays done", ("state",), legal_moves_only),
    SelfCheck(2, "A scrambled stream ends up in order", ("orderer",), in_order),
    SelfCheck(3, "Every waiter gets every fragment", ("orderer",), every_waiter),
    SelfCheck(4, "Cut off, and back without a hole", ("resume", "orderer"), cut_off_and_back),
    SelfCheck(5, "An interruption joins the run", ("merge",), merged_in_time),
    SelfCheck(6, "Too late, or idle: a run of its own", ("merge",), new_run_otherwise),
)
