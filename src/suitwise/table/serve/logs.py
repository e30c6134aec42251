"""The logs of a server on standard error: faults as lines of text or JSON, and optionally requests.

A line has the time, the level, and the table that it is about, but no names, secrets or cards. A message
about a table begins with ``table %s: ``. The log of requests has the addresses that limits count, but no
query strings.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any, Literal

ACCESS = logging.getLogger("suitwise.access")
"""The log of requests, written by ``note_request``."""
_DEEDS = logging.getLogger("suitwise.admin")
_OF_TABLE = "table %s: "


def begin(form: Literal["plain", "json"], *, has_access: bool, shard: str = "") -> None:
    """Let all loggers of this process write to standard error.

    Args:
        form: the form of the lines.
        has_access: whether requests are logged, too.
        shard: the name of this server among others, which each line of JSON tells.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(shard) if form == "json" else _PLAIN)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    _DEEDS.setLevel(logging.INFO)
    ACCESS.setLevel(logging.INFO if has_access else logging.CRITICAL)


_PLAIN = logging.Formatter("%(asctime)s %(levelname)s %(message)s")


class JsonLines(logging.Formatter):
    r"""Writes each record as an object on a line of its own.

    Args:
        shard: the name of this server; empty for none.

    >>> fields = {"msg": "table %s: no\nhint", "args": ("7KQ2M",), "levelname": "ERROR", "created": 0}
    >>> JsonLines().format(logging.makeLogRecord(fields))
    '{"time": "1970-01-01T00:00:00.000Z", "level": "error", "table": "7KQ2M", "text": "no\\nhint"}'
    """

    def __init__(self, shard: str = "") -> None:
        super().__init__()
        self._shard = {"shard": shard} if shard else {}

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        seconds, part = divmod(int(record.created * 1000), 1000)
        at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{part:03}Z"
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), **self._shard}
        text = record.getMessage()
        if isinstance(record.args, tuple) and str(record.msg).startswith(_OF_TABLE):
            line["table"] = str(record.args[0])
            text = text.removeprefix(_OF_TABLE % record.args[0])
        line |= getattr(record, "request", None) or {"text": text}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def note_request(address: str, method: str, path: str, status: int, begun: float) -> None:
    """Log a request.

    Args:
        address: who asks, as limits count it.
        method: its method; ``WS`` for a WebSocket, which ends when it is logged.
        path: its path, without the query.
        status: the status of the answer.
        begun: when it came, in seconds of ``time.perf_counter``.
    """
    if ACCESS.isEnabledFor(logging.INFO):
        ms = round((time.perf_counter() - begun) * 1000, 1)
        values = (address, method, path[:_MOST_PATH], status, ms)
        request = dict(zip(("address", "method", "path", "status", "ms"), values, strict=True))
        ACCESS.info("%s %s %r %d %.1f ms", *values, extra={"request": request})


_MOST_PATH = 200
