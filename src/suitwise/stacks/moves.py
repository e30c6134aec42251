"""Moves of Stack Management under the contract: the seat's (``rules.moves``), and the cards dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from suitwise.stacks.rules.layout import Card, card_text
from suitwise.stacks.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Deal:
    """An outcome of chance: the next card of the deal.

    >>> print(Deal((7, 1)))
    7a
    """

    card: Card

    def __str__(self) -> str:
        return card_text(self.card)


StackMove: TypeAlias = Move | Deal
