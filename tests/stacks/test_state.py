"""Stack Management under the contract, its legal moves against the slow definition."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import testing
from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.game import OVER, State, load
from suitwise.stacks import Deal, Layout, Move, Stacks, StacksState, is_winnable
from suitwise.testing import CHECKS, Trial, name_of, perft
from tests.contract import hold, leave_out_turns
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
OTHERS = VARIANTS[2:]
"""Those that by default take turns at the checks: they differ in numbers alone."""


def slow_moves(state: State[Any]) -> Collection[Any]:
    assert isinstance(state, StacksState)
    if state.dealing:
        dealt = {card for stack in state.layout.stacks for card in stack}
        return [Deal(card) for card in state.variant.deck() if card not in dealt]
    if stacks_oracle.won(state.layout.stacks):
        return []
    moves = stacks_oracle.legal_moves(state.layout.stacks, lone=False)
    return [Move.parse(move) for move in moves]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_stack_management_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    leave_out_turns(variant, check, OTHERS, exhaustive)
    games = 2 if "height=13" in variant else 8
    hold(check, Trial(load(variant), games=games, seed=3, slow_moves=slow_moves), exhaustive)


def position(text: str) -> StacksState:
    return Stacks.around(Layout.parse(text))


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
        ("2b 1a | 3c | -", "r0", "no other top is of the suit of 2b, so it stays"),
        ("2b 1a | 3c", "r0", "the game is over"),
        ("2b 1a | -", "r1", "stack 1 is empty"),
        ("2b 1a | -", "r7", "there is no stack 7: stacks count from 0 to 1"),
        (
            "2b 1a | 3c 4c | -",
            "m0>1",
            "stack 1 is not empty: a card is shifted onto an empty stack",
        ),
        ("2b | 3c 1a | -", "m0>2", "2b lies alone: shifting it changes nothing"),
        ("2b | 3c | -", "m0>2", "the game is over"),
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
        ("stacks(stacks=1000001,height=1)", "at most 1,000,000"),
        ("stacks(stacks=1,height=1000001)", "at most 1,000,000"),
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


@pytest.mark.parametrize(
    ("move", "error", "told"),
    [
        ("", NotationError, "'' is no "),
        ("x" * 999, NotationError, "is no "),
        (99, NotationError, "stacks numbers its moves from 0 to "),
        (None, TypeError, "a move of stacks is a Move or Deal or its text, not None"),
    ],
)
def test_what_is_no_move_is_refused_with_what_a_move_is(
    move: Any, error: type[Exception], told: str
) -> None:
    dealing, playing = Stacks().start(), position("2b 1a | 3b | -")
    for state in (dealing, playing):
        assert move not in state.moves()
        with pytest.raises(error, match=told):
            state.after(move)
        if error is NotationError:
            assert told in str(state.why_not(move))
            continue
        with pytest.raises(error, match=told):
            state.why_not(move)


@pytest.mark.parametrize("card", [(1.5, 1), (True, 1), (9, 1), (0, 1)])
def test_only_cards_of_the_deck_are_dealt(card: Any) -> None:
    with pytest.raises(IllegalMove, match="not to be dealt here"):
        Stacks().start().after(Deal(card))


def test_stacks_of_unequal_heights_are_limited_by_their_cards_alone() -> None:
    tall = [[(value, suit) for value in range(20)] for suit in (1, 2)]
    layout = Layout.of([*tall, *([(1, suit)] for suit in range(3, 60_002))])
    state = Stacks.around(layout)
    assert layout.cards > 60_000
    assert load(str(state.game)).parse(str(state)) == state


def test_a_game_has_at_most_a_million_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.stacks.game.MOST_CARDS", 3)
    game = Stacks(3, 3)
    assert game.position(Layout.parse("1a 2a 3a | - | -")).layout.cards == 3
    with pytest.raises(IllegalPosition, match="at most 3 cards, not 4"):
        game.position(Layout.parse("1a 2a 3a | 4a | -"))


def test_a_variant_of_more_than_a_million_cards_has_no_deal_and_no_array() -> None:
    game = load("stacks(stacks=1001,height=1000)")
    assert isinstance(game, Stacks)
    state = game.position(Layout(((),) * 1001))
    for refused in (game.start, game.deck, lambda: state.observe(0)):
        with pytest.raises(IllegalPosition, match="more than 1,000,000"):
            refused()
    with pytest.raises(NotationError, match="more than 1,000,000"):
        game.parse("dealing " + " | ".join(["-"] * 1001))


def test_a_move_among_100_000_cards_does_not_look_at_all_of_them() -> None:
    state, _ = Stacks(stacks=1000, height=100, suits=900).start().rolled(seed=1, stream=0)
    rng, moves = Random(1), 0
    while state.turn != OVER and moves < 500:
        legal = state.moves()
        state = state.after(next(iter(legal)) if rng.random() < 0.9 else [*legal][-1])
        moves += 1
    assert moves == 500
    # Under 1 ms each; to validate every card took 47 ms.


@pytest.mark.parametrize("variant", [*VARIANTS, "stacks(stacks=40,height=300,suits=7)"])
def test_a_deal_rolled_at_once_is_the_deal_rolled_card_by_card(variant: str) -> None:
    state = load(variant).start()
    assert isinstance(state, StacksState)
    if state.variant.cards > 1000:
        state, index = state.rolled(5, 2)
        assert not state.dealing
        assert state.rolled(5, 2, index) == (state, index)
        return
    while state.dealing:
        assert state.rolled(5, 2, 3) == State.rolled(state, 5, 2, 3)
        state = state.after(next(iter(state.moves())))


def test_100_000_cards_are_dealt_at_once_in_a_second_or_two() -> None:
    state, _ = Stacks(stacks=1000, height=100, suits=1000).start().rolled(seed=1, stream=0)
    # Card by card it takes the better part of an hour.
    assert state.layout.cards == 100_000


def test_what_is_observed_tells_every_card_from_none_and_from_every_other() -> None:
    seen = position("0.0 16777217a 16777216a | - | 5c").observe(0)
    assert seen.tolist() == [
        [[2, 2], [1, 2], [1, 1]],
        [[0, 0], [0, 0], [0, 0]],
        [[1, 3], [0, 0], [0, 0]],
    ]


def test_positions_that_differ_in_names_alone_look_alike_and_others_do_not() -> None:
    rng = Random(4)
    seen: dict[bytes, str] = {}
    for _ in range(300):
        layout = stacks_layouts.random_layout(rng, 3, 3, 5)
        state = Stacks(3, 5, 3).position(Layout.of(layout))
        renamed = [[(10**6 * value + suit, 7 * suit) for value, suit in stack] for stack in layout]
        array = state.observe(0)
        twin = Stacks(3, 5, 3).position(Layout.of(renamed))
        assert (twin.observe(0) == array).all()
        assert seen.setdefault(array.tobytes(), _shape(state)) == _shape(state)
    assert len(seen) == len(set(seen.values()))


def _shape(state: StacksState) -> str:
    """Return a position's text with every number replaced by its place in the order."""
    cards = sorted((suit, value) for stack in state.layout.stacks for value, suit in stack)
    suits = sorted({suit for suit, _ in cards})
    values = {suit: [v for s, v in cards if s == suit] for suit in suits}
    return str(
        [
            [(values[suit].index(value), suits.index(suit)) for value, suit in stack]
            for stack in state.layout.stacks
        ]
    )


