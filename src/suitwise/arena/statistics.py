"""Statistics of deals: paired samples, ratings, tests of significance, decision times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import atan2, cos, exp, floor, inf, isfinite, lgamma, log, log2, pi, sin, sqrt
from statistics import fmean
from typing import Protocol, TypeAlias

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import signed


class Played(Protocol):
    """A game of two players: its place in the plan, the player of each seat, and the returns."""

    @property
    def match(self) -> int: ...
    @property
    def pairing(self) -> tuple[int, int]: ...
    @property
    def deal(self) -> int: ...
    @property
    def seats(self) -> Sequence[int]: ...
    @property
    def returns(self) -> Sequence[float]: ...


class WhenToStop(Protocol):
    """The target width of an interval, the minimum number of deals, and the deals between checks."""

    @property
    def width(self) -> float: ...
    @property
    def least(self) -> int: ...
    @property
    def every(self) -> int: ...


# --- Student's t and McNemar's test ---------------------------------------------------------------

Z = 1.959963984540054
"""The standard deviations about the mean that hold 95 % of the normal distribution."""
_EXACT_DEGREES = 100
"""Above this number of degrees of freedom the expansion of t errs by less than 1e-10."""


@lru_cache(maxsize=1024)
def t_quantile(degrees: int) -> float:
    """Return the two-sided 95 % quantile of Student's t, in standard errors.

    M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions* (1964): 26.7.3 and 26.7.4, the
    probability as a finite sum, inverted by halving; for more than 100 degrees of freedom 26.7.5, the
    expansion about the normal distribution.

    Args:
        degrees: the degrees of freedom, 1 or more.

    >>> [f"{t_quantile(degrees):.4f}" for degrees in (1, 2, 10, 100, 1000)]
    ['12.7062', '4.3027', '2.2281', '1.9840', '1.9623']
    """
    if degrees > _EXACT_DEGREES:
        return _t_expansion(degrees)
    low, high = 1.0, 13.0
    while (middle := (low + high) / 2) not in (low, high):
        if _t_within(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _t_within(t: float, degrees: int) -> float:
    """Return the probability that Student's t lies between -t and t."""
    angle = atan2(t, sqrt(degrees))
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(odd, degrees - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k + 1) / (k + 2)
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def _t_expansion(degrees: int) -> float:
    z, n = Z, degrees
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mcnemar(better: int, worse: int) -> float:
    """Return the two-sided p-value of McNemar's exact test.

    Twice the probability that a fair coin, thrown ``better + worse`` times, falls so seldom on its
    rarer side; at most 1.

    >>> round(mcnemar(8, 1), 12), mcnemar(5, 5)
    (0.0390625, 1.0)
    """
    thrown, rare = better + worse, min(better, worse)
    term = exp(lgamma(thrown + 1) - lgamma(rare + 1) - lgamma(thrown - rare + 1) - thrown * log(2))
    tail = 0.0
    while rare >= 0 and term > tail * 1e-17:
        tail += term
        term *= rare / (thrown - rare + 1)
        rare -= 1
    return min(1.0, 2 * tail)


# --- Paired margins -------------------------------------------------------------------------------


def mean_and_error(margins: Iterable[float]) -> tuple[float, float]:
    """Return the mean of some numbers and its standard error, which is infinite for one number.

    >>> mean_and_error([1.0, 2.0, 3.0, 6.0]), mean_and_error([5.0])
    ((3.0, 1.0801234497346435), (5.0, inf))
    """
    return Margins(margins).mean_and_error()


