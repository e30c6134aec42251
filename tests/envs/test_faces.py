"""The faces are light until used, and say what to install where a package is missing."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

import suitwise.envs
import suitwise.testing
from suitwise.envs import BatchVectorEnv, SeatEnv, picture, seen_image, seen_text
from suitwise.envs.sb3 import MaskablePlayer, make_vec_env
from suitwise.envs.vector import batch_of
from suitwise.errors import SuitwiseError, extra_of
from suitwise.fields import parts_of
from suitwise.game import CHANCE, OVER, State, load
from suitwise.testing import Kuhn, Trial
from tests.envs.variants import GAMES, MORE
from tests.fresh import fresh_python

HEAVY = ("gymnasium", "pettingzoo", "pyspiel", "numba", "numpy", "matplotlib", "PIL")


def test_importing_the_faces_imports_nothing_heavy() -> None:
    code = f"import suitwise.envs, sys; print([name for name in {HEAVY} if name in sys.modules])"
    assert fresh_python(code).strip() == "[]"


def test_the_environment_of_a_seat_needs_neither_pettingzoo_nor_openspiel() -> None:
    code = f"""
import sys
import suitwise.envs
suitwise.envs.SeatEnv("gin").reset()
print([name for name in {HEAVY[1:3]} if name in sys.modules])
"""
    assert fresh_python(code).strip() == "[]"


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("SeatEnv", "gymnasium"),
        ("TableEnv", "pettingzoo"),
        ("env", "pettingzoo"),
        ("register_envs", "gymnasium"),
    ],
)
def test_where_a_package_is_missing_its_extra_is_named(name: str, package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
import suitwise.envs
try:
    suitwise.envs.{name}
except ValueError as error:
    print(error)
"""
    expected = f"this needs {package}: {extra_of('rl')}"
    assert fresh_python(code).strip() == expected


