"""A review for people: as English text for the terminal, as phrases for the table, and as a picture.

The text lists the costliest decisions, then every decision in one line, then what each seat lost. The
phrases give the same figures in the language of the reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isclose
from pathlib import Path
from textwrap import fill
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import (
    CardText,
    Phrase,
    Seat,
    counted,
    in_turn,
    phrase,
    phrased,
)
from suitwise.picture.svg import check_plot, plot_style, save_plot
from suitwise.players.review import (
    Decision,
    Hindsight,
    Measure,
    SeatTotal,
    Verdict,
    costliest,
    totals,
)

_WIDE = 80
"""The width of paragraphs and headings, in characters."""
_DID = 24
"""The width of the column with the move in words."""
NOTE = (
    "Each decision is judged in deals that its seat could not tell from the true one. The best move\n"
    "found in some is held against the move that was made in as many others; ± is an interval of 95 %.\n"
    "! marks a cost above 0 in all of its interval: by chance alone one faultless decision in forty."
)


_MOST_NAMED = 3
"""The maximum number of best moves with all hands open that are listed."""


_COLOURS = ("#0072b2", "#c8102e", "#2b7a78", "#8a4b08", "#5b2a86", "#59636e")
_MARKS = "os^DvP"


# --- English text ---------------------------------------------------------------------------------


def review_text(decisions: Sequence[Decision], measure: Measure) -> str:
    """Return a review as English text.

    Args:
        decisions: the decisions, in the order of the record.
        measure: the unit and the format of figures.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1, 0.25, 0.5)
    >>> text = review_text([Decision(31, 1, "trick 3", 2, "HK", verdict)], Measure("levels", 2))
    >>> print(*text.splitlines()[:3], sep="\\n")
    The costliest of 1 decision:
      1. trick 3: seat 2 leads HK; leading HA is worth 0.40 ± 0.20 levels more over
         100 deals (50 % of them won, not 25 %)
    """
    return "\n".join(_lines(decisions, measure))


def _lines(decisions: Sequence[Decision], measure: Measure) -> Iterator[str]:
    if not decisions:
        yield "there was nothing to decide"
        return
    yield from costliest_lines(decisions, measure)
    yield from _table(decisions, measure)
    yield ""
    yield f"{'seat':>4}  {'decisions':>9}  {'mistakes':>8}  {measure.unit + ' lost':>13}"
    for total in totals(decisions):
        lost = _with_margin(total.cost, total.margin, measure)
        yield f"{total.seat:>4}  {total.decisions:>9}  {total.mistakes:>8}  {lost:>13}"
    if not measure.is_outcome:
        yield f"\n{NOTE}"


def costliest_lines(decisions: Sequence[Decision], measure: Measure) -> Iterator[str]:
    """Yield a paragraph for each of the costliest decisions, or one line if there are no mistakes.

    Args:
        decisions: the decisions, at least one.
        measure: the unit and the format of figures.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.1, 0.1)
    >>> decisions = [Decision(31, 1, "trick 3", 2, "HK", verdict)]
    >>> print(*costliest_lines(decisions, Measure("levels", 2)))
    None of 1 decision is shown to have cost anything.
    """
    number = counted(len(decisions), "decision")
    mistakes = costliest(decisions)
    if mistakes:
        yield f"The costliest of {number}:"
        for rank, one in enumerate(mistakes, 1):
            yield fill(f"  {rank}. {sentence(one, measure)}", _WIDE, subsequent_indent=" " * 5)
    else:
        yield f"None of {number} is shown to have cost anything."


def sentence(decision: Decision, measure: Measure) -> str:
    """Return the cost of a decision as an English sentence.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.1, 0.1)
    >>> sentence(Decision(31, 2, "trick 3", 2, "HK", verdict), Measure("levels", 2))
    'deal 2, trick 3: seat 2 leads HK; nothing is shown to be better over 100 deals'
    """
    deal = f"deal {decision.deal}, " if decision.deal > 1 else ""
    start = f"{deal}{decision.place}: seat {decision.seat} "
    verdict = decision.verdict
    if verdict is None:
        return f"{start}moves {decision.move}; not judged: {decision.note}"
    start += verdict.did
    if measure.is_outcome:
        if verdict.is_mistake:
            lost = f"{start} and turns a won deal into a lost one; {verdict.better} keeps it won"
            return lost + _because(verdict)
        return f"{start}, after which the deal can still be won"
    deals = counted(verdict.worlds, "deal")
    if not verdict.is_mistake:
        return f"{start}; nothing is shown to be better over {deals}"
    gain = f"{measure.plain(verdict.cost)} ± {measure.plain(verdict.margin)} {measure.unit} more"
    won = ""
    if verdict.chance is not None and verdict.best_chance is not None:
        won = f" ({_percent(verdict.best_chance)} of them won, not {_percent(verdict.chance)})"
    return f"{start}; {verdict.better} is worth {gain} over {deals}{won}{_because(verdict)}"


def _because(verdict: Verdict) -> str:
    return f"; {_why(verdict)}" if verdict.reasons else ""


def _table(decisions: Sequence[Decision], measure: Measure) -> Iterator[str]:
    """Yield a line per decision; a mistake has a second line with the better move."""
    width = max(14, *(len(one.place) for one in decisions))
    has_deals = decisions[-1].deal > 1
    deal = 0
    for one in decisions:
        if one.deal != deal:
            deal = one.deal
            head = f"deal {deal}" if has_deals else ""
            yield f"\n{head:<{width}}  seat  {'':<{_DID}}  {'worth':>6}  {'won':>5}  cost"
        yield f"{one.place:<{width}}  {one.seat:>4}  {_columns(one, measure)}".rstrip()
        if one.verdict is not None and one.is_mistake:
            yield f"{'':<{width}}        better: {one.verdict.better}"


def _columns(decision: Decision, measure: Measure) -> str:
    verdict = decision.verdict
    if verdict is None:
        return f"{_cut(decision.move):<{_DID}}  not judged: {decision.note}"
    worth = measure.signed(verdict.worth)
    won = "" if verdict.chance is None else _percent(verdict.chance)
    cost = "-"
    if verdict.best != decision.move:
        cost = _with_margin(verdict.cost, verdict.margin, measure)
    mark = " !" if verdict.is_mistake else ""
    return f"{_cut(verdict.did):<{_DID}}  {worth:>6}  {won:>5}  {cost}{mark}"


def _with_margin(cost: float, margin: float, measure: Measure) -> str:
    if measure.is_outcome:
        return measure.plain(cost)
    return f"{measure.plain(cost)} ± {measure.plain(margin)}"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _cut(text: str) -> str:
    return text if len(text) <= _DID else f"{text[: _DID - 1]}…"


# --- Phrases --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """A decision as phrases.

    Args:
        place: the place in the game.
        did: the seat and its move.
        better: the better move; None if none is shown to be better.
        why: what tells the move from the better one; None if nothing is known to.
        plain: what the better move would have brought, without figures of statistics; None if none is
            shown to be better or the cost says it all.
        cost: the cost, or that nothing is shown to be better.
        short: the cost with its 95 % interval as ±.
        sure: the confidence: the interval and the number of deals, or that the cost is exact.
        won: the share of deals won after the move and after the better one; None if not known.
        hindsight: the cost with all hands open; None if not computed.
    """

    place: Phrase
    did: Phrase
    better: Phrase | None
    why: Phrase | None
    plain: Phrase | None
    cost: Phrase
    short: Phrase
    sure: Phrase | None
    won: Phrase | None
    hindsight: Phrase | None


def said_of(decision: Decision, measure: Measure) -> Said:
    """Return a decision as phrases.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1, 0.25, 0.5)
    >>> said = said_of(Decision(31, 1, "trick 3", 2, "HK", verdict), Measure("levels", 2))
    >>> print(said.did, said.better, said.cost, sep="; ")
    seat 2 leads HK; leading HA; −0.40 levels
    >>> print(said.sure, said.won, sep="; ")
    95 % interval: −0.20 to −0.60 levels, over 100 deals; 50 % of the deals are won, not 25 %
    """
    verdict, seat = decision.verdict, Seat(decision.seat)
    place = phrased(decision.place)
    if decision.deal > 1:
        place = phrase("review.in-deal", "deal {n}, {place}", n=decision.deal, place=place)
    if verdict is None:
        move = phrase("review.moved", "{seat}: {move}", seat=seat, move=CardText(decision.move))
        why_not = phrase("review.not-judged", "not judged: {why}", why=phrased(decision.note))
        return Said(place, move, None, None, None, why_not, why_not, None, None, None)
    return Said(
        place,
        phrase("review.did", "{seat} {did}", seat=seat, did=phrased(verdict.did)),
        phrased(verdict.better) if verdict.is_mistake else None,
        _why(verdict) if verdict.reasons else None,
        _plainly(verdict, measure),
        _cost(verdict, measure),
        _short(verdict, measure),
        _sure(verdict, measure),
        _won(verdict, measure),
        _in_hindsight(decision.hindsight),
    )


def total_said(total: SeatTotal, measure: Measure) -> Phrase:
    """Return the sum over the decisions of a seat as a phrase.

    >>> print(total_said(SeatTotal(0, 12, 1, 2.5, 1.0), Measure("points", 1)))
    shown to be costly: 1 of 12 decisions; all 12 together cost about 2.5 points
    """
    values = {"n": total.decisions, "mistakes": total.mistakes}
    if measure.is_outcome:
        return phrase(
            "review.total-outcome", "decisions: {n}, that lost the deal: {mistakes}", **values
        )
    return phrase(
        "review.total",
        "shown to be costly: {mistakes} of {n} decisions; all {n} together cost about {lost} {unit}",
        lost=measure.plain(total.cost).replace("-", "−"),
        unit=phrased(measure.unit),
        **values,
    )


def _why(verdict: Verdict) -> Phrase:
    return phrase("review.why", "why: {reasons}", reasons=in_turn(verdict.reasons))


def _plainly(verdict: Verdict, measure: Measure) -> Phrase | None:
    chance, best = verdict.chance, verdict.best_chance
    if not verdict.is_mistake or measure.is_outcome:
        return None
    if chance is not None and best is not None and round(100 * best) > round(100 * chance):
        return phrase(
            "review.plain-won",
            "that wins {best} of 100 deals like this one, the move made {share}",
            best=round(100 * best),
            share=round(100 * chance),
        )
    values = {"cost": measure.plain(verdict.cost), "unit": phrased(measure.unit)}
    if measure.is_taken:
        return phrase(
            "review.plain-less",
            "that takes about {cost} {unit} less in deals like this one",
            **values,
        )
    return phrase(
        "review.plain-cost", "that brings about {cost} {unit} more in deals like this one", **values
    )


def _cost(verdict: Verdict, measure: Measure) -> Phrase:
    if not verdict.is_mistake:
        return phrase("review.nothing-better", "nothing is shown to be better")
    if measure.is_outcome:
        return phrase("review.lost-it", "turned a won deal into a lost one")
    cost, unit = measure.plain(verdict.cost), phrased(measure.unit)
    return phrase("review.cost", "−{cost} {unit}", cost=cost, unit=unit)


def _short(verdict: Verdict, measure: Measure) -> Phrase:
    if verdict.is_exact or not verdict.is_mistake:
        return _cost(verdict, measure)
    return phrase(
        "review.cost-within",
        "−{cost} ± {margin} {unit}",
        cost=measure.plain(verdict.cost),
        margin=measure.plain(verdict.margin),
        unit=phrased(measure.unit),
    )


def _sure(verdict: Verdict, measure: Measure) -> Phrase:
    if measure.is_outcome:
        return phrase("review.exact", "exact: by the solver")
    if verdict.is_exact and verdict.worlds == 1:
        return phrase("review.all-known", "exact: the seat could tell how all hands lay")
    if verdict.is_exact:
        return phrase(
            "review.all-deals",
            "exact: over all {n} deals that the seat could not tell from the true one",
            n=verdict.worlds,
        )
    if not verdict.is_mistake:
        return phrase("review.over-deals", "over {n} deals", n=verdict.worlds)
    least, most = (
        measure.plain(-verdict.cost + sign * verdict.margin).replace("-", "−") for sign in (1, -1)
    )
    return phrase(
        "review.interval",
        "95 % interval: {least} to {most} {unit}, over {n} deals",
        least=least,
        most=most,
        unit=phrased(measure.unit),
        n=verdict.worlds,
    )


def _won(verdict: Verdict, measure: Measure) -> Phrase | None:
    chance, best = verdict.chance, verdict.best_chance
    if chance is None or best is None or measure.is_outcome:
        return None
    if isclose(chance, best) or not verdict.is_mistake:
        return phrase("review.won-so", "{share} % of the deals are won", share=round(100 * chance))
    return phrase(
        "review.won",
        "{best} % of the deals are won, not {share} %",
        best=round(100 * best),
        share=round(100 * chance),
    )


def _in_hindsight(hindsight: Hindsight | None) -> Phrase | None:
    if hindsight is None:
        return None
    if not hindsight.cost and not hindsight.is_turning_point:
        return phrase("review.seen-fine", "with all hands seen it cost nothing (exact)")
    values = {
        "cost": f"{hindsight.cost:g}",
        "unit": phrased(hindsight.unit),
        "best": " ".join(hindsight.best[:_MOST_NAMED]),
    }
    if hindsight.is_turning_point:
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


# --- Picture --------------------------------------------------------------------------------------


def draw_review(decisions: Sequence[Decision], path: Path, measure: Measure, title: str) -> None:
    """Plot the course of a game, one line per seat through its decisions; SVG output is reproducible.

    The upper panel has the chance that the seat's side wins the deal after the move, the lower panel the
    value of the move; both by what the seat could know. Rings mark mistakes, vertical lines the ends of
    deals. The file holds the text of the review as its description, for screen readers.

    Args:
        decisions: the decisions, in the order of the record.
        path: an .svg or .png file.
        measure: the unit and the format of figures.
        title: the heading.

    Raises:
        SuitwiseError: there is nothing to draw; or see ``picture.svg.check_plot``.
        OSError: the file can't be written.

    >>> draw_review([], Path("review.svg"), Measure("points", 1), "A game of gin")
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: no decision was judged: there is nothing to draw
    """
    judged = [one for one in decisions if one.verdict is not None]
    if not judged:
        raise SuitwiseError("no decision was judged: there is nothing to draw")
    check_plot(path)
    from matplotlib.figure import Figure

    with plot_style("review"):
        figure = Figure(figsize=(8, 5.6), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True)
        upper.set_title(fill(title.replace(",", ", "), _WIDE), loc="left", fontsize="medium")
        upper.set(ylabel="deals won", ylim=(-0.03, 1.03))
        upper.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        lower.set(ylabel=f"{measure.unit} expected", xlabel="decision")
        lower.axhline(0, color="#888888", linewidth=0.8)
        for axes in (upper, lower):
            _style(axes, judged)
        for seat in sorted({one.seat for one in judged}):
            _draw_seat(upper, lower, seat, judged)
        figure.legend(*lower.get_legend_handles_labels(), frameon=False, loc="outside right upper")
        save_plot(figure, path, review_text(decisions, measure))


def _style(axes: Any, decisions: Sequence[Decision]) -> None:
    """Draw the background of a panel: grid and ends of deals."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")
    for at, (one, following) in enumerate(pairwise(decisions), 1):
        if one.deal != following.deal:
            axes.axvline(at + 0.5, color="#bbbbbb", linewidth=0.8)


