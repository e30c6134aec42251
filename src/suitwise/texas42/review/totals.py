"""The results of the review of a recorded hand (``hands``): of plays, of hands, and of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.counting import tidied
from suitwise.foundation.text.phrases import phrase
from suitwise.players.review.decisions import SURE, Verdict
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.review.calls import CallReview
from suitwise.texas42.rules.contracts import Contract, is_nello
from suitwise.texas42.rules.dominoes import Domino

# --- One play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chances:
    """How often the contract is made after each legal play, as the seat could know it.

    Args:
        make: the share of deals for each play, with all hands seen from there on.
        deals: how many deals were solved.
        is_exact: whether these are all that agree with the seat's knowledge.
        best: the play that is best for the seat's side in these deals.
        cost: the P(make) that the play that was made loses, or gives to it where its side is to set: up
            to 1. In a sample it is measured against the reply that the other half of the deals finds
            best, so that luck does not count as loss; it can then be less than 0.
        error: the standard error of the cost; 0 where all deals were solved.
    """

    make: dict[Domino, float]
    deals: int
    is_exact: bool
    best: Domino
    cost: float
    error: float

    @property
    def margin(self) -> float:
        """What the cost may be more or less, with 95 % confidence."""
        return SURE * self.error


@dataclass(frozen=True, slots=True)
class PlayReview:
    """A play of a record.

    Args:
        trick: the number of the trick, from 1.
        seat: the seat that played.
        domino: the domino played.
        is_declaring: whether the seat is of the declaring side.
        worth: the worth of each legal play: the points that the seat's side takes from there on; in
            nello the tricks that the bidder takes, for every seat.
        makes: for each of them, whether the contract can still be made.
        chances: the same as the seat could know it; None where it was not asked, or nothing hangs on
            the play.
        wants_few: whether the seat wants little of it: nello's bidder.
        stake: the marks that the contract is for; 1 where points are scored.
        match: the chances of the seat's side to win the match if it wins the hand, and if it loses it,
            later hands taken as even; None outside a match of marks, or where its score is not known.
    """

    trick: int
    seat: int
    domino: Domino
    is_declaring: bool
    worth: dict[Domino, int]
    makes: dict[Domino, bool]
    chances: Chances | None = None
    wants_few: bool = False
    stake: int = 1
    match: tuple[float, float] | None = None

    @property
    def match_loss(self) -> tuple[float, float]:
        """How much of the chance to win the match the play lost, and the standard error of that.

        Both are 0 without chances, or without a match.
        """
        if self.chances is None or self.match is None:
            return 0.0, 0.0
        swing = self.match[0] - self.match[1]
        return swing * self.chances.cost, swing * self.chances.error

    @property
    def cost(self) -> int:
        """The points that the play gave away, in nello tricks; never less than 0."""
        return abs(self._best_worth - self.worth[self.domino])

    @property
    def best(self) -> tuple[Domino, ...]:
        """The plays that give away nothing."""
        return tuple(one for one, worth in self.worth.items() if worth == self._best_worth)

    @property
    def _best_worth(self) -> int:
        return (min if self.wants_few else max)(self.worth.values())

    @property
    def is_turning_point(self) -> bool:
        """Whether the contract was the side's to make or to set, and is no more."""
        return self.makes[self.domino] != self.is_declaring and (
            self.is_declaring in self.makes.values()
        )

    @property
    def verdict(self) -> Verdict | None:
        """What is found of it by its chances, in marks: those of the hand are won, or lost.

        None where there are no chances.
        """
        found = self.chances
        if found is None:
            return None
        swing = 2 * self.stake if found.best != self.domino else 0
        return Verdict(
            str(found.best),
            phrase("texas42.did.plays", "plays {domino}", domino=str(self.domino)),
            phrase("texas42.doing.playing", "playing {domino}", domino=str(found.best)),
            worlds=found.deals,
            tried=len(found.make),
            worth=self.stake * (2 * self._share_won(self.domino) - 1),
            cost=swing * found.cost,
            error=swing * found.error,
            chance=self._share_won(self.domino),
            best_chance=self._share_won(found.best),
            is_exact=found.is_exact,
        )

    def _share_won(self, domino: Domino) -> float:
        """Return the share of the deals in which the seat's side wins the hand after a play."""
        assert self.chances is not None
        share = self.chances.make[domino]
        return share if self.is_declaring else 1 - share

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        told: dict[str, object] = {
            "trick": self.trick,
            "seat": self.seat,
            "play": str(self.domino),
            "cost": self.cost,
            "best": [str(domino) for domino in self.best],
            "worth": {str(domino): worth for domino, worth in self.worth.items()},
            "makes": {str(domino): made for domino, made in self.makes.items()},
            "turning_point": self.is_turning_point,
        }
        if self.chances is not None:
            told["p_make"] = {str(one): chance for one, chance in self.chances.make.items()}
            told["p_cost"] = self.chances.cost
            told["p_error"] = self.chances.error
            told["p_best"] = str(self.chances.best)
            told["deals"] = self.chances.deals
            told["all_deals"] = self.chances.is_exact
        found = self.verdict
        if found is not None:
            told |= {
                "chance": found.chance,
                "best_chance": found.best_chance,
                "marks": found.worth,
                "marks_lost": found.cost,
                "marks_error": found.error,
                "mistake": found.is_mistake,
            }
        if found is not None and self.match is not None:
            won, lost = self.match
            told["match"] = lost + (won - lost) * self._share_won(self.domino)
            told["match_cost"], told["match_error"] = self.match_loss
        return tidied(told)


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The cost of the plays of one seat in a hand.

    Args:
        seat: the seat.
        plays: how many it made.
        faulty: how many of them cost something.
        cost: points, in nello tricks.
        turning_points: how often it gave the contract away.
        chance: the P(make) that the plays lost, or gave, together; 0 where it was not asked.
        error: the standard error of that.
        match: the chance to win the match that they lost together; 0 without a match.
        match_error: the standard error of that.
    """

    seat: int
    plays: int
    faulty: int
    cost: int
    turning_points: int
    chance: float
    error: float
    match: float = 0.0
    match_error: float = 0.0

    @property
    def margin(self) -> float:
        """What the chance may be more or less, with 95 % confidence."""
        return SURE * self.error

    @property
    def match_margin(self) -> float:
        """The same of the chance to win the match."""
        return SURE * self.match_error


# --- One hand -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand of a record.

    Args:
        hand: the hand.
        contract: the contract; None where the hand was thrown in.
        value: the worth of the hand to the declaring side if all play their best: points, in nello
            the bidder's tricks; None where the hands are not known.
        can_be_made: whether the contract can be made then; None where the hands are not known.
        plays: the plays, up to the first that the rules forbid.
        calls: the calls and the declaration, up to the first that the rules forbid; none where deals
            were not asked for, or the record does not tell the calls or the hands.
        note: why there are no plays, or no more; empty where all were reviewed.
        score: the marks of the sides before the hand; None outside a match of marks, or where they are
            not known.
    """

    hand: HandRecord
    contract: Contract | None = None
    value: int | None = None
    can_be_made: bool | None = None
    plays: tuple[PlayReview, ...] = ()
    note: str = ""
    score: tuple[int, int] | None = None
    calls: tuple[CallReview, ...] = ()

    @property
    def unit(self) -> str:
        """The unit of costs."""
        nello = self.contract is not None and is_nello(self.contract.declaration)
        return "tricks" if nello else "points"

    @property
    def turning_points(self) -> tuple[PlayReview, ...]:
        """The plays that gave the contract away."""
        return tuple(play for play in self.plays if play.is_turning_point)

    @property
    def totals(self) -> tuple[SeatTotal, ...]:
        """The cost of each seat's plays."""
        return tuple(_total(seat, self.plays) for seat in SEATS)

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        totals = (
            {
                "seat": total.seat,
                "plays": total.plays,
                "faulty": total.faulty,
                "cost": total.cost,
                "turning_points": total.turning_points,
                "p_cost": total.chance,
                "p_error": total.error,
                "match_cost": None if self.score is None else total.match,
                "match_error": None if self.score is None else total.match_error,
            }
            for total in self.totals
        )
        return {
            "hand": self.hand.number,
            "unit": self.unit,
            "score": self.score,
            "value": self.value,
            "can_be_made": self.can_be_made,
            "calls": [call.as_json() for call in self.calls],
            "plays": [play.as_json() for play in self.plays],
            "totals": tidied([*totals]),
            "note": self.note,
        }


def _total(seat: int, plays: Sequence[PlayReview]) -> SeatTotal:
    own = [play for play in plays if play.seat == seat]
    chances = [play.chances for play in own if play.chances is not None]
    return SeatTotal(
        seat,
        len(own),
        sum(play.cost > 0 for play in own),
        sum(play.cost for play in own),
        sum(play.is_turning_point for play in own),
        sum(one.cost for one in chances),
        sqrt(sum(one.error**2 for one in chances)),
        sum(play.match_loss[0] for play in own),
        sqrt(sum(play.match_loss[1] ** 2 for play in own)),
    )
