"""Actions: the numbers that stand for a game's legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import Listed, Numbered, SeatEnv, actions_of
from suitwise.envs.sight import chooser_of
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.fields import width
from suitwise.game import CHANCE, OVER, State, load, play
from suitwise.players.named import named
from suitwise.testing import Trial
from tests.envs.variants import GAMES, MORE, NO_NUMBERS

NUMBERED = tuple(text for text in (*GAMES, *MORE) if load(text).facts.distinct_moves is not None)
LISTED = tuple(text for text in (*GAMES, *MORE) if text not in NUMBERED)


def decisions(text: str, games: int = 2) -> Iterator[State[Any]]:
    """Yield the positions of random games in which a seat is on turn."""
    return (state for state in Trial(load(text), games).states() if state.turn >= 0)


def test_moves_are_numbered_where_the_game_numbers_them_and_listed_elsewhere() -> None:
    assert {type(actions_of(load(text))) for text in NUMBERED} == {Numbered}
    assert {type(actions_of(load(text))) for text in LISTED} == {Listed}
    assert "tractor(match=deal)" in LISTED
    assert "gin(declare=yes,big=31)" in LISTED


@pytest.mark.parametrize("text", NUMBERED)
def test_the_legal_actions_are_the_numbers_of_the_legal_moves(text: str) -> None:
    game = load(text)
    actions = Numbered(game)
    assert actions.n == max(game.facts.distinct_moves or 0, 1)
    for state in decisions(text):
        legal = [int(number) for number in actions.legal(state)]
        assert legal == sorted(map(game.move_number, state.moves()))
        assert {actions.move(state, number) for number in legal} == set(state.moves())
        assert all(actions.number(state, actions.move(state, k)) == k for k in legal)


@pytest.mark.parametrize("text", LISTED)
def test_an_action_is_a_place_in_the_list_of_legal_moves(text: str) -> None:
    actions = Listed(load(text), most=10**6)
    for state in decisions(text, games=1):
        if len(state.moves()) <= 40:
            moves = list(state.moves())
            assert actions.listed(state) == moves
            assert actions.legal(state).tolist() == list(range(len(moves)))
            assert [actions.move(state, number) for number in range(len(moves))] == moves
            assert [actions.number(state, move) for move in moves] == list(range(len(moves)))


@pytest.mark.parametrize("text", [*GAMES, *MORE])
def test_the_mask_and_the_features_have_a_row_for_each_legal_action_and_zeros_elsewhere(
    text: str,
) -> None:
    game = load(text)
    actions = actions_of(game, most=16)
    for state in decisions(text, games=1):
        legal, mask, features = (actions.legal(state), actions.mask(state), actions.features(state))
        assert mask.dtype == np.int8
        assert np.flatnonzero(mask).tolist() == legal.tolist()
        assert mask.sum() == min(len(state.moves()), actions.n)
        assert features.dtype == np.float32
        assert (
            features.shape == (actions.n, actions.width) == (actions.n, width(game.move_fields()))
        )
        assert not features[mask == 0].any()
        for number in legal:
            told = game.encode_move(actions.move(state, int(number)))
            assert np.array_equal(features[number], told)


@pytest.mark.parametrize("text", [*GAMES, *MORE])
def test_no_action_is_legal_where_no_seat_is_on_turn(text: str) -> None:
    actions = actions_of(load(text))
    turns = set()
    for state in Trial(load(text), 1).states():
        if state.turn < 0:
            turns.add(state.turn)
            assert not actions.mask(state).any()
            assert len(actions.legal(state)) == 0
            with pytest.raises(IllegalMove, match="no seat is on turn"):
                actions.move(state, 0)
    assert turns == {CHANCE, OVER}


# --- Illegal actions ------------------------------------------------------------------------------


def test_a_number_that_is_no_action_is_refused() -> None:
    state, _ = load("gin").start().rolled(3, 0)
    for number in (-1, 107, 10**9):
        with pytest.raises(IllegalMove, match=f"the actions are 0 to 106, not {number}"):
            Numbered(state.game).move(state, number)


@pytest.mark.parametrize(
    "action",
    [*NO_NUMBERS, np.float32(1), np.bool_(True), np.array(True), np.array([1]), np.array(1.0)],
    ids=repr,
)
@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
def test_an_action_that_is_no_whole_number_is_refused_and_is_no_illegal_move(
    text: str, action: Any
) -> None:
    state, _ = load(text).start().rolled(1, 0)
    with pytest.raises(SuitwiseError, match="an action is a whole number, not ") as refused:
        actions_of(state.game).move(state, action)
    assert not isinstance(refused.value, IllegalMove)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint64, np.dtype(">i4").type, np.array])
@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
def test_an_action_is_a_whole_number_of_any_kind(text: str, kind: Any) -> None:
    state, _ = load(text).start().rolled(1, 0)
    actions = actions_of(state.game)
    for number in actions.legal(state).tolist():
        assert actions.move(state, kind(number)) == actions.move(state, number)
    with pytest.raises(IllegalMove, match="the actions are 0 to"):
        actions.move(state, np.uint64(2**64 - 1))  # type: ignore[arg-type]


def test_an_illegal_number_is_refused_with_the_rule_that_forbids_it() -> None:
    state, _ = load("gin").start().rolled(3, 0)
    actions = Numbered(state.game)
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard from the pile, or pass"):
        actions.move(state, 0)
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard from the pile, or pass"):
        actions.number(state, state.parse_move("stock"))


def test_a_place_past_the_list_is_refused() -> None:
    state, _ = load("tractor(match=deal)").start().rolled(1, 0)
    actions = Listed(state.game)
    assert [str(move) for move in actions.listed(state)] == ["pass"]
    with pytest.raises(IllegalMove, match="1 moves are listed here, 0 to 0, not 1"):
        actions.move(state, 1)
    with pytest.raises(IllegalMove):
        actions.number(state, state.parse_move("S2"))


def test_only_a_game_that_numbers_its_moves_has_them_numbered() -> None:
    with pytest.raises(SuitwiseError, match=r"tractor.* does not number its moves: list them"):
        Numbered(load("tractor"))


@pytest.mark.parametrize("most", [0, -3, 2.5, True])
def test_a_list_has_room_for_one_move_or_more(most: Any) -> None:
    for text in ("tractor", "gin"):
        with pytest.raises(SuitwiseError, match="most is a number from 1 on"):
            actions_of(load(text), most)
    with pytest.raises(SuitwiseError, match="most is a number from 1 on"):
        Listed(load("tractor"), most)


# --- Lists too long to be made --------------------------------------------------------------------


def burial() -> State[Any]:
    """Return a position of Tractor in which eight of 33 cards are to be buried."""
    return next(
        state
        for state in decisions("tractor(match=deal)")
        if state.phase == "bury"  # type: ignore[attr-defined]
    )


def test_of_a_burial_half_are_the_first_ways_and_half_evenly_spaced_through_the_rest() -> None:
    state = burial()
    ways = state.moves()
    assert len(ways) > 10**6
    actions = Listed(state.game, most=64)
    listed = actions.listed(state)
    assert len(listed) == len(set(listed)) == 64
    spaced = [32 + k * (len(ways) - 32) // 32 for k in range(32)]
    assert listed == [ways[k] for k in (*range(32), *spaced)]  # type: ignore[index]
    assert actions.mask(state).tolist() == [1] * 64
    assert [actions.move(state, k) for k in range(64)] == listed
    assert [actions.number(state, move) for move in listed] == list(range(64))


def test_a_legal_move_that_is_not_listed_has_no_number() -> None:
    state = burial()
    unlisted = state.moves()[33]  # type: ignore[index]
    with pytest.raises(IllegalMove, match="is legal, but not one of the 64 moves listed"):
        Listed(state.game, most=64).number(state, unlisted)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_of_three_moves_as_many_are_listed_as_there_is_room_for(most: int) -> None:
    state, _ = load("gin(declare=yes)").start().rolled(3, 0)
    state = state.after(state.parse_move("pile"))
    moves = list(state.moves())
    listed = Listed(state.game, most).listed(state)
    assert len(listed) == len(set(listed)) == most
    assert listed[: most // 2] == moves[: most // 2]
    assert listed == sorted(listed, key=moves.index)


# --- A policy sits down as a player ---------------------------------------------------------------


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
