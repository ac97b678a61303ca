"""An utterance begins with something interim."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.settled = set()
        self.heard = {}

    def hear(self, transcript):
        if not transcript.final:
            self.heard[transcript.utterance_id] = True
            return None
        if transcript.utterance_id not in self.heard:
            return None
        if transcript.utterance_id in self.settled:
            return None
        self.settled.add(transcript.utterance_id)
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
