"""Games of Hearts for the tests, and what they are in the oracle's words."""

from __future__ import annotations

from hearts import ENTRY
from hearts.game import Hearts, HeartsState
from suitwise import catalogue
from suitwise.cards import Card
from tests.examples.playing import random_states_of, texts
from tests.oracles import hearts_oracle as oracle

catalogue.register(ENTRY)

DEAL, GAME = Hearts(points=0), Hearts()


def random_states(seed: int, game: Hearts = DEAL) -> list[HeartsState]:
    """Return the states of a random game from the end of the first deal on."""
    return random_states_of(game, seed)


def way_of(state: HeartsState) -> str:
    """Return where cards are passed in a deal, in the oracle's word."""
    passing = state.variant.passing
    return oracle.WAYS[state.deals % 4] if passing == "rotate" else passing


def passed_texts(state: HeartsState) -> list[list[str]]:
    return [[str(Card(card)) for card in cards] for cards in state.passed]


def hands_texts(state: HeartsState) -> list[list[str]]:
    """Return the hands as they were after passing, by the oracle."""
    dealt = [texts(hand) for hand in state.dealt]
    return oracle.after_passing(dealt, passed_texts(state), way_of(state))


def played_texts(state: HeartsState) -> list[str]:
    return [str(Card(card)) for _, card in state.plays]
