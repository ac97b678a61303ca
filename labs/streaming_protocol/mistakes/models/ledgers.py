"""Wrong ledgers, each made of the right one."""

from labs.protocol import Begin, Json

NEW: tuple[Begin, Json] = (Begin.NEW, None)


class Right:
    def __init__(self) -> None:
        self.begun: dict[str, str] = {}
        self.finished: dict[str, Json] = {}

    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, fingerprint)

    def right(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        if operation_id not in self.begun:
            self.begun[operation_id] = fingerprint
            return NEW
        if self.begun[operation_id] != fingerprint:
            return Begin.CONFLICT, None
        if operation_id in self.finished:
            return Begin.DONE, self.finished[operation_id]
        return Begin.IN_DOUBT, None

    def finish(self, operation_id: str, result: Json) -> None:
        if operation_id not in self.begun:
            raise ValueError
        if self.finished.setdefault(operation_id, result) != result:
            raise ValueError


class NewAgain(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return NEW if told[0] == Begin.IN_DOUBT else told


class NewAgainWhateverItIs(Right):
    """Until it is finished, anybody may run it."""

    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return told if operation_id in self.finished else NEW


class RetriesOnce(Right):
    def __init__(self) -> None:
        super().__init__()
        self.retried: set[str] = set()

    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.IN_DOUBT and operation_id not in self.retried:
            self.retried.add(operation_id)
            return NEW
        return told


class No(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return NEW

    def finish(self, operation_id: str, result: Json) -> None:
        return


class NoButForFinish(Right):
    """Notes nothing, so that nothing can be finished."""

    def begin(self, operation_id: str, fingerprint: str) -> object:
        return NEW


class DoneAtOnce(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return (Begin.DONE, None) if told[0] == Begin.IN_DOUBT else told


class NewAfterDone(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return NEW if told[0] == Begin.DONE else told


class DoubtAfterDone(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return (Begin.IN_DOUBT, None) if told[0] == Begin.DONE else told


class FailuresAgain(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        failed = isinstance(told[1], dict) and "error" in told[1]
        return NEW if failed else told


def _has_failed(result: Json) -> bool:
    return isinstance(result, dict) and (
        result.get("ok") is False or result.get("status") == "failed"
    )


class NotOkAgain(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return NEW if _has_failed(told[1]) else told


class FailedAgain(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return NEW if isinstance(told[1], dict) and "failed" in told[1] else told


class NotOkInDoubt(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        failed = isinstance(told[1], dict) and told[1].get("ok") is False
        return (Begin.IN_DOUBT, None) if failed else told


class PopsResult(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.DONE:
            del self.finished[operation_id]
        return told


class Truthy(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return told if told[1] or told[0] != Begin.DONE else (Begin.IN_DOUBT, None)


class NotNone(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        lost = told[1] is None and told[0] == Begin.DONE
        return (Begin.IN_DOUBT, None) if lost else told


class ByFingerprint(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        known = [one for one, its in self.begun.items() if its == fingerprint]
        return self.right(known[0] if known else operation_id, fingerprint)


class LastOne(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        if told[0] == Begin.DONE:
            return told[0], [*self.finished.values()][-1]
        return told


class WordOnly(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, fingerprint)[0]


class Lists(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return [*self.right(operation_id, fingerprint)]


class Swapped(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, fingerprint)[::-1]


class Whether(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        return self.right(operation_id, fingerprint)[0] == Begin.NEW


class TellsFingerprint(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        told = self.right(operation_id, fingerprint)
        return told if told[0] == Begin.DONE else (told[0], fingerprint)


class EmptyIsNone(Right):
    def begin(self, operation_id: str, fingerprint: str) -> object:
        if not self.begun.get(operation_id):
            self.begun.pop(operation_id, None)
        return self.right(operation_id, fingerprint)


def sharing() -> type[Right]:
    """A ledger whose notes are those of every other one."""
    begun: dict[str, str] = {}
    finished: dict[str, Json] = {}

    class Sharing(Right):
        def __init__(self) -> None:
            super().__init__()
            self.begun, self.finished = begun, finished

    return Sharing


def remembering(most: int) -> type[Right]:
    """A ledger that holds no more operations than that."""

    class Remembering(Right):
        def begin(self, operation_id: str, fingerprint: str) -> object:
            told = self.right(operation_id, fingerprint)
            if len(self.begun) > most:
                oldest = next(iter(self.begun))
                del self.begun[oldest]
                self.finished.pop(oldest, None)
            return told

    return Remembering
