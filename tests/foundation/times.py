"""A clock that stands still but when something is done that costs time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from suitwise.foundation import values as clock


class Times:
    """Takes the place of the clock that players look at.

    Args:
        monkeypatch: puts it there for the time of a test.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(clock, "perf_counter", lambda: self.now)

    def costing(self, draw: Callable[..., Any], seconds: float, at: int = 1) -> Callable[..., Any]:
        """Return a function that draws worlds, argument ``at``, and takes a time for each."""

        def drawn(*given: Any) -> Any:
            self.now += given[at] * seconds
            return draw(*given)

        return drawn
