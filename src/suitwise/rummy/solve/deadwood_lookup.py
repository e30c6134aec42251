"""The least deadwood of a hand by lookup tables: enumerate the sets, then look up the runs.

This is for hands of at most two decks, with the ace below the 2 and up to three wild cards. A set needs
cards of three suits, or fewer with wild cards, so few ranks can hold one. Every choice of sets is a
*leaf*: the cards of each suit that remain, the weight of the sets, and the wild cards left. Once the
sets are chosen, the suits are independent of each other. One table holds the weight of the best runs of
every possible suit, so a leaf takes one lookup a suit.

Four of five hands of ten random cards, and half of those of fourteen, hold no possible set. They take
four lookups and no search.

Cards have weights, so that the same code can minimise points or cards. The deadwood of a hand is its
weight less that of its best melds. ``tables_for`` builds the tables of a rule set; ``least_deadwood``
and ``best_melds`` use them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, product
from typing import Any, TypeAlias

from suitwise.cards import ANY_JOKER, BLACK_JOKER
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, machine, rule
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.rummy.rules.hand import MOST_CARDS
from suitwise.rummy.rules.melds import (
    FIELD,
    NATURAL,
    WILD,
    Meld,
    Run,
    Set,
    Shape,
    is_run_shape,
    ranks_of_three,
    run_shapes,
    set_shapes,
)
from suitwise.rummy.rules.rules import Rules

# --- The run table: the best runs of every possible suit ------------------------------------------
#
# A *pattern* is the cards of one suit as a number to the base three: a digit for the number of copies of
# each rank, the ace as the lowest digit. Two decks allow 3**13 = 1,594,323 patterns. The run table holds
# the weight of the best runs of each pattern with no wild card, with one, and so on.
#
# It is filled from the empty pattern up. The lowest card of a pattern is either left over or the lowest
# natural card of a short run (``melds.run_shapes``); in both cases a smaller pattern remains.
#
# A *step* takes a short run out of a pattern. It is STEP integers:
#
# ======  ============  ============================================================================
# column  name          meaning
# ======  ============  ============================================================================
# 0       STEP_RANKS    bits of the ranks of the run's natural cards, counted from the lowest of them
# 1       STEP_PATTERN  its natural cards as a pattern; 0 if the run would go beyond the ace or the king
# 2       STEP_WILDS    the number of its wild cards
# 3       STEP_WEIGHT   its weight
# 4       STEP_CODE     the run as a number (``run_code``)
# ======  ============  ============================================================================

RANKS = 13
PATTERNS = 3**RANKS
POWERS = tuple(3**k for k in range(RANKS))

STEP_RANKS, STEP_PATTERN, STEP_WILDS, STEP_WEIGHT, STEP_CODE, STEP = range(6)


@rule
def run_code(low: int, length: int, wild_mask: int) -> int:
    """Return a short run of a suit as a number: lowest rank, length, and bits of its wild cards.

    >>> run_code(3, 4, 0b0010)
    579
    """
    return low | length << 4 | wild_mask << 8


@rule
def best_runs(
    run_table: Any, most_wilds: int, steps: Any, pattern: int, present: int, wilds: int
) -> int:
    """Return the weight of the best runs of a pattern.

    Args:
        run_table: the run table, by ``pattern * (most_wilds + 1) + wilds``, filled for smaller patterns.
        most_wilds: the most wild cards of the table.
        steps: for each rank the steps of all short runs whose lowest natural card has this rank,
            those with fewer wild cards first.
        pattern: the pattern, not empty.
        present: bits of the ranks of its cards.
        wilds: the number of wild cards.
    """
    lowest = lowest_bit(present)
    best = run_table[(pattern - POWERS[lowest]) * (most_wilds + 1) + wilds]
    size = len(steps) // RANKS
    above = present >> lowest
    for at in range(lowest * size, (lowest + 1) * size, STEP):
        left = wilds - steps[at + STEP_WILDS]
        if left < 0:
            break  # later steps take no fewer wild cards
        if steps[at + STEP_RANKS] & ~above or steps[at + STEP_PATTERN] == 0:
            continue
        rest = pattern - steps[at + STEP_PATTERN]
        value = run_table[rest * (most_wilds + 1) + left] + steps[at + STEP_WEIGHT]
        if value > best:
            best = value
    return int(best)


@rule
def fill_run_table(run_table: Any, most_wilds: int, steps: Any, digits: Any) -> None:
    """Fill the run table, counting the pattern up digit by digit.

    Args:
        run_table: array (PATTERNS * (most_wilds + 1),), filled.
        most_wilds: the most wild cards of the table.
        steps: see ``best_runs``.
        digits: workspace for the digits of the pattern, array (RANKS,) of zeros.
    """
    for wilds in range(most_wilds + 1):
        run_table[wilds] = 0
    present = 0
    for pattern in range(1, PATTERNS):
        k = 0
        while digits[k] == 2:
            digits[k] = 0
            present &= ~(1 << k)
            k += 1
        digits[k] += 1
        present |= 1 << k
        for wilds in range(most_wilds + 1):
            run_table[pattern * (most_wilds + 1) + wilds] = best_runs(
                run_table, most_wilds, steps, pattern, present, wilds
            )


@rule
def present_ranks(pattern: int) -> int:
    """Return bits of the ranks of the cards in a pattern.

    >>> bin(present_ranks(3 + 2 * 27))
    '0b1010'
    """
    present = 0
    k = 0
    while pattern:
        if pattern % 3:
            present |= 1 << k
        pattern //= 3
        k += 1
    return present


@rule
def trace_runs(
    run_table: Any, most_wilds: int, steps: Any, pattern: int, wilds: int, runs: Any, count: int
) -> int:
    """Write the best runs of a pattern, by following the run table from the pattern down.

    Args:
        run_table: the run table.
        most_wilds: the most wild cards of the table.
        steps: see ``best_runs``.
        pattern: the pattern.
        wilds: the number of wild cards.
        runs: array, filled with the runs from index ``count``.
        count: the number of runs already in the array.

    Returns:
        The number of runs in the array.
    """
    size = len(steps) // RANKS
    present = present_ranks(pattern)
    value = run_table[pattern * (most_wilds + 1) + wilds]
    while value > 0:
        lowest = lowest_bit(present)
        above = present >> lowest
        rest = pattern - POWERS[lowest]
        if run_table[rest * (most_wilds + 1) + wilds] < value:
            for at in range(lowest * size, (lowest + 1) * size, STEP):
                if steps[at + STEP_RANKS] & ~above or steps[at + STEP_PATTERN] == 0:
                    continue
                rest = pattern - steps[at + STEP_PATTERN]
                left, weight = wilds - steps[at + STEP_WILDS], steps[at + STEP_WEIGHT]
                if left >= 0 and run_table[rest * (most_wilds + 1) + left] + weight == value:
                    runs[count] = steps[at + STEP_CODE]
                    count += 1
                    wilds = left
                    break
        pattern = rest
        present = present_ranks(pattern)
        value = run_table[pattern * (most_wilds + 1) + wilds]
    return count


def steps_of(rules: Rules, most_wilds: int, weights: list[int]) -> list[int]:
    """Return the steps of all short runs for ``best_runs``.

    Args:
        rules: a rule set in which the ace stands below the 2.
        most_wilds: the most wild cards.
        weights: the weight of a wild card, then of each rank.

    >>> steps_of(Rules(), 0, [0, *Rules().points])[:STEP]
    [7, 13, 0, 6, 49]
    """
    shapes = sorted(run_shapes(rules, most_wilds), key=lambda shape: shape[WILD])
    every_step = (
        _step(lowest, shape, weights) for lowest in range(1, RANKS + 1) for shape in shapes
    )
    return list(chain.from_iterable(every_step))


def _step(lowest: int, shape: Shape, weights: list[int]) -> tuple[int, ...]:
    """Return the step of a run, given its shape and the rank of its lowest natural card."""
    fields, wilds, length = shape
    natural = [k for k in range(length) if fields >> FIELD * k & 1]
    low = lowest - natural[0]
    if low < 1 or low + length - 1 > RANKS:
        return 0, 0, wilds, 0, 0
    ranks = [low + k for k in natural]
    present = sum(1 << rank - lowest for rank in ranks)
    taken = sum(POWERS[rank - 1] for rank in ranks)
    weight = sum(weights[rank] for rank in ranks) + wilds * weights[0]
    wild_mask = sum(1 << k for k in range(length) if k not in natural)
    return present, taken, wilds, weight, run_code(low, length, wild_mask)


# --- Packed hands: a hand of two decks as four numbers --------------------------------------------
#
# ======  ======================================================================================
# name    meaning
# ======  ======================================================================================
# low     the pattern of spades, that of hearts from bit HALF, the number of wild cards from bit ABOVE
# high    the pattern of diamonds, that of clubs from bit HALF, the weight of all cards from bit ABOVE
# one     bits of the cards held at least once: 13 a suit, the ace first
# two     bits of the cards held twice; FAULT marks an invalid hand
# ======  ======================================================================================
#
# A packed hand is a sum over its cards: each adds the numbers that the tables of ``codes_of`` hold for
# it. Cards are numbered as in ``suitwise.cards``; 255 stands for no card and pads the rows of an array
# of hands.

HALF = 21
"""The second pattern of a word is shifted by this many bits."""
PATTERN = (1 << HALF) - 1
ABOVE = 2 * HALF
"""The bit position of the number of wild cards in ``low`` and of the weight in ``high``."""
PATTERNS_MASK = (1 << ABOVE) - 1
WILDS_MASK = (1 << 6) - 1
FAULT = 1 << 60
"""Bit of ``two`` that marks a hand with a third copy, an invalid card number, or too many cards."""
NO_CARD = 255
CODES = 256


@rule
def pack_cards(cards: Any, codes: Any) -> tuple[int, int, int, int]:
    """Return the packed hand of these cards.

    Args:
        cards: the cards, in any order.
        codes: three tables of 256 numbers (``codes_of``).
    """
    low = high = one = two = three = 0
    for k in range(len(cards)):
        card = item_at(cards, k)
        bit = item_at(codes[2], card)
        low += item_at(codes[0], card)
        high += item_at(codes[1], card)
        three |= two & bit
        two |= one & bit
        one |= bit
    return low, high, one & ~FAULT, two | (FAULT if three | one & FAULT else 0)


@rule
def pack_counts(counts: Any, codes: Any) -> tuple[int, int, int, int]:
    """Return the packed hand of these counts.

    Args:
        counts: the number of copies of each card, 52 numbers, or 53 with the jokers'.
        codes: three tables of 256 numbers (``codes_of``).
    """
    low = high = one = two = cards = 0
    for card in range(len(counts)):
        copies = int(item_at(counts, card))
        cards += copies
        low += copies * item_at(codes[0], card)
        high += copies * item_at(codes[1], card)
        bit = item_at(codes[2], card)
        one |= bit if copies > 0 else 0
        two |= bit if copies > 1 else 0
        two |= FAULT if copies > 2 and bit else 0
    return low, high, one, two | (FAULT if cards > MOST_CARDS else 0)


@rule
def pack(hand: Any, counted: bool, codes: Any) -> tuple[int, int, int, int]:
    """Return the packed hand of an array of counts, or of cards."""
    return pack_counts(hand, codes) if counted else pack_cards(hand, codes)


@rule
def wilds_of(low: int) -> int:
    """Return the number of wild cards in a packed hand."""
    return low >> ABOVE & WILDS_MASK


def codes_of(weights: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Return three tables: what each card adds to ``low``, to ``high``, and its bit in ``one``.

    Args:
        weights: the weight of a wild card, then of each rank, the ace first.

    >>> low, high, bit = codes_of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
    >>> low[1], high[1] >> ABOVE, bit[1]  # the three of spades
    (9, 3, 4)
    """
    low, high, bit = [0] * CODES, [0] * CODES, [0] * CODES
    for card in range(BLACK_JOKER):
        suit, rank = divmod(card, RANKS)
        place = (rank + 1) % RANKS
        pattern = POWERS[place] << HALF * (suit % 2)
        low[card], high[card] = (pattern, 0) if suit < 2 else (0, pattern)
        high[card] += weights[place + 1] << ABOVE
        bit[card] = 1 << suit * RANKS + place
    for joker in range(BLACK_JOKER, ANY_JOKER + 1):
        low[joker], high[joker] = 1 << ABOVE, weights[0] << ABOVE
    for other in range(ANY_JOKER + 1, NO_CARD):
        bit[other] = FAULT
    return low, high, bit


