"""Big or small, it is the same."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if not transcript.final or transcript.utterance_id in self.settled:
            return None
        self.settled.add(transcript.utterance_id)
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text.lower())
