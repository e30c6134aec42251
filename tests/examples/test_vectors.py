"""Vectors of games of the kit show what their learners see: their records are read back as positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from suitwise.envs import BatchVectorEnv
from suitwise.envs.picture import seen_image, seen_text
from suitwise.game import OVER
from suitwise.stepping.loop import ENDED, ILLEGAL, UNDER_WAY
from suitwise.stepping.loop import OVER as ENDED_OVER
from tests.examples.hearts import games as of_hearts
from tests.examples.spades import games as of_spades
from tests.examples.whist import games as of_whist

ROWS, STEPS = 3, 70
VARIANTS = ("hearts(points=20)", "whist(points=0)", "spades(points=0)")
assert of_hearts.DEAL
assert of_spades.DEAL
assert of_whist.DEAL  # importing them makes the games known


def check(env: BatchVectorEnv, row: int) -> None:
    """Hold the position of a row against its observations, its mask and its returns."""
    assert env._followed is not None
    steps, state = env.steps, env._followed.position(row)
    seat, ended = int(steps.seats[row]), steps.records[row, ENDED]
    for place, seen in enumerate(steps.observe_all()[row]):
        assert np.array_equal(state.observe((seat + place) % 4).ravel(), seen)
    if ended == UNDER_WAY:
        assert state.turn == seat
        legal = {state.game.move_number(move) for move in state.moves()}
        assert legal == {*np.flatnonzero(steps.masks[row]).tolist()}
    if ended == ENDED_OVER:
        assert state.turn == OVER
        assert state.returns() == tuple(steps.returns[row])
    again = state.game.parse(str(state))
    assert again == state
    assert hash(again) == hash(state)


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_is_the_position_that_its_record_tells(variant: str, autoreset: str) -> None:
    env = BatchVectorEnv(variant, ROWS, seat="any", render_mode="ansi", autoreset_mode=autoreset)
    env.reset(seed=5)
    ended = 0
    for _ in range(STEPS):
        ended += int(env.step(env.steps.sample())[2].sum())
        for row in range(ROWS):
            check(env, row)
    assert ended
    assert env._followed is not None
    assert env._followed._actions == [], "nothing is kept"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_vector_shows_texts_and_pictures_and_people_each_game(
    variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, images, people = (
        BatchVectorEnv(variant, 2, seat="any", render_mode=mode)
        for mode in ("ansi", "rgb_array", "human")
    )
    for env in (texts, images, people):
        env.reset(seed=3)
    for _ in range(4):
        capsys.readouterr()
        actions = texts.steps.sample()
        for env in (texts, images, people):
            env.step(actions)
    told, drawn = texts.render(), images.render()
    assert told is not None
    assert drawn is not None
    assert capsys.readouterr().out == "".join(
        f"game {row}\n{text}\n\n" for row, text in enumerate(told)
    )
    for row, (text, image) in enumerate(zip(told, drawn, strict=True)):
        assert texts._followed is not None
        state, seat = texts._followed.position(row), int(texts.steps.seats[row])
        assert text == seen_text(state, seat)
        assert np.array_equal(image, seen_image(state, seat))


def test_after_an_illegal_action_a_game_stands_where_it_was_chosen() -> None:
    env: Any = BatchVectorEnv("whist(points=0)", 2, render_mode="ansi")
    env.reset(seed=1)
    before = env._followed.position(1)
    actions = env.steps.sample()
    actions[1] = int(np.flatnonzero(env.steps.masks[1] == 0)[0])
    env.step(actions)
    assert env.steps.ended[1] == ILLEGAL
    assert env._followed.position(1) == before
