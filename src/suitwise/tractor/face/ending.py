"""How a deal of Tractor has ended, in sentences: the kitty, the points, the levels, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import RANKS
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.game import OVER
from suitwise.players.face_values import Outcome as Came
from suitwise.players.face_values import ended
from suitwise.sight import card_texts
from suitwise.tractor.face.names import points_named, rank_named
from suitwise.tractor.rules.levels import Outcome
from suitwise.tractor.rules.scoring import PAST_ACE, TAKEN_OVER, points_of
from suitwise.tractor.state import TractorState


def over(state: TractorState) -> dict[str, Any] | None:
    """Return the part ``over`` of a deal that has ended, None before."""
    outcome = state.outcome
    if outcome is None or state.buried is None:
        return None
    return ended(
        result(outcome),
        list(lines(state)),
        kitty=card_texts(state.buried.cards),
        tricks=[
            {"winner": state.winner_of(trick), "points": trick.points} for trick in state.tricks
        ],
        following=None if state.turn == OVER else _next(outcome),
        is_match=state.turn == OVER,
    )


def result(outcome: Outcome) -> Phrase:
    """Return who has prevailed, and what the side gains."""
    points, gain = outcome.points, outcome.gain
    if outcome.held:
        return phrase(
            "tractor.over.held",
            "the attackers have {points} of {need}: the landlord's side holds and goes up {gain}",
            points=points,
            need=TAKEN_OVER,
            gain=gain,
        )
    if not gain:
        return phrase(
            "tractor.over.taken",
            "the attackers have {points} of {need}: they take the deal over",
            points=points,
            need=TAKEN_OVER,
        )
    return phrase(
        "tractor.over.taken-up",
        "the attackers have {points} of {need}: they take the deal over and go up {gain}",
        points=points,
        need=TAKEN_OVER,
        gain=gain,
    )


def lines(state: TractorState) -> Iterator[Phrase]:
    """Yield the kitty and what it counts, where a level stops a side, the levels, who has won."""
    outcome = state.outcome
    assert outcome is not None
    if state.claim is not None and not state.claim.holds:
        yield phrase(
            "tractor.over.false-claim",
            "{seat} has made a false claim, so all that was left goes to the other side",
            seat=Seat(state.claim.seat),
        )
    yield from kitty_lines(state)
    rank, now = outcome.before[outcome.side], outcome.ranks[outcome.side]
    if now < min(rank + outcome.gain, PAST_ACE):
        level = rank_named(RANKS[now])
        yield phrase(
            "tractor.over.stopped", "it stops at {level}, which must be defended", level=level
        )
    if outcome.winner is None:
        yield levels(outcome.ranks)
    if state.winner == NOBODY:
        if state.variant.match == "match" and state.turn == OVER:
            yield phrase("tractor.over.drawn", "the match ends in a draw after its last deal")
        return
    first, second = (Seat(seat) for seat in SEATS if seat & 1 == state.winner)
    yield phrase("tractor.over.won", "{one} and {other} win the match", one=first, other=second)


def kitty_lines(state: TractorState) -> Iterator[Phrase]:
    """Yield what was buried, and what it counts where the attackers won the last trick."""
    assert state.buried is not None
    worth = points_of(state.buried.once, state.buried.twice)
    cards = CardText(" ".join(card_texts(state.buried.cards)))
    yield phrase(
        "tractor.over.buried",
        "buried were {cards}: {points}",
        cards=cards,
        points=points_named(worth),
    )
    bonus = state.points - state.taken
    if bonus and state.claim is not None:
        yield phrase(
            "tractor.over.claimed-bonus",
            "the claim has given the attackers the last trick: the kitty counts {times} times, "
            "{bonus} points",
            times=bonus // worth,
            bonus=bonus,
        )
    elif bonus:
        yield phrase(
            "tractor.over.bonus",
            "the attackers won the last trick: the kitty counts {times} times, {bonus} points",
            times=bonus // worth,
            bonus=bonus,
        )


def levels(ranks: tuple[int, int]) -> Phrase:
    """Return the levels of the sides."""
    first, second = (rank_named(RANKS[rank]) for rank in ranks)
    return phrase(
        "tractor.over.levels",
        "levels: {one} and {other} at {first}, {third} and {fourth} at {second}",
        one=Seat(0),
        other=Seat(2),
        first=first,
        third=Seat(1),
        fourth=Seat(3),
        second=second,
    )


def came_to(state: TractorState, seat: int) -> Came:
    """Return what a deal that is over came to for a seat's side: levels, and the attackers' points."""
    outcome, got = state.outcome, state.returns()[seat]
    assert outcome is not None
    attacks = bool((seat ^ outcome.landlord) & 1)
    said: dict[str, Any] = {"points": outcome.points, "levels": f"{got:+g}" if got else "0"}
    if attacks:
        text = phrase(
            "tractor.came-to.attacked", "levels {levels}, attacking: {points} points", **said
        )
    else:
        text = phrase(
            "tractor.came-to.defended", "levels {levels}, defending: {points} points given", **said
        )
    return Came(text, (got, float(outcome.points if attacks else -outcome.points)))


def _next(outcome: Outcome) -> Phrase:
    return phrase(
        "tractor.over.next", "{seat} is the next landlord", seat=Seat(outcome.next_landlord)
    )
