import asyncio


class SeqOrderer:
    def __init__(self, start, emit):
        self._loop = asyncio.new_event_loop()
        self._next = start
        self._held = {}
        self._emit = emit

    async def _offer(self, seq, text):
        if seq >= self._next:
            self._held[seq] = text
        while self._next in self._held:
            self._emit(self._next, self._held.pop(self._next))
            self._next += 1

    def offer(self, seq, text):
        self._loop.run_until_complete(self._offer(seq, text))
