"""OpenSpiel's IS-MCTS plays Texas 42 against two of our players: mirrored deals, some ten seconds.

    python examples/openspiel_ismcts.py
    python examples/openspiel_ismcts.py --deals 2

Needs the extra ``rl``. The search is OpenSpiel's own, unchanged. It looks at worlds that its seat can't
tell from the true one (``resample_from_infostate``) and plays each to its end by the rule-based player,
so it sees no domino that it should not. Twenty worlds a move are few: enough to beat play at random, but
not the rules.
"""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import mean

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from suitwise.envs.openspiel import openspiel_game
from suitwise.envs.openspiel.game import BotChooser, OpenSpielGame
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.game import Chooser, load, play
from suitwise.players.named import named

DEALS = 6
SIMULATIONS = 20
SEED = 42


class Playouts:
    """What a state is worth, as OpenSpiel's searches ask it: play it to its end and see.

    Args:
        choose: who plays all seats.
        seed: of the chance in what is left of a game.
    """

    def __init__(self, choose: Chooser, seed: int) -> None:
        self._choose, self._seed, self._count = choose, seed, 0

    def evaluate(self, state: OpenSpielState) -> NDArray[np.float64]:
        """Return what each player gets."""
        self._count += 1
        return np.array(play(state.position, self._choose, self._seed, self._count).returns)

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """Return the chance of each action before anything is known: all alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def search(game: OpenSpielGame, seed: int) -> Chooser:
    """Return OpenSpiel's search as a player of ours; the same seed plays the same games."""
    draws = np.random.RandomState(seed)
    rules = named("rules", game.variant).seated(SEED, 0)
    bot = ISMCTSBot(game, Playouts(rules, seed), 1.0, SIMULATIONS, random_state=draws)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random))
    return BotChooser(game, bot)


def marks(game: OpenSpielGame, opponent: str, deal: int, side: int) -> float:
    """Play a deal with the search on a side and return the marks that it won."""
    mine = search(game, deal)
    seats = [
        mine if seat % 2 == side else named(opponent, game.variant).seated(SEED, seat)
        for seat in range(4)
    ]
    returns = play(game.variant.start(), lambda state: seats[state.turn](state), SEED, deal).returns
    return returns[side]


def main() -> None:
    """Play the deals against each opponent and print what the search won."""
    parser = ArgumentParser(description="Let OpenSpiel's IS-MCTS play Texas 42.")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals against each opponent")
    deals = parser.parse_args().deals
    game = openspiel_game(load("texas42(match=hand)"))
    print(f"{game}\nIS-MCTS, {SIMULATIONS} worlds a move, on {deals} deals from both sides")
    for opponent in ("random", "rules"):
        won = [marks(game, opponent, deal, side) for deal in range(deals) for side in (0, 1)]
        hands = " ".join(f"{mark:+.0f}" for mark in won)
        print(f"against {opponent}: {mean(won):+.2f} marks a hand ({hands})")


if __name__ == "__main__":
    main()
