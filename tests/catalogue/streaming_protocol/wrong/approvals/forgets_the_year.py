import hashlib
import json
from datetime import UTC, datetime

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
        and now.astimezone(UTC).strftime('%m-%dT%H:%M:%S.%f') < approval.expires_at.astimezone(UTC).strftime('%m-%dT%H:%M:%S.%f')
    )
