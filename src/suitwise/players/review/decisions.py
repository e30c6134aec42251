"""The decisions of a recorded game, each with what it cost against the best move that was found.

A judge of the game (``Judge``) looks for the best move in deals that the seat can't tell from the true
one. The most promising of many is promising by luck, too; so the move that was made and the best found
are then held against each other in as many deals again, drawn afresh, in which luck favours neither. The
cost is the mean difference there. It is right on average, and may come out below 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Any, Protocol

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray
from suitwise.foundation.text.phrases import reason_of, tidied
from suitwise.game import Record

SURE = 1.96
"""The standard errors on either side of a figure that make an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found of a move.

    Args:
        best: the best move that was found, as text; the move itself where nothing better was.
        did: what the seat did, as "leads HK".
        better: what would be better, as "leading HA".
        worlds: in how many deals drawn afresh the figures were taken.
        tried: how many moves were looked at.
        worth: what the move is worth to its seat on average in these deals.
        cost: how much more the best is worth; 0 where that is the move itself.
        error: the standard error of the cost.
        chance: the share of these deals that the seat's side wins after the move; None where that is
            not asked.
        best_chance: the same after the best move.
        is_exact: whether the deals are all that there are, so that luck has no part in the figures.
        omitted: what the seat left undone and may still do later, as a bid in a draw; "" for nothing.
            Decisions of a seat in a deal that leave the same undone are one omission, and cost once.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1)
    >>> verdict.is_mistake, round(verdict.margin, 3)
    (True, 0.196)
    """

    best: str
    did: str
    better: str
    worlds: int
    tried: int
    worth: float
    cost: float = 0.0
    error: float = 0.0
    chance: float | None = None
    best_chance: float | None = None
    is_exact: bool = False
    omitted: str = ""

    def __post_init__(self) -> None:
        for name in ("worth", "cost", "error"):
            object.__setattr__(self, name, tidied(getattr(self, name)))

    @property
    def margin(self) -> float:
        """What the cost may be more or less, with 95 % confidence."""
        return SURE * self.error

    @property
    def is_mistake(self) -> bool:
        """Whether the interval of the cost lies above 0."""
        return self.cost > self.margin


def verdict_of(
    best: str, words: tuple[str, str], tried: int, made: NDArray[Any], other: NDArray[Any]
) -> Verdict:
    """Return what is found of a move by what it and the best move brought in the same deals.

    Args:
        best: the best move.
        words: what the seat did, and what would be better.
        tried: how many moves were looked at.
        made: what the move that was made brought in each deal, two deals or more.
        other: what the best brought; the same array where that is the move itself.

    >>> import numpy as np
    >>> made, other = np.array([0, -2, 5, 1]), np.array([1, 2, 5, 2])
    >>> found = verdict_of("HA", ("discards HK", "discarding HA"), 9, made, other)
    >>> found.worth, found.cost, round(found.error, 2), found.chance, found.best_chance
    (1.0, 1.5, 0.87, 0.5, 1.0)
    """
    gained = other - made
    return Verdict(
        best,
        *words,
        worlds=len(made),
        tried=tried,
        worth=float(made.mean()),
        cost=float(gained.mean()),
        error=float(gained.std(ddof=1)) / sqrt(len(made)),
        chance=float((made > 0).mean()),
        best_chance=float((other > 0).mean()),
    )


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What a move cost with all hands seen, which its seat could not know: exact.

    Args:
        cost: what it gave away; 0 where nothing was better.
        unit: what that is counted in.
        best: the moves that give nothing away, as texts.
        is_turning_point: whether it gave away what the deal is played for.

    >>> Hindsight(10, "points", ("6-6", "5-5"), is_turning_point=True).cost
    10
    """

    cost: float
    unit: str
    best: tuple[str, ...]
    is_turning_point: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a record.

    Args:
        ply: the number of the move in the record, from 1, chance's moves counted.
        deal: the number of the deal, from 1.
        place: where in the deal it was, as "trick 3".
        seat: the seat that decided.
        move: the move that it made, as text.
        verdict: what is found of it; None where no deals were found to judge it by.
        note: why none were.
        hindsight: what is found of it with all hands seen; None where that is not asked.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.3)
    >>> Decision(31, 1, "trick 3", 2, "HK", verdict).is_mistake
    False
    """

    ply: int
    deal: int
    place: str
    seat: int
    move: str
    verdict: Verdict | None
    note: str = ""
    hindsight: Hindsight | None = None

    @property
    def is_mistake(self) -> bool:
        """Whether it is shown to have cost something."""
        return self.verdict is not None and self.verdict.is_mistake

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        told: dict[str, object] = {
            "ply": self.ply,
            "deal": self.deal,
            "place": self.place,
            "seat": self.seat,
            "move": self.move,
        }
        found = self.verdict
        if found is None:
            return told | {"note": self.note}
        told |= {
            "best": found.best,
            "worlds": found.worlds,
            "tried": found.tried,
            "worth": found.worth,
            "cost": found.cost,
            "error": found.error,
            "mistake": found.is_mistake,
            "exact": found.is_exact,
        }
        if found.chance is not None:
            told |= {"chance": found.chance, "best_chance": found.best_chance}
        return tidied(told)


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The decisions of one seat together.

    Args:
        seat: the seat.
        decisions: how many were judged.
        mistakes: how many are shown to have cost something.
        cost: what all together cost.
        error: the standard error of that.

    >>> round(SeatTotal(0, 12, 1, 2.5, 1.0).margin, 2)
    1.96
    """

    seat: int
    decisions: int
    mistakes: int
    cost: float
    error: float

    @property
    def margin(self) -> float:
        """What the cost may be more or less, with 95 % confidence."""
        return SURE * self.error

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "cost": tidied(self.cost),
            "error": tidied(self.error),
        }


