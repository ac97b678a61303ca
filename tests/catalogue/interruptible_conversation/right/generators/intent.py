"""A generator that is sent what is heard."""

from labs.conversation import Intent


def listening():
    settled, said = set(), None
    while True:
        heard = yield said
        said = None
        if heard.final and heard.utterance_id not in settled:
            settled.add(heard.utterance_id)
            said = Intent(heard.utterance_id, heard.text) if heard.text.strip() else None


class IntentGate:
    def __init__(self):
        listener = listening()
        next(listener)
        self.hear = listener.send
