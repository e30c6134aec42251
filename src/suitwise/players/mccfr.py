"""Best responses, exploitability, and MCCFR (external sampling) for any small game of the contract.

``Mccfr`` is counterfactual regret minimisation by external sampling (M. Lanctot, K. Waugh, M. Zinkevich,
M. Bowling, "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009). In each
iteration every seat in turn traverses all of its own moves, while chance and the others are sampled. The
regret of a move is how much more it would have returned than the strategy did; the next strategy is
proportional to the positive regrets (regret matching). It is the *average* strategy that converges:

* For two seats in a zero-sum game it converges to an equilibrium.
* For more seats, or for partners who do not see each other's hands, there is no such guarantee. Each
  seat's average regret goes to zero, so the play over time approaches a coarse correlated equilibrium;
  the average strategies of the single seats need not be one. Measure them with ``gains``.

In a seat's average, each strategy is weighted by the seat's own probability of reaching a state. The
average is sampled in separate games, in which the others play uniformly. So all states are visited even
if the others avoid them, and since the others play the same in every iteration, the average is right for
any number of seats. The paper instead accumulates the average during the traversals, which is right only
for two seats.
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
# A *strategy* is a function from a state to the probabilities of the legal moves. It must depend only on
# ``state.view(seat)`` of the seat on turn. One function plays all seats. ``best_response`` computes the
# best strategy of one seat against the fixed strategies of the others, which it knows, without knowing
# their hands: it decides once for all states with the same view. There may be any number of seats,
# partners or not, but the tree must be small, since all states are visited.
#
# A strategy is measured by how much each seat could gain by deviating alone: ``gains``, their sum
# ``nash_conv``, and for two seats in a zero-sum game their mean ``exploitability`` (the names are those
# of M. Lanctot and others, "OpenSpiel", arXiv:1908.09453).
#
# Views have perfect recall, as the contract of ``suitwise.game`` demands.

Strategy: TypeAlias = Callable[[State[Any]], Mapping[Any, float]]
"""The probability of each legal move of the seat on turn, by its view."""
_Reached: TypeAlias = list[tuple[State[Any], float]]
"""States with their counterfactual reach probability, that of chance and the other seats."""


def uniform(state: State[Any]) -> dict[Any, float]:
    """Return the uniform strategy in a state.

    >>> from suitwise.testing import Kuhn
    >>> uniform(Kuhn().parse("KJ"))
    {'p': 0.5, 'b': 0.5}
    """
    legal = state.moves()
    return {move: 1 / len(legal) for move in legal}


def expected_returns(start: State[Any], strategy: Strategy) -> tuple[float, ...]:
    """Return the expected return of each seat if all play by a strategy.

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
    """Yield the next states with their probabilities; impossible ones are left out."""
    for move, share in odds(state, strategy).items():
        if share > 0:
            yield state.after(move), chance * share


