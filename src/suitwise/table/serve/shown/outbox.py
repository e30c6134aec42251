"""What waits to be sent to a socket: bounded, so that a slow reader costs nobody memory."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from suitwise.table.serve.limits import Limits

TOO_SLOW = 4408
"""The code that ends a socket whose messages are too many to wait."""


class Outbox:
    """Messages in order, sent by a task of their own; too many of them end the socket.

    Args:
        limits: how many may wait, and how many bytes.

    >>> box = Outbox(Limits(outbox=1))
    >>> box.put("a"), box.put("b"), box.full.is_set()
    (True, False, True)
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._woken = asyncio.Event()
        self.code: int | None = None
        self.full = asyncio.Event()

    def put(self, message: str) -> bool:
        """Let a message wait; tell whether there was room."""
        if self.code is not None:
            return False
        self._bytes += size_of(message)
        if len(self._waiting) >= self._limits.outbox or self._bytes > self._limits.outbox_bytes:
            self._waiting.clear()
            self.close(TOO_SLOW)
            self.full.set()
        else:
            self._waiting.append(message)
            self._woken.set()
        return self.code is None

    def close(self, code: int) -> None:
        """Ask for the end of the socket, after all that waits; the first to ask says the code."""
        self.code = self.code or code
        self._woken.set()

    async def drain(self, send: Callable[[str], Awaitable[None]]) -> int:
        """Send what comes until the end is asked for; return the code to close with."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                message = self._waiting.popleft()
                self._bytes -= size_of(message)
                await send(message)
            if self.code is not None:
                return self.code


def size_of(message: str) -> int:
    """Return the bytes of a message.

    >>> size_of("拖"), size_of("t")
    (3, 1)
    """
    return len(message) if message.isascii() else len(message.encode())
