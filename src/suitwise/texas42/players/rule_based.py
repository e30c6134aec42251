"""The rule-based player of Texas 42.

It uses only what its seat sees: its own hand, the calls, the plays and what they prove. It never calls
more than a mark, outbids its partner or declares a special contract, but it plays those of others. The
rules of thumb are in ``arrays.policy``; here is the reason for each move in a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.foundation.text.phrases import Phrase, one_of, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn, only_move
from suitwise.texas42.arrays import policy
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import PASS, call_name
from suitwise.texas42.rules.contracts import STRAIGHT, Play, bid_of
from suitwise.texas42.rules.dominoes import COUNT, HAND_POINTS, NOTRUMP, Domino
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
        30: with fours your hand is worth a bid of 35
        """
        move = self(state)
        return Advice(move, rule_reason(state, move))


def _call(state: Texas42State) -> Move:
    """Return the lowest sufficient call, or the lowest legal one if a call is forced."""
    legal = sum(1 << move - CALL for move in state.moves())
    partners = state.bidder == partner(state.turn)
    call = policy.rule_based_call(state.dealt[state.turn], state.standing, partners, legal)
    return Move(CALL + call)


def _declaration(state: Texas42State) -> Move:
    return Move(DECLARE + policy.best_declaration(state.dealt[state.turn], STRAIGHT))


def _play(state: Texas42State) -> Move:
    assert state.play is not None
    seat, contract, position = state.turn, state.play.contract, state.play.position
    known = knowledge_of(state, seat)
    return Move(
        quickest(policy.choose_play, _CHOOSING_S)(
            seat,
            known.left,
            contract.declaration,
            dominoes.table_with(position.trick),
            len(position.trick),
            contract.out,
            *points_needed(state.play, seat),
            *(known.may_hold[(seat + ahead) & 3] for ahead in (1, 2, 3)),
        )
    )


def points_needed(play: Play, seat: int) -> tuple[int, int]:
    """Return the points that a seat's side and the other side need to make or set the contract."""
    declaring, need = play.contract.side, bid_of(play.contract.call)
    to_make = need - play.points[declaring]
    to_set = HAND_POINTS + 1 - need - play.points[1 - declaring]
    return (to_make, to_set) if side(seat) == declaring else (to_set, to_make)


# --- Reasons --------------------------------------------------------------------------------------
#
# A call is explained by the worth of the hand, a domino by its effect on the trick.


def rule_reason(state: Texas42State, move: Move) -> Phrase:
    """Return the reason for a move of the rule-based player.

    Args:
        state: a seat's turn; only what this seat sees is used.
        move: the move of the player in it.

    >>> from suitwise.texas42.game import Texas42
    >>> from suitwise.texas42.players.rule_based import Texas42Player
    >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
    >>> print(rule_reason(state, Texas42Player()(state)))
    your hand is worth no bid, whatever you declare
    """
    if len(state.moves()) == 1:
        return only_move(state).why
    if state.phase == "call":
        return _called_by_rule(state, move.call)
    if state.phase == "declare":
        return _declared_by_rule(state.dealt[state.turn])
    assert state.play is not None
    if state.play.contract.out != NOBODY:
        return phrase("texas42.mc-thumb", "it is a rule of thumb")
    trick = state.play.position.trick
    return _followed(state.play, move.domino) if trick else _led(state, state.play, move.domino)


def _called_by_rule(state: Texas42State, call: int) -> Phrase:
    """Return the reason for a call: the worth of the hand, or the standing bidder."""
    if state.bidder == partner(state.turn):
        return phrase(
            "texas42.partners-stands",
            "your partner's bid of {call} stands",
            call=call_name(state.standing),
        )
    limits = [policy.limit_of(points) for points in _worths(state.dealt[state.turn])]
    limit = max(limits)
    if call != PASS and limit < bid_of(call):
        lowest = call_name(call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=lowest)
    if not limit:
        return phrase("texas42.thumb-no-bid", "your hand is worth no bid, whatever you declare")
    said = _worth_a_bid(limits, limit)
    if call != PASS:
        return said
    return phrase("texas42.thumb-no-higher", "{said}, no higher", said=said)


def _worth_a_bid(limits: Sequence[int], limit: int) -> Phrase:
    """Return the words for the highest justified bid, with every declaration that justifies it."""
    if min(limits) == limit:
        return phrase(
            "texas42.thumb-worth-any",
            "your hand is worth a bid of {points}, whatever you declare",
            points=limit,
        )
    return phrase(
        "texas42.thumb-worth",
        "with {declaration} your hand is worth a bid of {points}",
        declaration=_best_of(limits),
        points=limit,
    )


def _declared_by_rule(hand: int) -> Phrase:
    """Return the reason for a declaration: the one, or several, in which the hand is worth most."""
    worths = _worths(hand)
    if min(worths) == max(worths):
        return phrase(
            "texas42.thumb-declared-any", "your hand is worth as much, whatever you declare"
        )
    return phrase(
        "texas42.thumb-declared",
        "your hand is worth most with {declaration}",
        declaration=_best_of(worths),
    )


def _worths(hand: int) -> list[int]:
    """Return the worth of a hand in each straight declaration."""
    return [policy.worth(hand, declaration) for declaration in range(NOTRUMP + 1)]


def _best_of(values: Sequence[int]) -> str:
    """Return the names of all declarations of the greatest value."""
    most = max(values)
    return one_of(
        declaration_name(declaration) for declaration, one in enumerate(values) if one == most
    )


def _led(state: Texas42State, play: Play, domino: int) -> Phrase:
    """Return the reason for a lead: it can't be beaten, or it draws trumps."""
    known, declaration = knowledge_of(state, state.turn), play.contract.declaration
    left, right = (known.may_hold[(state.turn + ahead) & 3] for ahead in (1, 3))
    if policy.walks(domino, declaration, left, right) == policy.SURE:
        return phrase("texas42.thumb-walks", "neither opponent can beat it")
    if policy.is_trump(domino, declaration) and (left | right) & policy.trumps_of(declaration):
        return phrase("texas42.thumb-draws", "it draws trumps")
    return phrase("texas42.thumb-lead", "no lead looks better")


def _followed(play: Play, domino: int) -> Phrase:
    """Return the reason for a reply: the side that wins the trick with it, and its count."""
    trick, declaration = play.position.trick, play.contract.declaration
    table = dominoes.table_with(trick)
    place, points = dominoes.winner_so_far(table, len(trick), declaration)
    best, count = trick[place], COUNT[domino]
    if dominoes.beats(domino, best, dominoes.led_suit(trick[0], declaration), declaration):
        if len(trick) == 3:
            return phrase(
                "texas42.thumb-takes",
                "it takes the trick, worth {points}",
                points=points + count,
            )
        return phrase("texas42.thumb-beats", "it beats {domino}", domino=str(Domino(best)))
    if len(trick) - place == 2:
        stands = phrase(
            "texas42.thumb-partners",
            "your partner's {domino} wins so far",
            domino=str(Domino(best)),
        )
        if not count:
            return stands
        return phrase(
            "texas42.thumb-gives", "{stands}: give it {points} points", stands=stands, points=count
        )
    return phrase(
        "texas42.thumb-theirs",
        "{domino} wins so far, and nothing costs you less",
        domino=str(Domino(best)),
    )
