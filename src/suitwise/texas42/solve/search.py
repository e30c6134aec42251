"""Double-dummy search by alpha-beta: four seats, two sides, suits (rules page, Solvers).

Each search is a null-window question: can the side on lead take ``need`` of the points that are left?
The answer is fail-soft: ``need`` or more is a lower bound on the points, less is an upper bound.
``search_general.answer`` finds the exact value by bisection with such questions.

* The transposition table holds positions between tricks: 28 bits of dominoes left and the leader. An
  entry has both bounds and the best lead, and is valid while the deal and the declaration last.
* A position is bounded before it is searched. Each side's top trumps are sure tricks, and a leader with
  more top trumps than either opponent has trumps also cashes everything that no one else can beat.
* Of trumps that are equivalent (adjacent among those left, with the same count) only one is tried.
* Move order. Leads: the table's, then the last best lead at this depth, then the highest. Second seat:
  the lowest winner; else count if the partner can still win, and none if not. Third seat: count on a
  trick that is safe, else the lowest winner. Fourth seat: count to the partner, a winner with count,
  the cheapest.

``docs/texas42.md`` shows the savings of each. The winner of a trick is found by bit operations on tables
made from ``TAU``, the same ranks that ``winner_so_far`` reads. All state lies in one array because a
recursive compiled function pays for each array argument.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable
from itertools import chain, groupby
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.dominoes import CALLED_SUIT, DOUBLES, FOLLOWS, N_DOMINOES, SEVENS, SUITS

# --- Tables of a declaration ----------------------------------------------------------------------
#
# A search constantly takes the highest domino of a set, or the lowest that wins. To make these single
# instructions, each declaration numbers the dominoes in its own order: a domino's *place*, with all that
# are not trump by rank, then the trumps by rank. The tables are made once from those of
# ``rules.dominoes``, a row for each declaration; a search copies its row to the front of its work array.

# The layout of a row; each name is the index of its first item.
BEATERS_OF = 0
"""For each place, where the table ``BEATERS`` of the suit that its domino leads begins."""
FOLLOWING = BEATERS_OF + N_DOMINOES
"""For each place, the places that follow suit when its domino is led."""
BEATERS = FOLLOWING + N_DOMINOES
"""By suit and place: the places whose dominoes beat this one in a trick of that suit."""
WORTH = BEATERS + len(SUITS) * N_DOMINOES
"""The count of the domino of a place."""
FIVES = WORTH + N_DOMINOES
TENS = FIVES + 1
TRUMPS = FIVES + 2
NEAREST = FIVES + 3
"""In sevens, the places at each of the eight distances from seven; otherwise zeros."""
ROW = NEAREST + 8


@functools.cache
def order(declaration: int) -> tuple[int, ...]:
    """Return the dominoes of a declaration in order of place: by rank, trumps last.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> format_dominoes(order(5)[-3:])
    '5-4,6-5,5-5'
    """
    return tuple(sorted(range(N_DOMINOES), key=lambda domino: _standing(domino, declaration)))


def _standing(domino: int, declaration: int) -> tuple[int, int]:
    suit = CALLED_SUIT if declaration == SEVENS else dominoes.LED[declaration * N_DOMINOES + domino]
    return dominoes.TAU[(declaration * len(SUITS) + suit) * N_DOMINOES + domino], domino


@functools.cache
def ground() -> tuple[memoryview, memoryview]:
    """Return the rows of all declarations, 14 times ``ROW`` integers, and the places, 14 times 28.

    Both are buffers of ``int64``, one row after the other, and read-only.
    """
    rows, places = array("q"), array("q")
    for declaration in range(SEVENS + 1):
        ordered = order(declaration)
        rows.extend(_row(declaration, ordered))
        places.extend(sorted(range(N_DOMINOES), key=ordered.__getitem__))
    return memoryview(rows).toreadonly(), memoryview(places).toreadonly()


def _row(declaration: int, ordered: tuple[int, ...]) -> list[int]:
    first = declaration * len(SUITS)
    ranks = [
        [dominoes.TAU[suit * N_DOMINOES + domino] for domino in ordered]
        for suit in range(first, first + len(SUITS))
    ]
    following = [
        _places_where(FOLLOWS[suit] >> domino & 1 for domino in ordered)
        for suit in range(first, first + len(SUITS))
    ]
    led = [dominoes.LED[declaration * N_DOMINOES + domino] for domino in ordered]
    worth = [dominoes.COUNT[domino] for domino in ordered]
    return [
        *(BEATERS + suit * N_DOMINOES for suit in led),
        *(following[suit] for suit in led),
        *chain.from_iterable(map(_beaters, ranks)),
        *worth,
        _places_where(count == 5 for count in worth),
        _places_where(count == 10 for count in worth),
        following[CALLED_SUIT] if declaration <= DOUBLES else 0,
        *(
            _places_where(declaration == SEVENS and rank == 7 - far for rank in ranks[0])
            for far in range(8)
        ),
    ]


def _beaters(ranks: list[int]) -> list[int]:
    """Return, for each place, the set of places of a higher rank."""
    of_rank: dict[int, int] = {}
    above = 0
    for rank, same in groupby(
        sorted(range(N_DOMINOES), key=lambda at: -ranks[at]), ranks.__getitem__
    ):
        of_rank[rank] = above
        above |= sum(1 << place for place in same)
    return [of_rank[rank] for rank in ranks]


def _places_where(told: Iterable[int]) -> int:
    """Return the places for which the answer is yes, as a set of bits."""
    return sum(1 << place for place, is_one in enumerate(told) if is_one)


@rule
def placed(dominoes: int, places: Any, declaration: int) -> int:
    """Convert a set of dominoes to a set of places."""
    bits = 0
    for domino in range(N_DOMINOES):
        if dominoes >> domino & 1:
            bits |= 1 << places[declaration * N_DOMINOES + domino]
    return bits


# --- The work array and the transposition table ---------------------------------------------------

# Layout of the work array: the declaration's row of ``ground``, then these, then the table.
HANDS = ROW
STAMP = HANDS + 4
"""The number of the deal; table entries of other deals are ignored."""
NODES = STAMP + 1
"""The number of positions searched."""
BEST_LEAD = NODES + 1
"""By tricks left and leader: the last lead that answered the question."""
BEST_THIRD = BEST_LEAD + 32
"""By tricks left: the third seat's last play that answered the question."""
QUESTION = BEST_THIRD + 8
"""The question of ``search_general``; see there."""
TABLE = QUESTION + 8

