"""Turn tokens: who holds one may speak in that conversation, for a time.

Knows signing (itsdangerous) and the Clock. A token names a conversation and one of its turns;
whoever changes a letter of it has nothing. What is refused says why, and nothing of any
conversation but one's own.
"""

from datetime import datetime, timedelta

from itsdangerous import BadData, URLSafeSerializer

from labs.interruptible_conversation.frames import Refused
from labs.runtime.ports import Clock

LIFETIME = timedelta(hours=1)
MAX_TOKEN = 1_000


class Tokens:
    """Makes and reads tokens; `secret` is the same in all processes of one system."""

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._signer = URLSafeSerializer(secret, salt="turn")
        self._clock = clock

    def sign(self, conversation_id: str, turn_id: str) -> str:
        """A token for that turn; "" is the turn of a conversation that has not begun."""
        expires = self._clock.now() + LIFETIME
        return str(self._signer.dumps([conversation_id, turn_id, expires.isoformat()]))

    def turn(self, token: str, conversation_id: str) -> str:
        """The turn that the token is for.

        Raises:
            Refused: it opens nothing, or not this conversation, or no longer.
        """
        named, turn_id, expires = self._read(token)
        if named != conversation_id:
            raise Refused("bad_token", "the token does not open this conversation")
        if datetime.fromisoformat(expires) <= self._clock.now():
            raise Refused("expired_token", "the token has expired; a newer one is needed")
        return turn_id

    def _read(self, token: str) -> tuple[str, str, str]:
        try:
            if len(token) <= MAX_TOKEN:
                conversation_id, turn_id, expires = self._signer.loads(token)
                return str(conversation_id), str(turn_id), str(expires)
        except (BadData, ValueError, TypeError):
            pass
        # The same words as for another conversation's: a forger learns nothing from the answer.
        raise Refused("bad_token", "the token does not open this conversation")
