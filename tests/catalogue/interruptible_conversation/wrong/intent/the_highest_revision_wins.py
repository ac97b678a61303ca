"""A final that comes too late is old."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()
        self.highest = {}

    def hear(self, transcript):
        highest = self.highest.get(transcript.utterance_id, transcript.revision)
        self.highest[transcript.utterance_id] = max(highest, transcript.revision)
        if transcript.revision < highest:
            return None
        if not transcript.final or transcript.utterance_id in self.settled:
            return None
        self.settled.add(transcript.utterance_id)
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
