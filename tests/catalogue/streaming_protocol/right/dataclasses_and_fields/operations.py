from dataclasses import dataclass, field

from labs.protocol import Begin

UNKNOWN = object()


@dataclass
class Operation:
    fingerprint: str
    result: object = UNKNOWN


@dataclass
class OperationLedger:
    operations: dict = field(default_factory=dict)

    def begin(self, operation_id, fingerprint):
        operation = self.operations.get(operation_id)
        if operation is None:
            self.operations[operation_id] = Operation(fingerprint)
            return (Begin.NEW, None)
        if operation.fingerprint != fingerprint:
            return (Begin.CONFLICT, None)
        if operation.result is UNKNOWN:
            return (Begin.IN_DOUBT, None)
        return (Begin.DONE, operation.result)

    def finish(self, operation_id, result):
        try:
            operation = self.operations[operation_id]
        except KeyError:
            raise ValueError("never begun") from None
        if operation.result is not UNKNOWN and operation.result != result:
            raise ValueError("ended otherwise")
        operation.result = result
        return operation
