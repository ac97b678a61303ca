"""Wrong intent gates, each made of the right one."""

from labs.conversation import Intent, Transcript


class Right:
    """The rule, in small steps: each can be changed alone."""

    def __init__(self) -> None:
        self.settled: list[object] = []

    def hear(self, transcript: Transcript) -> object:
        if not self.counts(transcript) or self.key(transcript) in self.settled:
            return None
        self.settled.append(self.key(transcript))
        return None if self.is_blank(transcript) else self.told(transcript)

    def counts(self, transcript: Transcript) -> bool:
        return transcript.final

    def key(self, transcript: Transcript) -> object:
        return transcript.utterance_id

    def is_blank(self, transcript: Transcript) -> bool:
        return not transcript.text.strip()

    def told(self, transcript: Transcript) -> object:
        return Intent(transcript.utterance_id, self.text(transcript))

    def text(self, transcript: Transcript) -> str:
        return transcript.text


class Everything(Right):
    """Acts on whatever it hears."""

    def hear(self, transcript: Transcript) -> object:
        return self.told(transcript)


class First(Right):
    """Acts on the first that it hears of an utterance, final or not."""

    def counts(self, transcript: Transcript) -> bool:
        return True


class FirstUnblank(Right):
    def counts(self, transcript: Transcript) -> bool:
        return bool(transcript.text.strip())


class InterimSettles(Right):
    def hear(self, transcript: Transcript) -> object:
        heard = super().hear(transcript)
        if not transcript.final:
            self.settled.append(self.key(transcript))
        return heard


class LastInterim(Right):
    def __init__(self) -> None:
        super().__init__()
        self.interim: dict[str, str] = {}

    def hear(self, transcript: Transcript) -> object:
        if not transcript.final:
            self.note(transcript)
        return super().hear(transcript)

    def note(self, transcript: Transcript) -> None:
        self.interim[transcript.utterance_id] = transcript.text

    def text(self, transcript: Transcript) -> str:
        return self.interim.get(transcript.utterance_id, transcript.text)


class FirstInterim(LastInterim):
    def note(self, transcript: Transcript) -> None:
        self.interim.setdefault(transcript.utterance_id, transcript.text)


class Joining(LastInterim):
    def note(self, transcript: Transcript) -> None:
        before = self.interim.get(transcript.utterance_id, "")
        self.interim[transcript.utterance_id] = before + transcript.text

    def text(self, transcript: Transcript) -> str:
        return self.interim.get(transcript.utterance_id, "") + transcript.text


class NeedsInterim(LastInterim):
    def counts(self, transcript: Transcript) -> bool:
        return transcript.final and transcript.utterance_id in self.interim

    def text(self, transcript: Transcript) -> str:
        return transcript.text


class EveryFinal(Right):
    def hear(self, transcript: Transcript) -> object:
        if not transcript.final or self.is_blank(transcript):
            return None
        return self.told(transcript)


class ByText(Right):
    def key(self, transcript: Transcript) -> object:
        return transcript.utterance_id, transcript.text


class ByRevision(Right):
    def key(self, transcript: Transcript) -> object:
        return transcript.utterance_id, transcript.revision


class ByTextAlone(Right):
    def key(self, transcript: Transcript) -> object:
        return transcript.text


class OneForAll(Right):
    def key(self, transcript: Transcript) -> object:
        return "settled"


class LastOnly(Right):
    def hear(self, transcript: Transcript) -> object:
        heard = super().hear(transcript)
        del self.settled[:-1]
        return heard


class BlankIsOpen(Right):
    def counts(self, transcript: Transcript) -> bool:
        return transcript.final and not self.is_blank(transcript)


class BlankCounts(Right):
    def is_blank(self, transcript: Transcript) -> bool:
        return False


class OnlyEmptyIsBlank(Right):
    def is_blank(self, transcript: Transcript) -> bool:
        return not transcript.text


class Stripping(Right):
    def text(self, transcript: Transcript) -> str:
        return transcript.text.strip()


class Lowering(Right):
    def text(self, transcript: Transcript) -> str:
        return transcript.text.lower()


class Highest(Right):
    """A final counts if its revision is the highest heard of the utterance."""

    def __init__(self) -> None:
        super().__init__()
        self.revisions: dict[str, int] = {}

    def counts(self, transcript: Transcript) -> bool:
        highest = self.revisions.get(transcript.utterance_id, transcript.revision)
        self.revisions[transcript.utterance_id] = max(highest, transcript.revision)
        return transcript.final and transcript.revision >= highest


class HigherAgain(Right):
    """A later final counts again if its revision is higher."""

    def __init__(self) -> None:
        super().__init__()
        self.revisions: dict[str, int] = {}

    def hear(self, transcript: Transcript) -> object:
        if not transcript.final:
            return None
        known = self.revisions.get(transcript.utterance_id)
        if known is not None and transcript.revision <= known:
            return None
        self.revisions[transcript.utterance_id] = transcript.revision
        return None if self.is_blank(transcript) else self.told(transcript)


class Revised(Right):
    """Takes a revision of 0 for no final yet."""

    def counts(self, transcript: Transcript) -> bool:
        return transcript.final and transcript.revision != 0


class Raising(Right):
    def hear(self, transcript: Transcript) -> object:
        if transcript.final and self.key(transcript) in self.settled:
            raise ValueError
        return super().hear(transcript)


class Reopening(Right):
    """An interim one after the final begins the utterance again."""

    def hear(self, transcript: Transcript) -> object:
        if not transcript.final and self.key(transcript) in self.settled:
            self.settled.remove(self.key(transcript))
        return super().hear(transcript)


class Telling(Right):
    def told(self, transcript: Transcript) -> object:
        return transcript.text


class Pairs(Right):
    def told(self, transcript: Transcript) -> object:
        return transcript.utterance_id, transcript.text


class Whole(Right):
    def told(self, transcript: Transcript) -> object:
        return transcript


class Swapped(Right):
    def told(self, transcript: Transcript) -> object:
        return Intent(transcript.text, transcript.utterance_id)


class Never(Right):
    def hear(self, transcript: Transcript) -> object:
        return None


def sharing() -> type[Right]:
    """A gate whose class keeps what is settled: a new class, so that nobody has used it."""
    settled: list[object] = []

    class Sharing(Right):
        def __init__(self) -> None:
            super().__init__()
            self.settled = settled

    return Sharing