def test_a_deal_under_way_is_observed_by_the_ranks_of_its_deck() -> None:
    game = Stacks(stacks=2, height=2, suits=2, singles=1)
    arrays = {
        game.parse(f"dealing {card} | -").observe(0).tobytes() for card in ("1a", "2a", "3a", "1b")
    }
    assert len(arrays) == 4
    assert np.array_equal(game.parse("dealing 2a | -").observe(0)[0], [[2, 1], [0, 0]])


def test_every_deal_of_a_deck_is_a_permutation_of_it() -> None:
    game = Stacks(stacks=3, height=4, suits=4)
    for states, _ in testing.Trial(game, games=20).plays():
        dealt = next(s for s in states if isinstance(s, StacksState) and not s.dealing)
        cards = [card for stack in dealt.layout.stacks for card in stack]
        assert sorted(cards) == sorted(game.deck())


def test_along_a_game_only_shifts_are_decided_anew_and_what_is_lost_stays_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decided: list[Layout] = []

    def counted(layout: Layout) -> bool:
        decided.append(layout)
        return is_winnable(layout)

    monkeypatch.setattr("suitwise.stacks.state.is_winnable", counted)
    chance, verdicts = Random(4), set()
    for stream in range(60):
        state, _ = Stacks(stacks=4, height=4, suits=4).start().rolled(2, stream)
        while state.turn != OVER:
            assert state.can_be_won == stacks_oracle.winnable(state.layout.stacks)
            verdicts.add(state.can_be_won)
            before, was, move = len(decided), state.can_be_won, chance.choice([*state.moves()])
            state = state.after(move)
            assert isinstance(move, Move)
            assert state.can_be_won == is_winnable(state.layout)
            assert len(decided) - before == (was and move.to is not None)
    assert verdicts == {True, False}
