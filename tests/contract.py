"""Which variants of a game the sample of ``make test`` holds to which checks of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import pytest

from suitwise.game import State
from suitwise.testing import (
    CHECKS,
    Trial,
    facts,
    inference,
    information,
    moves,
    name_of,
    openspiel,
    values,
)
from suitwise.testing.inference import check_inference
from suitwise.testing.values import check_seeds


def leave_out_worlds(variant: str, check: Callable[[Trial], None], exhaustive: bool) -> None:
    """Leave a check out where the worlds of a variant are sampled as those of another that is held.

    Worlds before moves are compared with worlds after them, hundreds at a time: this check takes as
    long as all others together, so by default each game says which of its variants are enough for it.

    Args:
        variant: a variant that is not held to this check by default.
        check: any check; all others are run.
        exhaustive: whether every variant is held to every check.
    """
    if check is check_inference and not exhaustive:
        pytest.skip(f"the worlds of {variant} are compared in full under --exhaustive")


def leave_out_turns(
    variant: object, check: Callable[[Trial], None], others: Iterable[object], exhaustive: bool
) -> None:
    """Leave a check out of a variant whose turn it is not.

    By default the variants of a game take turns, or those of them that are ``others``, while the rest is
    held to all checks: every check meets one of them, and each of them meets as many as the next. One
    that has nobody to take turns with is held to every second check. Of which variants worlds are
    compared (``inference``) each game says by itself: see ``leave_out_worlds``.

    Args:
        variant: a variant.
        check: any check.
        others: the variants that take turns.
        exhaustive: whether every variant is held to every check.
    """
    turns = [*others]
    if exhaustive or check is check_inference or variant not in turns:
        return
    if CHECKS.index(check) % max(len(turns), 2) != turns.index(variant):
        pytest.skip(f"{variant} is held to {name_of(check)} under --exhaustive")


_SAMPLE = {
    (facts, "_GAMES_DRAWN_OUT"): 4,
    (inference, "_DEALS"): 96,
    (inference, "_DRAWN"): 192,
    (inference, "_MOST_SURPRISES"): 1,
    (information, "STATES_SAMPLED"): 8,
    (information, "_WORLDS_PLAYED"): 2,
    (moves, "STATES_MISREAD"): 12,
    (openspiel, "_CHECKED"): 24,
    (openspiel, "_COPIED"): 2,
    (openspiel, "_EXCHANGED"): 32,
    (openspiel, "_PLAYED_AGAIN"): 1_000,
    (values, "STATES_MISREAD"): 12,
}
"""How many of what checks look at by default; ``suitwise.testing`` has the numbers that hold in full.

With these every mutant of ``tests.testing`` is told that is told in full, but for one that takes more
than one surprise.
"""


def hold(check: Callable[[Trial], None], trial: Trial, exhaustive: bool) -> None:
    """Hold a trial to a check.

    In full each check plays its games anew, and worlds are compared after four surprises of each kind: a
    move surprises that is illegal in a world sampled before it, and each is compared for seconds. By
    default they are compared after one, a half or less of each sample is drawn (``_SAMPLE``), and the
    checks of a variant look at the same games, but for the one that plays them twice to see whether they
    are the same.
    """
    if exhaustive:
        check(trial)
        return
    with ExitStack() as patches:
        for (module, name), number in _SAMPLE.items():
            patches.enter_context(patch.object(module, name, number))
        check(trial if check is check_seeds else _Played(**vars(trial)))


Play = tuple[list[State[Any]], list[Any]]


class _Played(Trial):
    """A trial whose games have been played already, if they are those of the last one."""

    def plays(self) -> Iterator[Play]:
        """Yield the states and moves of each game, in lists of their own."""
        for states, made in _plays(Trial(self.game, self.games, self.seed)):
            yield [*states], [*made]


@lru_cache(1)
def _plays(trial: Trial) -> list[Play]:
    return list(trial.plays())
