"""Claims at the table: a seat lays down its hand and says what its side will take.

A claim stands if it comes true against every legal play of all others, the partner too (rules of the
N42PA, 16). In nello the contract alone is claimed, and no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.seating import partner, side
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.face_values import Claimed
from suitwise.texas42.face.names import points_named, tricks_named
from suitwise.texas42.moves import Move
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import claim_stands, loss_claim_stands
from suitwise.texas42.state import Texas42State


def claimed(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Claimed:
    """Rule on a claim: ``{"tricks": n}``, ``{"points": n}``, or ``{}`` for the rest or the contract.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> print(claimed(state, 2, {"tricks": 7}).text)
    seat 2 claims all tricks that are left: some legal play of the others refutes it
    """
    no = _why_no_claim(state, seat, what)
    if no is not None:
        return Claimed(False, no)
    assert state.play is not None
    position, name = state.play.position, _named(state, seat, what)
    claim = _claim_of(position, seat, what)
    if claim.stands(position, 0):
        return Claimed(
            True,
            phrase(
                "texas42.claim.stands",
                "{seat} claims {what}: whatever the others play, it comes true",
                seat=Seat(seat),
                what=name,
            ),
        )
    text = phrase(
        "texas42.claim.fails",
        "{seat} claims {what}: some legal play of the others refutes it",
        seat=Seat(seat),
        what=name,
    )
    return Claimed(False, text, _refuted(position, claim))


def claimed_move(state: Texas42State, seat: int) -> Move:
    """Return the next play where a seat has truly claimed all that is left, or the contract.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> claimed_move(state, 0) in state.moves()
    True
    """
    moves = list(state.moves())
    if state.play is None or state.turn != seat:
        return moves[0]
    position = state.play.position
    claim = _claim_of(position, seat, {})
    for move in moves:
        if claim.stands(*claim.after(position, Domino(int(move)), 0)):
            return move
    return moves[0]


def _why_no_claim(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Phrase | None:
    """Return why a claim can't be made at all."""
    if state.phase != "play" or state.play is None:
        return phrase("texas42.claim.when", "a claim is made while dominoes are played")
    position = state.play.position
    if seat == position.out:
        return phrase("texas42.claim.out", "a seat that sits out claims nothing")
    if is_nello(position.declaration) and what:
        return phrase("texas42.claim.nello", "in nello the contract is claimed, and no number")
    most = {"tricks": position.tricks_left, "points": position.points_left}
    if len(what) > 1 or not what.keys() <= most.keys():
        return phrase(
            "texas42.claim.form", "a claim is for tricks, for points, or for all that is left"
        )
    for unit, amount in what.items():
        if type(amount) is not int or not 1 <= amount <= most[unit]:
            left = most[unit]
            return phrase(
                "texas42.claim.left", "a claim is for 1 to {left} of what is left", left=left
            )
    return None


def _named(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Phrase:
    """Return what is claimed in words."""
    assert state.play is not None
    position, contract = state.play.position, state.play.contract
    if is_nello(contract.declaration):
        if seat == contract.bidder:
            return phrase("texas42.claim.loses", "to lose every trick")
        return phrase("texas42.claim.not-lost", "that the bidder takes a trick")
    if "points" in what:
        return points_named(what["points"])
    if what.get("tricks", position.tricks_left) == position.tricks_left:
        return phrase("texas42.claim.rest", "all tricks that are left")
    return tricks_named(what["tricks"])


# --- The claim as plays go on ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Claim:
    """A claim, and whether it stands when its side has taken something since.

    Args:
        seat: the claimant.
        unit: ``tricks`` or ``points``; in nello ``loss`` for the bidder, ``trick`` for an opponent.
        need: how many tricks or points are claimed.
        side: the side whose tricks count: the claimant's; in nello the bidder's.
    """

    seat: int
    unit: str
    need: int
    side: int

    def stands(self, position: Position, taken: int) -> bool:
        """Tell whether it comes true from a position on, whatever the others play."""
        if self.unit in ("loss", "trick"):
            if taken or position.over:
                return bool(taken) == (self.unit == "trick")
            return loss_claim_stands(position, self.seat)
        need = self.need - taken
        if need <= 0 or self.is_lost(position, taken):
            return need <= 0
        if self.unit == "points":
            return claim_stands(position, self.seat, points=need)
        return claim_stands(position, self.seat, need)

    def is_lost(self, position: Position, taken: int) -> bool:
        """Tell whether too little is left for it to come true at all."""
        if self.unit == "loss":
            return taken > 0
        if self.unit == "trick":
            return position.over and not taken
        left = position.points_left if self.unit == "points" else position.tricks_left
        return self.need - taken > left

    def after(self, position: Position, domino: Domino, taken: int) -> tuple[Position, int]:
        """Return the position after a play, and what the side has taken by then."""
        following, done = position.with_play(domino)
        if done is None or side(done.winner) != self.side:
            return following, taken
        return following, taken + (done.points if self.unit == "points" else 1)


def _claim_of(position: Position, seat: int, what: Mapping[str, Any]) -> _Claim:
    if is_nello(position.declaration):
        bidder = partner(position.out)
        return _Claim(seat, "loss" if seat == bidder else "trick", 1, side(bidder))
    unit = "points" if "points" in what else "tricks"
    return _Claim(seat, unit, what.get(unit, position.tricks_left), side(seat))


def _refuted(position: Position, claim: _Claim) -> Phrase:
    """Return a line of plays in which a claim fails, to the play that decides it.

    The claimant plays the first domino that may be played, as none helps; another seat the first after
    which the claim fails.
    """
    first, line, taken = position.turn, [], 0
    while not claim.is_lost(position, taken):
        for domino in dominoes_of(position.legal()):
            following, now = claim.after(position, domino, taken)
            if position.turn == claim.seat or not claim.stands(following, now):
                break
        line.append(f"{Domino(domino)}")
        position, taken = following, now
    return phrase(
        "texas42.claim.line",
        "it fails if, from {seat} on, {line} are played",
        seat=Seat(first),
        line=" ".join(line),
    )