# --- Options: the ways to make sets of the cards of one rank --------------------------------------
#
# The cards of a rank are a key of four digits to the base three: the copies of spades, hearts, diamonds
# and clubs. An option takes some of these copies, and perhaps wild cards, as one or more sets. How the
# cards are divided into sets does not matter, so there is one option for all ways to take the same
# cards. It is OPTION integers:
#
# ======  ============  ============================================================================
# column  name          meaning
# ======  ============  ============================================================================
# 0       LOW           its spades and hearts, HALF bits apart; times 3**rank, to subtract from ``low``
# 1       HIGH          its diamonds and clubs; times 3**rank, to subtract from ``high``
# 2       CARDS         the number of its natural cards
# 3       OPTION_WILDS  the number of its wild cards
# 4       OPTION_SETS   the sets, eight bits each: bits of the suits, above them the number of wild cards
# ======  ============  ============================================================================

KEYS = 3**4
LOW, HIGH, CARDS, OPTION_WILDS, OPTION_SETS, OPTION = range(6)


def options_of(rules: Rules, most_wilds: int) -> list[int]:
    """Return the options of every key in one list.

    Args:
        rules: the rule set.
        most_wilds: the most wild cards.

    Returns:
        First KEYS + 1 numbers: the index at which the options of each key begin, and the end of the
        list; then the options, those of a key with fewer wild cards first.

    >>> options = options_of(Rules(), 0)
    >>> [(options[key + 1] - options[key]) // OPTION for key in (0, 13, 40, 80)]
    [0, 1, 5, 20]
    """
    first = [KEYS + 1]
    options: list[int] = []
    for digits in product(range(3), repeat=4):
        ways = sorted(_ways(digits[::-1], rules, most_wilds), key=lambda way: way[OPTION_WILDS])
        options += [number for way in ways for number in way]
        first.append(KEYS + 1 + len(options))
    return first + options


