"""Lookup tables for least deadwood: enumerate the sets, then look up the runs of each suit.

For hands of at most two decks, the ace below the 2, and up to three wild cards. A set needs cards of
three suits (two with a wild card, one with two), so few ranks can hold one. Every choice of sets is a
*leaf*: the remaining cards of each suit, the weight of the sets, and the wild cards left. Once the sets
are chosen the suits are independent, and one table holds the weight of the best runs of every possible
suit. A leaf takes one lookup a suit.

Four of five hands of ten random cards, and half of those of fourteen, hold no possible set and take four
lookups. ``tables_for`` builds the tables of a rule set, ``least_deadwood`` and ``best_melds`` use them.
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

# --- The table of rows: the best runs of every possible suit --------------------------------------
#
# A *pattern* is the cards of one suit: the number of copies of each rank as a digit to the base three,
# the ace as the lowest digit. Two decks allow 3**13 = 1,594,323 patterns. The table of rows holds the
# weight of the best runs of each pattern with no wild card, with one, and so on.
#
# The table is filled from the empty pattern up, as the best of a pattern follows from smaller ones: its
# lowest card is either left over or the lowest natural card of a short run (``melds.run_shapes``).

RANKS = 13
PATTERNS = 3**RANKS
POWERS = tuple(3**k for k in range(RANKS))

# A step takes a short run out of a pattern. Layout of a step, STEP numbers:
STEP = 5
PRESENT = 0
"""Bits of the ranks that the run takes a natural card of, counted from its lowest natural card."""
TAKEN = 1
"""The natural cards as a pattern; 0 if the run would go beyond the ace or the king."""
STEP_WILDS = 2
"""The number of wild cards in the run."""
STEP_WORTH = 3
"""The weight of the run."""
STEP_RUN = 4
"""The run as a number (``run_code``)."""


@rule
def run_code(low: int, length: int, wild_mask: int) -> int:
    """Return a short run of a suit as a number: lowest rank, length, and bits of its wild cards.

    >>> run_code(3, 4, 0b0010)
    579
    """
    return low | length << 4 | wild_mask << 8


@rule
def best_row(rows: Any, wilds: int, steps: Any, pattern: int, present: int, wild: int) -> int:
    """Return the weight of the best runs of a pattern.

    Args:
        rows: the table: index ``pattern * (wilds + 1) + wild``; smaller patterns must be filled.
        wilds: the most wild cards of the table.
        steps: for each rank the steps of all short runs whose lowest natural card has this rank,
            those with fewer wild cards first.
        pattern: the pattern, not empty.
        present: bits of the ranks that it has a card of.
        wild: the number of wild cards.
    """
    lowest = lowest_bit(present)
    best = rows[(pattern - POWERS[lowest]) * (wilds + 1) + wild]
    size = len(steps) // RANKS
    above = present >> lowest
    for at in range(lowest * size, (lowest + 1) * size, STEP):
        left = wild - steps[at + STEP_WILDS]
        if left < 0:
            break
        if steps[at + PRESENT] & ~above or steps[at + TAKEN] == 0:
            continue
        rest = pattern - steps[at + TAKEN]
        value = rows[rest * (wilds + 1) + left] + steps[at + STEP_WORTH]
        if value > best:
            best = value
    return int(best)


@rule
def fill_rows(rows: Any, wilds: int, steps: Any, digits: Any) -> None:
    """Fill the table of rows.

    Args:
        rows: array (PATTERNS * (wilds + 1),), filled.
        wilds: the most wild cards of the table.
        steps: see ``best_row``.
        digits: workspace, array (RANKS,) of zeros.
    """
    for wild in range(wilds + 1):
        rows[wild] = 0
    present = 0
    for pattern in range(1, PATTERNS):
        k = 0
        while digits[k] == 2:
            digits[k] = 0
            present &= ~(1 << k)
            k += 1
        digits[k] += 1
        present |= 1 << k
        for wild in range(wilds + 1):
            rows[pattern * (wilds + 1) + wild] = best_row(
                rows, wilds, steps, pattern, present, wild
            )


@rule
def present_ranks(pattern: int) -> int:
    """Return bits of the ranks that a pattern has a card of.

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
def runs_of_row(
    rows: Any, wilds: int, steps: Any, pattern: int, wild: int, runs: Any, found: int
) -> int:
    """Write the best runs of a pattern, found by retracing the table.

    Args:
        rows: the table of rows.
        wilds: the most wild cards of the table.
        steps: see ``best_row``.
        pattern: the pattern.
        wild: the number of wild cards.
        runs: array, filled with the runs from index ``found``.
        found: the number of runs already in the array.

    Returns:
        The number of runs in the array.
    """
    size = len(steps) // RANKS
    present = present_ranks(pattern)
    value = rows[pattern * (wilds + 1) + wild]
    while value > 0:
        lowest = lowest_bit(present)
        above = present >> lowest
        rest = pattern - POWERS[lowest]
        if rows[rest * (wilds + 1) + wild] < value:
            for at in range(lowest * size, (lowest + 1) * size, STEP):
                if steps[at + PRESENT] & ~above or steps[at + TAKEN] == 0:
                    continue
                rest = pattern - steps[at + TAKEN]
                left = wild - steps[at + STEP_WILDS]
                if left >= 0 and rows[rest * (wilds + 1) + left] + steps[at + STEP_WORTH] == value:
                    runs[found] = steps[at + STEP_RUN]
                    found += 1
                    wild = left
                    break
        pattern = rest
        present = present_ranks(pattern)
        value = rows[pattern * (wilds + 1) + wild]
    return found


