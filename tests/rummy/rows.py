"""Positions as rows that are stepped, by the machine code that ``suitwise warm`` compiles."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.stepping.loop import STREAM, Batch, opened
from suitwise.stepping.noted import note
from suitwise.stepping.steps import Steps
from tests.stepped import PlainSteps

Record = NDArray[np.int64]


class Row:
    """The only row of a vector, in which positions are put one after another.

    Rules that are compiled one by one, for tests alone, take minutes.

    Args:
        batch: the game.
        legal: the column at which its records note the legal actions.
        plain: whether it is stepped in plain Python.
    """

    def __init__(self, batch: Batch, legal: int, *, plain: bool = False) -> None:
        self._legal, self._number = legal, 0
        kind = PlainSteps if plain else Steps
        self._steps = kind(batch, 1, others="self", autoreset="none")

    def dealt(self, seed: int) -> Record:
        """Return the record of a deal."""
        self._steps.reset(seed)
        record: Record = self._steps.records[0].copy()
        return record

    def after(self, record: Any, actions: list[int], action: int) -> Record:
        """Return a record after an action, with the legal actions of its position.

        Args:
            record: a record without legal actions.
            actions: its legal actions.
            action: the action; what is drawn after it is another card or tile each time.
        """
        row: Record = self._steps.records[0]
        row[:] = record
        self._number += 1
        row[STREAM] = opened(5, self._number)
        for one in actions:
            note(row, self._legal, one)
        self._steps.step(np.array([action]))
        return row.copy()
