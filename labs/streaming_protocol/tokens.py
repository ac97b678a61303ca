"""Tokens: who somebody is and what he may see, for a time.

Knows signing (itsdangerous) and the Clock. An owner sees the content of what is his; an operator
sees states and figures of everything, and no content.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from itsdangerous import BadData, URLSafeSerializer

from labs.runtime.ports import Clock

OWNER, OPERATOR = "owner", "operator"
LIFETIME = timedelta(hours=12)
MAX_TOKEN = 1_000


@dataclass(frozen=True)
class Bearer:
    """Whoever holds a token: a name and a role."""

    name: str
    role: str


class Tokens:
    """Makes and reads tokens; `secret` is the same in all processes of one system."""

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._signer = URLSafeSerializer(secret, salt="bearer")
        self._clock = clock

    def sign(self, name: str, role: str) -> str:
        """A token for somebody in that role."""
        expires = self._clock.now() + LIFETIME
        return str(self._signer.dumps([name, role, expires.isoformat()]))

    def bearer(self, token: str) -> Bearer | None:
        """Who holds this token; none if it is forged or no longer good."""
        if len(token) > MAX_TOKEN:
            return None
        try:
            name, role, expires = self._signer.loads(token)
            good = datetime.fromisoformat(expires) > self._clock.now()
        except (BadData, ValueError, TypeError):
            return None
        return Bearer(str(name), str(role)) if good else None
