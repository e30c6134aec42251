"""What a seat sees as text and as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import picture, seen_image, seen_text
from suitwise.game import CHANCE, OVER, State, load
from suitwise.testing import Trial
from tests.envs.variants import GAMES, MORE

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


@pytest.mark.parametrize("text", [*GAMES, *MORE])
def test_no_letter_is_cut_by_the_edge_of_a_picture(text: str) -> None:
    for state in shown(text)[::7]:
        for seat in range(state.game.facts.seats):
            image = seen_image(state, seat)
            assert image.dtype == np.uint8
            edges = (image[:8], image[-8:], image[:, :8], image[:, -8:])
            assert all((edge == PAPER).all() for edge in edges)
            assert (image != PAPER).any()


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
    assert seen_text(over, 0).splitlines()[-1] == f"the game is over: {over.returns()[0]:+g}"


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("gin", "points, 10 cards"),
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
