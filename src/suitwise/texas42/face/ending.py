"""How a hand of Texas 42 has ended, in sentences."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.matches import ahead
from suitwise.foundation.seating import NOBODY, SEATS, partner
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import OVER
from suitwise.players.face_values import Forfeited, ended
from suitwise.texas42.face.names import call_named, points_named, tricks_named
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.contracts import MADE, Play, is_nello, match_winner
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant


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
    if play.claim is not None and not play.claim.holds:
        return _forfeit(play.claim.seat)
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
        return [*found, _won(state.winner)]
    return [*found, _drawn()] if state.variant.target and state.turn == OVER else found


def _drawn() -> Phrase:
    return phrase("texas42.over.drawn", "the match ends in a draw after its last hand")


def _won(winner: int) -> Phrase:
    first, second = (seat for seat in SEATS if seat & 1 == winner)
    return phrase(
        "texas42.over.won", "{one} and {other} win the match", one=Seat(first), other=Seat(second)
    )


def score(state: Texas42State) -> Phrase:
    """Return the score of the sides."""
    return _score(state.variant, state.scores)


def _score(variant: Texas42Variant, scores: tuple[int, int]) -> Phrase:
    (first, second), seats = scores, [Seat(seat) for seat in SEATS]
    if variant.unit == "points":
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


# --- A hand that was forfeited --------------------------------------------------------------------


def forfeited(state: Texas42State, seat: int) -> Forfeited:
    """Return what a false claim of a seat comes to: the hand, as a renege does (N42PA, 16).

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(shaker=3).start().rolled(seed=1, stream=0)
    >>> for word in ("2m", "pass", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> lost = forfeited(state, 2)
    >>> lost.score, lost.after.totals, lost.after.shaker
    ((0, 2), (0, 2), 0)
    """
    game, play = state.variant, state.play
    assert play is not None, "claims are made while dominoes are played"
    score = game.score_of_renege(play.contract, seat, play.points)
    totals = state.totals[0] + score[0], state.totals[1] + score[1]
    winner = match_winner(totals, play.contract.side, game.target) if game.target else NOBODY
    said = [_forfeit(seat), _score(game, totals)]
    if not game.target:
        return Forfeited(score, tuple(said))
    if winner == NOBODY and state.is_last:
        winner = ahead(*totals)
    if state.is_last or winner != NOBODY:
        return Forfeited(score, (*said, _drawn() if winner == NOBODY else _won(winner)))
    after = Texas42State(game, (state.shaker + 1) % 4, totals=totals, deals=state.deals + 1)
    return Forfeited(score, (*said, _next(state)), after)


def _forfeit(seat: int) -> Phrase:
    return phrase(
        "texas42.over.forfeit",
        "{seat} has made a false claim, so {seat} and {partner} lose the hand",
        seat=Seat(seat),
        partner=Seat(partner(seat)),
    )
