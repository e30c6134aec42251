"""What waits to be sent to a socket: bounded, so that a slow reader costs nobody memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from suitwise.table.serve.limits import Limits

TOO_SLOW = 4408
"""The code that ends a socket whose messages are too many to wait."""


class Line(Protocol):
    """The connection of a socket, as far as messages are sent over it."""

    def has_room(self) -> bool:
        """Tell whether what is sent now goes out, instead of waiting for the reader."""
        ...

    def tell(self, messages: Sequence[str]) -> None:
        """Send messages in one piece."""
        ...

    def end(self) -> None:
        """Wake whoever hears the line, because it is to be ended."""
        ...


class Outbox:
    """Messages in order, sent together once the event loop comes to it; too many end the socket.

    What is put in one go, say a change of the table and the answer to whoever made it, costs one
    call of the operating system, and no task of its own stands by for it.

    Args:
        limits: how many may wait, and how many bytes.
        line: what they are sent over; without one they wait.

    >>> box = Outbox(Limits(outbox=1))
    >>> box.put("a"), box.put("b"), box.code == TOO_SLOW
    (True, False, True)
    """

    def __init__(self, limits: Limits, line: Line | None = None) -> None:
        self._limits, self._line = limits, line
        self._waiting: list[str] = []
        self._bytes = 0
        self._is_called = False
        self.code: int | None = None

    def put(self, message: str) -> bool:
        """Let a message wait; tell whether there was room."""
        if self.code is not None:
            return False
        self._bytes += size_of(message)
        if len(self._waiting) >= self._limits.outbox or self._bytes > self._limits.outbox_bytes:
            self._empty()
            self.close(TOO_SLOW)
            return False
        self._waiting.append(message)
        if self._line is not None and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self.send)
        return True

    def close(self, code: int) -> None:
        """Ask for the end of the socket, after all that waits; the first to ask says the code."""
        if self.code is None:
            self.code = code
            if self._line is not None:
                self._line.end()

    def send(self) -> None:
        """Send what waits, if the reader is not behind; else it goes out when the line has room."""
        self._is_called = False
        if self._waiting and self._line is not None and self._line.has_room():
            self._line.tell(self._waiting)
            self._empty()

    def _empty(self) -> None:
        self._waiting, self._bytes = [], 0


def size_of(message: str) -> int:
    """Return the bytes of a message.

    >>> size_of("拖"), size_of("t")
    (3, 1)
    """
    return len(message) if message.isascii() else len(message.encode())
