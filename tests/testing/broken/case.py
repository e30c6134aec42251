"""A broken game with a note of what it breaks; each module of broken games keeps a list of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import IllegalMove
from suitwise.game import Facts, Game, State
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from suitwise.testing.trial import SlowMoves


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


@dataclass(frozen=True)
class Case:
    """A broken game, the checks it fails and what the first of them says."""

    game: Game[Any]
    check: str
    fault: str
    also: frozenset[str]
    slow_moves: SlowMoves | None = None
    entry: Mapping[str, Any] = field(default_factory=dict)


def note(
    cases: list[Case],
    check: str,
    fault: str,
    *,
    also: Collection[str] = (),
    slow_moves: SlowMoves | None = None,
    game: type[Variant] = Variant,
    entry: Mapping[str, Any] | None = None,
    **changed: Any,
) -> Callable[[type], type]:
    """Note a broken kind of state or of game; ``changed`` are the facts that it declares.

    ``entry`` has the parts that its entry in the catalogue names.
    """

    def noted(broken: type) -> type:
        base = broken if issubclass(broken, Variant) else game
        scope: dict[str, Any] = {
            "name": re.sub(r"(?<!^)(?=[A-Z])", "_", broken.__name__).lower(),
            "changed": changed,
        }
        if issubclass(broken, Copy):
            scope["kind"] = broken
        kind = type(broken.__name__, (base,), scope)
        cases.append(Case(kind(), check, fault, frozenset(also), slow_moves, entry or {}))
        return broken

    return noted
