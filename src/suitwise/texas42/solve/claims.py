"""Claims, ruled exactly: whether one comes true whatever the others play, and the plays that refute it.

A claim stands if it comes true against every legal play of all others, the partner too (rules of the
N42PA, 16). In nello the contract alone is claimed, and no number: the bidder claims that he loses every
trick, an opponent that the bidder takes one.
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.foundation.seating import partner, side
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import claim_stands, loss_claim_stands


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A claim as plays go on: whether it holds when its side has taken something since.

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

    def holds(self, position: Position, taken: int = 0) -> bool:
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


def claim_of(
    position: Position, seat: int, unit: str = "tricks", amount: int | None = None
) -> LaidDown:
    """Return a claim of a seat; in nello it is of the contract, whatever else is said.

    Args:
        position: the position in which it is made.
        seat: the claimant.
        unit: ``tricks`` or ``points``.
        amount: how many; all tricks that are left if nothing is given.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> claim_of(position, 0).holds(position), claim_of(position, 0, "points", 21).holds(position)
    (False, True)
    """
    if is_nello(position.declaration):
        bidder = partner(position.out)
        return LaidDown(seat, "loss" if seat == bidder else "trick", 1, side(bidder))
    return LaidDown(seat, unit, position.tricks_left if amount is None else amount, side(seat))


def refutation(position: Position, claim: LaidDown) -> tuple[Domino, ...]:
    """Return a line of plays in which a false claim fails, to the play that decides it.

    The claimant plays the first domino that may be played, as none helps; another seat the first after
    which the claim fails.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> format_dominoes(refutation(position, claim_of(position, 0)), " ")
    '5-5 3-2 5-0 6-5 6-4 6-6 4-1 1-1'
    """
    line, taken = list[Domino](), 0
    while not claim.is_lost(position, taken):
        for domino in dominoes_of(position.legal()):
            following, now = claim.after(position, domino, taken)
            if position.turn == claim.seat or not claim.holds(following, now):
                break
        line.append(Domino(domino))
        position, taken = following, now
    return tuple(line)
