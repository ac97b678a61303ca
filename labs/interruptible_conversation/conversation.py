"""One conversation: what a client's frames do to the screen, the voice, the decisions, the tools.

Knows these four and the ledger; no socket and no HTTP. A new turn begins at once, for a Stop as
for an interruption. In one turn the agent acts on one intent: the first; whoever wants something
else interrupts.
"""

import asyncio

from labs.conversation import CancelNotice, Decision, Intent, Speech, Transcript
from labs.interruptible_conversation.agent import plan
from labs.interruptible_conversation.background import Background, ended
from labs.interruptible_conversation.decisions import Decisions, as_message, new_entry
from labs.interruptible_conversation.desk import Desk, Message, Send
from labs.interruptible_conversation.frames import Begin, Content, Hello, Refused, Shown, Stop
from labs.interruptible_conversation.ledger import Entry
from labs.interruptible_conversation.parts import Intents
from labs.interruptible_conversation.screen import LIMIT, Screen
from labs.interruptible_conversation.toolbox import Toolbox
from labs.interruptible_conversation.voice import Voice

MOST_AT_WORK = 16
"""So many tools run and wait; an intent gets no more. What is approved always has a place."""
MOST_DONE = 50
"""So many of the tools that are done, the newest, are in a state frame."""


class Conversation:
    """One user and the agent. Made by `open_conversation`."""

    def __init__(self, desk: Desk, conversation_id: str, screen: Screen, intents: Intents) -> None:
        self.id = conversation_id
        self.screen = screen
        self._desk = desk
        self._intents = intents
        background = Background(desk, screen.tell)
        self._sending = background.start("screen", conversation_id, screen.send_words)
        self._voice = Voice(desk, screen, background)
        self._toolbox = Toolbox(desk, background, self._moved)
        self._decisions = Decisions(desk, conversation_id, screen.tell, self._toolbox.start)
        self._answered = False
        # One frame after the other, also where a socket that was replaced is not yet done.
        self._one_at_a_time = asyncio.Lock()
        # Of tool runs: what the user has been told is done, and what he believes to be stopped.
        self._told: set[str] = set()
        self._notice = CancelNotice((), (), ())
        self._stopped: set[str] = set()

    @property
    def busy(self) -> bool:
        """Whether anything goes on here, with or without a listener."""
        at_work = self._toolbox.at_work > 0 or self._voice.busy
        return at_work or self._one_at_a_time.locked()

    async def enter(self, send: Send) -> None:
        """Somebody comes to listen: from now on `send` gets all frames, a state first."""
        await self.screen.attach(send, self._state)

    async def handle(self, turn_id: str, content: Content) -> None:
        """Do what a frame of that turn's asks for.

        Raises:
            Refused: it is too late for that.
        """
        async with self._one_at_a_time:
            await self._handle(turn_id, content)

    async def close(self) -> None:
        """Leave; the ledger remembers what counts."""
        await self._voice.close()
        await self._toolbox.close()
        await ended(self._sending)

    async def _handle(self, turn_id: str, content: Content) -> None:
        match content:
            case Hello():
                await self.screen.show(self._state)
            case Shown(number):
                self.screen.shown(number)
            case Begin():
                await self._begin()
            case Stop():
                await self._stop()
            case Decision():
                await self._decisions.on(content)
            case Transcript():
                await self._hear(turn_id, content)

    async def _state(self) -> Message:
        """Where the conversation stands, for whoever comes to it.

        What the ledger says is at work is so: a crash or an outage may have left it lying.
        """
        turn_id, text = await self.screen.text()
        pending = await self._desk.ledger.pending(self.id)
        entries = await self._desk.ledger.entries(self.id)
        for entry in entries:
            if entry.at_work:
                self._toolbox.start(entry)
        at_work = [e for e in entries if e.at_work and e.tool.id not in self._stopped]
        done = [e for e in entries if not e.at_work and not e.stopped]
        return {
            "type": "state",
            "turn_id": turn_id,
            "text": text,
            "token": self._desk.tokens.sign(self.id, self.screen.turn or ""),
            "proposal": None if pending is None else as_message(pending),
            "tools": [_tool(entry) for entry in at_work],
            "done": [_tool(entry) for entry in done[-MOST_DONE:]],
        }

    async def _begin(self) -> None:
        await self._voice.hush()
        turn_id = self._desk.new_id("turn")
        await self._voice.listen(turn_id)
        self._answered = False
        await self.screen.begin(turn_id)

    async def _stop(self) -> None:
        again = not self._answered
        try:
            await self._begin()
        finally:
            # Also where no turn can begin, as the bus is away: the tools can stop all the same.
            await self._stop_tools(again=again)

    async def _stop_tools(self, *, again: bool) -> None:
        notice = await self._cancelled()
        if again and notice == CancelNotice((), (), ()):
            notice = self._notice  # said twice, a Stop has nothing new to tell: the first holds
        self._notice = notice
        self._stopped |= set(notice.stopped)
        self._told |= set(notice.already_done)
        lists = (notice.stopped, notice.still_running, notice.already_done)
        self._desk.report("conversation", "notice", self.id, " | ".join(map(" ".join, lists)))
        await self.screen.tell(
            {
                "type": "notice",
                "stopped": list(notice.stopped),
                "still_running": list(notice.still_running),
                "already_done": list(notice.already_done),
            }
        )

    async def _cancelled(self) -> CancelNotice:
        """Stop the tools that can be stopped; the notice is true of all of them."""
        halted: dict[str, Entry] = {}
        while True:
            entries = [halted.get(e.tool.id, e) for e in await self._desk.ledger.entries(self.id)]
            seen = [e for e in entries if not e.stopped and e.tool.id not in self._told]
            notice = await self._desk.parts.plan_cancel([entry.tool for entry in seen])
            due = [e for e in seen if e.tool.id in notice.stopped and e.tool.id not in halted]
            for entry in due:
                if await self._toolbox.stop(entry):
                    halted[entry.tool.id] = entry
            if all(entry.tool.id in halted for entry in due):
                return notice
            # One has moved on meanwhile, and the notice would not be true: read again and decide.

    async def _hear(self, turn_id: str, transcript: Transcript) -> None:
        if turn_id != self.screen.turn:
            self._desk.report("conversation", "refused speech", turn_id, transcript.text)
            raise Refused("superseded", "that turn is over; what was said in it is not passed on")
        await self._decisions.on(Speech(turn_id, transcript.text, transcript.final))
        intent = await self._intents.hear(transcript)
        if intent is None:
            return
        if self._answered:
            self._desk.report("conversation", "noted", turn_id, intent.text)
            return
        self._answered = True
        await self._act(turn_id, intent)

    async def _act(self, turn_id: str, intent: Intent) -> None:
        self._desk.report("conversation", "acts on", turn_id, intent.text)
        planned = plan(intent.text)

        async def ask() -> None:
            if planned.ask is not None:
                await self._decisions.propose(turn_id, *planned.ask)

        for name, arguments in planned.tools:
            if self._toolbox.at_work >= MOST_AT_WORK:
                self._desk.report("conversation", "refused tool", turn_id, name)
                continue
            entry = new_entry(self._desk, self.id, turn_id, name, arguments)
            if await self._desk.ledger.add(entry):
                await self._moved(entry)
                self._toolbox.start(entry)
        self._voice.speak(turn_id, intent.text, ask)

    async def _moved(self, entry: Entry) -> None:
        if entry.tool.id not in self._stopped:
            await self.screen.tell({"type": "tool", **_tool(entry)})


def _tool(entry: Entry) -> Message:
    return {
        "id": entry.tool.id,
        "name": entry.tool.name,
        "arguments": [[name, value] for name, value in entry.arguments],
        "phase": "stopped" if entry.stopped else str(entry.tool.phase),
    }


async def open_conversation(desk: Desk, conversation_id: str) -> Conversation:
    """The conversation of that id, as nobody has come to it yet."""
    turns, outbox = await desk.parts.turns(), await desk.parts.outbox(LIMIT)
    screen = Screen(desk, conversation_id, turns, outbox)
    return Conversation(desk, conversation_id, screen, await desk.parts.intents())
