"""How a deal of gin rummy has ended, in sentences, with the hands as they were laid down."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.game import OVER
from suitwise.players.face_values import ended
from suitwise.rummy.face.rows import Row, left_row, meld_rows, row
from suitwise.rummy.gin.rules.melds import cards_of, hand_text, points_of
from suitwise.rummy.gin.rules.showdown import Showdown
from suitwise.rummy.gin.rules.spreads import best_spread, melds_of
from suitwise.rummy.gin.state import GinState
from suitwise.sight import card_texts


def over(state: GinState) -> dict[str, Any] | None:
    """Return the part ``over`` of a deal that has ended, None before; with the ``hands`` in rows."""
    if not state.is_dealt_out:
        return None
    is_match = state.turn == OVER
    end = ended(
        result(state), lines(state), following=None if is_match else _next(state), is_match=is_match
    )
    return end | {"hands": _hands(state)}


def result(state: GinState) -> Phrase:
    """Return the outcome in a sentence."""
    showdown = state.showdown
    if showdown is None:
        if state.idle == state.variant.idle:
            return phrase(
                "gin.over.idle", "no card of the stock in {n} turns: nobody scores", n=state.idle
            )
        return phrase("gin.over.wall", "the stock has run out: nobody scores")
    knocker, other = Seat(showdown.knocker), Seat(1 - showdown.knocker)
    points = showdown.score[1]
    if showdown.kept == 0:
        return _of_gin(state, showdown)
    if showdown.score[0] == showdown.knocker:
        return phrase(
            "gin.over.knock",
            "{seat} knocked with {kept}, {other} keeps {left}: {seat} scores {points}",
            seat=knocker,
            other=other,
            kept=showdown.kept,
            left=showdown.left,
            points=points,
        )
    return phrase(
        "gin.over.undercut",
        "{other} undercuts: {left} against the {kept} of {seat}, and {bonus} more; {other} scores "
        "{points}",
        seat=knocker,
        other=other,
        kept=showdown.kept,
        left=showdown.left,
        bonus=showdown.undercut,
        points=points,
    )


def _of_gin(state: GinState, showdown: Showdown) -> Phrase:
    seat, other = Seat(showdown.knocker), Seat(1 - showdown.knocker)
    left, bonus, points = showdown.left, showdown.gin, showdown.score[1]
    if state.phase == "big":
        return phrase(
            "gin.over.big",
            "{seat} has big gin, {other} keeps {left}: {left} and {bonus} make {points}",
            seat=seat,
            other=other,
            left=left,
            bonus=bonus,
            points=points,
        )
    return phrase(
        "gin.over.gin",
        "{seat} has gin, {other} keeps {left}: {left} and {bonus} make {points}",
        seat=seat,
        other=other,
        left=left,
        bonus=bonus,
        points=points,
    )


def lines(state: GinState) -> list[Phrase]:
    """Return what was laid off, the score of a match, and who has won it."""
    found = []
    showdown = state.showdown
    if showdown is not None and showdown.laid_off:
        found.append(
            phrase(
                "gin.over.laid-off",
                "{seat} laid off {cards}",
                seat=Seat(1 - showdown.knocker),
                cards=CardText(hand_text(showdown.laid_off)),
            )
        )
    if state.variant.to:
        first, second = state.totals
        found.append(
            phrase(
                "gin.over.score",
                "points: {one} {first}, {other} {second}; the match goes to {to}",
                one=Seat(0),
                other=Seat(1),
                first=first,
                second=second,
                to=state.variant.to,
            )
        )
    if state.is_decided:
        ahead = state.returns()
        if ahead[0] == ahead[1]:
            return [
                *found,
                phrase("gin.over.drawn", "the match ends in a draw after its last deal"),
            ]
        winner = 0 if ahead[0] > ahead[1] else 1
        found.append(
            phrase(
                "gin.over.won",
                "{seat} wins the match by {n} points, bonuses counted",
                seat=Seat(winner),
                n=f"{ahead[winner]:g}",
            )
        )
    return found


def _next(state: GinState) -> Phrase:
    dealer = state.dealer if state.showdown is None else 1 - state.showdown.score[0]
    return phrase("gin.over.next", "{seat} deals next", seat=Seat(dealer))


def _hands(state: GinState) -> list[dict[str, Any]]:
    showdown = state.showdown
    if showdown is None:
        return []
    return [
        {"seat": seat, "rows": _rows(showdown, seat)}
        for seat in (showdown.knocker, 1 - showdown.knocker)
    ]


def _rows(showdown: Showdown, seat: int) -> list[Row]:
    hand = showdown.hands[seat]
    if seat == showdown.knocker:
        return arranged(hand, showdown.spread)
    off = showdown.laid_off
    rows = arranged(hand & ~off, best_spread(hand & ~off))
    if not off:
        return rows
    name = phrase("gin.row.off", "laid off")
    return [*rows[:-1], row("off", "off", name, card_texts(cards_of(off))), rows[-1]]


def arranged(hand: int, spread: tuple[int, int]) -> list[Row]:
    """Return a hand in rows: the melds of a spread, and the deadwood."""
    left = hand & ~(spread[0] | spread[1])
    name = phrase("gin.deadwood", "deadwood: {n}", n=points_of(left))
    return [*meld_rows(melds_of(*spread)), left_row(name, cards_of(left))]
