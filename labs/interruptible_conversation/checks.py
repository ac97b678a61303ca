"""The six self-checks of the second lab.

Each tries its exercise directly, plays a scenario on the whole system, and judges what was seen.
Knows what must hold; must not know how an answer is written.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from labs.checking import Bench, Fail, SelfCheck, Verdict
from labs.interruptible_conversation.agent import EXPORT, LOOK_UP
from labs.interruptible_conversation.scenarios.approval import said_yes
from labs.interruptible_conversation.scenarios.intent import FOURTEEN, corrected
from labs.interruptible_conversation.scenarios.notice import stopped
from labs.interruptible_conversation.scenarios.outbox import slow_listener
from labs.interruptible_conversation.scenarios.playing import TICKET
from labs.interruptible_conversation.scenarios.turns import late_words
from labs.interruptible_conversation.screen import LIMIT
from labs.interruptible_conversation.trials.approval import try_approval
from labs.interruptible_conversation.trials.intent import try_intent
from labs.interruptible_conversation.trials.notice import try_notice
from labs.interruptible_conversation.trials.outbox import try_outbox
from labs.interruptible_conversation.trials.turns import try_turns
from labs.interruptible_conversation.whole import whole_conversation
from labs.trials import hopeless, played, tried, verdict

if TYPE_CHECKING:
    from labs.calls import Plain

_UPDATE = f"update_ticket(ticket={TICKET})"


async def late_is_late(bench: Bench) -> Verdict:
    """Late words of a cancelled turn, and its late start, never reach the screen."""
    finding = await tried(bench, try_turns(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, late_words(bench), finding)
    if isinstance(seen, Fail):
        return seen
    late = [text for turn_id, text in seen.shown if turn_id != seen.second]
    problems = []
    if seen.turns[-1] != seen.second or len(seen.turns) > 2:
        problems.append("A late start put the turn that was cancelled back on the screen.")
    if late:
        said = "".join(late).strip()
        problems.append(f"After the interruption the old turn still said {said!a}.")
    if seen.text != seen.expected:
        problems.append(f"The screen reads {seen.text!a}; expected {seen.expected!a}.")
    evidence: dict[str, Plain] = {
        "turns_begun": len(seen.turns),
        "shown_in_the_old_turn": list(late),
        "screen": seen.text,
    }
    return verdict(problems, finding, evidence)


async def held_back(bench: Bench) -> Verdict:
    """A listener that stops reading holds the speaker back, and gets all that is meant for it."""
    finding = await tried(bench, try_outbox(bench.caller, bench.seed))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await played(bench, slow_listener(bench), finding)
    if isinstance(seen, Fail):
        return seen
    shown = "".join(text for turn_id, text in seen.words if turn_id == seen.second)
    old = [text for turn_id, text in seen.words if turn_id == seen.dropped]
    problems = []
    if seen.held > LIMIT:
        problems.append(
            "By what put took, and take and drop gave back, a listener that does not read had"
            f" {seen.held} characters held for it; the limit is {LIMIT}."
        )
    if seen.stuck:
        problems.append("Nothing was held, and yet there was no room for a word.")
    if old:
        problems.append(f"The turn that was dropped still said {''.join(old).strip()!a}.")
    what = _amiss(shown, seen.expected)
    if shown != seen.expected:
        problems.append(f"Reading on, the listener got {what}; expected {seen.expected!a}.")
    evidence: dict[str, Plain] = {
        "limit": LIMIT,
        "most_held": seen.held,
        "speaker_waited": seen.waited,
        "shown": what,
    }
    return verdict(problems, finding, evidence)


def _amiss(shown: str, expected: str) -> str:
    """What was shown, or how it is wrong.

    Which words are taken together is a matter of moments, so a wrong text is not the same twice.
    """
    got, wanted = Counter(shown), Counter(expected)
    if shown == expected:
        return shown
    if got == wanted:
        return "the words in another order"
    return "not all of the words" if wanted - got else "more than the words that were meant for it"


async def only_a_decision(bench: Bench) -> Verdict:
    """Speech approves nothing; an approval runs it once; words in a new turn withdraw it."""
    finding = await tried(bench, try_approval(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await said_yes(bench)
    problems = []
    if seen.after_yes:
        problems.append(f"The user said 'yes yes wait', and {_listed(seen.after_yes)} was run.")
    elif not seen.still_asked:
        problems.append("After 'yes yes wait' the question was gone; it should wait still.")
    elif list(seen.after_approval) != [_UPDATE]:
        did = _listed(seen.after_approval)
        problems.append(f"Approved with two clicks, {did} was run; expected {_UPDATE}, once.")
    if seen.after_new_turn:
        did = _listed(seen.after_new_turn)
        problems.append(f"The user had moved on to a new turn, and yet a click ran {did}.")
    evidence: dict[str, Plain] = {
        "after_yes": list(seen.after_yes),
        "after_approval": list(seen.after_approval),
        "after_new_turn": list(seen.after_new_turn),
        "log": list(seen.log),
    }
    return verdict(problems, finding, evidence)


async def honest_stop(bench: Bench) -> Verdict:
    """Stop stops what can be stopped; what goes on stays in sight; what is done is told as done."""
    finding = await tried(bench, try_notice(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await stopped(bench)
    problems = []
    if EXPORT not in seen.in_sight:
        problems.append("The export goes on after Stop, but the user does not see it any more.")
    if _UPDATE not in seen.told_done:
        problems.append(f"{_UPDATE} had been done before Stop; the user was not told so.")
    if LOOK_UP in seen.at_work:
        problems.append("A look-up that could have been stopped was not.")
    if seen.words_after:
        problems.append("After Stop the agent went on speaking.")
    evidence: dict[str, Plain] = {
        "told_stopped": list(seen.told_stopped),
        "told_still_running": list(seen.told_running),
        "told_already_done": list(seen.told_done),
        "in_sight": list(seen.in_sight),
        "done_in_the_end": list(seen.done_in_the_end),
    }
    return verdict(problems, finding, evidence)


async def the_final_counts(bench: Bench) -> Verdict:
    """Forty, actually fourteen: ticket 40 is never touched; one proposal, for 14, is shown."""
    finding = await tried(bench, try_intent(bench.caller))
    if (fail := hopeless(finding)) is not None:
        return fail
    seen = await corrected(bench)
    problems = []
    if list(seen.acted_upon) != [FOURTEEN]:
        acted = "; ".join(ascii(text) for text in seen.acted_upon) or "nothing"
        problems.append(f"The agent acted on {acted}; expected {FOURTEEN!a}, once.")
    if list(seen.proposed) != [_UPDATE]:
        problems.append(f"It proposed {_listed(seen.proposed)}; expected {_UPDATE}, once.")
    evidence: dict[str, Plain] = {
        "acted_upon": list(seen.acted_upon),
        "proposed": list(seen.proposed),
        "done": list(seen.done),
    }
    return verdict(problems, finding, evidence)


async def all_at_once(bench: Bench) -> Verdict:
    """Whatever comes late, twice or in between: what is done is what was approved, nothing else."""
    seen = await whole_conversation(bench)
    problems = []
    if list(seen.done) != list(seen.wanted):
        wanted = _listed(seen.wanted)
        problems.append(f"Approved was {wanted}; done in the end was {_listed(seen.done)}.")
    if seen.text != seen.expected:
        problems.append(f"In the end the screen reads {seen.text!a}; expected {seen.expected!a}.")
    if seen.held > LIMIT:
        problems.append(f"{seen.held} characters were held at a time; the limit is {LIMIT}.")
    evidence: dict[str, Plain] = {
        "approved": list(seen.wanted),
        "done": list(seen.done),
        "screen": seen.text,
        "failure_log": list(seen.log),
    }
    return verdict(problems, None, evidence)


def _listed(deeds: Sequence[str]) -> str:
    return " and ".join(deeds) or "nothing"


_ALL = ("turns", "outbox", "approval", "notice", "intent")
CHECKS = (
    SelfCheck(1, "Late words stay off the screen", ("turns",), late_is_late),
    SelfCheck(2, "A slow listener slows the speaker", ("outbox",), held_back),
    SelfCheck(3, "Only a decision decides", ("approval",), only_a_decision),
    SelfCheck(4, "An honest stop", ("notice",), honest_stop),
    SelfCheck(5, "The final word counts", ("intent",), the_final_counts),
    SelfCheck(6, "The whole conversation", _ALL, all_at_once),
)
