"""Cutting blocks from cards: the one question behind all rules with two or more packs.

Source: rules page "Tractor with many packs" §1 and §3; docs/tractor-many.md, One question.

A *block* w×l is w copies of each of l cards of one partition on consecutive Φ: a tuple if l is 1, else
a tractor. Cards *host* a list of blocks if the blocks can be cut from them without using a card twice.
All rules of the other modules are expressed by this question: whether a reply matches a lead, how high
it can be cut, what a hand owes, and whether a play gives it.

The search is a depth-first sweep over the steps of Φ, from the lowest to the highest, with a
transposition table. At each step it decides which tractors begin there. A tractor takes the cards of all
its steps at once, so the remaining cards describe the position completely. Tuples need no search, with
one exception: when the sweep leaves a step, the cards left there go to the widest tuples that are still
needed. This greedy choice is safe because any later step that could serve such a tuple can be swapped
with this one. Only four copies may be more useful as two pairs than as a triple, so both are tried.
Positions that failed are stored. There are few different ones, since at most two blocks lie over a step
with at most four copies. So the work grows polynomially with the length of the blocks, while the number
of cuttings doubles with each pair.

A *board* is the cards of one partition as one integer: for each of the steps 0..15, from the lowest Φ
upward, three bits with the number of copies of the card there. Several kinds of rank cards share one
step. That step stays empty on the board, and the copies of each kind are four further fields, ``KINDS``,
in descending order.

A *list* of blocks is an integer, too, with one field for each type of block: the number of its blocks.
The search uses one work array, the *bench*:

==========  =======  ===============================================================================
offset      entries  meaning
==========  =======  ===============================================================================
TYPES       1        the number of types of blocks
EXACT       1        1 if a card with c copies serves only in one block of width c (``protect``)
SHARED      1        the step that the rank cards share; ``STEPS`` if the partition has none
CHAIN       1        the steps that join tractors, one bit in every third
STAMP       1        the number of the question; failures of other questions are ignored
WIDTH       MOST     per type: its width
LENGTH      MOST     per type: its length
FLOOR       MOST     per type: the lowest step its top may have
SHIFT       MOST     per type: the place of its field in a list
FIELD       MOST     per type: the highest number that its field holds
FAILED      3·SLOTS  a table of failures: board, list, question and step
==========  =======  ===============================================================================
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, level_mask, rank_card_phi, rank_cards

STEPS = 16
"""The most steps of a partition: the trumps with a main suit have Φ 13 to 28."""
MOST_WIDTH = 4
"""The widest block: a card has at most four copies."""
KINDS = 3 * STEPS
"""The place of the first of four fields for the kinds of rank cards that share a step."""
MOST = 40
"""The most types of blocks in one question."""
SLOTS = 1 << 10

TYPES, EXACT, SHARED, CHAIN, STAMP = range(5)
WIDTH = STAMP + 1
LENGTH = WIDTH + MOST
FLOOR = LENGTH + MOST
SHIFT = FLOOR + MOST
FIELD = SHIFT + MOST
FAILED = FIELD + MOST
ROOM = FAILED + 3 * SLOTS
"""The number of integers on a bench."""

_EVERY_STEP = sum(1 << 3 * step for step in range(STEPS))
_ONES = tuple(sum(1 << 3 * step for step in range(length)) for length in range(STEPS + 1))
"""The lowest bit of the fields of 0..16 neighbouring steps."""
_PROBES = 8


# --- Boards ---------------------------------------------------------------------------------------


@rule
def lowest_phi(partition: int, main: int) -> int:
    """Return Φ of step 0 of a partition: 1 for a plain suit, else the lowest trump's."""
    if partition != TRUMPS:
        return 1
    return 14 if main == NO_SUIT else 13


@rule
def shared_step(partition: int, main: int) -> int:
    """Return the step that several kinds of rank cards share; ``STEPS`` in a plain suit."""
    if partition != TRUMPS:
        return STEPS
    return rank_card_phi(main) - lowest_phi(partition, main)


@rule
def board_of(cards: tuple[int, int, int, int], partition: int, main: int, cr: int) -> int:
    """Return the board of some cards.

    Args:
        cards: card masks of one partition: the cards held at least once, twice, three and four times.
        partition: their partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.

    >>> oct(board_of((0b111, 0b101, 0b001, 0), 0, 1, 12))  # S2S2S2 S3 S4S4; hearts and aces are trump
    '0o213'
    """
    low = lowest_phi(partition, main)
    shared = shared_step(partition, main)
    board = 0
    for copies in range(MOST_WIDTH):
        levels = level_mask(cards[copies], partition, main, cr) >> low
        if shared != STEPS:
            levels &= ~(1 << shared)
        while levels:
            board += 1 << 3 * lowest_bit(levels)
            levels &= levels - 1
    if shared == STEPS or cards[0] & rank_cards(cr) == 0:
        return board
    place = KINDS
    for copies in range(MOST_WIDTH, 0, -1):
        held = cards[copies - 1] & ~(cards[copies] if copies < MOST_WIDTH else 0)
        held &= rank_cards(cr)
        if main != NO_SUIT:
            held &= ~(1 << (13 * main + cr))
        while held:
            board += copies << place
            place += 3
            held &= held - 1
    return board


