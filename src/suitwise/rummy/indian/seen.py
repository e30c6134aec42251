"""The data that a seat sees of a position of Indian rummy (``suitwise.sight``), in the game's words.

* ``head``: the card turned up, ``wild``, and the rank that it makes so, ``wild_rank``; how many
  turns have had their draw, ``draws``, and how many they may be, ``most_draws``; the ``outcome``
  in words once a seat has won.
* ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None
  for the first; how many cards are in the ``stock``; the card ``taken`` from the pile in this
  turn; the cards that lay in the pile when it was last ``turned``.
* ``seats``: the ``standing`` of each, and the cards ``known`` to be in its hand.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.rummy.indian.rules.cards import Cards
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.pile import pile_data
from suitwise.sight import Sight, card_texts


def sight(state: IndianState, seat: int | None) -> Sight:
    """Return what a seat sees, or for None what everybody sees."""
    return Sight(
        state.phase,
        tuple(_held(state, owner, seat) for owner in range(state.variant.seats)),
        tuple(map(len, state.hands)),
        _head(state),
        table=_table(state),
        seats=tuple(_seat(state, owner, seat) for owner in range(state.variant.seats)),
    )


def _held(state: IndianState, owner: int, seat: int | None) -> list[str] | None:
    seen = owner == seat or state.is_shown(owner)
    return card_texts(state.hands[owner]) if seen else None


def _head(state: IndianState) -> dict[str, Any]:
    is_turned_up = state.wild >= 0
    return {
        "wild": str(Card(state.wild)) if is_turned_up else None,
        "wild_rank": state.rules.wild if is_turned_up else None,
        "draws": state.drawn,
        "most_draws": state.variant.draws,
        "outcome": None if state.showdown is None else str(state.showdown),
    }


def _table(state: IndianState) -> dict[str, Any]:
    return {
        "pile": pile_data(state.pile),
        "stock": len(state.stock),
        "taken": None if state.taken < 0 else str(Card(state.taken)),
        "turned": card_texts(state.turned),
    }


def _seat(state: IndianState, owner: int, seat: int | None) -> dict[str, Any]:
    known = state.known[owner] if seat is not None else known_to_all(state, owner)
    return {"standing": state.standings[owner], "known": card_texts(known)}


def known_to_all(state: IndianState, owner: int) -> Cards:
    """Return the cards that a spectator knows: of two seats each knows more once all is drawn."""
    return () if state.turned and state.variant.seats == 2 else state.known[owner]
