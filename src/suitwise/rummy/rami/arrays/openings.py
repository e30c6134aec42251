"""First melds: those that may be chosen next so that the turn can still open and end.

First melds are chosen one by one, in ascending order of their numbers. A meld may be chosen next if it
can be completed to an opening: melds that are worth the minimum, include a pure run if the house asks
for one, and leave a card; or, if rami sec needs no minimum, melds that leave only one card. The cards
owed must also be laid in the same turn.

The search is depth first over the list of the hand's melds, with bounds: the cards left can add at most
the points of those that are in some meld; and for rami sec all cards left except one must be in some
meld.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import JOKERS, MULTISET, TWICE, copy_cards, size_of, take_out
from suitwise.rummy.rami.arrays.endings import can_end, fits_hand, go_back, is_owing, keep, lay_meld
from suitwise.rummy.rami.arrays.melds import IS_PURE_RUN, LENGTH, NATURAL, WILD, list_melds
from suitwise.rummy.rami.rules.numbers import DONE, MELDS
from suitwise.stepping.noted import note

RANK_BITS = tuple(
    sum(1 << 16 * suit + rank for suit in range(4)) if rank else 0 for rank in range(14)
)
"""The cards of each rank, as a word."""

# --- A level of the search ------------------------------------------------------------------------
#
# A level has the cards left after its melds (three columns), the points of its melds, whether a pure run
# is among them, the number of cards left, the place in the list from which the next meld comes, and the
# place of its last meld.

POINTS, HAS_RUN, LEFT, PLACE, LAST = range(MULTISET, layout.LEVEL)


@rule
def needed_points(record: Any, options: Any) -> int:
    """Return the points that first melds must be worth."""
    if options[layout.RAISES]:
        return int(max(options[layout.OPENING], record[layout.HIGHEST] + 1))
    return int(options[layout.OPENING])


@rule
def usable_jokers(record: Any, options: Any, hand: int) -> int:
    """Return the number of jokers of a hand; 0 if melds may not have any."""
    return int(record[hand + JOKERS]) if options[layout.MOST_WILDS] else 0


@rule
def list_of_hand(record: Any, options: Any, hand: int) -> int:
    """List the numbered melds of a hand; return their number."""
    return list_melds(
        record, layout.LISTED, int(record[hand]), usable_jokers(record, options, hand)
    )


@rule
def is_enough(record: Any, options: Any, level: int, needed: int) -> bool:
    """Return whether the melds of a level are an opening."""
    left = record[level + LEFT]
    if left < 1:
        return False
    if options[layout.IS_SEC_FREE] and left == 1:
        return True
    return bool(record[level + POINTS] >= needed and record[level + HAS_RUN])


@rule
def _may_be_enough(
    record: Any, options: Any, level: int, needed: int, covered: int, wild: int
) -> bool:
    """Return whether further melds may complete those of a level to an opening, by an upper bound.

    Args:
        record: the record.
        options: the numbers of the house.
        level: the first column of the level.
        needed: the points of an opening.
        covered: the cards that lie in some meld of the list.
        wild: the most points of a joker.
    """
    once, twice = int(record[level]) & covered, int(record[level + TWICE]) & covered
    jokers = int(record[level + JOKERS])
    lonely = record[level + LEFT] - count_bits(once) - count_bits(twice) - jokers
    if options[layout.IS_SEC_FREE] and lonely <= 1:
        return True
    points = int(record[level + POINTS]) + wild * jokers
    if points >= needed:
        return True
    for rank in range(1, 14):
        of_rank = count_bits(once & RANK_BITS[rank]) + count_bits(twice & RANK_BITS[rank])
        points += of_rank * options[layout.VALUES + rank]
    return points >= needed


@rule
def choose(record: Any, options: Any, level: int, place: int) -> None:
    """Fill the next level with the melds of a level and a further one from the list."""
    meld, after = int(record[layout.LISTED + place]), level + layout.LEVEL
    copy_cards(record, after, level)
    take_out(record, after, NATURAL[meld], WILD[meld])
    record[after + POINTS] = record[level + POINTS] + options[layout.WORTHS + meld]
    record[after + HAS_RUN] = record[level + HAS_RUN] | IS_PURE_RUN[meld]
    record[after + LEFT] = record[level + LEFT] - LENGTH[meld]
    record[after + PLACE] = record[after + LAST] = place


@rule
def begin(record: Any, options: Any, hand: int) -> None:
    """Fill the first level: the melds chosen so far."""
    copy_cards(record, layout.LEVELS, hand)
    if not options[layout.MOST_WILDS]:
        record[layout.LEVELS + JOKERS] = 0
    record[layout.LEVELS + POINTS] = 0
    record[layout.LEVELS + HAS_RUN] = 1 - options[layout.IS_PURE]
    record[layout.LEVELS + LEFT] = size_of(record, hand)
    for choice in range(record[layout.N_CHOSEN]):
        meld = int(record[layout.CHOICES + choice])
        take_out(record, layout.LEVELS, NATURAL[meld], WILD[meld])
        record[layout.LEVELS + POINTS] += options[layout.WORTHS + meld]
        record[layout.LEVELS + HAS_RUN] |= IS_PURE_RUN[meld]
        record[layout.LEVELS + LEFT] -= LENGTH[meld]


@rule
def ends_after(record: Any, options: Any, hand: int, level: int) -> bool:
    """Return whether the turn can end after an opening with the melds of a level."""
    if not is_owing(record):
        return True
    keep(record, hand, 0, int(record[layout.N_TABLE]))
    for choice in range(record[layout.N_CHOSEN]):
        lay_meld(record, hand, int(record[layout.CHOICES + choice]))
    for at in range(layout.LEVELS + layout.LEVEL, level + 1, layout.LEVEL):
        lay_meld(record, hand, int(record[layout.LISTED + record[at + LAST]]))
    ends = can_end(record, options, hand, 1)
    go_back(record, hand, 0)
    return ends


@rule
def _goes_on(
    record: Any, options: Any, hand: int, count: int, needed: int, covered: int, wild: int
) -> bool:
    """Return whether the melds of the second level are an opening or can be completed to one."""
    level = layout.LEVELS + layout.LEVEL
    if is_enough(record, options, level, needed) and ends_after(record, options, hand, level):
        return True
    if not _may_be_enough(record, options, level, needed, covered, wild):
        return False
    while level > layout.LEVELS:
        place = int(record[level + PLACE])
        if place >= count or record[level + LEFT] < 4:
            level -= layout.LEVEL
            continue
        record[level + PLACE] = place + 1
        meld = int(record[layout.LISTED + place])
        if LENGTH[meld] >= record[level + LEFT] or not fits_hand(record, level, meld):
            continue
        choose(record, options, level, place)
        after = level + layout.LEVEL
        if is_enough(record, options, after, needed) and ends_after(record, options, hand, after):
            return True
        if _may_be_enough(record, options, after, needed, covered, wild):
            level = after
    return False


@rule
def find_first_melds(record: Any, options: Any, hand: int) -> bool:
    """Note the melds that may be chosen next, and ``done`` if possible; return if there are any.

    Args:
        record: the record.
        options: the numbers of the house.
        hand: the first column of the hand of the seat, which has not opened.
    """
    begin(record, options, hand)
    needed, found = needed_points(record, options), False
    is_whole = record[layout.N_CHOSEN] > 0 and is_enough(record, options, layout.LEVELS, needed)
    if is_whole and ends_after(record, options, hand, layout.LEVELS):
        note(record, layout.LEGAL, DONE)
        found = True
    count = list_of_hand(record, options, layout.LEVELS)
    covered = covered_by(record, count)
    wild = most_of_joker(options)
    if not _may_be_enough(record, options, layout.LEVELS, needed, covered, wild):
        return found
    least = (
        int(record[layout.CHOICES + record[layout.N_CHOSEN] - 1]) if record[layout.N_CHOSEN] else 0
    )
    for place in range(count):
        meld = int(record[layout.LISTED + place])
        if meld >= least and LENGTH[meld] < record[layout.LEVELS + LEFT]:
            choose(record, options, layout.LEVELS, place)
            if _goes_on(record, options, hand, count, needed, covered, wild):
                note(record, layout.LEGAL, MELDS + meld)
                found = True
    return found


@rule
def can_open_and_end(record: Any, options: Any, hand: int) -> bool:
    """Return whether a seat that has not opened, and owes a card, can open and end its turn."""
    begin(record, options, hand)
    needed = needed_points(record, options)
    count = list_of_hand(record, options, layout.LEVELS)
    covered = covered_by(record, count)
    wild = most_of_joker(options)
    if not _may_be_enough(record, options, layout.LEVELS, needed, covered, wild):
        return False
    for place in range(count):
        if LENGTH[int(record[layout.LISTED + place])] < record[layout.LEVELS + LEFT]:
            choose(record, options, layout.LEVELS, place)
            if _goes_on(record, options, hand, count, needed, covered, wild):
                return True
    return False


@rule
def covered_by(record: Any, count: int) -> int:
    """Return the cards that lie in some meld of the list."""
    covered = 0
    for place in range(count):
        covered |= NATURAL[int(record[layout.LISTED + place])]
    return covered


@rule
def most_of_joker(options: Any) -> int:
    """Return the most points of a joker in an opening."""
    most = 0
    for rank in range(1, 14):
        most = max(most, int(options[layout.VALUES + rank]))
    return most
