"""Newer is better."""

from labs.conversation import Intent


class IntentGate:
    def __init__(self):
        self.revisions = {}

    def hear(self, transcript):
        if not transcript.final:
            return None
        known = self.revisions.get(transcript.utterance_id)
        if known is not None and transcript.revision <= known:
            return None
        self.revisions[transcript.utterance_id] = transcript.revision
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
