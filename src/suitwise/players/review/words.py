"""A review in words: the costliest decisions, then every one in a line, then what each seat lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill

from suitwise.foundation.text.phrases import counted, signed
from suitwise.players.review.decisions import Decision, costliest, totals

_WIDE = 80
_DID = 24
"""A line says what was done in so many characters."""
NOTE = (
    "Each decision is judged in deals that its seat could not tell from the true one. The best move\n"
    "found in some is held against the move that was made in as many others; ± is an interval of 95 %.\n"
    "! marks a cost above 0 in all of its interval: by chance alone one faultless decision in forty."
)


@dataclass(frozen=True, slots=True)
class Measure:
    """How figures are written.

    Args:
        unit: what worths and costs are counted in.
        digits: how many digits follow the point.
        is_outcome: whether a cost is the deal itself, won before and lost after: then there is no more
            to be counted.

    >>> Measure("levels", 2).signed(0.314), Measure("points", 1).plain(-0.04)
    ('+0.31', '0.0')
    """

    unit: str
    digits: int
    is_outcome: bool = False

    def signed(self, value: float) -> str:
        """Return a worth with its sign."""
        return signed(value, self.digits)

    def plain(self, value: float) -> str:
        """Return a cost, with a sign only below 0."""
        return f"{self._rounded(value):.{self.digits}f}"

    def _rounded(self, value: float) -> float:
        return round(value, self.digits) + 0.0  # never -0


def review_text(decisions: Sequence[Decision], measure: Measure) -> str:
    """Return a review as lines of text.

    Args:
        decisions: the decisions, in the order of the record.
        measure: how figures are written.

    >>> from suitwise.players.review.decisions import Verdict
    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1, 0.25, 0.5)
    >>> told = review_text([Decision(31, 1, "trick 3", 2, "HK", verdict)], Measure("levels", 2))
    >>> print(*told.splitlines()[:3], sep="\\n")
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
    """Yield the sentences of the decisions that cost most, or that none is shown to have cost anything.

    Args:
        decisions: the decisions, one or more.
        measure: how figures are written.

    >>> from suitwise.players.review.decisions import Verdict
    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.1, 0.1)
    >>> told = [Decision(31, 1, "trick 3", 2, "HK", verdict)]
    >>> print(*costliest_lines(told, Measure("levels", 2)))
    None of 1 decision is shown to have cost anything.
    """
    number = counted(len(decisions), "decision")
    found = costliest(decisions)
    if found:
        yield f"The costliest of {number}:"
        for at, one in enumerate(found, 1):
            yield fill(f"  {at}. {sentence(one, measure)}", _WIDE, subsequent_indent=" " * 5)
    else:
        yield f"None of {number} is shown to have cost anything."


def sentence(decision: Decision, measure: Measure) -> str:
    """Return what a decision cost in a sentence.

    >>> from suitwise.players.review.decisions import Verdict
    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.1, 0.1)
    >>> sentence(Decision(31, 2, "trick 3", 2, "HK", verdict), Measure("levels", 2))
    'deal 2, trick 3: seat 2 leads HK; nothing is shown to be better over 100 deals'
    """
    deal = f"deal {decision.deal}, " if decision.deal > 1 else ""
    said = f"{deal}{decision.place}: seat {decision.seat} "
    found = decision.verdict
    if found is None:
        return f"{said}moves {decision.move}; not judged: {decision.note}"
    if measure.is_outcome:
        if found.is_mistake:
            return f"{said}{found.did} and turns a won deal into a lost one; {found.better} keeps it won"
        return f"{said}{found.did}, after which the deal can still be won"
    deals = counted(found.worlds, "deal")
    if not found.is_mistake:
        return f"{said}{found.did}; nothing is shown to be better over {deals}"
    gain = f"{measure.plain(found.cost)} ± {measure.plain(found.margin)} {measure.unit} more"
    won = ""
    if found.chance is not None and found.best_chance is not None:
        won = f" ({_percent(found.best_chance)} of them won, not {_percent(found.chance)})"
    return f"{said}{found.did}; {found.better} is worth {gain} over {deals}{won}"


def _table(decisions: Sequence[Decision], measure: Measure) -> Iterator[str]:
    """Yield a line a decision, below it what would have been better than a mistake."""
    wide = max(14, *(len(one.place) for one in decisions))
    deals = decisions[-1].deal > 1
    deal = 0
    for one in decisions:
        if one.deal != deal:
            deal = one.deal
            head = f"deal {deal}" if deals else ""
            yield f"\n{head:<{wide}}  seat  {'':<{_DID}}  {'worth':>6}  {'won':>5}  cost"
        yield f"{one.place:<{wide}}  {one.seat:>4}  {_told(one, measure)}".rstrip()
        if one.verdict is not None and one.is_mistake:
            yield f"{'':<{wide}}        better: {one.verdict.better}"


def _told(decision: Decision, measure: Measure) -> str:
    found = decision.verdict
    if found is None:
        return f"{_cut(decision.move):<{_DID}}  not judged: {decision.note}"
    won = "" if found.chance is None else _percent(found.chance)
    cost = "-"
    if found.best != decision.move:
        cost = _with_margin(found.cost, found.margin, measure)
    mark = " !" if found.is_mistake else ""
    return f"{_cut(found.did):<{_DID}}  {measure.signed(found.worth):>6}  {won:>5}  {cost}{mark}"


def _with_margin(cost: float, margin: float, measure: Measure) -> str:
    if measure.is_outcome:
        return measure.plain(cost)
    return f"{measure.plain(cost)} ± {measure.plain(margin)}"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _cut(text: str) -> str:
    return text if len(text) <= _DID else f"{text[: _DID - 1]}…"
