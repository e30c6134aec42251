"""A live hand: its best arrangement, kept while cards come and go one by one.

Rules page, Definitions. The islands of the cells that lie in a possible meld (``rules.islands``) are
independent: the best of the hand is the best of each. So when a card comes or goes, only the islands
are worked again that were not there before.

Two things join everything there is: a wild card, which may go to any island, and runs that are needed
before anything counts. A hand that holds a wild card, or whose rule set needs runs, is one island.
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
    """A hand that changes card by card.

    Args:
        hand: the hand at the beginning.
        aim: whether ``points`` or ``cards`` left over are to be least.
        compiled: whether compiled rules work it out, or plain Python.

    Raises:
        IllegalPosition: the hand has too many wild cards or possibilities, as with ``arrange``; a
            change that is refused changes nothing.

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
        """Take a card up.

        Raises:
            IllegalPosition: the rule set has no further copy.
        """
        self._change_to(self._hand.plus(card), _changed(card, self._hand.rules))

    def remove(self, card: int) -> None:
        """Put a card away.

        Raises:
            IllegalPosition: the hand does not hold it.
        """
        self._change_to(self._hand.minus(card), _changed(card, self._hand.rules))

    def _change_to(self, hand: Hand, changed: int) -> None:
        """Arrange the islands that are new: those with other cells, or with the one that changed."""
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
        """The hand as it is now."""
        return self._hand

    @property
    def best(self) -> Arrangement:
        """An arrangement that leaves least over."""
        if self._best is None:
            parts = self._islands.values()
            melds = sorted(chain.from_iterable(part.melds for part in parts), key=run_before_set)
            left = tuple(left_over(self._hand, tuple(melds)))
            counts = all(part.counts for part in parts)
            self._best = Arrangement(self._hand, tuple(melds), left, counts)
        return self._best

    @property
    def points(self) -> int:
        """The points that it leaves over."""
        return self.best.points

    @property
    def cards(self) -> int:
        """The cards that it leaves over."""
        return self.best.cards

    @property
    def islands(self) -> tuple[Hand, ...]:
        """The islands that are worked on their own, each as a hand."""
        return tuple(part.hand for part in self._islands.values())

    @property
    def worked(self) -> int:
        """How many cards the islands have that the last change made it work again."""
        return self._worked


# --- Islands --------------------------------------------------------------------------------------

WHOLE = (1 << 4 * LANE) - 1
"""All cells: the whole hand, with the jokers."""


def _worked_alone(hand: Hand) -> Iterator[int]:
    """Yield the cells of each part of a hand that can be arranged on its own."""
    rules = hand.rules
    held = (card for card, copies in enumerate(hand.counts) if copies)
    if rules.counting_runs or (rules.has_wilds and any(map(rules.is_wild, held))):
        yield WHOLE
    else:
        yield from joined_cells(melding_cells(cells_of(hand), rules), rules)


def _changed(card: int, rules: Rules) -> int:
    """Return the cells that a card may change; a joker has none of its own and lies in all of them."""
    return WHOLE if card >= JOKERS else cells_of_card(card, rules.ace)
