"""A position of Whist, from the deal to the end of the game.

It holds the whole deal and its tricks; of the deals before it only the score is left.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import cast

from suitwise.cards import Card, full_deck
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import below
from whist.rules.tricks import ALL, BOOK, HAND, SEATS, Trick, bits_of, cards_of, suit_of
from whist.variant import WhistVariant

CARDS = full_deck(jokers=False)


@dataclass(frozen=True, slots=True)
class WhistState(State[Card]):
    """A position of Whist.

    Args:
        variant: the variant.
        dealer: the seat that deals.
        dealt: the cards that each seat has been dealt, played ones included.
        turned: the last card of the deal, which is turned up for trump; -1 before.
        tricks: the tricks so far; the last one may be open.
        totals: what the sides had scored before this deal.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> str(Card(state.turned)), state.turn, len(state.moves())
    ('C2', 1, 13)
    """

    variant: WhistVariant
    dealer: int
    dealt: tuple[int, ...] = (0, 0, 0, 0)
    turned: int = -1
    tricks: tuple[Trick, ...] = ()
    totals: tuple[int, int] = (0, 0)
    move_kinds = (Card,)

    @property
    def game(self) -> Game[Card]:
        """The variant as the game that it is."""
        return cast("Game[Card]", self.variant)

    @property
    def turn(self) -> int:
        """Chance deals; then the seats play, until the game is decided."""
        if not self.tricks:
            return CHANCE
        return OVER if self.tricks[-1].is_whole else self.tricks[-1].turn

    @property
    def gone(self) -> int:
        """The cards that have been played."""
        return bits_of(card for trick in self.tricks for card in trick.cards)

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards that each seat holds, as bits."""
        gone = self.gone
        return tuple(hand & ~gone for hand in self.dealt)

    @property
    def took(self) -> tuple[int, int]:
        """The tricks that the sides have taken."""
        winners = [trick.winner for trick in self.tricks if trick.is_whole]
        odd = sum(winner % 2 for winner in winners)
        return len(winners) - odd, odd

    @property
    def scores(self) -> tuple[int, int]:
        """What the sides have scored, a point for each odd trick once the deal is over."""
        first, second = self.took
        if first + second < HAND:
            return self.totals
        return self.totals[0] + max(first - BOOK, 0), self.totals[1] + max(second - BOOK, 0)

    def returns(self) -> tuple[float, ...]:
        """Return 1 for the side that has won the game, of a single deal the points for and against."""
        ahead = self.scores[0] - self.scores[1]
        if self.variant.points:
            ahead = ((ahead > 0) - (ahead < 0)) * (self.turn == OVER)
        return float(ahead), float(-ahead), float(ahead), float(-ahead)

    def moves(self) -> Collection[Card]:
        """Return the cards that may be played, or those that may be dealt."""
        legal = ALL & ~sum(self.dealt)
        if self.turn >= 0:
            legal = self.tricks[-1].playable(self.dealt[self.turn] & ~self.gone)
        return tuple(CARDS[card] for card in cards_of(legal))

    def parse_move(self, text: str) -> Card:
        """Read a card, ``HT``."""
        return Card(text)

    def followed_by(self, move: Card) -> WhistState:
        """Return the state after a card has been dealt or played."""
        if not self.tricks:
            return self._dealt_also([int(move)])
        trick = self.tricks[-1].followed_by(int(move))
        after = replace(self, tricks=(*self.tricks[:-1], trick))
        if not trick.is_whole:
            return after
        if len(after.tricks) < HAND:
            return replace(after, tricks=(*after.tricks, Trick(trick.winner, trick.trump)))
        if self.variant.is_decided(after.scores):
            return after
        return WhistState(self.variant, (self.dealer + 1) % 4, totals=after.scores)

    def _dealt_also(self, cards: list[int]) -> WhistState:
        """Deal cards, one at a time from the dealer's left; the last of all is turned up."""
        count = sum(self.dealt).bit_count() + 1
        given = [bits_of(cards[(at - self.dealer - count) % 4 :: 4]) for at in SEATS]
        dealt = tuple(hand | new for hand, new in zip(self.dealt, given, strict=True))
        if sum(dealt) != ALL:
            return replace(self, dealt=dealt)
        opened = Trick((self.dealer + 1) % 4, suit_of(cards[-1]))
        return replace(self, dealt=dealt, turned=cards[-1], tricks=(opened,))

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[WhistState, int]:
        """Deal as chance does card by card, but without the states between."""
        if self.turn != CHANCE:
            return self, index
        left, cards = list(map(int, self.moves())), []
        while left:
            place, index = below(len(left), seed, stream, index)
            cards.append(left.pop(place))
        return self._dealt_also(cards), index
