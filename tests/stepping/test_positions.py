"""Rows are read back as positions in which every seat sees, may do and gets what the row shows."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.envs import SeatEnv, register_envs
from suitwise.envs.registered import BATCHED
from suitwise.envs.vector import batch_of
from suitwise.stepping.loop import (
    AUTORESET,
    CUT_OFF,
    ENDED,
    ILLEGAL,
    NOBODY,
    NONE,
    OVER,
    UNDER_WAY,
)
from suitwise.stepping.positions import Followed
from suitwise.stepping.steps import Autoreset, Steps

register_envs()

ROWS, TURNS, FEW, FEWEST = 3, 40, 15, 3
AUTORESETS: tuple[Autoreset, ...] = ("next", "same", "none")


LONG = {f"suitwise/{game}-v0" for game in ("Rami", "Rummikub", "TractorPlay", "Gin")}
"""Whose games need not end in so few turns; by default they are followed for few, and for fewest where
games would restart otherwise."""


def seats_of(name: str) -> list[SeatEnv]:
    """Return an environment of each seat, which says what that seat is shown in any position."""
    seats = batch_of(BATCHED[name]).options[0]
    made = (gymnasium.make(name, seat=seat).unwrapped for seat in range(seats))
    return [env for env in made if isinstance(env, SeatEnv)]


def begun(name: str, others: Any = "random", **options: Any) -> tuple[Followed, Steps]:
    steps = Steps(batch_of(BATCHED[name]), ROWS, others=others, **options)
    followed = Followed(steps)
    followed.reset(seed=5)
    return followed, steps


def check(followed: Followed, steps: Steps, row: int, envs: list[SeatEnv]) -> None:
    """Hold the position of a row against its record: observations of all seats, the mask, the end."""
    state, ended = followed.position(row), steps.records[row, ENDED]
    seat, seen = int(steps.seats[row]), steps.observe_all()[row]
    for place, shown in enumerate(seen):
        env = envs[(seat + place) % len(envs)]
        assert np.array_equal(env.shown(state)[0], shown), f"seat {env.seat} of {state}"
    if ended == UNDER_WAY:
        assert state.turn == seat
        assert np.array_equal(envs[seat].shown(state)[1]["action_mask"], steps.masks[row])
    if ended == OVER:
        assert state.turn == NOBODY
        assert state.returns() == tuple(steps.returns[row])


def walk(
    followed: Followed,
    steps: Steps,
    envs: list[SeatEnv],
    choose: Callable[[], NDArray[np.int64]] | None = None,
    turns: int = TURNS,
) -> int:
    """Step the games and check all of them after every step; return how many ended."""
    ended = 0
    for _ in range(turns):
        followed.step((choose or steps.sample)())
        ended += int((steps.ended != UNDER_WAY).sum())
        for row in range(steps.count):
            check(followed, steps, row, envs)
        over = steps.records[:, ENDED] != UNDER_WAY
        if steps.run[AUTORESET] == NONE and over.any():
            followed.reset(mask=over)
    return ended


@pytest.mark.exhaustive
@pytest.mark.parametrize("autoreset", AUTORESETS)
@pytest.mark.parametrize("name", BATCHED)
def test_a_position_shows_every_seat_what_its_row_does(
    name: str, autoreset: Autoreset, exhaustive: bool
) -> None:
    followed, steps = begun(name, autoreset=autoreset, seat="any")
    few = FEW if autoreset == "next" else FEWEST
    turns = TURNS if exhaustive or name not in LONG else few
    ended = walk(followed, steps, seats_of(name), turns=turns)
    assert ended or name in LONG


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("suitwise/Gin-v0", {"others": "greedy"}),
        ("suitwise/Gin-v0", {"others": "rules", "seat": 1}),
        ("suitwise/Gin-v0", {"others": "self"}),
        ("suitwise/Texas42-v0", {"others": "rules"}),
        ("suitwise/Texas42-v0", {"others": ["rules", "random"], "seat": (1, 3)}),
        ("suitwise/TractorPlay-v0", {"others": "rules", "seat": 2}),
    ],
)
def test_it_does_so_whoever_has_the_other_seats(name: str, options: dict[str, Any]) -> None:
    followed, steps = begun(name, **options)

    def keen() -> NDArray[np.int64]:
        """Choose the last legal action, which ends games of gin soon."""
        width = steps.masks.shape[1]
        chosen: NDArray[np.int64] = width - 1 - steps.masks[:, ::-1].argmax(axis=1)
        return chosen

    ended = walk(followed, steps, seats_of(name), keen)
    assert ended or name == "suitwise/TractorPlay-v0" or options["others"] == "self"


def test_a_game_is_followed_to_a_position_that_nobody_has_asked_for_before() -> None:
    asked, envs = begun("suitwise/Texas42-v0", others="self")[0], seats_of("suitwise/Texas42-v0")
    followed, steps = begun("suitwise/Texas42-v0", others="self")
    for _ in range(20):
        actions = steps.sample()
        for one in (asked, followed):
            one.step(actions)
        assert asked.position(1)
    check(followed, steps, 1, envs)
    assert followed.position(1) == asked.position(1)


def test_a_long_game_is_followed_to_its_end_when_it_is_over() -> None:
    followed, steps = begun("suitwise/Rummikub-v0", autoreset="none")
    while not (over := steps.ended != UNDER_WAY).any():
        followed.step(steps.sample())
    for row in np.flatnonzero(over).tolist():
        check(followed, steps, row, seats_of("suitwise/Rummikub-v0"))
        assert followed.position(row).turn == NOBODY


def test_seeds_of_rows_and_masks_begin_the_games_that_are_followed() -> None:
    followed, steps = begun("suitwise/Stacks-v0", autoreset="none")
    envs = seats_of("suitwise/Stacks-v0")
    followed.reset([7, 8, 7])
    assert followed.position(0) == followed.position(2) != followed.position(1)
    followed.step(steps.sample())
    followed.reset([9, 9, 9], np.array([False, True, False]))
    for row in range(3):
        check(followed, steps, row, envs)


def test_after_an_illegal_action_a_game_stands_where_it_was_chosen() -> None:
    followed, steps = begun("suitwise/Texas42-v0", others="rules")
    before = [followed.position(row) for row in range(ROWS)]
    actions = steps.sample()
    actions[1] = -1
    followed.step(actions)
    assert steps.ended[1] == ILLEGAL
    assert followed.position(1) == before[1]
    assert followed.position(0) != before[0]
    followed.step(steps.sample())
    assert followed.position(1) not in before, "the next game"


def test_a_game_that_is_cut_off_stands_at_the_learners_next_turn() -> None:
    followed, steps = begun("suitwise/Gin-v0", longest=1, autoreset="none")
    envs = seats_of("suitwise/Gin-v0")
    followed.step(steps.sample())
    assert (steps.ended == CUT_OFF).all()
    for row in range(ROWS):
        check(followed, steps, row, envs)
        assert followed.position(row).turn == steps.seats[row]


def test_actions_that_no_game_needs_are_forgotten() -> None:
    followed, steps = begun("suitwise/Stacks-v0", autoreset="same")
    most = 0
    for _ in range(300):
        followed.step(steps.sample())
        most = max(most, len(followed._actions))
    assert most <= 48, "the longest game"


def test_a_copy_follows_on() -> None:
    followed, _ = begun("suitwise/Gin-v0", others="greedy")
    for _ in range(5):
        followed.step(followed._steps.sample())
    assert followed.position(0)
    copied = pickle.loads(pickle.dumps(followed))
    actions = followed._steps.sample()
    for one in (followed, copied):
        one.step(actions)
    assert copied.position(0) == followed.position(0)
