"""A socket at a table: who sits behind it, what it has been sent, and what is sent to it next."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from suitwise.table.rules.commands import Ask
from suitwise.table.rules.running.audience import Audience
from suitwise.table.serve.limits import Bucket, Limits
from suitwise.table.serve.shown.outbox import Line, Outbox
from suitwise.table.serve.shown.rendering import Rendering, packed

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
