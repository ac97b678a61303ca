"""Wrong ledgers: whether it is the same operation. Each is made of the right one."""

from labs.protocol import Begin, Json
from labs.streaming_protocol.mistakes.models.ledgers import NEW, Right


class ConflictOverwrites(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        self.begun[operation_id] = fingerprint
        return told


class ConflictIsNew(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        self.begun[operation_id] = fingerprint
        return NEW if told[0] == Begin.CONFLICT else told


class ConflictBeginsAnew(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.CONFLICT:
            self.begun[operation_id] = fingerprint
            self.finished.pop(operation_id, None)
        return told


class ConflictIsANewOne(ConflictBeginsAnew):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        super().begin(operation_id, fingerprint)
        return NEW if told[0] == Begin.CONFLICT else told


class RemembersTheLastConflict(Right):
    """Lets it overwrite, and puts right only what was overwritten last."""

    def __init__(self) -> None:
        super().__init__()
        self.first: tuple[str, str] | None = None

    def begin(self, operation_id: str, fingerprint: str) -> object:
        if self.first is not None and operation_id == self.first[0]:
            self.begun[operation_id] = self.first[1]
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.CONFLICT:
            self.first = operation_id, self.begun[operation_id]
            self.begun[operation_id] = fingerprint
        return told


class RemembersOneConflictOfEach(Right):
    """Takes a third fingerprint for the right one."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, str] = {}

    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.CONFLICT and fingerprint != self.refused.setdefault(
            operation_id, fingerprint
        ):
            self.begun[operation_id] = fingerprint
        return told


class BeginningsOfFingerprints(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, fingerprint[:16])


class BeginningsOfIds(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id[:16], fingerprint)

    def finish(self, operation_id: str, result: Json) -> None:
        super().finish(operation_id[:16], result)


class AnyFingerprint(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, "")


class DoneBeforeConflict(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        if operation_id in self.finished:
            return Begin.DONE, self.finished[operation_id]
        return self.right(operation_id, fingerprint)


class ConflictOnlyWhenDone(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.CONFLICT and operation_id not in self.finished:
            return Begin.IN_DOUBT, None
        return told


class RaisesAtConflict(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.CONFLICT:
            raise ValueError
        return told


class ConflictTells(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return (told[0], self.finished.get(operation_id))
