"""The melds of a best arrangement, written down as numbers: the answer of a batch."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.tables.least import (
    HOW,
    LEFT,
    NO_HAND,
    PARENT,
    PATTERNS_HIGH,
    PATTERNS_LOW,
    TOO_MANY,
    best_leaf,
    choose_sets,
)
from suitwise.rummy.tables.packed_hand import HALF, PATTERN, wilds_of
from suitwise.rummy.tables.rank_sets import SHOWN
from suitwise.rummy.tables.suit_runs import RANKS, run_code, runs_of_row

# A meld as a number: a run is its run_code with its suit above, a set its rank and its code.
SUIT_AT = 16
SET = 1 << 20
LONGEST_CODED = 8
"""The most cards of a run whose number has room for which of them are wild."""


@rule
def write_sets(leaves: Any, options: Any, leaf: int, melds: Any) -> int:
    """Write down the sets of a leaf; return how many there are."""
    found = 0
    while leaves[leaf + PARENT] >= 0:
        at, rank = leaves[leaf + HOW] // RANKS, leaves[leaf + HOW] % RANKS
        shown = options[at + SHOWN]
        while shown and found < len(melds):
            melds[found] = SET | shown & 0xFF | (rank + 1) << 8
            found += 1
            shown >>= 8
        leaf = leaves[leaf + PARENT]
    return found


@rule
def share_wilds(rows: Any, most: int, patterns: Any, wild: int, shares: Any) -> None:
    """Share wild cards out among four patterns in the best way.

    Args:
        rows: the table of rows.
        most: the most wild cards it knows.
        patterns: four patterns.
        wild: how many wild cards there are.
        shares: four numbers, filled.
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
    """Write down the melds of a best arrangement.

    Args:
        hand: the hand (``packed_hand``).
        tables: see ``Tables.given``.
        work: the leaves of ``choose_sets``, and two arrays of four numbers, overwritten.
        melds: array, filled with the melds as numbers.

    Returns:
        How many melds there are, TOO_MANY or NO_HAND.
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
    """Return the numbers of a meld; a long run is cut into parts that are runs.

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
    """Return the number of a meld of which only the first LONGEST_CODED cards may be wild.

    >>> print(meld_of(code_of_meld(Run(1, 1, 13))))
    HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK
    """
    if isinstance(meld, Set):
        suits = sum(1 << suit for suit in meld.suits)
        return SET | meld.rank << 8 | meld.wilds << 4 | suits
    mask = sum(1 << rank - meld.low for rank in meld.wilds)
    return run_code(meld.low, len(meld), mask) | meld.suit << SUIT_AT


def _cut(run: Run, at: int) -> tuple[Run, Run]:
    """Return the parts of a run below a rank and from it on."""
    below = tuple(rank for rank in run.wilds if rank < at)
    above = run.wilds[len(below) :]
    return Run(run.suit, run.low, at - 1, below), Run(run.suit, at, run.high, above)
