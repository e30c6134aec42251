"""A policy on arrays against compiled players on mirrored deals: each deal from both sides.

What the arena does with players by name is done here with a policy that answers many observations at
once, at the speed of ``envs.vector``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.envs.vector import BatchVectorEnv
from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.mirrored import Margin, sides_of
from suitwise.players.turns import Policy


def mirrored_score(
    policy: Policy, game: str, deals: int, seed: int, opponents: str = "rules"
) -> Margin:
    """Return what a policy gets a game against compiled players, on mirrored deals.

    It plays all seats of one side, then on the same deals those of the other; the two games of a deal
    are one sample. What ``opponents`` themselves would get is 0. A deal of which they end a game before
    the policy's first turn, as a hand of gin that is dealt gin, says nothing of it and is left out.

    Args:
        policy: the policy that is measured, asked about many games at once: observations (n, width) and
            masks (n, actions) to actions (n,); it is asked for rows whose games are over, too, and for
            games that come after.
        game: the text of a variant with two sides and compiled rules.
        deals: how many deals, at least 2.
        seed: 64-bit seed of the deals.
        opponents: a policy that the game has compiled.

    Raises:
        SuitwiseError: the game has not two sides or no compiled rules, fewer than two deals are left,
            or the policy chose an action that is not legal.

    >>> import numpy as np
    >>> def first(seen, mask):  # the first of the legal actions
    ...     return mask.argmax(axis=1)
    >>> mirrored_score(first, "gin", 200, seed=1, opponents="greedy").high < 0
    True
    """
    sides = sides_of(load(game), deals)
    seats = [[seat for seat, own in enumerate(sides) if own == side] for side in (0, 1)]
    one, other = (_returns(policy, game, deals, seed, own, opponents) for own in seats)
    plays = ~np.isnan(one + other)
    if plays.sum() < 2:
        raise SuitwiseError(f"of {deals} deals the policy has a turn in {plays.sum()}: deal more")
    return Margin.of_sides(one[plays].tolist(), other[plays].tolist())


def _returns(
    policy: Policy, game: str, deals: int, seed: int, seats: list[int], opponents: str
) -> NDArray[np.float64]:
    """Return what a policy gets in each deal from the seats of a side, NaN where it has no turn."""
    env = BatchVectorEnv(game, deals, seat=seats, opponents=opponents, copy=False)
    seen, infos = env.reset(seed=seed)
    # In place of a game without a turn of the learner the row has begun a later one.
    skipped = env.steps.numbers != np.arange(deals)
    got, over = np.zeros(deals), np.zeros(deals, np.bool_)
    while not over.all():
        seen, _, ended, _, infos = env.step(policy(seen, infos["action_mask"]))
        _note(got, ended & ~over, infos, seats[0])
        over |= ended
    got[skipped] = np.nan
    return got


def _note(
    got: NDArray[np.float64], now: NDArray[np.bool_], infos: dict[str, Any], seat: int
) -> None:
    """Write down what a seat got in the games that are over now.

    Raises:
        SuitwiseError: an action was not legal.
    """
    if not now.any():
        return
    wrong = np.flatnonzero(now & infos["illegal"])
    if len(wrong):
        raise SuitwiseError(f"an action was not legal, in deal {wrong[0]}: see the mask")
    got[now] = infos["returns"][now, seat]
