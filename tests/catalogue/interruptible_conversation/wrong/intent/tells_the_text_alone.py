"""What was said is a text."""


class IntentGate:
    def __init__(self):
        self.settled = set()

    def hear(self, transcript):
        if not transcript.final or transcript.utterance_id in self.settled:
            return None
        self.settled.add(transcript.utterance_id)
        if not transcript.text.strip():
            return None
        return transcript.text
