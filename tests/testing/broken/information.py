"""Games that observe wrongly, or that show a seat what it can't know."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import IllegalMove
from suitwise.fields import Field
from suitwise.game import OVER
from suitwise.sight import Seen, Sight
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.testing.broken.case import Case, Copy, Variant, note

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


# --- Games that say of their arrays what is not so ------------------------------------------------


@fails("fields", "13 numbers, but fields of 12")
class DescribesTooLittle(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 12, "most of it"),)


@fails("fields", "number 0 of seen is 0, outside 0.5 to 1")
class DescribesOtherNumbers(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is nearly there", 0.5, 1),)


class SeesAHairTooMuch(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return np.nextafter(super().observe(seat), np.float32(2), dtype=np.float32)


@fails("fields", "number 1 of seen is 1.00000012, outside 0 to 1")
class DescribesTooNarrowly(Variant):
    kind = SeesAHairTooMuch

    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is a hair more"),)


class SeesHalves(Copy):
    def observe(self, seat: int) -> NDArray[np.float32]:
        return super().observe(seat) / np.float32(2)


@fails("fields", " of seen is 0.5 of its parts")
class DescribesOtherParts(Variant):
    kind = SeesHalves

    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 13, "what is halves", parts=1),)


@fails("fields", "two fields of an observation have one name")
class DescribesTwice(Variant):
    def observation_fields(self) -> tuple[Field, ...]:
        return (Field("seen", 6, "one half"), Field("seen", 7, "the other"))


@fails("fields", "two fields of a move have one name")
class DescribesMovesTwice(Variant):
    def move_fields(self) -> tuple[Field, ...]:
        return (Field("move", 1, "one half"), Field("move", 1, "the other"))


@fails("fields", "with nothing hidden: 26 numbers, but fields of 13")
class DescribesOneSeatForAll(Variant):
    def fields_of_all(self) -> tuple[Field, ...]:
        return self.observation_fields()


@fails("fields", "the moves p and b are told alike")
class TellsMovesAlike(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(2, np.float32)


@fails("fields", "the move p is not told in float32")
class TellsMovesInDoubles(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(2)  # type: ignore[return-value]


@fails("fields", "the move p: number 0 of move is nan, outside 0 to 1")
class TellsMovesInNoNumbers(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.full(2, np.nan, np.float32)


@fails("fields", "the move p: 3 numbers, but fields of 2")
class TellsTooMuch(Variant):
    def encode_move(self, move: str) -> NDArray[np.float32]:
        return np.zeros(3, np.float32)


# --- Games whose data for a seat or for everybody are no JSON -------------------------------------


class Told(Copy):
    """A sound game that tells its cards, for broken ones to tell too much or too little."""

    def sight(self, seat: int | None) -> Sight:
        dealt = self.kuhn.dealt
        held = tuple(self._held(owner, seat) for owner in (0, 1))
        counts = tuple(int(len(dealt) > owner) for owner in (0, 1))
        return Sight("play", held, counts, table={"bets": list(self.kuhn.bets)})

    def _held(self, owner: int, seat: int | None) -> list[str] | None:
        return list(self.kuhn.dealt[owner : owner + 1]) if owner == seat else None


@fails("seen", "seat 1 is told what is hidden: seats of")
class TellsTheOthersCard(Told):
    def _held(self, owner: int, seat: int | None) -> list[str] | None:
        return list(self.kuhn.dealt[owner : owner + 1]) if seat is not None else None


@fails("seen", "everybody is told what is hidden: seats of")
class TellsEverybodyAHand(Told):
    def _held(self, owner: int, seat: int | None) -> list[str] | None:
        return list(self.kuhn.dealt[owner : owner + 1]) if seat in (None, owner) else None


@fails("seen", "everybody is told what is hidden: head of")
class TellsEverybodyASum(Told):
    def sight(self, seat: int | None) -> Sight:
        return Sight("play", head={"sum": sum(map(ord, self.kuhn.dealt))} if seat is None else {})


@fails("seen", "seat 1 is told what is hidden: table of")
class TellsWhoWouldWin(Told):
    def sight(self, seat: int | None) -> Sight:
        return Sight("play", table={"ahead": self.kuhn.dealt > "K"} if seat is not None else {})


@fails("seen", "comes back from JSON as something else")
class TellsTuples(Told):
    def sight(self, seat: int | None) -> Sight:
        return Sight("play", table={"bets": tuple(self.kuhn.bets)})


@fails("seen", "the check 'seen' raises TypeError: Object of type set is not JSON serializable")
class TellsSets(Told):
    def sight(self, seat: int | None) -> Sight:
        return Sight("play", table={"bets": set(self.kuhn.bets)})


@fails("seen", "the last of what is public of '-' has the best play 1")
class NamesABestThatHasNotPlayed(Told):
    def sight(self, seat: int | None) -> Sight:
        last = {"leader": 0, "plays": [{"seat": 0, "card": "S2"}], "best": 1}
        return Sight("play", table={"trick": None, "last": last})


@fails("seen", "has the parts head, hand, table, ask, seats")
class TellsNoView(Told):
    def seen(self, seat: int) -> Seen:
        return {part: told for part, told in super().seen(seat).items() if part != "view"}


class Changed(Told):
    """What a seat sees, with one part changed."""

    def seen(self, seat: int) -> Seen:
        return self.changed(super().seen(seat), seat)

    def changed(self, seen: Seen, seat: int) -> Seen:
        raise NotImplementedError


@fails("seen", "has a head without phase")
class TellsNoPhase(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        del seen["head"]["phase"]
        return seen


@fails("seen", "has the turn chance, not 0")
class TellsNoTurn(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"head": seen["head"] | {"turn": "chance"}}


@fails("seen", "has the returns [0.0, 0.0]")
class TellsReturnsBeforeTheEnd(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"head": seen["head"] | {"returns": list(self.returns())}}


@fails("seen", "has the seats [0]")
class TellsOfOneSeat(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"seats": seen["seats"][:1]}


@fails("seen", "has a seat without count")
class TellsNoCount(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        for one in seen["seats"]:
            del one["count"]
        return seen


@fails("seen", "on another side")
class TellsPartners(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"seats": [one | {"side": 0} for one in seen["seats"]]}


@fails("seen", "counts other cards than are held")
class MiscountsCards(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"seats": [one | {"count": 2} for one in seen["seats"]]}


@fails("seen", "has the hand of seat 1")
class TellsTheOthersSeat(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"hand": seen["hand"] | {"seat": 1 - seat}}


@fails("seen", "has another hand than its seat")
class TellsNoHand(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"hand": seen["hand"] | {"held": []}}


@fails("seen", "has what is asked")
class AsksEverySeat(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"ask": {"moves": ["p", "b"], "n_moves": 2}}


@fails("seen", "lacks what is asked")
class AsksNobody(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"ask": None}


class AsksWrongly(Changed):
    """What is asked of the seat on turn is changed."""

    asked: ClassVar[dict[str, Any]]

    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen if seen["ask"] is None else seen | {"ask": seen["ask"] | self.asked}


@fails("seen", "has 3 moves")
class AsksForMoreMoves(AsksWrongly):
    asked: ClassVar = {"n_moves": 3}


@fails("seen", "lists other moves than p b")
class ListsFewerMoves(AsksWrongly):
    asked: ClassVar = {"moves": ["p"]}


@fails("seen", "lists other moves than p b")
class ListsAnIllegalMove(AsksWrongly):
    asked: ClassVar = {"moves": ["K", "p"]}


@fails("seen", "has another view")
class TellsAnotherView(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"view": str(self.kuhn) if self.turn == OVER else "nothing"}


@fails("seen", "names the game kuhn")
class NamesAnotherGame(Changed):
    def changed(self, seen: Seen, seat: int) -> Seen:
        return seen | {"head": seen["head"] | {"game": "kuhn"}}