TABLE_BITS = 16
WORK = TABLE + (1 << TABLE_BITS)
"""The length of the work array."""
STAMPS = 1 << 16
"""The number of distinct deal numbers; the table is cleared when they run out."""

NONE = 31
"""No domino, where five bits name one."""
KEY_BITS = 30
_MULTIPLIER = 0x9E3779B1
"""Knuth's multiplicative hashing: the golden ratio in 32 bits."""


@rule
def slot_of(key: int) -> int:
    """Return the table slot of a position in the work array."""
    return TABLE + (((key * _MULTIPLIER) >> (32 - TABLE_BITS)) & ((1 << TABLE_BITS) - 1))


@rule
def entry(key: int, lead: int, high: int, low: int) -> int:
    """Pack a table entry: a position's key, best lead and bounds."""
    return key << 17 | lead << 12 | high << 6 | low


@rule
def key_of(stored: int) -> int:
    """Return the position key of an entry."""
    return stored >> 17


@rule
def best_lead_of(stored: int) -> int:
    """Return the best lead of an entry."""
    return stored >> 12 & 31


@rule
def high_of(stored: int) -> int:
    """Return the upper bound of an entry."""
    return stored >> 6 & 63


@rule
def low_of(stored: int) -> int:
    """Return the lower bound of an entry."""
    return stored & 63


