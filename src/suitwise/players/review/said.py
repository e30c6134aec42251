"""A review in phrases, which a table says in the language of whoever reads them.

The figures are those of ``words``, which says them at the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase, phrased
from suitwise.players.review.decisions import Decision, Hindsight, SeatTotal, Verdict
from suitwise.players.review.words import Measure

MARKS = phrase("review.marks", "marks")
LEVELS = phrase("review.levels", "levels")
POINTS = phrase("review.points", "points")
TRICKS = phrase("review.tricks", "tricks")
DEALS = phrase("review.deals", "deals")
_MOST_NAMED = 3
"""So many of the moves that were best with all hands seen are named."""


@dataclass(frozen=True, slots=True)
class Said:
    """A decision in phrases.

    Args:
        place: where in the game it was.
        did: who did what.
        better: what would be better; None where nothing is shown to be.
        cost: what it cost, or that nothing is shown to be better.
        short: the same with its interval of 95 % as ±.
        sure: how sure that is: the interval and the deals, or that it is exact.
        won: how many of the deals are won after either; None where that is not known.
        hindsight: what it cost with all hands seen; None where that is not asked.
    """

    place: Phrase
    did: Phrase
    better: Phrase | None
    cost: Phrase
    short: Phrase
    sure: Phrase | None
    won: Phrase | None
    hindsight: Phrase | None


def said_of(decision: Decision, measure: Measure) -> Said:
    """Return a decision in phrases.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1, 0.25, 0.5)
    >>> told = said_of(Decision(31, 1, "trick 3", 2, "HK", verdict), Measure("levels", 2))
    >>> print(told.did, told.better, told.cost, sep="; ")
    seat 2 leads HK; leading HA; −0.40 levels
    >>> print(told.sure, told.won, sep="; ")
    95 % interval: −0.20 to −0.60 levels, over 100 deals; 50 % of the deals are won, not 25 %
    """
    found = decision.verdict
    place = phrased(decision.place)
    if decision.deal > 1:
        place = phrase("review.in-deal", "deal {n}, {place}", n=decision.deal, place=place)
    if found is None:
        no = phrase("review.not-judged", "not judged: {why}", why=phrased(decision.note))
        return Said(place, _moved(decision), None, no, no, None, None, None)
    return Said(
        place,
        phrase("review.did", "{seat} {did}", seat=Seat(decision.seat), did=phrased(found.did)),
        phrased(found.better) if found.is_mistake else None,
        _cost(found, measure),
        _short(found, measure),
        _sure(found, measure),
        _won(found, measure),
        _in_hindsight(decision.hindsight),
    )


def total_said(total: SeatTotal, measure: Measure) -> Phrase:
    """Return what the decisions of a seat came to.

    >>> print(total_said(SeatTotal(0, 12, 1, 2.5, 1.0), Measure("points", 1)))
    −2.5 ± 2.0 points; decisions: 12, shown to be costly: 1
    """
    lost = measure.plain(-total.cost).replace("-", "−")
    margin = measure.plain(total.margin)
    values = {"n": total.decisions, "mistakes": total.mistakes}
    if measure.is_outcome:
        return phrase(
            "review.total-outcome", "decisions: {n}, that lost the deal: {mistakes}", **values
        )
    return phrase(
        "review.total",
        "{lost} ± {margin} {unit}; decisions: {n}, shown to be costly: {mistakes}",
        lost=lost,
        margin=margin,
        unit=phrased(measure.unit),
        **values,
    )


def _moved(decision: Decision) -> Phrase:
    move = CardText(decision.move)
    return phrase("review.moved", "{seat}: {move}", seat=Seat(decision.seat), move=move)


def _cost(found: Verdict, measure: Measure) -> Phrase:
    if not found.is_mistake:
        return phrase("review.nothing-better", "nothing is shown to be better")
    if measure.is_outcome:
        return phrase("review.lost-it", "turned a won deal into a lost one")
    cost, unit = measure.plain(found.cost), phrased(measure.unit)
    return phrase("review.cost", "−{cost} {unit}", cost=cost, unit=unit)


def _short(found: Verdict, measure: Measure) -> Phrase:
    if found.is_exact or not found.is_mistake:
        return _cost(found, measure)
    return phrase(
        "review.cost-within",
        "−{cost} ± {margin} {unit}",
        cost=measure.plain(found.cost),
        margin=measure.plain(found.margin),
        unit=phrased(measure.unit),
    )


def _sure(found: Verdict, measure: Measure) -> Phrase:
    if measure.is_outcome:
        return phrase("review.exact", "exact: by the solver")
    if found.is_exact and found.worlds == 1:
        return phrase("review.all-known", "exact: the seat could tell how all hands lay")
    if found.is_exact:
        return phrase(
            "review.all-deals",
            "exact: over all {n} deals that the seat could not tell from the true one",
            n=found.worlds,
        )
    if not found.is_mistake:
        return phrase("review.over-deals", "over {n} deals", n=found.worlds)
    least, most = (
        measure.plain(-found.cost + sign * found.margin).replace("-", "−") for sign in (1, -1)
    )
    return phrase(
        "review.interval",
        "95 % interval: {least} to {most} {unit}, over {n} deals",
        least=least,
        most=most,
        unit=phrased(measure.unit),
        n=found.worlds,
    )


def _won(found: Verdict, measure: Measure) -> Phrase | None:
    chance, best = found.chance, found.best_chance
    if chance is None or best is None or measure.is_outcome:
        return None
    if isclose(chance, best) or not found.is_mistake:
        return phrase("review.won-so", "{share} % of the deals are won", share=round(100 * chance))
    return phrase(
        "review.won",
        "{best} % of the deals are won, not {share} %",
        best=round(100 * best),
        share=round(100 * chance),
    )


def _in_hindsight(found: Hindsight | None) -> Phrase | None:
    if found is None:
        return None
    if not found.cost and not found.is_turning_point:
        return phrase("review.seen-fine", "with all hands seen it cost nothing (exact)")
    values = {
        "cost": f"{found.cost:g}",
        "unit": phrased(found.unit),
        "best": " ".join(found.best[:_MOST_NAMED]),
    }
    if found.is_turning_point:
        return phrase(
            "review.seen-turned",
            "with all hands seen: −{cost} {unit} (exact), and it gave the contract away; best was "
            "{best}",
            **values,
        )
    return phrase(
        "review.seen",
        "with all hands seen: −{cost} {unit} (exact); best was {best}",
        **values,
    )
