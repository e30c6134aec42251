"""The game under the contract of ``suitwise.game``: its options, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from mygame.rules import RULES
from suitwise import tricks


class MyGameState(tricks.TrickState):
    """A position, from the deal to the end of the game.

    >>> state, _ = MyGame().start().rolled(seed=1, stream=0)
    >>> state.turn, len(state.moves())
    (1, 13)
    """

    __slots__ = ()


@dataclass(frozen=True)
class MyGame(tricks.TrickGame):
    """Four seats, each for itself; one deal, no trump, a point for each trick.

    >>> MyGame().facts.highest_return
    13
    """

    name, title = "mygame", "mygame"
    rules, state = RULES, MyGameState
