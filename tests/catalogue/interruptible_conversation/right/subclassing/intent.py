"""A gate is a set; a finer one is made of a coarse one."""

from labs.conversation import Intent


class Gate(set):
    def hear(self, transcript):
        if transcript.utterance_id in self:
            return None
        self.add(transcript.utterance_id)
        return Intent(transcript.utterance_id, transcript.text)


class FinalGate(Gate):
    def hear(self, transcript):
        return super().hear(transcript) if transcript.final else None


class IntentGate(FinalGate):
    def hear(self, transcript):
        heard = super().hear(transcript)
        return heard if heard is not None and heard.text.strip() else None
