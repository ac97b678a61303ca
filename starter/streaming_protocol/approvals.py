"""Day 9: approvals: a permission for exactly this, once, and not for ever.

The rule: `payload_hash` is the hex SHA-256 over canonical JSON of tool and arguments: the order of
keys does not matter at any depth; any other change of a value, a type, a key or the tool does (1,
True and "1" are three things). Neither function changes the arguments.
`may_execute` is true only if there is an approval, it is granted and unused, its hash equals that
of tool and arguments, and `now < expires_at`.
"""

import hashlib
from datetime import datetime

from labs.protocol import Approval, Json


def payload_hash(tool: str, arguments: dict[str, Json]) -> str:
    """Return the fingerprint of what is to be done, in hexadecimal digits."""
    # Naive: the tool's name is what was approved.
    return hashlib.sha256(tool.encode()).hexdigest()


def may_execute(
    approval: Approval | None, tool: str, arguments: dict[str, Json], now: datetime
) -> bool:
    """Whether the approval allows this, at this time."""
    # Naive: once granted, always granted. About 10 lines for both.
    return approval is not None and approval.granted