def steps_of(rules: Rules, wilds: int, weights: list[int]) -> list[int]:
    """Return the steps of all short runs for ``best_row``.

    Args:
        rules: a rule set in which the ace stands below the 2.
        wilds: the most wild cards.
        weights: the weight of a wild card, then of each rank.

    >>> steps_of(Rules(), 0, [0, *Rules().points])[:STEP]
    [7, 13, 0, 6, 49]
    """
    shapes = sorted(run_shapes(rules, wilds), key=lambda shape: shape[WILD])
    every = (_step(lowest, shape, weights) for lowest in range(1, RANKS + 1) for shape in shapes)
    return list(chain.from_iterable(every))


def _step(lowest: int, shape: Shape, weights: list[int]) -> tuple[int, ...]:
    """Return the step of a run, given its shape and the rank of its lowest natural card."""
    fields, wild, length = shape
    natural = [k for k in range(length) if fields >> FIELD * k & 1]
    low = lowest - natural[0]
    if low < 1 or low + length - 1 > RANKS:
        return 0, 0, wild, 0, 0
    ranks = [low + k for k in natural]
    present = sum(1 << rank - lowest for rank in ranks)
    taken = sum(POWERS[rank - 1] for rank in ranks)
    worth = sum(weights[rank] for rank in ranks) + wild * weights[0]
    wild_mask = sum(1 << k for k in range(length) if k not in natural)
    return present, taken, wild, worth, run_code(low, length, wild_mask)


# --- Packed hands: a hand of two decks as four numbers --------------------------------------------
#
# * ``low`` holds the patterns of spades and hearts and, above them, the number of wild cards;
# * ``high`` holds the patterns of diamonds and clubs and, above them, the weight of all cards;
# * ``one`` and ``two`` are bits of the cards held at least once, and twice: 13 a suit, the ace first.
#
# A packed hand is the sum of what each of its cards adds, read from tables (``codes_of``). Cards are
# numbered as in ``suitwise.cards``; 255 stands for no card, to pad the rows of an array of hands.

HALF = 21
"""The second pattern of a word is shifted by this many bits."""
PATTERN = (1 << HALF) - 1
ABOVE = 2 * HALF
"""The bit position of the number of wild cards in ``low`` and of the weight in ``high``."""
PATTERNS_MASK = (1 << ABOVE) - 1
WILDS_MASK = (1 << 6) - 1
FAULT = 1 << 60
"""Bit of ``two`` that marks a hand with a third copy, an invalid card number or too many cards."""
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
# and clubs. An option takes some of these copies, and perhaps wild cards, as one or more sets. How it
# divides them into sets does not matter, so there is one option for all ways to take the same cards.

KEYS = 3**4

# Layout of an option, OPTION numbers:
OPTION = 5
LOW = 0
"""The copies of spades and hearts, HALF bits apart; times 3**rank to be subtracted from ``low``."""
HIGH = 1
"""The copies of diamonds and clubs; times 3**rank to be subtracted from ``high``."""
CARDS = 2
"""The number of natural cards."""
OPTION_WILDS = 3
"""The number of wild cards."""
OPTION_SETS = 4
"""The sets, eight bits each: bits of the suits, and the number of wild cards above them."""


