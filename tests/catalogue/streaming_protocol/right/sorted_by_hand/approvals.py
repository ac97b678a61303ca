import json
from hashlib import sha256

from labs.protocol import Approval


def _ordered(value):
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_ordered(item) for item in value]
    return value


def payload_hash(tool, arguments):
    payload = {"tool": tool, "arguments": _ordered(arguments)}
    return "".join(f"{byte:02x}" for byte in sha256(json.dumps(payload).encode()).digest())


def may_execute(approval, tool, arguments, now):
    if approval is None:
        return False
    wanted = Approval(
        approval.id, payload_hash(tool, arguments), True, approval.expires_at, False
    )
    return approval == wanted and not now >= approval.expires_at