class Margins:
    """Running mean and standard error of floats, exact and independent of their order.

    The sums of the numbers and of their squares are kept as integers over a common denominator, the
    largest so far. As every float is a fraction over a power of two, this is exact.

    Args:
        margins: the first numbers.

    >>> margins = Margins([1.0, 2.0, 3.0])
    >>> margins.append(6.0)
    >>> len(margins), margins.mean_and_error()
    (4, (3.0, 1.0801234497346435))
    """

    def __init__(self, margins: Iterable[float] = ()) -> None:
        self._count, self._sum, self._squares, self._parts = 0, 0, 0, 1
        for margin in margins:
            self.append(margin)

    def __len__(self) -> int:
        return self._count

    def append(self, margin: float) -> None:
        """Add a number."""
        exact, parts = margin.as_integer_ratio()
        if parts > self._parts:
            finer = parts // self._parts
            self._sum, self._squares = self._sum * finer, self._squares * finer**2
            self._parts = parts
        exact *= self._parts // parts
        self._count += 1
        self._sum += exact
        self._squares += exact * exact

    def mean_and_error(self) -> tuple[float, float]:
        """Return the mean and its standard error, which is infinite for one number."""
        count, total = self._count, Fraction(self._sum, self._parts)
        if count == 1:
            return float(total), inf
        squares = Fraction(self._squares, self._parts**2) - total * total / count
        return float(total / count), sqrt(squares / (count - 1) / count)


# --- Sequential stopping --------------------------------------------------------------------------


def needs_more(margins: Margins, stop: WhenToStop) -> bool:
    """Tell whether two players need further deals, because their interval is still too wide.

    The interval is checked after ``stop.least`` deals and then after every ``stop.every``; between
    checks the answer is yes. The answer depends only on the deals so far.

    Repeated checks cost some coverage: a match ends at a check at which the margins happen to vary
    little, so the reported interval tends to be too narrow. The effect vanishes as more deals are needed
    (Y. S. Chow and H. Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals
    for the mean", Annals of Mathematical Statistics 36, 1965). In simulations with ``least`` 30 or more,
    93 to 96 of 100 intervals contained the true mean if margins were normal or ±1, and 91 to 93 if they
    were as skewed as waiting times; with ``least`` 100 it was 94 to 96 and 93 to 95. If margins are
    nearly always 0, beware: if the first ``least`` ones all are, the interval has width 0 and the match
    ends, so ``least`` must be large enough for some to differ.

    Args:
        margins: the margins of the complete deals so far.
        stop: the target width and the times of the checks.

    >>> from suitwise.arena.config import Stop
    >>> stop = Stop(width=1.0, least=4, every=2)
    >>> needs_more(Margins([0.0, 0.0]), stop), needs_more(Margins([0.0, 0.1, 0.0, 0.1]), stop)
    (True, False)
    """
    beyond = len(margins) - stop.least
    if beyond < 0 or beyond % stop.every:
        return True
    _, error = margins.mean_and_error()
    return 2 * error * t_quantile(len(margins) - 1) > stop.width


# --- Paired comparison ----------------------------------------------------------------------------
#
# **A deal is one sample.** Two players play a deal in every seating, with the same cards (in a match of
# several hands, the same cards of the first hand), so luck that both share cancels. The games of a deal
# depend on each other, so only complete deals count. The sample is the *margin* of the first player over
# the second:
#
# * At a table, the margin is half the difference between the mean return of the first player's seats and
#   that of the second's, over all seatings. If returns sum to zero, this is the first player's mean
#   return a game; if not, it is the first player's distance from the mean of the two.
# * At a game for one seat, each plays the deal alone, and the margin is the difference of their returns.
#
# **The mean** of the margins has a standard error, their standard deviation over the square root of the
# number of deals, and a 95 % interval by Student's t ("The probable error of a mean", Biometrika 6,
# 1908). For so few deals that t differs from the normal distribution, the interval assumes approximately
# normal margins.
#
# **McNemar's test** ("Note on the sampling error of the difference between correlated proportions",
# Psychometrika 12, 1947) tests which player wins more often, ignoring the amounts. On the same cards in
# the same seats, did the first player's side win, and did the second's? Only deals where the answers
# differ count. If the players are equal, each such deal favours either like a fair coin, which gives the
# exact two-sided test. A seat wins a game if its return is above the mean of the table, or above 0 if it
# is the only seat; equality is half a win. What is counted is the deals of which the first won more
# games than the second. If there are two sides and one of them always wins, these are just the deals
# where the answers differ.

