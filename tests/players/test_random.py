"""The random player: legal, uniform, and the same again from its seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import Game, State, load, play
from suitwise.players import Margin, RandomPlayer, mirrored
from suitwise.players.turns import is_clear
from suitwise.testing import Kuhn
from suitwise.texas42.players.rule_based import Texas42Player


def test_the_same_seed_plays_the_same_games() -> None:
    game = load("stacks")
    first, again = (
        [play(game.start(), player, 1, deal) for deal in range(5)]
        for player in (RandomPlayer(3), RandomPlayer(3))
    )
    assert first == again


def test_every_legal_move_is_as_likely() -> None:
    state, player = Kuhn().parse("KJ"), RandomPlayer(1)
    counts = Counter(player(state) for _ in range(2000))
    assert abs(counts["p"] - 1000) < 5 * 500**0.5


def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    over = Kuhn().parse("KQ:bp")
    with pytest.raises(SuitwiseError, match="there is no move to choose: KQ:bp"):
        RandomPlayer(1)(over)


# --- What players share: when a choice is clear enough to stop looking at worlds ------------------


def test_a_choice_is_clear_when_it_leads_or_when_nothing_differs() -> None:
    assert is_clear(np.array([[1, 1]] * 200))
    assert not is_clear(np.array([[1, 1]] * 199))
    assert not is_clear(np.array([[1, 0], [0, 1]] * 500))
    assert is_clear(np.array([[1, 0], [1, 1]] * 50))
    assert not is_clear(np.array([[1, 0]] * 29))


# --- Mirrored deals: luck cancels, and the interval says how sure the margin is -------------------


def bets_with_a_king(state: State[Any]) -> str:
    return "b" if state.view(state.turn).startswith("K") else "p"


def always_passes(state: State[Any]) -> str:
    return "p"


def always_bets(state: State[Any]) -> str:
    return "b"


def test_a_player_has_no_margin_over_itself() -> None:
    margin = mirrored(Kuhn(), always_passes, always_passes, 50)
    assert (margin.mean, margin.error) == (0, 0)


def test_the_margin_is_as_much_the_other_way_round() -> None:
    game = Kuhn()
    back = mirrored(game, always_bets, bets_with_a_king, 200, seed=1)
    forth = mirrored(game, bets_with_a_king, always_bets, 200, seed=1)
    assert (forth.mean, forth.error) == (-back.mean, back.error)
    assert str(forth) == f"{forth.mean:+.2f} ± {forth.error:.2f} a game on 200 mirrored deals"


def the_first(state: State[Any]) -> Any:
    return next(iter(state.moves()))


def test_partners_have_the_margin_that_the_seats_of_their_side_get() -> None:
    hand, rules = load("texas42(match=hand)"), Texas42Player()

    def got(side: int, deal: int) -> float:
        def choose(state: State[Any]) -> Any:
            return rules(state) if state.turn % 2 == side else the_first(state)

        return play(hand.start(), choose, 3, deal).returns[side]

    found = [(got(0, deal) + got(1, deal)) / 2 for deal in range(8)]
    margin = mirrored(hand, rules, the_first, 8, seed=3)
    assert (margin, len(set(found)) > 1) == (Margin.of(found), True)


@pytest.mark.parametrize(("game", "deals"), [(load("stacks"), 10), (Kuhn(), 1)])
def test_what_can_t_be_mirrored_is_refused(game: Game[Any], deals: int) -> None:
    with pytest.raises(SuitwiseError, match="two or more of a game of two sides"):
        mirrored(game, always_passes, always_passes, deals)
