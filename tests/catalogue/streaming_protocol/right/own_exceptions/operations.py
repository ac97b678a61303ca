from labs.protocol import Begin


class LedgerError(ValueError):
    """What the ledger refuses."""


class OperationLedger:
    def __init__(self):
        self.told = []

    def _about(self, operation_id, what):
        return [note[2] for note in self.told if note[:2] == (operation_id, what)]

    def begin(self, operation_id, fingerprint):
        before = self._about(operation_id, "begin")
        if not before:
            self.told.append((operation_id, "begin", fingerprint))
            return Begin("new"), None
        if fingerprint not in before:
            return Begin("conflict"), None
        results = self._about(operation_id, "finish")
        return (Begin("done"), results[0]) if results else (Begin("in_doubt"), None)

    def finish(self, operation_id, result):
        if not self._about(operation_id, "begin"):
            raise LedgerError(operation_id)
        results = self._about(operation_id, "finish")
        if any(other != result for other in results):
            raise LedgerError(operation_id)
        if not results:
            self.told.append((operation_id, "finish", result))
