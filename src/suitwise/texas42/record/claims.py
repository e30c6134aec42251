"""Claims in recorded hands: a seat lays down its hand and says what its side will take.

A claim stands if it comes true against every legal play of all others, the partner too (rules of the
N42PA, 16). One that does not costs the hand: these rules treat it as a renege. It is a fault of the
record, but where the claim is a move of the house (``claims=yes``), which may be a false one. Without
the deal a claim can't be judged, and is taken as the table took it.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import side
from suitwise.texas42.record.findings import Fault, Judged, Loss
from suitwise.texas42.record.hand import ClaimRecord
from suitwise.texas42.record.result import false_claim
from suitwise.texas42.rules.contracts import RESULT_TEXT, claimed, is_nello
from suitwise.texas42.rules.dominoes import HAND_POINTS, format_dominoes
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.claims import claim_of, refutation


def claim_faults(table: Judged, claim: ClaimRecord) -> Iterator[Fault]:
    """Judge a claim, and give the sides what they take by it."""
    if table.loss is not None:
        return
    if table.is_played:
        over = f"the hand was {RESULT_TEXT[table.result]} before this claim"
        yield Fault(claim.line, "end", over, seat=claim.seat)
        return
    position = _position(table)
    why = _why_no_claim(table, claim) or _refuted(position, claim)
    if why is None:
        _take(table, claim)
        return
    table.loss = Loss(claim.seat, false_claim(claim.seat), table.took)
    if table.game.claims and is_move(claim, position):
        return
    yield Fault(claim.line, "claim", f"S{claim.seat} claims {claim.shown}: {why}", seat=claim.seat)


def is_move(claim: ClaimRecord, position: Position | None) -> bool:
    """Tell whether a claim is one where claims are moves: of the seat on turn, of all that is left."""
    return position is not None and claim.seat == position.turn and not claim.amount


def _why_no_claim(table: Judged, claim: ClaimRecord) -> str | None:
    """Return why there can be no such claim."""
    nello = is_nello(table.hand.declaration)
    left = HAND_POINTS - sum(table.points) if claim.unit == "points" else table.left
    if claim.seat == table.out:
        return "the seat sits out"
    if nello and claim.amount:
        return "in nello the contract is claimed, and no number"
    if claim.amount > left:
        return f"only {left} are left"
    return None


def _refuted(position: Position | None, claim: ClaimRecord) -> str | None:
    """Return the plays that refute a claim, or None if it stands, or if that can't be known."""
    if position is None:
        return None
    laid_down = claim_of(position, claim.seat, claim.unit, claim.amount or None)
    if laid_down.holds(position):
        return None
    line = format_dominoes(refutation(position, laid_down), " ")
    why = f"some legal play of the others refutes it (from S{position.turn} on {line})"
    return f"{why}, so it costs the hand"


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
    """Divide the tricks and points left by a claim: the claimant's side takes what it claims."""
    if not claim.amount:
        points_of, tricks_of = claimed(table.contract, claim.seat, table.took, table.tricks_taken)
        table.points[:], table.tricks[:] = points_of, tricks_of
        return
    points, tricks = HAND_POINTS - sum(table.points), table.left
    own = side(claim.seat)
    if claim.unit == "points":
        # Part of the points is part of the tricks: one of them at least, and one for the others.
        tricks = tricks if claim.amount == points else 1
        points = claim.amount
    elif claim.amount < tricks:
        # Of the tricks' count nothing was claimed.
        points = tricks = claim.amount
    rest = HAND_POINTS - sum(table.points) - points
    others = table.left - tricks
    table.points[own] += points
    table.points[1 - own] += rest
    table.tricks[own] += tricks
    table.tricks[1 - own] += others
