"""What comes of stepping games: by machine code, by plain Python, by CUDA kernels in the simulator."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.cuda import grid
from suitwise.stepping.loop import Batch, rules_of
from suitwise.stepping.steps import Steps
from tests.fresh import in_cuda_simulator


def some_action(steps: Steps, turn: int, rare: int | None = None) -> NDArray[np.int64]:
    """Return a legal action of each game, others at other turns; 0 where a game is over.

    Args:
        steps: the games.
        turn: the turn.
        rare: from this number on actions are taken where any is legal.
    """
    chosen = []
    for row, mask in enumerate(steps.masks):
        legal = np.flatnonzero(mask)
        if rare is not None and mask[rare:].any():
            legal = legal[legal >= rare]
        chosen.append(int(legal[(7 * turn + row) % len(legal)]) if len(legal) else 0)
    return np.array(chosen, np.int64)


def digest_of(
    batch: Batch, way: str, *, count: int, turns: int, rare: int | None = None, **options: Any
) -> str:
    """Step some games and return a digest of all that came of it.

    Args:
        batch: the game.
        way: ``machine``, ``python`` or ``cuda`` (in the simulator's process only).
        count: how many games.
        turns: how many steps.
        rare: see ``some_action``.
        options: those of ``Steps``.
    """
    steps = Steps(batch, count, seed=3, autoreset="same", **options)
    if way != "machine":
        steps._begin, steps._step = (_over(fit, way) for fit in rules_of(batch.rules))
        steps.reset(3)
    digest = hashlib.sha256()
    for turn in range(turns):
        steps.step(some_action(steps, turn, rare))
        for array in (steps.observations, steps.masks, steps.rewards, steps.ended, steps.returns):
            digest.update(array.tobytes())
        digest.update(steps.last.tobytes() + steps.records.tobytes())
    return digest.hexdigest()


class PlainSteps(Steps):
    """Games stepped in plain Python: rules that ``suitwise warm`` leaves out would take seconds."""

    def _make_faces(self) -> None:
        super()._make_faces()
        self._begin, self._step = (_over(fit, "python") for fit in rules_of(self.batch.rules))


def _over(fit: Any, way: str) -> Any:
    def over(given: Any, records: Any, start: int, stop: int) -> None:
        if way == "cuda":
            grid(fit)(given, records)
            return
        for row in range(start, stop):
            fit(row, given, records)

    return over


def digest_in_simulator(batch: str, *, count: int, turns: int, **options: Any) -> str:
    """Return the digest that CUDA kernels come to in numba-cuda's simulator.

    Args:
        batch: an expression for the game after the word import and what it needs, as in
            ``from tests.race import race; race()``.
        count: how many games.
        turns: how many steps.
        options: those of ``digest_of``.
    """
    imports, _, expression = batch.rpartition(";")
    more = "".join(f", {name}={value!r}" for name, value in options.items())
    code = f"""
from tests.stepped import digest_of
{imports.strip()}
print(digest_of({expression.strip()}, "cuda", count={count}, turns={turns}{more}))
"""
    return in_cuda_simulator(code).split()[-1]
