"""What is seen of Stack Management as data (``suitwise.sight``): everything.

* ``head``: whether the game is ``won``, and how many ``cards`` are left.
* ``table``: the ``stacks``, each with its top card first.
"""

from __future__ import annotations

from functools import lru_cache

from suitwise.sight import Sight
from suitwise.stacks.rules.layout import Stack, card_text
from suitwise.stacks.state import StacksState


def sight(state: StacksState) -> Sight:
    """Return what everybody sees."""
    layout = state.layout
    phase = "deal" if state.dealing else "play" if state.turn >= 0 else "end"
    head = {"won": not state.dealing and layout.is_won, "cards": layout.cards}
    table = {"stacks": [[*_texts(stack)] for stack in layout.stacks]}
    return Sight(phase, head=head, table=table)


@lru_cache(1 << 13)
def _texts(stack: Stack) -> tuple[str, ...]:
    """Return the texts of a stack: of one that stays as it is they are made once."""
    return tuple(map(card_text, stack))
