"""The service: what a client can ask for, done.

Knows the journal and the runners; nothing of HTTP. One response has one runner, whoever watches or
leaves: the one whose claim on it has not lapsed. What is done to a response is one write each time;
whoever lost the race reads again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import timedelta

from labs.protocol import Response, ToolPhase
from labs.runtime.ports import Unavailable
from labs.streaming_protocol.agent import Step, script
from labs.streaming_protocol.changes import Told, changed, publish, with_phase
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Asked, Begun, Change, Stored
from labs.streaming_protocol.results import UNDO
from labs.streaming_protocol.runner import Runner

Work = Coroutine[object, object, None]
Start = Callable[[Work], "asyncio.Task[None]"]


class Refused(Exception):
    """It cannot be done as things stand; its text says why."""


class Service:
    """Accepts, stops, decides, continues; and generates what it has accepted.

    `name` tells it from every other one, past ones included. `start` starts a task.
    """

    def __init__(self, desk: Desk, name: str, start: Start = asyncio.create_task) -> None:
        self._desk = desk
        self._name = name
        self._start = start
        self._runners: dict[str, tuple[Runner, asyncio.Task[None]]] = {}

    async def create(self, owner: str, text: str, structured: bool) -> Stored:
        """A new response, which is generated from now on."""
        response_id = self._desk.new_id("response")
        now = self._desk.clock.now()
        response = Response(response_id, "pending", ())
        stored = Stored(response, response_id, owner, text, structured, now)
        return await self._accepted(stored)

    async def stop(self, stored: Stored) -> Stored:
        """What a Stop changes, done; how the response stands then."""
        response_id = stored.response.id
        while True:
            planned = await self._desk.parts.cancel(stored.response)
            if planned == stored.response:
                if stored.stopped_at is not None:
                    # Nobody knows whether the one before came so far as to tell the runner.
                    self.look(response_id, stopped=True)
                return stored
            now = self._desk.clock.now()
            change = changed(stored, now, _cancelled(stored.response, planned), response=planned)
            after = replace(change.after, stopped_at=stored.stopped_at or now)
            change = replace(change, after=after)
            if await self._desk.journal.write(change):
                break
            stored = await self._again(response_id)
        self._desk.report("service", "stopped", response_id)
        done = any(run.phase == ToolPhase.COMMITTED for run in stored.response.tools)
        if done and stored.stopped_at is None:
            self._desk.figures.count("cancellations_after_commit")
        await publish(self._desk, change)
        self.look(response_id, stopped=True)
        return change.after

    async def decide(
        self, stored: Stored, approval_id: str, granted: bool, seen_hash: str
    ) -> Asked:
        """Grant or deny what was asked for; the same click again changes nothing.

        Raises:
            Refused: there is nothing of that kind to decide any more.
        """
        response_id = stored.response.id
        while True:
            asked = await self._desk.journal.asked(approval_id)
            if asked is None or asked.response_id != response_id:
                raise Refused("there is no approval of that id")
            if asked.decided and asked.approval.granted == granted:
                self.look(response_id)
                return asked
            if asked.decided or stored.ended_at is not None or stored.stopped_at is not None:
                raise Refused("it is too late for that")
            if seen_hash != asked.approval.payload_hash:
                raise Refused("that is not what was asked for")
            approval = replace(asked.approval, granted=granted)
            decided = replace(asked, approval=approval, decided=True)
            change = changed(stored, self._desk.clock.now(), asked=[decided])
            if await self._desk.journal.write(change):
                self._desk.report("service", "decided", response_id, detail=asked.operation_id)
                self.look(response_id)
                return decided
            stored = await self._again(response_id)

    async def go_on(self, old: Stored) -> Stored:
        """The response that goes on from the last finished tool of one that was broken off.

        Two of them would each do what is left: so there is one, however often it is asked for.

        Raises:
            Refused: there is nothing to go on from.
        """
        while old.continued_as is None:
            start = _start(old)
            marked = replace(
                old, continued_as=self._desk.new_id("response"), version=old.version + 1
            )
            if await self._desk.journal.write(Change(marked)):
                return await self._continued(marked, start)
            old = await self._again(old.response.id)
        found = await self._desk.journal.load(old.continued_as)
        return found or await self._continued(old, _start(old))

    async def _continued(self, old: Stored, start: int) -> Stored:
        lines = await self._desk.journal.lines(old.root)
        begun = {line.operation_id for line in lines if isinstance(line, Begun)}
        response = Response(str(old.continued_as), "pending", old.response.tools)
        for run in response.tools:
            if run.operation_id not in begun:
                # Nothing came of it: it waits again, and for a new permission if it needs one.
                response = with_phase(response, run.operation_id, ToolPhase.WAITING)
        now = self._desk.clock.now()
        new = Stored(response, old.root, old.owner, old.text, old.structured, now, start, start)
        return await self._accepted(new)

    async def keep_house(self) -> None:
        """Keep the claims, take over what has lapsed, archive what is old; for ever."""
        habits = self._desk.habits
        async with asyncio.TaskGroup() as chores:
            chores.create_task(self._regularly(self._renew, habits.lease / 3))
            chores.create_task(self._regularly(self.recover, habits.lease / 3))
            chores.create_task(self._regularly(self._archive, habits.round))

    async def recover(self) -> None:
        """Go on with every response whose claim has lapsed: a crash has left it lying."""
        for response_id in await self._desk.journal.overdue(self._desk.clock.now()):
            if response_id not in self._runners:
                await self._take_over(response_id)

    async def _take_over(self, response_id: str) -> None:
        while True:
            seen = await self._again(response_id)
            lapsed = seen.deadline is None or seen.deadline <= self._desk.clock.now()
            if seen.ended_at is not None or not lapsed:
                return
            claimed = replace(self._claimed(seen), version=seen.version + 1)
            if await self._desk.journal.write(Change(claimed)):
                said = f"attempt {claimed.attempt}"
                self._desk.report("service", "claimed", response_id, detail=said)
                self._run(claimed)
                return

    async def _renew(self) -> None:
        for runner, task in list(self._runners.values()):
            if not await runner.renew():
                # Somebody else generates it: stop, even in the middle of a slow step.
                task.cancel()

    async def _archive(self) -> None:
        before = self._desk.clock.now() - self._desk.habits.retention
        await self._desk.journal.archive(before)

    async def _regularly(self, chore: Callable[[], Awaitable[None]], every: timedelta) -> None:
        while True:
            try:
                await chore()
            except Unavailable as error:
                self._desk.report("service", "waits", "", detail=error.service)
            await self._desk.clock.sleep(every)

    def look(self, response_id: str, *, stopped: bool = False) -> None:
        """Something was decided, here or elsewhere: its runner, if it is here, reads again."""
        if response_id in self._runners:
            self._runners[response_id][0].look(stopped=stopped)

    async def idle(self) -> None:
        """Return once nothing is generated here."""
        while self._runners:
            await asyncio.wait([task for _, task in self._runners.values()])
            await asyncio.sleep(0)  # whoever has ended is struck off the list

    async def close(self) -> None:
        """Drop everything, as a crash would; the journal says how far it had come."""
        tasks = [task for _, task in self._runners.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _accepted(self, new: Stored) -> Stored:
        stored = self._claimed(new)
        if not await self._desk.journal.create(stored):
            raise Refused("that id is taken; try again")
        self._desk.report("service", "accepted", stored.response.id, text=stored.text)
        self._run(stored)
        return stored

    def _claimed(self, seen: Stored) -> Stored:
        """The response in our hands, until the lease is over."""
        deadline = self._desk.clock.now() + self._desk.habits.lease
        return replace(seen, worker=self._name, deadline=deadline, attempt=seen.attempt + 1)

    def _run(self, claimed: Stored) -> None:
        response_id = claimed.response.id
        runner = Runner(self._desk, claimed)
        task = self._start(self._watched(response_id, runner))
        self._runners[response_id] = runner, task
        task.add_done_callback(lambda _: self._runners.pop(response_id, None))

    async def _watched(self, response_id: str, runner: Runner) -> None:
        try:
            await runner.run()
        except Unavailable as error:
            self._desk.report("runner", "gave up", response_id, detail=error.service)

    async def _again(self, response_id: str) -> Stored:
        stored = await self._desk.journal.load(response_id)
        assert stored is not None  # responses are never deleted
        return stored


def _cancelled(before: Response, after: Response) -> list[Told]:
    """The events of the tools that will not run any more."""
    was = {run.operation_id: run.phase for run in before.tools}
    gone = [
        run
        for run in after.tools
        if run.phase == ToolPhase.CANCELLED != was.get(run.operation_id, run.phase)
    ]
    return [
        ("tool.cancelled", {"operation_id": run.operation_id, "tool": run.name}) for run in gone
    ]


def _start(old: Stored) -> int:
    """The place in the script of the last step in which a tool was finished."""
    if old.response.status not in ("cancelled", "failed") or old.ended_at is None:
        raise Refused("only what was broken off can be continued")
    if any(run.operation_id.endswith(UNDO) for run in old.response.tools):
        raise Refused("what was done has been taken back; ask anew")
    done = {r.operation_id for r in old.response.tools if r.phase == ToolPhase.COMMITTED}
    places = [
        at
        for at, item in enumerate(script(old.text, old.structured))
        if isinstance(item, Step) and any(f"{old.root}/{use.number}" in done for use in item.uses)
    ]
    if not places:
        raise Refused("no tool was finished; ask anew")
    return places[-1]
