"""Patterns of a transcript."""

from labs.conversation import Intent, Transcript


class IntentGate:
    def __init__(self):
        self.over = {}

    def hear(self, transcript):
        match transcript:
            case Transcript(utterance_id=one, final=True) if one not in self.over:
                self.over[one] = None
            case _:
                return None
        match transcript.text.split():
            case []:
                return None
        return Intent(transcript.utterance_id, transcript.text)
