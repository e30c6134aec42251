"""The rule-based player of Hearts: it sees no more than its seat, ducks, and wins."""

from __future__ import annotations

from math import sqrt

import pytest

from hearts import ENTRY
from hearts.game import HeartsState
from hearts.player import HeartsPlayer
from hearts.rules import QUEEN
from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.game import State, load, play
from suitwise.players import RandomPlayer
from tests.examples.hearts.games import DEAL, random_states

CHOOSE = HeartsPlayer()
DEALS = 60


def test_the_player_is_of_hearts_and_needs_a_turn() -> None:
    with pytest.raises(SuitwiseError, match="a player of hearts was asked for a move of gin"):
        CHOOSE(load("gin").start())
    with pytest.raises(SuitwiseError, match="no seat is on turn"):
        CHOOSE(DEAL.start())


@pytest.mark.parametrize("seed", range(8))
def test_it_plays_what_is_legal_and_the_same_in_every_world_that_it_can_not_tell_apart(
    seed: int,
) -> None:
    for state in random_states(seed)[:-1:3]:
        move = CHOOSE(state)
        assert move in state.moves()
        assert CHOOSE.advice(state).move == move
        assert all(CHOOSE(state.resample(state.turn, 1, at)) == move for at in range(3))


def test_alone_among_three_who_play_at_random_it_takes_few_points() -> None:
    """A seat takes 6.5 points on average, and here less than 4, far beyond the interval."""
    points = []
    for deal in range(DEALS):
        seat, others = deal % 4, RandomPlayer(3, deal)

        def choose(state: State[object], seat: int = seat, others: RandomPlayer = others) -> object:
            return (CHOOSE if state.turn == seat else others)(state)

        points.append(-play(DEAL.start(), choose, seed=9, stream=deal).returns[seat])
    mean = sum(points) / DEALS
    error = sqrt(sum((one - mean) ** 2 for one in points) / (DEALS - 1) / DEALS)
    assert mean + 4 * error < 6.5
    assert mean < 4


def first(holds: object) -> HeartsState:
    """Return the first position of random deals in which something holds."""
    states = (state for seed in range(300) for state in random_states(seed)[:-1])
    return next(state for state in states if holds(state))  # type: ignore[operator]


def test_where_the_trick_is_lost_anyway_it_throws_the_queen() -> None:
    def holds(state: HeartsState) -> bool:
        if state.is_passing or not state.tricks[-1].cards:
            return False
        follows = any(card // 13 == state.tricks[-1].led for card in state.moves())
        covers = (state.hands[state.turn] & 0x3FF).bit_count()
        return not follows and bool(state.legal & QUEEN) and covers < 4

    assert CHOOSE(first(holds)) == Card("SQ")


def test_it_ducks_with_the_highest_card_that_loses() -> None:
    def losing(state: HeartsState) -> list[Card]:
        trick = state.tricks[-1]
        return [card for card in state.moves() if trick.followed_by(card).winner != state.turn]

    def holds(state: HeartsState) -> bool:
        if state.is_passing or not state.tricks[-1].cards:
            return False
        same = all(card // 13 == state.tricks[-1].led for card in state.moves())
        return same and 1 < len(losing(state)) < len(state.moves()) and not state.legal & QUEEN

    state = first(holds)
    assert CHOOSE(state) == max(losing(state))


def test_each_move_has_a_reason_and_in_a_few_deals_all_of_them_are_given() -> None:
    advised = {
        CHOOSE.advice(state).why.code for seed in range(40) for state in random_states(seed)[:-1]
    }
    assert isinstance(ENTRY.words, dict)
    rare = {"hearts.why.last"}  # nothing but the queen of spades is left to lead
    assert advised | rare == {code for code in ENTRY.words["zh"] if code.startswith("hearts.why.")}