@rule
def steps_with(bench: Any, board: int, width: int) -> int:
    """Return the steps with ``width`` copies of a card or more (``EXACT``: no more), one bit each."""
    once, twice, four = board & _EVERY_STEP, board >> 1 & _EVERY_STEP, board >> 2 & _EVERY_STEP
    exact = item_at(bench, EXACT)
    if width == 1:
        steps = once & ~twice if exact else once | twice | four
    elif width == 2:
        steps = twice & ~once if exact else twice | four
    elif width == 3:
        steps = twice & once if exact else twice & once | four
    else:
        steps = four
    kinds = board >> KINDS
    while kinds:
        copies = kinds & 7
        if copies == width or (copies > width and exact == 0):
            return steps | 1 << 3 * item_at(bench, SHARED)
        kinds >>= 3
    return steps


@rule
def longest_chain(bench: Any, board: int, width: int) -> int:
    """Return the length of the longest tractor of a width on a board; 1 for tuples only, 0 for none."""
    steps = steps_with(bench, board, width)
    length = 1 if steps else 0
    steps &= item_at(bench, CHAIN)
    steps &= steps >> 3
    while steps:
        length += 1
        steps &= steps >> 3
    return length


# --- Questions ------------------------------------------------------------------------------------


@rule
def lay_question(bench: Any, partition: int, main: int, chain: int, exact: int) -> None:
    """Begin a question about boards of one partition: no types yet, no failures known.

    Args:
        bench: the bench; a new one is all zeros.
        partition: the partition 0..4.
        main: main suit 0..4.
        chain: the level mask of the Φ that join tractors (-1: all).
        exact: 1 under ``protect=longer``, else 0.
    """
    bench[TYPES], bench[EXACT], bench[SHARED] = 0, exact, shared_step(partition, main)
    levels = chain >> lowest_phi(partition, main)
    steps = 0
    for step in range(STEPS):
        steps |= (levels >> step & 1) << 3 * step
    bench[CHAIN] = steps
    bench[STAMP] = item_at(bench, STAMP) + 1


@rule
def add_type(bench: Any, width: int, length: int, floor: int, most: int) -> int:
    """Add a type of blocks, and return the place of its field in a list.

    Args:
        bench: the bench.
        width: the blocks' width.
        length: their length.
        floor: the lowest step that their top may have.
        most: the most blocks of this type in a list.
    """
    at = item_at(bench, TYPES)
    place = 0
    if at:
        place = item_at(bench, SHIFT + at - 1)
        field = item_at(bench, FIELD + at - 1)
        while field:
            place += 1
            field >>= 1
    field = 1
    while field < most:
        field = 2 * field + 1
    bench[WIDTH + at], bench[LENGTH + at], bench[FLOOR + at] = width, length, floor
    bench[SHIFT + at], bench[FIELD + at] = place, field
    bench[TYPES] = at + 1
    return place


@rule
def hosts(bench: Any, place: int, board: int, blocks: int) -> bool:
    """Tell whether the cards from a step upward host a list of blocks.

    Args:
        bench: the bench.
        place: the place of the sweep, 0 at the first call: ``MOST`` times the step, plus the first type
            whose tractors may still begin at that step.
        board: the cards left.
        blocks: the list.

    >>> bench = [0] * ROOM
    >>> lay_question(bench, 0, 1, -1, 0)
    >>> tractor, pair = add_type(bench, 2, 2, 0, 1), add_type(bench, 2, 1, 0, 1)
    >>> one_of_each = 1 << tractor | 1 << pair
    >>> [hosts(bench, 0, board, one_of_each) for board in (0o222, 0o202, 0o24, 0o23)]
    [True, False, True, False]
    """
    if blocks == 0:
        return True
    step, first, slot = place // MOST, place % MOST, -1
    if first == 0:
        while step < STEPS and _kinds_on(bench, step, board) == 0:
            step += 1
        if step == STEPS:
            return False
        slot = _slot_of(bench, step, board, blocks)
        if slot < 0:
            return False
    for kind in range(first, item_at(bench, TYPES)):
        one = 1 << item_at(bench, SHIFT + kind)
        if blocks & one * item_at(bench, FIELD + kind) and _begins(bench, step, board, kind):
            way = 0
            rest = _without_tractor(bench, step, board, kind, way)
            while rest >= 0:
                if hosts(bench, MOST * step + kind, rest, blocks - one):
                    return True
                way += 1
                rest = _without_tractor(bench, step, board, kind, way)
    above = _above(bench, step, board)
    for way in range(_ways_to_serve(bench, step, board, blocks)):
        if hosts(bench, MOST * (step + 1), above, _unserved(bench, step, board, blocks, way)):
            return True
    if slot >= 0:
        bench[slot], bench[slot + 1] = board, blocks
        bench[slot + 2] = item_at(bench, STAMP) << 4 | step
    return False


