"""Melds as numbers: those that actions lay, and those on the table.

A meld that an action lays is represented by its index in ``rules.numbers.numbered_melds``. Lookup tables
have its cards as a mask, its jokers and its length. A meld of the table is represented by a *code* that
describes it completely:

=====  =====  =====================================================================
run    bits   meaning
=====  =====  =====================================================================
       0      0
       1-2    the suit
       3-6    the lowest rank, 1 the ace
       7-10   the highest, 14 the ace
       11-25  bit 11 + r is set if a joker stands for rank r
=====  =====  =====================================================================

=====  =====  =====================================================================
set    bits   meaning
=====  =====  =====================================================================
       0      1
       1-4    the rank
       5-8    the suits of its cards
       9-12   the number of its jokers
=====  =====  =====================================================================

The ways in which a code can grow have numbers, too: of a run a card below (0) or above (1), a joker
below (2) or above (3); of a set the card of suit 0 to 3, a joker (4).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rami.arrays.cards import BIT_OF, HIGH_ACE, LANE, with_high_aces
from suitwise.rummy.rami.rules.moves import meld_of
from suitwise.rummy.rami.rules.numbers import (
    ADDS,
    JOKER_TO_RUN,
    JOKER_TO_SET,
    PLACES,
    TAKES,
    TAKES_OF_SET,
    TO_SET,
    numbered_melds,
)
from suitwise.rummy.rami.rules.turn import wilds_of
from suitwise.rummy.rules.melds import LONGEST as LONGEST_RUN
from suitwise.rummy.rules.melds import SUITS_OF_SET, Meld, Run

WAYS = 5
"""The most ways in which a meld can grow."""
_WILDS = 11
"""The place of the bit of rank 0 among the jokers of a run's code."""


def code_of(meld: Meld) -> int:
    """Return the code of a meld of the table.

    >>> bin(code_of(Run(1, 3, 5, (4,))))
    '0b1000001010011010'
    """
    if isinstance(meld, Run):
        wilds = sum(1 << rank for rank in meld.wilds)
        return run_code(meld.suit, meld.low, meld.high, wilds)
    return set_code(meld.rank, sum(1 << suit for suit in meld.suits), meld.wilds)


@rule
def run_code(suit: int, low: int, high: int, wilds: int) -> int:
    """Return the code of a run; bit r of ``wilds`` tells whether a joker stands for rank r."""
    return suit << 1 | low << 3 | high << 7 | wilds << _WILDS


@rule
def set_code(rank: int, suits: int, wilds: int) -> int:
    """Return the code of a set; ``suits`` are bits, ``wilds`` is a number."""
    return 1 | rank << 1 | suits << 5 | wilds << 9


_MELDS = tuple(meld for text in numbered_melds() if (meld := meld_of(text)) is not None)
N_MELDS = len(_MELDS)
NATURAL = tuple(sum(1 << BIT_OF[card] for card in map(int, meld.cards)) for meld in _MELDS)
"""The cards of each meld with a number, as a word."""
WILD = tuple(map(wilds_of, _MELDS))
"""Its jokers, 0 or 1."""
LENGTH = tuple(map(len, _MELDS))
CODE = tuple(map(code_of, _MELDS))
"""Its code when it has been laid."""
IS_PURE_RUN = tuple(int(isinstance(meld, Run) and meld.is_pure) for meld in _MELDS)
SHORTEST = tuple(number for number, length in enumerate(LENGTH) if length == 3)
"""The numbers of the melds of three cards."""
N_SHORTEST = len(SHORTEST)


# --- The melds of a hand --------------------------------------------------------------------------

RUNS_OF_SUIT, JOKER_RUNS_OF_SUIT = 33, 130
JOKER_RUNS = 4 * RUNS_OF_SUIT
SETS = JOKER_RUNS + 4 * JOKER_RUNS_OF_SUIT
JOKER_SETS = SETS + 5 * 13
_FIRST_RUN = 0, 0, 0, 0, 12, 23
"""The first run of each length among those of a suit."""
_FIRST_JOKER_RUN = 0, 0, 0, 0, 36, 80
_SET_SUITS = 7, 11, 13, 14, 15
_JOKER_SET_SUITS = 3, 5, 9, 6, 10, 12, 7, 11, 13, 14
_RANK = 0x3FFE
"""The ranks of a suit."""


