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
from whist.variant import WhistVariant


def sight(game: WhistVariant, state: WhistState, seat: int | None) -> Sight:
    """Return what a seat sees of a game, or for None what everybody does."""
    whole = [trick for trick in state.tricks if trick.is_whole]
    hands = enumerate(state.hands)
    return Sight(
        "play" if state.tricks else "deal",
        tuple(card_texts(cards_of(hand)) if at == seat else None for at, hand in hands),
        tuple(hand.bit_count() for hand in state.hands),
        {
            "dealer": state.dealer,
            "turned": str(Card(state.turned)) if state.tricks else None,
            "tricks": list(state.took),
            "scores": list(state.scores),
            "target": game.points,
        },
        table={"trick": _last(state.tricks[len(whole) :]), "last": _last(whole)},
    )


def _last(tricks: list[Trick] | tuple[Trick, ...]) -> dict[str, Any] | None:
    """Return the last of some tricks with who wins it so far, None where there are none."""
    if not tricks:
        return None
    plays = [{"seat": seat, "card": str(Card(card))} for seat, card in tricks[-1].plays]
    best = tricks[-1].winner if plays else None
    return {"leader": tricks[-1].leader, "plays": plays, "best": best}
