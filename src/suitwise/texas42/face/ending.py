"""How a hand of Texas 42 has ended, in sentences."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.seating import NOBODY, SEATS, partner
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import OVER
from suitwise.players.face_values import ended
from suitwise.texas42.face.names import call_named, points_named, tricks_named
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.contracts import MADE, Play, is_nello
from suitwise.texas42.state import Texas42State


def over(state: Texas42State) -> dict[str, Any] | None:
    """Return the part ``over`` of a hand that has ended or was thrown in, None before."""
    if state.phase not in ("thrown", "end"):
        return None
    play = state.play
    tricks = (
        []
        if play is None
        else [{"winner": trick.winner, "points": trick.points} for trick in play.tricks]
    )
    return ended(
        result(state),
        list(lines(state)),
        tricks=tricks,
        following=None if state.turn == OVER else _next(state),
        is_match=state.turn == OVER,
    )


def _next(state: Texas42State) -> Phrase:
    return phrase("texas42.over.next", "{seat} shakes next", seat=Seat((state.shaker + 1) % 4))


def result(state: Texas42State) -> Phrase:
    """Return what has become of the contract in a sentence."""
    play = state.play
    if play is None:
        return phrase("texas42.over.thrown", "all have passed: the hand is thrown in")
    contract = play.contract
    bid, named = call_named(contract.call), declaration_name(contract.declaration)
    who, with_whom, took = Seat(contract.bidder), Seat(partner(contract.bidder)), _took(play)
    if play.result == MADE:
        return phrase(
            "texas42.over.made",
            "{seat} and {partner} have made {bid} with {named}: they took {took}",
            seat=who,
            partner=with_whom,
            bid=bid,
            named=named,
            took=took,
        )
    return phrase(
        "texas42.over.set",
        "{seat} and {partner} are set at {bid} with {named}: they took {took}",
        seat=who,
        partner=with_whom,
        bid=bid,
        named=named,
        took=took,
    )


def _took(play: Play) -> Phrase:
    """Return what the declaring side took: points; tricks where they alone count."""
    side = play.contract.side
    if is_nello(play.contract.declaration):
        return tricks_named(play.tricks_taken[side])
    return points_named(play.points[side])


def lines(state: Texas42State) -> list[Phrase]:
    """Return the score, and who has won."""
    found = [score(state)]
    if state.winner != NOBODY:
        first, second = (seat for seat in SEATS if seat & 1 == state.winner)
        found.append(
            phrase(
                "texas42.over.won",
                "{one} and {other} win the match",
                one=Seat(first),
                other=Seat(second),
            )
        )
    return found


def score(state: Texas42State) -> Phrase:
    """Return the score of the sides."""
    (first, second), seats = state.scores, [Seat(seat) for seat in SEATS]
    if state.variant.unit == "points":
        return phrase(
            "texas42.over.points",
            "points: {one} and {other} {first}, {third} and {fourth} {second}",
            one=seats[0],
            other=seats[2],
            first=first,
            third=seats[1],
            fourth=seats[3],
            second=second,
        )
    return phrase(
        "texas42.over.marks",
        "marks: {one} and {other} {first}, {third} and {fourth} {second}",
        one=seats[0],
        other=seats[2],
        first=first,
        third=seats[1],
        fourth=seats[3],
        second=second,
    )
