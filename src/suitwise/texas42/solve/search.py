"""Double-dummy search by alpha-beta: four seats, two sides, suits (rules page, Solvers).

The question is always whether the side on lead can take ``need`` of the points that are left. The
answer is a bound: at least ``need`` and then the side can take as many, or below and then it can take no
more. ``general.answer`` halves the range with such questions until the bounds meet.

* Positions are met at trick boundaries alone: 28 bits of dominoes left and who leads. A table keeps both
  bounds and the best lead for each, for as long as the deal and the declaration stay.
* Before a position is searched it is bounded: the highest trumps of either side are tricks for it, and
  a leader whose highest trumps outnumber those of either opponent cashes what no one else can beat (his
  partner, too, may have to).
* Of trumps that have become neighbours and count the same, one is tried.
* Leads: the table's, then the last that was best with as many tricks left, then the highest. Second
  seat: the lowest winner; else count if the partner can still win, and none if not. Third: count on a
  trick that is safe, else the lowest winner. Fourth: count to the partner, a winner with count, what
  costs least.

``docs/texas42.md`` lists what each of these saves. Who wins so far is kept for speed's sake in tables of
places, made of the τ that ``winner_so_far`` reads; ``tests/texas42/solve/test_solver.py`` holds
both together (``test_endgames_of_four_seats_are_worth_what_plain_minimax_says``). The work lies in one
array, for a rule that calls itself pays for every array it passes.
"""

from __future__ import annotations

import functools
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.texas42.rules.dominoes import (
    CALLED_SUIT,
    COUNT,
    DOUBLES,
    FOLLOWS,
    LED,
    N_DOMINOES,
    SEVENS,
    SUITS,
    TAU,
)

# --------------------------------------------------------------------------------------------------
# What a search knows about a declaration: who beats, follows and counts, with the trumps on top
#
# A search takes the dominoes by number again and again: the highest first, the lowest that wins. So
# that these are single instructions, each declaration has an order of its own, a domino's *place*:
# all that is not trump by rank, then the trumps by rank. The tables are made once from those of
# ``algebra``, one row a declaration, and a search copies its row in front of its table of positions.

# Where things lie in a row.
BEATEN_BY = 0
"""Where ``BEATEN`` begins for the suit that the domino of a place leads."""
FOLLOWING = BEATEN_BY + N_DOMINOES
"""The places that follow the domino of a place when it is led."""
BEATEN = FOLLOWING + N_DOMINOES
"""By suit and place: the places that beat it in a trick of that suit."""
WORTH = BEATEN + len(SUITS) * N_DOMINOES
"""What the domino of a place counts."""
FIVES = WORTH + N_DOMINOES
TENS = FIVES + 1
TRUMPS = FIVES + 2
NEAREST = FIVES + 3
"""The places at each of the eight distances from seven, in sevens; nothing otherwise."""
ROW = NEAREST + 8


@functools.cache
def order(declaration: int) -> tuple[int, ...]:
    """Return the dominoes of a declaration by place: trumps last, each part by rank.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> format_dominoes(order(5)[-3:])
    '5-4,6-5,5-5'
    """
    return tuple(sorted(range(N_DOMINOES), key=lambda domino: _standing(domino, declaration)))


def _standing(domino: int, declaration: int) -> tuple[int, int]:
    suit = CALLED_SUIT if declaration == SEVENS else LED[declaration * N_DOMINOES + domino]
    return TAU[(declaration * len(SUITS) + suit) * N_DOMINOES + domino], domino


@functools.cache
def ground() -> tuple[Any, Any]:
    """Return the rows of all declarations, ``int64[14, ROW]``, and the places, ``int64[14, 28]``."""
    rows = np.zeros((SEVENS + 1, ROW), np.int64)
    places = np.zeros((SEVENS + 1, N_DOMINOES), np.int64)
    for declaration in range(SEVENS + 1):
        dominoes = np.array(order(declaration))
        places[declaration, dominoes] = np.arange(N_DOMINOES)
        _fill(rows[declaration], declaration, dominoes)
    rows.flags.writeable = places.flags.writeable = False
    return rows, places


