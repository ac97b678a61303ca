"""What says something else is something else."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if not transcript.final or (transcript.utterance_id, transcript.text) in self.settled:
            return None
        self.settled.add((transcript.utterance_id, transcript.text))
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
