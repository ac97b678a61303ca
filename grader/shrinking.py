"""Shortens a counterexample: the simplest script found that still breaks the same promise.

Knows scripts and the rules that come with them, and no exercise. Candidates are tried many in one
fresh run of the code, and what breaks there is tried once more in a run of its own, so that what is
found breaks by itself. The work is bounded; a fault of the code ends it with what is found so far.
"""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing

from labs.calls import Fault
from labs.checking import Counterexample
from labs.scripts import (
    Perform,
    Rules,
    Script,
    Steps,
    answers_to,
    counterexample,
    is_broken,
    neat,
    together,
)

MOST_RUNS = 100
MOST_CALLS = 40_000
MOST_SECONDS = 6.0
"""Never reached by code of ordinary speed: what is found must not depend on the machine."""

_BATCH_SCRIPTS, _BATCH_CALLS = 24, 1_000


async def shrunk(
    found: Counterexample, rules: Rules, fresh: Perform, *, most_seconds: float = MOST_SECONDS
) -> Counterexample:
    """The simplest counterexample found in bounded work; `fresh` is a new run each time."""
    best = found
    search = _Search(rules, fresh)
    try:
        async with (
            asyncio.timeout(min(most_seconds, MOST_SECONDS)),
            aclosing(search.better(found)) as better,
        ):
            async for steps in better:
                best = counterexample(found.exercise, steps)
    except (Fault, TimeoutError):
        pass
    return best


class _Search:
    """Runs scripts, counts the work, and remembers what has been tried."""

    def __init__(self, rules: Rules, fresh: Perform) -> None:
        self._rules = rules
        self._fresh = fresh
        self._runs = self._calls = 0
        self._many = _BATCH_SCRIPTS
        self._tried: set[int] = set()

    async def better(self, found: Counterexample) -> AsyncGenerator[Steps, None]:
        """The counterexample by itself, then simpler and simpler ones."""
        steps = await self._by_itself(found)
        turn = 0
        while steps is not None:
            yield steps
            # Go on where the last one was found: what came before it has just been in vain.
            turn, steps = await self._simpler(steps, turn)

    async def _by_itself(self, found: Counterexample) -> Steps | None:
        """The steps in a run of their own, or with all that came before them if it takes that."""
        script = neat(tuple(step.call for step in found.steps))
        for whole in (script, neat(together([found.before, script]))):
            (steps,) = await self._run([whole])
            if is_broken(steps):
                if sum(call.on is None for call in whole) > 1:
                    self._many = 1  # what one call leaves behind, another one finds
                return steps
        return None

    async def _simpler(self, steps: Steps, turn: int) -> tuple[int, Steps | None]:
        script, kind = _script(steps), _kind(steps)
        self._tried.add(_mark(script))
        candidates = self._untried(script, turn)
        while batch := self._batch(candidates):
            results = await self._run([candidate for _, candidate in batch])
            for (place, candidate), result in zip(batch, results, strict=True):
                if _kind(result) == kind and (sure := await self._sure(result, len(batch))):
                    return place, sure
                self._tried.add(_mark(candidate))
        return 0, None

    async def _sure(self, steps: Steps, tried_with: int) -> Steps | None:
        if tried_with == 1:
            return steps
        if self._runs >= MOST_RUNS:
            return None
        (again,) = await self._run([_script(steps)])
        return again if _kind(again) == _kind(steps) else None

    def _untried(self, script: Script, turn: int) -> Iterator[tuple[int, Script]]:
        """Simpler scripts with their places, from the `turn`-th on and then from the beginning."""
        simpler = self._rules.simpler
        later = itertools.islice(enumerate(simpler(script)), turn, None)
        seen: set[int] = set()
        for place, candidate in itertools.chain(later, enumerate(simpler(script))):
            mark = _mark(candidate)
            if candidate and mark not in self._tried and mark not in seen:
                seen.add(mark)
                yield place, candidate

    def _batch(self, candidates: Iterator[tuple[int, Script]]) -> list[tuple[int, Script]]:
        batch: list[tuple[int, Script]] = []
        room = min(_BATCH_CALLS, MOST_CALLS - self._calls)
        while self._runs < MOST_RUNS and room > 0 and len(batch) < self._many:
            if (candidate := next(candidates, None)) is None:
                break
            batch.append(candidate)
            room -= len(candidate[1])
        return batch

    async def _run(self, scripts: Sequence[Script]) -> list[Steps]:
        self._runs += 1
        self._calls += sum(map(len, scripts))
        answers = await answers_to(self._fresh, self._rules, scripts)
        return [self._rules.judge(s, a) for s, a in zip(scripts, answers, strict=True)]


def _mark(script: Script) -> int:
    return hash(repr(script))


def _script(steps: Steps) -> Script:
    return tuple(step.call for step in steps)


def _kind(steps: Steps) -> str:
    breach = steps[-1].breach if steps else None
    return "" if breach is None else breach.kind