def _ways(copies: tuple[int, ...], rules: Rules, most_wilds: int) -> Iterator[list[int]]:
    """Yield the options of a rank, given the number of copies of each suit."""
    usable = [shape for shape in set_shapes(rules, most_wilds) if not _is_run_as_well(shape, rules)]
    ways: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {((0, 0, 0, 0), 0): ()}
    waiting = list(ways)
    while waiting:
        taken, wilds = waiting.pop()
        for shape in usable:
            more = tuple(taken[suit] + (shape[NATURAL] >> suit & 1) for suit in range(4))
            way = more, wilds + shape[WILD]
            fits = all(m <= c for m, c in zip(more, copies, strict=True)) and way[1] <= most_wilds
            if fits and way not in ways:
                ways[way] = (*ways[taken, wilds], shape[NATURAL] | shape[WILD] << 4)
                waiting.append(way)
    for (taken, wilds), sets in ways.items():
        if sets:
            low, high = taken[0] | taken[1] << HALF, taken[2] | taken[3] << HALF
            sets_code = sum(code << 8 * k for k, code in enumerate(sets))
            yield [low, high, sum(taken), wilds, sets_code]


def _is_run_as_well(shape: Shape, rules: Rules) -> bool:
    """Return whether a run could take the same cards: one natural card, and wild ones side by side."""
    _, wilds, length = shape
    limits = rules.least_run, rules.most_wilds, rules.adjacent_wilds
    return length == wilds + 1 and is_run_shape(length, (1 << wilds) - 1, *limits)


