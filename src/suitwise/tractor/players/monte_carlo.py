"""The Monte Carlo player of Tractor: moves tried in worlds that explain what the others did.

For a burial or a play, deals of the hidden cards are drawn that its seat can't tell from the true one;
in the play they are weighed by how well they explain the others' decisions (``search.beliefs``). Each
move that may be good is tried in the same worlds, and the deal played out from it by the compiled
policy, for all four seats (``search.rollouts``, ``burials``). What comes of it is valued in ranks
(``search.values``); moves that fall behind are dropped, and where it is close more worlds are looked at
(``search.racing``).

It bids as the rule-based player does, by the learnt weights: to search its bids, too, was not shown to
be worth anything. For reviews alone bids are tried likewise (``search.auctions``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.clock import Clock
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.seeds import world_seed
from suitwise.tractor.moves import Move
from suitwise.tractor.players.figures import reason_of
from suitwise.tractor.players.reasons import why
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.auctions import judged_calls
from suitwise.tractor.players.search.burials import compared_burials, judged_burials
from suitwise.tractor.players.search.candidates import candidates_of
from suitwise.tractor.players.search.judging import Thinking, judged_plays
from suitwise.tractor.players.search.racing import Race
from suitwise.tractor.players.search.worlds import Beliefs
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.solve.desk import MOST_CARDS
from suitwise.tractor.state import TractorState

MOST_WORLDS = 10_000
"""A move is chosen over this many worlds at most, or over so many at a time."""


class Judged(NamedTuple):
    """The moves that were tried, and how they fared.

    Args:
        moves: the moves.
        race: the figures.
    """

    moves: tuple[Move, ...]
    race: Race

    @property
    def best(self) -> Move:
        """The move that is chosen."""
        return self.moves[self.race.best]


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Buries and plays what is best on average over worlds, bids by rule; the same view, the same move.

    Args:
        worlds: in how many worlds moves are tried; the more, the stronger.
        seconds: if above 0, worlds are drawn in lots of up to ``worlds`` until the time is over or the
            choice is clear, for a burial no more than ``worlds`` in all; the choice then depends on
            the machine.
        beliefs: how worlds are weighed; None for evenly drawn ones.
        burials: whether the burial is searched; else it is the rule-based player's.
        ending: the cards a hand from which on the end of a deal is solved, not played; 0 for never.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> print(MonteCarlo(worlds=5)(state))
    pass
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: Beliefs | None = field(default_factory=Beliefs)
    burials: bool = True
    ending: int = 4
    seed: int = 0
    _thumb: TractorPlayer = field(default_factory=TractorPlayer, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse options out of range."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are drawn, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        if not 0 <= self.ending <= MOST_CARDS:
            raise SuitwiseError(
                f"endings of 0 to {MOST_CARDS} cards a hand are solved, not of {self.ending}"
            )

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Tractor in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        return self.judged(here).best if self._searches(here) else self._thumb(here)

    def advice(self, state: TractorState) -> Advice:
        """Return a move with the figures that it was chosen by; a bid with the rule-based reason."""
        if not self._searches(state):
            move = self._thumb(state)
            return Advice(move, why(state, move))
        found = self.judged(state)
        return Advice(found.best, reason_of(found.moves, found.race))

    def judged(self, state: TractorState) -> Judged:
        """Return the moves that are tried, the rule-based player's first, and how they fare.

        Bids, too, are tried here, for reviews; the player itself does not choose them so.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
        """
        clock = Clock(self.seconds)
        stream, seed = _stream_of(state), world_seed(self.seed)
        thinking = Thinking(self.worlds, clock, self.beliefs, self.ending, seed)
        if state.phase == "bury":
            plans, found = judged_burials(state, thinking, stream)
            return Judged(tuple(map(Move, plans)), found)
        first = self._thumb(state)
        if state.phase == "bid":
            moves = tuple(dict.fromkeys((first, *state.moves())))
            return Judged(moves, judged_calls(state, moves, thinking, stream))
        plays = list(dict.fromkeys((first.pile, *candidates_of(Sight(state)))))
        return Judged(tuple(map(Move, plays)), judged_plays(state, plays, thinking, stream))

    def compared(self, state: TractorState, moves: Sequence[Move]) -> Judged:
        """Return how some legal moves fare, each in the same worlds: others than ``judged`` looks at.

        None is dropped, so that every figure is right on average.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
            moves: the moves.

        >>> from suitwise.game import load
        >>> state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
        >>> player = MonteCarlo(worlds=5)
        >>> found = player.compared(state, tuple(state.moves()))
        >>> found.race.found.shape == (5, len(state.moves()))
        True
        """
        stream, seed = _stream_of(state, b"compared"), world_seed(self.seed)
        thinking = Thinking(self.worlds, Clock(), self.beliefs, self.ending, seed, drops=False)
        if state.phase == "bid":
            return Judged(tuple(moves), judged_calls(state, moves, thinking, stream))
        judge = compared_burials if state.phase == "bury" else judged_plays
        found = judge(state, [move.pile for move in moves], thinking, stream)
        return Judged(tuple(moves), found)

    def _searches(self, state: TractorState) -> bool:
        """Tell whether there is something to be searched in a phase."""
        asked = state.phase == "play" or (state.phase == "bury" and self.burials)
        return asked and len(state.moves_but_claim()) > 1


def _stream_of(state: TractorState, purpose: bytes = b"") -> int:
    """Return the stream of a decision: a hash of its seat's view and of what it is for."""
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")