def _draw_seat(upper: Any, lower: Any, seat: int, decisions: Sequence[Decision]) -> None:
    """Draw the line of a seat in both panels, broken between deals."""
    colour, mark = _COLOURS[seat % len(_COLOURS)], _MARKS[seat % len(_MARKS)]
    label = f"seat {seat}"
    for deal in sorted({one.deal for one in decisions if one.seat == seat}):
        verdicts = [
            (at, one.verdict)
            for at, one in enumerate(decisions, 1)
            if (one.seat, one.deal) == (seat, deal) and one.verdict is not None
        ]
        chances = [(at, one.chance) for at, one in verdicts if one.chance is not None]
        for axes, points in ((upper, chances), (lower, [(at, one.worth) for at, one in verdicts])):
            axes.plot(
                [at for at, _ in points],
                [value for _, value in points],
                color=colour,
                marker=mark,
                markersize=3.5,
                linewidth=1.2,
                label=label,
            )
        wrong = [(at, one.worth) for at, one in verdicts if one.is_mistake]
        lower.plot(
            [at for at, _ in wrong],
            [value for _, value in wrong],
            linestyle="none",
            marker="o",
            markersize=10,
            markerfacecolor="none",
            markeredgecolor=colour,
        )
        label = "_"  # one line in the legend per seat