def _fill(row: Any, declaration: int, dominoes: Any) -> None:
    bits = np.int64(1) << np.arange(N_DOMINOES)
    at = declaration * len(SUITS)
    tau = np.array(TAU).reshape(-1, N_DOMINOES)[at : at + len(SUITS), dominoes]
    beaten = (tau[:, None, :] > tau[:, :, None]) @ bits
    row[BEATEN:WORTH] = beaten.reshape(-1)
    led = np.array(LED).reshape(-1, N_DOMINOES)[declaration, dominoes]
    row[BEATEN_BY:FOLLOWING] = BEATEN + led * N_DOMINOES
    following = np.array([(FOLLOWS[at + suit] >> dominoes & 1) @ bits for suit in SUITS])
    row[FOLLOWING:BEATEN] = following[led]
    worth = np.array(COUNT)[dominoes]
    row[WORTH : WORTH + N_DOMINOES] = worth
    row[FIVES], row[TENS] = (worth == 5) @ bits, (worth == 10) @ bits
    if declaration <= DOUBLES:
        row[TRUMPS] = following[CALLED_SUIT]
    if declaration == SEVENS:
        for far in range(8):
            row[NEAREST + far] = (tau[0] == 7 - far) @ bits


@rule
def placed(dominoes: int, places: Any, declaration: int) -> int:
    """Return a set of dominoes as a set of places."""
    bits = 0
    for domino in range(N_DOMINOES):
        if dominoes >> domino & 1:
            bits |= 1 << places[declaration, domino]
    return bits


# --------------------------------------------------------------------------------------------------
# Exact search with all hands seen: four seats, two sides, one suit led a trick (rules page,
# Solvers)

# The work array: the declaration's row of ``ground``, then these, then the table.
HANDS = ROW
STAMP = HANDS + 4
"""The number of the deal: entries of other deals in the table are strangers."""
NODES = STAMP + 1
"""How many positions were searched."""
BEST_LEAD = NODES + 1
"""By tricks left and leader: the lead that answered last."""
BEST_THIRD = BEST_LEAD + 32
"""By tricks left: the third seat's play that answered last."""
QUESTION = BEST_THIRD + 8
"""What ``search_general`` asks; see there."""
TABLE = QUESTION + 8

TABLE_BITS = 16
WORK = TABLE + (1 << TABLE_BITS)
"""The length of the work array."""
STAMPS = 1 << 16
"""How many deals a table tells apart; then it is wiped."""

NONE = 31
"""No domino, where five bits name one."""
KEY_BITS = 30
_MULTIPLIER = 0x9E3779B1
"""Knuth's multiplicative hashing: the golden ratio in 32 bits."""


@rule
def slot_of(key: int) -> int:
    """Return where in the work array a position is kept."""
    return TABLE + (((key * _MULTIPLIER) >> (32 - TABLE_BITS)) & ((1 << TABLE_BITS) - 1))


@rule
def entry(key: int, lead: int, high: int, low: int) -> int:
    """Return what the table keeps of a position: its best lead and its bounds."""
    return key << 17 | lead << 12 | high << 6 | low


@rule
def key_of(kept: int) -> int:
    """Return the position that an entry is of."""
    return kept >> 17


@rule
def best_lead_of(kept: int) -> int:
    """Return the best lead of an entry."""
    return kept >> 12 & 31


@rule
def high_of(kept: int) -> int:
    """Return the upper bound of an entry."""
    return kept >> 6 & 63


@rule
def low_of(kept: int) -> int:
    """Return the lower bound of an entry."""
    return kept & 63


@rule
def points(work: Any, dominoes: int) -> int:
    """Return the count of a set."""
    return 5 * count_bits(dominoes & item_at(work, FIVES)) + 10 * count_bits(
        dominoes & item_at(work, TENS)
    )


@rule
def top_of(own: int, other: int) -> int:
    """Return the part of a set above all of another set.

    >>> bin(top_of(0b101010, 0b000100))
    '0b101000'
    """
    if other == 0:
        return own
    above = highest_bit(other) + 1
    return own >> above << above


