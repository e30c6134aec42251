"""The rule-based player of Texas 42.

It uses only what its seat sees: its own hand, the calls, the plays and what they prove. It never calls
more than a mark, outbids its partner or declares a special contract, but it plays those of others. The
rules of thumb are in ``arrays.policy``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.seating import partner, side
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.texas42.arrays.policy import best_declaration, choose_play, rule_based_call
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.players.reasons import rule_reason
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import HAND_POINTS
from suitwise.texas42.state import Texas42State

_CHOOSING_S = 0.001
"""Seconds that plain Python takes for ``choose_play``."""


@dataclass(frozen=True, slots=True)
class Texas42Player:
    """Plays by the rules of thumb of ``arrays.policy``, deterministically.

    >>> from suitwise.game import play
    >>> from suitwise.texas42.game import Texas42
    >>> record = play(Texas42(match="hand").start(), Texas42Player(), seed=1)
    >>> record.moves[28:34]  # after the deal
    ('pass', '30', 'pass', 'pass', '4', '4-4')
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, Texas42State, "Texas 42")
        if here.phase == "call":
            return _call(here)
        return _declaration(here) if here.phase == "declare" else _play(here)

    def advice(self, state: Texas42State) -> Advice:
        """Return a move with its reason.

        Args:
            state: a position in which a seat is on turn.

        >>> from suitwise.texas42.game import Texas42
        >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
        >>> move, why = Texas42Player().advice(state.after("pass"))
        >>> print(f"{move}: {why}")
        30: with fours the hand is worth a bid of 35
        """
        move = self(state)
        return Advice(move, rule_reason(state, move))


def _call(state: Texas42State) -> Move:
    """Return the lowest sufficient call, or the lowest legal one if a call is forced."""
    legal = sum(1 << move - CALL for move in state.moves())
    partners = state.bidder == partner(state.turn)
    call = rule_based_call(state.dealt[state.turn], state.standing, partners, legal)
    return Move(CALL + call)


def _declaration(state: Texas42State) -> Move:
    return Move(DECLARE + best_declaration(state.dealt[state.turn], STRAIGHT))


def _play(state: Texas42State) -> Move:
    assert state.play is not None
    seat, contract, position = state.turn, state.play.contract, state.play.position
    known = knowledge_of(state, seat)
    need = bid_of(contract.call)
    lacking = [HAND_POINTS + 1 - need - points for points in state.play.points]
    lacking[contract.side] = need - state.play.points[contract.side]
    return Move(
        quickest(choose_play, _CHOOSING_S)(
            seat,
            known.left,
            contract.declaration,
            sum(domino << 5 * place for place, domino in enumerate(position.trick)),
            len(position.trick),
            contract.out,
            lacking[side(seat)],
            lacking[1 - side(seat)],
            *(known.may_hold[(seat + ahead) & 3] for ahead in (1, 2, 3)),
        )
    )