@pytest.mark.parametrize("package", ["PIL", "matplotlib"])
def test_a_picture_without_its_packages_names_their_extra(package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
from suitwise.envs import seen_image
from suitwise.game import load
try:
    seen_image(load("gin").start().rolled(3, 0)[0], 0)
except ValueError as error:
    print(error)
"""
    expected = f"this needs {package}: {extra_of('rl')}"
    assert fresh_python(code).strip() == expected


@pytest.mark.parametrize("package", ["stable_baselines3", "sb3_contrib"])
def test_what_needs_stable_baselines_names_its_extra(
    package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "suitwise.envs.sb3.vector", raising=False)
    (tmp_path / "model.zip").write_bytes(b"")
    player = MaskablePlayer(str(tmp_path / "model.zip"))
    asked: dict[str, Callable[[], object]] = {
        "stable_baselines3": lambda: make_vec_env("gin"),
        "sb3_contrib": lambda: player.seated(load("gin"), seed=1, stream=0),
    }
    with pytest.raises(SuitwiseError) as refused:
        asked[package]()
    assert str(refused.value) == f"this needs {package}: {extra_of('sb3')}"


def test_every_name_is_found_and_no_other() -> None:
    for name in vars(suitwise.envs)["__all__"]:
        assert getattr(suitwise.envs, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'SeatEnvs'"):
        suitwise.envs.SeatEnvs  # type: ignore[attr-defined]  # noqa: B018


# --- What a vector gives out is taken by other libraries where it lies ----------------------------


def taken(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as another library gets it."""
    return np.from_dlpack(array)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_all_that_a_step_gives_is_shared_and_not_copied(dtype: Literal["float32", "uint8"]) -> None:
    env = BatchVectorEnv("stacks", 4, dtype=dtype, copy=False)
    _, infos = env.reset(seed=1)
    seen, rewards, over, cut, infos = env.step(infos["action_mask"].argmax(axis=1))
    for array in (seen, infos["action_mask"], infos["seat"], rewards, over, cut):
        assert np.shares_memory(taken(array), array)
        assert array.flags.c_contiguous
        assert array.flags.writeable


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_what_was_taken_twice_shows_every_second_step_from_then_on(
    dtype: Literal["float32", "uint8"],
) -> None:
    env, plain = (BatchVectorEnv("gin", 4, dtype=dtype, copy=copy) for copy in (False, True))
    views: list[Any] = []
    seen, infos = env.reset(seed=1)
    now, _ = plain.reset(seed=1)
    for step in range(8):
        if step < 2:
            views.append((taken(seen), taken(infos["action_mask"])))
        observed, mask = views[step % 2]
        assert np.array_equal(observed, now)
        assert np.array_equal(mask, infos["action_mask"])
        actions = mask.argmax(axis=1)
        seen, _, _, _, infos = env.step(actions)
        now, *_ = plain.step(actions)


# --- What a seat sees as text and as a picture ----------------------------------------------------


PAPER = (250, 249, 245)


def shown(text: str, games: int = 1) -> list[State[Any]]:
    """Return the positions of random games in which chance is not to move."""
    return [state for state in Trial(load(text), games).states() if state.turn != CHANCE]


@pytest.mark.parametrize("text", [*GAMES, *MORE])
def test_every_position_has_a_text_for_every_seat(text: str) -> None:
    for state in shown(text):
        for seat in range(state.game.facts.seats):
            lines = seen_text(state, seat).splitlines()
            assert lines[0].strip()
            assert state.game.facts.seats == 1 or lines[0] == f"seat {seat}"
            assert len(lines) > 1


@pytest.mark.parametrize("text", GAMES)
def test_the_pictures_of_a_game_have_one_size_and_room_for_the_usual_letters(text: str) -> None:
    states = shown(text)[::5]
    sizes = {seen_image(state, max(state.turn, 0)).shape for state in states}
    assert len(sizes) == 1
    high, wide, colours = sizes.pop()
    assert (high % 16, wide % 16, colours) == (0, 0, 3)
    for state in states:
        lines, letters = picture._fitted(seen_text(state, max(state.turn, 0)), (wide, high))
        assert letters == 18
        assert lines == seen_text(state, max(state.turn, 0)).splitlines()


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", [*GAMES, *MORE])
def test_no_letter_is_cut_by_the_edge_of_a_picture(text: str, exhaustive: bool) -> None:
    for state in shown(text)[:: 7 if exhaustive else 21]:
        for seat in range(state.game.facts.seats):
            image = seen_image(state, seat)
            assert image.dtype == np.uint8
            edges = (image[:8], image[-8:], image[:, :8], image[:, -8:])
            assert all((edge == PAPER).all() for edge in edges)
            assert (image != PAPER).any()


def test_pictures_side_by_side_are_those_that_were_given() -> None:
    images = [np.full((4, 6, 3), number, np.uint8) for number in range(1, 6)]
    grid = picture.grid_image(images, columns=2)
    assert grid.shape == (12, 12, 3)
    inner = grid.reshape(3, 4, 2, 6, 3).swapaxes(1, 2).reshape(6, 4, 6, 3)[:, 1:, 1:]
    assert [np.unique(one).tolist() for one in inner[:5]] == [[number] for number in range(1, 6)]
    assert (inner[5] == PAPER).all(), "places left over are paper"
    assert {*grid[4].ravel(), *grid[:, 6].ravel()} == {34}, "lines between them"
    assert picture.grid_image(images[:1]).tolist() == images[0].tolist()


@pytest.mark.parametrize(("count", "across"), [(2, 1), (4, 1), (6, 2), (12, 2), (30, 4)])
def test_a_grid_of_wide_pictures_is_about_as_high_as_wide(count: int, across: int) -> None:
    grid = picture.grid_image([np.zeros((432, 960, 3), np.uint8)] * count)
    assert grid.shape[1] == 960 * across


@pytest.mark.parametrize(
    "images",
    [
        [],
        [np.zeros((2, 2, 3)), np.zeros((2, 3, 3))],
        [np.zeros((2, 2))],
        [np.zeros((2, 2, 4))],
        [np.zeros((0, 0, 3))],
    ],
    ids=str,
)
def test_what_makes_no_grid_is_refused(images: Any) -> None:
    with pytest.raises(SuitwiseError, match="a grid has images"):
        picture.grid_image(images)


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    for state in (load("gin").start(), shown("gin")[0]):
        with pytest.raises(SuitwiseError, match="a seat: a whole number from 0 to 1"):
            seen_text(state, seat)


def test_red_suits_are_red() -> None:
    assert (seen_image(shown("gin")[0], 0) == (190, 30, 30)).all(axis=2).any()
    assert list(picture._red_cards("S7 HA knock:DT DKDK RJ* BJ, HAT deuces")) == [
        (3, "HA"),
        (12, "DT"),
        (15, "DK"),
        (17, "DK"),
        (20, "RJ"),
    ]


def test_a_text_too_large_shrinks_and_then_is_cut_with_a_mark() -> None:
    size = (640, 320)
    _, usual = picture._fitted("\n".join("x" * 10), size)
    lines, small = picture._fitted("\n".join("x" * 25), size)
    assert (usual, len(lines)) == (18, 25)
    assert small < 18
    lines, least = picture._fitted("\n".join("x" * 1000), size)
    assert least == 6
    assert lines[-1] == "…"
    assert len(lines) < 1000


def test_a_long_line_is_broken_between_words() -> None:
    lines, _ = picture._fitted("to move: " + " ".join(["pass"] * 30), (640, 320))
    assert len(lines) > 1
    assert all(line.startswith("  ") for line in lines[1:])
    assert " ".join(" ".join(lines).split()) == "to move: " + " ".join(["pass"] * 30)


def test_large_stacks_stand_in_rows_and_are_shown_whole() -> None:
    state, _ = load("stacks(stacks=20,height=10)").start().rolled(1, 0)
    text = seen_text(state, 0)
    image = seen_image(state, 0)
    lines, letters = picture._fitted(text, (image.shape[1], image.shape[0]))
    assert lines == text.splitlines()
    assert letters == 18


def test_a_text_tells_what_the_seat_may_do_who_else_is_to_move_or_how_it_ended() -> None:
    state, _ = load("texas42_endgame").start().rolled(1, 0)
    legal = " ".join(state.moves())
    assert seen_text(state, 0).splitlines()[-1] == f"to move: {legal}"
    assert seen_text(state, 1).splitlines()[-1] == "seat 0 is to move"
    over = shown("kuhn")[-1]
    assert over.turn == OVER
    assert re.search(
        rf"\nyou (win|lose): {re.escape(f'{over.returns()[0]:+g}')}\n", seen_text(over, 0)
    )


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("gin", "deadwood: "),
        ("texas42(match=hand)", "┌"),
        ("texas42_endgame", "┌"),
        ("tractor(match=deal)", "spades "),
    ],
)
def test_a_seat_that_waits_is_shown_its_hand_as_at_its_own_turn_and_who_is_to_move(
    text: str, hand: str
) -> None:
    waited = 0
    for state in shown(text):
        for seat in set(range(state.game.facts.seats)) - {state.turn} if state.turn >= 0 else ():
            lines = seen_text(state, seat).splitlines()
            assert lines[-1] == f"seat {state.turn} is to move"
            waited += hand in "\n".join(lines)
    assert waited