@rule
def bounds(work: Any, left: int, leader: int, tricks: int, rest: int) -> tuple[int, int]:
    """Return what the leader's side surely takes and what it takes at most.

    Args:
        work: the work array.
        left: the dominoes left.
        leader: who leads.
        tricks: the tricks left.
        rest: the points left.
    """
    mine = item_at(work, HANDS + leader) & left
    partners = item_at(work, HANDS + ((leader + 2) & 3)) & left
    first = item_at(work, HANDS + ((leader + 1) & 3)) & left
    second = item_at(work, HANDS + ((leader + 3) & 3)) & left
    trumps = item_at(work, TRUMPS)
    ours = (mine | partners) & trumps
    theirs = (first | second) & trumps
    low = 0
    high = rest
    top = top_of(ours, theirs)
    if top:  # partners can waste their trumps on one trick, so the longer run counts
        low = max(count_bits(top & mine), count_bits(top & partners)) + points(work, top)
    elif theirs:
        top = top_of(theirs, ours)
        high = rest - max(count_bits(top & first), count_bits(top & second)) - points(work, top)
    cashed = top_of(mine & trumps, (theirs | partners) & trumps)
    if count_bits(cashed) >= max(count_bits(first & trumps), count_bits(second & trumps)):
        # A partner who must trump one of these has trumps alone, and the opponents none: all is ours.
        cashed |= _unbeatable(work, mine & ~trumps, (first | second | partners) & ~trumps)
        if count_bits(cashed) >= tricks:
            return rest, rest
        low = max(low, count_bits(cashed) + points(work, cashed))
    return low, high


@rule
def _unbeatable(work: Any, dominoes: int, others: int) -> int:
    """Return those that nothing in the other set beats when led."""
    safe = 0
    while dominoes:
        place = lowest_bit(dominoes)
        dominoes &= dominoes - 1
        if item_at(work, item_at(work, BEATEN_BY + place) + place) & others == 0:
            safe |= 1 << place
    return safe


@rule
def thinned(work: Any, plays: int, hand: int, left: int) -> int:
    """Return the plays without all but one of trumps that do the same.

    Two trumps of a hand do the same when no one else holds a trump between and they count the same.
    """
    trumps = plays & item_at(work, TRUMPS)
    if trumps & (trumps - 1) == 0:
        return plays
    others = left & item_at(work, TRUMPS) & ~hand
    above = highest_bit(trumps)
    trumps ^= 1 << above
    while trumps:
        place = highest_bit(trumps)
        trumps ^= 1 << place
        between = others & ((1 << above) - (1 << place))
        if between == 0 and item_at(work, WORTH + place) == item_at(work, WORTH + above):
            plays ^= 1 << place
        above = place
    return plays


@rule
def replies(work: Any, hand: int, following: int, left: int) -> int:
    """Return the plays of a hand worth trying when a suit was led."""
    follow = hand & following
    return thinned(work, follow if follow else hand, hand, left)


@rule
def remembered_lead(work: Any, kept: int, tricks: int, leader: int) -> int:
    """Return the lead to try first: the position's own, else the last that answered, or ``NONE``."""
    return item_at(work, BEST_LEAD + tricks * 4 + leader) if kept == NONE else kept


@rule
def remembered_third(work: Any, tricks: int) -> int:
    """Return the third seat's play that answered last with as many tricks left."""
    return item_at(work, BEST_THIRD + tricks)


@rule
def second_play(work: Any, plays: int, beaten: int, fourth: int) -> int:
    """Choose the next reply of the second seat to try.

    Args:
        work: the work array.
        plays: the plays left to try.
        beaten: what beats the domino led.
        fourth: what the partner may play.
    """
    wins = plays & beaten
    if wins:
        return lowest_bit(wins)
    count = item_at(work, FIVES) | item_at(work, TENS)
    wanted = plays & count if fourth & beaten else plays & ~count
    return lowest_bit(wanted if wanted else plays)


@rule
def third_play(work: Any, plays: int, beaten: int, fourth: int, partner_wins: bool) -> int:
    """Choose the next play of the leader's partner to try."""
    wanted = plays & beaten
    if partner_wins and fourth & beaten == 0:
        wanted = plays & (item_at(work, FIVES) | item_at(work, TENS))
    return lowest_bit(wanted if wanted else plays)


@rule
def fourth_play(work: Any, plays: int, beaten: int, partner_wins: bool) -> int:
    """Choose the next play of the last seat to try."""
    count = item_at(work, FIVES) | item_at(work, TENS)
    if partner_wins:
        wanted = plays & count
    else:
        wins = plays & beaten
        wanted = wins & count if wins & count else wins
        if wanted == 0:
            wanted = plays & ~count
    return lowest_bit(wanted if wanted else plays)


@rule
def last_trick(work: Any, left: int, leader: int, rest: int) -> int:
    """Return what the leader's side takes of the points of the last trick."""
    best = lowest_bit(item_at(work, HANDS + leader) & left)
    beaten_by = item_at(work, BEATEN_BY + best)
    ours = True
    for place in range(1, 4):
        domino = lowest_bit(item_at(work, HANDS + ((leader + place) & 3)) & left)
        if item_at(work, beaten_by + best) >> domino & 1:
            best = domino
            ours = place == 2
    return rest if ours else 0