@rule
def list_melds(record: Any, at: int, cards: int, jokers: int) -> int:
    """Write the numbered melds that a hand holds, ascending; return their number.

    Args:
        record: the record.
        at: the first column to write to.
        cards: the cards of which the hand has one or more.
        jokers: the number of its jokers; 0 if melds may not have any.

    >>> record = [0] * 9
    >>> count = list_melds(record, 0, 0b1110, 0)
    >>> [numbered_melds()[number] for number in record[:count]]
    ['SAS2S3']
    """
    count = _list_runs(record, at, cards)
    if jokers:
        count = _list_joker_runs(record, at, count, cards)
    several = cards & cards >> LANE | cards & cards >> 2 * LANE | cards & cards >> 3 * LANE
    several = (several | several >> LANE | several >> 2 * LANE) & _RANK
    count = _list_sets(record, at, count, cards, several)
    if jokers:
        count = _list_joker_sets(record, at, count, cards, several)
    return count


@rule
def _list_runs(record: Any, at: int, cards: int) -> int:
    count, word = 0, with_high_aces(cards)
    three = word & word >> 1 & word >> 2
    if three == 0:
        return 0
    four = three & word >> 3
    for suit in range(4):
        starts = three >> LANE * suit & _RANK
        first = RUNS_OF_SUIT * suit - 1
        for length in range(3, 6):
            left = starts
            while left:
                record[at + count] = first + _FIRST_RUN[length] + lowest_bit(left)
                count += 1
                left &= left - 1
            starts = (four if length == 3 else four & word >> 4) >> LANE * suit & _RANK
    return count


@rule
def _list_joker_runs(record: Any, at: int, count: int, cards: int) -> int:
    word = with_high_aces(cards)
    for suit in range(4):
        lane = word >> LANE * suit & 0x7FFE
        first = JOKER_RUNS + JOKER_RUNS_OF_SUIT * suit
        if lane & (lane >> 1 | lane >> 2) == 0:
            continue
        for length in range(3, 6):
            whole = (1 << length) - 1
            for low in range(1, PLACES - length + 2):
                held = lane >> low & whole
                if count_bits(held) < length - 1:
                    continue
                number = first + _FIRST_JOKER_RUN[length] + (low - 1) * length
                for place in range(length):
                    if held | 1 << place == whole:
                        record[at + count] = number + place
                        count += 1
    return count


@rule
def suits_with(cards: int, rank: int) -> int:
    """Return the suits in which a hand has a rank, as bits.

    >>> suits_with(0b1000 | 0b1000 << 32, 3)
    5
    """
    ranks = cards >> rank
    return (
        (ranks & 1)
        | (ranks >> LANE & 1) << 1
        | (ranks >> 2 * LANE & 1) << 2
        | (ranks >> 3 * LANE & 1) << 3
    )


@rule
def _list_sets(record: Any, at: int, count: int, cards: int, several: int) -> int:
    while several:
        rank = lowest_bit(several)
        several &= several - 1
        suits = suits_with(cards, rank)
        if count_bits(suits) < 3:
            continue
        for place in range(5):
            if _SET_SUITS[place] & ~suits == 0:
                record[at + count] = SETS + 5 * (rank - 1) + place
                count += 1
    return count


@rule
def _list_joker_sets(record: Any, at: int, count: int, cards: int, several: int) -> int:
    while several:
        rank = lowest_bit(several)
        several &= several - 1
        suits = suits_with(cards, rank)
        for place in range(10):
            if _JOKER_SET_SUITS[place] & ~suits == 0:
                record[at + count] = JOKER_SETS + 10 * (rank - 1) + place
                count += 1
    return count


# --- A meld of the table --------------------------------------------------------------------------


@rule
def is_set(code: int) -> bool:
    """Return whether a code is that of a set."""
    return code & 1 == 1


@rule
def suit_of(code: int) -> int:
    """Return the suit of a run."""
    return code >> 1 & 3


@rule
def low_of(code: int) -> int:
    """Return the lowest rank of a run."""
    return code >> 3 & 15


@rule
def high_of(code: int) -> int:
    """Return the highest rank of a run."""
    return code >> 7 & 15


@rule
def wilds_of_run(code: int) -> int:
    """Return the ranks that jokers of a run stand for, as bits."""
    return code >> _WILDS


@rule
def rank_of_set(code: int) -> int:
    """Return the rank of a set."""
    return code >> 1 & 15


@rule
def suits_of_set(code: int) -> int:
    """Return the suits of a set's cards, as bits."""
    return code >> 5 & 15


@rule
def jokers_of(code: int) -> int:
    """Return the number of jokers of a meld.

    >>> jokers_of(code_of(Run(1, 3, 5, (4,)))), jokers_of(set_code(9, 0b101, 1))
    (1, 1)
    """
    return code >> 9 if code & 1 else count_bits(code >> _WILDS)


