"""The Monte Carlo player of Texas 42 that draws conclusions: moves tried in likely worlds.

For a decision, deals of the hidden dominoes are drawn that its seat can't tell from the true one, and
weighed by how well they explain the others' calls, declaration and plays (``search.likelihood``). All
options are tried in the same worlds. A play is worth the chance to prevail by best play with all hands
seen, which lets everybody know too much; equal plays are told apart by the points that the side is
ahead if the compiled policy plays on (``search.rollouts``). What a call is worth, the auction and the
play that would follow tell (``search.auctions``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.clock import Clock
from suitwise.foundation.seating import SEATS
from suitwise.game import State
from suitwise.players.turns import Advice, is_clear, on_turn
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.players.figures import reason_of
from suitwise.texas42.players.monte_carlo import stream_of
from suitwise.texas42.players.net.player import Trained
from suitwise.texas42.players.reasons import only_move
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.players.search.judging import (
    Figures,
    Judged,
    judged_calls,
    judged_declarations,
    judged_plays,
)
from suitwise.texas42.players.search.values import worth_of_marks
from suitwise.texas42.players.search.worlds import EVEN, Beliefs, Worlds, likely_worlds
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, MOST_MARKS, PASS
from suitwise.texas42.rules.contracts import STRAIGHT, stake_of
from suitwise.texas42.rules.dominoes import COUNT, dominoes_of
from suitwise.texas42.solve.move_values import considered
from suitwise.texas42.state import Texas42State

MOST_WORLDS = 10_000
"""A move is chosen over this many worlds at most, or over so many at a time."""
_IN_AUCTION = 4
"""A call is tried in so many times as many worlds: its outcomes are wide apart, and it is one of few."""
_CONSIDERED = 3
"""How many straight declarations are tried with a call, those that the rule of thumb thinks best."""
_SAME = 1e-9
"""Sums in another order differ by less."""


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Plays what is best on average over likely worlds; the same view, the same move.

    Args:
        worlds: how many worlds are kept for a move, or all where there are no more; four times as many
            for a call.
        seconds: if above 0, worlds are drawn in lots of up to ``worlds`` until the time is over or the
            choice is clear, for a declaration no more than ``worlds`` in all, for a call no more than
            four times as many; the choice then depends on the machine.
        beliefs: how worlds are weighed; None for evenly drawn ones.
        auction: whether calls are searched; else they are the caller's.
        seed: 64-bit seed of the sampling.
        threads: threads that solve, 0 for all cores; the move does not depend on them.
        caller: who calls where calls are not searched.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
    >>> print(MonteCarlo(worlds=5)(state))
    pass
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: Beliefs | None = field(default_factory=Beliefs)
    auction: bool = True
    seed: int = 0
    threads: int = 1
    caller: Texas42Player | Trained = field(default_factory=Texas42Player)
    _thumb: Texas42Player = field(default_factory=Texas42Player, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse options out of range."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are sampled, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        if self.threads < 0:
            raise SuitwiseError(f"the threads are 0 or more, not {self.threads}")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Texas 42 in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, Texas42State, "Texas 42")
        return self.judged(here).move if self.searches(here) else self._unsearched(here)(here)

    def advice(self, state: Texas42State) -> Advice:
        """Return a move with the figures that it was chosen by.

        Args:
            state: a position in which a seat is on turn.
        """
        if len(state.moves()) == 1:
            return only_move(state)
        if not self.searches(state):
            return self._unsearched(state).advice(state)
        found = self.judged(state)
        return Advice(found.move, reason_of(state, found))

    def searches(self, state: Texas42State) -> bool:
        """Tell whether a decision is searched, not left to a player that decides at once."""
        return len(state.moves_but_claim()) > 1 and (self.auction or state.phase != "call")

    def _unsearched(self, state: Texas42State) -> Texas42Player | Trained:
        return self.caller if state.phase == "call" else self._thumb

    def judged(self, state: Texas42State) -> Judged:
        """Return a move with the worth of all options.

        Args:
            state: a position in which a seat is on turn.
        """
        ask = {"call": self._call, "declare": self._declare}.get(state.phase, self._play)
        return ask(state, Clock(self.seconds))

    # --- The three decisions ----------------------------------------------------------------------

    def _call(self, state: Texas42State, clock: Clock) -> Judged:
        options = calls_of(state)
        asked = partial(judged_calls, state, options)
        most = _IN_AUCTION * self.worlds
        figures, is_exact = self._looked(state, most, clock, asked, in_all=most)
        of_marks = np.array(worth_of_marks(state))[figures.found + MOST_MARKS]
        worth = figures.counts @ of_marks / figures.counts.sum()
        best = _best(worth)
        call = min(options[at][0] for at in best)
        return Judged(Move(CALL + call), options, figures, worth.tolist(), is_exact)

    def _declare(self, state: Texas42State, clock: Clock) -> Judged:
        allowed = [move.declaration for move in state.moves()]
        straight = considered(state.dealt[state.turn])
        options = [one for one in allowed if one in straight or not STRAIGHT >> one & 1]
        asked = partial(judged_declarations, state, options, threads=self.threads)
        figures, is_exact = self._looked(state, self.worlds, clock, asked, in_all=self.worlds)
        worth = figures.shares
        best = _best(worth, figures)
        return Judged(Move(DECLARE + options[best[0]]), options, figures, worth, is_exact)

    def _play(self, state: Texas42State, clock: Clock) -> Judged:
        options = [int(move) for move in state.moves_but_claim()]
        asked = partial(judged_plays, state, options, threads=self.threads)
        figures, is_exact = self._looked(state, self.worlds, clock, asked)
        worth = figures.shares
        plays = [options[at] for at in _best(worth, figures)]
        by_thumb = int(self._thumb(state)) if len(plays) > 1 else plays[0]
        play = by_thumb if by_thumb in plays else min(plays, key=lambda one: (COUNT[one], one))
        return Judged(Move(play), options, figures, worth, is_exact)

    # --- Worlds and worth -------------------------------------------------------------------------

    def _drawn(self, state: Texas42State, count: int, first: int = 0) -> Worlds:
        beliefs = EVEN if self.beliefs is None else self.beliefs
        return likely_worlds(state, count, beliefs, self.seed, stream_of(state), first)

    def _looked(
        self,
        state: Texas42State,
        worlds: int,
        clock: Clock,
        ask: Callable[[Worlds], Figures],
        in_all: int = 0,
    ) -> tuple[Figures, bool]:
        """Return the figures of worlds, of lots of them where a time is given, and whether they are all.

        Args:
            state: the position.
            worlds: how many, or at most at a time.
            clock: the time, if one is given.
            ask: finds the figures of some worlds.
            in_all: where a time is given the most in all; 0 for as many as there is time for.
        """
        figures, done = None, 0
        for lot in clock.lots(worlds):
            drawn = self._drawn(state, min(lot, in_all - done) if in_all else lot, done)
            found = ask(drawn)
            # Few worlds are weighed all, and the larger lot of them stands for those before it.
            figures = figures.with_more(found) if figures and drawn.has_more else found
            done = done + lot if drawn.has_more else 0
            is_whole = drawn.is_exact or (lot == worlds and not drawn.has_more)
            if is_whole or self._is_clear(figures) or (in_all and done >= in_all):
                break
        assert figures is not None
        return figures, drawn.is_exact

    def _is_clear(self, figures: Figures) -> bool:
        return is_clear(np.repeat(figures.found, figures.counts, axis=0))


def calls_of(state: Texas42State, made: int = PASS) -> list[tuple[int, int]]:
    """Return the calls that are worth a look, each with what is declared if it stands, -1 by the policy.

    Whoever calls last has nobody to outbid: of the calls for as many marks the lowest is easiest made.

    Args:
        state: a seat's turn to call.
        made: a call that is among them in any case.
    """
    straight = considered(state.dealt[state.turn], _CONSIDERED)
    specials = [int(declared) for declared in dominoes_of(state.variant.specials)]
    is_last = len(state.calls) == len(SEATS) - 1
    stakes = set[int]()
    found: list[tuple[int, int]] = []
    for move in state.moves():
        call = move.call
        if call == PASS or call >= FIRST_PLUNGE:
            found.append((call, -1))
            continue
        stake = stake_of(call)
        if call == made or not (is_last and stake in stakes):
            found += [(call, declared) for declared in straight]
        stakes.add(stake)
        found += [(call, declared) for declared in specials if call >= FIRST_MARK]
    return found


def _best(worth: Sequence[float], figures: Figures | None = None) -> list[int]:
    """Return the options of most worth, of those the ones that are most points ahead."""
    best = [at for at, mine in enumerate(worth) if mine >= max(worth) - _SAME]
    if figures is None or len(best) == 1:
        return best
    points = figures.counts @ figures.points
    return [at for at in best if points[at] == max(points[best])]
