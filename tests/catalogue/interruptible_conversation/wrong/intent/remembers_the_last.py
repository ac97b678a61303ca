"""Only the last one can come again."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = None

    def hear(self, transcript):
        if not transcript.final or transcript.utterance_id == self.settled:
            return None
        self.settled = transcript.utterance_id
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
