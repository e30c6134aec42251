"""The text of a recorded hand's result: the points taken, the scores, the standing of the match."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, Several, Side, phrase
from suitwise.texas42.rules.contracts import RESULT_TEXT, Contract
from suitwise.texas42.variant import Texas42Variant


def totals_text(game: Texas42Variant, totals: tuple[int, int]) -> Phrase:
    """Return the text of the sides' score and its unit."""
    first, second = totals
    if game.unit == "marks":
        return phrase(
            "texas42.marks", "marks {one} {first} - {second} {other}", **_scored(first, second)
        )
    return phrase(
        "texas42.points", "points {one} {first} - {second} {other}", **_scored(first, second)
    )


def _scored(first: int, second: int) -> dict[str, int]:
    return {"one": Side(0), "first": first, "second": second, "other": Side(1)}


def thrown_in_text(game: Texas42Variant, totals: tuple[int, int]) -> Phrase:
    """Return the text of the result of a hand that all have passed."""
    return phrase("texas42.thrown-in", "thrown in; {totals}", totals=totals_text(game, totals))


def score_text(totals: tuple[int, int]) -> str:
    """Return the text of a score.

    >>> score_text((3, 2))
    'T0 3 - 2 T1'
    """
    return f"T0 {totals[0]} - {totals[1]} T1"


def played_text(
    game: Texas42Variant,
    contract: Contract,
    result: int,
    took: tuple[int, int],
    totals: tuple[int, int],
) -> Phrase:
    """Return the text of the result of a hand.

    Args:
        game: the variant.
        contract: the contract.
        result: ``MADE`` or ``SET``.
        took: the points that the sides took.
        totals: the score of the sides, this hand included.
    """
    return phrase(
        "texas42.result",
        "declaring {side} {took} points -> {result} ({gets}); {totals}",
        side=Side(contract.side),
        took=took[contract.side],
        result=RESULT_TEXT[result],
        gets=_gets_text(game, game.score_of(contract, result, took)),
        totals=totals_text(game, totals),
    )


def false_claim(seat: int) -> str:
    """Return the words of a result for a claim that does not stand.

    >>> false_claim(2)
    'false claim by S2'
    """
    return f"false claim by S{seat}"


def lost_text(
    game: Texas42Variant, how: str, scores: tuple[int, int], totals: tuple[int, int]
) -> Phrase:
    """Return the text of the result of a hand that a renege or a false claim has cost.

    Args:
        game: the variant.
        how: the fault, and the seat at fault.
        scores: the score of the sides in the hand.
        totals: their score in all, this hand included.

    >>> lost_text(Texas42Variant(), "reneged by S0", (0, 1), (3, 2))
    'reneged by S0 (1 mark to T1); marks T0 3 - 2 T1'
    """
    return phrase(
        "texas42.lost",
        "{how} ({gets}); {totals}",
        how=how,
        gets=_gets_text(game, scores),
        totals=totals_text(game, totals),
    )


def _gets_text(game: Texas42Variant, scores: tuple[int, int]) -> Several:
    return Several(_got(game.unit, score, Side(side)) for side, score in enumerate(scores) if score)


def _got(unit: str, score: int, side: Side) -> Phrase:
    if unit == "marks":
        if score == 1:
            return phrase("texas42.gets-mark", "{score} mark to {side}", score=score, side=side)
        return phrase("texas42.gets-marks", "{score} marks to {side}", score=score, side=side)
    if score == 1:
        return phrase("texas42.gets-point", "{score} point to {side}", score=score, side=side)
    return phrase("texas42.gets-points", "{score} points to {side}", score=score, side=side)
