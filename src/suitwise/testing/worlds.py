"""The check of odds: sampled worlds come as often as they are likely.

Where a game is small enough to be played through in all ways, every world that a seat can't tell from
another is known with its odds, and the samples are held against them. In a larger game only the plainest
fault is looked for: a sampler that always gives the same world, and not the true one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any, TypeAlias

from suitwise.game import CHANCE, OVER, State
from suitwise.testing.samples import spread
from suitwise.testing.trial import Trial, promise, shown

_MOST_STATES = 1000
"""A game of more states than this is not played through in all ways."""
_MOST_VIEWS = 100
"""Of about how many views worlds are sampled, where there are more."""
_SAMPLES = 128
"""Of each view; enough to tell a world that comes half the time from one that comes four fifths."""
_UNLIKELY = 25
"""Odds of e**-25 are no accident."""
_SAME = 32
"""Half the moments or more with this many equal worlds, none the true one, are no accident either."""
_MOMENTS = 4
_GAMES = 8
"""How many games it takes to be sure of that."""

Odds: TypeAlias = dict[State[Any], Fraction]


@promise
def check_worlds(trial: Trial) -> None:
    """Sampled worlds come as often as they are likely, given what a seat has seen.

    Each way to a world counts by the chance of its outcomes of chance; what the others chose to play
    counts for nothing.
    """
    if trial.game.facts.perfect_information:
        return
    known = _worlds_by_view(trial)
    if known is None:
        _check_not_fixed(trial)
        return
    for (seat, _), odds in spread(list(known.items()), _MOST_VIEWS):
        _check_odds(trial, seat, odds)


# --- A small game: all its worlds -----------------------------------------------------------------


def _worlds_by_view(trial: Trial) -> dict[tuple[int, str], Odds] | None:
    """Return the worlds of every view of every seat with their odds; None if they are too many."""
    known: dict[tuple[int, str], Odds] = {}
    level: Odds = {trial.game.start(): Fraction(1)}
    left = _MOST_STATES
    while level:
        left -= len(level)
        for state, chance in level.items():
            for seat in range(trial.game.facts.seats):
                odds = known.setdefault((seat, state.view(seat)), {})
                odds[state] = odds.get(state, Fraction()) + chance
        following: Odds = {}
        for state, chance in _moved_on(level):
            following[state] = following.get(state, Fraction()) + chance
            if len(following) > left:
                return None
        level = following
    return known


def _moved_on(level: Odds) -> Iterator[tuple[State[Any], Fraction]]:
    for state, chance in level.items():
        legal = state.moves() if state.turn != OVER else ()
        by_chance = state.turn == CHANCE
        total = sum(map(state.weight, legal)) if by_chance else 1
        for move in legal:
            share = Fraction(state.weight(move), total) if by_chance else 1
            yield state.after(move), chance * share


def _check_odds(trial: Trial, seat: int, odds: Odds) -> None:
    state = next(iter(odds))
    worlds = (state.resample(seat, trial.seed, stream) for stream in range(_SAMPLES))
    found = Counter(worlds)
    for world in found:
        if world not in odds:
            raise trial.broken(
                f"seat {seat} knows that {shown(world)}, sampled from {shown(state)}, can't be"
            )
    for world, chance in odds.items():
        likely = float(chance / sum(odds.values()))
        if _SAMPLES * divergence(found[world] / _SAMPLES, likely) >= _UNLIKELY:
            raise trial.broken(
                f"of {_SAMPLES} worlds sampled for seat {seat} from {shown(state)}, {found[world]} are "
                f"{shown(world)}, not about {_SAMPLES * likely:.0f}"
            )


def divergence(found: float, likely: float) -> float:
    """Return how far a share is from the likely one: n samples have such a share by e**-(n times it).

    H. Chernoff, "A measure of asymptotic efficiency …" (1952), the bound of a binomial tail.

    >>> [round(divergence(found, 0.5), 2) for found in (0.5, 0.8, 1)], divergence(1, 1)
    ([0.0, 0.19, 0.69], 0.0)
    """
    parts = ((found, likely), (1 - found, 1 - likely))
    return sum(part * log(part / whole) if whole else 0.0 for part, whole in parts if part)


# --- A large one: any but the same ----------------------------------------------------------------


@dataclass(slots=True)
class _Tally:
    """At how many moments worlds were not all the truth, and at how many all one other world."""

    hiding: int = 0
    fixed: int = 0


def _check_not_fixed(trial: Trial) -> None:
    """Refuse a sampler that gives one world only, at most moments, and not the true one.

    That happens to a sound one too: if a world comes with probability p, all of n samples are that
    world while another is true with p**n (1 - p), which is less than 1 / n.
    """
    tally = _Tally()
    games = 0
    for number, (states, _) in enumerate(trial.plays()):
        before = tally.hiding
        for state in spread(states, _MOMENTS, number):
            for seat in range(trial.game.facts.seats):
                _look(trial, state, seat, tally)
        games += tally.hiding > before
    if games >= _GAMES and tally.fixed > tally.hiding / 2:
        raise trial.broken(
            f"at {tally.fixed} of {tally.hiding} moments resampling gives the same world again and "
            "again, and not the true one"
        )


def _look(trial: Trial, state: State[Any], seat: int, tally: _Tally) -> None:
    first = state.resample(seat, trial.seed, 0)
    same = all(state.resample(seat, trial.seed, stream) == first for stream in range(1, _SAME))
    tally.hiding += not same or first != state
    tally.fixed += same and first != state
