"""The course of a deal of gin rummy on a flat record: the effect of a move, and the legal moves.

A record is a row of integers that is changed in place (``stepping.loop``); cards are words of bits
(``rules.melds``). The stock is the cards that lie nowhere else, so a record holds no order of it. Of
the pile it holds which cards lie in it, which of them each seat laid, its top and the card below that.
No more is ever seen of its order: a seat that takes the top uncovers the card below it, and lays
another on that before the turn ends.

The caller gives the card of the stock that a move asks for: at random (``game``), or from a shuffled
pack (``batch``). A position (``gin.state``) takes the same course with the order of the pile, of
matches, and with declared melds; ``tests/rummy/gin/test_stepped.py`` holds the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.moves import BIG, DISCARDS, KNOCKS, PASS_NUMBER, PILE_NUMBER, STOCK_NUMBER
from suitwise.rummy.gin.rules.melds import (
    HAND,
    PACK,
    bit_of,
    card_at,
    gin_deadwood,
    is_melded,
    points_of,
)
from suitwise.rummy.gin.rules.showdown import knock_score, knocking_cards, laid_off
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.state import PHASES, PILE_AT_WALL
from suitwise.stepping.loop import HEAD

if TYPE_CHECKING:
    from suitwise.rummy.gin.game import Gin

# The numbers of a variant: its seats, the most deadwood to knock with, the bonuses,
# the turns in a row without a card from the stock after which a deal is void.
SEATS, MOST_KEPT, FOR_GIN, FOR_UNDERCUT, FOR_BIG, MOST_IDLE = range(6)

# The columns of a record; those of two begin with seat 0's.
HANDS = HEAD
LAID = HANDS + 2
"""The cards of the pile that each seat laid there; the upcard is nobody's."""
KNOWN = LAID + 2
"""The cards that each seat took from the pile and still holds."""
PILE = KNOWN + 2
TOP = PILE + 1
BELOW = TOP + 1
"""The card that lay below the top when a seat last had to draw."""
TAKEN = BELOW + 1
"""The card that the seat took from the pile in this turn."""
PHASE = TAKEN + 1
MOVER = PHASE + 1
"""The seat that the phase is about."""
KNOCKING = MOVER + 1
"""The cards that the seat can knock with."""
HAS_BIG = KNOCKING + 1
"""Whether it can show big gin."""
SCORE = HAS_BIG + 1
"""The points of seat 0."""
IDLE = SCORE + 1
"""The turns in a row in which a card was taken from the pile."""
COLUMNS = IDLE + 1

DEALING, FIRST, SECOND, DRAW, STOCK, DISCARD, KNOCKED, GINNED, BIG_GINNED, WALLED = range(
    len(PHASES)
)
"""The phases by their places among those of a position."""


def options_of(variant: Gin) -> tuple[int, ...]:
    """Return the numbers of a variant.

    Raises:
        SuitwiseError: it is a match or declares melds.

    >>> from suitwise.rummy.gin.game import Gin
    >>> options_of(Gin(big=31))
    (2, 10, 25, 25, 31, 50)
    """
    if variant.to or variant.declare:
        raise SuitwiseError(
            f"{variant}: single deals are played, without declared melds: to=0, declare=no"
        )
    return 2, variant.knock, variant.gin, variant.undercut, variant.big, variant.idle


# --- Cards ----------------------------------------------------------------------------------------


@rule
def stock_of(record: Any) -> int:
    """Return the cards that lie nowhere else."""
    return PACK & ~int(record[HANDS] | record[HANDS + 1] | record[PILE])


@rule
def free_cards(record: Any) -> int:
    """Return the cards that the seat on turn may discard."""
    return int(record[HANDS + record[MOVER]]) & ~int(record[TAKEN])


# --- The turns ------------------------------------------------------------------------------------


@rule
def begin_deal(record: Any, first: int, second: int, upcard: int) -> None:
    """Begin a deal that seat 1 has dealt: seat 0 may take the upcard.

    Args:
        record: the record.
        first: seat 0's ten cards.
        second: seat 1's.
        upcard: the card turned up, a bit.

    >>> record = [0] * COLUMNS
    >>> begin_deal(record, 0x3FF, 0x3FF << 16, 1 << 32)
    >>> record[PHASE] == FIRST, count_bits(stock_of(record))
    (True, 31)
    """
    for column in range(HEAD, COLUMNS):
        record[column] = 0
    record[HANDS], record[HANDS + 1] = first, second
    record[PILE] = record[TOP] = upcard
    record[PHASE] = FIRST


