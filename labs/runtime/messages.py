"""Messages at the door: what a client may send, and a clear refusal of everything else.

Knows HTTP statuses and what a store can hold. A text that passes here can be stored, sent and
shown by every adapter.
"""

import json

from starlette.exceptions import HTTPException

MAX_TEXT = 16_000
"""The longest message, in characters."""

MAX_BODY_BYTES = 256 * 1024
"""The longest request body: room for the longest message with each character escaped."""

MAX_SESSION = 128


def message_text(body: bytes) -> str:
    """The message in a request body of the form `{"text": "..."}`.

    Raises:
        HTTPException: 400 for what is not JSON, 413 for too long a text, 422 for any other fault.
    """
    try:
        data: object = json.loads(body)
    except ValueError as error:
        raise HTTPException(400, 'the body must be JSON: {"text": "..."}') from error
    except RecursionError as error:
        raise HTTPException(400, "the body is nested too deeply") from error
    text = data.get("text") if isinstance(data, dict) else None
    if not isinstance(text, str) or not text:
        raise HTTPException(422, 'the body must hold a text that is not empty: {"text": "..."}')
    if len(text) > MAX_TEXT:
        raise HTTPException(413, f"the text has {len(text)} characters; {MAX_TEXT} are allowed")
    return _storable(text, "text")


def checked_session(session: str) -> str:
    """The session id, if it is one.

    Raises:
        HTTPException: 422, saying why.
    """
    if len(session) > MAX_SESSION:
        raise HTTPException(422, f"a session id has at most {MAX_SESSION} characters")
    return _storable(session, "session id")


def _storable(text: str, name: str) -> str:
    if "\0" in text:
        raise HTTPException(422, f"the {name} holds the character U+0000, which cannot be stored")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise HTTPException(422, f"the {name} holds half a character: a lone surrogate")
    return text