# --- The tables of a rule set ---------------------------------------------------------------------

MOST_WILDS = 3
"""The most wild cards of the tables."""


# What the kernels take as ``tables``:
#
# =====  ==========  =================================================================================
# index  name        meaning
# =====  ==========  =================================================================================
# 0      codes       what each card adds to a packed hand (``codes_of``)
# 1      weights     the weight of a wild card, then of each rank
# 2      run_table   the weight of the best runs of every pattern
# 3      most_wilds  the most wild cards of the run table
# 4      options     the ways to make sets of a rank (``options_of``)
# 5      steps       the short runs of a suit (``steps_of``)
# 6      fault       bits of ``two`` that no valid packed hand of these decks has
# =====  ==========  =================================================================================

Tables: TypeAlias = tuple[Any, ...]
"""The lookup tables of a rule set for a limited number of wild cards."""


def has_tables(rules: Rules, most_wilds: int) -> bool:
    """Return whether tables exist for a rule set and this many wild cards.

    >>> has_tables(Rules(), 0), has_tables(Rules(jokers=2), 2), has_tables(Rules(decks=3), 0)
    (True, True, False)
    """
    plain = rules.decks <= 2 and rules.ace == "low" and not rules.wild
    return plain and rules.counting_runs == 0 and rules.least_run == 3 and most_wilds <= MOST_WILDS


