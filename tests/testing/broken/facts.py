"""Games that are not what they declare: broken facts, odds and returns."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from suitwise.game import OVER, Game, load
from suitwise.seeds import SeededSource, Source
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.testing.broken.case import Case, Copy, Variant, note

CASES: list[Case] = []
fails = partial(note, CASES)


# Facts


@fails("facts", "the move b has number 1 of 1", also={"fields"}, distinct_moves=1)
class OneMoveDeclared(Copy):
    pass


@fails("facts", "move number 2 of 3 raises IndexError", distinct_moves=3)
class ThreeMovesDeclared(Copy):
    pass


@fails("facts", "move number 0 of 2 is b, but that has number 1")
class NumbersTheOtherWay(Variant):
    def numbered_move(self, number: int) -> str:
        return "bp"[number]


@fails("facts", "its steps are moves of tractor(")
class StepsWithoutNumbers(Variant):
    @property
    def stepped(self) -> Game[Any]:
        return load("tractor")


@fails("facts", "a game is longer than the 4 moves declared", also={"end"}, longest_game=4)
class FourMovesLong(Copy):
    pass


@fails("facts", "a game is longer than the 0 moves declared", also={"end"}, longest_game=0)
class NoMovesLong(Copy):
    pass


@fails("end", "no longest game is declared", longest_game=None)
class NoBoundDeclared(Copy):
    pass


@fails("end", "a game that is drawn out has more than 40 moves", longest_game=40)
class GoesRoundWhileAllPass(Copy):
    """Of two passes the cards are dealt anew: at random that soon ends, but not if all always pass."""

    def on(self, kuhn: KuhnState) -> Any:
        return super().on(Kuhn().start() if str(kuhn).endswith("pp") else kuhn)


@fails("facts", "the turn is 1 in", also={"returns"}, seats=1)
class OneSeatDeclared(Copy):
    pass


@fails(
    "facts", "sides are declared of 3 seats, not of 2", also={"returns", "seen"}, sides=(0, 1, 0)
)
class ThreeSides(Copy):
    pass


@fails("returns", "to seats of the sides (0, 0)", sides=(0, 0))
class PartnersAgainstEachOther(Copy):
    pass


@fails("facts", "a game has at least one seat", also={"returns", "information", "fields"}, seats=0)
class NoSeatDeclared(Copy):
    pass


@fails("facts", "chance moves in '-', though it is declared absent", chance=False)
class NoChanceDeclared(Copy):
    pass


@fails("facts", "chance is declared, but never moved in 20 games", also={"worlds"})
class NeverRolls(Variant):
    def start(self) -> Copy:
        return self.parse("KJ")


@fails("facts", "the lowest return is above the highest", also={"returns"}, lowest_return=9)
class LowestIsHighest(Copy):
    pass


# Chance


@fails("chance", "the outcome Q weighs 0", also={"worlds"})
class WeighsZero(Copy):
    def weight(self, move: str) -> int:
        return int(move != "Q")


@fails("chance", "the outcome J weighs -1")
class WeighsLessThanNothing(Copy):
    def weight(self, move: str) -> int:
        return -1


@fails("chance", "the outcome J weighs 0.5", also={"worlds"})
class WeighsHalf(Copy):
    def weight(self, move: str) -> Any:
        return 0.5


@fails("chance", "sum to 3221225472, beyond 2**31")
class WeighsTooMuch(Copy):
    def weight(self, move: str) -> int:
        return 1 << 30


@fails("chance", "and the place 6 in the stream, but draw by draw to ")
class RollsTooFar(Copy):
    def rolled(self, seed: int, stream: int, index: int = 0) -> Any:
        state, index = super().rolled(seed, stream, index)
        return state, index + 1


# Draws


@fails("draws", "but from the list of all outcomes")
class DrawsTheOtherOutcome(Copy):
    def chance_move(self, source: Source) -> str:
        drawn = super().chance_move(source)
        return next(other for other in self.moves() if other != drawn)


@fails("draws", "but a source of the same numbers")
class DrawsTheFirstByDice(Copy):
    def chance_move(self, source: Source) -> str:
        if isinstance(source, SeededSource):
            return super().chance_move(source)
        return next(iter(self.moves()))


# Returns


@fails("returns", "outside -1..1", lowest_return=-1, highest_return=1)
class PaysTooMuch(Copy):
    pass


@fails("returns", "'-' returns 1 numbers for 2 seats")
class PaysOneSeat(Copy):
    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns()[:1]


@fails("returns", "returns nan")
class PaysNothingKnown(Copy):
    def returns(self) -> tuple[float, ...]:
        return self.kuhn.returns() if self.turn == OVER else (float("nan"), 0.0)


@fails("returns", "'-' returns a list", also={"records"})
class PaysAList(Copy):
    def returns(self) -> Any:
        return list(self.kuhn.returns())


# --- Games whose states change, equal others, or don't follow from their seed ---------------------


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


@fails("equality", "'-' has two hashes", also={"state_text", "worlds"})
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
