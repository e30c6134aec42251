"""Ratings of players who met in pairs: the model of Bradley and Terry, on Elo's scale.

R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
comparisons" (Biometrika 39, 1952): player i wins a deal against player j with probability
1 / (1 + exp(s_j - s_i)). The strengths s are those of the greatest likelihood, found by Newton's method
(the likelihood is concave in them; D. R. Hunter, "MM algorithms for generalized Bradley-Terry models",
Annals of Statistics 32, 2004). A rating is 400 / ln 10 times the strength: 400 points more are odds of
ten to one. A drawn deal is half a deal won by each.

**Players who won or lost everything.** The greatest likelihood would put them infinitely high or low.
So every two of n players are given 2 / n of a deal more, drawn: the correction of D. Firth ("Bias
reduction of maximum likelihood estimates", Biometrika 80, 1993), spread evenly. For two players that is
one deal, the half for each of J. B. S. Haldane ("The estimation and significance of the logarithm of a
ratio of frequencies", Annals of Human Genetics 20, 1956); among many deals it weighs nothing, among few
it takes away most of the bias. Where the deals alone set no bound the interval has none either: an end
of it is infinite unless some chain of players, each of whom got at least a half from the next, leads
past it (L. R. Ford, "Solution of a ranking problem from binary comparisons", American Mathematical
Monthly 64, 1957). The other end stands on the correction and errs on the safe side.

**Intervals** of 95 % come from the information matrix: 1.96 standard errors to either side. They hold
for deals that are independent, each won or lost; in simulations 93 to 97 of 100 did. Of a player so
strong that it lost one deal or two in all, the upper end is too low: 80 to 94 of 100 held. Drawn deals
make intervals wider than need be. That all pairs meet on the same deals is left out of account, and so
is that who beats whom may not follow one line of strength.

**The zero** is the player ``random`` where it takes part, whose own interval has no width; the intervals
of the others are those of the difference to it. Elsewhere the mean of all players is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt

from suitwise.arena.statistics.distributions import Z
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np

ANCHOR = "random"
"""The player whose rating is 0 where it takes part."""
ELO = 400 / log(10)
"""Points a unit of strength."""
_SMALL_STEP = 1e-6
"""Newton's steps square: after one that is so small the error is that of the arithmetic."""
_SURE_STEP = 0.1
"""Newton's steps that are no longer lead up: so close by the likelihood is nearly a parabola."""
_MOST_STEPS = 200
"""Of many thousands of tables none took more than 22."""
_MOST_DEALS = 1e12
_TOO_UNEVEN = "the players met so unevenly often that no ratings can be worked out"


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, on Elo's scale.

    Args:
        player: its text.
        rating: points above the anchor.
        low: the lower end of the 95 % interval; minus infinity where the deals set no bound.
        high: the upper end; infinity where the deals set no bound.

    >>> print(Rating("rules", 120.4, 80.0, inf))
    rules +120 [+80, unbounded]
    """

    player: str
    rating: float
    low: float
    high: float

    def as_json(self) -> dict[str, object]:
        """Return it as plain data; an end without a bound is null."""
        low, high = (end if isfinite(end) else None for end in (self.low, self.high))
        return {"player": self.player, "rating": self.rating, "low": low, "high": high}

    @property
    def interval(self) -> str:
        """The interval as text."""
        return f"[{_end(self.low)}, {_end(self.high)}]"

    def __str__(self) -> str:
        return f"{self.player} {self.rating:+.0f} {self.interval}"


def _end(value: float) -> str:
    return f"{value:+.0f}" if isfinite(value) else "unbounded"


def ratings(
    players: Sequence[str], won: Sequence[Sequence[float]] | NDArray[np.float64]
) -> tuple[Rating, ...]:
    """Rate players who met in pairs.

    Args:
        players: the players' texts.
        won: (players, players), how many deals each won against each, a draw as half of one.

    Returns:
        A rating for each player who has met another one, in the given order.

    Raises:
        SuitwiseError: the table is of another shape, holds something else than numbers of deals, or
            is too uneven for the arithmetic.

    >>> for rating in ratings(("random", "rules", "pimc"), [[0, 10, 0], [30, 0, 15], [0, 25, 0]]):
    ...     print(rating)
    random +0 [+0, +0]
    rules +182 [+61, +303]
    pimc +266 [+103, +428]
    """
    table = _checked(won, len(players))
    met = np.flatnonzero((table + table.T).any(axis=1))
    if not met.size:
        return ()
    table = table[np.ix_(met, met)]
    names = [players[i] for i in met.tolist()]
    more = table + (1 - np.eye(len(met))) / len(met)
    strengths = strengths_of(more)
    anchors = [names.index(ANCHOR)] if ANCHOR in names else list(range(len(names)))
    shift, errors = _against(anchors, strengths, information(more, strengths))
    above, below = _bounds(table > 0, anchors)
    return tuple(
        Rating(
            name,
            ELO * float(strengths[i] - shift),
            ELO * float(strengths[i] - shift - Z * errors[i]) if below[i] else -inf,
            ELO * float(strengths[i] - shift + Z * errors[i]) if above[i] else inf,
        )
        for i, name in enumerate(names)
    )


def _checked(won: object, players: int) -> NDArray[np.float64]:
    table = np.array(won, np.float64)
    if table.shape != (players, players):
        raise SuitwiseError(
            f"{players} players have a table of {players} by {players}, not {table.shape}"
        )
    if not ((table >= 0) & (table <= _MOST_DEALS)).all() or table.diagonal().any():
        raise SuitwiseError("the table holds numbers of deals, and nobody plays itself")
    return table


# --- The greatest likelihood ----------------------------------------------------------------------


def likelihood(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> float:
    """Return the logarithm of the likelihood of a table of deals won.

    >>> import numpy as np
    >>> round(likelihood(np.array([[0, 3], [1, 0]]), np.array([log(3), 0])), 6)
    -2.249341
    """
    ahead = strengths[:, None] - strengths[None, :]
    return -float((won * np.logaddexp(0, -ahead)).sum())


def strengths_of(won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the strengths of the greatest likelihood, their mean 0.

    Newton's method; a long step that does not lead up is halved. A short one is not asked: it may
    change the likelihood by less than the rounding of it.

    Args:
        won: a table in which every two players won something against each other.

    Raises:
        SuitwiseError: the table is so uneven that the arithmetic is too coarse for it.

    >>> import numpy as np
    >>> strengths = strengths_of(np.array([[0.0, 3.0], [1.0, 0.0]]))
    >>> round(float(strengths[0] - strengths[1]), 9) == round(log(3), 9)
    True
    """
    strengths = np.zeros(len(won))
    for _ in range(_MOST_STEPS):
        step = _inverse(information(won, strengths)) @ _slope(won, strengths)
        if np.abs(step).max() <= _SMALL_STEP:
            return strengths + step
        here = likelihood(won, strengths)
        while np.abs(step).max() > _SURE_STEP and likelihood(won, strengths + step) < here:
            step /= 2
        strengths = strengths + step
    raise SuitwiseError(_TOO_UNEVEN)


