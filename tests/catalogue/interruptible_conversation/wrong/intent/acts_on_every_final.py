"""Final is final."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        pass

    def hear(self, transcript):
        if not transcript.final or not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