def tables_for(rules: Rules, aim: str) -> Tables | None:
    """Return the tables for the least points, or the fewest cards; None if the rules have no tables."""
    most_wilds = min(rules.jokers, MOST_WILDS)
    unit, more = (1, 0) if aim == "points" else (0, 1)
    return (
        tables_of(rules, most_wilds, unit=unit, more=more)
        if has_tables(rules, most_wilds)
        else None
    )


def tables_of(rules: Rules, most_wilds: int, *, unit: int = 1, more: int = 0) -> Tables:
    """Return the tables for cards that weigh ``unit`` times their points, plus ``more``.

    Args:
        rules: a rule set that has tables.
        most_wilds: the most wild cards.
        unit: the weight of a point.
        more: the weight of a card in addition to its points.
    """
    # Only the options that the tables depend on, so that similar rule sets share them.
    reduced = Rules(
        decks=rules.decks,
        jokers=most_wilds,
        least_set=rules.least_set,
        most_wilds=min(rules.most_wilds, most_wilds),
        adjacent_wilds=rules.adjacent_wilds,
        points=rules.points,
        joker_points=rules.joker_points,
    )
    return _tables_of(reduced, most_wilds, unit, more)


@lru_cache(maxsize=8)
def _tables_of(rules: Rules, most_wilds: int, unit: int, more: int) -> Tables:
    weights = [unit * points + more for points in (rules.joker_points, *rules.points)]
    numbers = (
        *codes_of(weights),
        weights,
        options_of(rules, most_wilds),
        steps_of(rules, most_wilds, weights),
    )
    *codes, weight_array, options, steps = (np.asarray(row, np.int64) for row in numbers)
    # The heaviest pattern determines the integer type.
    most = rules.decks * sum(weights[1:]) + most_wilds * weights[0]
    run_table = np.empty(PATTERNS * (most_wilds + 1), np.min_scalar_type(most))
    machine(fill_run_table)(run_table, most_wilds, steps, np.zeros(RANKS, np.int64))
    fault = FAULT if rules.decks == 2 else FAULT | FAULT - 1
    return tuple(codes), weight_array, run_table, most_wilds, options, steps, fault


# --- The least deadwood: choose the sets, look up the runs ----------------------------------------

ROW = (1 << RANKS) - 1
TOO_MANY = -1
"""The hand has more choices of sets than there is room for."""
NO_HAND = -2
"""The hand is invalid for the decks, or has more wild cards than the tables."""

LEAVES = 1024
"""The most choices of sets of a hand; a hand with more needs the scan (``scan.scan``)."""

