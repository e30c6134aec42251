"""How Hearts is played by rules of thumb: pass what is dangerous, duck, throw points on others' tricks.

Pass the high spades without low ones to cover them, then high hearts, then the highest cards of the
shortest suits; lead low, and spades while others hold the queen; follow below the best card with the
highest that loses; where the trick is lost anyway, throw the queen, high hearts, then the highest card.

These rules go by what their seat sees. ``hearts.player`` plays by them and says why, and so do the other
seats of vectors.
"""

from __future__ import annotations

from typing import Any

from hearts.rules import ALL_HEARTS, COSTLY, QUEEN
from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.tricks.cards import HAND, SPADES, SUIT, bits_of
from suitwise.tricks.rules import (
    COUNT,
    DEALT,
    HELD,
    PASSING,
    PHASE,
    TURN,
    best_place,
    card_at,
    others_hold,
    place_in_trick,
    reach,
)

COVERED = 4
"""So many lower spades cover the queen, the king and the ace."""
HIGH_SPADES = bits_of(map(Card, ("SQ", "SK", "SA")))
HIGH = 8
"""The rank of a ten, from 0 for a two: hearts from it on are high."""
RID, OUT, LAST, LOW, DUCK, FREE, TAKE = range(7)
"""The rules of thumb, each the reason for a card."""


@rule
def choose(record: Any, options: Any, free: int) -> int:
    """Return the card to pass or to play."""
    return thought(record, options, free) % 64


@rule
def thought(record: Any, options: Any, free: int) -> int:
    """Return the card to pass or to play, plus 64 times the rule of thumb."""
    seat, place = int(record[TURN]), place_in_trick(record)
    if record[PHASE] == PASSING:
        return 64 * RID + most_dangerous(free, int(record[DEALT + seat]))
    if place == 0:
        return lead(record, free)
    if free & SUIT[card_at(record, record[COUNT] - place) // HAND]:
        return follow(record, free)
    return 64 * RID + most_dangerous(free, int(record[HELD + seat]))


@rule
def most_dangerous(cards: int, hand: int) -> int:
    """Return the card of which one would like most to be rid.

    >>> str(Card(most_dangerous(bits_of(map(Card, ("SQ", "HA"))), bits_of(map(Card, ("SQ", "HA"))))))
    'SQ'
    """
    chosen, most = -1, -1
    while cards:
        card = lowest_bit(cards)
        danger = danger_of(card, hand)
        if danger > most:
            chosen, most = card, danger
        cards &= cards - 1
    return chosen


@rule
def danger_of(card: int, hand: int) -> int:
    """Return how much one would like to be rid of a card of a hand: its kind, then its rank in it."""
    rank, suit = card % HAND, card // HAND
    if HIGH_SPADES >> card & 1 and count_bits(hand & SUIT[SPADES] & ~HIGH_SPADES) < COVERED:
        return 1024 * 3 + 16 * (QUEEN >> card & 1) + rank
    if ALL_HEARTS >> card & 1:
        return 1024 * (2 if rank >= HIGH else 0) + 16 * (HAND + rank)
    short = HAND - count_bits(hand & SUIT[suit])
    return 1024 * (0 if suit == SPADES else 1) + 16 * short + rank


@rule
def lead(record: Any, free: int) -> int:
    """Lead a low spade to drive out the queen, else the card with the most cards above it."""
    others = others_hold(record, int(record[TURN]))
    spades = free & SUIT[SPADES] & ~HIGH_SPADES
    if spades and others & QUEEN:
        return 64 * OUT + highest_bit(spades)
    cards = free & ~QUEEN
    if cards == 0:
        return 64 * LAST + lowest_bit(free)
    chosen, most = -1, -HAND
    while cards:
        card = lowest_bit(cards)
        worth = 16 * higher(card, others) - card % HAND
        if worth > most:
            chosen, most = card, worth
        cards &= cards - 1
    return 64 * LOW + chosen


@rule
def higher(card: int, cards: int) -> int:
    """Return how many of some cards are higher ones of a card's suit.

    >>> higher(int(Card("HQ")), ALL_HEARTS)
    2
    """
    return count_bits(cards & SUIT[card // HAND] & -2 << card)


@rule
def follow(record: Any, free: int) -> int:
    """Play the highest card that loses; else the highest if the trick is free, or the lowest."""
    count = int(record[COUNT])
    first = count - place_in_trick(record)
    losing = free & (1 << card_at(record, best_place(record, first, count - 1))) - 1
    if losing:
        return 64 * DUCK + highest_bit(losing & QUEEN if losing & QUEEN else losing)
    cheap = free & ~QUEEN if free & ~QUEEN else free
    if costs(record, first) or threatened(record, first):
        return 64 * TAKE + lowest_bit(cheap)
    return 64 * FREE + highest_bit(cheap)


@rule
def costs(record: Any, first: int) -> bool:
    """Tell whether the open trick, which begins at a place of the deal, has points in it."""
    cards = 0
    for place in range(first, record[COUNT]):
        cards |= 1 << card_at(record, place)
    return cards & COSTLY != 0


@rule
def threatened(record: Any, first: int) -> bool:
    """Tell whether a seat that plays after this one may throw points on the open trick."""
    seat, suit = int(record[TURN]), SUIT[card_at(record, first) // HAND]
    for after in range(1, 4 - place_in_trick(record)):
        cards = reach(record, seat, (seat + after) % 4)
        if cards & COSTLY & suit or not cards & suit:
            return True
    return False