@rule
def play_move(record: Any, options: Any, move: int) -> bool:
    """Make a legal move; tell whether the seat on turn then is to be given a card of the stock.

    Args:
        record: the record.
        options: the variant's numbers.
        move: the number of the move.
    """
    if move == PILE_NUMBER:
        _take_top(record, options)
    elif move == PASS_NUMBER:
        record[MOVER] = 1 - record[MOVER]
        record[PHASE] = SECOND if record[PHASE] == FIRST else STOCK
    elif move == STOCK_NUMBER:
        record[PHASE] = STOCK
        record[IDLE] = 0
    elif move < KNOCKS:
        _discard(record, options, 1 << bit_of(move - DISCARDS))
    elif move < BIG:
        _lay(record, 1 << bit_of(move - KNOCKS))
        deadwood = gin_deadwood(record[HANDS + record[MOVER]])
        _show(record, options, KNOCKED if deadwood else GINNED)
    else:
        _show(record, options, BIG_GINNED)
    return bool(record[PHASE] == STOCK)


@rule
def give(record: Any, options: Any, card: int) -> None:
    """Give the seat on turn a card of the stock, a bit; it is to discard then."""
    record[HANDS + record[MOVER]] |= card
    _must_discard(record, options)


@rule
def _take_top(record: Any, options: Any) -> None:
    card, seat = record[TOP], record[MOVER]
    record[HANDS + seat] |= card
    record[KNOWN + seat] |= card
    record[LAID + 1 - seat] &= ~card
    record[PILE] &= ~card
    record[TAKEN] = card
    record[TOP] = record[BELOW]
    record[IDLE] += 1
    _must_discard(record, options)


@rule
def _must_discard(record: Any, options: Any) -> None:
    hand = record[HANDS + record[MOVER]]
    record[PHASE] = DISCARD
    record[KNOCKING] = knocking_cards(hand, free_cards(record), options[MOST_KEPT])
    record[HAS_BIG] = int(options[FOR_BIG] > 0 and is_melded(hand))


@rule
def _lay(record: Any, card: int) -> None:
    """Lay a card of the hand on the pile."""
    seat = record[MOVER]
    record[HANDS + seat] &= ~card
    record[KNOWN + seat] &= ~card
    record[LAID + seat] |= card
    record[PILE] |= card
    record[BELOW] = record[TOP]
    record[TOP] = card
    record[TAKEN] = 0


@rule
def _discard(record: Any, options: Any, card: int) -> None:
    _lay(record, card)
    if count_bits(record[PILE]) == PILE_AT_WALL or record[IDLE] == options[MOST_IDLE]:
        record[PHASE] = WALLED
    else:
        record[PHASE] = DRAW
        record[MOVER] = 1 - record[MOVER]


@rule
def _show(record: Any, options: Any, phase: int) -> None:
    """End the deal with a knock, gin or big gin."""
    seat = record[MOVER]
    record[PHASE] = phase
    record[TAKEN] = record[IDLE] = 0
    score = score_of(record[HANDS + seat], record[HANDS + 1 - seat], options)
    record[SCORE] = score if seat == 0 else -score


@rule
def score_of(hand: int, other: int, options: Any) -> int:
    """Return the score of a knock for the knocker, who lays down the best melds.

    Args:
        hand: the knocker's cards, eleven if they are big gin.
        other: the defender's.
        options: the variant's numbers.
    """
    sets, runs = best_spread(hand)
    kept = points_of(hand & ~(sets | runs))
    bonus = options[FOR_GIN] if count_bits(hand) == HAND else options[FOR_BIG]
    left = gin_deadwood(other & ~laid_off(other, kept, sets, runs))
    return knock_score(kept, left, bonus, options[FOR_UNDERCUT])


# --- Legal moves ----------------------------------------------------------------------------------


@rule
def count_moves(record: Any) -> int:
    """Return how many moves are legal; the deal is not over."""
    if record[PHASE] != DISCARD:
        return 2
    return count_bits(free_cards(record)) + count_bits(record[KNOCKING]) + int(record[HAS_BIG])


@rule
def nth_move(record: Any, number: int) -> int:
    """Return a legal move by its place: the pile first; the discards, the knocks, big gin."""
    if record[PHASE] != DISCARD:
        if number == 0:
            return PILE_NUMBER
        return STOCK_NUMBER if record[PHASE] == DRAW else PASS_NUMBER
    free, knocking = free_cards(record), int(record[KNOCKING])
    discards = count_bits(free)
    if number < discards:
        return DISCARDS + card_at(bit_numbered(free, number))
    number -= discards
    if number < count_bits(knocking):
        return KNOCKS + card_at(bit_numbered(knocking, number))
    return BIG
