from labs.protocol import Begin


class OperationLedger(dict):
    """By operation id: the fingerprint, and the result once there is one."""

    def begin(self, operation_id, fingerprint):
        entry = self.get(operation_id)
        if entry is None:
            self[operation_id] = {"fingerprint": fingerprint}
            return (Begin.NEW, None)
        if entry["fingerprint"] != fingerprint:
            return (Begin.CONFLICT, None)
        return (Begin.DONE, entry["result"]) if "result" in entry else (Begin.IN_DOUBT, None)

    def finish(self, operation_id, result):
        if operation_id not in self:
            raise ValueError(operation_id)
        if self[operation_id].setdefault("result", result) != result:
            raise ValueError(operation_id)
