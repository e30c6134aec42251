"""The flat record of a table of 4 to 8 seats with 1 to 4 packs, and the layout of its workspace.

Source: rules page "Tractor with many packs"; docs/tractor-many.md.

A record begins at the first lead, after the deal, the burial and the calls. Its cards are *renamed* as
in ``packed``: the main suit swaps places with clubs, and the current rank becomes the ace. So Φ rises
with the card number within every suit, and only two *forms* of trump remain: with and without a main
suit. A pile takes four columns, masks of the cards of which it has at least one, two, three and four
copies.

==============  =====  ===========================================================================
name            width  meaning
==============  =====  ===========================================================================
``SEATS``       1      the number of seats
``MAIN``        1      the main suit 0..4, by its true name
``RANK``        1      the current rank 0..12, by its true name
``LANDLORD``    1      the landlord's seat
``FRIENDS``     1      1 if the landlord calls friends; 0 if seats of one parity are a side
``BURIED``      1      the points of the buried cards
``LEFT``        1      the number of cards in all hands
``STREAM``      1      the state of the random number generator
``LEADER``      1      the seat that leads or led the trick
``TURN``        1      the seat on turn
``PLACED``      1      the number of plays on the table
``LED``         1      the led partition 0..4
``SIZE``        1      the number of cards led; between tricks that of the last lead
``LARGEST``     1      the number of cards in the largest part of the lead
``WINNER``      1      the seat whose play stands
``STANDS``      1      the partition of the play that stands
``BEST``        1      the top Φ of the play that stands if one block was led
``BOMB``        1      the rank of the bomb that stands; -1 if none lies on the table
``ON_TABLE``    1      the points on the table
``REFUSED``     1      1 if the play given last was not legal here
``ATTACKERS``   1      the attackers' points so far; after the last trick with those of the kitty
``SIDE``        1      the seats on the landlord's side so far, one bit each
``HOLDS``       1      1 if the landlord's side would hold with these points
``OWN_RISE``    1      the levels that it would rise
``OTHER_RISE``  1      the levels that the attackers would rise
``HOUSE``       17     the rules of the house (below)
``GROUPS``      1      the number of groups of equal blocks in the lead, largest first
``WIDTHS``      16     their widths
``LENGTHS``     16     their lengths
``NUMBERS``     16     their numbers of blocks
``STANDING``    4      the play that stands
``UNPLAYED``    4      the cards that have not been played: those of all hands and of the kitty
``POINTS``      8      the points that each seat has taken
``FINES``       8      the penalties of each seat's failed throws
``CALLS``       1      the number of called copies, in the order of cards and copies
``CALLED``      6      their cards
``COPY``        6      which copy each one is
``SEEN``        6      the copies of that card that are counted
``FILLED``      6      the seat that has filled the call; -1 if it is open
``HANDS``       32     the hands
==============  =====  ===========================================================================

The *desk* of a thread is its workspace, an array of integers: the bench of ``services``, the bench of
``contest``, and the tables of ``choices`` and ``replies``. Nothing on it outlasts a call.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.tractor.arrays.packed import ACE, form_of, points_in, suit_mask
from suitwise.tractor.rules.wide import contest, services

Masks: TypeAlias = tuple[int, int, int, int]
"""The four masks of a pile."""

MOST_SEATS, MOST_CALLS, MOST_GROUPS = 8, 6, contest.MOST_GROUPS

SEATS, MAIN, RANK, LANDLORD, FRIENDS, BURIED, LEFT, STREAM = range(8)
LEADER, TURN, PLACED, LED, SIZE, LARGEST, WINNER, STANDS, BEST, BOMB, ON_TABLE = range(8, 19)
REFUSED, ATTACKERS, SIDE, HOLDS, OWN_RISE, OTHER_RISE, HOUSE = range(19, 26)
"""From ``HOUSE`` on lie the rules of the house: codes of ``profile``, ``contest`` and ``levels``."""
CHAIN, DUTY, BY_CARDS, TUPLES_ALONE, LEAST_WIDTH, LEAST_LENGTH, PROTECT = range(HOUSE, HOUSE + 7)
OVER, BOMBS, KITTY, FACTOR, JOINS, STEP, TURNOVER, DEAD, TRUNCATES, BONUS = range(
    HOUSE + 7, HOUSE + 17
)
GROUPS = HOUSE + 17
WIDTHS = GROUPS + 1
LENGTHS, NUMBERS = WIDTHS + MOST_GROUPS, WIDTHS + 2 * MOST_GROUPS
STANDING = WIDTHS + 3 * MOST_GROUPS
UNPLAYED = STANDING + 4
POINTS = UNPLAYED + 4
FINES = POINTS + MOST_SEATS
CALLS = FINES + MOST_SEATS
CALLED = CALLS + 1
COPY, SEEN, FILLED = CALLED + MOST_CALLS, CALLED + 2 * MOST_CALLS, CALLED + 3 * MOST_CALLS
HANDS = CALLED + 4 * MOST_CALLS
COLUMNS = HANDS + 4 * MOST_SEATS
"""The number of columns of a record."""

NO_BOMBS, ANY_BOMBS, SUIT_BOMBS = range(3)
"""The codes of ``profile.bombs``: none, free, follow."""
MANY, ONCE, OTHERS = range(3)
"""The codes of ``profile.joins``."""

SERVICE = 0
"""Where the bench of ``services`` begins on the desk, then that of ``contest``."""
CONTEST = services.ROOM
CHOICES = CONTEST + contest.ROOM
"""Where the workspace of ``choices`` and ``replies`` begins."""


# --- Piles ----------------------------------------------------------------------------------------


@rule
def pile_at(record: Any, column: int) -> Masks:
    """Return the pile that begins at a column."""
    return (
        item_at(record, column),
        item_at(record, column + 1),
        item_at(record, column + 2),
        item_at(record, column + 3),
    )


@rule
def set_pile(record: Any, column: int, pile: Masks) -> None:
    """Write a pile into the columns that begin at a column."""
    record[column], record[column + 1] = pile[0], pile[1]
    record[column + 2], record[column + 3] = pile[2], pile[3]


@rule
def of_mask(pile: Masks, mask: int) -> Masks:
    """Return the cards of a pile that are in a card mask.

    >>> of_mask((0b111, 0b110, 0b100, 0), 0b101)
    (5, 4, 4, 0)
    """
    return pile[0] & mask, pile[1] & mask, pile[2] & mask, pile[3] & mask


@rule
def size_of(pile: Masks) -> int:
    """Return the number of cards in a pile.

    >>> size_of((0b111, 0b110, 0b100, 0))
    6
    """
    size = count_bits(pile[0])
    if pile[1]:
        size += count_bits(pile[1]) + count_bits(pile[2]) + count_bits(pile[3])
    return size


@rule
def less(pile: Masks, other: Masks) -> Masks:
    """Return a pile without some of its cards.

    >>> less((0b11, 0b11, 0b01, 0), (0b11, 0b01, 0, 0))
    (3, 0, 0, 0)
    """
    a1, a2, a3, a4 = pile
    b1, b2, b3, b4 = other
    return (
        a1 & ~b1 | a2 & b1 & ~b2 | a3 & b2 & ~b3 | a4 & b3 & ~b4,
        a2 & ~b1 | a3 & b1 & ~b2 | a4 & b2 & ~b3,
        a3 & ~b1 | a4 & b1 & ~b2,
        a4 & ~b1,
    )


@rule
def more(pile: Masks, other: Masks) -> Masks:
    """Return the sum of two piles; no card may have more than four copies in it.

    >>> more((0b11, 0b01, 0, 0), (0b01, 0b01, 0, 0))
    (3, 1, 1, 1)
    """
    a1, a2, a3, a4 = pile
    b1, b2, b3, b4 = other
    return (
        a1 | b1,
        a2 | b2 | a1 & b1,
        a3 | b3 | a2 & b1 | a1 & b2,
        a4 | b4 | a3 & b1 | a2 & b2 | a1 & b3,
    )


@rule
def copies_of(pile: Masks, card: int) -> int:
    """Return the number of copies of a card in a pile.

    >>> copies_of((0b11, 0b01, 0b01, 0), 0)
    3
    """
    return (
        (pile[0] >> card & 1)
        + (pile[1] >> card & 1)
        + (pile[2] >> card & 1)
        + (pile[3] >> card & 1)
    )


@rule
def block_of(kinds: int, width: int) -> Masks:
    """Return ``width`` copies of each card of a mask.

    >>> block_of(0b11, 2)
    (3, 3, 0, 0)
    """
    return (
        kinds,
        kinds if width > 1 else 0,
        kinds if width > 2 else 0,
        kinds if width > 3 else 0,
    )


@rule
def with_copies(pile: Masks, width: int) -> int:
    """Return the cards of which a pile has ``width`` copies or more."""
    if width == 1:
        return pile[0]
    if width == 2:
        return pile[1]
    return pile[2] if width == 3 else pile[3]


@rule
def points_of(pile: Masks, cr: int) -> int:
    """Return the points of a pile of renamed cards."""
    points = points_in(pile[0], pile[1], cr)
    return points + points_in(pile[2], pile[3], cr) if pile[2] else points


# --- Reading a record -----------------------------------------------------------------------------


@rule
def hand_of(record: Any, seat: int) -> Masks:
    """Return the hand of a seat."""
    return pile_at(record, HANDS + 4 * seat)


@rule
def form_in(record: Any) -> int:
    """Return the form of trump."""
    return form_of(item_at(record, MAIN))


@rule
def led_mask(record: Any) -> int:
    """Return the card mask of the led partition."""
    return suit_mask(item_at(record, LED), form_in(record))


@rule
def leads_one_block(record: Any) -> bool:
    """Tell whether one block was led."""
    return item_at(record, GROUPS) == 1 and item_at(record, NUMBERS) == 1


@rule
def place_in(record: Any, partition: int) -> tuple[int, int, int, int]:
    """Return a partition in the form that ``blocks`` takes (``blocks.Place``)."""
    return partition, form_in(record), ACE, item_at(record, CHAIN)


@rule
def is_member(record: Any, seat: int) -> bool:
    """Tell whether a seat is on the landlord's side so far."""
    landlord = item_at(record, LANDLORD)
    if item_at(record, FRIENDS) == 0:
        return (seat ^ landlord) & 1 == 0
    if seat == landlord:
        return True
    member = False
    for at in range(item_at(record, CALLS)):
        member |= item_at(record, FILLED + at) == seat
    return member


@rule
def landlords_side(record: Any) -> int:
    """Return the seats that are on the landlord's side so far, one bit each."""
    side = 0
    for seat in range(item_at(record, SEATS)):
        side |= int(is_member(record, seat)) << seat
    return side
