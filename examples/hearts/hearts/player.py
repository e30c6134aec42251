"""The rule-based player of Hearts: passes what is dangerous, ducks, and throws points on others' tricks.

Pass the high spades without low ones to cover them, then high hearts, then the highest cards of the
shortest suits; lead low, and spades while others hold the queen; follow below the best card with the
highest that loses; where the trick is lost anyway, throw the queen, high hearts, then the highest card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hearts.game import HeartsState
from hearts.rules import ALL_HEARTS, COSTLY, QUEEN
from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tricks import Knowledge, Trick, knowledge_of
from suitwise.tricks.cards import (
    HAND,
    NO_TRUMP,
    SPADES,
    SUIT,
    SUIT_NAMES,
    beats,
    bits_of,
    cards_of,
    suit_of,
)

COVERED = 4
"""So many lower spades cover the queen, the king and the ace."""
HIGH_SPADES = bits_of(map(Card, ("SQ", "SK", "SA")))


@dataclass(frozen=True, slots=True)
class HeartsPlayer:
    """Plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from hearts.game import Hearts
    >>> state, _ = Hearts(points=0, passing="hold").start().rolled(seed=1, stream=0)
    >>> str(HeartsPlayer()(state))
    'C2'
    """

    def __call__(self, state: State[Any]) -> Card:
        """Return a card; the state is one of Hearts in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        card: Card = self.advice(state).move
        return card

    def advice(self, state: State[Any]) -> Advice:
        """Return a card with the rule of thumb that has chosen it."""
        here = on_turn(state, HeartsState, "hearts")
        known, legal = knowledge_of(here, here.turn), here.legal
        trick = None if here.is_passing else here.tricks[-1]
        if trick and not trick.cards:
            card, why = _lead(legal, known)
        elif trick and legal & SUIT[trick.led]:
            card, why = _follow(legal, trick, known)
        else:
            card = max(cards_of(legal), key=_danger(known.hand))
            why = phrase(
                "hearts.why.rid", "of all you may give away it is the most dangerous to keep"
            )
        return Advice(Card(card), why)


def _danger(hand: int) -> Callable[[int], tuple[int, int, int]]:
    """Return how much one would like to be rid of a card of a hand."""
    cover = (hand & SUIT[SPADES] & ~HIGH_SPADES).bit_count()
    lengths = [(hand & suit).bit_count() for suit in SUIT]

    def danger(card: int) -> tuple[int, int, int]:
        is_bare = HIGH_SPADES >> card & 1 and cover < COVERED
        rank = card % HAND
        if is_bare:
            return 3, int(QUEEN >> card & 1), rank
        if ALL_HEARTS >> card & 1:
            return 2 * (rank >= 8), rank, 0
        return int(suit_of(card) != SPADES), -lengths[suit_of(card)], rank

    return danger


def _lead(legal: int, known: Knowledge) -> tuple[int, Phrase]:
    """Return a low spade to drive out the queen, else the card with the most cards above it."""
    spades = legal & SUIT[SPADES] & ~HIGH_SPADES
    if spades and known.others & QUEEN:
        why = phrase("hearts.why.out", "low spades drive out the queen, which somebody else holds")
        return max(cards_of(spades)), why
    above = {card: (known.others & _higher(card)).bit_count() for card in cards_of(legal & ~QUEEN)}
    if not above:
        return legal.bit_length() - 1, phrase("hearts.why.last", "you have nothing else to lead")
    card = max(above, key=lambda card: (above[card], -(card % HAND)))
    said, suit = "others hold {n} higher {suit}: it is the least likely to win", suit_of(card)
    return card, phrase("hearts.why.low", said, n=above[card], suit=SUIT_NAMES[suit])


def _higher(card: int) -> int:
    """Return the cards of a suit above a card."""
    return SUIT[suit_of(card)] & -2 << card


def _follow(legal: int, trick: Trick, known: Knowledge) -> tuple[int, Phrase]:
    """Return the highest card that loses; else the highest if the trick is free, or the lowest."""
    losing = [card for card in cards_of(legal) if not beats(card, trick.best, NO_TRUMP)]
    if losing:
        why = phrase("hearts.why.duck", "it loses the trick, and you keep lower cards for later")
        return max(losing, key=lambda card: (QUEEN >> card & 1, card)), why
    cheap = [*cards_of(legal & ~QUEEN)] or [*cards_of(legal)]
    is_free = not COSTLY & bits_of(trick.cards)
    is_safe = len(trick.cards) == 3 or not _threats(trick, known)
    if is_free and is_safe:
        return cheap[-1], phrase(
            "hearts.why.free", "you take a trick that costs nothing, with your highest"
        )
    return cheap[0], phrase(
        "hearts.why.take", "you can't stay below the best card; a low one may be beaten"
    )


def _threats(trick: Trick, known: Knowledge) -> bool:
    """Tell whether a seat that plays after this one may throw points on the trick."""
    after = (known.seat + place for place in range(1, 4 - len(trick.cards)))
    return any(_may_throw(known.reach(seat), trick.led) for seat in after)


def _may_throw(reach: int, led: int) -> bool:
    return bool(reach & COSTLY & SUIT[led]) or not reach & SUIT[led]
