"""Nothing said, nothing settled."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if not transcript.final or transcript.utterance_id in self.settled:
            return None
        if not transcript.text.strip():
            return None
        self.settled.add(transcript.utterance_id)
        return Intent(transcript.utterance_id, transcript.text)
