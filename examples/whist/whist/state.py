"""A position of Whist, from the deal to the end of the game.

It holds the whole deal and its tricks; of the deals before it only the score is left.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from suitwise.cards import Card, full_deck
from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import below

from whist.rules.tricks import ALL, BOOK, HAND, Trick, bits_of, cards_of, suit_of
from whist.variant import WhistVariant

CARDS = full_deck(jokers=False)
Hands: TypeAlias = tuple[int, int, int, int]
"""The cards of each seat as bits."""


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
    ('D6', 1, 13)
    """

    variant: WhistVariant
    dealer: int
    dealt: Hands = (0, 0, 0, 0)
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
    def hands(self) -> Hands:
        """The cards that each seat holds."""
        first, second, third, fourth = (hand & ~self.gone for hand in self.dealt)
        return first, second, third, fourth

    @property
    def took(self) -> tuple[int, int]:
        """The tricks that the sides have taken."""
        odd = sum(trick.winner % 2 for trick in self.tricks if trick.is_whole)
        whole = sum(trick.is_whole for trick in self.tricks)
        return whole - odd, odd

    @property
    def scores(self) -> tuple[int, int]:
        """What the sides have scored, a point for each odd trick once the deal is over."""
        first, second = self.took
        if first + second < HAND:
            return self.totals
        return self.totals[0] + max(first - BOOK, 0), self.totals[1] + max(second - BOOK, 0)

    def returns(self) -> tuple[float, ...]:
        """Return 1 for the side that has won the game, of a single deal the points for and against."""
        ahead = float(self.scores[0] - self.scores[1])
        if self.variant.points:
            ahead = (ahead > 0) - (ahead < 0.0) if self.turn == OVER else 0.0
        return ahead, -ahead, ahead, -ahead

    def moves(self) -> Collection[Card]:
        """Return the cards that may be played, or those that may be dealt."""
        if not self.tricks:
            legal = ALL & ~sum(self.dealt)
        else:
            trick = self.tricks[-1]
            whole = trick.is_whole
            legal = 0 if whole else trick.playable(self.dealt[trick.turn] & ~self.gone)
        return tuple(CARDS[card] for card in cards_of(legal))

    def parse_move(self, text: str) -> Card:
        """Read a card, ``HT``.

        Raises:
            NotationError: it is none of the 52.
        """
        card = Card(text)
        if card.is_joker:
            raise NotationError(f"{card}: whist is played without jokers")
        return card

    def followed_by(self, move: Card) -> WhistState:
        """Return the state after a card has been dealt or played."""
        if not self.tricks:
            return self._dealt_also([int(move)])
        trick = self.tricks[-1].followed_by(int(move))
        after = replace(self, tricks=(*self.tricks[:-1], trick))
        if not trick.is_whole:
            return after
        if len(after.tricks) < HAND:
            opened = Trick(trick.winner, trick.trump)
            return replace(after, tricks=(*after.tricks, opened))
        if self.variant.is_decided(after.scores):
            return after
        return WhistState(self.variant, (self.dealer + 1) % 4, totals=after.scores)

    def _dealt_also(self, cards: list[int]) -> WhistState:
        """Deal cards, one at a time from the dealer's left; the last of all is turned up."""
        hands, count = list(self.dealt), sum(self.dealt).bit_count()
        for place, card in enumerate(cards, count + 1):
            hands[(self.dealer + place) % 4] |= 1 << card
        dealt: Hands = (hands[0], hands[1], hands[2], hands[3])
        if count + len(cards) < len(CARDS):
            return replace(self, dealt=dealt)
        opened = Trick((self.dealer + 1) % 4, suit_of(cards[-1]))
        return replace(self, dealt=dealt, turned=cards[-1], tricks=(opened,))

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[WhistState, int]:
        """Deal as chance does card by card, but without the states between."""
        left = list(self.moves()) if self.turn == CHANCE else []
        if not left:
            return self, index
        cards = []
        while left:
            place, index = below(len(left), seed, stream, index)
            cards.append(int(left.pop(place)))
        return self._dealt_also(cards), index
