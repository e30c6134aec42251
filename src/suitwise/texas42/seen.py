"""The data that a seat sees of a position of Texas 42 (``suitwise.sight``), in the words of the game.

* ``head``: the ``shaker``, the ``calls`` in order, the ``contract`` once it has been declared, the
  ``unit`` of the score, the ``scores`` of the sides and the ``target`` of the match (0 for a single
  hand), how many of its hands, ``deals``, are over; of the hand under way the ``points`` and
  ``tricks`` that the sides have taken.
* ``hand``: the dominoes ``dealt``.
* ``table``: the ``trick`` that lies there and the ``last`` whole one.

Where a hand has been laid down, all that are left are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from suitwise.foundation.seating import NOBODY, seat_at
from suitwise.sight import Own, Sight, beside
from suitwise.texas42.rules.auction import CALL_TEXT, caller
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.suits import DECLARATION_TEXT
from suitwise.texas42.rules.tricks import trick_points, winning_place

if TYPE_CHECKING:
    from suitwise.texas42.rules.contracts import Contract, Play
    from suitwise.texas42.rules.position import Position, Trick
    from suitwise.texas42.state import Texas42State


def sight(state: Texas42State, seat: int | None) -> Sight:
    """Return what a seat sees of a game, or for None what everybody sees."""
    public = everybody(state)
    return public if seat is None else beside(public, seat, own(state, seat))


def own(state: Texas42State, seat: int) -> Own:
    """Return what a seat sees beside what everybody does."""
    return Own(texts(state.hands[seat]), {"dealt": texts(state.dealt[seat])})


def everybody(state: Texas42State) -> Sight:
    """Return what everybody sees of a game."""
    play = state.play
    return Sight(
        state.phase,
        tuple(texts(hand) if state.is_laid_open else None for hand in state.hands),
        tuple(hand.bit_count() for hand in state.hands),
        _head(state),
        table={
            "trick": None if play is None else open_trick(play.position),
            "last": None if play is None or not play.tricks else _whole(play.tricks[-1], play),
        },
    )


def texts(hand: int) -> list[str]:
    """Return the dominoes of a set of bits as texts.

    >>> texts(0b11)
    ['0-0', '1-0']
    """
    return list(_texts(hand))


@lru_cache(maxsize=1 << 11)  # hands of all tables: of four only one changes at a time
def _texts(hand: int) -> tuple[str, ...]:
    return tuple(map(str, dominoes_of(hand)))


def _head(state: Texas42State) -> dict[str, Any]:
    game, play = state.variant, state.play
    calls = [
        {"seat": caller(state.shaker, made), "call": CALL_TEXT[call]}
        for made, call in enumerate(state.calls)
    ]
    return {
        "shaker": None if state.shaker == NOBODY else state.shaker,
        "calls": calls,
        "contract": None if play is None else _contract(play.contract),
        "unit": game.unit,
        "scores": list(state.scores),
        "target": game.target,
        "deals": state.deals,
        "points": [0, 0] if play is None else list(play.points),
        "tricks": [0, 0] if play is None else list(play.tricks_taken),
    }


def _contract(contract: Contract) -> dict[str, Any]:
    return {
        "bidder": contract.bidder,
        "call": CALL_TEXT[contract.call],
        "declaration": DECLARATION_TEXT[contract.declaration],
        "out": None if contract.out == NOBODY else contract.out,
    }


def open_trick(position: Position) -> dict[str, Any] | None:
    """Return the trick on the table, None where all is played."""
    if position.over:
        return None
    return _trick(position.leader, position.trick, position.declaration, position.out)


def _whole(trick: Trick, play: Play) -> dict[str, Any]:
    return _trick(trick.leader, trick.dominoes, play.contract.declaration, play.contract.out)


def _trick(leader: int, dominoes: Sequence[int], declaration: int, out: int) -> dict[str, Any]:
    """Return a trick with its winner so far and its points."""
    seats = [seat_at(leader, place, out) for place in range(len(dominoes))]
    plays = [
        {"seat": seat, "domino": str(Domino(domino))}
        for seat, domino in zip(seats, dominoes, strict=True)
    ]
    return {
        "leader": leader,
        "plays": plays,
        "best": seats[winning_place(dominoes, declaration)] if plays else None,
        "points": trick_points(dominoes),
    }