# --- A deal ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """The result of one deal, all its seatings together.

    Args:
        margin: the margin of the first player, in the unit of the game's returns.
        edge: the share of games that the first player won, less that of the second.

    >>> paired([Sample(margin=3.0, edge=1.0), Sample(margin=-1.0, edge=0.0)]).mean
    1.0
    """

    margin: float
    edge: float


def sample_of(results: Sequence[Played]) -> Sample:
    """Return the sample of a deal.

    Args:
        results: the games of one deal of one pairing, in all seatings.

    Raises:
        SuitwiseError: they are of several deals, or not both players have sat down.

    >>> from suitwise.arena.results import Result
    >>> from suitwise.game import Record
    >>> def played(seating: int, seats: tuple[int, ...], returns: tuple[float, ...]) -> Result:
    ...     return Result(0, (0, 1), 7, seating, seats, returns, Record("kuhn", "-", (), returns))
    >>> sample_of([played(0, (0, 1), (2.0, -2.0)), played(1, (1, 0), (1.0, -1.0))])
    Sample(margin=0.5, edge=0.0)
    """
    if len({(one.match, one.pairing, one.deal) for one in results}) != 1:
        raise SuitwiseError("a sample is made of the games of one deal")
    first, second = results[0].pairing
    share = 1 if len(results[0].seats) == 1 else 2
    returns = [(one.seats, one.returns) for one in results]
    scores = [(one.seats, _scores(one.returns)) for one in results]
    return Sample(_difference(first, second, returns) / share, _difference(first, second, scores))


def _difference(first: int, second: int, games: Sequence[_Seated]) -> float:
    one, other = mean_of(first, games), mean_of(second, games)
    if one is None or other is None:
        raise SuitwiseError("a sample is made of a deal in all seatings, which seat both players")
    return one - other


_Seated: TypeAlias = tuple[Sequence[int], Sequence[float]]


def mean_of(player: int, games: Iterable[_Seated]) -> float | None:
    """Return the mean return of a player's seats; None if it had none.

    Args:
        player: its index in the match.
        games: for each game the player of each seat, and the returns.

    >>> mean_of(1, [((0, 1, 0, 1), (2.0, -2.0, 2.0, -2.0)), ((1, 0, 1, 0), (3.0, -3.0, 3.0, -3.0))])
    0.5
    """
    each = (zip(seats, values, strict=True) for seats, values in games)
    got = [value for game in each for seat, value in game if seat == player]
    return fmean(got) if got else None


def _scores(returns: Sequence[float]) -> list[float]:
    """Return 1 for each seat that won, 1/2 for a draw, 0 for a loss.

    >>> _scores((3.0, -1.0, -1.0, -1.0)), _scores((0.0, 0.0)), _scores((1.0,)), _scores((0.0,))
    ([1.0, 0.0, 0.0, 0.0], [0.5, 0.5], [1.0], [0.5])
    """
    middle = fmean(returns) if len(returns) > 1 else 0.0
    return [((value > middle) - (value < middle) + 1) / 2 for value in returns]


# --- All deals of two players ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paired:
    """The comparison of two players on the same deals.

    Args:
        deals: the number of deals.
        mean: the mean margin of the first player.
        error: its standard error; infinite for one deal.
        wins: the number of deals with a margin above 0.
        draws: the number of deals with a margin of 0.
        losses: the number of deals with a margin below 0.
        better: the number of deals of which the first player won more games than the second.
        worse: the number of deals of which it won fewer.

    >>> duel = paired([Sample(1.0, 1.0), Sample(0.5, 0.0), Sample(-0.5, 0.0), Sample(2.0, 1.0)])
    >>> print(duel)
    +0.75 ± 1.66 on 4 deals
    >>> duel.wins, duel.draws, duel.losses, duel.p_value
    (3, 0, 1, 0.5)
    """

    deals: int
    mean: float
    error: float
    wins: int
    draws: int
    losses: int
    better: int
    worse: int

    @property
    def reach(self) -> float:
        """Half the width of the 95 % interval."""
        return self.error * t_quantile(self.deals - 1) if self.deals > 1 else inf

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.reach

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.reach

    @property
    def p_value(self) -> float:
        """The p-value of McNemar's exact test."""
        return mcnemar(self.better, self.worse)

    @property
    def score(self) -> float:
        """The number of deals won, with a draw as half a win."""
        return self.wins + self.draws / 2

    def turned(self) -> Paired:
        """Return the comparison from the second player's point of view.

        >>> print(paired([Sample(3.0, 1.0), Sample(1.0, 1.0)]).turned())
        -2.00 ± 12.71 on 2 deals
        """
        wins, losses = self.losses, self.wins
        better, worse = self.worse, self.better
        return Paired(self.deals, -self.mean, self.error, wins, self.draws, losses, better, worse)

    def as_json(self) -> dict[str, object]:
        """Return the numbers as plain data; infinite ones are null."""
        bounds = {"standard_error": self.error, "low": self.low, "high": self.high}
        known = {name: value if isfinite(value) else None for name, value in bounds.items()}
        counts = {name: getattr(self, name) for name in (*self.__slots__[3:], "p_value")}
        return {"deals": self.deals, "mean": self.mean} | known | counts

    def __str__(self) -> str:
        return f"{signed(self.mean, 2)} ± {self.reach:.2f} on {self.deals:,} deals"


