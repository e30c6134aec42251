"""What a seat of Whist sees as data (``suitwise.sight``), in the words of the game.

* ``head``: the ``dealer``, the card ``turned`` up for trump, the ``tricks`` and ``scores`` of the sides,
  and the ``target`` of the game (0 for a single deal).
* ``table``: the ``trick`` that lies there and the ``last`` whole one.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.sight import Sight, card_texts

from whist.rules.tricks import Trick, cards_of
from whist.state import WhistState


def sight(state: WhistState, seat: int | None) -> Sight:
    """Return what a seat sees of a game, or for None what everybody does."""
    whole = [trick for trick in state.tricks if trick.is_whole]
    opened = state.tricks[len(whole) :]
    return Sight(
        "play" if state.tricks else "deal",
        tuple(card_texts(cards_of(hand)) if at == seat else None for at, hand in enumerate(state.hands)),
        tuple(hand.bit_count() for hand in state.hands),
        {
            "dealer": state.dealer,
            "turned": str(Card(state.turned)) if state.tricks else None,
            "tricks": list(state.took),
            "scores": list(state.scores),
            "target": state.variant.points,
        },
        table={
            "trick": _trick(opened[0]) if opened else None,
            "last": _trick(whole[-1]) if whole else None,
        },
    )


def _trick(trick: Trick) -> dict[str, Any]:
    plays = [{"seat": seat, "card": str(Card(card))} for seat, card in trick.plays]
    return {"leader": trick.leader, "plays": plays, "best": trick.winner if plays else None}
