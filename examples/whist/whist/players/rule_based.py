"""The rule-based player of Whist: leads, returns and follows as Cavendish taught.

Lead trumps from five, your partner's suit if it led one, or else your longest suit, and of it the head of a
sequence or the fourth best; second hand plays low, third hand high, fourth hand as cheaply as it can; never
overtake your partner's sure trick; trump when it wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.cards import Card
from suitwise.game import State
from suitwise.players.turns import on_turn
from whist.hidden.knowledge import knowledge_of
from whist.rules.tricks import HAND, SEATS, SUIT, beats, bits_of, cards_of, suit_of
from whist.state import WhistState

MANY_TRUMPS = 5


@dataclass(frozen=True, slots=True)
class WhistPlayer:
    """Plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> str(WhistPlayer()(state))
    'C4'
    """

    def __call__(self, state: State[Any]) -> Card:
        """Return a card; the state is one of Whist in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        table = _Table(on_turn(state, WhistState, "whist"))
        return Card(table.following() if table.trick.cards else table.leading())


class _Table:
    """What a seat on turn goes by."""

    def __init__(self, state: WhistState) -> None:
        known = knowledge_of(state, state.turn)
        self.tricks, self.trick = state.tricks, state.tricks[-1]
        self.seat, self.left, self.partner = (
            state.turn,
            (state.turn + 1) % 4,
            (state.turn + 2) % 4,
        )
        self.hand, self.trump = known.held[state.turn], self.trick.trump
        held = (hand | may for hand, may in zip(known.held, known.may_hold, strict=False))
        self.may_hold = [
            0 if at == state.turn else hand for at, hand in zip(SEATS, held, strict=False)
        ]
        self.others = known.unseen | sum(known.held) & ~self.hand

    # --- Leading ----------------------------------------------------------------------------------

    def leading(self) -> int:
        """Return the card to lead."""
        trumps = self.hand & SUIT[self.trump]
        if trumps.bit_count() >= MANY_TRUMPS and self._enemies & SUIT[self.trump]:
            return self._from_suit(trumps)
        plain = [self.hand & cards for suit, cards in enumerate(SUIT) if suit != self.trump]
        if not self._enemies & SUIT[self.trump]:
            plain = [
                suit for suit in plain if suit and self._is_master(suit.bit_length() - 1)
            ] or plain
        theirs = self.hand & SUIT[self._led_by_partner()] & ~trumps
        if theirs:
            return _highest(theirs) if theirs.bit_count() < 3 else self._from_suit(theirs)
        longest = max(plain, key=lambda suit: (suit.bit_count(), suit.bit_length() % HAND))
        return self._from_suit(longest or trumps)

    @property
    def _enemies(self) -> int:
        """The cards that the other side may hold."""
        return self.may_hold[self.left] | self.may_hold[self.seat - 1]

    def _led_by_partner(self) -> int:
        """Return the suit that the partner led first; trumps where it has not led."""
        led = (trick.cards[0] for trick in self.tricks if trick.leader == self.partner)
        return suit_of(next(led, self.trump * HAND))

    def _from_suit(self, suit: int) -> int:
        """Return the card to lead from a suit: the best, the head of a sequence, or the fourth best."""
        cards = [*cards_of(suit)][::-1]
        if self._is_master(cards[0]) or len(cards) < 4:
            return cards[0]
        return cards[0] if cards[1] == cards[0] - 1 and cards[0] % HAND > 8 else cards[3]

    def _is_master(self, card: int) -> bool:
        """Tell whether nobody else holds a higher card of the suit."""
        return not self.others & SUIT[suit_of(card)] & -1 << card

    # --- Following --------------------------------------------------------------------------------

    def following(self) -> int:
        """Return the card to play on a trick that is open."""
        legal, winner = self.trick.playable(self.hand), self.trick.winner
        best = next(card for seat, card in self.trick.plays if seat == winner)
        winning = bits_of(card for card in cards_of(legal) if beats(card, best, self.trump))
        place = len(self.trick.cards)
        if not winning or (winner == self.partner and self._is_sure(best)):
            return self._least(legal)
        if place == 3 or not winning & SUIT[suit_of(self.trick.cards[0])]:
            return _lowest(winning)
        if place == 1:
            return _highest(winning) if self._is_master(_highest(winning)) else self._least(legal)
        return self._cheapest_equal(winning)

    def _is_sure(self, best: int) -> bool:
        """Tell whether the partner's card wins against all that the last seat may play."""
        if len(self.trick.cards) == 3:
            return True
        led = SUIT[suit_of(self.trick.cards[0])]
        may = self.may_hold[self.left]
        return not any(beats(card, best, self.trump) for card in cards_of(may & led or may))

    def _cheapest_equal(self, winning: int) -> int:
        """Return the highest card, or the lowest of those below it that are as good."""
        top = card = _highest(winning)
        for lower in [*cards_of(winning & SUIT[suit_of(top)])][::-1]:
            if not self.others & ((1 << top) - (1 << lower)):
                card = lower
        return card

    def _least(self, legal: int) -> int:
        """Return the card that is missed least: a low one, of a long suit, no trump if there are others."""
        cards = [*cards_of(legal & ~SUIT[self.trump] or legal)]
        return min(
            cards,
            key=lambda card: (card % HAND, -(self.hand & SUIT[suit_of(card)]).bit_count()),
        )


def _highest(cards: int) -> int:
    return cards.bit_length() - 1


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
