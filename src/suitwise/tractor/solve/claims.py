"""Claims in a position of Tractor: whether one of any seat stands, and the plays that refute it.

``tractor.claims`` says when a claim stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import side
from suitwise.tractor.claims import EFFORT, MOST_CLAIMED, ClaimSearch
from suitwise.tractor.moves import Move
from suitwise.tractor.state import TractorState


def claim_stands(state: TractorState, claimant: int, *, effort: int = EFFORT) -> bool:
    """Tell whether a seat's side takes all tricks that are left, whatever the others play.

    Args:
        state: a position of the play with at most five cards a hand, all hands seen.
        claimant: the seat that lays down its hand.
        effort: the most positions between tricks that are searched.

    Raises:
        IllegalPosition: no cards are being played, there are too many, or there is no such seat.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> state.turn, [claim_stands(state, seat) for seat in range(4)]
    (2, [True, False, True, False])
    """
    return _stands(_asked(state, claimant, effort), state)


def claim_refuted(
    state: TractorState, claimant: int, *, effort: int = EFFORT
) -> tuple[Move, ...] | None:
    """Return plays in which a claim fails, to the trick that it loses; None where it stands.

    The claimant plays the first of his moves, as none helps; another seat the first that refutes.

    Args:
        state: as for ``claim_stands``.
        claimant: as for ``claim_stands``.
        effort: as for ``claim_stands``.

    Raises:
        IllegalPosition: as for ``claim_stands``.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> print(*claim_refuted(state, 1))
    D5D9 H9H9 S3S4 S8S9
    >>> claim_refuted(state, 2) is None
    True
    """
    search = _asked(state, claimant, effort)
    return None if _stands(search, state) else tuple(_refuting(search, state))


def _asked(state: TractorState, claimant: int, effort: int) -> ClaimSearch:
    of_kind(state, TractorState, "state")
    seat = state.game.as_seat(claimant)
    if state.phase != "play":
        raise IllegalPosition(
            f"a claim is ruled while cards are played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > MOST_CLAIMED:
        raise IllegalPosition(
            f"a hand has {most} cards: claims of at most {MOST_CLAIMED} cards a hand are ruled"
        )
    return ClaimSearch(seat, state.trump, state.profile, whole(effort, "effort", 1, 1 << 40))


def _stands(search: ClaimSearch, state: TractorState) -> bool:
    """Tell whether a claim comes true from a position on in which it has lost no trick."""
    if state.phase == "end":
        return True
    table = state.tricks[-1]
    return search.stands(state.held, table.leader, table.plays)


def _refuting(search: ClaimSearch, state: TractorState) -> Iterator[Move]:
    """Yield the plays in which a claim fails from a position on in which it does not hold."""
    lost = False
    while not lost:
        plays = (move for move in _moves(state) if not _keeps(search, state, move))
        yield (move := next(plays))
        following = state.followed_by(move)
        lost = _loses(search, state, following)
        state = following


def _keeps(search: ClaimSearch, state: TractorState, move: Move) -> bool:
    following = state.followed_by(move)
    return not _loses(search, state, following) and _stands(search, following)


def _loses(search: ClaimSearch, before: TractorState, after: TractorState) -> bool:
    """Tell whether a play has completed a trick that the other side takes."""
    trick = after.tricks[len(before.tricks) - 1]
    return trick.is_whole and side(after.winner_of(trick)) != side(search.seat)


def _moves(state: TractorState) -> Iterator[Move]:
    """Yield the plays, the largest leads first; without throws that fail."""
    if state.tricks[-1].plays:
        return iter(state.moves())
    leads = sorted(state.moves_but_claim(), key=lambda move: -move.pile.size)
    return (move for move in leads if state.throw(move.pile).stands)
