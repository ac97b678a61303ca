"""The intent gate, tried directly."""

import itertools
from collections.abc import Sequence

from labs.calls import Call, Caller
from labs.conversation import Intent, Transcript
from labs.scripts import Script
from labs.specs import rules_of
from labs.trials import Finding, try_scripts


class IntentGate:
    """The rule, written down as plainly as can be."""

    def __init__(self) -> None:
        self.finals: list[str] = []

    def hear(self, transcript: Transcript) -> Intent | None:
        """The first final of an utterance counts, and nothing else."""
        is_first = transcript.final and transcript.utterance_id not in self.finals
        if is_first:
            self.finals.append(transcript.utterance_id)
        if is_first and transcript.text.strip():
            return Intent(transcript.utterance_id, transcript.text)
        return None


async def try_intent(caller: Caller) -> Finding | None:
    """Every short order of interim and final transcripts of two utterances, then longer ones."""
    return await try_scripts(caller, "intent", RULES, _scripts())


def _scripts() -> list[Script]:
    heard = [
        Transcript(utterance_id, 0, text, final)
        for utterance_id in ("u1", "u2")
        for text in ("forty", " ")
        for final in (True, False)
    ]
    orders = [order for length in (1, 2) for order in itertools.product(heard, repeat=length)]
    return [*[_said(order) for order in orders], *map(_said, _LONGER), _TWO, _said(_ALIKE)]


def _said(transcripts: Sequence[Transcript]) -> Script:
    hears = [Call("hear", (transcript,), on="first") for transcript in transcripts]
    return (Call("IntentGate", keep="first"), *hears)


def _final(utterance_id: str, text: str, revision: int = 0) -> Transcript:
    return Transcript(utterance_id, revision, text, final=True)


def _interim(utterance_id: str, text: str, revision: int = 0) -> Transcript:
    return Transcript(utterance_id, revision, text, final=False)


_ALIKE = [
    # The text is given as it is, however long, and ids that look alike are two.
    _final("u", "  e\u0301 \ufb01  two  blanks\r\nand more " + "x" * 500),
    *[_final(text, text) for text in ("um", "?!", "u ", "U", "ok", "0123456789abcdef1")],
    _final("0123456789abcdef2", "two", 1_000),
    *[_interim("late", "half") for _ in range(12)],
    *[_final(f"n{number}", "go") for number in range(120)],
    *(_final("n0", "again"), _final("n70", "again"), _final("late", "whole", 5_000)),
]
_LONGER: list[list[Transcript]] = [
    [_final("u1", ""), _final("u1", "forty"), _final("u2", "forty")],
    [_final("u1", " x ")],
    [_final("u1", "forty"), _final("u2", "forty"), _final("u1", "forty")],
    [_interim("u1", "forty", 2), _final("u1", "forty", 1)],
    # The final text counts, whatever the interim ones said, and whatever their revisions.
    [_interim("u1", "forty", 7), _interim("u1", "fourteen", 9), _final("u1", "fourteen", 3)],
    [_final("u1", "forty", 1), _final("u1", "fourteen", 2), _interim("u1", "four", 3)],
    [_final("u1", "Forty"), _interim("u1", "forty"), _final("u1", "forty")],
    [_interim("u1", "one"), _final("u2", "two"), _final("u1", "one"), _final("u2", "two", 5)],
    [_final("u1", "  ", 1), _final("u1", "forty", 2), _final("u2", "forty", 2)],
    [_final("u1", "\t\n"), _final("u2", "\u00a0"), _final("u3", "\u200b"), _final("u4", "0")],
    [_final("u1", " update ticket 14 \n"), _final("u1", "update ticket 14")],
    [_final("", "forty"), _final("", "forty"), _final("U1", "forty"), _final("u1", "forty")],
    [_final("u1", "same"), _final("u2", "same"), _final("u3", "same"), _final("u1", "same")],
    [_final("2", "b", -1), _final("10", "c", -5), _final("1", "a", 0), _final("2", "b", 4)],
    [_final(utterance_id, "go") for utterance_id in (*map(str, range(40)), "0", "20", "39")],
]
_TWO: Script = (
    Call("IntentGate", keep="first"),
    Call("IntentGate", keep="second"),
    Call("hear", (_final("u1", "forty"),), on="first"),
    Call("hear", (_final("u1", "forty"),), on="second"),
    Call("hear", (_final("u1", "forty"),), on="first"),
)


def _admits(call: Call) -> bool:
    return all(type(arg) is Transcript for arg in call.args)


RULES = rules_of({"IntentGate": IntentGate}, _admits, words=(Transcript,))
