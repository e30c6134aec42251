"""What a seat sees of a position of Tractor as data (``suitwise.sight``), in the words of the game.

* ``head``: the ranks that the sides play as ``levels``, the ``landlord``, whether a suit is
  ``named``, the ``trump`` as ``H2``, the ``bids`` in order with how many seats were ``asked``
  since the last card, how many cards are ``undrawn``, those ``turned`` up from the kitty, the
  attackers' ``points``, and the ``outcome`` of a deal that is over in words.
* ``hand``: the ``drawn`` cards; of the landlord the ``kitty`` that it took.
* ``table``: the ``trick`` that lies there, the ``last`` whole one, how many ``tricks`` are whole,
  and what was ``buried``, where it is seen.
* ``ask``: the ``size`` of a play or burial, and the blocks ``owed``, where there are any.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import RANKS
from suitwise.foundation.seating import SEATS
from suitwise.sight import Sight, card_texts
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import Trick
from suitwise.tractor.state import TractorState


def sight(state: TractorState, seat: int | None) -> Sight:
    """Return what a seat sees, or for None what everybody does."""
    return Sight(
        state.phase,
        tuple(_cards(hand) if at == seat else None for at, hand in enumerate(state.held)),
        tuple(hand.size for hand in state.held),
        _head(state),
        _hand(state, seat),
        _table(state, seat),
        _ask(state) if seat is not None and seat == state.turn else {},
    )


def _cards(pile: Pile) -> list[str]:
    return card_texts(pile.cards)


def _head(state: TractorState) -> dict[str, Any]:
    is_known = state.landlord != NOBODY or state.is_named
    return {
        "levels": [RANKS[level] for level in state.levels],
        "landlord": state.current_landlord if is_known else None,
        "named": state.is_named,
        "trump": str(state.trump),
        "bids": [{"seat": bid.seat, "cards": _cards(bid.pile)} for bid in state.bids],
        "asked": state.asked,
        "undrawn": state.undrawn.size,
        "turned": card_texts(state.turned),
        "points": state.points,
        "outcome": None if state.outcome is None else str(state.outcome),
    }


def _hand(state: TractorState, seat: int | None) -> dict[str, Any]:
    if seat is None:
        return {}
    drawn = {"drawn": _cards(state.drawn[seat])}
    return {**drawn, "kitty": _cards(state.kitty)} if state.took_kitty(seat) else drawn


def _table(state: TractorState, seat: int | None) -> dict[str, Any]:
    whole = [trick for trick in state.tricks if trick.is_whole]
    is_open = bool(state.tricks) and not state.tricks[-1].is_whole
    return {
        "trick": _trick(state, state.tricks[-1]) if is_open else None,
        "last": _trick(state, whole[-1]) if whole else None,
        "tricks": len(whole),
        "buried": _cards(state.buried)
        if state.buried is not None and state.sees_kitty(seat)
        else None,
    }


def _trick(state: TractorState, trick: Trick) -> dict[str, Any]:
    """Return a trick with who wins it so far, and what it is worth."""
    plays = [
        {"seat": (trick.leader + place) % len(SEATS), "cards": _cards(play)}
        for place, play in enumerate(trick.plays)
    ]
    return {
        "leader": trick.leader,
        "plays": plays,
        "tried": None if trick.tried is None else _cards(trick.tried),
        "best": state.winner_of(trick) if plays else None,
        "points": trick.points,
    }


def _ask(state: TractorState) -> dict[str, Any]:
    if state.phase == "bury":
        return {"size": KITTY}
    duty = state.duty
    return {} if duty is None else {"size": duty.size, "owed": list(map(str, duty.owed))}
