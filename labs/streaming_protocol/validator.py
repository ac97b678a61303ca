"""The validator: whether a structured answer is what was promised.

Knows JSON Schema (fastjsonschema), which is imported when there is an answer to validate.
"""

import functools
from typing import Protocol

from labs.protocol import Json
from labs.streaming_protocol.agent import SCHEMA


class _Check(Protocol):
    def __call__(self, payload: Json, /) -> object: ...


def valid(payload: Json) -> bool:
    """Whether the payload fits the schema."""
    from fastjsonschema import JsonSchemaValueException

    try:
        _check()(payload)
    except JsonSchemaValueException:
        return False
    return True


@functools.cache
def _check() -> _Check:
    from fastjsonschema import compile as compiled

    made: _Check = compiled(SCHEMA)
    return made
