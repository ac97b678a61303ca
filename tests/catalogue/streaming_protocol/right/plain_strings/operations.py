class OperationLedger:
    def __init__(self):
        self.rows = {}

    def begin(self, operation_id, fingerprint):
        row = self.rows.setdefault(operation_id, {"fingerprint": fingerprint, "state": "new"})
        if row["fingerprint"] != fingerprint:
            return "conflict", None
        if row["state"] == "new":
            row["state"] = "in_doubt"
            return "new", None
        return row["state"], row.get("result")

    def finish(self, operation_id, result):
        row = self.rows.get(operation_id)
        if row is None:
            raise ValueError(operation_id)
        if "result" in row:
            if row["result"] == result:
                return
            raise ValueError(operation_id)
        row.update(state="done", result=result)
