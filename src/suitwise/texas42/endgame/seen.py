"""What a seat sees of an endgame as data (``suitwise.sight``), in the words of the game.

* ``head``: the ``declaration``, the ``goal``, the ``points`` of the sides, and how many dominoes are
  ``undealt``.
* ``hand``: the dominoes ``dealt``.
* ``table``: the ``trick`` that lies there and all that was ``played``, in order.
"""

from __future__ import annotations

from suitwise.sight import Sight
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.view import open_trick, texts


def sight(state: EndgameState, seat: int | None) -> Sight:
    """Return what a seat sees of an endgame; before the play nobody sees how much another holds."""
    hands = state.dealt if state.position is None else state.position.hands
    dealt = state.position is not None
    game = state.variant
    return Sight(
        "deal" if not dealt else "play" if state.turn >= 0 else "end",
        tuple(texts(hand) if at == seat else None for at, hand in enumerate(hands)),
        tuple(hand.bit_count() if dealt or at == seat else None for at, hand in enumerate(hands)),
        {
            "declaration": game.declaration,
            "goal": game.goal,
            "points": list(state.taken),
            "undealt": len(game.pack) - sum(state.dealt).bit_count(),
        },
        {} if seat is None else {"dealt": texts(state.dealt[seat])},
        {
            "trick": None if state.position is None else open_trick(state.position),
            "played": [str(Domino(domino)) for domino in state.plays],
        },
    )