class Judge(Protocol):
    """A game's judge of its moves, who sees no more than the seat on turn."""

    def place(self, state: Any, made: Sequence[str]) -> str:
        """Return where in a deal a position is, as "trick 3", given the moves of the deal so far."""

    def verdict(self, state: Any, move: Any) -> Verdict | None:
        """Return what is found of a move; None where there is nothing to judge."""


# --- A record -------------------------------------------------------------------------------------


def judged(record: Record, judge: Judge, seat: int | None = None) -> Iterator[Decision]:
    """Yield the decisions of a record in which there was a choice, as they are judged.

    Args:
        record: the game.
        judge: the judge of this game.
        seat: the seat whose decisions are judged; None for all.

    Raises:
        SuitwiseError: the record does not replay.
    """
    deal, moves, made = 1, iter(record.moves), list[str]()
    for ply, state in enumerate(record.states(), 1):
        for text in islice(moves, 1):
            if state.turn >= 0 and seat in (None, state.turn) and len(state.moves()) > 1:
                place = judge.place(state, made)
                decision = Decision(ply, deal, place, state.turn, text, None)
                yield from _decision(judge, state, decision)
            made.append(text.lower())
            if made[-1] == "next":
                deal, made = deal + 1, []


def _decision(judge: Judge, state: Any, decision: Decision) -> Iterator[Decision]:
    """Yield a decision with what is found of it; nothing where there is nothing to judge."""
    try:
        verdict = judge.verdict(state, state.parse_move(decision.move))
    except SuitwiseError as error:  # none of the deals drawn could have been played so
        yield replace(decision, note=reason_of(error))
        return
    if verdict is not None:
        yield replace(decision, verdict=verdict)


# --- What comes of it -----------------------------------------------------------------------------


def costliest(decisions: Iterable[Decision], most: int = 3) -> list[Decision]:
    """Return the mistakes that cost most, the dearest first; of one omission the dearest decision alone.

    Args:
        decisions: judged decisions.
        most: how many at most.

    >>> def decided(ply, cost):
    ...     found = Verdict("HA", "leads HK", "leading HA", 100, 9, 0, cost, 0.1)
    ...     return Decision(ply, 1, "trick 3", 2, "HK", found)
    >>> [one.ply for one in costliest([decided(1, 0.1), decided(2, 0.4), decided(3, 0.5)])]
    [3, 2]
    """
    once = counted_once(decisions)
    found = [(one.verdict.cost, one) for one in once if one.verdict and one.is_mistake]
    return [one for _, one in sorted(found, key=lambda pair: (-pair[0], pair[1].ply))[:most]]


def counted_once(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions, of those that are one omission the one alone that cost most.

    Who passes after four cards and after six has left out one bid, and can lose by it once.

    >>> def passed(ply, cost):
    ...     found = Verdict("D2", "passes", "bidding D2", 100, 2, 0, cost, 0.1, omitted="bid")
    ...     return Decision(ply, 1, f"{ply} cards", 2, "pass", found)
    >>> [one.ply for one in counted_once([passed(4, 0.4), passed(6, 0.5), passed(11, 0.3)])]
    [6]
    """
    counted: list[Decision] = []
    places: dict[tuple[int, int, str], int] = {}
    for one in decisions:
        if one.verdict is None or not one.verdict.omitted:
            counted.append(one)
            continue
        at = places.setdefault((one.deal, one.seat, one.verdict.omitted), len(counted))
        if at == len(counted):
            counted.append(one)
        elif _cost(one) > _cost(counted[at]):
            counted[at] = one
    return counted


def _cost(decision: Decision) -> tuple[bool, float]:
    """Return what orders decisions by their cost: one that is shown to cost something before others."""
    return decision.is_mistake, decision.verdict.cost if decision.verdict else 0.0


def totals(decisions: Sequence[Decision]) -> list[SeatTotal]:
    """Return what the decisions of each seat cost together, one omission once.

    >>> found = Verdict("HA", "leads HK", "leading HA", 100, 9, 0, 0.5, 0.1)
    >>> totals([Decision(ply, 1, "trick 3", 2, "HK", found) for ply in (1, 2)])[0].cost
    1.0
    """
    once = counted_once(decisions)
    return [_total(seat, once) for seat in sorted({one.seat for one in decisions})]


def _total(seat: int, decisions: Sequence[Decision]) -> SeatTotal:
    own = [one.verdict for one in decisions if one.seat == seat and one.verdict is not None]
    return SeatTotal(
        seat,
        len(own),
        sum(one.is_mistake for one in own),
        sum(one.cost for one in own),
        sqrt(sum(one.error**2 for one in own)),
    )
