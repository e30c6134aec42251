"""What a strategy is worth, and what the best answer to it gains: exact, by the whole tree of a game.

A *strategy* tells for a state how likely each legal move of the seat on turn is; it looks at no more
than ``state.view(seat)``. One function plays all seats. ``best_response`` lets one seat answer the
others' fixed strategies as well as can be, knowing them but not their hands: it decides once for all
states that look alike to it. Any number of seats will do, partners or not; the tree must be small, for
every state of it is visited.

The measure of a strategy is what its seats could gain by deviating, each alone: ``gains``, their sum
``nash_conv``, and for two seats that play for the same stake ``exploitability``, the mean of the two
(M. Lanctot and others, "OpenSpiel", arXiv:1908.09453, has these names).

A view tells all that a seat has seen, so seats remember everything: the promise of ``suitwise.game``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, State

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
