"""A move with the reason for it, and players that say why they choose one."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

from suitwise.foundation.text.phrases import Phrase


class Advice(NamedTuple):
    """A move and the reason for it.

    Args:
        move: the move.
        why: the reason in a sentence, which says no more than the move was chosen by.
    """

    move: Any
    why: Phrase


@runtime_checkable
class Adviser(Protocol):
    """A player that says why."""

    def advice(self, state: Any) -> Advice:
        """Return the move that it makes in a state, with its reason."""
