"""No face lets a seat see another's cards, and a face that does is caught."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import SeatEnv, TableEnv, seen_image, seen_text
from suitwise.errors import IllegalMove
from suitwise.game import OVER, State, load
from tests.envs.leaks import Leak, check_no_leak, same
from tests.envs.variants import GAMES, MORE

HIDDEN = tuple(text for text in (*GAMES, *MORE) if "stacks" not in text)
"""All but the solitaire, in which everything is seen."""


class SeatFace:
    """All that the environment of one seat shows: observation, info, text, picture, refusals."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.env = cache(self._env)

    def _env(self, seat: int, mode: str | None = None) -> SeatEnv:
        env = SeatEnv(self.text, seat=seat, render_mode=mode)
        env.reset(seed=0)
        return env

    def __call__(self, state: State[Any], seat: int) -> Mapping[str, Any]:
        observation, info = self.env(seat).shown(state)
        shown = {"observation": observation, "info": info, "over": state.turn == OVER}
        shown["text"] = self.env(seat, "ansi").rendered(state)
        if state.turn == seat:
            shown["refusals"] = [refusal(self.env(seat), state, k) for k in range(0, 200, 3)]
        elif state.turn == OVER:
            shown["reward"] = state.returns()[seat]
        return shown


def refusal(env: SeatEnv, state: State[Any], number: int) -> str:
    """Return why an action is refused, or what it means."""
    try:
        return str(env.actions.move(state, number))
    except IllegalMove as error:
        return str(error)


class TableFace:
    """All that the environment of a table shows an agent: observation, text, whose turn it is."""

    def __init__(self, text: str) -> None:
        self.env = TableEnv(text, render_mode="ansi")

    def __call__(self, state: State[Any], seat: int) -> Mapping[str, Any]:
        shown = {"turn": state.turn, "observation": self.env.shown(state, seat)}
        shown["text"] = self.env.rendered(state, seat)
        return shown | ({"rewards": state.returns()} if state.turn == OVER else {})


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", HIDDEN)
def test_the_environment_of_a_seat_shows_it_the_same_in_all_worlds_it_cannot_tell_apart(
    text: str, exhaustive: bool
) -> None:
    assert check_no_leak(SeatFace(text), load(text), games=20 if exhaustive else 1) > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", HIDDEN)
def test_a_table_shows_each_agent_the_same_in_all_worlds_it_cannot_tell_apart(
    text: str, exhaustive: bool
) -> None:
    assert check_no_leak(TableFace(text), load(text), games=20 if exhaustive else 1, seed=1) > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", GAMES)
def test_the_picture_of_a_seat_is_the_same_in_all_worlds_it_cannot_tell_apart(
    text: str, exhaustive: bool
) -> None:
    states = 6 if exhaustive else 3
    check_no_leak(
        lambda state, seat: {"picture": seen_image(state, seat)}, load(text), states=states, seed=2
    )


@pytest.mark.parametrize("text", HIDDEN)
def test_the_text_shown_at_turns_of_chance_tells_nothing_that_is_hidden(text: str) -> None:
    check_no_leak(
        lambda state, seat: {"text": seen_text(state, seat)}, load(text), seed=3, at_chance=True
    )


# --- Faces that leak ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["gin", "texas42(match=hand)", "texas42_endgame", "indian13"])
def test_a_mask_shown_to_who_waits_is_caught(text: str) -> None:
    env = TableEnv(text)
    with pytest.raises(Leak, match="is shown another mask"):
        check_no_leak(lambda state, _: {"mask": env.actions.mask(state)}, load(text))


def test_the_moves_of_others_in_a_text_are_caught() -> None:
    with pytest.raises(Leak, match="is shown another text"):
        check_no_leak(
            lambda state, seat: {"text": " ".join(map(str, state.moves()))},
            load("texas42(match=hand)"),
        )


def test_an_observation_of_the_next_seat_is_caught() -> None:
    with pytest.raises(Leak, match="is shown another observation"):
        check_no_leak(
            lambda state, seat: {"observation": state.observe(1 - seat)}, load("gin"), games=1
        )


def test_a_face_that_names_its_parts_by_what_is_hidden_is_caught() -> None:
    with pytest.raises(Leak):
        check_no_leak(lambda state, seat: {state.view(1 - seat): 1}, load("gin"), games=1)


def test_a_test_in_which_no_world_differs_from_the_truth_proves_nothing() -> None:
    with pytest.raises(AssertionError, match=r"no world of gin.* differs from the truth"):
        check_no_leak(lambda state, seat: {}, load("gin"), games=0)


def test_things_are_the_same_only_where_kind_and_numbers_are() -> None:
    zeros = np.zeros(2, np.int8)
    assert same({"a": [zeros, "x"]}, {"a": [zeros.copy(), "x"]})
    assert not same({"a": zeros}, {"a": np.zeros(2, np.float32)})
    assert not same([zeros], [zeros, zeros])
    assert not same({"a": 1}, {"b": 1})
    assert not same(1, True)