def _chances(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely each wins against each."""
    ahead = strengths[:, None] - strengths[None, :]
    chances: NDArray[np.float64] = np.exp(-np.logaddexp(0, -ahead))
    return chances


def _slope(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how the likelihood changes with each strength: deals won less those expected."""
    slope: NDArray[np.float64] = (won - (won + won.T) * _chances(strengths)).sum(axis=1)
    return slope


def information(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Fisher's information matrix; its rows sum to 0, for only differences are told."""
    chances = _chances(strengths)
    told = (won + won.T) * chances * chances.T
    return np.diag(told.sum(axis=1)) - told


def _inverse(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return an inverse of an information matrix, good for vectors whose numbers sum to 0.

    A constant added to every entry makes the matrix regular, and such vectors do not feel it.

    Raises:
        SuitwiseError: the arithmetic is too coarse to tell.
    """
    try:
        return np.linalg.inv(told + told.max())
    except np.linalg.LinAlgError:
        raise SuitwiseError(_TOO_UNEVEN) from None


# --- Where the zero is, and what has bounds -------------------------------------------------------


def _against(
    anchors: Sequence[int], strengths: NDArray[np.float64], told: NDArray[np.float64]
) -> tuple[float, list[float]]:
    """Return the mean of some players, and the standard error of each player's difference to it."""
    covariance = _inverse(told)
    mean = np.zeros(len(strengths))
    mean[anchors] = 1 / len(anchors)
    apart = np.eye(len(strengths)) - mean
    variances = np.einsum("ij,jk,ik->i", apart, covariance, apart)
    return float(strengths @ mean), [sqrt(max(0.0, value)) for value in variances.tolist()]


def _bounds(
    got: NDArray[np.bool_], anchors: Sequence[int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell of each player whether the deals keep it from being ever so high, and ever so low.

    It can't be ever so far above those who got something from it, nor above those who got something
    from them, and so on: it has an upper bound if all anchors are among them.

    Args:
        got: for every two players whether the first got anything from the second.
        anchors: the players who are the zero.
    """
    chains = got | np.eye(len(got), dtype=np.bool_)
    for _ in range(len(got).bit_length()):
        chains = chains @ chains
    above: NDArray[np.bool_] = np.all(chains[anchors], axis=0)
    below: NDArray[np.bool_] = np.all(chains[:, anchors], axis=1)
    return above, below
