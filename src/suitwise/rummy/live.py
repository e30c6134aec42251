"""A live hand: its best arrangement, updated as cards are added and removed.

The islands of the cells that lie in a possible meld (``rules.hand``) are independent, so the best
arrangement of the hand consists of the best of each island. When a card is added or removed, only new
islands are arranged again.

A hand that holds a wild card, which may join any island, or whose rule set requires runs, is one island.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from suitwise.arguments import of_kind
from suitwise.rummy.rules.hand import (
    JOKERS,
    LANE,
    Hand,
    cells_of,
    cells_of_card,
    joined_cells,
    melding_cells,
    part_of,
)
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.solve.arrangement import Aim, Arrangement, arrange, left_over, run_before_set


class LiveHand:
    """A hand that changes card by card, with its best arrangement.

    Args:
        hand: the hand at the beginning.
        aim: whether to minimise ``points`` or ``cards``.
        compiled: True for machine code, False for plain Python.

    Raises:
        IllegalPosition: the hand has too many wild cards or possibilities, as with ``arrange``; a
            rejected change leaves the hand as it was.

    >>> from suitwise.cards import Card
    >>> live = LiveHand(Hand.of("H3 H4 H5 S9 D9 CK"))
    >>> print(live.best)
    H3 H4 H5 + S9 D9 CK = 28
    >>> live.add(Card("C9"))
    >>> print(live.best, "after work on", live.worked, "cards")
    H3 H4 H5 | S9 D9 C9 + CK = 10 after work on 3 cards
    >>> live.remove(Card("H4"))
    >>> live.points, live.cards, live.worked
    (18, 3, 0)
    """

    def __init__(self, hand: Hand, aim: Aim = "points", *, compiled: bool = False) -> None:
        of_kind(hand, Hand, "hand")
        self._aim = aim
        self._compiled = compiled
        self._islands: dict[int, Arrangement] = {}
        self._change_to(hand, WHOLE)

    def add(self, card: int) -> None:
        """Add a card.

        Raises:
            IllegalPosition: the rule set has no further copy.
        """
        self._change_to(self._hand.plus(card), _changed(card, self._hand.rules))

    def remove(self, card: int) -> None:
        """Remove a card.

        Raises:
            IllegalPosition: the hand does not hold it.
        """
        self._change_to(self._hand.minus(card), _changed(card, self._hand.rules))

    def _change_to(self, hand: Hand, changed: int) -> None:
        """Arrange the new islands, those with different cells or with the changed cell."""
        known, worked = self._islands, 0
        parts: dict[int, Arrangement] = {}
        for cells in _worked_alone(hand):
            if cells in known and not cells & changed:
                parts[cells] = known[cells]
            else:
                part = hand if cells == WHOLE else part_of(hand, cells)
                parts[cells] = arrange(part, self._aim, compiled=self._compiled)
                worked += len(part)
        self._islands, self._hand, self._worked = parts, hand, worked
        self._best: Arrangement | None = None

    @property
    def hand(self) -> Hand:
        """The present hand."""
        return self._hand

    @property
    def best(self) -> Arrangement:
        """An arrangement that leaves the least over."""
        if self._best is None:
            parts = self._islands.values()
            melds = sorted(chain.from_iterable(part.melds for part in parts), key=run_before_set)
            left = tuple(left_over(self._hand, tuple(melds)))
            counts = all(part.counts for part in parts)
            self._best = Arrangement(self._hand, tuple(melds), left, counts)
        return self._best

    @property
    def points(self) -> int:
        """The points of the best arrangement."""
        return self.best.points

    @property
    def cards(self) -> int:
        """The number of cards that the best arrangement leaves over."""
        return self.best.cards

    @property
    def islands(self) -> tuple[Hand, ...]:
        """The islands that are arranged separately, each as a hand."""
        return tuple(part.hand for part in self._islands.values())

    @property
    def worked(self) -> int:
        """The number of cards in the islands that the last change required to be arranged again."""
        return self._worked


# --- Islands --------------------------------------------------------------------------------------

WHOLE = (1 << 4 * LANE) - 1
"""All cells: the complete hand, including the jokers."""


def _worked_alone(hand: Hand) -> Iterator[int]:
    """Yield the cells of each part of a hand that can be arranged separately."""
    rules = hand.rules
    held = (card for card, copies in enumerate(hand.counts) if copies)
    if rules.counting_runs or (rules.has_wilds and any(map(rules.is_wild, held))):
        yield WHOLE
    else:
        yield from joined_cells(melding_cells(cells_of(hand), rules), rules)


def _changed(card: int, rules: Rules) -> int:
    """Return the cells that a card affects; a joker has no cell of its own and affects all."""
    return WHOLE if card >= JOKERS else cells_of_card(card, rules.ace)
