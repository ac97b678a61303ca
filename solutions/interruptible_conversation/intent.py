"""Day 7: the gate between what was heard and what is acted upon.

The rule: an interim transcript gives None. The first final one of an utterance gives its Intent,
with the final text as it is; everything later of that utterance gives None. A final one whose
`text.strip()` is empty gives None and settles the utterance too. Revisions decide nothing;
utterances do not mix.
"""

from labs.conversation import Intent, Transcript


class IntentGate:
    """Lets each utterance through once, when it is final."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self._settled: set[str] = set()

    def hear(self, transcript: Transcript) -> Intent | None:
        """Return the intent that this transcript settles, if it does settle one."""
        if not transcript.final or transcript.utterance_id in self._settled:
            return None
        self._settled.add(transcript.utterance_id)
        if not transcript.text.strip():
            return None
        return Intent(transcript.utterance_id, transcript.text)
