"""A page at a table whose messages a test makes: those of a real table, with other cards or more seats.

The page's connection leads to no server. It is greeted as the real table greeted somebody, and is then
shown whatever parts the test writes; what it sends is kept.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from tests.browser.harness import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute


class Faked:
    """A page that is shown what a test writes; ``sent`` is what it has sent."""

    def __init__(self, page: Page, welcome: dict[str, Any], parts: dict[str, Any]) -> None:
        self.page, self.welcome = page, welcome | {"s": 0, "n": 0}
        self.first, self.parts = parts, dict(parts)
        self.sent: list[dict[str, Any]] = []
        self.v = 1
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/ws{,/*}", self._opened)

    def open(self, address: str) -> Faked:
        """Go to the table, and wait until it is shown."""
        self.page.goto(address)
        self._wait()
        return self

    def show(self, **parts: Any) -> None:
        """Change parts of the table, and wait until it is shown."""
        self.parts |= parts
        self.v += 1
        self._tell(parts)
        self._wait()

    def say(self, message: dict[str, Any]) -> None:
        """Send the page a message."""
        assert self._line is not None
        self._line.send(json.dumps(message))

    def until(self, what: Callable[[], bool]) -> None:
        """Wait until what the page has sent is so."""
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < end, self.sent
            self.page.wait_for_timeout(15)

    def _opened(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(lambda text: self._heard(json.loads(str(text))))

    def _heard(self, message: dict[str, Any]) -> None:
        if message["t"] == "hello":
            self.say(self.welcome)
            self._tell(self.parts)
        else:
            self.sent.append(message)

    def _tell(self, parts: dict[str, Any]) -> None:
        self.say({"t": "part", "s": self.v, "v": self.v, "parts": parts, "told": []})

    def _wait(self) -> None:
        self.page.locator(f'main.table[data-v="{self.v}"]').wait_for()
