"""Counterfactual regret minimisation by external sampling, for any game of the contract.

M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in
extensive games", NIPS 2009. Again and again one seat looks at all of its own moves while chance and the
others are sampled. What each move would have brought more than the strategy did is its regret; the
next strategy plays in proportion to the regrets that are positive. What converges is the *average*
strategy:

* of two seats that play for the same stake, to an equilibrium, and the value to the game's;
* of more seats, or with partners who do not see each other's hands, there is no such promise: each
  seat's regret goes to zero, so the play over time comes to a coarse correlated equilibrium,
  which the average strategies of the single seats need not be. What they are worth is measured, not
  proved: ``players.responses.gains``.

A seat's average counts each strategy by how likely that seat itself makes a state come about. It is
sampled on walks of their own on which the others play all moves alike: then no state is missed because
the others never play to it, and as they do so in every iteration, the average is right for any number
of seats. The paper takes the average along the way instead, which is right for two seats only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Chooser, Game, State, draw
from suitwise.players.responses import Strategy
from suitwise.seeds import as_seed, below, word

_WORD = 1 << 32


@dataclass(slots=True)
class InformationSet:
    """All that is learned of the states in which a seat sees the same.

    Args:
        moves: its legal moves.
        regrets: how much more each would have brought, in all.
        totals: how much each has been played.
    """

    moves: tuple[Any, ...]
    regrets: list[float]
    totals: list[float]

    @classmethod
    def of(cls, state: State[Any]) -> InformationSet:
        """Return the table of a state at first: nothing is known."""
        moves = tuple(state.moves())
        return cls(moves, [0.0] * len(moves), [0.0] * len(moves))

    def now(self) -> list[float]:
        """Return the present strategy: in proportion to the regrets that are positive."""
        return shares([max(regret, 0.0) for regret in self.regrets])

    def average(self) -> dict[Any, float]:
        """Return the average strategy."""
        return dict(zip(self.moves, shares(self.totals), strict=True))


def shares(weights: Sequence[float]) -> list[float]:
    """Return weights as parts of one; all alike where none is positive.

    >>> shares([3.0, 1.0]), shares([0.0, 0.0])
    ([0.75, 0.25], [0.5, 0.5])
    """
    total = sum(weights)
    if total > 0:
        return [weight / total for weight in weights]
    return [1 / len(weights)] * len(weights)


def pick(parts: Sequence[float], ticket: int) -> int:
    """Return the place that a 32-bit number falls on when places have these parts of one.

    >>> [pick([0.25, 0.5, 0.25], ticket) for ticket in (0, 1 << 30, 2**32 - 1)]
    [0, 1, 2]
    """
    left = ticket / _WORD
    for place, part in enumerate(parts):
        if left < part:
            return place
        left -= part
    return max(place for place, part in enumerate(parts) if part > 0)  # parts that sum to less


class Mccfr:
    """A solver that learns a strategy for all seats of a game; run it as long as you like.

    Args:
        start: a game, or a state that all seats know, from which it is played.
        seed: 64-bit seed; the same runs give the same tables, in one go or in several.

    >>> from suitwise.players.responses import expected_returns
    >>> from suitwise.testing import Kuhn
    >>> solver = Mccfr(Kuhn(), seed=1)
    >>> solver.run(2000)
    >>> solver.iterations, len(solver.tables)
    (2000, 12)
    >>> abs(expected_returns(Kuhn().start(), solver.strategy)[0] - -1 / 18) < 0.02
    True
    """

    def __init__(self, start: Game[Any] | State[Any], seed: int) -> None:
        self.start: State[Any] = start.start() if isinstance(start, Game) else start
        self.iterations = 0
        """How often every seat has been looked at."""
        self.tables: dict[tuple[int, str], InformationSet] = {}
        """The information sets, by the seat and its view."""
        self._seed = as_seed(seed)
        self._stream = self._index = 0

    def run(self, iterations: int) -> None:
        """Learn on: in every iteration each seat in turn looks at its moves, in a deal of its own."""
        seats = self.start.game.facts.seats
        for _ in range(iterations):
            for seat in range(seats):
                self._stream = seats * self.iterations + seat
                self._index = 0
                self._value(self.start, seat)
                self._walk(seat)
            self.iterations += 1

    def strategy(self, state: State[Any]) -> Mapping[Any, float]:
        """Return the average strategy in a state; all moves alike where it has never been."""
        found = self.tables.get((state.turn, state.view(state.turn)))
        return (found or InformationSet.of(state)).average()

    # --- Looking at moves -------------------------------------------------------------------------

    def _value(self, state: State[Any], seat: int) -> float:
        """Return what a seat gets from here if the others play as sampled; note its regrets."""
        while state.turn != seat:
            if state.turn == OVER:
                return state.returns()[seat]
            state = self._sampled(state)
        known = self._table(state)
        now = known.now()
        values = [self._value(state.after(move), seat) for move in known.moves]
        mean = sum(part * value for part, value in zip(now, values, strict=True))
        for place, value in enumerate(values):
            known.regrets[place] += value - mean
        return mean

    def _sampled(self, state: State[Any]) -> State[Any]:
        """Return the state after a move of chance or of another seat."""
        if state.turn == CHANCE:
            return self._fated(state)
        known = self._table(state)
        return state.after(known.moves[self._picked(known.now())])

    def _fated(self, state: State[Any]) -> State[Any]:
        outcome, self._index = draw(state, self._seed, self._stream, self._index)
        return state.after(outcome)

    def _picked(self, parts: Sequence[float]) -> int:
        self._index += 1
        return pick(parts, word(self._seed, self._stream, self._index - 1))

    def _table(self, state: State[Any]) -> InformationSet:
        """Return the table of a state; states that look alike share it, and their moves."""
        key = state.turn, state.view(state.turn)
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = InformationSet.of(state)
        return found

    # --- The average ------------------------------------------------------------------------------

    def _walk(self, seat: int) -> None:
        """Play once: the seat by its present strategy, which counts, the others all moves alike."""
        state = self.start
        while state.turn != OVER:
            if state.turn == CHANCE:
                state = self._fated(state)
            elif state.turn == seat:
                known = self._table(state)
                now = known.now()
                for place, part in enumerate(now):
                    known.totals[place] += part
                state = state.after(known.moves[self._picked(now)])
            else:
                legal = tuple(state.moves())
                place, self._index = below(len(legal), self._seed, self._stream, self._index)
                state = state.after(legal[place])


class StrategyPlayer:
    """A player that chooses by a strategy, from a stream of a seed.

    Args:
        strategy: how likely each move is, say ``Mccfr.strategy``.
        seed: 64-bit seed.
        stream: the stream; its numbers are used up move by move.

    >>> from suitwise.game import play
    >>> from suitwise.players.responses import uniform
    >>> from suitwise.testing import Kuhn
    >>> play(Kuhn().start(), StrategyPlayer(uniform, 3), seed=1).moves
    ('K', 'Q', 'b', 'p')
    """

    def __init__(self, strategy: Strategy, seed: int, stream: int = 0) -> None:
        self._strategy, self._seed, self._stream, self._index = strategy, seed, stream, 0

    def __call__(self, state: State[Any]) -> Any:
        """Return a move.

        Raises:
            SuitwiseError: no seat is on turn.
        """
        if state.turn < 0:
            raise SuitwiseError(f"there is no move to choose: {str(state)[:60]}")
        chances = self._strategy(state)
        place = pick(list(chances.values()), word(self._seed, self._stream, self._index))
        self._index += 1
        return list(chances)[place]


# --- The player by name ---------------------------------------------------------------------------

_MOST_ITERATIONS = 10_000_000


@dataclass(frozen=True, slots=True)
class Learned:
    """A strategy learned before the first game, the same in every seat and process."""

    iterations: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= _MOST_ITERATIONS:
            raise NotationError(f"iterations are a number from 1 to {_MOST_ITERATIONS}")
        if self.seed < 0:
            raise NotationError("a seed is a number from 0")

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game."""
        return StrategyPlayer(_strategy(self, game), seed, stream)

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after these iterations; a game with a solver of its own has another."""
        solver = Mccfr(game, self.seed)
        solver.run(self.iterations)
        return solver.strategy


@lru_cache(maxsize=16)
def _strategy(player: Learned, game: Game[Any]) -> Strategy:
    return player.learn(game)
