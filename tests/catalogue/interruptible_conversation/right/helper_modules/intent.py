"""What is settled is remembered next door, too."""

from labs.conversation import Intent

from .memory import Once


class IntentGate:
    def __init__(self):
        self.once = Once()

    def hear(self, transcript):
        if not transcript.final or not self.once.is_first(transcript.utterance_id):
            return None
        said = Intent(transcript.utterance_id, transcript.text)
        return said if said.text.strip() else None
