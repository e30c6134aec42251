"""The plays that the trained player looks at, on flat records: the rule-based policy's, and others.

A leader looks at its singles, pairs and tractors; a follower of one card at every card that it may play;
a follower of more at the policy's four replies. Of all these no more than ``MOST`` are kept, those that
the policy thinks best. As in ``arrays.policy`` nothing is read of the hands but that of the seat.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.tractor.arrays.estimates import WEIGHTS
from suitwise.tractor.arrays.packed import (
    BEST,
    HANDS,
    LED,
    PLACED,
    SIZE,
    WINNER,
    form_in,
    honour_of_reply,
    led_mask,
    number_of_tractors,
    tractor_numbered,
    turn_of,
)
from suitwise.tractor.arrays.policy import (
    DUCK,
    HIGHEST,
    choose_reply,
    held_in,
    lead_worth,
    reply,
    reply_worth,
)

MOST = 12
"""So many plays are looked at, at most."""


@rule
def options_of(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the plays that are looked at, the policy's first, and return how many they are.

    Args:
        record: the record; of its hands none is read but that of the seat on turn.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        onces: array (MOST,), filled: the cards of each play, renamed.
        twices: array (MOST,), filled: those played twice.
        worths: array (MOST,), filled: what each is worth to the policy, in 64ths of a point.
    """
    if item_at(record, PLACED) == 0:
        return _leads(record, unseen, unseen_twice, onces, twices, worths)
    if item_at(record, SIZE) == 1:
        return _cards(record, unseen, unseen_twice, onces, twices, worths)
    return _replies(record, unseen, unseen_twice, onces, twices, worths)


@rule
def _leads(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the leads of one block; the best in the order of ``choose_lead`` is the policy's."""
    hand = HANDS + 2 * turn_of(record)
    singles, pairs, form = item_at(record, hand), item_at(record, hand + 1), form_in(record)
    doubles, count = pairs, 0
    while singles:
        card = singles & -singles
        singles ^= card
        found = lead_worth(record, card, 0, unseen, unseen_twice, WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, card, 0, found)
    while pairs:
        card = pairs & -pairs
        pairs ^= card
        found = lead_worth(record, card, card, unseen, unseen_twice, WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, card, card, found)
    for number in range(number_of_tractors(doubles, form)):
        cards = tractor_numbered(doubles, form, number)
        found = lead_worth(record, cards, cards, unseen, unseen_twice, WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, cards, cards, found)
    return count


@rule
def _cards(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the cards that may be played to one; the policy's stays first, whatever the others' worth."""
    held = item_at(record, HANDS + 2 * turn_of(record))
    own = held & led_mask(record)
    left = own if own else held
    first, _ = choose_reply(record, unseen, unseen_twice, WEIGHTS)
    found = _worth(record, first, 0, unseen, unseen_twice)
    count = _kept(onces, twices, worths, 0, 0, first, 0, found)
    left ^= first
    while left:
        card = left & -left
        left ^= card
        found = _worth(record, card, 0, unseen, unseen_twice)
        count = _kept(onces, twices, worths, count, 1, card, 0, found)
    return count


@rule
def _replies(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the policy's replies to several cards, in its own order: the best is its own."""
    last = DUCK if held_in(record, item_at(record, LED)) == item_at(record, SIZE) else HIGHEST
    count = 0
    for way in range(last + 1):
        once, twice = reply(record, way, unseen, WEIGHTS)
        if once:
            found = _worth(record, once, twice, unseen, unseen_twice)
            count = _kept(onces, twices, worths, count, 0, once, twice, found)
    return count


@rule
def _worth(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return what a reply is worth to the policy."""
    best = item_at(record, BEST)
    honour = max(best, honour_of_reply(record, once, twice))
    ours = honour > best or (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    return reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, WEIGHTS)


@rule
def _kept(
    onces: Any, twices: Any, worths: Any, count: int, first: int, once: int, twice: int, worth: int
) -> int:
    """Put a play in its place by its worth, after its equals; return how many plays are kept.

    Args:
        onces: the cards of the plays.
        twices: those played twice.
        worths: what they are worth.
        count: how many plays there are.
        first: the first place that it may take.
        once: the cards of the play.
        twice: those played twice.
        worth: what it is worth.
    """
    for at in range(count):
        if item_at(onces, at) == once and item_at(twices, at) == twice:
            return count
    place = count
    if count == MOST:
        place -= 1
        if item_at(worths, place) >= worth:
            return count
    while place > first and item_at(worths, place - 1) < worth:
        onces[place], twices[place] = item_at(onces, place - 1), item_at(twices, place - 1)
        worths[place] = item_at(worths, place - 1)
        place -= 1
    onces[place], twices[place], worths[place] = once, twice, worth
    return min(count + 1, MOST)
