"""What is heard is done."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        pass

    def hear(self, transcript):
        return Intent(transcript.utterance_id, transcript.text)
