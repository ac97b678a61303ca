"""Mistakes with approvals. A probe asks for hashes, or whether an approval allows something.

For the latter the approval has to bear a hash of the student's own. So these probes, and what is
right, are made anew for each student: of the hashes that his code has given.
"""

import hashlib
import operator
from collections.abc import Callable, Sequence
from datetime import datetime

from labs.calls import Call, Caller, Odd
from labs.diagnosis import Mistake, Model, Probe, known
from labs.protocol import Approval
from labs.scripts import Script
from labs.streaming_protocol.mistakes.models import hashes as by
from labs.streaming_protocol.mistakes.models import permits
from labs.streaming_protocol.mistakes.permissions import COMPARISONS, PERMISSIONS
from labs.streaming_protocol.trials.approvals import hashes, permissions
from labs.streaming_protocol.trials.payloads import DIFFERENT, EQUAL, MAIL, Arguments, Payload

_CHECK = 5
_ASKED: list[Payload] = [
    MAIL,
    ("send_mail", {"to": "bo@example.org", "amount": 10}),
    ("refund", MAIL[1]),
]


async def diagnose(caller: Caller, check: int) -> Mistake | None:
    """The mistake that explains best how the student's answer breaks that check.

    Raises:
        Fault: the student's code cannot be used.
    """
    answers = await caller.call("approvals", hashes(*_ASKED))
    own = [str(answer.value) for answer in answers]
    found = known(_probes(own), _defines(by.right, permits.may, own), _models(own))
    return await found.diagnose(caller, "approvals", check)


def _probes(own: Sequence[str]) -> list[Probe]:
    pairs = [hashes(*pair) for pair in (*EQUAL, *DIFFERENT)]
    alike = [Probe(_watched(pair), _CHECK, pattern=True) for pair in pairs]
    return [*alike, *(Probe(script[-1:], _CHECK) for script in permissions(own))]


def _watched(script: Script) -> Script:
    return tuple(Call(call.name, call.args, watched=True) for call in script)


def _defines(
    digest: by.Hash,
    may: permits.May,
    own: Sequence[str],
    is_equal: Callable[[str, str], bool] = operator.eq,
) -> dict[str, object]:
    """A file of ours; what is allowed goes by the student's own hashes."""

    def may_execute(
        approval: Approval | None, tool: str, arguments: Arguments, now: datetime
    ) -> object:
        asked = own[_ASKED.index((tool, arguments))]
        is_this = approval is not None and is_equal(approval.payload_hash, asked)
        return may(approval, is_this, now)

    return {"payload_hash": digest, "may_execute": may_execute}


_HASHES: list[tuple[Mistake, by.Hash]] = []


def _mistake(name: str, question: str, *digests: by.Hash) -> None:
    mistake = Mistake(name, f"{question} See approvals.py's rule.")
    _HASHES.extend((mistake, digest) for digest in digests)


def _models(own: Sequence[str]) -> list[Model]:
    digests = [Model(mistake, _defines(digest, permits.may, own)) for mistake, digest in _HASHES]
    rules = [Model(mistake, _defines(by.right, rule, own)) for mistake, rule in PERMISSIONS]
    loose = [
        Model(mistake, _defines(by.right, permits.may, own, is_equal))
        for mistake, is_equal in COMPARISONS
    ]
    return [*digests, *rules, *loose]


