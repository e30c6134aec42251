"""Which candidate is best: all in the same worlds, the worse ones dropped once they are seen to be.

What is compared is the difference of two candidates in the same world. A candidate is dropped where the
best one leads it by ``CLEAR`` standard errors of that difference; so where the choice is close, more
worlds are looked at. In the end a candidate takes the place of the policy's only if it leads it by
``SURE`` standard errors. Sums are whole numbers, so the choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Roll: TypeAlias = "Callable[[int, int, Ints], Ints]"
"""Rolls candidates out in a batch's worlds from one up to another: what each is worth, (worlds, k)."""
Batch: TypeAlias = "tuple[Ints, Roll]"
"""How often each world of a batch counts, and how candidates are rolled out in them."""

CLEAR = 2.0
SURE = 0.5
FIRST = 8
"""The worlds before any candidate is dropped."""
DOUBT = 150
"""The least spread of differences: few worlds may show none, and miss the rare one that matters."""


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """How candidates have fared.

    Args:
        found: array (n, k), what each is worth in each world that was looked at.
        counts: array (n,), how often each world counts.
        used: array (k,), in how many of the worlds, from the first on, each was tried.
        best: the one that is chosen.

    >>> race = Race(np.array([[0, 4], [0, 2]]), np.array([1, 1]), np.array([2, 2]), 1)
    >>> race.mean(1), race.lead(0)[0], race.second
    (3.0, 3.0, 0)
    """

    found: Ints
    counts: Ints
    used: Ints
    best: int

    def mean(self, candidate: int) -> float:
        """Return what a candidate is worth on average, over the worlds in which it was tried."""
        used = int(self.used[candidate])
        counts = self.counts[:used]
        return int(counts @ self.found[:used, candidate]) / int(counts.sum())

    def lead(self, other: int) -> tuple[float, float]:
        """Return how much more the best is worth than another, and the standard error of that."""
        used = int(self.used[other])
        return lead_of(self.found[:used, self.best] - self.found[:used, other], self.counts[:used])

    @property
    def second(self) -> int:
        """The candidate that comes nearest to the best; the best itself where there is no other."""
        others = [one for one in range(len(self.used)) if one != self.best]
        return min(others, key=lambda one: self.lead(one)[0], default=self.best)


def lead_of(differences: Ints, counts: Ints) -> tuple[float, float]:
    """Return the mean of some differences, and its standard error, with the doubt that few deserve.

    Args:
        differences: the differences in worlds.
        counts: how often each world counts.

    >>> mean, error = lead_of(np.array([0, 400]), np.array([1, 1]))
    >>> mean, round(error)
    (200.0, 177)
    """
    whole, alike = int(counts.sum()), int((counts * counts).sum())
    total, squares = int(counts @ differences), int(counts @ (differences * differences))
    spread = (squares * whole - total * total) / (whole * whole)
    return total / whole, sqrt((spread + DOUBT * DOUBT) * alike) / whole


def race(
    batches: Iterable[Batch],
    candidates: int,
    is_over: Callable[[], bool],
    drops: bool = True,
) -> Race:
    """Return the best candidate; the first is the policy's.

    Args:
        batches: the worlds; looked at until one candidate is left.
        candidates: how many there are.
        is_over: asked between two parts of the worlds whether to stop.
        drops: whether any is dropped; if not, all worlds are looked at, and no figure is too high
            because it stopped the race.
    """
    found, counts = np.zeros((0, candidates), np.int64), np.zeros(0, np.int64)
    used, active = np.zeros(candidates, np.int64), np.arange(candidates)
    for batch, roll in batches:
        here = 0
        while here < len(batch) and (len(active) > 1 or not drops or not len(counts)):
            until = min(len(batch), here + max(FIRST, len(counts) // 2))
            found = np.concatenate([found, roll(here, until, active)])
            counts = np.concatenate([counts, batch[here:until]])
            here, used[active] = until, len(counts)
            active = _standing(found, counts, active) if drops else active
            if is_over():
                break
        if (drops and len(active) == 1) or is_over():
            break
    return Race(found, counts, used, _chosen(found, counts, active))


def _standing(found: Ints, counts: Ints, active: Ints) -> Ints:
    """Return the candidates that are not clearly worse than the best."""
    best = _best(found, counts, active)
    leads = [lead_of(found[:, best] - found[:, one], counts) for one in active]
    return active[[lead <= CLEAR * error for lead, error in leads]]


def _best(found: Ints, counts: Ints, active: Ints) -> int:
    return int(active[int((counts @ found[:, active]).argmax())])


def _chosen(found: Ints, counts: Ints, active: Ints) -> int:
    """Return the best candidate, or the first where none leads it surely."""
    best = _best(found, counts, active)
    if 0 not in active:
        return best
    lead, error = lead_of(found[:, best] - found[:, 0], counts)
    return best if lead > SURE * error else 0
