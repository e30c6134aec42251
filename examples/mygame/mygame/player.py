"""A player by rules of thumb: take the trick as cheaply as you can, else throw your lowest card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mygame.game import MyGameState
from suitwise import cards, game, tricks
from suitwise.players.turns import on_turn
from suitwise.tricks.cards import HAND, beats, cards_of


@dataclass(frozen=True, slots=True)
class MyGamePlayer:
    """Plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from mygame.game import MyGame
    >>> state, _ = MyGame().start().rolled(seed=1, stream=0)
    >>> MyGamePlayer()(state) in state.moves()
    True
    """

    def __call__(self, state: game.State[Any]) -> cards.Card:
        """Return a card for the seat on turn."""
        here = on_turn(state, MyGameState, "mygame")
        trick, known = here.tricks[-1], tricks.knowledge_of(here, here.turn)
        legal = sorted(cards_of(trick.playable(known.hand)), key=lambda card: card % HAND)
        if not trick.cards:
            return cards.Card(legal[-1])
        winning = [card for card in legal if beats(card, trick.best, trick.trump)]
        return cards.Card((winning or legal)[0])
