"""A trial plays random games by seed, and breaks off those without an end."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from suitwise.testing import Kuhn, Trial
from tests.testing.broken.variant import Copy, Variant


class SpinsOn(Copy):
    def moves(self) -> Collection[str]:
        return ("p",)

    def after(self, move: str | int) -> Any:
        return self

    @property
    def turn(self) -> int:
        return 0


class Endless(Variant):
    name = "endless"
    kind = SpinsOn
    changed: ClassVar[dict[str, Any]] = {"longest_game": None}


def test_the_seed_and_the_number_of_games_choose_what_is_played() -> None:
    def lengths(seed: int, games: int) -> list[str]:
        return [str(states[-1]) for states, _ in Trial(Kuhn(), games, seed).plays()]

    assert lengths(1, 9) == lengths(1, 12)[:9]
    assert lengths(1, 9) != lengths(2, 9)


def test_a_game_without_a_bound_is_broken_off() -> None:
    states, moves = Trial(Endless()).play_on(Endless().start(), 0)
    assert len(states) == len(moves) + 1 == 2001
