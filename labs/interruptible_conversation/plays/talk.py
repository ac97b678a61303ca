"""A talk: the running system in this process, and a client that a person speaks through.

Knows the system and its client; nothing of widgets. What the person does is queued and done in
order; what comes back becomes a view, and whoever shows it is told that it has changed.
"""

import asyncio
from collections.abc import Awaitable, Callable

from labs.calls import Fault
from labs.interruptible_conversation.client import Frame, Line
from labs.interruptible_conversation.plays.failures import FailureLog
from labs.interruptible_conversation.plays.pace import Pace, Paced, follow
from labs.interruptible_conversation.plays.stage import SEED, a_conversation
from labs.interruptible_conversation.plays.view import MOST_LINES, Mark, View, Watching
from labs.runtime.trace import Trace

Changed = Callable[[View], None]
PATIENCE = 2.0
"""A new turn begins at once; after so many seconds it will not begin at all."""

CLOSED = "This conversation is over. Run the cell again to begin another one."


class Talk:
    """A conversation that one person holds. Nothing happens before `hold` runs."""

    def __init__(self, *mine: object, pace: Pace, changed: Changed, seed: int = SEED) -> None:
        self._mine, self._seed, self._pace, self._changed = mine, seed, pace, changed
        self._watching = Watching()
        self._wishes: asyncio.Queue[Callable[[Line], Awaitable[None]]] = asyncio.Queue()
        self._turned = asyncio.Event()
        self._utterance, self._revision, self._count = "", 0, 0
        self._used = True

    async def hold(self) -> None:
        """Run the system, and talk, until cancelled or until the student's code cannot go on."""
        view = self._watching.view
        try:
            async with (
                a_conversation(*self._mine, seed=self._seed) as system,
                system.client.talk() as line,
                asyncio.TaskGroup() as tasks,
            ):
                tasks.create_task(Paced(system, self._pace, tasks).run())
                tasks.create_task(self._keep_log(system.trace))
                tasks.create_task(self._fulfil(line))
                await line.until(lambda frame: self._took(frame, line))
        except Fault as fault:
            view.over = f"Your code cannot go on: {fault}. Repair it and run the cell again."
        except Exception as error:  # there is no cell below which a traceback would stand
            view.over = f"The conversation broke off, which is our mistake: {error!r}."
        finally:
            view.over = view.over or CLOSED
            view.speaking, view.question, view.question_id = False, "", ""
            self._watching.tell(view.over)
            self._changed(view)

    def say(self, text: str, *, final: bool, over: bool = False) -> None:
        """Say something; `over`: in the agent's own turn, without interrupting it."""
        self._wishes.put_nowait(lambda line: self._say(line, text, final=final, over=over))

    def interrupt(self) -> None:
        """Begin a new turn and say nothing in it yet."""
        self._wishes.put_nowait(self._begin)

    def stop(self) -> None:
        """Say stop."""
        self._wishes.put_nowait(self._stop)

    def decide(self, question_id: str, *, approve: bool) -> None:
        """Press one of the two buttons."""

        async def decide(line: Line) -> None:
            await line.send("decide", proposal_id=question_id, approve=approve)

        self._wishes.put_nowait(decide)

    async def _fulfil(self, line: Line) -> None:
        while True:
            await (await self._wishes.get())(line)
            self._changed(self._watching.view)

    async def _say(self, line: Line, text: str, *, final: bool, over: bool) -> None:
        if not self._utterance:
            if (self._used and not over) or line.seen.turn_id is None:
                await self._begin(line)
            self._count += 1
            self._utterance, self._revision = f"u{self._count}", 0
        aside: Mark = "over the agent" if self._used else ""
        self._watching.you_say(text, aside if final else "not yet final")
        await line.say(self._utterance, text, final=final, revision=self._revision)
        self._revision += 1
        if final:
            self._utterance = ""
            self._used = self._used or bool(text.strip())

    async def _begin(self, line: Line) -> None:
        await self._turn(line, "begin")

    async def _stop(self, line: Line) -> None:
        self._watching.you_say("", "")
        self._utterance = ""
        await self._turn(line, "stop")

    async def _turn(self, line: Line, kind: str) -> None:
        self._turned.clear()
        await line.send(kind)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turned.wait()
        except TimeoutError:
            self._note("A new turn was asked for, and none began: see TurnBuffer.begin.")
        self._used = False

    def _took(self, frame: Frame, line: Line) -> bool:
        self._watching.take(frame, line.seen)
        if frame["type"] == "turn":
            self._turned.set()
        if frame["type"] in ("spoken", "resolved"):
            # There may be more than was sent: on the screen itself, or a tool that waits.
            self._wishes.put_nowait(lambda line: line.send("hello"))
        self._changed(self._watching.view)
        return False

    async def _keep_log(self, trace: Trace) -> None:
        log = FailureLog()
        async for record in follow(trace):
            if (said := log.read(record)) is not None:
                self._note(said)

    def _note(self, said: str) -> None:
        view = self._watching.view
        view.log.append(said)
        del view.log[:-MOST_LINES]
        self._changed(view)
