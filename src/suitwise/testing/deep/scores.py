"""The check of scores in rare ends: a rule of the score that random play hardly ever meets is met.

Half of what can be wrong with a score is known without another opinion: it is out of range, partners
get different things, a record replays to something else. The other half is found by a slow definition
of the author's own, from the rule book, that rules the record of every game played here.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from math import isclose
from typing import Any

from suitwise.game import OVER, Record, State, record_of
from suitwise.testing.deep.stubborn import Play, hunted_plays
from suitwise.testing.facts import hold_returns
from suitwise.testing.trial import Trial, promise, shown

_HUNTED = 8
"""How many games that hunt for rare ends there are to each random one."""


@promise
def check_scores(trial: Trial) -> None:
    """Where a game ends rarely its returns are in range, equal within a side, and those of its record.

    And they are those of the slow definition, where one is given. Besides random games there are eight
    times as many in which the seats keep to tastes that bring one of them as high, or low, as can be.
    """
    for play in chain(trial.plays(), hunted_plays(trial, _HUNTED * trial.games)):
        if play[0][-1].turn == OVER:
            _check_end(trial, play)


def _check_end(trial: Trial, play: Play) -> None:
    states, moves = play
    end = states[-1]
    hold_returns(trial, end)
    record = record_of(states[0], moves, end)
    told = f"the record of a game that ends in {shown(end)}"
    replayed: list[State[Any]] = trial.tried(
        told, partial(list, Record.parse(str(record)).states())
    )
    if replayed[-1] != end:
        raise trial.broken(f"{told} replays to {shown(replayed[-1])}")
    if trial.slow_returns is None:
        return
    slow = tuple(
        trial.tried(f"the slow definition, of {told},", partial(trial.slow_returns, record))
    )
    got = end.returns()
    if len(slow) != len(got) or not all(map(partial(isclose, abs_tol=1e-6), slow, got)):
        raise trial.broken(
            f"{shown(end)} returns {_numbers(got)}, the slow definition gives {_numbers(slow)}"
        )


def _numbers(returns: tuple[float, ...]) -> str:
    return " ".join(f"{value:g}" for value in returns)
