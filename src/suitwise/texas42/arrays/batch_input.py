"""The check of arrays of positions and of plays that are given to ``batch``."""

from __future__ import annotations

from typing import Any, TypeAlias

from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import on_device
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows, as_array, near
from suitwise.texas42.arrays.packed import is_sound, unpacked
from suitwise.texas42.rules.dominoes import N_DOMINOES, Domino

States: TypeAlias = Rows
"""Positions: int64 (n, 2), of NumPy or on a GPU."""
Answers: TypeAlias = Rows
"""An array that lies where the positions do."""


def checked(states: States) -> States:
    """Return an array as the rules take it."""
    given = as_array(states)
    if given.ndim != 2 or given.shape[1] != 2 or given.dtype != np.int64:
        raise IllegalPosition(
            f"positions are an int64 array (n, 2), not {given.dtype} {given.shape}"
        )
    return given if on_device(given) else np.ascontiguousarray(given)


def checked_plays(dominoes: Answers, states: States) -> Answers:
    """Return dominoes to be played in positions as the rules take them, where the positions lie."""
    chosen = as_array(dominoes)
    if chosen.shape != states.shape[:1] or np.dtype(chosen.dtype).kind not in "iu":
        raise IllegalMove(
            f"dominoes are integers, one a position, not {chosen.dtype} {chosen.shape}"
        )
    if on_device(chosen):
        if not on_device(states):
            raise SuitwiseError("the dominoes lie on the GPU, and the positions do not")
        return chosen
    return near(states, np.ascontiguousarray(chosen, np.int64))


def refuse_bad(states: States, answer: Any) -> None:
    """Refuse the first row of answers that says that it is no position."""
    if on_device(states):
        return
    first = answer if answer.ndim == 1 else answer[:, 0]
    for row in np.flatnonzero(first < 0)[:1]:
        raise IllegalPosition(f"row {row}: {states[row].tolist()} is no packed position")


def refuse_step(state: NDArray[np.int64], domino: int, row: int) -> None:
    """Say why a domino could not be played."""
    where, rest = map(int, state)
    if not is_sound(where, rest):
        raise IllegalPosition(f"row {row}: {state.tolist()} is no packed position")
    if not 0 <= domino < N_DOMINOES:
        raise IllegalMove(f"row {row}: {domino} is no domino")
    raise IllegalMove(f"row {row}: {unpacked(where, rest).why_not(Domino(domino))}")