def odds(state: State[Any], strategy: Strategy) -> Mapping[Any, float]:
    """Return the probability of each move: by weight at a turn of chance, else by a strategy."""
    if state.turn != CHANCE:
        return strategy(state)
    weights = {move: state.weight(move) for move in state.moves()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class BestResponse:
    """A best response of one seat to the strategies of the others.

    Args:
        seat: the seat.
        value: its expected return.
        choices: its move for each view that the others' strategies can lead to.

    >>> from suitwise.testing import Kuhn
    >>> answer = best_response(Kuhn().start(), uniform, seat=1)
    >>> round(answer.value, 4), answer.choices["K/2:b"], answer.choices["J/2:b"]
    (0.4167, 'b', 'p')
    """

    seat: int
    value: float
    choices: Mapping[str, Any]

    def against(self, strategy: Strategy) -> Strategy:
        """Return the strategy in which this seat plays its response and the others play as given.

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
    """Return a best response of a seat to the others' strategies.

    Args:
        start: the start of the game, or any other state that all seats know.
        strategy: the strategy of the others; that of the seat itself is ignored.
        seat: the seat.

    >>> from suitwise.testing import Kuhn
    >>> answer = best_response(Kuhn().start(), uniform, seat=0)
    >>> answer.value, answer.choices["K/2:pb"], answer.choices["J/2:pb"]
    (0.5, 'b', 'p')
    """
    choices: dict[str, Any] = {}
    return BestResponse(seat, _best([(start, 1.0)], strategy, seat, choices), choices)


def _best(reached: _Reached, strategy: Strategy, seat: int, choices: dict[str, Any]) -> float:
    """Return the best value for a seat from a set of states that it can't tell apart.

    Walk from the states to the seat's next decisions and group these by view; for each view choose the
    move with the highest value over all states of the group, recursively.
    """
    value = 0.0
    by_view: defaultdict[str, _Reached] = defaultdict(list)
    waiting = reached
    while waiting:
        state, chance = waiting.pop()
        if state.turn == OVER:
            value += chance * state.returns()[seat]
        elif state.turn == seat:
            by_view[state.view(seat)].append((state, chance))
        else:
            waiting += _moved_on(state, chance, strategy)
    for view, states in by_view.items():
        values = {
            move: _best([(s.after(move), c) for s, c in states], strategy, seat, choices)
            for move in states[0][0].moves()
        }
        choices[view] = max(values, key=values.__getitem__)
        value += values[choices[view]]
    return value


def gains(start: State[Any], strategy: Strategy) -> tuple[float, ...]:
    """Return the expected gain of each seat by a best response, with the others' strategies fixed.

    All gains are zero in an equilibrium, and only there.

    >>> from suitwise.testing import Kuhn
    >>> [round(gain, 6) for gain in gains(Kuhn().start(), uniform)]
    [0.375, 0.541667]
    """
    values = expected_returns(start, strategy)
    return tuple(
        best_response(start, strategy, seat).value - value for seat, value in enumerate(values)
    )


def nash_conv(start: State[Any], strategy: Strategy) -> float:
    """Return NashConv, the sum of all seats' gains.

    >>> from suitwise.testing import Kuhn
    >>> round(nash_conv(Kuhn().start(), uniform), 4)
    0.9167
    """
    return sum(gains(start, strategy))


def exploitability(start: State[Any], strategy: Strategy) -> float:
    """Return the exploitability of a strategy in a zero-sum game of two seats: the mean gain.

    It is the loss against a best response relative to the value of the game, averaged over both seats.

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
    """The figures of an information set: all states in which a seat has the same view.

    Args:
        moves: the legal moves.
        regrets: the cumulative regret of each move.
        totals: the cumulative probability of each move in the average strategy, not normalised.
    """

    moves: tuple[Any, ...]
    regrets: list[float]
    totals: list[float]

    @classmethod
    def of(cls, state: State[Any]) -> InformationSet:
        """Return the initial figures for the information set of a state."""
        moves = tuple(state.moves())
        return cls(moves, [0.0] * len(moves), [0.0] * len(moves))

    def now(self) -> list[float]:
        """Return the present strategy by regret matching: proportional to the positive regrets."""
        return shares([max(regret, 0.0) for regret in self.regrets])

    def average(self) -> dict[Any, float]:
        """Return the average strategy."""
        return dict(zip(self.moves, shares(self.totals), strict=True))


def shares(weights: Sequence[float]) -> list[float]:
    """Normalise weights; uniform if none is positive.

    >>> shares([3.0, 1.0]), shares([0.0, 0.0])
    ([0.75, 0.25], [0.5, 0.5])
    """
    total = sum(weights)
    if total > 0:
        return [weight / total for weight in weights]
    return [1 / len(weights)] * len(weights)


def pick(parts: Sequence[float], ticket: int) -> int:
    """Sample an index from a distribution by a 32-bit random number.

    >>> [pick([0.25, 0.5, 0.25], ticket) for ticket in (0, 1 << 30, 2**32 - 1)]
    [0, 1, 2]
    """
    left = ticket / _WORD
    for place, part in enumerate(parts):
        if left < part:
            return place
        left -= part
    # Rounding errors may let the parts sum to less than one.
    return max(place for place, part in enumerate(parts) if part > 0)


class Mccfr:
    """A solver that learns a strategy for all seats of a game; run it as long as you like.

    Args:
        start: a game, or a state that all seats know.
        seed: 64-bit seed. The result depends only on the seed and the total number of iterations.

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
        """The number of iterations so far."""
        self.tables: dict[tuple[int, str], InformationSet] = {}
        """The information sets, by seat and view."""
        self._seed = as_seed(seed)
        self._stream = self._index = 0

    def run(self, iterations: int) -> None:
        """Run further iterations: a traversal and an averaging game for each seat, with new deals."""
        seats = self.start.game.facts.seats
        for _ in range(iterations):
            for seat in range(seats):
                self._stream = seats * self.iterations + seat
                self._index = 0
                self._value(self.start, seat)
                self._walk(seat)
            self.iterations += 1

    def strategy(self, state: State[Any]) -> Mapping[Any, float]:
        """Return the average strategy in a state; uniform if its information set was never visited."""
        table = self.tables.get((state.turn, state.view(state.turn)))
        return (table or InformationSet.of(state)).average()

    # --- Traversals -------------------------------------------------------------------------------

    def _value(self, state: State[Any], seat: int) -> float:
        """Return a sampled value of a state for a seat, and update the seat's regrets below it."""
        while state.turn != seat:
            if state.turn == OVER:
                return state.returns()[seat]
            state = self._sampled(state)
        table = self._table(state)
        now = table.now()
        values = [self._value(state.after(move), seat) for move in table.moves]
        mean = sum(part * value for part, value in zip(now, values, strict=True))
        for place, value in enumerate(values):
            table.regrets[place] += value - mean
        return mean

    def _sampled(self, state: State[Any]) -> State[Any]:
        """Return the state after a sampled move of chance or of another seat."""
        if state.turn == CHANCE:
            return self._after_chance(state)
        table = self._table(state)
        return state.after(table.moves[self._picked(table.now())])

    def _after_chance(self, state: State[Any]) -> State[Any]:
        outcome, self._index = draw(state, self._seed, self._stream, self._index)
        return state.after(outcome)

    def _picked(self, parts: Sequence[float]) -> int:
        self._index += 1
        return pick(parts, word(self._seed, self._stream, self._index - 1))

    def _table(self, state: State[Any]) -> InformationSet:
        """Return the information set of a state."""
        key = state.turn, state.view(state.turn)
        table = self.tables.get(key)
        if table is None:
            table = self.tables[key] = InformationSet.of(state)
        return table

    # --- The average strategy ---------------------------------------------------------------------

    def _walk(self, seat: int) -> None:
        """Add the seat's strategy to its average, along a game in which the others play uniformly."""
        state = self.start
        while state.turn != OVER:
            if state.turn == CHANCE:
                state = self._after_chance(state)
            elif state.turn == seat:
                table = self._table(state)
                now = table.now()
                for place, part in enumerate(now):
                    table.totals[place] += part
                state = state.after(table.moves[self._picked(now)])
            else:
                legal = tuple(state.moves())
                place, self._index = below(len(legal), self._seed, self._stream, self._index)
                state = state.after(legal[place])


class StrategyPlayer:
    """A player that samples its moves from a strategy.

    Args:
        strategy: the strategy, such as ``Mccfr.strategy``.
        seed: 64-bit seed.
        stream: the random stream of the seed, consumed move by move.

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
    """The player ``mccfr``: it learns a strategy before its first game, the same in every process."""

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
        """Learn the strategy; a game with its own solver overrides this."""
        solver = Mccfr(game, self.seed)
        solver.run(self.iterations)
        return solver.strategy


@lru_cache(maxsize=16)
def _strategy(player: Learned, game: Game[Any]) -> Strategy:
    return player.learn(game)
