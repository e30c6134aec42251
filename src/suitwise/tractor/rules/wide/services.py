"""The duty of a follower with up to four copies of each card: the best service of the lead's parts.

Source: rules page "Tractor with many packs" §3; docs/tractor-many.md, Following.

Each part of the lead w×l with w ≥ 2 is l columns in a row with w places each, the lead's *board*. A
*service* is a list of disjoint blocks of the hand, each at least two wide, that can all be put on that
board: a block v×k takes v places in each of k neighbouring columns of one part. Services are compared
block by block, the widest first and of equal width the longest. A hand owes the greatest, and a play
follows if its own cards give it.

The greatest service is found greedily: go through the types of blocks from the widest and longest down,
and of each take as many blocks as both the hand and the lead's board allow. This is exact, because a
service remains one if a block is removed. If some service were greater than the greedy one, greedy would
have taken the first block in which they differ.

Whether the hand allows a list is a question for ``hosting``. Whether the lead's board does is a small
bin-packing problem. Blocks in one part can be moved together, so a part two or three wide is a bin
whose size is its length. A part four wide is two bins: blocks of three or four copies lie in both,
pairs in one of them. Under ``fit=cards`` a part w×l is a bin of w·l places for blocks of up to width w,
whose size is their number of cards.

The lead and its bins are stored on the bench, the work array of ``hosting``, behind its own columns.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.tractor.rules.wide import hosting
from suitwise.tractor.rules.wide.hosting import (
    FIELD,
    LENGTH,
    MOST_WIDTH,
    SHIFT,
    STAMP,
    STEPS,
    TYPES,
    WIDTH,
    add_type,
    board_of,
    hosts,
    lay_question,
    longest_chain,
)

MOST_PARTS = 26
"""The most parts of two or more copies: a hand has at most 53 cards."""
_BINS = 2 * MOST_PARTS

# Offsets into the bench, behind those of ``hosting``.
PARTITION = hosting.ROOM
"""The led partition 0..4, then the main suit, the current rank and the level mask of the chain."""
MAIN, CR, CHAINED = PARTITION + 1, PARTITION + 2, PARTITION + 3
BY_CARDS = PARTITION + 4
"""1 under ``fit=cards``; then 1 if tuples of the lead ask for no tractors (``tractors_for``)."""
TUPLES_ALONE = BY_CARDS + 1
LEAST_WIDTH = BY_CARDS + 2
"""The least width of a tractor, then the least length."""
LEAST_LENGTH = BY_CARDS + 3
PROTECT = BY_CARDS + 4
"""1 under ``protect=longer``."""
PARTS = BY_CARDS + 5
"""The number of the lead's parts of two or more copies; then their widths, then their lengths."""
PART_WIDTH = PARTS + 1
PART_LENGTH = PART_WIDTH + MOST_PARTS
BINS = PART_LENGTH + MOST_PARTS
"""The number of bins; then per bin the widest block it takes, its room, the longest block, and 1 if the
next bin belongs to the same part, four copies wide."""
BIN_WIDTH = BINS + 1
BIN_ROOM = BIN_WIDTH + _BINS
BIN_LONGEST = BIN_ROOM + _BINS
BIN_TWIN = BIN_LONGEST + _BINS
OWED = BIN_TWIN + _BINS
"""A count for each type of block in the order of services: entry 16·(4 − width) + 16 − length."""
TYPES_OWED = 3 * STEPS
GIVEN = OWED + TYPES_OWED
"""The same for a play."""
ROOM = GIVEN + TYPES_OWED
"""The number of integers on a bench for services."""


# --- The lead's board -----------------------------------------------------------------------------


@rule
def lay_bins(bench: Any) -> None:
    """Set up the empty bins of the lead's parts."""
    at = 0
    for part in range(item_at(bench, PARTS)):
        width, length = item_at(bench, PART_WIDTH + part), item_at(bench, PART_LENGTH + part)
        by_cards = item_at(bench, BY_CARDS)
        halves = 2 if width == MOST_WIDTH and by_cards == 0 else 1
        for half in range(halves):
            bench[BIN_WIDTH + at] = width
            bench[BIN_ROOM + at] = width * length if by_cards else length
            alone = by_cards and length == 1 and item_at(bench, TUPLES_ALONE)
            bench[BIN_LONGEST + at] = 1 if alone else STEPS
            bench[BIN_TWIN + at] = halves - 1 - half
            at += 1
    bench[BINS] = at


@rule
def has_room(bench: Any, place: int, blocks: int) -> bool:
    """Tell whether the bins have room for a list of blocks, whose types are on the bench, widest first.

    Args:
        bench: the bench.
        place: the first type that may be in the list times ``_BINS``, plus the first bin for it.
        blocks: the list.
    """
    kind, first = place // _BINS, place % _BINS
    while kind < item_at(bench, TYPES) and blocks & _field(bench, kind) == 0:
        kind, first = kind + 1, 0
    if kind == item_at(bench, TYPES):
        return True
    width, length = item_at(bench, WIDTH + kind), item_at(bench, LENGTH + kind)
    by_cards = item_at(bench, BY_CARDS)
    if width == 2 and length == 1:  # the last type: every free place for a pair takes one
        free = 0
        for at in range(item_at(bench, BINS)):
            free += item_at(bench, BIN_ROOM + at) // (2 if by_cards else 1)
        return free >= blocks >> item_at(bench, SHIFT + kind)
    one = 1 << item_at(bench, SHIFT + kind)
    size = width * length if by_cards else length
    for at in range(first, item_at(bench, BINS)):
        if not _takes(bench, at, width, length, size) or _is_like_earlier(bench, at, first):
            continue
        twin = width > 2 and item_at(bench, BIN_TWIN + at) == 1
        bench[BIN_ROOM + at] -= size
        if twin:
            bench[BIN_ROOM + at + 1] -= size
        fits = has_room(bench, kind * _BINS + at, blocks - one)
        bench[BIN_ROOM + at] += size
        if twin:
            bench[BIN_ROOM + at + 1] += size
        if fits:
            return True
    return False


