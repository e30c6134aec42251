"""Moves of gin rummy weighed in worlds that the other's play makes likely (``weighing``)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.rules.melds import BITS, bit_of, cards_of
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.weighing.likely import likely_worlds
from suitwise.rummy.gin.weighing.playout import COLUMNS
from suitwise.rummy.gin.weighing.policy import FOR_GIN, OURS
from suitwise.rummy.gin.weighing.telling import known_of
from suitwise.rummy.gin.weighing.worth import (
    BIG_GIN,
    DRAWING,
    KNOCKING,
    LAYING,
    LEAVING,
    LEAVING_TOO,
    TAKING,
    weigh,
)
from suitwise.seeds import as_seed

HABITS = (OURS, FOR_GIN)
"""When the seat knocks later on if it does not now: each is tried, and the better one counts."""
_KINDS = {"knock": KNOCKING, "big": BIG_GIN, "card": LAYING, "pile": TAKING, "stock": DRAWING}


class Option(NamedTuple):
    """A move, and the habit of the seat from then on.

    Args:
        move: the move.
        habit: one of ``HABITS``; of no account where the move ends the deal.
    """

    move: GinMove
    habit: int = OURS


def options_of(moves: Sequence[GinMove]) -> list[Option]:
    """Return some moves as options: once where they end the deal, else once for each habit.

    >>> [str(option.move) for option in options_of(list(map(GinMove.parse, ("big", "stock"))))]
    ['big', 'stock', 'stock']
    """
    return [
        Option(move, habit)
        for move in moves
        for habit in (HABITS if move.kind not in ("knock", "big") else HABITS[:1])
    ]


def weighed(
    state: GinState, options: Sequence[Option], worlds: int, seed: int, stream: int
) -> NDArray[np.int32]:
    """Return the points that moves of the seat on turn bring in worlds, (worlds, options).

    Args:
        state: a position; no more of it counts than what the seat sees.
        options: the moves.
        worlds: how many worlds are drawn.
        seed: 64-bit seed.
        stream: the stream of random numbers.
    """
    seat, variant = state.seat, state.variant
    known, order = known_of(state), _numbers(unseen_by(state))
    drawn = np.empty((worlds, len(order) + 1), np.int64)
    machine(likely_worlds)(known, order, drawn, as_seed(seed), stream)
    top = BITS[state.pile[-1][0]] if state.pile else 0
    sight = (state.hands[seat], state.known[seat], *known[:3].tolist(), state.pile_bits(), top)
    found = np.empty((worlds, len(options)), np.int32)
    machine(weigh)(
        np.array([_row(state, option) for option in options], np.int64),
        np.array(sight, np.int64),
        drawn,
        np.empty(COLUMNS, np.int64),
        np.array([variant.knock, variant.gin, variant.undercut, variant.big], np.int64),
        found,
    )
    return found


def _row(state: GinState, option: Option) -> tuple[int, int, int, int, int]:
    """Return an option as ``weighing.worth`` takes it."""
    move, habit = option
    if move.kind == "pass":
        return LEAVING if state.phase == "first" else LEAVING_TOO, 0, habit, 0, 0
    card = BITS[move.card] if move.card >= 0 else 0
    spread = 0, 0
    if move.kind == "knock":
        spread = move.spread or best_spread(state.hands[state.seat] & ~card)
    return _KINDS[move.kind], card, habit, *spread


def unseen_by(state: GinState) -> int:
    """Return the cards that the seat has not seen: the stock, and the unknown cards of the other."""
    return state.stock | state.hidden(state.seat)


def stream_of(state: GinState, purpose: bytes = b"") -> int:
    """Return the stream of a decision: a hash of its seat's view and of what it is for."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


def _numbers(cards: int) -> NDArray[np.int64]:
    return np.array([bit_of(card) for card in cards_of(cards)], np.int64)