_mistake(
    "hashes the tool alone",
    "The recipient has been changed after the approval: is that still what was approved?",
    by.of_text(lambda tool, arguments: tool),
)
_mistake(
    "hashes the arguments alone",
    "The same arguments for another tool: is that what was approved?",
    by.of_text(lambda tool, arguments: by.canonical(arguments)),
)
_mistake(
    "leaves the keys in their order",
    "The same object comes with its keys in another order: is it printed alike?",
    by.of_text(by.str_of),
    by.of_text(by.unsorted),
)
_mistake(
    "sorts the outer keys only",
    "An argument is an object itself: who puts its keys in order, and those inside of it?",
    by.of_text(by.sorted_items),
    by.of_text(by.sorted_top),
)
_mistake(
    "looks at the keys only",
    "The keys are the same: and what stands behind them?",
    by.of_text(lambda tool, arguments: by.canonical([tool, *sorted(arguments)])),
)
_mistake(
    "looks at the values only",
    "The same values, under other keys: is that the same?",
    by.of_text(lambda tool, a: by.canonical([tool, *(a[key] for key in sorted(a))])),
)
_mistake(
    "makes a text of every value",
    "1, True and the text 1: how many things are approved?",
    by.of_json(by.as_text),
)
_mistake(
    "takes True for 1",
    "True equals 1 in Python: does it in JSON?",
    by.of_json(by.as_number),
)
_mistake(
    "loses where one thing ends",
    "A key ends and its value begins: could the same text be cut in another place?",
    by.of_text(by.keys_joined),
    by.of_text(by.items_joined),
    by.of_text(lambda tool, a: tool + "".join(f"{key}{a[key]}" for key in sorted(a))),
    by.of_text(lambda tool, a: tool + by.canonical(a).strip("{").replace('"', "")),
    by.of_text(lambda tool, a: by.canonical([tool, a]).replace('"', "")),
    by.of_text(lambda tool, a: by.dense([tool, a]).replace('"', "")),
    by.of_text(lambda tool, a: by.dense([tool, a]).replace(",", "")),
    by.of_text(by.uncut),
)
_mistake(
    "flattens what is nested",
    "A key may have a dot in its name: is it still another thing than a key in an object?",
    by.flattened("."),
    by.flattened("_"),
    by.flattened(""),
)
_mistake(
    "puts the tool among the arguments",
    "An argument may bear any name: also the one that you gave the tool?",
    *[
        by.tool_among(key, wins=wins)
        for key in ("tool", "name", "tool_name", "_tool", "action")
        for wins in (True, False)
    ],
)
_mistake(
    "loses what is not ASCII",
    "Two names differ in an accent: do they differ in your bytes?",
    by.lossy("ignore"),
    by.lossy("replace"),
)
_mistake(
    "changes the texts before it hashes",
    "Upper case, lower case, a blank: who has the right to take them for the same?",
    by.of_json(by.lower),
    by.of_json(by.stripped),
    by.of_json(by.with_plain_newlines),
    by.of_text(lambda tool, arguments: by.canonical([tool.lower(), arguments]).lower()),
    by.of_text(lambda tool, arguments: by.canonical([tool, arguments]).replace(" ", "")),
)
_mistake(
    "sorts lists",
    "First this, then that: may a list be put in another order?",
    by.of_json(by.ordered),
)
_mistake(
    "leaves out what is empty",
    "An argument is null, or is not there: did the one who approved see the same?",
    by.of_json(by.present),
    by.of_json(by.truthy),
    by.without(lambda key, item: item in ([], {})),
)
_mistake(
    "leaves out some of the arguments",
    "A note, a subject, an id: which of the arguments did the one who approved not see?",
    *map(by.without_keys, by.UNIMPORTANT),
)
_mistake(
    "takes a part of the tool's name",
    "mail.send and bank.send, mail.send and mail.read: which two of them are the same tool?",
    lambda tool, arguments: by.right(tool.split(".")[-1], arguments),
    lambda tool, arguments: by.right(tool.split(".")[0], arguments),
)
_mistake(
    "hashes the beginning only",
    "A long letter, and its last line has been changed: is that still what was approved?",
    *[by.cut_at(most) for most in (100, 1_000, 20_000)],
)
_mistake(
    "makes floats of integers",
    "How many digits of a large amount does a float keep?",
    by.of_json(by.as_float),
)
_mistake(
    "gives another digest",
    "How many hexadecimal digits has a SHA-256, and as what do they come?",
    lambda tool, a: hashlib.md5(str(by.right(tool, a)).encode()).hexdigest(),
    lambda tool, a: hashlib.sha1(str(by.right(tool, a)).encode()).hexdigest(),
    lambda tool, a: hashlib.sha512(str(by.right(tool, a)).encode()).hexdigest(),
    lambda tool, a: str(by.right(tool, a))[:16],
    lambda tool, a: str(by.right(tool, a))[:32],
    lambda tool, a: f"sha256:{by.right(tool, a)}",
    lambda tool, a: Odd("bytes"),
)
_mistake(
    "gives the text itself",
    "The payload may be long and secret: what of it stands in a hash?",
    lambda tool, arguments: by.canonical([tool, arguments]),
    lambda tool, arguments: by.dense([tool, arguments]),
)
_mistake(
    "changes the arguments",
    "The tool runs with these arguments afterwards: are they still as they were approved?",
    by.in_place,
    by.popping,
)
_OURS = [str(by.right(*payload)) for payload in _ASKED]
PROBES = _probes(_OURS)
RIGHT = _defines(by.right, permits.may, _OURS)
MODELS = _models(_OURS)