# A leaf is LEAF integers:
#
# ======  =============  ===========================================================================
# column  name           meaning
# ======  =============  ===========================================================================
# 0       PATTERNS_LOW   the patterns of spades and hearts without the sets
# 1       PATTERNS_HIGH  the patterns of diamonds and clubs without the sets
# 2       LEAF_WEIGHT    the weight of the sets
# 3       LEAF_WILDS     the number of wild cards left
# 4       PARENT         the leaf to which this one adds the sets of one rank, -1 for the first
# 5       LEAF_OPTION    the option added: its index in the options, times RANKS, plus the rank
# ======  =============  ===========================================================================

PATTERNS_LOW, PATTERNS_HIGH, LEAF_WEIGHT, LEAF_WILDS, PARENT, LEAF_OPTION, LEAF = range(7)


@rule
def set_ranks(one: int, wilds: int) -> int:
    """Return bits of the ranks that may hold a set.

    Args:
        one: bits of the cards held.
        wilds: the number of wild cards.
    """
    a, b = one & ROW, one >> RANKS & ROW
    c, d = one >> 2 * RANKS & ROW, one >> 3 * RANKS
    if wilds > 1:
        return int(a | b | c | d)
    if wilds == 1:
        return int(a & b | c & d | (a | b) & (c | d))
    return ranks_of_three(a, b, c, d)


@rule
def key_of_rank(one: int, two: int, rank: int) -> int:
    """Return the key of a rank's cards for the options (``options_of``).

    >>> key_of_rank(0b1 | 1 << 26, 0b1, 0) == 2 + 9
    True
    """
    key = 0
    for suit in range(3, -1, -1):
        at = suit * RANKS + rank
        key = 3 * key + (one >> at & 1) + (two >> at & 1)
    return key


@rule
def choose_sets(hand: tuple[int, int, int, int], weights: Any, options: Any, leaves: Any) -> int:
    """List every choice of sets.

    The first leaf has no sets. For each rank in turn, every option is added to every leaf so far.

    Args:
        hand: the packed hand.
        weights: the weight of a wild card, then of each rank.
        options: see ``options_of``.
        leaves: array, filled with LEAF numbers a leaf.

    Returns:
        The end of the leaves in the array, or TOO_MANY.
    """
    low, high, one, two = hand
    wilds = wilds_of(low)
    leaves[PATTERNS_LOW], leaves[PATTERNS_HIGH] = low & PATTERNS_MASK, high & PATTERNS_MASK
    leaves[LEAF_WEIGHT], leaves[LEAF_WILDS], leaves[PARENT] = 0, wilds, -1
    end = LEAF
    ranks = set_ranks(one, wilds)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        key = key_of_rank(one, two, rank)
        before = end
        for at in range(options[key], options[key + 1], OPTION):
            taken = item_at(options, at + OPTION_WILDS)
            if taken > wilds:
                break  # later options take no fewer wild cards
            weight = item_at(options, at + CARDS) * weights[rank + 1] + taken * weights[0]
            less_low = item_at(options, at + LOW) * POWERS[rank]
            less_high = item_at(options, at + HIGH) * POWERS[rank]
            for leaf in range(0, before, LEAF):
                left = item_at(leaves, leaf + LEAF_WILDS) - taken
                if left < 0:
                    continue
                if end == len(leaves):
                    return TOO_MANY
                leaves[end + PATTERNS_LOW] = item_at(leaves, leaf + PATTERNS_LOW) - less_low
                leaves[end + PATTERNS_HIGH] = item_at(leaves, leaf + PATTERNS_HIGH) - less_high
                leaves[end + LEAF_WEIGHT] = item_at(leaves, leaf + LEAF_WEIGHT) + weight
                leaves[end + LEAF_WILDS] = left
                leaves[end + PARENT] = leaf
                leaves[end + LEAF_OPTION] = at * RANKS + rank
                end += LEAF
    return end


