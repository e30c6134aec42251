"""Claims at the table: a seat lays down its hand and says what its side will take.

A claim stands if it comes true against every legal play of all others, the partner too (rules of the
N42PA, 16). In nello the contract alone is claimed, and no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.face_values import Claimed
from suitwise.texas42.face.names import points_named, tricks_named
from suitwise.texas42.moves import Move
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import Domino, format_dominoes
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.claims import LaidDown, claim_of, refutation
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
    unit = "points" if "points" in what else "tricks"
    claim = claim_of(position, seat, unit, what.get(unit))
    if claim.holds(position):
        return Claimed(True, _standing(seat, name))
    return Claimed(False, _failing(seat, name), line_named(position, claim))


def _standing(seat: int, what: Phrase) -> Phrase:
    return phrase(
        "texas42.claim.stands",
        "{seat} claims {what}: whatever the others play, it comes true",
        seat=Seat(seat),
        what=what,
    )


def _failing(seat: int, what: Phrase) -> Phrase:
    return phrase(
        "texas42.claim.fails",
        "{seat} claims {what}: some legal play of the others refutes it",
        seat=Seat(seat),
        what=what,
    )


def claimed_move(state: Texas42State, seat: int) -> Move:
    """Return the next play where a seat has truly claimed all that is left, or the contract.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> claimed_move(state, 0) in state.moves()
    True
    """
    moves = state.moves_but_claim()
    if state.play is None or state.turn != seat:
        return moves[0]
    position = state.play.position
    claim = claim_of(position, seat)
    for move in moves:
        if claim.holds(*claim.after(position, Domino(int(move)), 0)):
            return move
    return moves[0]


def _why_no_claim(state: Texas42State, seat: int, what: Mapping[str, Any]) -> Phrase | None:
    """Return why a claim can't be made at all."""
    if state.phase != "play" or state.play is None:
        return phrase("texas42.claim.when", "a claim is made while dominoes are played")
    if state.variant.claims:
        return phrase(
            "texas42.claim.move", "a claim is a move in this house: on your turn play claim"
        )
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


def line_named(position: Position, claim: LaidDown) -> Phrase:
    """Return the plays in which a false claim fails, to the one that decides it."""
    return phrase(
        "texas42.claim.line",
        "it fails if, from {seat} on, {line} are played",
        seat=Seat(position.turn),
        line=format_dominoes(refutation(position, claim), " "),
    )


# --- Claims that were moves -----------------------------------------------------------------------


def warned(state: Texas42State) -> Phrase:
    """Return what the seat on turn would claim, and what that may cost."""
    return phrase(
        "texas42.note.claim",
        "you claim {what}; a claim that is false costs the hand",
        what=_named(state, state.turn, {}),
    )


def laid_down(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    """Yield what is said of a claim that was a move, and the plays that refute it if it was false.

    Args:
        before: the position in which it was made.
        after: the end of the hand.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand", claims=True).start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> for line, seat in laid_down(state, state.after("claim")):
    ...     print(line)
    seat 2 claims all tricks that are left: some legal play of the others refutes it
    it fails if, from seat 2 on, 0-0 2-2 1-1 4-0 are played
    """
    assert before.play is not None
    assert after.play is not None
    assert after.play.claim is not None
    seat, name = before.turn, _named(before, before.turn, {})
    if after.play.claim.holds:
        yield _standing(seat, name), seat
        return
    position = before.play.position
    yield _failing(seat, name), seat
    yield line_named(position, claim_of(position, seat)), seat