def options_of(rules: Rules, wilds: int) -> list[int]:
    """Return the options of every key in one list.

    Args:
        rules: the rule set.
        wilds: the most wild cards.

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
        ways = sorted(_ways(digits[::-1], rules, wilds), key=lambda way: way[OPTION_WILDS])
        options += [number for way in ways for number in way]
        first.append(KEYS + 1 + len(options))
    return first + options


def _ways(copies: tuple[int, ...], rules: Rules, wilds: int) -> Iterator[list[int]]:
    """Yield the options of a rank, given the number of copies of each suit."""
    usable = [shape for shape in set_shapes(rules, wilds) if not _is_run_as_well(shape, rules)]
    ways: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {((0, 0, 0, 0), 0): ()}
    waiting = list(ways)
    while waiting:
        taken, wild = waiting.pop()
        for shape in usable:
            more = tuple(taken[suit] + (shape[NATURAL] >> suit & 1) for suit in range(4))
            way = more, wild + shape[WILD]
            fits = all(m <= c for m, c in zip(more, copies, strict=True)) and way[1] <= wilds
            if fits and way not in ways:
                ways[way] = (*ways[taken, wild], shape[NATURAL] | shape[WILD] << 4)
                waiting.append(way)
    for (taken, wild), sets in ways.items():
        if sets:
            low, high = taken[0] | taken[1] << HALF, taken[2] | taken[3] << HALF
            shown = sum(code << 8 * k for k, code in enumerate(sets))
            yield [low, high, sum(taken), wild, shown]


def _is_run_as_well(shape: Shape, rules: Rules) -> bool:
    """Return whether a run takes the same cards: one natural card and wild ones that may be adjacent."""
    _, wild, length = shape
    limits = rules.least_run, rules.most_wilds, rules.adjacent_wilds
    return length == wild + 1 and is_run_shape(length, (1 << wild) - 1, *limits)


# --- The tables of a rule set ---------------------------------------------------------------------

MOST_WILDS = 3
"""The most wild cards of the tables."""


Tables: TypeAlias = tuple[Any, ...]
"""The lookup tables of a rule set for a limited number of wild cards, as the kernels take them.