def test_of_very_many_moves_only_some_are_named() -> None:
    state = load("stacks(stacks=40,height=2)").parse(
        " | ".join([*(f"{value}a {value}b" for value in range(1, 21)), *["-"] * 20])
    )
    named = seen_text(state, 0).splitlines()[-1]
    assert named.endswith(f" and {len(state.moves()) - 40} more")
    assert len(named.split()) == 2 + 40 + 3


# --- Observations as bytes ------------------------------------------------------------------------


BATCHED = ("texas42(match=hand)", "gin", "stacks")
SINGLE = (*BATCHED, "texas42_endgame", "indian13(draws=60)")


@pytest.mark.parametrize("game", BATCHED)
def test_bytes_of_a_vector_over_their_parts_are_the_numbers(game: str) -> None:
    plain, copied, shared = (
        BatchVectorEnv(game, 24, dtype=dtype, copy=copy, autoreset_mode="SameStep")  # type: ignore[arg-type]
        for dtype, copy in (("float32", True), ("uint8", True), ("uint8", False))
    )
    parts, ended = parts_of(batch_of(game).fields), 0
    kept = [env.reset(seed=3)[0] for env in (plain, copied, shared)]
    for _ in range(40):
        numbers, whole, also = kept
        assert whole.dtype == also.dtype == np.uint8
        assert np.array_equal(whole, also)
        assert np.allclose(whole / parts, numbers, atol=1e-6)
        assert whole in copied.observation_space
        actions = plain.steps.sample()
        stepped = [env.step(actions) for env in (plain, copied, shared)]
        assert np.array_equal(shared.steps.observations, plain.steps.observations)
        assert np.array_equal(also, whole)  # the observation before the step is still there
        kept = [seen for seen, *_ in stepped]
        if "final_obs" in (infos := stepped[0][4]):
            rows = infos["_final_obs"]
            final = stepped[1][4]["final_obs"]
            assert final.dtype == np.uint8
            assert np.allclose((final / parts)[rows], infos["final_obs"][rows], atol=1e-6)
            ended += rows.sum()
    assert ended or game == "gin"


