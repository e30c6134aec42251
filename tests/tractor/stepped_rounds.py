"""Rounds that are stepped in arrays, in plain Python, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.game import OVER
from suitwise.stepping.loop import STREAM, opened
from suitwise.tractor import Pile, Tractor
from suitwise.tractor.arrays.conversion import SEEN, observe
from suitwise.tractor.arrays.course import batch_of
from suitwise.tractor.arrays.packed import MAIN, RANK, named_back
from suitwise.tractor.arrays.play import (
    ACTIONS,
    PLAY_COLUMNS,
    allow,
    cards_of,
    deal,
    play_other,
    turn,
)

EVERY_RANK = batch_of(Tractor(match="deal"), every_rank=True)
OPTIONS = EVERY_RANK.options
Record = NDArray[np.int64]


def true(game: Any, once: int, twice: int) -> Pile:
    """Return renamed masks of a round as the pile they are."""
    main, cr = int(game[MAIN]), int(game[RANK])
    return Pile(named_back(int(once), main, cr), named_back(int(twice), main, cr))


def pile_at(game: Any, column: int) -> Pile:
    return true(game, game[column], game[column + 1])


def meant(game: Any, action: int) -> Pile:
    return true(game, *cards_of(game, action))


def dealt_record(number: int, seed: int = 3) -> Record:
    record = np.zeros(PLAY_COLUMNS, np.int64)
    record[STREAM] = opened(seed, 2 * number + 1)
    deal(record, OPTIONS, seed, number)
    return record


def allowed_in(record: Record) -> list[int]:
    allowed = np.zeros(ACTIONS, np.int8)
    allow(record, OPTIONS, allowed)
    return np.flatnonzero(allowed).tolist()


def seen_by(record: Record, seat: int) -> NDArray[np.float32]:
    seen = np.zeros(SEEN, np.float32)
    observe(record, OPTIONS, seat, seen)
    return seen


def walked(number: int, plays: int, policy: int = 0, seed: int = 3) -> Record:
    """Return a record after so many plays, or at its end."""
    record = dealt_record(number, seed)
    for _ in range(plays):
        if turn(record, OPTIONS) != OVER:
            play_other(record, OPTIONS, policy)
    return record
