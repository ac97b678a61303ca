"""What was heard before was heard."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if transcript.utterance_id in self.settled:
            return None
        self.settled.add(transcript.utterance_id)
        if not transcript.final:
            return None
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
