"""Games whose states change, equal others, or don't follow from their seed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from suitwise.testing.poker import KuhnState
from tests.testing.broken.case import Case, note
from tests.testing.broken.variant import Copy

CASES: list[Case] = []
fails = partial(note, CASES)


# States are values


@dataclass(frozen=True)
class CountsUses(Copy):
    """A state that changes when moves are made from it."""

    uses: list[str] = field(default_factory=list, compare=False)

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn, uses=[])

    def after(self, move: str | int) -> Any:
        after = super().after(move)
        self.uses.append(str(move))
        return after


@fails("undo", "a state changed when moves were made from it")
class Wears(CountsUses):
    def __str__(self) -> str:
        return str(self.kuhn) + "!" * (len(self.uses) > 3)


@fails("undo", "leads elsewhere the second time", also={"moves", "end"})
class LeadsElsewhere(CountsUses):
    def after(self, move: str | int) -> Any:
        after = super().after(move)
        return self if len(self.uses) > 2 else after


# Equality


@fails("equality", "' are equal")
class EqualByDeal(Copy):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualByDeal) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[str, str]:
        return self.kuhn.dealt, self.kuhn.bets.replace("pbb", "pbp")


_BORN = itertools.count()


@dataclass(frozen=True)
class Born(Copy):
    """A state that knows when it was made."""

    born: int = field(default_factory=lambda: next(_BORN))

    def on(self, kuhn: KuhnState) -> Any:
        return replace(self, kuhn=kuhn, born=next(_BORN))


@fails(
    "equality",
    "two states with the text '-' differ",
    also={"state_text", "hostile_text", "moves", "undo", "seeds", "worlds", "records"},
)
class EqualToItselfOnly(Born):
    pass


@fails(
    "equality",
    "'-' has two hashes",
    also={"state_text", "worlds"},
)
class HashesByBirth(Born):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashesByBirth) and self.kuhn == other.kuhn

    def __hash__(self) -> int:
        return self.born


# Seeds

_ELSEWHERE = random.Random(1)
"""Chance from elsewhere than the seed."""


@fails("seeds", "seed 0 plays two different games", also={"draws", "seen"})
class ShufflesUnseeded(Copy):
    def moves(self) -> Collection[str]:
        moves = list(self.kuhn.moves())
        return tuple(_ELSEWHERE.sample(moves, len(moves)))


@fails("seeds", "seed 0 samples two worlds for seat")
class ResamplesUnseeded(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return super().resample(seat, _ELSEWHERE.randrange(99), stream)
