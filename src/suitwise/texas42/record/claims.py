"""Claims in recorded hands: a seat lays down its hand and says what its side will take.

A claim stands if it comes true against every legal play of all others, the partner too (rules of the
N42PA, 16). One that does not costs the hand: these rules treat it as a renege. Without the deal a claim
can't be judged, and is taken as the table took it.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import side
from suitwise.texas42.record.findings import Fault, Judged, Loss
from suitwise.texas42.record.hand import ClaimRecord
from suitwise.texas42.rules.contracts import RESULT_TEXT, is_nello
from suitwise.texas42.rules.dominoes import HAND_POINTS
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import claim_stands, loss_claim_stands


def claim_faults(table: Judged, claim: ClaimRecord) -> Iterator[Fault]:
    """Judge a claim, and give the sides what they take by it."""
    if table.loss is not None:
        return
    if table.is_played:
        over = f"the hand was {RESULT_TEXT[table.result]} before this claim"
        yield Fault(claim.line, "end", over, seat=claim.seat)
        return
    why = _why_no_claim(table, claim)
    if why is None:
        _take(table, claim)
        return
    table.loss = Loss(claim.seat, f"false claim by S{claim.seat}", table.took)
    yield Fault(claim.line, "claim", f"S{claim.seat} claims {claim.shown}: {why}", seat=claim.seat)


def _why_no_claim(table: Judged, claim: ClaimRecord) -> str | None:
    """Return why a claim does not stand, or None if it stands, or if that can't be known."""
    nello = is_nello(table.hand.declaration)
    left = HAND_POINTS - sum(table.points) if claim.unit == "points" else table.left
    if claim.seat == table.out:
        return "the seat sits out"
    if nello and claim.amount:
        return "in nello the contract is claimed, and no number"
    if claim.amount > left:
        return f"only {left} are left"
    position = _position(table)
    if position is None:
        return None
    if nello:
        stands = loss_claim_stands(position, claim.seat)
    else:
        points = claim.amount if claim.amount and claim.unit == "points" else None
        stands = claim_stands(position, claim.seat, claim.amount or None, points)
    return None if stands else "some legal play of the others refutes it, so it costs the hand"


def _position(table: Judged) -> Position | None:
    """Return the position claimed in; None where the deal is not known, or a play was not legal."""
    if table.hand.dealt is None:
        return None
    try:
        play = table.contract.start(table.hand.dealt)
        for seat, domino in table.hand.plays:
            if play.position.turn != seat:
                return None
            play = play.after(domino)
    except SuitwiseError:
        return None
    return play.position


def _take(table: Judged, claim: ClaimRecord) -> None:
    """Divide the tricks and points left by a claim: the claimant's side takes what it claims.

    In nello only tricks are counted: the bidder's opponents claim that he takes one.
    """
    points, tricks = HAND_POINTS - sum(table.points), table.left
    own = side(claim.seat)
    if is_nello(table.hand.declaration):
        own, points, tricks = side(table.hand.bidder), 0, int(claim.seat != table.hand.bidder)
    elif claim.amount and claim.unit == "points":
        # Part of the points is part of the tricks: one of them at least, and one for the others.
        tricks = tricks if claim.amount == points else 1
        points = claim.amount
    elif 0 < claim.amount < tricks:
        # Of the tricks' count nothing was claimed.
        points = tricks = claim.amount
    rest = 0 if is_nello(table.hand.declaration) else HAND_POINTS - sum(table.points) - points
    others = table.left - tricks
    table.points[own] += points
    table.points[1 - own] += rest
    table.tricks[own] += tricks
    table.tricks[1 - own] += others
