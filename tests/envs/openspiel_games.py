"""What the tests of the OpenSpiel face share: its games, two of the suite's own, random play."""

from __future__ import annotations

import random
from collections.abc import Iterator

from suitwise.envs.openspiel import Entry, openspiel_game, register_game
from suitwise.envs.openspiel.game import OpenSpielGame
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.game import load
from suitwise.testing import Kuhn, Leduc
from tests.envs.variants import GAMES, MORE

VARIANTS = (*GAMES, *MORE)
KUHN = Entry(Kuhn.name, "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2)
LEDUC = Entry(Leduc.name, "Leduc poker", outcomes=lambda _: 3, turns=lambda _: 4)
TWO_TRICKS = (
    "texas42_endgame(declaration=5,dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5,"
    "goal={goal},seat={seat},hand={hand})"
)
"""An endgame with a hand that all know; small enough to be walked through."""

register_game(KUHN)
register_game(LEDUC)


def game_of(text: str, most: int = 128, rows: int = 0) -> OpenSpielGame:
    """Return the OpenSpiel game of a variant's text."""
    return openspiel_game(load(text), most, rows)


def recalled(text: str) -> OpenSpielGame:
    """Return a game with information states that hold all that was told."""
    return game_of(text, rows=load(text).most_told or 1000)


def random_states(game: OpenSpielGame, seed: int) -> Iterator[tuple[OpenSpielState, int]]:
    """Yield the states of a random game, each with the action that follows, -1 after the end."""
    state, chosen = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        action = random_action(state, chosen)
        yield state.clone(), action
        state.apply_action(action)
    yield state, -1


def random_action(state: OpenSpielState, chosen: random.Random) -> int:
    """Return an outcome of chance by its odds, or any legal action."""
    if not state.is_chance_node():
        return int(chosen.choice(state.legal_actions()))
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    return int(chosen.choices(actions, odds)[0])


def all_states(game: OpenSpielGame) -> Iterator[OpenSpielState]:
    """Yield every state of a game that there can be, by every way to it."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        yield state
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
