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

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Chooser, Game, State, draw
from suitwise.seeds import as_seed, below, word

# --- Values and best responses --------------------------------------------------------------------
#
# A *strategy* tells for a state how likely each legal move of the seat on turn is; it looks at no
# more than ``state.view(seat)``. One function plays all seats. ``best_response`` lets one seat answer
# the others' fixed strategies as well as can be, knowing them but not their hands: it decides once
# for all states that look alike to it. Any number of seats will do, partners or not; the tree must be
# small, for every state of it is visited.
#
# The measure of a strategy is what its seats could gain by deviating, each alone: ``gains``, their sum
# ``nash_conv``, and for two seats that play for the same stake ``exploitability``, the mean of the two
# (M. Lanctot and others, "OpenSpiel", arXiv:1908.09453, has these names).
#
# A view tells all that a seat has seen, so seats remember everything: the promise of ``suitwise.game``.

Strategy: TypeAlias = Callable[[State[Any]], Mapping[Any, float]]
"""The chance of each legal move of the seat on turn, by what that seat sees."""
_Reached: TypeAlias = list[tuple[State[Any], float]]
"""States with the chance that the others, fate included, lead to them."""


def uniform(state: State[Any]) -> dict[Any, float]:
    """Play every legal move alike.

    >>> from suitwise.testing import Kuhn
    >>> uniform(Kuhn().parse("KJ"))
    {'p': 0.5, 'b': 0.5}
    """
    legal = state.moves()
    return {move: 1 / len(legal) for move in legal}


def expected_returns(start: State[Any], strategy: Strategy) -> tuple[float, ...]:
    """Return what each seat gets on average if all play by a strategy.

    >>> from suitwise.testing import Kuhn
    >>> [round(value, 6) for value in expected_returns(Kuhn().start(), uniform)]
    [0.125, -0.125]
    """
    totals = [0.0] * start.game.facts.seats
    waiting: _Reached = [(start, 1.0)]
    while waiting:
        state, chance = waiting.pop()
        if state.turn == OVER:
            for seat, value in enumerate(state.returns()):
                totals[seat] += chance * value
        else:
            waiting += _moved_on(state, chance, strategy)
    return tuple(totals)


def _moved_on(
    state: State[Any], chance: float, strategy: Strategy
) -> Iterator[tuple[State[Any], float]]:
    """Yield the states that chance or a strategy leads to; those that never happen are left out."""
    for move, share in odds(state, strategy).items():
        if share > 0:
            yield state.after(move), chance * share


def odds(state: State[Any], strategy: Strategy) -> Mapping[Any, float]:
    """Return how likely each move is: by its weight at a turn of chance, else by a strategy."""
    if state.turn != CHANCE:
        return strategy(state)
    weights = {move: state.weight(move) for move in state.moves()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best answer of one seat.

    Args:
        seat: the seat that answers.
        value: what it gets on average.
        choices: its move by what it sees, wherever the others let it come to.

    >>> from suitwise.testing import Kuhn
    >>> answer = best_response(Kuhn().start(), uniform, seat=1)
    >>> round(answer.value, 4), answer.choices["K/2:b"], answer.choices["J/2:b"]
    (0.4167, 'b', 'p')
    """

    seat: int
    value: float
    choices: Mapping[str, Any]

    def against(self, strategy: Strategy) -> Strategy:
        """Return the strategy in which this seat plays its answer and the others play on.

        >>> from suitwise.testing import Kuhn
        >>> start = Kuhn().start()
        >>> answer = best_response(start, uniform, seat=1)
        >>> expected_returns(start, answer.against(uniform))[1] == answer.value
        True
        """

        def play(state: State[Any]) -> Mapping[Any, float]:
            if state.turn != self.seat:
                return strategy(state)
            choice = self.choices.get(state.view(self.seat))
            return strategy(state) if choice is None else {choice: 1.0}

        return play


def best_response(start: State[Any], strategy: Strategy, seat: int) -> BestResponse:
    """Return the best that a seat can do against the others' strategies.

    Args:
        start: where the game begins; any state that all seats know will do.
        strategy: how the others play.
        seat: the seat that answers; its own strategy does not matter.

    >>> from suitwise.testing import Kuhn
    >>> answer = best_response(Kuhn().start(), uniform, seat=0)
    >>> answer.value, answer.choices["K/2:pb"], answer.choices["J/2:pb"]
    (0.5, 'b', 'p')
    """
    choices: dict[str, Any] = {}
    return BestResponse(seat, _best([(start, 1.0)], strategy, seat, choices), choices)


def _best(reached: _Reached, strategy: Strategy, seat: int, choices: dict[str, Any]) -> float:
    """Return what a seat gets at best from states that it has not told apart so far."""
    value = 0.0
    alike: defaultdict[str, _Reached] = defaultdict(list)
    waiting = reached
    while waiting:
        state, chance = waiting.pop()
        if state.turn == OVER:
            value += chance * state.returns()[seat]
        elif state.turn == seat:
            alike[state.view(seat)].append((state, chance))
        else:
            waiting += _moved_on(state, chance, strategy)
    for view, states in alike.items():
        values = {
            move: _best([(s.after(move), c) for s, c in states], strategy, seat, choices)
            for move in states[0][0].moves()
        }
        choices[view] = max(values, key=values.__getitem__)
        value += values[choices[view]]
    return value


def gains(start: State[Any], strategy: Strategy) -> tuple[float, ...]:
    """Return what each seat would gain on average by its best answer, the others playing on.

    All are zero in an equilibrium, and only there.

    >>> from suitwise.testing import Kuhn
    >>> [round(gain, 6) for gain in gains(Kuhn().start(), uniform)]
    [0.375, 0.541667]
    """
    values = expected_returns(start, strategy)
    return tuple(
        best_response(start, strategy, seat).value - value for seat, value in enumerate(values)
    )


def nash_conv(start: State[Any], strategy: Strategy) -> float:
    """Return the sum of all seats' gains.

    >>> from suitwise.testing import Kuhn
    >>> round(nash_conv(Kuhn().start(), uniform), 4)
    0.9167
    """
    return sum(gains(start, strategy))


def exploitability(start: State[Any], strategy: Strategy) -> float:
    """Return the mean gain of two seats that play for the same stake.

    It is how much less than the value of the game a seat gets, on average over both, from an opponent
    that plays the best answer.

    Raises:
        SuitwiseError: there are not two seats.

    >>> from suitwise.testing import Kuhn
    >>> round(exploitability(Kuhn().start(), uniform), 6)
    0.458333
    """
    if start.game.facts.seats != 2:
        raise SuitwiseError("exploitability is of two seats: of more, look at each one's gains")
    return nash_conv(start, strategy) / 2


# --- MCCFR ----------------------------------------------------------------------------------------

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

    >>> from suitwise.players.mccfr import expected_returns
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
    >>> from suitwise.players.mccfr import uniform
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


# --- A player that learns first -------------------------------------------------------------------

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
