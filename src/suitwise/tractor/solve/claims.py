"""Claims in Tractor: whether a seat's side takes every trick that is left, whatever the others play.

The rules of the game know no claims; at tables a hand is laid down when the rest is plain. Here a claim
stands if it comes true against every legal play of all other seats, the partner too, while the claimant
plays as he likes: the ruling of the N42PA for 42 (rule 16), which names no game's cards.

It is searched by the game's own states, so that every house is ruled as it plays. Of a throw that fails
only a part is led, and each part may be led by itself, so such throws are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.seating import side
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import Hands
from suitwise.tractor.state import TractorState

EFFORT = 20_000
"""The most positions that a claim may take: some seconds."""
MOST_CARDS = 5
"""Claims are ruled with so many cards a hand; of more the search takes too long too often."""


def claim_stands(state: TractorState, claimant: int, *, effort: int = EFFORT) -> bool:
    """Tell whether a seat's side takes all tricks that are left, whatever the others play.

    Args:
        state: a position of the play with at most five cards a hand, all hands seen.
        claimant: the seat that lays down its hand.
        effort: the most positions that are searched.

    Raises:
        IllegalPosition: no cards are being played, there are too many, or there is no such seat.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> state.turn, [claim_stands(state, seat) for seat in range(4)]
    (2, [True, False, True, False])
    """
    return _asked(state, claimant, effort).holds(state)


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
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> print(*claim_refuted(state, 1))
    D5D9 H9H9 S3S4 S8S9
    >>> claim_refuted(state, 2) is None
    True
    """
    search = _asked(state, claimant, effort)
    return None if search.holds(state) else tuple(search.refuting(state))


def _asked(state: TractorState, claimant: int, effort: int) -> _Claim:
    of_kind(state, TractorState, "state")
    seat = state.game.as_seat(claimant)
    if state.phase != "play":
        raise IllegalPosition(
            f"a claim is ruled while cards are played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > MOST_CARDS:
        raise IllegalPosition(
            f"a hand has {most} cards: claims of at most {MOST_CARDS} cards a hand are ruled"
        )
    return _Claim(seat, whole(effort, "effort", 1, 1 << 40))


@dataclass
class _Claim:
    """The search of one claim.

    Args:
        seat: the claimant.
        effort: how many positions may still be searched.
        known: for hands, leader and table whether the claim holds there.
    """

    seat: int
    effort: int
    known: dict[tuple[Hands, int, tuple[Pile, ...]], bool] = field(default_factory=dict)

    def holds(self, state: TractorState) -> bool:
        """Tell whether the claim comes true from a position on in which it has lost no trick."""
        if state.phase == "end":
            return True
        table = state.tricks[-1]
        key = state.held, table.leader, table.plays
        if key not in self.known:
            self.effort -= 1
            if self.effort < 0:
                raise SuitwiseError(
                    "the effort does not settle this claim: play a trick, or allow a higher effort"
                )
            found = (self._keeps(state, move) for move in _moves(state))
            self.known[key] = any(found) if state.turn == self.seat else all(found)
        return self.known[key]

    def refuting(self, state: TractorState) -> Iterator[Move]:
        """Yield the plays in which the claim fails from a position on in which it does not hold."""
        lost = False
        while not lost:
            plays = (move for move in _moves(state) if not self._keeps(state, move))
            yield (move := next(plays))
            following = state.followed_by(move)
            lost = self._loses(state, following)
            state = following

    def _keeps(self, state: TractorState, move: Move) -> bool:
        following = state.followed_by(move)
        return not self._loses(state, following) and self.holds(following)

    def _loses(self, before: TractorState, after: TractorState) -> bool:
        """Tell whether a play has completed a trick that the other side takes."""
        trick = after.tricks[len(before.tricks) - 1]
        return trick.is_whole and side(after.winner_of(trick)) != side(self.seat)


def _moves(state: TractorState) -> Iterator[Move]:
    """Yield the plays, the largest leads first; without throws that fail."""
    if state.tricks[-1].plays:
        return iter(state.moves())
    leads = sorted(state.moves(), key=lambda move: -move.pile.size)
    return (move for move in leads if state.throw(move.pile).stands)
