"""Kuhn poker again, built so that a variant can break one thing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import IllegalMove
from suitwise.game import Facts, Game, State
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState


@dataclass(frozen=True)
class Variant(Game[str]):
    """Kuhn poker; what a broken variant changes is in its class."""

    name: ClassVar[str] = "sound"
    kind: ClassVar[type[Copy]]
    changed: ClassVar[dict[str, Any]] = {}

    @property
    def facts(self) -> Facts:
        return replace(Kuhn().facts, **self.changed)

    def start(self) -> Copy:
        return self.kind(Kuhn().start(), self)

    def parse(self, text: str) -> Copy:
        return self.kind(Kuhn().parse(text), self)

    def move_number(self, move: str) -> int:
        return "pb".index(move)

    def numbered_move(self, number: int) -> str:
        return "pb"[number]


@dataclass(frozen=True)
class Copy(State[str]):
    """A state of Kuhn poker."""

    kuhn: KuhnState
    variant: Variant
    move_kinds: ClassVar[tuple[type, ...]] = (str,)

    @property
    def game(self) -> Variant:
        return self.variant

    @property
    def turn(self) -> int:
        return self.kuhn.turn

    def moves(self) -> Collection[str]:
        return self.kuhn.moves()

    def after(self, move: str | int) -> Any:
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.on(self.kuhn.after(move))

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn)

    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns()

    def __str__(self) -> str:
        return str(self.kuhn)

    def parse_move(self, text: str) -> str:
        return self.kuhn.parse_move(text)

    def view(self, seat: int) -> str:
        return self.kuhn.view(seat)

    def observe(self, seat: int) -> NDArray[np.float32]:
        return self.kuhn.observe(seat)

    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self.on(self.kuhn.resample(seat, seed, stream))


Variant.kind = Copy
