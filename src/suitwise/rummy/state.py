"""What positions of Indian rummy and of rami share: two packs, a stock in no order, a pile.

A *position* holds what the seats remember: the pile with the seat that laid each card, the cards that
each took in sight of all and still holds, and the cards that lay in the pile when it was last turned
over. At that moment the stock is empty, so with two seats each can deduce the other's hand, which counts
as known from then on. With more seats a position does not record what can be deduced.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from suitwise.game import Game, State
from suitwise.rummy.rules.cards import Cards, Pile, all_cards, without
from suitwise.seeds import Source

M = TypeVar("M")
NOBODY = -1
"""The seat of the card that opened the pile, since no seat laid it."""


class TwoPackState(State[M]):
    """A position of a game with two packs."""

    __slots__ = ()

    variant: Any
    phase: Any
    hands: tuple[Cards, ...]
    known: tuple[Cards, ...]
    pile: Pile
    turned: Cards
    _stock: Cards | None

    chances: ClassVar[tuple[str, ...]]
    """The phases in which chance deals or draws a card."""
    card_moves: ClassVar[Mapping[int, Any]]
    """The moves that name a card alone, by the card."""

    @property
    def game(self) -> Game[M]:
        """The variant."""
        game: Game[M] = self.variant
        return game

    @property
    def stock(self) -> Cards:
        """The cards that lie nowhere else, sorted."""
        if self._stock is None:
            left = Counter(all_cards(self.variant.jokers))
            left.subtract(card for hand in self.hands for card in hand)
            left.subtract(card for card, _ in self.pile)
            left.subtract(self._aside())
            object.__setattr__(self, "_stock", tuple(left.elements()))  # counted in order
        return self._stock  # type: ignore[return-value]

    @abstractmethod
    def _aside(self) -> Iterator[int]:
        """Yield the cards that lie neither in a hand, on the pile nor in the stock."""

    def chance_move(self, source: Source) -> M:
        """Draw a card of the stock uniformly by copies, without listing the others."""
        if self.phase not in self.chances:
            return State.chance_move(self, source)
        drawn: M = self.card_moves[self.stock[source.below(len(self.stock))]]
        return drawn

    @abstractmethod
    def is_shown(self, owner: int) -> bool:
        """Return whether all see a hand."""

    def hidden(self, seat: int, owner: int) -> Cards:
        """Return the cards of a hand that a seat does not know."""
        if seat == owner or self.is_shown(owner):
            return ()
        return without(self.hands[owner], self.known[owner])

    def known_to(self, seat: int | None, owner: int) -> Cards:
        """Return the cards of a hand that a seat, or for None a spectator, has seen go there.

        With two seats each can deduce the other's hand once the stock has run out. A spectator can't.
        """
        is_deduced = self.turned and len(self.hands) == 2
        return () if seat is None and is_deduced else self.known[owner]

    def laid_by(self, owner: int) -> Cards:
        """Return the cards of the pile that a seat laid there."""
        return tuple(card for card, seat in self.pile if seat == owner)
