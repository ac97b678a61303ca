"""A dataclass that remembers how each utterance was settled."""

from dataclasses import dataclass, field

from labs.conversation import Intent, Transcript


@dataclass
class IntentGate:
    finals: dict[str, Transcript] = field(default_factory=dict)

    def hear(self, transcript: Transcript) -> Intent | None:
        known = len(self.finals)
        if transcript.final:
            self.finals.setdefault(transcript.utterance_id, transcript)
        if len(self.finals) > known and transcript.text.strip():
            return Intent(utterance_id=transcript.utterance_id, text=transcript.text)
        return None
