"""Memory and Postgres side by side: whatever is done to both, both give the same answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.adapters.memory_store import MemoryStore
from labs.runtime.ports import AT_WORK, DELTA, RERUN, Store, StoredRun
from tests.contract.conftest import fresh_postgres, new_schema
from tests.contract.stored import LEASE, T0

RUN_IDS, SESSIONS = "abcd", "st"
BEGINNING = [
    Run(run_id, session_id, RunStatus.PENDING, T0, ("hello",), 0)
    for run_id, session_id in [("a", "s"), ("b", "s"), ("c", "t")]
]
ACTIONS = ["create", "claim", "claim", "renew", "append", "append", "merge", "end", "archive"]
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=3)


@dataclass(frozen=True)
class Step:
    """One operation. It names what its run looks like, or something a little beside the truth."""

    action: str
    run_id: str
    session_id: str
    ordinal: int
    target: RunStatus
    texts: Sequence[str]
    now: datetime
    status: RunStatus | None
    off: int

    def on(self, truth: StoredRun | None) -> StoredRun:
        """The reading of the run that this step starts from."""
        if truth is None:
            truth = StoredRun(self.new_run(), self.ordinal, 0, None, None)
        run = replace(truth.run, status=self.status or truth.run.status)
        return replace(truth, run=replace(run, attempt=run.attempt + self.off))

    def new_run(self) -> Run:
        status = self.status or RunStatus.PENDING
        return Run(self.run_id, self.session_id, status, self.now, tuple(self.texts), 0)

    def fragments(self, start: int) -> list[Fragment]:
        return [
            Fragment(self.run_id, seq, RERUN if text == "!" else DELTA, text)
            for seq, text in enumerate(self.texts, start)
        ]


STEPS = st.builds(
    Step,
    action=st.sampled_from(ACTIONS),
    run_id=st.sampled_from(RUN_IDS),
    session_id=st.sampled_from(SESSIONS),
    ordinal=st.integers(0, 2),
    target=st.sampled_from([*AT_WORK, *AT_WORK, *RunStatus]),
    texts=st.lists(TEXTS | st.just("!"), min_size=1, max_size=3),
    now=st.sampled_from([T0 + i * LEASE / 2 for i in range(5)]),
    status=st.sampled_from([None] * 24 + list(RunStatus)),
    off=st.sampled_from([0] * 8 + [-1, 1]),
)


async def take(store: Store, step: Step, seen: StoredRun) -> object:
    """Do the step's operation on that store; what it answers."""
    run, later = seen.run, step.now + LEASE
    match step.action:
        case "create":
            return await store.create(step.new_run(), step.ordinal)
        case "claim":
            return await store.claim(
                seen, target=step.target, owner="w", now=step.now, deadline=later
            )
        case "renew":
            return await store.renew(run.id, run.attempt, later)
        case "append":
            start = seen.next_seq + (step.off if step.ordinal else 0)
            return await store.append(
                run.id,
                step.fragments(start),
                expected=run.status,
                target=step.target,
                attempt=run.attempt,
            )
        case "merge":
            return await store.merge(run.id, step.texts[0], run.status)
        case "end":
            inputs = len(run.inputs) + step.off if step.ordinal else None
            return await store.end(seen, target=step.target, inputs=inputs)
    return await store.archive(step.now)


async def everything(store: Store, now: datetime) -> list[object]:
    """All that can be read from a store."""
    runs = [
        (
            await store.run(run_id),
            await store.fragments(run_id, 0, 100),
            await store.transcript(run_id),
        )
        for run_id in RUN_IDS
    ]
    sessions = [
        (await store.history(name, 10), await store.latest(name), await store.waiting(name))
        for name in SESSIONS
    ]
    return [runs, sessions, await store.overdue(now)]


@given(steps=st.lists(STEPS, min_size=25, max_size=50))
@settings(max_examples=40, derandomize=True, deadline=None, database=None)
async def test_the_twins_agree(steps: list[Step]) -> None:
    memory = MemoryStore()
    async with fresh_postgres(new_schema()) as postgres:
        for ordinal, run in enumerate(BEGINNING):
            assert await memory.create(run, ordinal)
            assert await postgres.create(run, ordinal)
        for step in steps:
            seen = step.on(await memory.run(step.run_id))
            assert await take(memory, step, seen) == await take(postgres, step, seen)
        assert await everything(memory, T0 + LEASE) == await everything(postgres, T0 + LEASE)