@rule
def points(work: Any, dominoes: int) -> int:
    """Return the total count of a set of places."""
    return 5 * count_bits(dominoes & item_at(work, FIVES)) + 10 * count_bits(
        dominoes & item_at(work, TENS)
    )


@rule
def top_of(own: int, other: int) -> int:
    """Return the members of a set that are above all members of another set.

    >>> bin(top_of(0b101010, 0b000100))
    '0b101000'
    """
    if other == 0:
        return own
    above = highest_bit(other) + 1
    return own >> above << above


@rule
def bounds(work: Any, left: int, leader: int, tricks: int, rest: int) -> tuple[int, int]:
    """Return a lower and an upper bound on the points of the leader's side, without search.

    Args:
        work: the work array.
        left: the dominoes left, places.
        leader: the seat on lead.
        tricks: the number of tricks left.
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
    if top:  # partners may spend two trumps on one trick, so only the longer run counts
        low = max(count_bits(top & mine), count_bits(top & partners)) + points(work, top)
    elif theirs:
        top = top_of(theirs, ours)
        high = rest - max(count_bits(top & first), count_bits(top & second)) - points(work, top)
    cashed = top_of(mine & trumps, (theirs | partners) & trumps)
    if count_bits(cashed) >= max(count_bits(first & trumps), count_bits(second & trumps)):
        # If the partner must trump one of these, he has only trumps and the opponents none: all is ours.
        cashed |= _unbeatable(work, mine & ~trumps, (first | second | partners) & ~trumps)
        if count_bits(cashed) >= tricks:
            return rest, rest
        low = max(low, count_bits(cashed) + points(work, cashed))
    return low, high


@rule
def _unbeatable(work: Any, dominoes: int, others: int) -> int:
    """Return the dominoes that nothing in the other set beats when they are led."""
    safe = 0
    while dominoes:
        place = lowest_bit(dominoes)
        dominoes &= dominoes - 1
        if item_at(work, item_at(work, BEATERS_OF + place) + place) & others == 0:
            safe |= 1 << place
    return safe


@rule
def thinned(work: Any, plays: int, hand: int, left: int) -> int:
    """Return the plays with one of each group of equivalent trumps.

    Two trumps of a hand are equivalent if they count the same and no one else has a trump between them.
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
    """Return the plays of a hand to try on a lead: those that follow or else all, thinned."""
    follow = hand & following
    return thinned(work, follow if follow else hand, hand, left)


@rule
def remembered_lead(work: Any, stored: int, tricks: int, leader: int) -> int:
    """Return the lead to try first: the table's, else the last best at this depth, else ``NONE``."""
    return item_at(work, BEST_LEAD + tricks * 4 + leader) if stored == NONE else stored


@rule
def remembered_third(work: Any, tricks: int) -> int:
    """Return the third seat's last best play at this depth."""
    return item_at(work, BEST_THIRD + tricks)


@rule
def second_play(work: Any, plays: int, beaters: int, fourth: int) -> int:
    """Choose the next reply of the second seat to try.

    Args:
        work: the work array.
        plays: the plays left to try.
        beaters: the places that beat the domino led.
        fourth: the plays of his partner, who plays last.
    """
    wins = plays & beaters
    if wins:
        return lowest_bit(wins)
    count = item_at(work, FIVES) | item_at(work, TENS)
    wanted = plays & count if fourth & beaters else plays & ~count
    return lowest_bit(wanted if wanted else plays)


@rule
def third_play(work: Any, plays: int, beaters: int, fourth: int, partner_wins: bool) -> int:
    """Choose the next play of the leader's partner to try."""
    wanted = plays & beaters
    if partner_wins and fourth & beaters == 0:
        wanted = plays & (item_at(work, FIVES) | item_at(work, TENS))
    return lowest_bit(wanted if wanted else plays)


