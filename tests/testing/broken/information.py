"""Games that observe wrongly, or that show a seat what it can't know."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import IllegalMove
from suitwise.fields import Field
from suitwise.game import OVER
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.testing.broken.case import Case, note
from tests.testing.broken.variant import Copy, Variant

CASES: list[Case] = []
fails = partial(note, CASES)


# Observations


@fails("observations", "the array's shape is (14,), not (13,)", also={"fields"})
class Grows(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return np.append(self.kuhn.observe(seat), np.zeros(len(self.kuhn.dealt), np.float32))


@fails("observations", "the array is of float64, not float32")
class ObservesDoubles(Copy):
    def observe(self, seat: int) -> Any:
        return self.kuhn.observe(seat).astype(float)


@fails("observations", "the array is not finite", also={"fields"})
class ObservesNan(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = self.kuhn.observe(seat)
        seen[len(self.kuhn.bets)] = np.nan
        return seen


@fails("observations", "the check 'observations' raises ValueError: no eyes", also={"fields"})
class ObservesNothing(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        raise ValueError("no eyes")


@fails("observations", "sees alike and observes differently")
class ObservesTheOther(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return self.kuhn.observe(0) + self.kuhn.observe(1)


# Nothing hidden


class ShowsAll(Variant):
    """What both seats observe, said by the game itself."""

    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        return np.concatenate([state.observe(0), state.observe(1)])


@fails("all_observed", "is told from")
class ShowsWhatOneSees(ShowsAll):
    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        return np.tile(state.observe(0), 2)


@fails("all_observed", "has two arrays of all")
class ShowsWhoLooks(ShowsAll):
    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        seen = super().observation_of_all(state)
        seen[0] = id(state) // 16 % 97 / 97
        return seen


@fails("all_observed", "the array is of float64, not float32")
class ShowsDoubles(ShowsAll):
    def observation_of_all(self, state: Any) -> Any:
        return super().observation_of_all(state).astype(float)


# What is told


class Tells(Variant):
    """Kuhn poker that tells of moves: the action, the card that one is dealt, at last the other's."""

    def told_fields(self) -> tuple[Field, ...]:
        return (Field("told", 5, "a place for each card and each action"),)

    def told_of(self, state: Any, move: str, after: Any, seat: int) -> NDArray[np.float32]:
        is_own = state.turn >= 0 or len(state.kuhn.dealt) == seat
        rows = [self.row(move)] if is_own else []
        if after.turn == OVER and after.kuhn.dealt[1 - seat] in after.view(seat):
            rows.append(self.row(after.kuhn.dealt[1 - seat]))
        return np.concatenate(rows) if rows else np.zeros((0, 5), np.float32)

    def row(self, move: str) -> NDArray[np.float32]:
        row = np.zeros((1, 5), np.float32)
        row[0, "JQKpb".index(move)] = 1
        return row


@fails("told", "in '-', seat 0 is told too little")
class TellsNothing(Tells):
    def told_of(self, state: Any, move: str, after: Any, seat: int) -> NDArray[np.float32]:
        return np.zeros((0, 5), np.float32)


@fails("told", "is told what it can't see")
class TellsAllCards(Tells):
    def told_of(self, state: Any, move: str, after: Any, seat: int) -> NDArray[np.float32]:
        return self.row(move)


@fails("told", "is told in float32 (1, 5), not rows of 4")
class TellsTooLong(Tells):
    def told_fields(self) -> tuple[Field, ...]:
        return (Field("told", 4, "most of it"),)


# Information


@fails("information", "in a world sampled from", also={"worlds"})
class ShowsTheOther(Copy):
    def view(self, seat: int) -> str:
        return str(self)


@fails("information", "in a world sampled from", also={"worlds"})
class ResamplesOwnCard(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self.on(self.kuhn.resample(1 - seat, seed, stream))


@fails("information", "' raises NotationError", also={"worlds"})
class ResamplesTheSameCard(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        if len(self.kuhn.dealt) < 2 or self.view(seat) == str(self):
            return self
        return self.on(KuhnState(self.kuhn.dealt[seat] * 2, self.kuhn.bets))


@fails(
    "information",
    "resampling never changes anything, though information is hidden",
    also={"worlds"},
)
class ResamplesNothing(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self


@fails("information", "depend on what it can't see", also={"seen", "worlds"})
class MayNotBetAgainstKing(Copy):
    def moves(self) -> Collection[str]:
        forbidden = self.turn >= 0 and self.kuhn.dealt[1 - self.turn] == "K"
        return ("p",) if forbidden else self.kuhn.moves()


@fails("information", "by whose turn it is", also={"seen"})
class KingMovesFirst(Copy):
    @property
    def turn(self) -> int:
        return self.kuhn.turn if self.kuhn.turn < 0 else int(self.kuhn.dealt[1] == "K")


@fails("information", "though information is declared perfect", perfect_information=True)
class PerfectDeclared(Copy):
    pass


@fails("information", "though information is declared perfect", perfect_information=True)
class PerfectAndHiding(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return self


@fails("information", "can't be played on: '-' refuses the legal ", also={"worlds"})
class ResamplesDeadEnds(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return DeadEnd(super().resample(seat, seed, stream).kuhn, self.variant)


class DeadEnd(Copy):
    def after(self, move: str | int) -> Any:
        raise IllegalMove("this world is not one to play in")


# Worlds


@fails("worlds", "of 128 worlds sampled for seat 1 from 'J', 0 are 'J', not about 43")
class ResamplesOneAlternative(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        worlds = {str(self.kuhn.resample(seat, 1, other)) for other in range(40)} - {str(self)}
        return self.on(Kuhn().parse(min(worlds))) if worlds else self


@fails("worlds", "are 'J', not about 43")
class ResamplesTheTruthMostly(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        return super().resample(seat, seed, stream) if stream % 4 == 0 else self


@fails("worlds", "are 'J', not about 43")
class ResamplesTheLastByName(Copy):
    def resample(self, seat: int, seed: int, stream: int) -> Any:
        worlds = (self.kuhn.resample(seat, seed, 3 * stream + other) for other in range(3))
        return self.on(max(worlds, key=str))
