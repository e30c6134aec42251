"""What a seat of a trick-taking game sees as data (``suitwise.sight``), with the same names in each.

* ``phase``: ``deal``, ``bid``, ``pass`` or ``play``.
* ``head``: the ``dealer``; how many ``deals`` are over, where positions tell it; the ``trump``, a suit's
  letter or None; the card ``turned`` up, or None; the ``scores`` of sides or seats before this deal and
  its ``points``; the ``target``, the score at which the game ends, 0 for a single deal.
* ``table``: the ``trick`` that lies there and the ``last`` whole one, each with its ``leader``, its
  ``plays`` (a ``seat`` and a ``card`` each) and the seat whose card is ``best``; or None. Where there is
  bidding, the ``calls`` of the deal in order, each with its ``seat`` and its ``call``.
* ``seats``: for each seat how many tricks it ``took``, and how many cards it has ``passed``.
* ``hand``, where cards are passed: the cards that the seat has ``passed`` and ``received``.
* ``ask``, while cards are passed: ``passes``, how many cards the seat has to pass still, and ``to``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import SUITS, Card
from suitwise.sight import Sight, card_texts
from suitwise.tricks.cards import cards_of
from suitwise.tricks.rules import TOOK
from suitwise.tricks.state import Trick, TrickState


def sight_of(game: Any, state: TrickState, seat: int | None) -> Sight:
    """Return what a seat sees of a game, or for None what everybody does."""
    tricks = state.tricks
    whole = [trick for trick in tricks if trick.is_whole]
    hands, took = state.hands, state.record[TOOK : TOOK + 4].tolist()
    passed = state.passed if state.to_pass else ((),) * 4
    held = tuple(
        card_texts(cards_of(hand)) if at == seat else None for at, hand in enumerate(hands)
    )
    return Sight(
        state.phase,
        held,
        tuple(hand.bit_count() for hand in hands),
        {
            "dealer": state.dealer,
            **({"deals": state.deals} if game.tells_deals else {}),
            "trump": SUITS[state.trump] if state.trump >= 0 else None,
            "turned": str(Card(state.turned)) if state.turned >= 0 else None,
            "scores": list(state.totals),
            "points": list(state.points),
            "target": game.target,
        },
        hand=_passing(state, seat) if game.most_passed and seat is not None else {},
        table={"trick": laid(tricks[len(whole) :]), "last": laid(whole), **_calls(game, state)},
        ask=_asked(state) if state.is_passing and seat == state.turn else {},
        seats=tuple({"took": took[at], "passed": len(passed[at])} for at in range(4)),
    )


def _calls(game: Any, state: TrickState) -> dict[str, Any]:
    """Return the calls of a deal, in a game with bidding."""
    if not game.calls:
        return {}
    return {"calls": [{"seat": seat, "call": call.text} for seat, call in state.called]}


def _passing(state: TrickState, seat: int) -> dict[str, Any]:
    """Return what a seat has passed, and what it was passed."""
    return {
        "passed": card_texts(state.passed[seat]),
        "received": card_texts(state.received(seat)),
    }


def _asked(state: TrickState) -> dict[str, Any]:
    """Return how many cards the seat on turn is to pass, and to whom."""
    left = state.to_pass - len(state.passed[state.turn])
    return {"passes": left, "to": (state.turn + state.passes_left) % 4}


def laid(tricks: list[Trick] | tuple[Trick, ...]) -> dict[str, Any] | None:
    """Return the last of some tricks with who wins it so far, None where there are none."""
    if not tricks:
        return None
    plays = [{"seat": seat, "card": str(Card(card))} for seat, card in tricks[-1].plays]
    best = tricks[-1].winner if plays else None
    return {"leader": tricks[-1].leader, "plays": plays, "best": best}