@rule
def _slot_of(bench: Any, step: int, board: int, blocks: int) -> int:
    """Return the slot for storing a failure of this position; -1 if it is known to fail."""
    stamp = item_at(bench, STAMP) << 4 | step
    mixed = (board ^ blocks * 0x9E3779B1 ^ step << 55) * 0x2545F491
    slot = mixed >> 7 ^ mixed >> 23 ^ mixed >> 41
    chosen = -1
    for probe in range(_PROBES):
        at = FAILED + 3 * ((slot + probe) & (SLOTS - 1))
        if item_at(bench, at + 2) >> 4 != item_at(bench, STAMP):
            return at
        if (
            item_at(bench, at) == board
            and item_at(bench, at + 1) == blocks
            and item_at(bench, at + 2) == stamp
        ):
            return -1
        if chosen < 0:
            chosen = at  # if all probes are taken, the first is overwritten, which only costs time
    return chosen


@rule
def _begins(bench: Any, step: int, board: int, kind: int) -> bool:
    """Tell whether a tractor of a type can begin at a step."""
    length = item_at(bench, LENGTH + kind)
    top = step + length - 1
    if length == 1 or top >= STEPS or top < item_at(bench, FLOOR + kind):
        return False
    steps = steps_with(bench, board, item_at(bench, WIDTH + kind)) & item_at(bench, CHAIN)
    window = _ONES[length] << 3 * step
    return steps & window == window


@rule
def _without_tractor(bench: Any, step: int, board: int, kind: int, way: int) -> int:
    """Return the board after a tractor of a type has taken its cards in the n-th way; -1 after the last.

    Ways differ in the kind of rank card that is taken. Of kinds with the same number of copies only one
    is tried, because they are equivalent.
    """
    width, length = item_at(bench, WIDTH + kind), item_at(bench, LENGTH + kind)
    shared = item_at(bench, SHARED)
    window = _ONES[length] << 3 * step
    if shared < step or shared >= step + length:
        return board - width * window if way == 0 else -1
    before = 0
    for place in range(KINDS, KINDS + 12, 3):
        copies = board >> place & 7
        fits = copies == width or (copies > width and item_at(bench, EXACT) == 0)
        if fits and copies != before:
            before = copies
            if way == 0:
                rest = board - width * (window & ~(1 << 3 * shared))
                return _less_of_kind(rest, place, width)
            way -= 1
    return -1


@rule
def _less_of_kind(board: int, place: int, width: int) -> int:
    """Take copies of the kind at a place of the board, and keep the kinds in descending order."""
    board -= width << place
    while place < KINDS + 9 and board >> place & 7 < board >> place + 3 & 7:
        swap = (board >> place & 7) ^ (board >> place + 3 & 7)
        board ^= swap << place | swap << place + 3
        place += 3
    return board


# --- Leaving a step: what is left of it serves tuples ---------------------------------------------


@rule
def _above(bench: Any, step: int, board: int) -> int:
    """Return a board without the cards of a step."""
    if step == item_at(bench, SHARED):
        return board & (1 << KINDS) - 1
    return board & ~(7 << 3 * step)


@rule
def _kinds_on(bench: Any, step: int, board: int) -> int:
    """Return the copies of each kind on a step, three bits each, most copies first."""
    return board >> KINDS if step == item_at(bench, SHARED) else board >> 3 * step & 7


@rule
def _ways_to_serve(bench: Any, step: int, board: int, blocks: int) -> int:
    """Return how many ways of serving tuples from a step there are to try.

    There is one, but for kinds of four copies while a triple waits: each may give two pairs instead.
    """
    ways = 1
    if item_at(bench, EXACT) == 0 and _waiting(bench, step, 3, blocks):
        kinds = _kinds_on(bench, step, board)
        while kinds & 7 == MOST_WIDTH:
            ways += 1
            kinds >>= 3
    return ways


@rule
def _unserved(bench: Any, step: int, board: int, blocks: int, way: int) -> int:
    """Return a list without the tuples that the cards of a step serve, the widest first.

    Args:
        bench: the bench.
        step: the step.
        board: what is left of the cards.
        blocks: the list.
        way: the number of kinds of four copies that give no triple.
    """
    kinds = _kinds_on(bench, step, board)
    while kinds:
        copies = kinds & 7
        width = 2 if way > 0 and copies == MOST_WIDTH else copies
        kinds >>= 3
        way -= 1
        while width > 0:
            one = _waiting(bench, step, width, blocks)
            if one:
                blocks -= one
                copies -= width
                width = min(width, copies)
            else:
                width -= 1
            if item_at(bench, EXACT):
                width = 0
    return blocks


@rule
def _waiting(bench: Any, step: int, width: int, blocks: int) -> int:
    """Return one tuple of a width that may have its card on a step, as a list; 0 if none waits."""
    for kind in range(item_at(bench, TYPES)):
        if (
            item_at(bench, WIDTH + kind) == width
            and item_at(bench, LENGTH + kind) == 1
            and item_at(bench, FLOOR + kind) <= step
        ):
            one = 1 << item_at(bench, SHIFT + kind)
            if blocks & one * item_at(bench, FIELD + kind):
                return one
    return 0
