"""Games whose data for a seat or for everybody are no JSON, lack words, or tell what is hidden."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from suitwise.game import OVER
from suitwise.sight import Seen, Sight
from tests.testing.broken.case import Case, note
from tests.testing.broken.variant import Copy

CASES: list[Case] = []
fails = partial(note, CASES)


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
