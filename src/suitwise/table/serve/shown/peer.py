"""A socket at a table: who sits behind it, what it has been sent, and what is sent to it next."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from suitwise.table.rules.commands import Ask
from suitwise.table.rules.running.audience import Audience
from suitwise.table.serve.limits import Bucket, Limits
from suitwise.table.serve.shown.rendering import Rendering, packed

# --- What waits to be sent to a socket: bounded, so that a slow reader costs nobody memory --------

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


# --------------------------------------------------------------------------------------------------
# A socket at a table: who sits behind it, what it has been sent, and what is sent to it next

Said: TypeAlias = Callable[[Any, str, int | None], Any]
"""Says a value in a language to a seat, or to somebody without one."""


class Peer:
    """A socket after its hello.

    Args:
        audience: what it may be shown.
        token: the digest of the token of its seat; empty where it has none.
        lang: the language in which it is told things.
        since: the last line of the story that it has.
        limits: how much it may ask and how much may wait for it.
        line: what it is sent messages over; without one they wait.
    """

    def __init__(
        self,
        audience: Audience,
        token: bytes,
        lang: str,
        since: int,
        limits: Limits,
        line: Line | None = None,
    ) -> None:
        self.audience, self.lang, self.since = audience, lang, since
        self.token = token
        self.question: Ask | None = None
        self.is_advised = False
        self.s = 0
        self.outbox = Outbox(limits, line)
        self.messages = Bucket(limits.rate, limits.burst)
        self.asks = Bucket(limits.asks, 1)
        self._shown = 0

    @property
    def seat(self) -> int | None:
        """The seat behind it, None for a spectator."""
        return self.audience.seat

    def takes_message(self) -> bool:
        """Count a message; tell whether it may be."""
        return self.messages.take(time.monotonic())

    def moved(self, audience: Audience, lang: str) -> None:
        """Show it something else from now on: it is sent all parts again."""
        if (audience, lang) != (self.audience, self.lang):
            self.audience, self.lang = audience, lang
            self._shown = 0

    def welcome(self, message: dict[str, Any], said: Said) -> None:
        """Send the first message, or that of another seat; all that is shown comes after it.

        The one of another seat is counted like what is shown: where it is lost, that is noticed.
        """
        self.send({**message, "s": self.s}, said)

    def send(self, message: dict[str, Any], said: Said) -> None:
        """Send a message, its phrases said in the socket's language and to its seat."""
        self.outbox.put(packed(said(message, self.lang, self.seat)))

    def show(self, shown: Rendering) -> None:
        """Send what has changed since it was last shown the table."""
        self._shown, changed = shown.changes(self.audience, self.lang, self._shown)
        told = self._lines(shown)
        if changed or told:
            self.s += 1
            head = f'{{"t":"part","s":{self.s},"v":{shown.v},"now":{shown.now}'
            parts = changed or '"parts":{}'
            self.outbox.put(f'{head},{parts},"told":[{",".join(told)}]}}')

    def _lines(self, shown: Rendering) -> list[str]:
        """Return the lines that it has not been told."""
        lines = shown.lines(self.audience, self.lang, self.since)
        if lines:
            self.since = lines[-1][0]
        return [text for _, text in lines]
