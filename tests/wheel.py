"""A wheel of fortune: the smallest game with options, weighted chance and one seat, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State

SECTORS = "abcdefgh"


@dataclass(frozen=True)
class Wheel(Game[str]):
    """Sector a weighs 1, b 2, c 3 …, or all 1 where the wheel is fair; the player stops or sector."""

    sectors: int = 4
    fair: bool = False
    prize: str = "cake"

    name: ClassVar[str] = "wheel"

    def __post_init__(self) -> None:
        if not 1 <= self.sectors <= len(SECTORS):
            raise NotationError(f"a wheel has 1 to {len(SECTORS)} sectors, not {self.sectors}")

    @property
    def facts(self) -> Facts:
        return Facts(1, 2, None, 0, self.sectors, chance=True, perfect_information=True)

    def start(self) -> Spun:
        return Spun(self, "")

    def parse(self, text: str) -> Spun:
        state = Spun(self, text.removeprefix("start").removesuffix("!"), text.endswith("!"))
        known = state.sector in ("", *SECTORS[: self.sectors])
        if not known or str(state) != text or (state.stopped and not state.sector):
            raise NotationError(f"{text[:24]!a} is no state of a wheel: write start, b or b!")
        return state

    def move_number(self, move: str) -> int:
        return ("spin", "stop").index(move)

    def numbered_move(self, number: int) -> str:
        return ("spin", "stop")[number]


@dataclass(frozen=True, slots=True)
class Spun(State[str]):
    """The sector that came, nothing while the wheel turns; ``!`` once the player has stopped."""

    wheel: Wheel
    sector: str
    stopped: bool = False
    move_kinds = (str,)

    @property
    def game(self) -> Wheel:
        return self.wheel

    @property
    def turn(self) -> int:
        if self.stopped:
            return OVER
        return CHANCE if not self.sector else 0

    def moves(self) -> tuple[str, ...]:
        if self.turn == CHANCE:
            return tuple(SECTORS[: self.wheel.sectors])
        return () if self.stopped else ("spin", "stop")

    def followed_by(self, move: str) -> Spun:
        if self.turn == CHANCE:
            return Spun(self.wheel, move)
        return Spun(self.wheel, "" if move == "spin" else self.sector, move == "stop")

    def weight(self, move: str) -> int:
        return 1 if self.wheel.fair else SECTORS.index(move) + 1

    def returns(self) -> tuple[float, ...]:
        return (float(SECTORS.index(self.sector) + 1) if self.stopped else 0.0,)

    def __str__(self) -> str:
        return (self.sector or "start") + ("!" if self.stopped else "")

    def parse_move(self, text: str) -> str:
        if text not in ("spin", "stop", *SECTORS):
            raise NotationError(f"{text[:24]!a} is no move: write spin or stop")
        return text

    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = np.zeros(len(SECTORS) + 1, np.float32)
        if self.sector:
            seen[SECTORS.index(self.sector)] = 1
        seen[-1] = self.stopped
        return seen
