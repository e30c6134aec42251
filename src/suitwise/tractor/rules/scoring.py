"""The points of cards, the count of a judged round, and the steps from points to levels.

5 counts 5 points, 10 and K count 10; 200 points in all. Only the defenders' points are counted. If
the defenders win the last trick they also take the points nobody played, times two to the number of
cards in the longest block of that trick's lead.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.rules.order import ONE_OF_EACH_SUIT

FIVES = ONE_OF_EACH_SUIT << 3
TENS = ONE_OF_EACH_SUIT << 8 | ONE_OF_EACH_SUIT << 11
ALL_POINTS = 200
TAKEN_OVER = 80
"""The points from which on the defenders take the deal over."""
PAST_ACE = 13
"""The rank number past A (12): a team that reaches it has won the match."""


@rule
def points_of(once: int, twice: int) -> int:
    """Return the points of a play given as its two card masks.

    >>> points_of(1 << 3 | 1 << 8, 1 << 8)  # S5 ST ST
    25
    """
    return count_points(once, twice, FIVES, TENS)


@rule
def count_points(once: int, twice: int, fives: int, tens: int) -> int:
    """Return the points of cards, whatever names they go by.

    Args:
        once: card mask.
        twice: those of them that are there twice.
        fives: the cards that count 5.
        tens: the cards that count 10.

    >>> count_points(0b11, 0b10, 0b01, 0b10)
    25
    """
    few = count_bits(once & fives) + count_bits(twice & fives)
    return 5 * few + 10 * (count_bits(once & tens) + count_bits(twice & tens))


def points_text(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_text(25)
    '25 points'
    """
    return phrase("tractor.points", "{n} points", n=points)


@rule
def defenders_total(taken: int, played: int, won_last: bool, block_cards: int) -> int:
    """Return the defenders' points at the end of a round.

    Args:
        taken: points of the tricks the defenders won.
        played: points of all cards played; the other ``200 - played`` are hidden.
        won_last: whether the defenders won the last trick.
        block_cards: cards in the longest block of the last trick's lead.

    >>> defenders_total(60, 180, True, 4)
    380
    """
    if won_last:
        return taken + ((ALL_POINTS - played) << block_cards)
    return taken


@rule
def level_gains(points: int) -> tuple[int, int]:
    """Return the levels that the declarers and the defenders gain for the defenders' points.

    >>> [level_gains(points) for points in (0, 35, 75, 80, 115, 120, 200)]
    [(3, 0), (2, 0), (1, 0), (0, 0), (0, 0), (0, 1), (0, 3)]
    """
    if points == 0:
        return 3, 0
    if points < 40:
        return 2, 0
    if points < TAKEN_OVER:
        return 1, 0
    return 0, (points - TAKEN_OVER) // 40


@rule
def next_dealer(dealer: int, points: int) -> int:
    """Return the seat 0..3 that deals next: the dealer's partner if the declarers held.

    >>> next_dealer(0, 75), next_dealer(0, 80)
    (2, 1)
    """
    return (dealer + (2 if points < TAKEN_OVER else 1)) & 3
