"""The decisions of played games as arrays, for learners that imitate or value them.

A row of every array is a decision, in the order of the games and of the moves in each:

===============  ======================  =============================================================
name             type and shape          meaning
===============  ======================  =============================================================
``observation``  float32 (n, width)      what the seat on turn saw (``Game.observation_fields``)
``mask``         bool (n, actions)       the moves that were legal, by the game's numbers
``action``       int32 (n,)              the number of the move that was made
``seat``         int8 (n,)               the seat on turn
``return``       float64 (n,)            what that seat got in the end
``number``       int64 (n,)              the number of the game, as in the text beside it
===============  ======================  =============================================================

They follow from the records, whoever made these, and are kept as NumPy's ``.npz``, compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, BinaryIO

from suitwise.arena.data.kinds import Kind, Row
from suitwise.arena.data.selfplay import Selfplay
from suitwise.arena.records import decisions
from suitwise.errors import NotationError
from suitwise.fields import width
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Game, Record

_RECORD = ("game", "start", "moves", "returns")


def arrays_writer(kind: Kind) -> str:
    """Return what writes the arrays of a kind, on whose versions their bytes hang.

    Raises:
        NotationError: its rows are no games, or the game does not number its moves.

    >>> from suitwise.arena.data.kinds import kind_of
    >>> arrays_writer(kind_of("texas42-solved"))
    Traceback (most recent call last):
    suitwise.errors.NotationError: texas42-solved has no decisions: arrays are made of selfplay
    """
    if not isinstance(kind, Selfplay):
        raise NotationError(f"{kind.name} has no decisions: arrays are made of selfplay")
    if kind.named[0].game.facts.distinct_moves is None:
        raise NotationError(
            f"{kind.named[0].game.name} does not number its moves: it has no arrays"
        )
    return f"numpy {np.__version__}, zlib {zlib.ZLIB_RUNTIME_VERSION}"


def decision_arrays(game: Game[Any], rows: Iterable[Row]) -> dict[str, NDArray[Any]]:
    """Return the decisions of rows of ``selfplay`` as arrays.

    Args:
        game: the game that is played in all of them, which numbers its moves.
        rows: the games.

    >>> from suitwise.arena.data.selfplay import Selfplay
    >>> kind = Selfplay("gin", "greedy")
    >>> arrays = decision_arrays(kind.named[0].game, kind.rows(seed=1, numbers=range(2)))
    >>> arrays["observation"].shape[1], arrays["mask"].shape[1], sorted(set(arrays["seat"].tolist()))
    (381, 107, [0, 1])
    >>> places = range(len(arrays["action"]))
    >>> bool(arrays["mask"][places, arrays["action"]].all())
    True
    """
    actions = game.facts.distinct_moves or 1
    seen, masks, told = [], [], []
    for row in rows:
        record = Record.from_json({name: row[name] for name in _RECORD})
        for state, move in decisions(record):
            seat = state.turn
            seen.append(state.observe(seat).ravel())
            mask = np.zeros(actions, bool)
            mask[[game.move_number(one) for one in state.moves()]] = True
            masks.append(mask)
            told.append((game.move_number(move), seat, record.returns[seat], row["number"]))
    made, seats, returns, numbers = zip(*told, strict=True) if told else ((), (), (), ())
    shape = len(told), width(game.observation_fields())
    return {
        "observation": np.array(seen, np.float32).reshape(shape),
        "mask": np.array(masks, bool).reshape(len(told), actions),
        "action": np.array(made, np.int32),
        "seat": np.array(seats, np.int8),
        "return": np.array(returns, np.float64),
        "number": np.array(numbers, np.int64),
    }


def write_arrays(file: BinaryIO, kind: Kind, rows: Iterable[Row]) -> None:
    """Write the decisions of a shard's rows."""
    assert isinstance(kind, Selfplay)
    write: Any = np.savez_compressed
    write(file, **decision_arrays(kind.named[0].game, rows))
