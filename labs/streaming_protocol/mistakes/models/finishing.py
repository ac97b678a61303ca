"""Wrong ledgers: how an operation is finished. Each is made of the right one."""

from labs.protocol import Json
from labs.streaming_protocol.mistakes.models.ledgers import Right


class TruthyInFinish(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if not self.finished.get(operation_id):
            self.finished.pop(operation_id, None)
        super().finish(operation_id, result)


class FinishesAnything(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if self.finished.setdefault(operation_id, result) != result:
            raise ValueError


class IgnoresStrangeFinish(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if operation_id in self.begun:
            super().finish(operation_id, result)


class FinishBegins(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        self.begun.setdefault(operation_id, "")
        super().finish(operation_id, result)


class KeyErrors(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        assert self.begun[operation_id] is not None
        super().finish(operation_id, result)


class LastFinishWins(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        self.finished.pop(operation_id, None)
        super().finish(operation_id, result)


class FirstFinishWins(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if operation_id not in self.finished:
            super().finish(operation_id, result)


class FinishOnce(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if operation_id in self.finished:
            raise ValueError
        super().finish(operation_id, result)


class ByText(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        if str(self.finished.get(operation_id, result)) != str(result):
            raise ValueError
        super().finish(operation_id, result)


class Comparing(Right):
    """Another result is one that looks otherwise."""

    def finish(self, operation_id: str, result: Json) -> None:
        known = operation_id in self.finished
        if known and self.alike(self.finished[operation_id], result):
            return
        super().finish(operation_id, result)

    def alike(self, one: Json, other: Json) -> bool:
        return one == other


class ByKeys(Comparing):
    def alike(self, one: Json, other: Json) -> bool:
        if isinstance(one, dict) and isinstance(other, dict):
            return one.keys() == other.keys()
        return one == other


class ByLength(Comparing):
    def alike(self, one: Json, other: Json) -> bool:
        if isinstance(one, dict) and isinstance(other, dict):
            return len(one) == len(other)
        return one == other


class ItemsByLength(Comparing):
    def alike(self, one: Json, other: Json) -> bool:
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other)
        return one == other


class FalsyAlike(Comparing):
    def alike(self, one: Json, other: Json) -> bool:
        return one == other or not (one or other)


class EmptyAlike(Comparing):
    def alike(self, one: Json, other: Json) -> bool:
        nothing: tuple[Json, ...] = (None, False, 0)
        return one == other or (one in nothing and other in nothing)


class KeepsTexts(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        super().finish(operation_id, str(result))


class KeepsIntegers(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        super().finish(operation_id, int(result) if isinstance(result, float) else result)


class CutsTexts(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        super().finish(operation_id, result[:200] if isinstance(result, str) else result)


class CutsLists(Right):
    def finish(self, operation_id: str, result: Json) -> None:
        super().finish(operation_id, result[:100] if isinstance(result, list) else result)
