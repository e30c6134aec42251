"""Why the Monte Carlo player of likely worlds chooses a move: the figures that it was chosen by."""

from __future__ import annotations

from math import isclose

from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.text.counting import signed
from suitwise.foundation.text.phrase_lists import one_of
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.players.reasons import (
    compared,
    declared_text,
    lead_of,
    other_shares,
    percent,
    played_text,
)
from suitwise.texas42.players.search.judging import Judged
from suitwise.texas42.players.search.values import worth_of_marks
from suitwise.texas42.rules.auction import MOST_MARKS, PASS, call_name
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.state import Texas42State


def reason_of(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a move that has been judged at a seat's turn."""
    if state.phase == "call":
        return _called(state, judged)
    if state.phase == "declare":
        return declared_text(judged.move, _shares(judged, [*map(declaration_name, judged.options)]))
    return played_text(state, _shares(judged, [str(Domino(one)) for one in judged.options]))


# --- Calls ----------------------------------------------------------------------------------------


def _called(state: Texas42State, judged: Judged) -> Phrase:
    """Say what the call comes to, and how much more than the best other one; or that this is as good."""
    best: dict[int, int] = {}
    for at, (call, _) in enumerate(judged.options):
        if call not in best or judged.worth[at] > judged.worth[best[call]]:
            best[call] = at
    mine = best.pop(judged.move.call)
    if not best:
        call = call_name(judged.move.call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=call)
    theirs = max(best.values(), key=judged.worth.__getitem__)
    worth = np.array(worth_of_marks(state))[judged.figures.found + MOST_MARKS]
    lead, error = lead_of(worth[:, mine] - worth[:, theirs], judged.figures.counts)
    told = {
        "call": _named(judged, mine),
        "deals": _deals(judged),
        "other": _named(judged, theirs),
    }
    if state.variant.match == "marks":
        return _in_match(judged.worth[mine], lead, error, told)
    return _in_marks(judged.worth[mine], lead, error, told)


def _in_match(chance: float, lead: float, error: float, told: dict[str, Phrase]) -> Phrase:
    """Say what a call is worth in chances to win the match."""
    share = percent(chance)
    if lead > error:
        return phrase(
            "texas42.mc-match-leads",
            "{call} wins the match in {share} % of {deals}, later hands taken as even, {lead} % more "
            "than {other}, give or take {error} %",
            share=share,
            lead=f"{100 * lead:.1f}",
            error=f"{100 * error:.1f}",
            **told,
        )
    return phrase(
        "texas42.mc-match-close",
        "{call} wins the match in {share} % of {deals}, later hands taken as even; {other} is as good, "
        "give or take {error} %",
        share=share,
        error=f"{100 * error:.1f}",
        **told,
    )


def _in_marks(marks: float, lead: float, error: float, told: dict[str, Phrase]) -> Phrase:
    """Say what a call is worth in marks."""
    if lead > error:
        return phrase(
            "texas42.mc-marks-leads",
            "{call} comes to {marks} marks over {deals}, {lead} more than {other}, give or take {error}",
            marks=signed(marks, 2),
            lead=f"{lead:.2f}",
            error=f"{error:.2f}",
            **told,
        )
    return phrase(
        "texas42.mc-marks-close",
        "{call} comes to {marks} marks over {deals}; {other} is as good, give or take {error}",
        marks=signed(marks, 2),
        error=f"{error:.2f}",
        **told,
    )


def _named(judged: Judged, option: int) -> Phrase:
    """Name the call of an option, with its declaration or all that are worth as much."""
    call, declared = judged.options[option]
    if call == PASS or declared < 0:
        return call_name(call)
    as_good = (
        other
        for (one, other), worth in zip(judged.options, judged.worth, strict=True)
        if one == call and isclose(worth, judged.worth[option])
    )
    return phrase(
        "texas42.mc-call",
        "{call} with {declaration}",
        call=call_name(call),
        declaration=one_of(map(declaration_name, as_good)),
    )


# --- Declarations and plays -----------------------------------------------------------------------


def _shares(judged: Judged, names: list[str] | list[Phrase]) -> Phrase:
    """Say in which share of the deals the move prevails, and the best of the others."""
    at = [int(option) for option in judged.options].index(_option_of(judged))
    others = other_shares(dict(zip(names, judged.worth, strict=True)), names[at])
    said = phrase(
        "texas42.mc-seen",
        "in {share} % of {deals}, all hands seen; {others}",
        share=percent(judged.worth[at]),
        deals=_deals(judged),
        others=others,
    )
    if judged.is_exact or not others:
        return said
    figures, other = judged.figures, others[0].params["move"]
    ahead = figures.found[:, at] - figures.found[:, names.index(other)]
    return compared(said, other, ahead, figures.counts)


def _option_of(judged: Judged) -> int:
    move = judged.move
    return move.declaration if move.declaration >= 0 else int(move)


def _deals(judged: Judged) -> Phrase:
    """Say which deals were looked at: a sample, or all that can be, each by its likelihood."""
    if judged.is_exact:
        return phrase("texas42.mc-all-deals", "all possible deals, the likely ones counting more")
    return phrase("texas42.mc-deals", "{n} likely deals", n=int(judged.figures.counts.sum()))