def paired(samples: Sequence[Sample]) -> Paired:
    """Return the comparison over some deals; their order does not matter.

    Raises:
        SuitwiseError: there is no deal.

    >>> duel = paired([Sample(3.0, 1.0), Sample(1.0, 1.0), Sample(-1.0, -1.0)])
    >>> print(duel)
    +1.00 ± 4.97 on 3 deals
    >>> duel.wins, duel.draws, duel.losses
    (2, 0, 1)
    """
    if not samples:
        raise SuitwiseError("no deal, no mean: two players are compared on one deal or more")
    mean, error = mean_and_error(one.margin for one in samples)
    wins, draws, losses = _signs(one.margin for one in samples)
    better, _, worse = _signs(one.edge for one in samples)
    return Paired(len(samples), mean, error, wins, draws, losses, better, worse)


def _signs(values: Iterable[float]) -> tuple[int, int, int]:
    """Return the counts of positive, zero and negative numbers."""
    signs = Counter((value > 0) - (value < 0) for value in values)
    return signs[1], signs[0], signs[-1]


# --- Bradley-Terry ratings ------------------------------------------------------------------------
#
# R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
# comparisons" (Biometrika 39, 1952): player i wins a deal against player j with probability 1 / (1 +
# exp(s_j - s_i)). The strengths s maximise the likelihood, found by Newton's method (the log-likelihood
# is concave; D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics
# 32, 2004). A rating is 400 / ln 10 times the strength, so 400 points mean odds of ten to one. A drawn
# deal counts as half a win for each.
#
# **Players who won or lost everything** would have infinite ratings. So every two of n players get an
# additional 2 / n of a drawn deal: the correction of D. Firth ("Bias reduction of maximum likelihood
# estimates", Biometrika 80, 1993), spread evenly. For two players this is one deal, the half for each of
# J. B. S. Haldane ("The estimation and significance of the logarithm of a ratio of frequencies", Annals
# of Human Genetics 20, 1956). It is negligible among many deals, and removes most of the bias among few.
# If the deals alone set no bound, the interval has none either: an end of it is infinite unless some
# chain of players, each of whom got at least a half from the next, leads to the player (L. R. Ford,
# "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64, 1957). The
# other end rests on the correction and errs on the safe side.
#
# **Intervals** of 95 % come from the information matrix: 1.96 standard errors to either side. They
# assume independent deals that are won or lost; in simulations 93 to 97 of 100 contained the true value.
# For a player so strong that it lost only one or two deals in all, the upper end is too low: 80 to 94 of
# 100. Draws make intervals wider than necessary. The intervals ignore that all pairs meet on the same
# deals, and that wins may not follow a single scale of strength.
#
# **The zero** is the player ``random`` if it takes part. Its own interval then has width 0, and those of
# the others are intervals of the difference to it. Otherwise the mean of all players is zero.

