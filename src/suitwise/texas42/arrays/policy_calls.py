"""The rule-based calls and declarations, by the worth of a hand before it is played.

The points that the leader's side takes, on average over the other hands, grow by about three
for each trump and each domino that walks, by one for the second of its suit, and shrink by one for each
trump that a higher one catches; count that is safe is worth a third of itself more. The weights are
rounded from a regression over 30,000 random hands played out by ``policy`` at all seats; trumps of a
pip, doubles as trumps and follow-me came out much the same. The call for a worth stands in a table,
made from 400,000 such hands: the most points that are made about as often as not.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.texas42.arrays.policy import higher_than, is_trump, trumps_of
from suitwise.texas42.rules.auction import FIRST_MARK, LEAST_POINTS, MARKS, PASS
from suitwise.texas42.rules.contracts import STRAIGHT
from suitwise.texas42.rules.dominoes import ALL, COUNT, HAND_POINTS
from suitwise.texas42.rules.suits import FOLLOWS, NOTRUMP
from suitwise.texas42.rules.tricks import led_suit

THIRDS = 3
"""A worth is in thirds of a point."""
_BASE = 15 * THIRDS
_TRUMP = 3 * THIRDS
_CAUGHT = 1 * THIRDS
_WALKS = 3 * THIRDS
_SECOND = 1 * THIRDS
_FEW = 3
"""With fewer trumps the others' are not drawn, and dominoes that would walk are cut."""


@rule
def caught(hand: int, declaration: int) -> int:
    """Return how many trumps of a hand higher ones will catch, where all play theirs from the top.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> caught(mask_of(parse_dominoes("6-5 5-4 5-3 6-6")), 5)  # the 5-5 is out
    1
    """
    mine, others = hand & trumps_of(declaration), trumps_of(declaration) & ~hand
    lost = 0
    while mine and others:
        own, other = highest(mine, declaration), highest(others, declaration)
        lost += int(higher_than(own, 7, declaration) >> other & 1)
        mine &= ~(1 << own)
        others &= ~(1 << other)
    return lost


@rule
def highest(trumps: int, declaration: int) -> int:
    """Return the highest of some trumps."""
    best = lowest_bit(trumps)
    while trumps:
        domino = lowest_bit(trumps)
        trumps &= trumps - 1
        if higher_than(best, 7, declaration) >> domino & 1:
            best = domino
    return best


@rule
def worth(hand: int, declaration: int) -> int:
    """Return the worth of a hand to its side if it leads, in thirds of a point.

    Args:
        hand: seven dominoes.
        declaration: one of the nine straight ones.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> worth(mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0")), 5) // THIRDS
    36
    """
    unseen = ALL & ~hand
    firm = declaration == NOTRUMP or count_bits(hand & trumps_of(declaration)) >= _FEW
    points = _BASE - _CAUGHT * caught(hand, declaration)
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if is_trump(domino, declaration):
            points += _TRUMP + COUNT[domino]
            continue
        suit = led_suit(domino, declaration)
        above = count_bits(
            higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit] & unseen
        )
        if above == 0 and firm:
            points += _WALKS + COUNT[domino]
        elif above <= 1:
            points += _SECOND
    return points


@rule
def best_declaration(hand: int, allowed: int) -> int:
    """Return the straight declaration that a hand is worth most in, the first of equals.

    Args:
        hand: seven dominoes.
        allowed: the declarations to choose among, a set of bits; one of the straight ones at least.
    """
    best, most = 0, -1
    for declaration in range(NOTRUMP + 1):
        if allowed >> declaration & 1:
            points = worth(hand, declaration)
            if points > most:
                best, most = declaration, points
    return best


_LEAST_WORTH = 29
LIMITS = (30, 30, 31, 32, 34, 35, 35, 37, 40, 40, 41, 41, HAND_POINTS)
"""The most points that a hand worth 29, 30, … or 41 and more makes about as often as not."""


@rule
def limit_of(points: int) -> int:
    """Return the highest bid that a worth is good for, in points; 0 for none.

    Args:
        points: a worth in thirds of a point.

    >>> [limit_of(points * THIRDS) for points in (28, 29, 35, 50)]
    [0, 30, 35, 42]
    """
    over = points // THIRDS - _LEAST_WORTH
    return 0 if over < 0 else LIMITS[min(over, len(LIMITS) - 1)]


@rule
def call_on(hand: int, standing: int) -> int:
    """Return the call of a hand: the least that is enough, up to its limit.

    Args:
        hand: seven dominoes.
        standing: the points that stand, 42 for a mark; less than 30 where nothing does.

    Returns:
        Points from 30 to 42, which is one mark; 0 for a pass.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> hand = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0"))
    >>> [call_on(hand, standing) for standing in (0, 30, 36, 37)]
    [30, 31, 37, 0]
    """
    call = max(standing + 1, LIMITS[0])
    return call if call <= limit_of(worth(hand, best_declaration(hand, STRAIGHT))) else 0


@rule
def rule_based_call(hand: int, standing: int, partners: bool, legal: int) -> int:
    """Return the call of a seat: the least that is enough, the least there is where a call is forced.

    Args:
        hand: its seven dominoes.
        standing: the highest call so far.
        partners: whether it is the partner's; he is never outbid.
        legal: the calls that are legal, a set of bits.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> hand = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0"))
    >>> [rule_based_call(hand, standing, False, (1 << 26) - 1) for standing in (PASS, 7, 8)]
    [1, 8, 0]
    """
    if partners:
        return PASS
    marks = MARKS[standing]
    points = call_on(hand, HAND_POINTS * marks if marks else LEAST_POINTS - 1 + standing)
    call = PASS
    if points:
        call = FIRST_MARK if points == HAND_POINTS else points - LEAST_POINTS + 1
    return call if legal >> call & 1 else lowest_bit(legal)
