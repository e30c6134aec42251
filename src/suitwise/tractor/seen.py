"""What a seat sees of a position of Tractor as data (``suitwise.sight``), in the words of the game.

* ``head``: the ranks that the sides play as ``levels``, how many ``deals`` of a match are over, the
  ``landlord``, whether a suit is ``named``, the ``trump`` as ``H2``, the ``bids`` in order with how
  many seats were ``asked`` since the last card, how many cards are ``undrawn``, those ``turned`` up
  from the kitty, the attackers' ``points``, and the ``outcome`` of a deal that is over in words.
* ``hand``: the ``drawn`` cards; of the landlord the ``kitty`` that it took.
* ``table``: the ``trick`` that lies there, the ``last`` whole one, how many ``tricks`` are whole,
  and what was ``buried``, where it is seen.
* ``ask``: the ``size`` of a play or burial, and the blocks ``owed``, where there are any.

Where a hand has been laid down, all that are left are seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from suitwise.cards import RANKS
from suitwise.foundation.seating import SEATS
from suitwise.sight import Own, Sight, beside, card_texts
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import Trick
from suitwise.tractor.state import TractorState


def sight(state: TractorState, seat: int | None) -> Sight:
    """Return what a seat sees, or for None what everybody does."""
    public = everybody(state)
    return public if seat is None else beside(public, seat, own(state, seat))


def everybody(state: TractorState) -> Sight:
    """Return what everybody sees."""
    return Sight(
        state.phase,
        tuple(_cards(hand) if state.is_laid_open else None for hand in state.held),
        tuple(hand.size for hand in state.held),
        _head(state),
        table=_table(state),
    )


def own(state: TractorState, seat: int) -> Own:
    """Return what a seat sees beside what everybody does."""
    return Own(
        _cards(state.held[seat]),
        _hand(state, seat),
        {"buried": _buried(state)} if state.sees_kitty(seat) else {},
        _ask(state) if seat == state.turn else {},
    )


def _cards(pile: Pile) -> list[str]:
    return list(_texts(pile))


@lru_cache(maxsize=1 << 11)  # hands and plays of all tables: few of them change with a move
def _texts(pile: Pile) -> tuple[str, ...]:
    return tuple(card_texts(pile.cards))


def _head(state: TractorState) -> dict[str, Any]:
    is_known = state.landlord != NOBODY or state.is_named
    return {
        "levels": [RANKS[level] for level in state.levels],
        "deals": state.deals,
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


def _hand(state: TractorState, seat: int) -> dict[str, Any]:
    drawn = {"drawn": _cards(state.drawn[seat])}
    return {**drawn, "kitty": _cards(state.kitty)} if state.took_kitty(seat) else drawn


def _table(state: TractorState) -> dict[str, Any]:
    tricks = state.tricks
    is_open = bool(tricks) and not tricks[-1].is_whole
    whole = tricks[:-1] if is_open else tricks
    return {
        "trick": _trick(state, tricks[-1]) if is_open else None,
        "last": _trick(state, whole[-1]) if whole else None,
        "tricks": len(whole),
        "buried": _buried(state) if state.sees_kitty(None) else None,
    }


def _buried(state: TractorState) -> list[str] | None:
    return None if state.buried is None else _cards(state.buried)


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