ANCHOR = "random"
"""The player whose rating is 0 if it takes part."""
ELO = 400 / log(10)
"""Rating points per unit of strength."""
_SMALL_STEP = 1e-6
"""Newton's method converges quadratically: after so small a step only rounding errors are left."""
_SURE_STEP = 0.1
"""Steps up to this size always increase the likelihood, which is nearly a parabola so close by."""
_MOST_STEPS = 200
"""The maximum number of steps; none of many thousands of tables took more than 22."""
_MOST_DEALS = 1e12
_TOO_UNEVEN = "the players met so unevenly often that no ratings can be worked out"


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating on Elo's scale.

    Args:
        player: its text.
        rating: points above the anchor.
        low: the lower end of the 95 % interval; minus infinity if the deals set no bound.
        high: the upper end; infinity if the deals set no bound.

    >>> print(Rating("rules", 120.4, 80.0, inf))
    rules +120 [+80, unbounded]
    """

    player: str
    rating: float
    low: float
    high: float

    def as_json(self) -> dict[str, object]:
        """Return the rating as plain data; an infinite end is null."""
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
        won: (players, players), the deals that each won against each, with a draw as half a win.

    Returns:
        A rating for each player who has met another one, in the given order.

    Raises:
        SuitwiseError: the table has another shape, holds something else than numbers of deals, or is so
            uneven that floating-point arithmetic fails.

    >>> for rating in ratings(("random", "rules", "mc"), [[0, 10, 0], [30, 0, 15], [0, 25, 0]]):
    ...     print(rating)
    random +0 [+0, +0]
    rules +182 [+61, +303]
    mc +266 [+103, +428]
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


# --- Maximum likelihood ---------------------------------------------------------------------------


def likelihood(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> float:
    """Return the log-likelihood of a table of deals won.

    >>> import numpy as np
    >>> round(likelihood(np.array([[0, 3], [1, 0]]), np.array([log(3), 0])), 6)
    -2.249341
    """
    ahead = strengths[:, None] - strengths[None, :]
    return -float((won * np.logaddexp(0, -ahead)).sum())


def strengths_of(won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the strengths that maximise the likelihood, with mean 0, by Newton's method.

    A long step that does not increase the likelihood is halved. Short steps are not checked, since they
    may change it by less than its rounding error.

    Args:
        won: a table in which every two players won something against each other.

    Raises:
        SuitwiseError: the table is so uneven that floating-point arithmetic fails.

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
    """Return the probability that each wins against each."""
    ahead = strengths[:, None] - strengths[None, :]
    chances: NDArray[np.float64] = np.exp(-np.logaddexp(0, -ahead))
    return chances


def _slope(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the gradient of the log-likelihood: deals won less those expected."""
    slope: NDArray[np.float64] = (won - (won + won.T) * _chances(strengths)).sum(axis=1)
    return slope


