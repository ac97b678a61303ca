"""One slot."""

from labs.conversation import Intent


class IntentGate:
    __slots__ = ("_",)

    def __init__(self):
        self._ = []

    def hear(self, transcript):
        final, one = transcript.final, transcript.utterance_id
        if final and one not in self._:
            self._ += [one]
            if transcript.text and not transcript.text.isspace():
                return Intent(one, transcript.text)
