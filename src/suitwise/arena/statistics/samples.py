"""How much one player is better than another, and how sure that is.

**A deal is one sample.** Two players meet on the same cards in every seating of the plan (of a match of
several hands on those of the first), so luck that both had alike falls out; the games of a deal depend
on each other, so only whole deals are counted. The sample is the *margin* of the first player over the
second:

* At a table it is half of what a seat of the first got more than a seat of the second, on average over
  all seatings of the deal. Where returns sum to zero that is what the first player got a game; where
  they don't, it is how far it lies above the middle of the two.
* At a game for one seat each plays the deal alone, so it is what the first got more than the second.

**The mean** of the margins has a standard error, their deviation over the square root of the deals, and
a 95 % interval by Student's t ("The probable error of a mean", Biometrika 6, 1908). With the few deals
for which t differs from the normal distribution the interval assumes margins that are about normal.

**McNemar's test** ("Note on the sampling error of the difference between correlated proportions",
Psychometrika 12, 1947) asks who wins more often, however much: on the same cards and in the same seats,
did the first player's side win, and did the second's? Only deals count on which the two differ; if
neither is better each falls to either side like a coin, which gives the exact test, two-sided. A game is
won by a seat that gets more than the mean of the table, for one seat more than 0; half won by one that
gets as much. With two sides of which one always wins, "the first's side won in these seats and the
second's did not" and "the first won more games of the deal than the second" are the same deals, and the
second is what is counted, in every game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from suitwise.arena.statistics.distributions import mcnemar, t_quantile
from suitwise.arena.statistics.margins import mean_and_error
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.counting import signed

if TYPE_CHECKING:
    from suitwise.arena.result import Result

# --- A deal ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of one deal, all its seatings together.

    Args:
        margin: how much the first player got more, in the unit of the game's returns.
        edge: the share of its games that the first player won, less that of the second.

    >>> paired([Sample(margin=3.0, edge=1.0), Sample(margin=-1.0, edge=0.0)]).mean
    1.0
    """

    margin: float
    edge: float


def sample_of(results: Sequence[Result]) -> Sample:
    """Return the sample of a deal.

    Args:
        results: the games of one deal of one pairing, in all seatings.

    Raises:
        SuitwiseError: they are of several deals, or not both players have sat down.

    >>> from suitwise.arena.result import Result
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
    """How two players did on the same deals.

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
        """How likely McNemar's exact test calls so uneven a count between equal players."""
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
