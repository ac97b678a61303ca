"""A page: the client's side of a conversation, with the running system behind it in this process.

Knows the system and its client; nothing of widgets. It keeps what a bookmark would: which responses
there were. All else it has from the server, so that who reloads it sees the truth. Clicks are done
in order; a Stop hides the words at once, and travels to the server like any other click.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

from labs.calls import Fault
from labs.protocol import Event
from labs.streaming_protocol.client import Body, Client
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.plays.pace import SECOND, Pace, Paced
from labs.streaming_protocol.plays.seen import How, Seen
from labs.streaming_protocol.plays.stage import SEED, on_stage
from labs.streaming_protocol.plays.telling import Telling, how_it_stands, tell
from labs.streaming_protocol.plays.view import View, show
from labs.streaming_protocol.scenarios.playing import playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

Changed = Callable[[View], None]
CLOSED = "This conversation is over. Run the cell again to begin another one."
ON_ITS_WAY, UNDER_WAY = "Your click is on its way.", "An answer is under way: stop it first."
HABITS = replace(USUAL, approval=timedelta(minutes=2))
"""A permission runs out while one can wait for it."""

_BEGINS: dict[How, str] = {
    "asked": "Asked. The answer begins.",
    "asked again": "Asked again: a new answer begins.",
    "continued": "The answer goes on.",
}
_MOST_RESPONSES = 6
"""So many are on the page; older ones scroll away."""


class Page:
    """What one person sees, and clicks. Nothing happens before `hold` runs."""

    def __init__(self, *mine: object, pace: Pace, changed: Changed, seed: int = SEED) -> None:
        self._mine, self._seed, self._pace, self._changed = mine, seed, pace, changed
        self._view = View()
        self._clicks: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._past: list[Seen] = []
        self._losing = False

    async def hold(self) -> None:
        """Run the system, and do what is clicked, until cancelled or the code cannot go on."""
        view = self._view
        try:
            async with (
                on_stage(*self._mine, seed=self._seed, patience=None) as bench,
                playing(bench, habits=HABITS) as system,
                asyncio.TaskGroup() as tasks,
            ):
                self._system, self._tasks = system, tasks
                self._following = tasks.create_task(asyncio.sleep(0))
                tasks.create_task(Paced(system, self._pace, tasks).run())
                tasks.create_task(self._let_time_pass(system))
                while True:
                    await (await self._clicks.get())()
                    self._show()
        except Fault as fault:
            view.over = f"Your code cannot go on: {fault}. Repair it and run the cell again."
        except Exception as error:  # there is no cell below which a traceback would stand
            view.over = f"The conversation broke off, which is our mistake: {error!r}."
        finally:
            view.over = view.over or CLOSED
            view.card, view.can = None, []
            tell(view, view.over)
            self._changed(view)

    def ask(self, text: str) -> None:
        """Ask for a response."""
        self._clicks.put_nowait(lambda: self._ask(text, "asked"))

    def retry(self) -> None:
        """Ask the same once more: a new response, whose operations are new ones."""
        self._clicks.put_nowait(self._retry)

    def go_on(self) -> None:
        """Go on from the last finished tool."""
        self._clicks.put_nowait(self._go_on)

    def stop(self) -> None:
        """Hide all further words, now, and tell the server."""
        if self._past and not self._past[-1].over:
            self._past[-1].stop()
            self._show()
            self._clicks.put_nowait(self._stop)

    def decide(self, approval_id: str, payload_hash: str, *, granted: bool) -> None:
        """Click on a button of the card that shows this."""
        decision: Body = {"granted": granted, "payload_hash": payload_hash}
        self._clicks.put_nowait(lambda: self._decide(approval_id, decision))

    def lose(self) -> None:
        """Lose the next event on its way to this page."""
        self._losing = True

    def reload(self) -> None:
        """Forget everything but which responses there were, and ask the server."""
        self._clicks.put_nowait(self._reload)

    @property
    def _client(self) -> Client:
        return self._system.client

    async def _click(self, path: str, body: Body | None = None) -> Body | None:
        """Send a click on its way; the answer, none if the server refused."""
        self._view.said = ON_ITS_WAY
        self._changed(self._view)
        await self._pace.clock.sleep(self._pace.way)
        answer = await self._client.post(path, body)
        said: Body = answer.json()
        self._view.said = "" if answer.is_success else f"Refused: {said['error']}."
        if self._view.said:
            tell(self._view, self._view.said)
        return said if answer.is_success else None

    async def _ask(self, text: str, how: How) -> None:
        if self._past and not self._past[-1].over:
            self._view.said = UNDER_WAY
            return
        answer = await self._click("/responses", {"text": text})
        if answer is not None:
            await self._begin(str(answer["response_id"]), how)

    async def _retry(self) -> None:
        if self._past:
            await self._ask(self._past[-1].text, "asked again")

    async def _go_on(self) -> None:
        answer = await self._click(f"{self._path}/continue")
        if answer is not None:
            await self._begin(str(answer["response_id"]), "continued")

    async def _stop(self) -> None:
        seen = self._past[-1]
        seen.stop()  # as a reload may have come in between
        await self._click(f"{self._path}/cancel")
        seen.look(await self._client.get(seen.screen.state.response_id))
        seen.told = True
        if not seen.over:
            tell(self._view, how_it_stands(seen))

    async def _decide(self, approval_id: str, decision: Body) -> None:
        await self._click(f"{self._path}/approvals/{approval_id}", decision)

    @property
    def _path(self) -> str:
        return f"/responses/{self._past[-1].screen.state.response_id}"

    async def _begin(self, response_id: str, how: How) -> None:
        tell(self._view, _BEGINS[how])
        before = self._past[-1] if self._past else None
        self._past.append(await self._fetched(response_id, how, before))
        del self._past[:-_MOST_RESPONSES]
        self._follow()

    async def _reload(self) -> None:
        known = [(seen.screen.state.response_id, seen.how) for seen in self._past]
        self._following.cancel()
        await asyncio.wait([self._following])
        self._view.said = ""
        past: list[Seen] = []
        for response_id, how in known:
            past.append(await self._fetched(response_id, how, past[-1] if past else None))
        self._past = past
        if self._past:
            self._follow()

    async def _fetched(self, response_id: str, how: How, before: Seen | None) -> Seen:
        """A response as one finds it who knows its id, and the response before it."""
        body = await self._client.get(response_id)
        seen = Seen(Screen(self._system.desk.parts, response_id), body, how, before)
        last = int(str(body["last_seq"]))
        if last >= 0:
            async with self._client.watch(response_id) as connection:
                for event in await connection.through(last):
                    await seen.take(event)
        if body["status"] == "cancelling":
            seen.stop()
            seen.told = True
        return seen

    def _follow(self) -> None:
        self._following = self._tasks.create_task(self._listen(self._past[-1]))

    async def _listen(self, seen: Seen) -> None:
        """Take in what comes, over as many connections as it takes."""
        telling = Telling(self._view, seen)
        while not seen.over:
            await self._connected(seen, telling)
            if not seen.over:
                self._show()
                await self._pace.clock.sleep(self._pace.way)
                await self._look_for_an_end(seen)
        self._show()

    async def _connected(self, seen: Seen, telling: Telling) -> None:
        state = seen.screen.state
        async with self._client.watch(state.response_id, state.last_seq) as connection:
            while not seen.ended and (events := await connection.through(0)):
                seen.away = False
                if self._losing:
                    self._losing = False
                    continue
                for event in events:
                    await self._take(event, seen, telling)
                if seen.screen.state.gap:
                    return
        seen.away = not seen.ended

    async def _take(self, event: Event, seen: Seen, telling: Telling) -> None:
        await seen.take(event)
        if seen.ended or (seen.told and event.type.startswith("tool.")):
            seen.look(await self._client.get(event.response_id))
        telling.event(event)
        self._show()

    async def _look_for_an_end(self, seen: Seen) -> None:
        """If there is nothing left to come: the fold may have made of it what it likes."""
        body = await self._client.get(seen.screen.state.response_id)
        if seen.heard == body["last_seq"] and not seen.screen.state.gap:
            seen.look(body)

    async def _let_time_pass(self, system: System) -> None:
        """While something goes on: a page that is left open overnight is the same next morning."""
        while True:
            await self._pace.clock.sleep(SECOND)
            if self._past and not self._past[-1].over:
                system.clock.advance(SECOND)
                self._show()

    def _show(self) -> None:
        show(self._view, self._past, self._system.clock.now())
        self._changed(self._view)
