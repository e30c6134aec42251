"""What a hand of Texas 42 came to for a side in a few words, and what could have been made of it."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.foundation.seating import side
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.face_values import Best, Outcome
from suitwise.texas42.face.names import points_named
from suitwise.texas42.rules.contracts import MADE, Play, is_nello
from suitwise.texas42.rules.dominoes import HAND_POINTS
from suitwise.texas42.solve.solver import solve
from suitwise.texas42.state import Texas42State

_MEANS = phrase(
    "texas42.best.means",
    "what your side takes when all four hands lie open and everybody plays for points from the "
    "first lead on, with the contract as it came",
)


def came_to(state: Texas42State, seat: int) -> Outcome:
    """Return what a hand that is over came to for a seat's side.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand", play_out=True).start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> while state.turn >= 0:
    ...     state = state.after(next(iter(state.moves())))
    >>> print(came_to(state, 0).said, came_to(state, 1).said, sep="; ")
    made: 35 points, 5 of 7 tricks; the others made it: 7 points, 2 of 7 tricks
    """
    play, own = state.play, side(seat)
    if play is None:
        return Outcome(phrase("texas42.came-to.thrown", "thrown in"), (0.0, 0.0))
    return Outcome(_said(play, own), (state.returns()[seat], float(play.points[own])))


def _said(play: Play, own: int) -> Phrase:
    took = {"points": points_named(play.points[own]), "tricks": play.tricks_taken[own]}
    is_ours, is_made = own == play.contract.side, play.result == MADE
    if is_ours and is_made:
        return phrase("texas42.came-to.made", "made: {points}, {tricks} of 7 tricks", **took)
    if is_ours:
        return phrase("texas42.came-to.set", "set with {points}, {tricks} of 7 tricks", **took)
    if is_made:
        return phrase(
            "texas42.came-to.let", "the others made it: {points}, {tricks} of 7 tricks", **took
        )
    return phrase("texas42.came-to.beat", "set the others: {points}, {tricks} of 7 tricks", **took)


def best(states: Sequence[Texas42State], seat: int) -> Best | None:
    """Return what a side takes of a hand where all see all hands and play for points (``solve``)."""
    play = next((state.play for state in states if state.phase == "play"), None)
    if play is None or is_nello(play.contract.declaration):
        return None
    first = solve(play.position)
    points = points_named(HAND_POINTS - first if side(seat) else first)
    return Best(phrase("texas42.best.said", "{points} with this contract", points=points), _MEANS)
