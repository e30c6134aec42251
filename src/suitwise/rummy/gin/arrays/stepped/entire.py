"""Whole deals of gin in arrays, with the cards and choices of states and players (``stepping``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.arrays.stepped.game import GREEDY, batch_of, greedy_move
from suitwise.rummy.gin.arrays.stepped.rows import (
    DRAW,
    PHASE,
    begin_deal,
    count_moves,
    give,
    nth_move,
    play_move,
    stock_of,
)
from suitwise.rummy.gin.moves import DISCARDS, PILE_NUMBER, STOCK_NUMBER
from suitwise.rummy.gin.rules.melds import HAND, PACK, card_at
from suitwise.seeds import below
from suitwise.stepping.entire import Entire, note
from suitwise.stepping.loop import STREAM

if TYPE_CHECKING:
    from suitwise.rummy.gin.game import Gin

_ROOM = 1024
"""The moves of a deal that are noted: players at random need some 125."""


@rule
def draw_noted(record: Any, cards: int, seed: int, stream: int, moves: Any) -> int:
    """Draw one of some cards as chance does, as a bit, and note it."""
    place, record[STREAM] = below(count_bits(cards), seed, stream, record[STREAM])
    bit = bit_numbered(cards, place)
    note(record, moves, DISCARDS + card_at(bit))
    return 1 << bit


@rule
def begin_game(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Deal card by card from seat 0 on, and turn one up; seat 1 has dealt."""
    first = second = 0
    for _ in range(HAND):
        first |= draw_noted(record, PACK & ~(first | second), seed, stream, moves)
        second |= draw_noted(record, PACK & ~(first | second), seed, stream, moves)
    upcard = draw_noted(record, PACK & ~(first | second), seed, stream, moves)
    begin_deal(record, first, second, upcard)


@rule
def choose(
    record: Any, options: Any, policy: int, seed: int, stream: int, index: int
) -> tuple[int, int]:
    """Choose as the greedy player does, or evenly among the legal moves."""
    if policy == GREEDY:
        return greedy_move(record), index
    number, index = below(count_moves(record), seed, stream, index)
    if record[PHASE] == DRAW:  # a position lists the stock first
        return STOCK_NUMBER if number == 0 else PILE_NUMBER, index
    return nth_move(record, number), index


@rule
def make(record: Any, options: Any, action: int, seed: int, stream: int, moves: Any) -> None:
    """Make a move, and draw the card of the stock that it asks for."""
    note(record, moves, action)
    if play_move(record, options, action):
        give(record, options, draw_noted(record, stock_of(record), seed, stream, moves))


def entire_of(variant: Gin) -> Entire:
    """Return what plays whole deals of a variant.

    Raises:
        SuitwiseError: it is a match or declares melds.

    >>> from suitwise.rummy.gin.game import Gin
    >>> entire_of(Gin()).texts[:4]
    ('stock', 'pile', 'pass', 'S2')
    """
    batch = batch_of(variant)
    texts = tuple(map(batch.text_of, range(batch.actions)))
    return Entire(batch, begin_game, choose, make, texts, _ROOM)
