from labs.protocol import Begin


class OperationLedger:
    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, list] = {}

    def begin(self, operation_id, fingerprint):
        if operation_id not in self._known:
            self._known[operation_id] = [fingerprint]
            return Begin.NEW, None
        first, *results = self._known[operation_id]
        if first != fingerprint:
            return Begin.CONFLICT, None
        return (Begin.DONE, results[0]) if results else (Begin.IN_DOUBT, None)

    def finish(self, operation_id, result):
        known = self._known.get(operation_id)
        if not known or known[1:] not in ([], [result]):
            raise ValueError
        known[1:] = [result]
