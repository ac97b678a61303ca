from abc import ABC, abstractmethod
from threading import Lock

from labs.protocol import Begin


class Ledger(ABC):
    @abstractmethod
    def begin(self, operation_id, fingerprint): ...

    @abstractmethod
    def finish(self, operation_id, result): ...


class OperationLedger(Ledger):
    def __init__(self):
        self._lock = Lock()
        self._open, self._closed = {}, {}

    def begin(self, operation_id, fingerprint):
        with self._lock:
            if operation_id in self._closed:
                known, result = self._closed[operation_id]
                return (Begin.DONE, result) if known == fingerprint else (Begin.CONFLICT, None)
            if operation_id in self._open:
                known = self._open[operation_id]
                return (Begin.IN_DOUBT if known == fingerprint else Begin.CONFLICT), None
            self._open[operation_id] = fingerprint
            return Begin.NEW, None

    def finish(self, operation_id, result):
        with self._lock:
            if operation_id in self._open:
                self._closed[operation_id] = (self._open.pop(operation_id), result)
            elif operation_id not in self._closed or self._closed[operation_id][1] != result:
                raise ValueError("nothing of that kind is under way")