* what each card adds to a packed hand (``codes_of``);
* the weight of a wild card, then of each rank;
* the table of rows: the weight of the best runs of every pattern;
* the most wild cards of the table of rows;
* the sets of a rank (``options_of``);
* the short runs of a suit (``steps_of``);
* bits of ``two`` that no valid packed hand of these decks has.
"""


def has_tables(rules: Rules, wilds: int) -> bool:
    """Return whether tables exist for a rule set and this many wild cards.

    >>> has_tables(Rules(), 0), has_tables(Rules(jokers=2), 2), has_tables(Rules(decks=3), 0)
    (True, True, False)
    """
    plain = rules.decks <= 2 and rules.ace == "low" and not rules.wild
    return plain and rules.counting_runs == 0 and rules.least_run == 3 and wilds <= MOST_WILDS


def tables_for(rules: Rules, aim: str) -> Tables | None:
    """Return the tables for the least points, or the fewest cards; None if the rules have no tables."""
    wilds = min(rules.jokers, MOST_WILDS)
    unit, more = (1, 0) if aim == "points" else (0, 1)
    return tables_of(rules, wilds, unit=unit, more=more) if has_tables(rules, wilds) else None


def tables_of(rules: Rules, wilds: int, *, unit: int = 1, more: int = 0) -> Tables:
    """Return the tables for cards that weigh ``unit`` times their points, plus ``more``.

    Args:
        rules: a rule set that has tables.
        wilds: the most wild cards.
        unit: the weight of a point.
        more: the weight of a card in addition to its points.
    """
    seen = Rules(
        decks=rules.decks,
        jokers=wilds,
        least_set=rules.least_set,
        most_wilds=min(rules.most_wilds, wilds),
        adjacent_wilds=rules.adjacent_wilds,
        points=rules.points,
        joker_points=rules.joker_points,
    )
    return _tables_of(seen, wilds, unit, more)


@lru_cache(maxsize=8)
def _tables_of(rules: Rules, wilds: int, unit: int, more: int) -> Tables:
    """Return the tables of a rule set that is reduced to the options they depend on."""
    weights = [unit * points + more for points in (rules.joker_points, *rules.points)]
    numbers = *codes_of(weights), weights, options_of(rules, wilds), steps_of(rules, wilds, weights)
    *codes, weighed, options, steps = (np.asarray(row, np.int64) for row in numbers)
    # An upper bound of the weight of a pattern determines the integer type.
    most = rules.decks * sum(weights[1:]) + wilds * weights[0]
    rows = np.empty(PATTERNS * (wilds + 1), np.min_scalar_type(most))
    machine(fill_rows)(rows, wilds, steps, np.zeros(RANKS, np.int64))
    fault = FAULT if rules.decks == 2 else FAULT | FAULT - 1
    return tuple(codes), weighed, rows, wilds, options, steps, fault


# --- The least deadwood: choose the sets, look up the runs ----------------------------------------

ROW = (1 << RANKS) - 1
TOO_MANY = -1
"""The hand has more choices of sets than there is room for."""
NO_HAND = -2
"""The hand is invalid for the decks, or has more wild cards than the tables."""

LEAVES = 1024
"""The most choices of sets of a hand; a hand with more needs the scan (``scan.scan``)."""

# Layout of a leaf, LEAF numbers:
LEAF = 6
PATTERNS_LOW = 0
"""The patterns of spades and hearts without the sets."""
PATTERNS_HIGH = 1
"""The patterns of diamonds and clubs without the sets."""
LEAF_WORTH = 2
"""The weight of the sets."""
LEFT = 3
"""The number of wild cards left."""
PARENT = 4
"""The leaf to which this one adds the sets of one rank, -1 for the first."""
HOW = 5
"""The option added, as its index in the options times RANKS plus the rank."""


@rule
def set_ranks(one: int, wild: int) -> int:
    """Return bits of the ranks that may hold a set.

    Args:
        one: bits of the cards held.
        wild: the number of wild cards.
    """
    a, b = one & ROW, one >> RANKS & ROW
    c, d = one >> 2 * RANKS & ROW, one >> 3 * RANKS
    if wild > 1:
        return int(a | b | c | d)
    if wild == 1:
        return int(a & b | c & d | (a | b) & (c | d))
    return ranks_of_three(a, b, c, d)


@rule
def column(one: int, two: int, rank: int) -> int:
    """Return the key of a rank's cards for the options (``options_of``).

    >>> column(0b1 | 1 << 26, 0b1, 0) == 2 + 9
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

    Args:
        hand: the packed hand.
        weights: the weight of a wild card, then of each rank.
        options: see ``options_of``.
        leaves: array, filled with LEAF numbers a leaf.

    Returns:
        The end of the leaves in the array, or TOO_MANY.
    """
    low, high, one, two = hand
    wild = wilds_of(low)
    leaves[PATTERNS_LOW], leaves[PATTERNS_HIGH] = low & PATTERNS_MASK, high & PATTERNS_MASK
    leaves[LEAF_WORTH], leaves[LEFT], leaves[PARENT] = 0, wild, -1
    end = LEAF
    ranks = set_ranks(one, wild)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        key = column(one, two, rank)
        before = end
        for at in range(options[key], options[key + 1], OPTION):
            taken = item_at(options, at + OPTION_WILDS)
            if taken > wild:
                break
            worth = item_at(options, at + CARDS) * weights[rank + 1] + taken * weights[0]
            less_low = item_at(options, at + LOW) * POWERS[rank]
            less_high = item_at(options, at + HIGH) * POWERS[rank]
            for leaf in range(0, before, LEAF):
                left = item_at(leaves, leaf + LEFT) - taken
                if left < 0:
                    continue
                if end == len(leaves):
                    return TOO_MANY
                leaves[end + PATTERNS_LOW] = item_at(leaves, leaf + PATTERNS_LOW) - less_low
                leaves[end + PATTERNS_HIGH] = item_at(leaves, leaf + PATTERNS_HIGH) - less_high
                leaves[end + LEAF_WORTH] = item_at(leaves, leaf + LEAF_WORTH) + worth
                leaves[end + LEFT] = left
                leaves[end + PARENT] = leaf
                leaves[end + HOW] = at * RANKS + rank
                end += LEAF
    return end


@rule
def best_of_rows(rows: Any, most: int, low: int, high: int, wild: int) -> int:
    """Return the weight of the best runs of four patterns that share the wild cards.

    Args:
        rows: the table of rows.
        most: the most wild cards of the table.
        low: the patterns of spades and hearts.
        high: the patterns of diamonds and clubs.
        wild: the number of wild cards.
    """
    size = most + 1
    a, b = (low & PATTERN) * size, (low >> HALF) * size
    c, d = (high & PATTERN) * size, (high >> HALF) * size
    if wild == 0:
        return item_at(rows, a) + item_at(rows, b) + item_at(rows, c) + item_at(rows, d)
    best = 0
    for ours in range(wild + 1):
        left = right = 0
        for k in range(ours + 1):
            left = max(left, item_at(rows, a + k) + item_at(rows, b + ours - k))
        for k in range(wild - ours + 1):
            right = max(right, item_at(rows, c + k) + item_at(rows, d + wild - ours - k))
        best = max(best, left + right)
    return best


@rule
def best_leaf(rows: Any, most: int, leaves: Any, end: int) -> tuple[int, int]:
    """Return the index and the weight of the best of the leaves before ``end``."""
    best, found = -1, 0
    for leaf in range(0, end, LEAF):
        low, high = item_at(leaves, leaf + PATTERNS_LOW), item_at(leaves, leaf + PATTERNS_HIGH)
        value = best_of_rows(rows, most, low, high, item_at(leaves, leaf + LEFT))
        value += item_at(leaves, leaf + LEAF_WORTH)
        if value > best:
            best, found = value, leaf
    return found, best


@rule
def least_deadwood(hand: tuple[int, int, int, int], tables: Any, leaves: Any) -> int:
    """Return the weight of the least deadwood of a hand, or TOO_MANY or NO_HAND.

    Args:
        hand: the packed hand.
        tables: see ``Tables``.
        leaves: see ``choose_sets``.
    """
    _, weights, rows, most, options, _, fault = tables
    low, high, one, two = hand
    wild = wilds_of(low)
    if two & fault or wild > most:
        return NO_HAND
    if set_ranks(one, wild) == 0:
        low &= PATTERNS_MASK
        return (high >> ABOVE) - best_of_rows(rows, most, low, high & PATTERNS_MASK, wild)
    end = choose_sets(hand, weights, options, leaves)
    if end == TOO_MANY:
        return TOO_MANY
    _, melded = best_leaf(rows, most, leaves, end)
    return (high >> ABOVE) - melded


# --- The melds of the best arrangement, as numbers ------------------------------------------------

# A run is its ``run_code`` with its suit above. A set has the bit SET, the bits of its suits, its
# number of wild cards from bit 4, and its rank from bit 8.
SUIT_AT = 16
SET = 1 << 20
LONGEST_CODED = 8
"""The longest run in whose number every card may be marked as wild."""


@rule
def write_sets(leaves: Any, options: Any, leaf: int, melds: Any) -> int:
    """Write the sets of a leaf as numbers; return how many there are."""
    found = 0
    while leaves[leaf + PARENT] >= 0:
        at, rank = leaves[leaf + HOW] // RANKS, leaves[leaf + HOW] % RANKS
        shown = options[at + OPTION_SETS]
        while shown and found < len(melds):
            melds[found] = SET | shown & 0xFF | (rank + 1) << 8
            found += 1
            shown >>= 8
        leaf = leaves[leaf + PARENT]
    return found


@rule
def share_wilds(rows: Any, most: int, patterns: Any, wild: int, shares: Any) -> None:
    """Divide wild cards among four patterns so that their runs weigh most.

    Args:
        rows: the table of rows.
        most: the most wild cards of the table.
        patterns: four patterns.
        wild: the number of wild cards.
        shares: array of four numbers, filled.
    """
    size = most + 1
    best = -1
    for a in range(wild + 1):
        for b in range(wild - a + 1):
            for c in range(wild - a - b + 1):
                d = wild - a - b - c
                value = int(rows[patterns[0] * size + a]) + int(rows[patterns[1] * size + b])
                value += int(rows[patterns[2] * size + c]) + int(rows[patterns[3] * size + d])
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
    _, weights, rows, most, options, steps, fault = tables
    low, high, _, two = hand
    if two & fault or wilds_of(low) > most:
        return NO_HAND
    leaves, patterns, shares = work
    end = choose_sets(hand, weights, options, leaves)
    if end == TOO_MANY:
        return TOO_MANY
    leaf, _ = best_leaf(rows, most, leaves, end)
    found = write_sets(leaves, options, leaf, melds)
    low, high = leaves[leaf + PATTERNS_LOW], leaves[leaf + PATTERNS_HIGH]
    patterns[0], patterns[1] = low & PATTERN, low >> HALF
    patterns[2], patterns[3] = high & PATTERN, high >> HALF
    share_wilds(rows, most, patterns, leaves[leaf + LEFT], shares)
    for suit in range(4):
        before = found
        found = runs_of_row(rows, most, steps, patterns[suit], shares[suit], melds, found)
        for k in range(before, found):
            melds[k] |= suit << SUIT_AT
    return found


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