def information(won: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Fisher's information matrix; its rows sum to 0, since only differences are identified."""
    chances = _chances(strengths)
    variances = (won + won.T) * chances * chances.T
    return np.diag(variances.sum(axis=1)) - variances


def _inverse(information: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return an inverse of an information matrix for vectors that sum to 0.

    A constant added to every entry makes the matrix regular and does not affect such vectors.

    Raises:
        SuitwiseError: floating-point arithmetic fails.
    """
    try:
        return np.linalg.inv(information + information.max())
    except np.linalg.LinAlgError:
        raise SuitwiseError(_TOO_UNEVEN) from None


# --- Zero and bounds ------------------------------------------------------------------------------


def _against(
    anchors: Sequence[int], strengths: NDArray[np.float64], information: NDArray[np.float64]
) -> tuple[float, list[float]]:
    """Return the mean strength of the anchors, and each player's standard error of the difference."""
    covariance = _inverse(information)
    mean = np.zeros(len(strengths))
    mean[anchors] = 1 / len(anchors)
    apart = np.eye(len(strengths)) - mean
    variances = np.einsum("ij,jk,ik->i", apart, covariance, apart)
    return float(strengths @ mean), [sqrt(max(0.0, value)) for value in variances.tolist()]


def _bounds(
    got: NDArray[np.bool_], anchors: Sequence[int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell for each player whether the deals bound its rating above, and below.

    A player's rating is bounded by that of anybody who won something against it, and so on along chains
    of such wins. It has an upper bound if chains lead to it from all anchors, and a lower bound if
    chains lead from it to all anchors.

    Args:
        got: for every two players whether the first won anything against the second.
        anchors: the players who are the zero.
    """
    chains = got | np.eye(len(got), dtype=np.bool_)
    for _ in range(len(got).bit_length()):
        chains = chains @ chains
    above: NDArray[np.bool_] = np.all(chains[anchors], axis=0)
    below: NDArray[np.bool_] = np.all(chains[:, anchors], axis=1)
    return above, below


# --- Decision times -------------------------------------------------------------------------------
#
# Times are counted in a logarithmic histogram with 32 steps per doubling, each 2.2 % wide, from 1 ns on.
# A quantile is the middle of its step, so it is right to about 1 %, less than the drift of a shared
# machine.

_STEPS = 32
"""The number of steps per doubling."""
_LEAST_NS = 1.0
_LONGEST = 64 * _STEPS
"""The step of five centuries."""


class Times:
    """A histogram of decision times.

    Args:
        seconds: the first times.

    >>> times = Times([0.001] * 98 + [1.0] * 2)
    >>> len(times), round(times.quantile(0.5), 5), round(times.quantile(0.99), 2)
    (100, 0.00099, 1.0)
    """

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self._counts: Counter[int] = Counter()
        self.extend(seconds)

    def extend(self, seconds: Iterable[float]) -> None:
        """Add times, each in seconds."""
        self._counts.update(map(_step_of, seconds))

    def __len__(self) -> int:
        return self._counts.total()

    def add(self, others: Times) -> None:
        """Add all times of another histogram."""
        self._counts.update(others._counts)

    def quantile(self, share: float) -> float:
        """Return a quantile in seconds, to about 1 %.

        Args:
            share: from 0 to 1; 1/2 for the median.

        Raises:
            ValueError: there is no time.
        """
        if not self._counts:
            raise ValueError("of no times there is no quantile")
        left = share * len(self)
        for step in sorted(self._counts):
            left -= self._counts[step]
            if left <= 0:
                break
        return float(_LEAST_NS * 2 ** ((step + 0.5) / _STEPS) / 1e9)

    def as_json(self) -> dict[str, int]:
        """Return the counts by step as plain data."""
        return {str(step): self._counts[step] for step in sorted(self._counts)}

    @classmethod
    def from_json(cls, plain: object) -> Times:
        """Read the output of ``as_json`` back from JSON.

        Raises:
            NotationError: these are no counts.

        >>> len(Times.from_json(Times([0.5, 0.25]).as_json()))
        2
        """
        times = cls()
        if not isinstance(plain, Mapping) or not all(_is_counted(*one) for one in plain.items()):
            raise NotationError("times are counts by the number of their step")
        times._counts.update({int(step): count for step, count in plain.items()})
        return times


def _step_of(seconds: float) -> int:
    return floor(_STEPS * log2(max(seconds * 1e9, _LEAST_NS)))


def _is_counted(step: object, count: object) -> bool:
    is_step = isinstance(step, str) and step.isascii() and step.isdigit() and len(step) < 5
    return is_step and int(str(step)) < _LONGEST and type(count) is int and count > 0


__all__ = ["Paired", "Sample", "mcnemar", "needs_more", "paired", "sample_of", "t_quantile"]
