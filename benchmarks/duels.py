"""Duels of two players, whatever the game: every deal twice, with the sides exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from suitwise.foundation.arrays.rows import available_cores
from suitwise.players.turns import Margin

PIECE = 10
"""How many deals a process is given at a time."""
T = TypeVar("T")


def on_cores(play: Callable[[range], T], deals: int) -> list[T]:
    """Return what pieces of the deals from 0 on come to, in order, a process a core."""
    pieces = [range(start, min(start + PIECE, deals)) for start in range(0, deals, PIECE)]
    with ProcessPoolExecutor(available_cores(), get_context("spawn")) as pool:
        return list(pool.map(play, pieces))


def figures(margin: Margin, counts: Iterable[tuple[int, int]]) -> list[str]:
    """Return the cells of a margin and, for each player, of how many games it succeeded in.

    >>> figures(Margin(0.5, 0.98, 2), [(4, 1), (0, 0)])
    ['+0.500 ± 0.980', '4, 25%', '0, 0%']
    """
    shares = (f"{count}, {successes / max(count, 1):.0%}" for count, successes in counts)
    return [f"{margin.mean:+.3f} ± {margin.error:.3f}", *shares]
