"""All that was heard is kept; a final is the first of its utterance, or it is not."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.heard = []

    def hear(self, transcript):
        finals = [one for one in self.heard if one.final]
        self.heard.append(transcript)
        known = any(one.utterance_id == transcript.utterance_id for one in finals)
        if known or not transcript.final or transcript.text.strip() == "":
            return None
        return Intent(transcript.utterance_id, transcript.text)
