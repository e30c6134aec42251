"""What a seat of Tractor does, in a player's words."""

from __future__ import annotations

from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState


def did(state: TractorState, move: Move) -> str:
    """Return what the seat on turn does by a move.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> did(state, PASS), doing(state, PASS)
    ('passes', 'passing')
    """
    if move == PASS:
        return "passes"
    if state.phase == "bid":
        return f"bids {move}"
    if state.phase == "bury":
        return f"buries {move}"
    return f"plays {move}" if state.duty else f"leads {move}"


def doing(state: TractorState, move: Move, instead: Move | None = None) -> str:
    """Return a move as something that could be done.

    Args:
        state: the position.
        move: the move.
        instead: of a burial, another one; the cards in which the two differ are named.
    """
    if move == PASS:
        return "passing"
    if state.phase == "bid":
        return f"bidding {move}"
    if state.phase == "bury":
        return f"burying {_exchange(move.pile, instead)}"
    return f"playing {move}" if state.duty else f"leading {move}"


def _exchange(burial: Pile, instead: Move | None) -> str:
    """Return the cards of a burial, or those in which it differs from another."""
    if instead is None or instead.pile == burial:
        return str(burial)
    shared = Pile(burial.once & instead.pile.once, burial.twice & instead.pile.twice)
    return f"{burial.minus(shared)}, not {instead.pile.minus(shared)}"


def place(state: TractorState) -> str:
    """Return where in a deal a position is.

    >>> from suitwise.game import load
    >>> place(load("tractor(match=deal)").start().rolled(seed=1, stream=0)[0])
    '1 card drawn'
    """
    if state.phase == "bid":
        drawn = state.drawn[state.turn].size
        return f"{drawn} card{'s' * (drawn != 1)} drawn"
    return "burial" if state.phase == "bury" else f"trick {len(state.tricks)}"
