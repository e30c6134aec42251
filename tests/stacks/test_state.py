"""Stack Management under the contract, its legal moves against the slow definition."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from suitwise import testing
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import OVER, State, load
from suitwise.stacks import Layout, Move, Stacks, StacksState
from suitwise.stacks.state import Deal
from suitwise.testing import CHECKS, Trial, name_of, perft
from tests.oracles import stacks_layouts, stacks_oracle

VARIANTS = (
    "stacks",
    "stacks(stacks=3,height=3,suits=3)",
    "stacks(stacks=2,height=5,suits=2)",
    "stacks(stacks=5,height=2,suits=7,singles=3)",
    "stacks(stacks=1,height=1,suits=1)",
    "stacks(stacks=1,height=6,suits=1,singles=0)",
    "stacks(stacks=8,height=13,suits=8,singles=2)",
)


def slow_moves(state: State[Any]) -> Collection[Any]:
    assert isinstance(state, StacksState)
    if state.dealing:
        dealt = {card for stack in state.layout.stacks for card in stack}
        return [Deal(card) for card in state.game.deck() if card not in dealt]
    if stacks_oracle.won(state.layout.stacks):
        return []
    moves = stacks_oracle.legal_moves(state.layout.stacks, lone=False)
    return [Move.parse(move) for move in moves]


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_stack_management_keeps_the_contract(variant: str, check: Callable[[Trial], None]) -> None:
    games = 2 if "height=13" in variant else 8
    check(Trial(load(variant), games=games, seed=3, slow_moves=slow_moves))


def position(text: str) -> StacksState:
    layout = Layout.parse(text)
    height = max(map(len, layout.stacks))
    return Stacks(len(layout), height, 1, singles=0).position(layout)


def slow_perft(layout: stacks_oracle.Layout, depth: int) -> int:
    """Count lines of play by the slow definition; a game that is won is over."""
    if depth == 0:
        return 1
    if stacks_oracle.won(layout):
        return 0
    moves = stacks_oracle.legal_moves(layout, lone=False)
    return sum(slow_perft(stacks_oracle.apply(layout, move), depth - 1) for move in moves)


@pytest.mark.parametrize("seed", range(60))
def test_perft_counts_what_the_slow_definition_counts(seed: int) -> None:
    layout = stacks_layouts.random_layout(Random(seed), 4, 5, 9)
    state = position(str(Layout.of(layout)))
    assert [perft(state, d) for d in range(4)] == [slow_perft(layout, d) for d in range(4)]


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("2b 1a | 3b", "r1", "2b is the smallest top of its suit, not 3b"),
        ("2b 1a | 3c", "r0", "no other top is of suit b, so 2b stays"),
        ("2b 1a | -", "r1", "stack 1 is empty"),
        ("2b 1a | -", "r7", "there is no stack 7: stacks count from 0 to 1"),
        (
            "2b 1a | 3c 4c | -",
            "m0>1",
            "stack 1 is not empty: a card is shifted onto an empty stack",
        ),
        ("2b | 3c 1a | -", "m0>2", "2b lies alone: shifting it changes nothing"),
        ("2b | 3c | -", "m0>2", "the game is won"),
    ],
)
def test_a_refused_move_names_the_rule(text: str, move: str, reason: str) -> None:
    state = position(text)
    assert state.why_not(Move.parse(move)) == reason
    with pytest.raises(IllegalMove, match=reason.replace("(", r"\(")):
        state.after(Move.parse(move))


def test_a_game_won_returns_one_and_a_game_stuck_none() -> None:
    won, stuck = position("2b | 3c"), position("2b 1c | 3a 1d")
    assert (won.turn, won.returns(), len(won.moves())) == (OVER, (1.0,), 0)
    assert (stuck.turn, stuck.returns(), len(stuck.moves())) == (OVER, (0.0,), 0)


def test_very_many_shifts_are_counted_without_being_listed() -> None:
    text = " | ".join(f"{i}.{i + 30} 1.{i + 3000}" for i in range(1000)) + " | -" * 1000
    moves = position(text).moves()
    assert len(moves) == 1_000_000
    assert Move(999, 1999) in moves
    assert next(iter(moves)) == Move(0, 1000)


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        ("stacks(stacks=0)", "1 or more"),
        ("stacks(stacks=2,height=2,suits=9)", "9 suits need as many cards"),
        ("stacks(stacks=1001,height=1000)", "at most 1,000,000 cards"),
        ("stacks(suits=2,singles=2)", "leave one for the rest"),
        ("stacks(suits=2,singles=-1)", "leave one for the rest"),
    ],
)
def test_a_variant_that_can_t_be_dealt_is_refused(variant: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        load(variant)


@pytest.mark.parametrize(
    "text",
    [
        "dealing 1a | 2a",  # the first stack is filled first
        "dealing 9z | -",  # no card of the deck
        "dealing 1a 1b | 2a 2b",  # all is dealt
        "1a 1b 2a | -",  # higher than dealt
        "1a",  # one stack of two
        "1a | 1a",
    ],
)
def test_a_state_that_can_t_be_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Stacks(stacks=2, height=2, suits=2, singles=0).parse(text)


def test_every_deal_of_a_deck_is_a_permutation_of_it() -> None:
    game = Stacks(stacks=3, height=4, suits=4)
    for states, _ in testing.Trial(game, games=20).plays():
        dealt = next(s for s in states if isinstance(s, StacksState) and not s.dealing)
        cards = [card for stack in dealt.layout.stacks for card in stack]
        assert sorted(cards) == sorted(game.deck())
