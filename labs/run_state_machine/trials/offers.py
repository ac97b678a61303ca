"""Scripts of orderers: what each offer should show, by the offline rule, and what it did show.

Of one orderer, or of several one after the other, each offer is judged: it emits what is due then,
no more and no less. Of several at once, only that each gets all of its own and nothing of another
one's, whenever it comes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from labs.calls import EMIT, Answer, Call, Emission
from labs.checking import Breach, Step
from labs.scripts import Script, Steps
from labs.timeline import listed

Pair = tuple[int, str]
MOST_NUMBER = 10**9
_OWN = "its own only"
_ODD = Breach("emits what is not a number and its text", fatal=True)


@dataclass
class Spec:
    """The offline rule for one orderer: what it has been offered, and what has been due."""

    name: str
    following: int
    offered: dict[int, str] = field(default_factory=dict)
    due: list[Pair] = field(default_factory=list)
    got: list[Pair] = field(default_factory=list)

    def offer(self, seq: int, text: str) -> list[Pair]:
        """What becomes due with this offer."""
        self.offered.setdefault(seq, text)
        released = []
        while self.following in self.offered:
            released.append((self.following, self.offered[self.following]))
            self.following += 1
        self.due += released
        return released


def judge(script: Script, answers: Sequence[Answer]) -> Steps:
    """The steps up to the first one that breaks the promise."""
    several = _most_at_once(script) > 1
    judged = _each_its_own(script, answers) if several else _in_order(script, answers)
    steps: list[Step] = []
    for step in judged:
        steps.append(step)
        if step.breach is not None:
            break
    return tuple(steps)


def holds(script: Script, answers: Sequence[Answer]) -> bool:
    """Whether no step breaks the promise; of several at once, whoever asks must judge."""
    if _most_at_once(script) > 1:
        return False
    spec = Spec("", 0)
    for call, answer in zip(script, answers, strict=True):
        if call.keep is not None:
            spec, released = _made(call), []
        else:
            released = spec.offer(*offer_of(call))
        if answer.raised is not None or [pair_of(e) for e in answer.emitted] != released:
            return False
    return True


def _most_at_once(script: Script) -> int:
    most = now = 0
    for call in script:
        if call.keep is not None:
            now = 1 if call.afresh else now + 1
            most = max(most, now)
    return most


def admits(script: Script) -> bool:
    """Whether starts and numbers are whole, and each number has one text."""
    specs: dict[str | None, dict[int, str]] = {}
    for call in script:
        number, other = call.args
        if type(number) is not int or not 0 <= number < MOST_NUMBER:
            return False
        if call.keep is not None:
            if other != EMIT:
                return False
            specs[call.keep] = {}
        elif type(other) is not str or specs[call.on].setdefault(number, other) != other:
            return False
    return True


def offer_of(call: Call) -> Pair:
    """The number and the text of an offer."""
    seq, text = call.args
    assert isinstance(seq, int)
    return seq, str(text)


# --- one orderer ---------------------------------------------------------------------------


def _in_order(script: Script, answers: Sequence[Answer]) -> Iterator[Step]:
    spec = Spec("", 0)
    named = sum(call.keep is not None for call in script) > 1
    for call, answer in zip(script, answers, strict=True):
        if call.keep is not None:
            spec, said = _made(call), f"SeqOrderer({call.args[0]}, emit)"
            released = []
        else:
            offered = offer_of(call)
            said = f"offer {_told(offered, spec.name)}"
            released = spec.offer(*offered)
        emitted = [pair_of(emission) for emission in answer.emitted]
        breach = _breach(released, emitted, answer)
        expected = f"emits {_all(released, spec.name)}"
        said = f"{spec.name}: {said}" if named else said
        yield Step(call, said, expected, _got(answer, spec.name), breach)


def _made(call: Call) -> Spec:
    return Spec(str(call.keep), int(str(call.args[0])))


def pair_of(emission: Emission) -> Pair | None:
    """What was emitted, if it is a number and its text."""
    match emission.args:
        case (seq, text) if type(seq) is int and type(text) is str:
            return seq, text
    return None


def _breach(released: list[Pair], emitted: list[Pair | None], answer: Answer) -> Breach | None:
    if answer.raised is not None:
        return Breach(f"raises {answer.raised.kinds[0]}", "error", fatal=True)
    if emitted == released:
        return None
    numbers = [pair[0] for pair in emitted if pair is not None]
    due = [seq for seq, _ in released]
    if len(numbers) < len(emitted):
        return _ODD
    if numbers == due:
        return Breach("emits another text")
    if set(numbers) - set(due) or len(numbers) > len(due):
        return Breach("emits too much")
    return Breach("emits too little" if len(numbers) < len(due) else "emits in another order")


# --- several -------------------------------------------------------------------------------


def _each_its_own(script: Script, answers: Sequence[Answer]) -> Iterator[Step]:
    specs = {call.keep: _made(call) for call in script if call.keep is not None}
    for number, (call, answer) in enumerate(zip(script, answers, strict=True), start=1):
        name = str(call.keep or call.on)
        if call.keep is not None:
            said = f"{name}: SeqOrderer({call.args[0]}, emit)"
        else:
            specs[name].offer(*offer_of(call))
            said = f"{name}: offer {_told(offer_of(call), name)}"
        if (breach := _foreign(specs, answer)) is not None:
            yield Step(call, said, _OWN, _got(answer, name), breach)
            return
        yield _at_the_end(call, said, answer, specs if number == len(script) else {})


def _foreign(specs: dict[str, Spec], answer: Answer) -> Breach | None:
    """Notes what each orderer emitted; an exception, or what was never offered to it, is none."""
    if answer.raised is not None:
        return Breach(f"raises {answer.raised.kinds[0]}", "error", fatal=True)
    for emission in answer.emitted:
        pair, spec = pair_of(emission), specs.get(str(emission.of))
        if pair is None:
            return _ODD
        if spec is None or spec.offered.get(pair[0]) != pair[1]:
            return Breach("emits what is another one's")
        spec.got.append(pair)
    return None


def _at_the_end(call: Call, said: str, answer: Answer, specs: dict[str, Spec]) -> Step:
    """The step; behind the last one, each orderer must have got all that was due."""
    name = str(call.keep or call.on)
    for spec in specs.values():
        missing = [pair for pair in spec.due if pair not in spec.got]
        if missing:
            expected = f"{spec.name} has {_all(spec.due, spec.name)}"
            got = f"{spec.name} lacks {_all(missing, spec.name)}"
            return Step(call, said, expected, got, Breach("lacks what is its own"))
    return Step(call, said, _OWN, _got(answer, name))


# --- words ---------------------------------------------------------------------------------


def plain_text(seq: int, name: str = "") -> str:
    """The text that an offer of this number has when its text does not matter."""
    return f"{name} {seq}" if name else f"t{seq}"


def _told(pair: Pair, name: str = "") -> str:
    seq, text = pair
    is_plain = text == plain_text(seq) or text == plain_text(seq, name)
    return str(seq) if is_plain else f"{seq} ({text!a})"


def _all(pairs: Sequence[Pair], name: str = "") -> str:
    return listed([_told(pair, name) for pair in pairs]) if pairs else "nothing"


def _got(answer: Answer, name: str) -> str:
    if answer.raised is not None:
        return str(answer.raised)
    if not answer.emitted:
        return "emits nothing"
    return f"emits {listed([_emitted(e, name) for e in answer.emitted])}"


def _emitted(emission: Emission, name: str) -> str:
    pair = pair_of(emission)
    if pair is None:
        said = ", ".join(getattr(arg, "description", None) or ascii(arg) for arg in emission.args)
        return f"({said})"
    elsewhere = emission.of not in (None, name)
    return f"{emission.of}'s {_told(pair)}" if elsewhere else _told(pair, name)
