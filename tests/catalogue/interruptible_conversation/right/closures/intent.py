"""No class at all: a function whose result can hear."""

from types import SimpleNamespace

from labs.conversation import Intent


def IntentGate():  # noqa: N802
    settled = set()

    def hear(transcript):
        if transcript.final and transcript.utterance_id not in settled:
            settled.add(transcript.utterance_id)
            if transcript.text.strip():
                return Intent(transcript.utterance_id, transcript.text)
        return None

    return SimpleNamespace(hear=hear)
