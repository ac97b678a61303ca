"""A text of the class, one line for each utterance, which each object makes longer."""

import json

from labs.conversation import Intent


class IntentGate:
    settled = ""

    def hear(self, transcript):
        line = json.dumps(transcript.utterance_id) + "\n"
        if not transcript.final or line in self.settled.splitlines(keepends=True):
            return None
        self.settled += line
        return Intent(transcript.utterance_id, transcript.text) if transcript.text.strip() else None
