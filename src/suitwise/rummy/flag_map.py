"""The seed's flag map: the runs and sets that each card may join, and the control points.

Every card held has a byte (seed, "Identifying and Collecting key Data"): bit 0 means that it belongs to
a run, bit 1 to a second run, bit 2 to a set, bit 3 to a second set. If the ace may stand below the 2 and
above the king, bits 4 and 5 are its runs above the king. A card with more bits than copies is a *control
point*: a choice must be made there.

The seed leaves open when a card belongs to a second run or set, which decides whether its method finds
the best combo. There are four readings:

* ``literal``: a second run if the card lies in a stretch of three or more doubled cards, a second set if
  it is doubled and so are two others of its rank. On the seed's island only 3H is a control point then,
  as the seed says.
* ``window``: a second run also for three neighbours of which two are doubled. Then 3H has the byte 0111
  of the seed's example, but 6H is a control point too.
* ``copies``: both runs for every card of a row's stretch that holds a doubled card, both sets for every
  card of a column with a doubled card and at least six cards.
* ``full``: both always.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.rules.hand import JOKERS, Hand, stretch_end, suits_held
from suitwise.rummy.rules.rules import card_of

RUN = 0b0001
SECOND_RUN = 0b0010
SET = 0b0100
SECOND_SET = 0b1000
BITS = (RUN, SECOND_RUN, SET, SECOND_SET)
ABOVE_KING = 4
"""The distance in bits from a run to the same run of an ace above the king."""

Reading: TypeAlias = Literal["literal", "window", "copies", "full"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""The readings of the seed's flag map, from the literal one to the full one."""
LITERAL, WINDOW, COPIES, FULL = range(4)
MOST_COPIES = 2


@rule
def doubled(counts: Any, suit: int, low: int, high: int) -> int:
    """Return the number of cards of a stretch, ``high`` included, that are held twice."""
    cards = 0
    for place in range(low, high + 1):
        cards += 1 if counts[card_of(suit, place)] > 1 else 0
    return cards


@rule
def has_second_run(
    counts: Any, suit: int, low: int, high: int, place: int, reading: int, least_run: int
) -> bool:
    """Return whether a card of a stretch belongs to a second run.

    Args:
        counts: the number of copies of each card.
        suit: the suit of the stretch.
        low: the first place of the stretch.
        high: the last place of the stretch.
        place: the card's place.
        reading: LITERAL, WINDOW, COPIES or FULL.
        least_run: the fewest cards of a run.
    """
    if reading == FULL:
        return True
    if reading == COPIES:
        return doubled(counts, suit, low, high) > 0
    needed = least_run if reading == LITERAL else 2
    # A stretch of doubled cards consists of windows of doubled cards.
    for first in range(max(low, place - least_run + 1), min(place, high - least_run + 1) + 1):
        if doubled(counts, suit, first, first + least_run - 1) >= needed:
            return True
    return False


@rule
def flag_runs(
    counts: Any, lowest: int, highest: int, least_run: int, reading: int, flags: Any
) -> None:
    """Set the bits of runs.

    Args:
        counts: the number of copies of each card, at most 2.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest place of a run, 13 or 14.
        least_run: the fewest cards of a run.
        reading: see ``has_second_run``.
        flags: array of 52 bytes, added to.
    """
    for suit in range(4):
        low = lowest
        while low <= highest:
            end = stretch_end(counts, suit, low, highest)
            for place in range(low, end if end - low >= least_run else low):
                second = has_second_run(counts, suit, low, end - 1, place, reading, least_run)
                bits = RUN | SECOND_RUN if second else RUN
                flags[card_of(suit, place)] |= bits << (ABOVE_KING if place == 14 else 0)
            low = end + 1


@rule
def flag_sets(counts: Any, least_set: int, reading: int, flags: Any) -> None:
    """Set the bits of sets; see ``flag_runs``."""
    for rank in range(1, 14):
        if suits_held(counts, rank) < least_set:
            continue
        twice = cards = 0
        for suit in range(4):
            cards += counts[card_of(suit, rank)]
            twice += 1 if counts[card_of(suit, rank)] > 1 else 0
        for suit in range(4):
            copies = counts[card_of(suit, rank)]
            both = reading == FULL or (copies > 1 and twice >= least_set)
            if reading == COPIES:
                both = twice > 0 and cards >= 2 * least_set
            if copies:
                flags[card_of(suit, rank)] |= SET | SECOND_SET if both else SET


def flag_map(hand: Hand, reading: Reading = "literal") -> tuple[int, ...]:
    """Return the byte of every card, 52 numbers; 0 for a card that is not held.

    Every card stands for itself; printed jokers have no byte.

    Raises:
        IllegalPosition: the hand holds a third copy of a card, for which a byte has no bits.
        NotationError: there is no such reading.

    >>> flags = flag_map(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"), "window")
    >>> [f"{flags[card]:04b}" for card in (Card("2H"), Card("3H"), Card("3C"), Card("4D"))]
    ['0001', '0111', '0100', '0000']
    """
    of_kind(hand, Hand, "hand")
    if reading not in READINGS:
        raise NotationError(f"{reading!r} is no reading: write {', '.join(READINGS)}")
    if max(hand.counts[:JOKERS]) > MOST_COPIES:
        raise IllegalPosition("the seed's flag map has no bits for a third copy of a card")
    rules, number = hand.rules, READINGS.index(reading)
    lowest, highest = rules.places
    flags = [0] * JOKERS
    flag_runs(hand.counts, lowest, highest, rules.least_run, number, flags)
    flag_sets(hand.counts, rules.least_set, number, flags)
    return tuple(flags)


def control_points(hand: Hand, reading: Reading = "literal") -> tuple[Card, ...]:
    """Return the control points of a hand, suit by suit with the ace first.

    Raises:
        IllegalPosition: see ``flag_map``.
        NotationError: see ``flag_map``.

    >>> hand = Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")
    >>> for reading in READINGS:
    ...     print(reading, *control_points(hand, reading))
    literal H3
    window H3 H6
    copies H2 H3 H6
    full H2 H3 H6
    """
    of_kind(hand, Hand, "hand")
    flags = flag_map(hand, reading)
    return tuple(
        card
        for card in dict.fromkeys(hand.cards)
        if card < JOKERS and count_bits(flags[card]) > hand.counts[card]
    )
