"""The orderer, tried directly: alone from 0, alone from above 0, and two at once."""

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from labs.checking import EMIT, Answer, Call, Caller, Counterexample
from labs.run_state_machine.trials import Finding, finding_from

Offers = Sequence[tuple[int, str]]


@dataclass(frozen=True)
class Case:
    """One orderer's life: where it starts and what it is offered, in order."""

    start: int
    offers: Offers

    def releases(self) -> Iterator[list[tuple[int, str]]]:
        """What must be emitted during each offer, by the offline rule: it sees the whole list."""
        following, seen = self.start, dict[int, str]()
        for seq, text in self.offers:
            seen.setdefault(seq, text)
            released = []
            while following in seen:
                released.append((following, seen[following]))
                following += 1
            yield released


async def try_orders(caller: Caller, seed: int) -> Finding | None:
    """Every order, repeat and hole among three numbers, then large ones; texts may be empty."""
    small = [Case(0, _texts(seqs)) for seqs in _sequences(3, longest=4)]
    empty = [Case(0, [(s, "") for s in seqs]) for seqs in [(0,), (0, 1), (1, 0), (0, 0)]]
    dice = random.Random(f"orders:{seed}")
    large = [Case(0, _scrambled(dice, size)) for size in (8, 12, 25, 40)]
    held = Case(0, _texts(range(5_000, -1, -1)))
    return await _try_cases(caller, [*small, *empty, *large, held])


async def try_starts(caller: Caller, seed: int) -> Finding | None:
    """Orderers of clients that come back: they start above 0 and discard what is below."""
    dice = random.Random(f"starts:{seed}")
    cases = [
        Case(start, _texts(start - 1 + s for s in seqs))
        for start in (1, 6, 1_000)
        for seqs in _sequences(3, longest=3)
    ]
    large = [Case(6, [(6 + s, t) for s, t in _scrambled(dice, size)]) for size in (8, 25)]
    return await _try_cases(caller, [*cases, *large])


def _sequences(numbers: int, longest: int) -> Iterator[tuple[int, ...]]:
    for length in range(1, longest + 1):
        yield from itertools.product(range(numbers), repeat=length)


def _texts(seqs: Iterable[int]) -> Offers:
    return [(seq, f"t{seq}") for seq in seqs]


def _scrambled(dice: random.Random, size: int) -> Offers:
    """Every number below `size` at least once, in any order, some twice, some texts empty."""
    texts = {seq: dice.choice(("", " ", f"t{seq}")) for seq in range(size)}
    seqs = [*range(size), *dice.choices(range(size), k=size // 3)]
    dice.shuffle(seqs)
    return [(seq, texts[seq]) for seq in seqs]


async def _try_cases(caller: Caller, cases: Sequence[Case]) -> Finding | None:
    calls: list[Call] = []
    for number, case in enumerate(cases):
        calls.append(Call("SeqOrderer", (case.start, EMIT), keep=f"case {number}"))
        calls += [Call("offer", offer, on=f"case {number}") for offer in case.offers]
    answers = iter(await caller.call("orderer", calls))
    for case in cases:
        own = list(itertools.islice(answers, 1 + len(case.offers)))
        finding = _judge_case(case, own)
        if finding is not None:
            return finding
    return None


def _judge_case(case: Case, answers: Sequence[Answer]) -> Finding | None:
    made, *offered = answers
    if made.raised is not None or made.emitted:
        return _broken_case(case, 0, [], made)
    for count, (released, answer) in enumerate(zip(case.releases(), offered, strict=True), start=1):
        emitted = [emission.args for emission in answer.emitted]
        if answer.raised is not None or not _same(released, emitted):
            return _broken_case(case, count, released, answer)
    return None


def _same(released: Offers, emitted: Sequence[Sequence[object]]) -> bool:
    return [(int, seq, str, text) for seq, text in released] == [
        (type(args[0]), args[0], type(args[1]), args[1]) if len(args) == 2 else args
        for args in emitted
    ]


def _broken_case(case: Case, count: int, released: Offers, answer: Answer) -> Finding:
    """The case cut off behind its `count`-th offer, where it broke."""
    offers = case.offers[:count]
    asked = f"SeqOrderer({case.start}, emit), then offer {_listed(offers)}"
    at = f"at offer {offers[-1][0]}: " if offers else "when made: "
    emitted = [tuple(emission.args) for emission in answer.emitted]
    got = f"{at}emits {_emitted(emitted)}"
    if answer.raised is not None:
        got = f"{at}{answer.raised}"
    example = Counterexample("orderer", asked, f"{at}emits {_emitted(released)}", got)
    raised = answer.raised is not None
    return Finding(example, "error" if raised else "wrong", fatal=raised or _is_odd(emitted))


def _is_odd(emitted: Sequence[Sequence[object]]) -> bool:
    return any([type(a) for a in args] != [int, str] for args in emitted)


def _listed(offers: Offers) -> str:
    """The offers in a line: the texts only where they are not the plain ones."""
    said = [str(s) if t == f"t{s}" else f"{s} ({t!a})" for s, t in offers]
    return ", ".join(_shortened(said)) or "nothing"


def _emitted(emissions: Sequence[Sequence[object]]) -> str:
    said = []
    for args in emissions:
        match args:
            case (int(seq), str(text)) if text == f"t{seq}":
                said.append(str(seq))
            case (int(seq), str(text)):
                said.append(f"{seq} ({text!a})")
            case _:
                said.append("emit(" + ", ".join(ascii(a) for a in args) + ")")
    return ", ".join(_shortened(said)) or "nothing"


def _shortened(said: Sequence[str]) -> Sequence[str]:
    if len(said) <= 12:
        return said
    return [*said[:6], f"... {len(said) - 8} more ...", *said[-2:]]


async def try_two(caller: Caller) -> Finding | None:
    """Two orderers at once, with holes: each gets all of its own and nothing of the other's."""
    scripts = {"first": (0, 2, 3, 1, 4), "second": (1, 0, 4, 2, 3)}
    calls = [Call("SeqOrderer", (0, EMIT), keep=name) for name in scripts]
    for pair in zip(*scripts.values(), strict=True):
        for name, seq in zip(scripts, pair, strict=True):
            calls.append(Call("offer", (seq, f"{name} {seq}"), on=name))
    answers = await caller.call("orderer", calls)
    for answer in answers:
        if answer.raised is not None:
            return finding_from("orderer", _two(scripts), "no exception", answer, right_type=False)
    for name, seqs in scripts.items():
        got = {e.args for answer in answers for e in answer.emitted if e.of == name}
        expected: set[Sequence[object]] = {(seq, f"{name} {seq}") for seq in seqs}
        if got != expected:
            own = sorted(str(args[1]) if len(args) == 2 else str(args) for args in got)
            asked, all_own = _two(scripts), f"the {name} one emits all of its 0 to 4, once only its"
            said = f"the {name} one emits " + (", ".join(own) or "nothing")
            return Finding(Counterexample("orderer", asked, all_own, said))
    return None


def _two(scripts: Mapping[str, Sequence[int]]) -> str:
    orders = [f"{name}: {', '.join(map(str, seqs))}" for name, seqs in scripts.items()]
    return "two orderers, offered in turn; " + "; ".join(orders)
