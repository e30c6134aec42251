"""How a deal of Indian rummy has ended, in sentences, with the hands that are shown."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.face_values import ended
from suitwise.rummy.face.rows import Row, left_row, meld_rows
from suitwise.rummy.indian.rules.cards import Cards
from suitwise.rummy.indian.showdown import best_of, melds_of
from suitwise.rummy.indian.state import ENDS, IndianState
from suitwise.rummy.rules.rules import Rules


def over(state: IndianState) -> dict[str, Any] | None:
    """Return the part ``over`` of a deal that has ended, None before; with the ``hands`` in rows."""
    if state.phase not in ENDS:
        return None
    end = ended(result(state), lines(state), is_match=True)
    shown = [seat for seat in range(state.variant.seats) if state.is_shown(seat)]
    order = sorted(shown, key=lambda seat: seat != state.seat)
    return end | {"hands": [{"seat": seat, "rows": _shown(state, seat)} for seat in order]}


def result(state: IndianState) -> Phrase:
    """Return the outcome in a sentence."""
    if state.phase == "void":
        return phrase("indian13.over.void", "the deal is void: the draws have run out")
    won = f"{state.returns()[state.seat]:g}"
    if state.phase == "show":
        return phrase(
            "indian13.over.show",
            "{seat} declares and wins {points} points",
            seat=Seat(state.seat),
            points=won,
        )
    return phrase(
        "indian13.over.last",
        "all others are out: {seat} wins {points} points",
        seat=Seat(state.seat),
        points=won,
    )


def lines(state: IndianState) -> list[Phrase]:
    """Return what each of the others loses, and why."""
    showdown = state.showdown
    if showdown is None:
        return []
    others = (seat for seat in range(state.variant.seats) if seat != showdown.winner)
    return [_fate(state, seat, showdown.loss(seat)) for seat in others]


def _fate(state: IndianState, seat: int, lost: int) -> Phrase:
    standing = state.standings[seat]
    if standing in ("drop", "middle"):
        return phrase(
            "indian13.over.dropped", "{seat} dropped and loses {lost}", seat=Seat(seat), lost=lost
        )
    if standing == "false":
        return phrase(
            "indian13.over.false",
            "{seat} declared falsely and loses {lost}",
            seat=Seat(seat),
            lost=lost,
        )
    return phrase("indian13.over.loses", "{seat} loses {lost} points", seat=Seat(seat), lost=lost)


def _shown(state: IndianState, seat: int) -> list[Row]:
    """Return a hand as it is laid down: the winner's with the melds that it was declared with."""
    cards, rules = state.hands[seat], state.rules
    melds = melds_of(cards, rules) if state.phase == "show" and seat == state.seat else None
    if melds is None:
        return arranged(cards, rules)
    return [*meld_rows(melds, cards, pure=True), left_row(_counted(0), ())]


def arranged(cards: Cards, rules: Rules) -> list[Row]:
    """Return a hand in rows: its best melds, and the cards that are in none.

    Where there are not the runs that are needed every card counts, whatever meld it lies in.
    """
    best = best_of(cards, rules)
    if best.counts:
        name = _counted(best.points)
    else:
        name = phrase(
            "indian13.row.all-count",
            "counts {n}: needs two runs, one pure",
            n=best.points,
        )
    return [*meld_rows(best.melds, cards, best.left, pure=True), left_row(name, best.left)]


def _counted(points: int) -> Phrase:
    return phrase("indian13.row.left", "in no meld: {n} points", n=points)