@rule
def kind_of(suit: int, rank: int) -> int:
    """Return the kind of a card; rank 1 and rank 14 are the ace."""
    return 13 * suit + (rank - 2 if 2 <= rank <= HIGH_ACE else 12)


@rule
def grown_rank(code: int, way: int) -> int:
    """Return the rank that a run gains by growing in a given way; 0 if it can't.

    >>> run = code_of(Run(1, 2, 13))
    >>> [grown_rank(run, way) for way in range(4)]
    [1, 14, 1, 0]
    """
    low, high = low_of(code), high_of(code)
    if high - low + 1 >= LONGEST_RUN:
        return 0
    if way & 1 == 0:
        return low - 1
    if high == HIGH_ACE or (way == 3 and low == 2 and high == 13):
        return 0  # the joker as the ace of a run from 2 to K goes below it, as the ace does
    return high + 1


@rule
def grown(code: int, way: int, most_wilds: int) -> int:
    """Return the code of a meld after it has grown in a given way; 0 if it can't.

    >>> grown(code_of(Run(1, 3, 5)), 1, 0) == code_of(Run(1, 3, 6))
    True
    """
    if is_set(code):
        suits, jokers = suits_of_set(code), jokers_of(code)
        if count_bits(suits) + jokers >= SUITS_OF_SET:
            return 0
        if way == WAYS - 1:
            return set_code(rank_of_set(code), suits, jokers + 1) if jokers < most_wilds else 0
        return 0 if suits >> way & 1 else set_code(rank_of_set(code), suits | 1 << way, jokers)
    rank = 0 if way == WAYS - 1 else grown_rank(code, way)
    wilds = wilds_of_run(code)
    if rank == 0:
        return 0
    if way > 1:
        if count_bits(wilds) >= most_wilds:
            return 0
        wilds |= 1 << rank
    low, high = low_of(code), high_of(code)
    return run_code(suit_of(code), min(low, rank), max(high, rank), wilds)


@rule
def is_joker_way(code: int, way: int) -> bool:
    """Return whether a way of growing adds a joker."""
    return way == WAYS - 1 if is_set(code) else way > 1


@rule
def kind_added(code: int, way: int) -> int:
    """Return the card that a meld gains by growing in a way that adds no joker."""
    if is_set(code):
        return kind_of(way, rank_of_set(code))
    return kind_of(suit_of(code), grown_rank(code, way))


@rule
def action_of_way(code: int, way: int) -> int:
    """Return the number of the action that makes a meld grow in a given, possible way.

    >>> from suitwise.rummy.rami.rules.numbers import numbered_move
    >>> [str(numbered_move(action_of_way(code_of(Run(1, 3, 5)), way))) for way in range(4)]
    ['add:H2@run', 'add:H6@run', 'add:[H2]@run', 'add:[H6]@run']
    """
    if is_set(code):
        if way == WAYS - 1:
            return JOKER_TO_SET + rank_of_set(code) - 1
        return TO_SET + kind_of(way, rank_of_set(code))
    if way > 1:
        return JOKER_TO_RUN + PLACES * suit_of(code) + grown_rank(code, way) - 1
    return ADDS + kind_of(suit_of(code), grown_rank(code, way))


# --- Taking a joker -------------------------------------------------------------------------------
#
# The places at which a card can free a joker: of a run its ranks, of a set the suits.

TAKE_PLACES = 15


@rule
def kind_freeing(code: int, place: int) -> int:
    """Return the card that frees a joker at a place of a meld; -1 if none does.

    >>> kind_freeing(code_of(Run(1, 3, 5, (4,))), 4), kind_freeing(code_of(Run(1, 3, 5, (4,))), 3)
    (15, -1)
    """
    if is_set(code):
        if place > 3 or jokers_of(code) == 0 or suits_of_set(code) >> place & 1:
            return -1
        return kind_of(place, rank_of_set(code))
    return kind_of(suit_of(code), place) if wilds_of_run(code) >> place & 1 else -1


@rule
def freed(code: int, place: int) -> int:
    """Return the code of a meld after a card has replaced a joker."""
    if is_set(code):
        return set_code(rank_of_set(code), suits_of_set(code) | 1 << place, jokers_of(code) - 1)
    return code & ~(1 << place + _WILDS)


@rule
def action_of_take(code: int, kind: int) -> int:
    """Return the number of the action by which a card takes a joker of a meld."""
    return (TAKES_OF_SET if is_set(code) else TAKES) + kind


assert N_MELDS == JOKER_SETS + 10 * 13