@rule
def fourth_play(work: Any, plays: int, beaters: int, partner_wins: bool) -> int:
    """Choose the next play of the fourth seat to try."""
    count = item_at(work, FIVES) | item_at(work, TENS)
    if partner_wins:
        wanted = plays & count
    else:
        wins = plays & beaters
        wanted = wins & count if wins & count else wins
        if wanted == 0:
            wanted = plays & ~count
    return lowest_bit(wanted if wanted else plays)


@rule
def last_trick(work: Any, left: int, leader: int, rest: int) -> int:
    """Return the points of the leader's side in the last trick."""
    best = lowest_bit(item_at(work, HANDS + leader) & left)
    beaters_of = item_at(work, BEATERS_OF + best)
    ours = True
    for place in range(1, 4):
        domino = lowest_bit(item_at(work, HANDS + ((leader + place) & 3)) & left)
        if item_at(work, beaters_of + best) >> domino & 1:
            best = domino
            ours = place == 2
    return rest if ours else 0


@rule
def score(work: Any, left: int, leader: int, need: int, tricks: int, rest: int) -> int:
    """Return a fail-soft bound on the points of the leader's side against ``need``.

    A result of ``need`` or more is a lower bound, a smaller one an upper bound.

    One call searches a whole trick: the four nested loops are the four seats in the order of play, the
    leader's side maximising, the other minimising. A loop stops as soon as its seat has answered the
    question for its own side. After the fourth play the winner leads the next call; if the winner is
    an opponent of the leader, the question is turned round: he needs ``still - need + 1``.

    Args:
        work: the work array.
        left: the dominoes left, places.
        leader: the seat on lead.
        need: 1 to ``rest``.
        tricks: the number of tricks left, at least one.
        rest: the points left.
    """
    work[NODES] += 1
    if tricks == 1:
        return last_trick(work, left, leader, rest)
    key = item_at(work, STAMP) << KEY_BITS | left << 2 | leader
    slot = slot_of(left << 2 | leader)
    stored = item_at(work, slot)
    best_lead = NONE
    if key_of(stored) == key:
        low = low_of(stored)
        high = high_of(stored)
        best_lead = best_lead_of(stored)
    else:
        low, high = bounds(work, left, leader, tricks, rest)
        if low >= need or high < need:
            work[slot] = entry(key, NONE, high, low)
    if low >= need:
        return low
    if high < need:
        return high

    # The bounds don't answer the question, so the trick is searched.
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
        beaters_of = item_at(work, BEATERS_OF + lead)
        by_lead = item_at(work, beaters_of + lead)
        fourth_follows = fourth & following
        if fourth_follows == 0:
            fourth_follows = fourth
        # ``by_lead``, ``by_two``, ``by_three``: the places that beat the best domino so far.
        lead_left = left ^ 1 << lead
        lead_points = 1 + item_at(work, WORTH + lead)
        after_lead = rest
        seconds = replies(work, second, following, left)
        while seconds and after_lead >= need:
            two = second_play(work, seconds, by_lead, fourth_follows)
            seconds ^= 1 << two
            second_wins = by_lead >> two & 1
            by_two = item_at(work, beaters_of + two) if second_wins else by_lead
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
                    by_three = item_at(work, beaters_of + three)
                three_points = two_points + item_at(work, WORTH + three)
                after_three = rest
                fourths = replies(work, fourth, following, left)
                while fourths and after_three >= need:
                    four = fourth_play(work, fourths, by_three, winner == 1)
                    fourths ^= 1 << four
                    taken = three_points + item_at(work, WORTH + four)
                    after = lead_left & ~(1 << two | 1 << three | 1 << four)
                    at = 3 if by_three >> four & 1 else winner
                    still = rest - taken  # the points of the tricks after this one
                    if at & 1:  # an opponent takes the trick and leads
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
