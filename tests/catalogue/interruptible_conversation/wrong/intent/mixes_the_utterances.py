"""One flag."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = False

    def hear(self, transcript):
        if not transcript.final or self.settled:
            return None
        self.settled = True
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
