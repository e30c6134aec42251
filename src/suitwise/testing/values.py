"""The checks of values: a state stays what it is, equals its text, and follows from its seed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from suitwise.game import State
from suitwise.testing.samples import MOST_LISTED, STATES_SAMPLED, some, spread
from suitwise.testing.trial import Trial, promise, shown


@promise
def check_undo(trial: Trial) -> None:
    """A state is a value: moves made from it leave it as it was, and lead to the same places."""
    for states, moves in trial.plays():
        texts = [str(state) for state in states]
        for state, move, after in zip(states, moves, states[1:], strict=False):
            for other in some(state.moves())[:4]:
                state.after(other)
            trial.require(state.after(move) == after, f"{move} leads elsewhere the second time")
        if texts != [str(state) for state in states]:
            raise trial.broken("a state changed when moves were made from it")


@promise
def check_equality(trial: Trial) -> None:
    """States are equal if and only if their texts are; equal states hash alike."""
    seen: dict[str, State[Any]] = {}
    for state in trial.states():
        twin = seen.setdefault(str(state), state)
        trial.require(twin == state, f"two states with the text {shown(state)} differ")
        trial.require(hash(twin) == hash(state), f"{shown(state)} has two hashes")
    for first, second in combinations(spread(list(seen.values()), MOST_LISTED), 2):
        trial.require(first != second, f"{shown(first)} and {shown(second)} are equal")


@promise
def check_seeds(trial: Trial) -> None:
    """The same seed plays the same game and samples the same worlds."""
    for number, (first, again) in enumerate(zip(trial.plays(), trial.plays(), strict=True)):
        trial.require(first == again, f"seed {trial.seed} plays two different games")
        for place, state in enumerate(spread(first[0], STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world, other = (state.resample(seat, trial.seed, place) for _ in range(2))
                told = f"two worlds for seat {seat} in {shown(state)}"
                trial.require(world == other, f"seed {trial.seed} samples {told}")
