"""Day 9: approvals: a permission for exactly this, once, and not for ever.

The rule: `payload_hash` is the hex SHA-256 over canonical JSON of tool and arguments: the order of
keys does not matter at any depth; any other change of a value, a type, a key or the tool does (1,
True and "1" are three things). Neither function changes the arguments.
`may_execute` is true only if there is an approval, it is granted and unused, its hash equals that
of tool and arguments, and `now < expires_at`.
"""

import hashlib
import json
from datetime import datetime

from labs.protocol import Approval, Json


def payload_hash(tool: str, arguments: dict[str, Json]) -> str:
    """Return the fingerprint of what is to be done, in hexadecimal digits."""
    canonical = json.dumps([tool, arguments], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def may_execute(
    approval: Approval | None, tool: str, arguments: dict[str, Json], now: datetime
) -> bool:
    """Whether the approval allows this, at this time."""
    return (
        approval is not None
        and approval.granted
        and not approval.used
        and approval.payload_hash == payload_hash(tool, arguments)
        and now < approval.expires_at
    )
