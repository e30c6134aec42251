"""The check of what a game says its arrays mean: the fields of observations and of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.fields import Field, bounds, parts_of, places, width
from suitwise.game import State
from suitwise.testing.samples import some
from suitwise.testing.trial import Trial, promise, shown

_NOT_WHOLE = 0.01
"""How far a number may be from whole parts: it is a float32 of a quotient."""


@promise
def check_fields(trial: Trial) -> None:
    """What is said of the numbers holds: how many there are, their ranges, moves told apart.

    A game that neither numbers its moves nor describes them is left alone, as to its moves.
    """
    seen, everything = trial.game.observation_fields(), trial.game.fields_of_all()
    _check_names(trial, "observation", seen)
    _check_names(trial, "observation of all", everything)
    try:
        moved: Sequence[Field] = trial.game.move_fields()
    except NotImplementedError:
        moved = ()
    _check_names(trial, "move", moved)
    for state in trial.states():
        for seat in range(trial.game.facts.seats):
            where = f"{shown(state)}, seat {seat}:"
            _check_numbers(trial, state.observe(seat).ravel(), seen, where)
        array = state.observe_all().ravel()
        _check_numbers(trial, array, everything, f"{shown(state)}, with nothing hidden:")
        if moved and state.turn >= 0:
            _check_moves(trial, state, moved)


def _check_names(trial: Trial, what: str, fields: Sequence[Field]) -> None:
    names = [field.name for field in fields]
    trial.require(len(set(names)) == len(names), f"two fields of an {what} have one name")


def _check_numbers(trial: Trial, array: NDArray[Any], fields: Sequence[Field], where: str) -> None:
    size = width(fields)
    trial.require(array.size == size, f"{where} {array.size} numbers, but fields of {size}")
    low, high = bounds(fields)
    # What is no number is not inside either. A space of Gymnasium has these bounds, to the last bit.
    outside = np.flatnonzero(~((array >= low) & (array <= high)))
    for place in outside[:1]:
        name = next(name for name, at in places(fields).items() if place < at.stop)
        raise trial.broken(
            f"{where} number {place} of {name} is {array[place]:.9g}, outside "
            f"{low[place]:g} to {high[place]:g}"
        )
    counts = array * parts_of(fields)
    for place in np.flatnonzero(abs(counts - np.rint(counts)) > _NOT_WHOLE)[:1]:
        name = next(name for name, at in places(fields).items() if place < at.stop)
        raise trial.broken(f"{where} number {place} of {name} is {counts[place]:g} of its parts")


def _check_moves(trial: Trial, state: State[Any], fields: Sequence[Field]) -> None:
    """Hold the features of the legal moves against their fields and against each other."""
    told: dict[bytes, Any] = {}
    for move in some(state.moves()):
        features = trial.game.encode_move(move)
        trial.require(features.dtype == np.float32, f"the move {move} is not told in float32")
        _check_numbers(trial, features, fields, f"the move {move}:")
        other = told.setdefault(features.tobytes(), move)
        trial.require(other == move, f"the moves {other} and {move} are told alike")
