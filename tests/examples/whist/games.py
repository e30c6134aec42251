"""Games of Whist for the tests, and what they are in the oracle's words."""

from __future__ import annotations

from suitwise import catalogue
from suitwise.cards import Card
from suitwise.seeds import below
from suitwise.tricks.cards import cards_of
from whist import ENTRY
from whist.game import Whist, WhistState

catalogue.register(ENTRY)

DEAL, GAME = Whist(points=0), Whist()


def random_states(seed: int, game: Whist = DEAL) -> list[WhistState]:
    """Return the states of a random game from the end of the first deal on."""
    state, _ = game.start().rolled(seed, 0)
    states, index = [state], 0
    while state.moves():
        moves = tuple(state.moves())
        place, index = below(len(moves), seed, 1, index)
        state, _ = state.after(moves[place]).rolled(seed, 2, index)
        states.append(state)
    return states


def texts(cards: int) -> list[str]:
    return [str(Card(card)) for card in cards_of(cards)]


def dealt_texts(state: WhistState) -> list[list[str]]:
    return [texts(hand) for hand in state.dealt]


def played_texts(state: WhistState) -> list[str]:
    return [str(Card(card)) for trick in state.tricks for card in trick.cards]
