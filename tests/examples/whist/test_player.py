"""The rule-based player: what it plays in positions that a beginner's book has, and that it wins."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import whist
from suitwise.errors import SuitwiseError
from suitwise.game import State, load, play
from suitwise.players import RandomPlayer
from tests.examples.playing import said_in
from tests.examples.whist.games import DEAL, random_states
from whist import ENTRY
from whist.game import WhistState
from whist.player import WhistPlayer

CHOOSE = WhistPlayer()
DEALS = 60


def test_the_player_is_of_whist_and_needs_a_turn() -> None:
    with pytest.raises(SuitwiseError, match="a player of whist was asked for a move of gin"):
        CHOOSE(load("gin").start())
    with pytest.raises(SuitwiseError, match="no seat is on turn"):
        CHOOSE(DEAL.start())


@pytest.mark.parametrize("seed", range(10))
def test_it_plays_what_is_legal_and_the_same_in_every_world_that_it_can_not_tell_apart(
    seed: int,
) -> None:
    for state in random_states(seed)[:-1:3]:
        move = CHOOSE(state)
        assert move in state.moves()
        assert CHOOSE.advice(state).move == move
        assert all(CHOOSE(state.resample(state.turn, 1, at)) == move for at in range(3))


def test_it_beats_play_at_random_on_mirrored_deals() -> None:
    """Means of a deal played twice, once from each side; far beyond the interval."""
    means = []
    for deal in range(DEALS):
        total = 0.0
        for side in (0, 1):
            others = RandomPlayer(3, 2 * deal + side)

            def choose(
                state: State[object], side: int = side, others: RandomPlayer = others
            ) -> object:
                return (CHOOSE if state.turn % 2 == side else others)(state)

            total += play(DEAL.start(), choose, seed=9, stream=deal).returns[side]
        means.append(total / 2)
    mean = sum(means) / DEALS
    error = sqrt(sum((one - mean) ** 2 for one in means) / (DEALS - 1) / DEALS)
    assert mean - 4 * error > 1


def in_trick(place: int, holds: object) -> WhistState:
    """Return the first position of random deals at a place of a trick in which something holds."""
    states = (state for seed in range(400) for state in random_states(seed)[:-1])
    return next(
        state
        for state in states
        if len(state.tricks[-1].cards) == place and holds(state)  # type: ignore[operator]
    )


def partner_wins(state: WhistState) -> bool:
    return state.tricks[-1].winner == (state.turn + 2) % 4


def follows(state: WhistState) -> bool:
    led = state.tricks[-1].cards[0] // 13
    return len(state.moves()) > 2 and all(card // 13 == led for card in state.moves())


def test_fourth_hand_leaves_the_trick_to_its_partner() -> None:
    state = in_trick(3, lambda state: partner_wins(state) and follows(state))
    assert CHOOSE(state) == min(state.moves())


def takes(state: WhistState, card: int) -> bool:
    return state.tricks[-1].followed_by(card).winner == state.turn


def test_fourth_hand_wins_as_cheaply_as_it_can() -> None:
    def holds(state: WhistState) -> bool:
        winning = [card for card in state.moves() if takes(state, card)]
        return follows(state) and not partner_wins(state) and 1 < len(winning) < len(state.moves())

    state = in_trick(3, holds)
    assert CHOOSE(state) == min(card for card in state.moves() if takes(state, card))


def test_third_hand_plays_high() -> None:
    def holds(state: WhistState) -> bool:
        winning = [card for card in state.moves() if takes(state, card)]
        return follows(state) and not partner_wins(state) and len(winning) == 1

    state = in_trick(2, holds)
    assert takes(state, CHOOSE(state))


def test_who_can_trump_and_win_trumps_low() -> None:
    def holds(state: WhistState) -> bool:
        trump, led = state.tricks[-1].trump, state.tricks[-1].cards[0] // 13
        trumps = [card for card in state.moves() if card // 13 == trump]
        return led != trump and not follows(state) and len(trumps) > 1 and not partner_wins(state)

    state = in_trick(3, holds)
    trump = state.tricks[-1].trump
    winning = [card for card in state.moves() if card // 13 == trump and takes(state, card)]
    assert CHOOSE(state) == min(winning)


def test_second_hand_plays_low_without_the_best_card() -> None:
    def holds(state: WhistState) -> bool:
        return follows(state) and len(state.tricks) == 1 and max(state.moves()) % 13 < 11

    state = in_trick(1, holds)
    assert CHOOSE(state) == min(state.moves())


def test_the_partners_suit_is_returned() -> None:
    def holds(state: WhistState) -> bool:
        first, hand = state.tricks[0], state.hands[state.turn]
        suit = first.cards[0] // 13
        own = [card for card in state.moves() if card // 13 == suit]
        trumps = [card for card in state.moves() if card // 13 == first.trump]
        by_partner = first.leader == (state.turn + 2) % 4
        return hand > 0 and by_partner and suit != first.trump and bool(own) and len(trumps) < 5

    state = in_trick(0, lambda state: len(state.tricks) == 2 and holds(state))
    assert CHOOSE(state) // 13 == state.tricks[0].cards[0] // 13


def test_each_move_has_a_reason_in_both_languages() -> None:
    advised = {
        CHOOSE.advice(state).why.code for seed in range(12) for state in random_states(seed)[:-1]
    }
    words = ENTRY.words
    assert isinstance(words, dict)
    own = {code for code in words["zh"] if not code.startswith("ui.")}
    assert own == said_in(Path(whist.__file__).parent)
    assert advised == own
