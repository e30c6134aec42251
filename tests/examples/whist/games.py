"""Games of Whist for the tests, and what they are in the oracle's words."""

from __future__ import annotations

from suitwise import catalogue
from suitwise.cards import Card
from tests.examples.playing import random_states_of, texts
from whist import ENTRY
from whist.game import Whist, WhistState

catalogue.register(ENTRY)

DEAL, GAME = Whist(points=0), Whist()


def random_states(seed: int, game: Whist = DEAL) -> list[WhistState]:
    """Return the states of a random game from the end of the first deal on."""
    return random_states_of(game, seed)


def dealt_texts(state: WhistState) -> list[list[str]]:
    return [texts(hand) for hand in state.dealt]


def played_texts(state: WhistState) -> list[str]:
    return [str(Card(card)) for trick in state.tricks for card in trick.cards]
