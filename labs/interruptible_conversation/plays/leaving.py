"""Day 6, the listener who is gone: nobody is waited for, and nothing is said twice."""

from labs.interruptible_conversation.plays.stage import PATIENCE, a_conversation
from labs.interruptible_conversation.scenarios.playing import GREETING, begin, until_words
from labs.shown import Shown, named


async def gone_and_back(*mine: object) -> Shown:
    """A listener's connection breaks after three words; it comes back when all has been said."""
    async with a_conversation(*mine, patience=PATIENCE) as system:
        conversation_id, token = await system.client.create()
        async with system.client.connect(conversation_id, token) as line:
            system.gate.allow(3)
            await begin(line)
            await line.say("u1", GREETING)
            await until_words(line, 3)
            before, token = line.seen.text, line.seen.token
        await system.trace.until(lambda r: (r.actor, r.what) == ("endpoint", "left"))
        system.gate.open()
        await system.trace.until(lambda r: r.what == "finished")
        async with system.client.connect(conversation_id, token) as line:
            after, again = line.seen.text, line.seen.words
    rows = [
        ("you have read", before),
        ("then", "a tunnel: the connection is gone"),
        ("the agent", "speaks to its end; nobody holds it back"),
        ("you come back", "with the token of your turn, and get one frame: the state"),
        ("its text", after),
        ("sent again", "".join(text for _, text in again) or "not one word"),
    ]
    return named(rows)
