"""A policy sits down as a player: it is shown what ``SeatEnv`` shows, and its number is the move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from suitwise.envs import SeatEnv
from suitwise.envs.policies import chooser_of
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import load, play
from suitwise.players.named import named


@pytest.mark.parametrize("text", ["texas42(match=hand)", "tractor(match=deal)"])
def test_a_policy_is_asked_what_the_seat_of_the_environment_is_and_plays_the_same(
    text: str,
) -> None:
    game, asked = load(text), []

    def policy(seen: Any, mask: Any) -> Any:
        asked.append((seen, mask))
        return np.array([mask.nonzero()[0][len(asked) % mask.sum()]])

    chooser, others = chooser_of(policy, game), named("random", game)
    env = SeatEnv(game, opponents=lambda state: others.seated(1, 0)(state))
    seen, info = env.reset(seed=3)
    for _ in range(8):
        state = env.position
        move = chooser(state)
        told, mask = asked[-1]
        assert (told == seen).all()
        assert (mask == info["action_mask"]).all()
        assert move == env.actions.move(state, env.actions.number(state, move))
        seen, _, over, _, info = env.step(env.actions.number(state, move))
        if over:
            break


@pytest.mark.parametrize("action", [0, 41, np.int64(67), np.array([0])])
def test_an_action_that_is_not_legal_is_refused_with_its_reason(action: Any) -> None:
    hand = load("texas42(match=hand)")
    with pytest.raises(IllegalMove, match=r"is to call|not played here"):
        play(hand.start(), chooser_of(lambda seen, mask: action, hand), seed=3)


@pytest.mark.parametrize("action", [0.5, np.array(1.0), "pass", [1, 2], []])
def test_what_is_no_number_of_an_action_is_refused(action: Any) -> None:
    hand = load("texas42(match=hand)")
    with pytest.raises(SuitwiseError, match="action"):
        play(hand.start(), chooser_of(lambda seen, mask: action, hand), seed=3)
