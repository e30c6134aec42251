"""Whole hands of Texas 42 in arrays, with the cards and choices of states and players (``stepping``)."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.seating import NOBODY
from suitwise.seeds import below
from suitwise.stepping.entire import Entire, note
from suitwise.stepping.loop import STREAM
from suitwise.texas42.arrays.stepped.game import batch_of
from suitwise.texas42.arrays.stepped.policy import RULES, rule_based_place
from suitwise.texas42.arrays.stepped.rows import CALLERS, FIRST_MOVE, LEGAL, PHASE, SHAKES, act, lay
from suitwise.texas42.moves import CLAIM, MOVES, SHAKE
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES
from suitwise.texas42.rules.tricks import HAND
from suitwise.texas42.variant import Texas42Variant

_TEXTS = tuple(map(str, MOVES[:CLAIM]))
_ROOM = 1 + N_DOMINOES + CALLERS + 1 + N_DOMINOES
"""The shaker is drawn, then the dominoes; the calls, the declaration, and all dominoes played."""


@rule
def begin_game(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Draw the shaker where the variant names none, and deal domino by domino from its left."""
    shaker, index = int(options[SHAKES]), 0
    if shaker == NOBODY:
        shaker, index = below(CALLERS, seed, stream, index)
        note(record, moves, SHAKE + shaker)
    lower = upper = 0
    left = ALL
    for dealt in range(N_DOMINOES):
        place, index = below(N_DOMINOES - dealt, seed, stream, index)
        domino, seat = bit_numbered(left, place), (shaker + 1 + dealt // HAND) % CALLERS
        left &= ~(1 << domino)
        lower |= (seat & 1) << domino
        upper |= (seat >> 1) << domino
        note(record, moves, domino)
    record[STREAM] = index
    lay(record, options, lower, upper, shaker)


@rule
def choose(
    record: Any, options: Any, policy: int, seed: int, stream: int, index: int
) -> tuple[int, int]:
    """Choose by rules of thumb, or evenly among the legal moves."""
    legal = int(record[LEGAL])
    if policy == RULES:
        place = rule_based_place(record)
    else:
        number, index = below(count_bits(legal), seed, stream, index)
        place = bit_numbered(legal, number)
    return FIRST_MOVE[int(record[PHASE])] + place, index


@rule
def make(record: Any, options: Any, action: int, seed: int, stream: int, moves: Any) -> None:
    """Make a move; in a hand chance has none after the deal."""
    note(record, moves, action)
    act(record, options, action)


def entire_of(variant: Texas42Variant) -> Entire:
    """Return what plays whole hands of a variant.

    Raises:
        SuitwiseError: the variant is not stepped in arrays.

    >>> from suitwise.texas42.game import Texas42
    >>> entire_of(Texas42(match="hand")).room
    62
    """
    return Entire(batch_of(variant), begin_game, choose, make, _TEXTS, _ROOM)
