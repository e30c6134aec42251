"""A policy of numbers plays whole deals: cards as it says, bids and burials by the rule-based player."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from suitwise.arena.config import Config, Match
from suitwise.arena.run import run
from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.game import CHANCE, OVER, load, play
from suitwise.players import RandomPlayer
from suitwise.players.named import _PLAYERS, named, register_player
from suitwise.tractor import PolicyPlayer, TractorState, play_action, play_mask, play_observation
from suitwise.tractor.players.rule_based import TractorPlayer

GAME = load("tractor(match=deal)")


def last(observation: Any, mask: Any) -> int:
    return int(mask.nonzero()[0][-1])


@dataclass(frozen=True)
class Numbered:
    """The legal action with the highest number."""

    def seated(self, game: Any, seed: int, stream: int) -> PolicyPlayer:
        return PolicyPlayer(last)


def test_it_is_asked_for_cards_alone_with_what_its_seat_sees() -> None:
    asked: list[tuple[Any, Any]] = []

    def policy(observation: Any, mask: Any) -> int:
        asked.append((observation, mask))
        return last(observation, mask)

    player, other, phases = PolicyPlayer(policy), TractorPlayer(), Counter[str]()
    state, index = GAME.start().rolled(2, 0)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(2, 0, index)
            continue
        assert isinstance(state, TractorState)
        move, told = player(state), len(asked)
        phases[state.phase] += 1
        if state.phase == "play":
            observation, mask = asked.pop()
            assert observation.tobytes() == play_observation(state, state.turn).tobytes()
            assert mask.tobytes() == play_mask(state).tobytes()
            assert play_action(state, move) <= last(observation, mask)
        else:
            assert (move, told) == (other(state), 0)
        state = state.after(move)
    assert set(phases) == {"bid", "bury", "play"}


def test_among_players_who_throw_it_plays_whole_deals() -> None:
    """Players at random throw what does not stand, so that parts are forced."""
    for seed in range(3):
        ours, others = PolicyPlayer(last), RandomPlayer(seed)
        record = play(GAME.start(), lambda s: (ours, others)[s.turn & 1](s), seed)  # noqa: B023
        assert record.returns[0] == -record.returns[1]


def test_it_meets_others_in_the_arena_by_its_name(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("suitwise.players.named._PLAYERS", copy(_PLAYERS))  # for this test alone
    register_player("numbered_last", Numbered, "tractor")
    assert str(named("numbered_last", GAME)) == "numbered_last"
    match = Match("tractor(match=deal)", ("numbered_last", "rules"), deals=2)
    run(Config("nets", 5, (match,)), tmp_path / "nets", workers=1)
    assert (tmp_path / "nets" / "results.jsonl").read_text("utf-8").count("\n") >= 4


def test_what_a_policy_may_not_choose_is_refused_with_the_reason() -> None:
    state, index = GAME.start().rolled(2, 0)
    rules = TractorPlayer()
    while state.phase != "play":  # type: ignore[attr-defined]
        state = state.after(rules(state))
        state, index = state.rolled(2, 0, index)
    with pytest.raises(IllegalMove, match="duck, action 591: it replies to more than one card"):
        PolicyPlayer(lambda *_: 591)(state)
    with pytest.raises(SuitwiseError, match="an action is a whole number"):
        PolicyPlayer(lambda *_: 0.5)(state)
    assert PolicyPlayer(lambda _, mask: np.int64(mask.argmax()))(state) in state.moves()


def test_in_another_house_it_says_that_numbers_are_of_the_standard_one() -> None:
    game = load("tractor(match=deal,profile=standard(penalty=10))")
    with pytest.raises(IllegalPosition, match="numbers in the house standard, not in standard"):
        play(game.start(), PolicyPlayer(last), seed=1)
