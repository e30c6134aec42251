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
    """A game of two players: where it stands in the plan, who had which seat, what each seat got."""

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
    """The target width of an interval, the fewest deals, and how often it is checked."""

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
    """Return within how many standard errors Student's t is with probability 0.95.

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
    """Return the mean of some numbers and its standard error, infinite for one number.

    >>> mean_and_error([1.0, 2.0, 3.0, 6.0]), mean_and_error([5.0])
    ((3.0, 1.0801234497346435), (5.0, inf))
    """
    return Margins(margins).mean_and_error()


class Margins:
    """Numbers added one by one, and their mean, which costs the same however many there are.

    Their sum and that of their squares are kept exactly, so their order does not matter: as integers
    over the greatest denominator so far, which like that of every float is a power of two.

    Args:
        margins: the first of them.

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
        """Return their mean and its standard error, infinite for one number."""
        count, total = self._count, Fraction(self._sum, self._parts)
        if count == 1:
            return float(total), inf
        squares = Fraction(self._squares, self._parts**2) - total * total / count
        return float(total / count), sqrt(squares / (count - 1) / count)


# --- When it is enough ----------------------------------------------------------------------------


def needs_more(margins: Margins, stop: WhenToStop) -> bool:
    """Return whether two players need further deals: whether the interval is still too wide.

    The interval is looked at after ``stop.least`` deals and then after every ``stop.every``; between
    two looks the answer is yes. The answer depends on the deals so far alone.

    Looking again and again costs some coverage: the look that ends the match is one at which the
    margins so far happened to differ little, so the interval that is reported tends to be too narrow.
    It vanishes as more deals are needed (Y. S. Chow and H. Robbins, "On the asymptotic theory of
    fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36,
    1965). In simulations, with ``least`` 30 or more, 93 to 96 of 100 intervals held the true mean where
    margins were normal or 1 and -1, and 91 to 93 where they were as lopsided as waiting times; with
    ``least`` 100 it was 94 to 96 and 93 to 95. It is another matter where margins are nearly always 0:
    if the first ``least`` ones all are, the interval has no width and the match ends, so ``least`` must
    be large enough for some to differ.

    Args:
        margins: the margins of the whole deals so far.
        stop: how wide the interval may be, and when it is looked at.

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
# **A deal is one sample.** Two players meet on the same cards in every seating of the plan (of a
# match of several hands on those of the first), so luck that both had alike falls out; the games of a
# deal depend on each other, so only whole deals are counted. The sample is the *margin* of the first
# player over the second:
#
# * At a table it is half of what a seat of the first got more than a seat of the second, on average
#   over all seatings of the deal. Where returns sum to zero that is what the first player got a game;
#   where they don't, it is how far it lies above the middle of the two.
# * At a game for one seat each plays the deal alone, so it is what the first got more than the second.
#
# **The mean** of the margins has a standard error, their deviation over the square root of the deals,
# and a 95 % interval by Student's t ("The probable error of a mean", Biometrika 6, 1908). With the
# few deals for which t differs from the normal distribution the interval assumes margins that are
# about normal.
#
# **McNemar's test** ("Note on the sampling error of the difference between correlated proportions",
# Psychometrika 12, 1947) asks who wins more often, however much: on the same cards and in the same
# seats, did the first player's side win, and did the second's? Only deals count on which the two
# differ; if neither is better each falls to either side like a coin, which gives the exact test,
# two-sided. A game is won by a seat that gets more than the mean of the table, for one seat more than
# 0; half won by one that gets as much. With two sides of which one always wins, "the first's side won
# in these seats and the second's did not" and "the first won more games of the deal than the second"
# are the same deals, and the second is what is counted, in every game.

# --- A deal ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """The result of one deal, all its seatings together.

    Args:
        margin: how much the first player got more, in the unit of the game's returns.
        edge: the share of its games that the first player won, less that of the second.

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
    """Return what a player got a seat; None if it had none.

    Args:
        player: its place in the match.
        games: for each game the player of each seat, and what each seat got.

    >>> mean_of(1, [((0, 1, 0, 1), (2.0, -2.0, 2.0, -2.0)), ((1, 0, 1, 0), (3.0, -3.0, 3.0, -3.0))])
    0.5
    """
    each = (zip(seats, values, strict=True) for seats, values in games)
    got = [value for game in each for seat, value in game if seat == player]
    return fmean(got) if got else None


