"""The lead of the rule-based player in arrays: the policy's, or the surest throw that it is part of."""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    MAIN,
    PARTITION,
    PARTITIONS,
    RANK,
    SUIT_MASK,
    form_in,
    named_back,
    renamed,
    turn_of,
)
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.arrays.policy import choose_lead
from suitwise.tractor.arrays.policy_weights import WEIGHTS
from suitwise.tractor.arrays.stepped.throws import not_below
from suitwise.tractor.rules.blocks import highest_block, pair_levels, run_length
from suitwise.tractor.rules.order import TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import EVERY_LEVEL


@rule
def lead_here(
    record: Any, unseen: int, unseen_twice: int, hands: tuple[int, int, int], throws: bool
) -> tuple[int, int]:
    """Return the lead of the seat on turn: cards, and those led twice.

    Args:
        record: the deal.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        hands: what the other seats may hold, in the order of play.
        throws: whether it throws.
    """
    once, twice = choose_lead(record, unseen, unseen_twice, WEIGHTS)
    if not throws:
        return once, twice
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    sure, sure_twice = sure_of(record, led, unseen, unseen_twice, hands)
    is_part = once & ~sure == 0 and twice & ~sure_twice == 0
    return (sure, sure_twice) if is_part else (once, twice)


@rule
def sure_of(
    record: Any, led: int, unseen: int, unseen_twice: int, hands: tuple[int, int, int]
) -> tuple[int, int]:
    """Return all parts of a partition that nobody can beat (``players.throws.sure_parts``)."""
    form, hand = form_in(record), HANDS + 2 * turn_of(record)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
    unseen, unseen_twice, chosen, loose = unseen & suit, unseen_twice & suit, 0, twice
    left, _ = pair_levels(twice, led, form, ACE)
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        levels = ((1 << length) - 1) << low
        left &= ~levels
        if length > 1:
            cards = cards_on(levels, led, form)
            if led == TRUMPS and levels >> rank_card_phi(form) & 1:
                cards |= first_link(record, shared_rank_cards(twice, form, ACE))
            loose &= ~cards
            if low + length - 1 >= highest_of(unseen, unseen_twice, hands, led, form, length):
                chosen |= cards
    doubles = highest_of(unseen, unseen_twice, hands, led, form, 1)
    singles = highest_of(unseen, unseen_twice, hands, led, form, 0)
    chosen |= not_below(loose, doubles, form)
    return chosen | not_below(once & ~twice, singles, form), chosen


@rule
def highest_of(
    unseen: int, unseen_twice: int, hands: tuple[int, int, int], led: int, form: int, length: int
) -> int:
    """Return the highest Φ of all blocks of a length that one of the other seats may hold."""
    highest = 0
    for ahead in range(3):
        may = hands[ahead]
        top = highest_block(unseen & may, unseen_twice & may, led, form, ACE, length, EVERY_LEVEL)
        highest = max(highest, top)
    return highest


@rule
def first_link(record: Any, cards: int) -> int:
    """Return the card that stands first by its true name, renamed."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    true = named_back(cards, main, cr)
    return renamed(true & -true, main, cr)
