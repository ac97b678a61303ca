from labs.protocol import Begin


def OperationLedger():
    class Ledger:
        pass

    begun, finished, ledger = {}, {}, Ledger()

    def begin(operation_id, fingerprint):
        known = begun.get(operation_id, ())
        if not known:
            begun[operation_id] = (fingerprint,)
            return Begin.NEW, None
        if known != (fingerprint,):
            return Begin.CONFLICT, None
        for result in finished.get(operation_id, ()):
            return Begin.DONE, result
        return Begin.IN_DOUBT, None

    def finish(operation_id, result):
        if operation_id not in begun or finished.setdefault(operation_id, [result]) != [result]:
            raise ValueError(operation_id)

    ledger.begin, ledger.finish = begin, finish
    return ledger
