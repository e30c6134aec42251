"""The winner of a trick, and the beaten parts of a throw, with up to four copies of each card.

Source: rules page "Tractor with many packs" §4 and §5; docs/tractor-many.md, Who wins.

A reply can win if all its cards belong to the led partition, or all are trump, and if it can be cut into
blocks of exactly the lead's sizes. Trump beats plain. Otherwise the tops of the blocks are compared by
the house rule ``over``: some cutting of the reply must beat every cutting of the play that stands, that
is, the best one so far.

The play that stands is therefore reduced to its *ceiling*: for each place among the lead's parts, the
highest top in any cutting. Both questions that come up are questions for ``hosting``, which tells
whether cards can be cut into given blocks. The j-th of q equal parts has a top of at least t in some
cutting if the cards host j blocks with tops from t upward, and all other blocks anywhere. And a reply
beats the play that stands if it hosts blocks above the ceiling in all places at once. Under ``length``
the places are compared one after the other, so the tops found for earlier places stay fixed.

The lead's parts form *groups* of equal blocks, ordered by size: more cards first, then a tractor before
a tuple, then the wider one. *Places* number the blocks of all groups. Groups and ceiling are stored on
the bench, the work array of ``hosting``, behind its own columns.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import highest_bit, item_at, rule
from suitwise.tractor.rules.wide import hosting
from suitwise.tractor.rules.wide.hosting import (
    KINDS,
    STEPS,
    add_type,
    board_of,
    hosts,
    lay_question,
    lowest_phi,
    steps_with,
)

LARGEST, HONOUR, EVERY, BY_LENGTH, TOP = range(5)
"""The codes of ``profile.over``: largest, honour, every, length, top."""
OVER = {"largest": LARGEST, "honour": HONOUR, "every": EVERY, "length": BY_LENGTH, "top": TOP}

MOST_GROUPS = 16
MOST_PLACES = 52
GROUPS = hosting.ROOM
"""The column with the number of groups. Their widths, lengths and numbers of blocks follow."""
GROUP_WIDTH = GROUPS + 1
GROUP_LENGTH = GROUP_WIDTH + MOST_GROUPS
GROUP_SIZE = GROUP_LENGTH + MOST_GROUPS
TOPS = GROUP_SIZE + MOST_GROUPS
"""Per place: the top step of the play that stands, its ceiling."""
FLOORS = TOPS + MOST_PLACES
"""Per place: the lowest top step that ``has_cutting`` accepts."""
ROOM = FLOORS + MOST_PLACES
"""The number of integers on a bench for contests."""


@rule
def has_cutting(bench: Any, board: int) -> bool:
    """Tell whether cards can be cut into the lead's blocks with tops not below ``FLOORS``.

    Within a group the floors must be in descending order; blocks with equal floors form one type.
    """
    bench[hosting.TYPES] = 0
    bench[hosting.STAMP] = item_at(bench, hosting.STAMP) + 1
    blocks, place = 0, 0
    for group in range(item_at(bench, GROUPS)):
        width, length = item_at(bench, GROUP_WIDTH + group), item_at(bench, GROUP_LENGTH + group)
        end = place + item_at(bench, GROUP_SIZE + group)
        while place < end:
            floor, count = item_at(bench, FLOORS + place), 0
            while place < end and item_at(bench, FLOORS + place) == floor:
                place, count = place + 1, count + 1
            blocks |= count << add_type(bench, width, length, floor, count)
    return hosts(bench, 0, board, blocks)


@rule
def compared(bench: Any, over: int) -> int:
    """Return the number of places that are compared."""
    first = item_at(bench, GROUP_SIZE)
    if over == LARGEST:
        return first
    if over == HONOUR:
        return 1
    if over == TOP:
        return 0
    places = 0
    for group in range(item_at(bench, GROUPS)):
        if over == EVERY or group == 0 or item_at(bench, GROUP_WIDTH + group) > 1:
            places += item_at(bench, GROUP_SIZE + group)
    return places


@rule
def _no_floors(bench: Any) -> None:
    for place in range(MOST_PLACES):
        bench[FLOORS + place] = 0


@rule
def _ask_floor(bench: Any, place: int, floor: int, over: int) -> None:
    """Set the floors that ask whether the top at a place can be at least ``floor``.

    The earlier places of the group get the same floor, because tops are numbered in descending order;
    all other places get none. Under ``length`` earlier places keep the floors that they have.
    """
    begin = 0
    for group in range(item_at(bench, GROUPS)):
        end = begin + item_at(bench, GROUP_SIZE + group)
        if begin <= place < end:
            if over == BY_LENGTH:
                bench[FLOORS + place] = floor
            else:
                for at in range(begin, end):
                    bench[FLOORS + at] = floor if at <= place else 0
        elif over != BY_LENGTH:
            for at in range(begin, end):
                bench[FLOORS + at] = 0
        begin = end


@rule
def _highest_at(bench: Any, board: int, place: int, over: int, most: int) -> int:
    """Return the highest top at a place in any cutting, by binary search; -1 if there is no cutting.

    Args:
        bench: as for ``note_standing``.
        board: the play.
        place: the place.
        over: what is compared, a code of ``OVER``.
        most: an upper bound of the result.
    """
    low, high = -1, most
    while low < high:
        middle = (low + high + 1) // 2
        _ask_floor(bench, place, middle, over)
        if has_cutting(bench, board):
            low = middle
        else:
            high = middle - 1
    _ask_floor(bench, place, max(low, 0), over)
    return low


@rule
def highest_step(bench: Any, board: int) -> int:
    """Return the highest step with a card; -1 for an empty board."""
    top = highest_bit(board & (1 << KINDS) - 1) // 3 if board & (1 << KINDS) - 1 else -1
    return max(top, item_at(bench, hosting.SHARED)) if board >> KINDS else top


@rule
def note_standing(bench: Any, board: int, over: int) -> bool:
    """Write the ceiling of a play to ``TOPS``; return False if it can't be cut like the lead.

    Args:
        bench: the bench with the lead's groups and a question about the play's partition.
        board: the play.
        over: what is compared, a code of ``OVER``.
    """
    _no_floors(bench)
    if not has_cutting(bench, board):
        return False
    most, group, end = STEPS - 1, 0, item_at(bench, GROUP_SIZE)
    for place in range(compared(bench, over)):
        if place == end:
            most, group = STEPS - 1, group + 1
            end += item_at(bench, GROUP_SIZE + group)
        most = _highest_at(bench, board, place, over, most)
        bench[TOPS + place] = most
    if over == TOP:
        bench[TOPS] = highest_step(bench, board)
    return True


@rule
def beats_standing(bench: Any, board: int, over: int) -> bool:
    """Tell whether a play of the same partition beats the one whose ceiling is in ``TOPS``.

    Args:
        bench: as for ``note_standing``.
        board: the play.
        over: what is compared, a code of ``OVER``.
    """
    _no_floors(bench)
    places = compared(bench, over)
    if over == BY_LENGTH:
        return has_cutting(bench, board) and _is_longer_higher(bench, board, places)
    if over == TOP:
        higher = highest_step(bench, board) > item_at(bench, TOPS)
        return higher and has_cutting(bench, board)
    for place in range(places):
        bench[FLOORS + place] = item_at(bench, TOPS + place) + 1
    return has_cutting(bench, board)


@rule
def _is_longer_higher(bench: Any, board: int, places: int) -> bool:
    """Tell whether a play is higher than the ceiling at the first place where they differ."""
    most, group, end = STEPS - 1, 0, item_at(bench, GROUP_SIZE)
    for place in range(places):
        if place == end:
            most, group = STEPS - 1, group + 1
            end += item_at(bench, GROUP_SIZE + group)
        most = _highest_at(bench, board, place, BY_LENGTH, most)
        if most != item_at(bench, TOPS + place):
            return most > item_at(bench, TOPS + place)
    return False


@rule
def takes_over(
    bench: Any,
    cards: tuple[int, int, int, int],
    place: tuple[int, int, int, int],
    over: int,
    must_beat: int,
) -> bool:
    """Tell whether a play stands from now on; if it does, write its ceiling to ``TOPS``.

    Args:
        bench: the bench with the lead's groups.
        cards: card masks of the play, all of one partition.
        place: that partition, main suit, current rank, and the level mask of the Φ that join tractors.
        over: what is compared, a code of ``OVER``.
        must_beat: 1 if it must beat the ceiling in ``TOPS``; 0 for a lead, or the first trump.
    """
    partition, main, cr, chain = place
    lay_question(bench, partition, main, chain, 0)
    board = board_of(cards, partition, main, cr)
    if must_beat and not beats_standing(bench, board, over):
        return False
    return note_standing(bench, board, over)


@rule
def highest_block_top(
    bench: Any,
    cards: tuple[int, int, int, int],
    place: tuple[int, int, int, int],
    width: int,
    length: int,
) -> int:
    """Return the top Φ of the highest block w×l among some cards; 0 if they hold none.

    Args:
        bench: as for ``takes_over``.
        cards: card masks of cards of one partition.
        place: as for ``takes_over``.
        width: the block's width.
        length: its length.
    """
    partition, main, cr, chain = place
    lay_question(bench, partition, main, chain, 0)
    steps = steps_with(bench, board_of(cards, partition, main, cr), width)
    if length > 1:
        steps &= item_at(bench, hosting.CHAIN)
        for _ in range(length - 1):
            steps &= steps >> 3
    return lowest_phi(partition, main) + highest_bit(steps) // 3 + length - 1 if steps else 0
