"""The logbook: what happened, one line of JSON each, without what people said.

Knows structlog, which is imported when a logbook is made and not before. Whatever is content
(texts, arguments, results, tokens) is redacted by its name, and so is every name that nobody has
declared harmless: who adds a field later leaks nothing by forgetting this.
"""

from collections.abc import Mapping, MutableMapping
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

HARMLESS = frozenset(
    ("event", "actor", "response_id", "seq", "detail", "status", "operation_id", "tool", "gap")
)
REDACTED = "[redacted]"


class Logbook:
    """Writes to `out`. `content`: whether the content is written, too; only for one's own desk."""

    def __init__(self, out: TextIO, *, content: bool = False) -> None:
        import structlog

        shown = structlog.processors.JSONRenderer()
        hidden = () if content else (_redact,)
        self._logger: FilteringBoundLogger = structlog.wrap_logger(
            structlog.PrintLogger(out), processors=[*hidden, shown]
        )

    def write(self, what: str, fields: Mapping[str, object]) -> None:
        """Write what happened."""
        said = {name: value for name, value in fields.items() if value not in (None, "")}
        self._logger.info(what, **said)


def _redact(
    logger: object, method: str, fields: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    return {name: said if name in HARMLESS else REDACTED for name, said in fields.items()}