@rule
def _field(bench: Any, kind: int) -> int:
    return item_at(bench, FIELD + kind) << item_at(bench, SHIFT + kind)


@rule
def _takes(bench: Any, at: int, width: int, length: int, size: int) -> bool:
    """Tell whether a bin has room for a block; the first of two bins of a part answers for both."""
    if width > 2 and at > 0 and item_at(bench, BIN_TWIN + at - 1):
        return False
    if width > item_at(bench, BIN_WIDTH + at) or length > item_at(bench, BIN_LONGEST + at):
        return False
    return size <= item_at(bench, BIN_ROOM + at)


@rule
def _is_like_earlier(bench: Any, at: int, first: int) -> bool:
    """Tell whether a bin equals an earlier one, from ``first`` on, which has been tried already."""
    for other in range(first, at):
        if (
            item_at(bench, BIN_WIDTH + other) == item_at(bench, BIN_WIDTH + at)
            and item_at(bench, BIN_ROOM + other) == item_at(bench, BIN_ROOM + at)
            and item_at(bench, BIN_LONGEST + other) == item_at(bench, BIN_LONGEST + at)
            and item_at(bench, BIN_TWIN + other) == item_at(bench, BIN_TWIN + at)
        ):
            return True
    return False


# --- The best service -----------------------------------------------------------------------------


@rule
def lay_service(bench: Any) -> None:
    """Begin a new question of ``hosting`` for services of the lead on the bench."""
    partition, main = item_at(bench, PARTITION), item_at(bench, MAIN)
    lay_question(bench, partition, main, item_at(bench, CHAINED), item_at(bench, PROTECT))
    lay_bins(bench)


@rule
def best_service(bench: Any, board: int, counts: int) -> int:
    """Find the greatest service of the lead by some cards.

    Args:
        bench: the bench with the lead; its types are set to those of the service.
        board: the cards.
        counts: the place on the bench for the number of blocks of each type, ``OWED`` or ``GIVEN``.

    Returns:
        The service as a list of the types on the bench.
    """
    lay_service(bench)
    for at in range(counts, counts + TYPES_OWED):
        bench[at] = 0
    blocks = 0
    for width in range(_widest(bench), 1, -1):
        length = min(longest_chain(bench, board, width), _longest_for(bench, width))
        if width < item_at(bench, LEAST_WIDTH):
            length = min(length, 1)
        while length > 0:
            if length < item_at(bench, LEAST_LENGTH):
                length = 1
            one = 1 << add_type(bench, width, length, 0, 54 // (width * length))
            taken = 0
            while has_room(bench, 0, blocks + one) and hosts(bench, 0, board, blocks + one):
                blocks += one
                taken += 1
            bench[counts + STEPS * (MOST_WIDTH - width) + STEPS - length] = taken
            if taken == 0:
                bench[TYPES] = item_at(bench, TYPES) - 1
                bench[STAMP] = item_at(bench, STAMP) + 1  # the field gets another meaning
            length -= 1
    return blocks


@rule
def _widest(bench: Any) -> int:
    """Return the width of the lead's widest part; 0 if it has singles only."""
    widest = 0
    for part in range(item_at(bench, PARTS)):
        widest = max(widest, item_at(bench, PART_WIDTH + part))
    return widest


@rule
def _longest_for(bench: Any, width: int) -> int:
    """Return the length of the longest block of a width for which the lead's board has room."""
    longest = 0
    for part in range(item_at(bench, PARTS)):
        wide, length = item_at(bench, PART_WIDTH + part), item_at(bench, PART_LENGTH + part)
        if wide >= width:
            longest = max(longest, wide * length // width if item_at(bench, BY_CARDS) else length)
    return min(longest, STEPS)


@rule
def gives_service(bench: Any, board: int, owed: int) -> bool:
    """Tell whether a play gives the service that the hand owes.

    Args:
        bench: the bench after ``best_service`` for the hand with ``OWED``.
        board: the play's cards of the led partition.
        owed: the list that ``best_service`` returned.
    """
    if item_at(bench, PROTECT) == 0:
        return hosts(bench, 0, board, owed)
    best_service(bench, board, GIVEN)
    for at in range(TYPES_OWED):
        if item_at(bench, GIVEN + at) != item_at(bench, OWED + at):
            return item_at(bench, GIVEN + at) > item_at(bench, OWED + at)
    return True


@rule
def follows_as_owed(
    bench: Any, hand: tuple[int, int, int, int], play: tuple[int, int, int, int]
) -> bool:
    """Write the service that a hand owes to the lead to ``OWED``; tell whether a play gives it.

    Args:
        bench: the bench with the lead.
        hand: card masks of the hand's cards of the led partition: those held at least once, twice,
            three and four times.
        play: the same of the play.
    """
    partition, main, cr = item_at(bench, PARTITION), item_at(bench, MAIN), item_at(bench, CR)
    owed = best_service(bench, board_of(hand, partition, main, cr), OWED)
    return gives_service(bench, board_of(play, partition, main, cr), owed)
