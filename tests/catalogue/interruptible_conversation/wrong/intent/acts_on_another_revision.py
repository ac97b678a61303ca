"""Another revision is another transcript."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if not transcript.final or (transcript.utterance_id, transcript.revision) in self.settled:
            return None
        self.settled.add((transcript.utterance_id, transcript.revision))
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
