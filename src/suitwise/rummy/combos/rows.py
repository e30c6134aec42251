"""The maximal combos of an array of hands, written down one after another.

What a whole hand has is one choice of every component (``bits``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.combos.bits import DEPTH, TOO_MANY, search_hand

FULL = 1
"""The arrays are full."""


@rule
def number_of_choices(parts: Any, found: int, most: int) -> int:
    """Return the number of choices of one leaf a component, at most ``most + 1``."""
    choices = 1
    for k in range(found):
        choices = min(choices * (parts[k + 1] - parts[k]), most + 1)
    return choices


@rule
def write_choices(
    leaves: Any,
    parts: Any,
    found: int,
    choices: int,
    ends: Any,
    combos: int,
    melds: Any,
    written: int,
) -> int:
    """Write down all choices of one leaf of every component, or as many as there is room for.

    Args:
        leaves: see ``search_hand``.
        parts: see there.
        found: how many components there are.
        choices: how many choices.
        ends: array by combo, filled with where its melds end.
        combos: the number of the first combo.
        melds: array, filled with the melds' numbers.
        written: how many of them are there already.

    Returns:
        How many melds are there then, or TOO_MANY for the room.
    """
    if combos + choices > len(ends):
        return TOO_MANY
    for choice in range(choices):
        rest = choice
        for k in range(found):
            size = parts[k + 1] - parts[k]
            leaf = parts[k] + rest % size
            rest //= size
            if written + leaves[2][leaf] > len(melds):
                return TOO_MANY
            for n in range(leaves[2][leaf]):
                melds[written + n] = leaves[3][leaf * DEPTH + n]
            written += leaves[2][leaf]
        ends[combos + choice] = written
    return written


@rule
def maximal_of_hands(
    hands: Any, start: int, stop: int, work: Any, ends: Any, combo_ends: Any, melds: Any, done: Any
) -> None:
    """Write down the maximal combos of hands, one after another, while there is room.

    Args:
        hands: array (hands, 52) of counts.
        start: the first hand.
        stop: one past the last.
        work: ``given``, ``stack``, ``leaves`` and ``parts`` of ``search_hand``.
        ends: array by hand from ``start``, filled with where its combos end.
        combo_ends: array by combo, filled with where its melds end.
        melds: array, filled with the melds' numbers.
        done: four numbers, filled: hands, combos and melds that are done, and why it ended: 0 at the
            end, FULL, TOO_MANY or NO_HAND.
    """
    given, stack, leaves, parts = work
    combos = written = done[3] = 0
    row = start
    while row < stop and done[3] == 0:
        found = search_hand(hands[row], given, stack, leaves, parts)
        if found < 0:
            done[3] = found
        else:
            choices = number_of_choices(parts, found, len(combo_ends))
            more = write_choices(leaves, parts, found, choices, combo_ends, combos, melds, written)
            if more == TOO_MANY:
                done[3] = FULL
            else:
                combos, written = combos + choices, more
                ends[row - start] = combos
                row += 1
    done[0], done[1], done[2] = row - start, combos, written