def _scores(returns: Sequence[float]) -> list[float]:
    """Return 1 for each seat that won, a half for each that neither won nor lost, 0 for others.

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
        deals: how many deals.
        mean: the mean margin of the first player a deal.
        error: its standard error; infinite for one deal.
        wins: deals with a margin above 0.
        draws: deals with a margin of 0.
        losses: deals with a margin below 0.
        better: deals of which the first player won more games than the second.
        worse: deals of which it won fewer.

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
        """The deals won, of which a draw is half of one."""
        return self.wins + self.draws / 2

    def turned(self) -> Paired:
        """Return the same as it is for the second player.

        >>> print(paired([Sample(3.0, 1.0), Sample(1.0, 1.0)]).turned())
        -2.00 ± 12.71 on 2 deals
        """
        wins, losses = self.losses, self.wins
        better, worse = self.worse, self.better
        return Paired(self.deals, -self.mean, self.error, wins, self.draws, losses, better, worse)

    def as_json(self) -> dict[str, object]:
        """Return the numbers as plain data; what one deal can't tell is null."""
        bounds = {"standard_error": self.error, "low": self.low, "high": self.high}
        known = {name: value if isfinite(value) else None for name, value in bounds.items()}
        counts = {name: getattr(self, name) for name in (*self.__slots__[3:], "p_value")}
        return {"deals": self.deals, "mean": self.mean} | known | counts

    def __str__(self) -> str:
        return f"{signed(self.mean, 2)} ± {self.reach:.2f} on {self.deals:,} deals"


def paired(samples: Sequence[Sample]) -> Paired:
    """Return what deals say together; in any order the same.

    Raises:
        SuitwiseError: there is no deal.

    >>> found = paired([Sample(3.0, 1.0), Sample(1.0, 1.0), Sample(-1.0, -1.0)])
    >>> print(found)
    +1.00 ± 4.97 on 3 deals
    >>> found.wins, found.draws, found.losses
    (2, 0, 1)
    """
    if not samples:
        raise SuitwiseError("no deal, no mean: two players are compared on one deal or more")
    mean, error = mean_and_error(one.margin for one in samples)
    wins, draws, losses = _signs(one.margin for one in samples)
    better, _, worse = _signs(one.edge for one in samples)
    return Paired(len(samples), mean, error, wins, draws, losses, better, worse)


def _signs(values: Iterable[float]) -> tuple[int, int, int]:
    """Return how many numbers are above 0, are 0, and are below 0."""
    signs = Counter((value > 0) - (value < 0) for value in values)
    return signs[1], signs[0], signs[-1]


# --- Bradley-Terry ratings ------------------------------------------------------------------------
#
# R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired
# comparisons" (Biometrika 39, 1952): player i wins a deal against player j with probability 1 / (1 +
# exp(s_j - s_i)). The strengths s are those of the greatest likelihood, found by Newton's method (the
# likelihood is concave in them; D. R. Hunter, "MM algorithms for generalized Bradley-Terry models",
# Annals of Statistics 32, 2004). A rating is 400 / ln 10 times the strength: 400 points more are odds
# of ten to one. A drawn deal is half a deal won by each.
#
# **Players who won or lost everything.** The greatest likelihood would put them infinitely high or
# low. So every two of n players are given 2 / n of a deal more, drawn: the correction of D. Firth
# ("Bias reduction of maximum likelihood estimates", Biometrika 80, 1993), spread evenly. For two
# players that is one deal, the half for each of J. B. S. Haldane ("The estimation and significance of
# the logarithm of a ratio of frequencies", Annals of Human Genetics 20, 1956); among many deals it
# weighs nothing, among few it takes away most of the bias. Where the deals alone set no bound the
# interval has none either: an end of it is infinite unless some chain of players, each of whom got at
# least a half from the next, leads past it (L. R. Ford, "Solution of a ranking problem from binary
# comparisons", American Mathematical Monthly 64, 1957). The other end stands on the correction and
# errs on the safe side.
#
# **Intervals** of 95 % come from the information matrix: 1.96 standard errors to either side. They
# hold for deals that are independent, each won or lost; in simulations 93 to 97 of 100 did. Of a
# player so strong that it lost one deal or two in all, the upper end is too low: 80 to 94 of 100
# held. Drawn deals make intervals wider than need be. That all pairs meet on the same deals is left
# out of account, and so is that who beats whom may not follow one line of strength.
#
# **The zero** is the player ``random`` where it takes part, whose own interval has no width; the
# intervals of the others are those of the difference to it. Elsewhere the mean of all players is
# zero.

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
    """A player's rating on Elo's scale.

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


# --- Decision times -------------------------------------------------------------------------------
#
# A time falls into one of 32 steps between a nanosecond's power of two and the next, each 2.2 %
# longer than the one before, and is told as the middle of its step. So a quantile is right to about 1
# %, which is less than what a shared machine drifts by.

_STEPS = 32
"""Steps between a time and its double."""
_LEAST_NS = 1.0
_LONGEST = 64 * _STEPS
"""The step of five centuries."""


class Times:
    """Times told one by one.

    Args:
        seconds: the first of them.

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
        """Add times that others have told."""
        self._counts.update(others._counts)

    def quantile(self, share: float) -> float:
        """Return the time in seconds within which a share of them lie, to about 1 %.

        Args:
            share: from 0 to 1; a half asks for the median.

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
        """Return the counts of the steps as plain data."""
        return {str(step): self._counts[step] for step in sorted(self._counts)}

    @classmethod
    def from_json(cls, plain: object) -> Times:
        """Read what ``as_json`` gave, after its way through JSON.

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