@rule
def best_of_suits(run_table: Any, most_wilds: int, low: int, high: int, wilds: int) -> int:
    """Return the weight of the best runs of four patterns that share the wild cards.

    The wild cards are divided between the first two and the last two suits, then within each pair.

    Args:
        run_table: the run table.
        most_wilds: the most wild cards of the table.
        low: the patterns of spades and hearts.
        high: the patterns of diamonds and clubs.
        wilds: the number of wild cards.
    """
    size = most_wilds + 1
    a, b = (low & PATTERN) * size, (low >> HALF) * size
    c, d = (high & PATTERN) * size, (high >> HALF) * size
    if wilds == 0:
        return (
            item_at(run_table, a)
            + item_at(run_table, b)
            + item_at(run_table, c)
            + item_at(run_table, d)
        )
    best = 0
    for share in range(wilds + 1):
        first = last = 0
        for k in range(share + 1):
            first = max(first, item_at(run_table, a + k) + item_at(run_table, b + share - k))
        for k in range(wilds - share + 1):
            last = max(last, item_at(run_table, c + k) + item_at(run_table, d + wilds - share - k))
        best = max(best, first + last)
    return best


@rule
def best_leaf(run_table: Any, most_wilds: int, leaves: Any, end: int) -> tuple[int, int]:
    """Return the index and the weight of the best of the leaves before ``end``."""
    best, best_at = -1, 0
    for leaf in range(0, end, LEAF):
        low, high = item_at(leaves, leaf + PATTERNS_LOW), item_at(leaves, leaf + PATTERNS_HIGH)
        value = best_of_suits(run_table, most_wilds, low, high, item_at(leaves, leaf + LEAF_WILDS))
        value += item_at(leaves, leaf + LEAF_WEIGHT)
        if value > best:
            best, best_at = value, leaf
    return best_at, best


@rule
def least_deadwood(hand: tuple[int, int, int, int], tables: Any, leaves: Any) -> int:
    """Return the weight of the least deadwood of a hand, or TOO_MANY or NO_HAND.

    Args:
        hand: the packed hand.
        tables: see ``Tables``.
        leaves: see ``choose_sets``.
    """
    _, weights, run_table, most_wilds, options, _, fault = tables
    low, high, one, two = hand
    wilds = wilds_of(low)
    if two & fault or wilds > most_wilds:
        return NO_HAND
    if set_ranks(one, wilds) == 0:
        low &= PATTERNS_MASK
        return (high >> ABOVE) - best_of_suits(
            run_table, most_wilds, low, high & PATTERNS_MASK, wilds
        )
    end = choose_sets(hand, weights, options, leaves)
    if end == TOO_MANY:
        return TOO_MANY
    _, melded = best_leaf(run_table, most_wilds, leaves, end)
    return (high >> ABOVE) - melded


# --- The melds of the best arrangement, as numbers ------------------------------------------------

# A run is its ``run_code``, with its suit from bit SUIT_AT. A set is the bits of its suits, with its
# number of wild cards from bit 4 and its rank from bit 8; bit SET marks it.
SUIT_AT = 16
SET = 1 << 20
LONGEST_CODED = 8
"""The longest run whose number can mark any of its cards as wild."""


@rule
def write_sets(leaves: Any, options: Any, leaf: int, melds: Any) -> int:
    """Write the sets of a leaf as numbers; return how many there are."""
    count = 0
    while leaves[leaf + PARENT] >= 0:
        at, rank = leaves[leaf + LEAF_OPTION] // RANKS, leaves[leaf + LEAF_OPTION] % RANKS
        sets = options[at + OPTION_SETS]
        while sets and count < len(melds):
            melds[count] = SET | sets & 0xFF | (rank + 1) << 8
            count += 1
            sets >>= 8
        leaf = leaves[leaf + PARENT]
    return count


@rule
def share_wilds(run_table: Any, most_wilds: int, patterns: Any, wilds: int, shares: Any) -> None:
    """Divide wild cards among four patterns so that their runs weigh most.

    Args:
        run_table: the run table.
        most_wilds: the most wild cards of the table.
        patterns: four patterns.
        wilds: the number of wild cards.
        shares: array of four numbers, filled.
    """
    size = most_wilds + 1
    best = -1
    for a in range(wilds + 1):
        for b in range(wilds - a + 1):
            for c in range(wilds - a - b + 1):
                d = wilds - a - b - c
                value = int(run_table[patterns[0] * size + a]) + int(
                    run_table[patterns[1] * size + b]
                )
                value += int(run_table[patterns[2] * size + c]) + int(
                    run_table[patterns[3] * size + d]
                )
                if value > best:
                    best = value
                    shares[0], shares[1], shares[2], shares[3] = a, b, c, d


