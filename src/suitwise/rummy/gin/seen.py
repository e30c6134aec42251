"""The data that a seat sees of a position of gin rummy (``suitwise.sight``), in the words of the game.

* ``head``: the ``dealer``, the most deadwood to ``knock`` with, the points ``to`` which a match
  goes (0 for a single deal), the ``totals`` of the seats and the ``boxes`` that they have won, how
  many ``deals`` of a match are over; after a knock its ``outcome`` in words.
* ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None for
  the upcard; how many cards are in the ``stock``; how many turns in a row were ``idle``, without
  it; the card ``taken`` from the pile in this turn; after a knock the ``knocker``, its ``melds``
  and the cards ``laid_off`` on them.
* ``seats``: the cards ``known`` to be in a hand, because all saw them taken.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.rummy.gin.rules.melds import cards_of
from suitwise.rummy.gin.rules.spreads import melds_of
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.pile import pile_data
from suitwise.sight import Sight, card_texts


def sight(state: GinState, seat: int | None) -> Sight:
    """Return what a seat sees, or for None what everybody sees."""
    shown = state.showdown is not None
    return Sight(
        state.phase,
        tuple(_cards(hand) if shown or at == seat else None for at, hand in enumerate(state.hands)),
        tuple(hand.bit_count() for hand in state.hands),
        _head(state),
        table=_table(state),
        seats=tuple({"known": _cards(known)} for known in state.known),
    )


def _cards(hand: int) -> list[str]:
    return card_texts(cards_of(hand))


def _head(state: GinState) -> dict[str, Any]:
    return {
        "dealer": state.dealer,
        "knock": state.variant.knock,
        "to": state.variant.to,
        "totals": list(state.totals),
        "boxes": list(state.boxes),
        "deals": state.deals,
        "outcome": None if state.showdown is None else str(state.showdown),
    }


def _table(state: GinState) -> dict[str, Any]:
    table = {
        "pile": pile_data(state.pile),
        "stock": state.stock.bit_count(),
        "idle": state.idle,
        "taken": None if state.taken < 0 else str(Card(state.taken)),
        "knocker": None,
        "melds": [],
        "laid_off": [],
    }
    if state.showdown is None:
        return table
    return table | {
        "knocker": state.showdown.knocker,
        "melds": list(map(str, melds_of(*state.spread))),
        "laid_off": _cards(state.showdown.laid_off),
    }