@rule
def score(work: Any, left: int, leader: int, need: int, tricks: int, rest: int) -> int:
    """Return a bound on what the leader's side takes: as much as ``need`` or more, or else the most.

    Args:
        work: the work array.
        left: the dominoes left, places.
        leader: who leads.
        need: 1 to ``rest``.
        tricks: the tricks left, at least one.
        rest: the points left.
    """
    work[NODES] += 1
    if tricks == 1:
        return last_trick(work, left, leader, rest)
    key = item_at(work, STAMP) << KEY_BITS | left << 2 | leader
    slot = slot_of(left << 2 | leader)
    kept = item_at(work, slot)
    best_lead = NONE
    if key_of(kept) == key:
        low = low_of(kept)
        high = high_of(kept)
        best_lead = best_lead_of(kept)
    else:
        low, high = bounds(work, left, leader, tricks, rest)
        if low >= need or high < need:
            work[slot] = entry(key, NONE, high, low)
    if low >= need:
        return low
    if high < need:
        return high

    mine = item_at(work, HANDS + leader) & left
    second = item_at(work, HANDS + ((leader + 1) & 3)) & left
    third = item_at(work, HANDS + ((leader + 2) & 3)) & left
    fourth = item_at(work, HANDS + ((leader + 3) & 3)) & left
    first_lead = remembered_lead(work, best_lead, tricks, leader)
    best = -1
    leads = thinned(work, mine, mine, left)
    while leads and best < need:
        if mine >> first_lead & 1:
            lead = first_lead
            first_lead = NONE
        else:
            lead = highest_bit(leads)
        leads &= ~(1 << lead)
        following = item_at(work, FOLLOWING + lead)
        beaten_by = item_at(work, BEATEN_BY + lead)
        by_lead = item_at(work, beaten_by + lead)
        fourth_follows = fourth & following
        if fourth_follows == 0:
            fourth_follows = fourth
        lead_left = left ^ 1 << lead
        lead_points = 1 + item_at(work, WORTH + lead)
        after_lead = rest
        seconds = replies(work, second, following, left)
        while seconds and after_lead >= need:
            two = second_play(work, seconds, by_lead, fourth_follows)
            seconds ^= 1 << two
            second_wins = by_lead >> two & 1
            by_two = item_at(work, beaten_by + two) if second_wins else by_lead
            two_points = lead_points + item_at(work, WORTH + two)
            after_two = -1
            thirds = replies(work, third, following, left)
            tried_first = remembered_third(work, tricks)
            while thirds and after_two < need:
                if thirds >> tried_first & 1:
                    three = tried_first
                else:
                    three = third_play(work, thirds, by_two, fourth_follows, second_wins == 0)
                tried_first = NONE
                thirds ^= 1 << three
                winner = second_wins
                by_three = by_two
                if by_two >> three & 1:
                    winner = 2
                    by_three = item_at(work, beaten_by + three)
                three_points = two_points + item_at(work, WORTH + three)
                after_three = rest
                fourths = replies(work, fourth, following, left)
                while fourths and after_three >= need:
                    four = fourth_play(work, fourths, by_three, winner == 1)
                    fourths ^= 1 << four
                    taken = three_points + item_at(work, WORTH + four)
                    after = lead_left & ~(1 << two | 1 << three | 1 << four)
                    at = 3 if by_three >> four & 1 else winner
                    still = rest - taken
                    if at & 1:
                        wanted = still - need + 1
                        found = still
                        if wanted > still:
                            found = 0
                        elif wanted > 0:
                            found = still - score(
                                work, after, (leader + at) & 3, wanted, tricks - 1, still
                            )
                    else:
                        wanted = need - taken
                        found = taken
                        if wanted > still:
                            found = rest
                        elif wanted > 0:
                            found = taken + score(
                                work, after, (leader + at) & 3, wanted, tricks - 1, still
                            )
                    after_three = min(after_three, found)
                if after_three > after_two:
                    after_two = after_three
                    if after_two >= need:
                        work[BEST_THIRD + tricks] = three
            after_lead = min(after_lead, after_two)
        if after_lead > best:
            best = after_lead
            best_lead = lead
    if best >= need:
        work[BEST_LEAD + tricks * 4 + leader] = best_lead
        low = max(low, best)
        work[slot] = entry(key, best_lead, high, low)
        return low
    high = min(high, best)
    work[slot] = entry(key, best_lead, high, low)
    return high