@rule
def best_melds(hand: tuple[int, int, int, int], tables: Any, work: Any, melds: Any) -> int:
    """Write the melds of a best arrangement.

    Args:
        hand: the packed hand.
        tables: see ``Tables``.
        work: workspace: the leaves of ``choose_sets``, and two arrays of four numbers.
        melds: array, filled with the melds as numbers.

    Returns:
        The number of melds, TOO_MANY or NO_HAND.
    """
    _, weights, run_table, most_wilds, options, steps, fault = tables
    low, high, _, two = hand
    if two & fault or wilds_of(low) > most_wilds:
        return NO_HAND
    leaves, patterns, shares = work
    end = choose_sets(hand, weights, options, leaves)
    if end == TOO_MANY:
        return TOO_MANY
    leaf, _ = best_leaf(run_table, most_wilds, leaves, end)
    count = write_sets(leaves, options, leaf, melds)
    low, high = leaves[leaf + PATTERNS_LOW], leaves[leaf + PATTERNS_HIGH]
    patterns[0], patterns[1] = low & PATTERN, low >> HALF
    patterns[2], patterns[3] = high & PATTERN, high >> HALF
    share_wilds(run_table, most_wilds, patterns, leaves[leaf + LEAF_WILDS], shares)
    for suit in range(4):
        before = count
        count = trace_runs(run_table, most_wilds, steps, patterns[suit], shares[suit], melds, count)
        for k in range(before, count):
            melds[k] |= suit << SUIT_AT
    return count


def meld_of(code: int) -> Meld:
    """Return a meld from its number.

    >>> print(meld_of(SET | 3 << 8 | 1 << 4 | 0b0011), "/", meld_of(1 << SUIT_AT | 3 | 3 << 4))
    S3 H3 [3] / H3 H4 H5
    """
    if code & SET:
        suits = tuple(suit for suit in range(4) if code >> suit & 1)
        return Set(code >> 8 & 0xF, suits, code >> 4 & 0xF)
    low, length, mask = code & 0xF, code >> 4 & 0xF, code >> 8 & 0xFF
    wilds = tuple(low + k for k in range(length) if mask >> k & 1)
    return Run(code >> SUIT_AT & 3, low, low + length - 1, wilds)


def codes_of_meld(meld: Meld) -> list[int]:
    """Return the numbers of a meld; a run that is too long for one is cut into shorter runs.

    >>> for code in codes_of_meld(Run(1, 1, 13)):
    ...     print(meld_of(code))
    HA H2 H3
    H4 H5 H6
    H7 H8 H9 HT HJ HQ HK
    """
    if isinstance(meld, Run) and len(meld) > LONGEST_CODED:
        cuts = (_cut(meld, at) for at in range(meld.low + 3, meld.high - 1))
        first, rest = next(parts for parts in cuts if all(part.cards for part in parts))
        return [*codes_of_meld(first), *codes_of_meld(rest)]
    return [code_of_meld(meld)]


def code_of_meld(meld: Meld) -> int:
    """Return the number of a meld; only the first LONGEST_CODED cards of a run may be wild.

    >>> print(meld_of(code_of_meld(Run(1, 1, 13))))
    HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK
    """
    if isinstance(meld, Set):
        suits = sum(1 << suit for suit in meld.suits)
        return SET | meld.rank << 8 | meld.wilds << 4 | suits
    mask = sum(1 << rank - meld.low for rank in meld.wilds)
    return run_code(meld.low, len(meld), mask) | meld.suit << SUIT_AT


def _cut(run: Run, at: int) -> tuple[Run, Run]:
    """Return the part of a run below a rank, and the part from that rank on."""
    below = tuple(rank for rank in run.wilds if rank < at)
    above = run.wilds[len(below) :]
    return Run(run.suit, run.low, at - 1, below), Run(run.suit, at, run.high, above)
