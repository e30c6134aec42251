"""The random player: legal, uniform, and the same again from its seed."""

from __future__ import annotations

from collections import Counter

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load, play
from suitwise.players import RandomPlayer
from suitwise.testing import Kuhn


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
