"""The rules of the third lab's exercises, by name: to judge, shorten and replay any script."""

from labs.streaming_protocol.trials import (
    approvals,
    cancel,
    fold,
    operations,
    record,
    slow_client,
)

RULES = {
    "fold": fold.RULES,
    "record": record.RULES,
    "cancel": cancel.RULES,
    "operations": operations.RULES,
    "approvals": approvals.RULES,
    "slow_client": slow_client.RULES,
}
