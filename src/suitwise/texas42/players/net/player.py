"""The trained player of Texas 42: it takes the option that a network finds best, at once.

It sees no more than its seat: its own hand, the calls, the plays and what they prove. It knows straight
42: more than two marks, plunges, splashes, nello and sevens it never calls or declares, and where others
do it plays by rules of thumb. Neither does it look at the score of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.foundation.arrays.networks import inputs_on
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.game import State
from suitwise.players.turns import on_turn
from suitwise.texas42.arrays.policy_calls import best_declaration, worth
from suitwise.texas42.hidden.redealing import knowledge_of
from suitwise.texas42.moves import CALL, Move
from suitwise.texas42.players.net import calls, plays
from suitwise.texas42.players.net.network import networks
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS, caller
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import HAND_POINTS
from suitwise.texas42.rules.tricks import table_with
from suitwise.texas42.state import Texas42State

MOST_CALL = FIRST_MARK + 1
"""It calls no more than two marks."""


class Question(NamedTuple):
    """What a network is asked in a position.

    Args:
        network: which one, ``auction`` or ``play``.
        decision: the inputs of the decision that are on.
        options: the moves.
        seen: the inputs of each that are on.
    """

    network: str
    decision: list[int]
    options: list[Move]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays what a network finds best that learnt from the game's own play; the same in the same place.

    >>> from suitwise.game import play
    >>> from suitwise.texas42.game import Texas42
    >>> record = play(Texas42(match="hand").start(), Trained(), seed=1)
    >>> record.moves[28:34]  # after the deal
    ('pass', '30', '31', 'pass', '1', '5-1')
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Texas 42 in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        asked = question_in(on_turn(state, Texas42State, "Texas 42"))
        if asked is None:
            return Texas42Player()(state)
        if len(asked.options) == 1:
            return asked.options[0]
        return asked.options[networks()[asked.network].best(asked.decision, asked.seen)]


def question_in(state: Texas42State) -> Question | None:
    """Return what is asked in a position; None in a contract that straight 42 does not have.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
    >>> asked = question_in(state)
    >>> asked.network, len(asked.options), len(asked.decision)
    ('auction', 15, 14)
    """
    if state.phase == "call":
        return _about_calls(state)
    if state.standing >= FIRST_PLUNGE and state.phase == "declare":
        return None
    if state.phase == "declare":
        return _about_declarations(state)
    assert state.play is not None
    straight = STRAIGHT >> state.play.contract.declaration & 1
    return _about_plays(state) if straight else None


def _about_calls(state: Texas42State) -> Question:
    """Ask what to call; over the partner's bid, and over calls that straight 42 lacks, only to pass."""
    hand, standing, moves = state.dealt[state.turn], state.standing, state.moves()
    if state.bidder == partner(state.turn) or standing >= FIRST_PLUNGE:
        return Question("auction", [], [Move(CALL + PASS)], [])
    options = [move for move in moves if move.call <= MOST_CALL]
    declared = best_declaration(hand, STRAIGHT)
    decision = inputs_on(
        calls.see_auction, hand, len(state.calls), standing, _around(state, state.bidder),
        *_auction(state),
    )  # fmt: skip
    contract, thirds = inputs_on(calls.see_contract, hand, -1, declared), worth(hand, declared)
    seen = [[*contract, *inputs_on(calls.see_call, 0, move.call, thirds)] for move in options]
    return Question("auction", decision, options, seen)


def _about_declarations(state: Texas42State) -> Question:
    """Ask what to declare of the straight declarations."""
    hand = state.dealt[state.turn]
    options = [move for move in state.moves() if STRAIGHT >> move.declaration & 1]
    decision = inputs_on(
        calls.see_auction, hand, calls.ALL_MADE, state.standing, 0, *_auction(state)
    )
    seen = [inputs_on(calls.see_contract, hand, -1, move.declaration) for move in options]
    return Question("auction", decision, options, seen)


def _about_plays(state: Texas42State) -> Question:
    """Ask what to play."""
    assert state.play is not None
    seat, contract, position = state.turn, state.play.contract, state.play.position
    known, need = knowledge_of(state, seat), bid_of(contract.call)
    lacking = [HAND_POINTS + 1 - need - points for points in state.play.points]
    lacking[contract.side] = need - state.play.points[contract.side]
    needs = lacking[side(seat)], lacking[1 - side(seat)]
    here = known.left, contract.declaration, table_with(position.trick), len(position.trick)
    others = [(seat + ahead) & 3 for ahead in (1, 2, 3)]
    may = [known.may_hold[other] for other in others]
    _, bids = _auction(state)
    decision = inputs_on(
        plays.see_play, *here, *needs, _around(state, contract.bidder), bids, *may,
        *(known.played[other] for other in others),
    )  # fmt: skip
    options = list(state.moves_but_claim())
    seen = [inputs_on(plays.see_domino, move, *here, *needs, *may) for move in options]
    return Question("play", decision, options, seen)


def _auction(state: Texas42State) -> tuple[int, int]:
    """Return the seats that have called and those that have bid, bits from the one on turn."""
    called = bids = 0
    for made, call in enumerate(state.calls):
        around = 1 << _around(state, caller(state.shaker, made))
        called |= around
        bids |= around if call != PASS else 0
    return called, bids


def _around(state: Texas42State, seat: int) -> int:
    """Return a seat counted from the one on turn to the left; nobody stays nobody."""
    return NOBODY if seat == NOBODY else (seat - state.turn) & 3