@pytest.mark.parametrize("game", SINGLE)
def test_bytes_of_a_seat_over_their_parts_are_the_numbers(game: str) -> None:
    plain, small = SeatEnv(game), SeatEnv(game, dtype="uint8")
    parts = parts_of(load(game).observation_fields())
    numbers, info = plain.reset(seed=5)
    whole, _ = small.reset(seed=5)
    over = False
    while not over:
        assert whole in small.observation_space
        assert np.allclose(whole / parts, numbers, atol=1e-6)
        action = info["action_mask"].argmax()
        numbers, _, over, _, info = plain.step(action)
        whole, *_ = small.step(action)


def test_gymnasium_finds_no_fault_with_bytes() -> None:
    with warnings.catch_warnings():
        # It takes any uint8 for a picture.
        warnings.simplefilter("ignore", UserWarning)
        check_env(SeatEnv("stacks", dtype="uint8"), skip_render_check=True)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("texas42(match=points)", "scores is 0 to 1.836 in parts of 250, beyond 255"),
        ("indian13", "drawn is 0 to 1 in parts of 300, beyond 255"),
        ("tractor(match=deal)", "points is 0 to 19.8 in parts of 200, beyond 255"),
        ("kuhn", "seen is not said to be whole numbers of anything"),
        ("stacks(stacks=16,height=16)", "stack_0 is 0 to 256 in parts of 1, beyond 255"),
    ],
)
def test_numbers_that_go_into_no_byte_are_refused_with_the_reason(game: str, why: str) -> None:
    with pytest.raises(SuitwiseError, match=f"observations are no bytes here: {why}"):
        SeatEnv(Kuhn() if game == "kuhn" else game, dtype="uint8")


def test_the_points_of_tractor_go_into_no_byte() -> None:
    with pytest.raises(SuitwiseError, match=r"points is 0 to 19\.8 in parts of 200, beyond 255"):
        BatchVectorEnv("tractor(match=deal)", 2, dtype="uint8")


def test_there_is_no_other_dtype() -> None:
    with pytest.raises(SuitwiseError, match="observations are float32 or uint8, not 'float64'"):
        BatchVectorEnv("stacks", 2, dtype="float64")  # type: ignore[arg-type]
