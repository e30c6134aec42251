"""Search by sampling, for games with hidden cards: weigh worlds, resample them, race options, explain.

A *world* is a full deal that the seat on turn can't tell from the true one. A game draws worlds, counts
what the others' decisions cost in each, lists the options of a decision and rolls them out. What all
games share is here:

1. **Weigh.** Bayes' rule with a policy as the model of the others: each decision that the policy would
   not have made reduces the weight of a world (``Beliefs``, ``weights_of``, ``tempered``).
2. **Resample.** Systematic resampling keeps likely worlds, each with a count (``resampled``).
3. **Race.** All options are rolled out in the same worlds, so that the luck of the deal cancels in their
   differences. Successive elimination drops options that are clearly behind (``race``); a search with a
   time limit ends once the choice is clear (``is_clear``).
4. **Explain.** The lead of the best option over another, with its 95 % interval (``Lead``).

Where the worth of options is a whole number all sums are, so every machine chooses alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from suitwise.arguments import of_kind, whole
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game
from suitwise.seeds import as_seed, word

M = TypeVar("M")
Ints: TypeAlias = "NDArray[np.int64]"

# --- The options of a player that samples ---------------------------------------------------------


def check_limits(worlds: int, most: int, seconds: float) -> None:
    """Check the number of worlds for a move and the time for it.

    Raises:
        TypeError: the worlds are no whole number, or the time is no number.
        SuitwiseError: one of them is out of range.

    >>> check_limits(0, 100, 0.0)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: 1 to 100 worlds are drawn, not 0
    """
    if not 1 <= whole(worlds, "worlds") <= most:
        raise SuitwiseError(f"1 to {most:,} worlds are drawn, not {worlds}")
    if not of_kind(seconds, (int, float), "seconds") >= 0:
        raise SuitwiseError(f"the time for a move is 0 seconds or more, not {seconds}")


def seed_of_seat(seed: int, stream: int) -> int:
    """Return the 64-bit seed of the worlds that a player samples in one seat of one game."""
    return word(seed, stream, 0) << 32 | word(seed, stream, 1)


MOST_WORLDS = 100_000
"""The most worlds for a move of a player that compares by points."""


@dataclass(frozen=True, slots=True)
class ByPoints:
    """The options of a player that compares moves by their points in sampled worlds.

    Args:
        worlds: the number of worlds in which moves are compared.
        seconds: if above 0, worlds are sampled in batches of up to ``worlds`` until the time is over or
            the choice is clear; the choice then depends on the machine.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> ByPoints(worlds=30)
    ByPoints(worlds=30, seconds=0.0, seed=0)
    """

    worlds: int
    seconds: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Check that the options are in range."""
        check_limits(self.worlds, MOST_WORLDS, self.seconds)
        as_seed(self.seed)


@dataclass(frozen=True, slots=True)
class ByWorlds:
    """The options of a Monte Carlo player by name: its number of worlds, or its time for a move.

    Args:
        worlds: the number of worlds for a move.
        seconds: the time for a move; 0 for no time limit.

    Raises:
        SuitwiseError: an option is out of range.

    >>> from suitwise.rummy.rami.players.monte_carlo import Sampling
    >>> Sampling(), isinstance(Sampling(), ByWorlds)
    (Sampling(worlds=100, seconds=0.0), True)
    """

    player: ClassVar[Any]
    """The class of the player, made of worlds, seconds and a 64-bit seed."""
    worlds: int
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Check that the options are in range."""
        self.player(self.worlds, self.seconds, 0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        chooser: Chooser = self.player(
            self.worlds, self.seconds, seed_of_seat(as_seed(seed), stream)
        )
        return chooser


# --- Weighing worlds ------------------------------------------------------------------------------

UNIT = 16
"""A unit of cost takes a sixteenth of a world's weight; a cost of 16 leaves 0.36 of it."""
_MOST_COST = 40 * UNIT
_NO_COST = 1 << 40
"""The weight of a world that costs nothing."""
_HALF = 1 << 39


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How strongly the others' decisions are believed to show what they hold.

    Args:
        lead: the cost, in units, of a lead that the policy would not have made.
        reply: the cost of such a reply.
        call: the cost of a pass where the policy would have bid; at 42 of the opposite, too.
        drawn: the number of worlds drawn for each that is kept.

    >>> Beliefs(lead=8, reply=11, call=13, drawn=40).reply
    11
    """

    lead: int
    reply: int
    call: int
    drawn: int


@cache
def _weights() -> Ints:
    """Return the weight of each cost, in whole numbers so that every machine has the same."""
    weights = [_NO_COST]
    for _ in range(_MOST_COST):
        weights.append(max(1, weights[-1] * (UNIT - 1) // UNIT))
    return np.array(weights, np.int64)


def weights_of(costs: Ints) -> Ints:
    """Return the weights of worlds by the total cost of the others' decisions in each.

    >>> weights_of(np.array([0, 16])) >> 30
    array([1024,  364])
    """
    weights: Ints = _weights()[np.minimum(costs, _MOST_COST)]
    return weights


def tempered(costs: Ints, count: int) -> Ints:
    """Return the weights of worlds, their costs tempered so that not a few worlds alone matter.

    The costs are reduced in steps until the effective sample size is at least half of ``count``.

    >>> tempered(np.array([0, 640, 640, 640]), 1) >> 40, tempered(np.array([0, 640, 640]), 4) >> 39
    (array([1, 0, 0, 0]), array([2, 0, 0]))
    """
    costs = costs - costs.min()
    for sixteenths in range(16, 1, -2):
        weights = weights_of(costs * sixteenths >> 4)
        some = weights.tolist()  # Python's integers: squares of weights don't fit into 64 bits
        if 2 * sum(some) ** 2 >= count * sum(weight * weight for weight in some):
            return weights
    return weights_of(costs >> 4)


def resampled(weights: Ints, count: int, offset: int = _HALF) -> Ints:
    """Return how often each world is kept, by systematic resampling; the counts add up to ``count``.

    A world is kept in proportion to its weight, rounded up or down.

    Args:
        weights: the weights of the worlds.
        count: the number of worlds kept.
        offset: a number below 2**40, the place of the marks within their even steps.

    >>> resampled(np.array([1, 6, 1]) << 20, 4), resampled(np.array([3, 0, 1]) << 30, 4, offset=0)
    (array([0, 3, 1]), array([3, 0, 1]))
    """
    ends = np.cumsum(weights)
    whole = int(ends[-1])
    # Mark k is whole * (k + offset / 2**40) / count, rounded down, without leaving 64 bits.
    step, rest = divmod(whole, count)
    at = np.arange(count, dtype=np.int64)
    marks = at * step + (at * rest + (whole * offset >> 40)) // count
    places = np.searchsorted(ends, marks, side="right")
    return np.asarray(np.bincount(places, minlength=len(weights)), np.int64)


# --- Batches of worlds ----------------------------------------------------------------------------

Roll: TypeAlias = "Callable[[int, int, Ints], NDArray[Any]]"
"""Rolls options out in the worlds of a batch from one up to another; returns their worth, (worlds, k).
The columns of options that are not asked for are arbitrary."""

_HASH = 56
"""The bits of a decision's stream; the number of a batch lies above them."""


class Batch(NamedTuple):
    """Worlds in which options can be rolled out.

    Args:
        counts: array (n,), the count of each world.
        roll: rolls options out in these worlds.
        ties: array (n, k) that ``roll`` fills with what tells options of equal worth apart; None if
            there is nothing.
        is_exact: whether these are all worlds that there are, each with its weight as count.
        is_new: whether they are worlds other than those of earlier batches; else a batch, drawn from
            all worlds that there are, replaces the batches before it.

    >>> worth = np.array([[0, 1], [2, 1], [0, 1]])
    >>> batch = Batch(np.ones(3, np.int64), lambda first, last, active: worth[first:last])
    >>> batch.roll(0, 2, np.arange(2)).tolist()
    [[0, 1], [2, 1]]
    """

    counts: Ints
    roll: Roll
    ties: Ints | None = None
    is_exact: bool = False
    is_new: bool = True


def batches(
    batch: Callable[[int, int], Batch], lots: Iterable[int], stream: int
) -> Iterator[Batch]:
    """Yield batches of worlds, each made when it is asked for.

    Args:
        batch: makes a batch of a number of worlds from a stream of random numbers.
        lots: the numbers of worlds (``Clock.lots``).
        stream: the stream of the decision.

    >>> list(batches(lambda count, stream: (count, stream >> 56), [8, 16], stream=5))
    [(8, 0), (16, 1)]
    """
    for number, count in enumerate(lots):
        yield batch(count, stream ^ number << _HASH)


def lots_in_all(clock: Clock, worlds: int) -> Iterator[int]:
    """Yield the sizes of batches while there is time, at most ``worlds`` in all.

    >>> list(lots_in_all(Clock(), 100))
    [100]
    """
    left = worlds
    for lot in clock.lots(worlds):
        yield min(lot, left)
        left -= lot
        if left <= 0:
            return


# --- The lead of an option ------------------------------------------------------------------------

INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


class Lead(NamedTuple):
    """The lead of one option over another.

    Args:
        mean: the mean difference of their worth in the same worlds.
        error: its standard error.

    >>> Lead(0.3, 0.1).is_shown, Lead(0.3, 0.2).is_shown
    (True, False)
    """

    mean: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return INTERVAL * self.error

    @property
    def is_shown(self) -> bool:
        """Whether the 95 % interval lies above zero; otherwise the other option is as good."""
        return self.mean > self.margin


def lead_of(ahead: NDArray[Any], counts: Ints, doubt: float = 0.0) -> Lead:
    """Return the weighted mean of differences in worlds, with its standard error.

    Args:
        ahead: the differences.
        counts: the count of each world.
        doubt: a variance that is added to that of the differences: a few worlds may show none, and
            miss the rare world that matters.

    >>> lead = lead_of(np.array([0, 400]), np.array([1, 1]), doubt=150 * 150)
    >>> lead.mean, round(lead.error)
    (200.0, 177)
    """
    return _leads_of(ahead[:, None], counts, doubt)[0]


def _leads_of(ahead: NDArray[Any], counts: Ints, doubt: float) -> list[Lead]:
    """Return the leads of several options, their differences in columns."""
    weights = counts.astype(np.float64)
    whole, alike = counts.sum().item(), (weights @ weights).item()
    sums, squares = (counts @ ahead).tolist(), (counts @ (ahead * ahead)).tolist()
    return [
        Lead(
            total / whole,
            sqrt(((square * whole - total * total) / (whole * whole) + doubt) * alike) / whole,
        )
        for total, square in zip(sums, squares, strict=True)
    ]


# --- The race -------------------------------------------------------------------------------------

DROPPED = 2.0
"""An option is dropped when the best leads it by this many standard errors."""
SURE = 0.5
"""An option replaces the first if it leads it by this many standard errors."""
FIRST = 8
"""The number of worlds before any option is dropped."""
CLEAR = 4.0
"""A choice is clear when it leads every other by this many standard errors."""
FEW = 30
"""In fewer worlds than these no choice is clear."""
SAME = 200
"""Options that were worth the same in this many worlds are taken for equal."""


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """The worth of options in common worlds.

    Args:
        found: array (n, k), the worth of each option in each world.
        counts: array (n,), the count of each world.
        used: array (k,), the number of worlds, from the first on, in which each was tried.
        best: the option that is chosen.
        doubt: the variance added to that of differences (``lead_of``).
        ties: array (n, k) that tells options of equal worth apart, or None.
        is_exact: whether all worlds were examined, not a sample.

    >>> race = Race(np.array([[0, 4], [0, 2]]), np.array([1, 1]), np.array([2, 2]), 1)
    >>> race.mean(1), race.lead(0).mean, race.second
    (3.0, 3.0, 0)
    """

    found: NDArray[Any]
    counts: Ints
    used: Ints
    best: int
    doubt: float = 0.0
    ties: Ints | None = None
    is_exact: bool = False

    def mean(self, option: int) -> float:
        """Return the mean worth of an option over the worlds in which it was tried."""
        used = int(self.used[option])
        counts = self.counts[:used]
        mean: float = (counts @ self.found[:used, option]).item() / int(counts.sum())
        return mean

    @property
    def means(self) -> list[float]:
        """The mean worth of each option."""
        return [self.mean(option) for option in range(len(self.used))]

    def lead(self, other: int) -> Lead:
        """Return the lead of the best option over another."""
        used = int(self.used[other])
        ahead = self.found[:used, self.best] - self.found[:used, other]
        return lead_of(ahead, self.counts[:used], self.doubt)

    def gain(self, other: int, name: str) -> Phrase | None:
        """Return in plain words what the best option gains over another; None if that is as good.

        Args:
            other: the other option.
            name: its name.

        >>> deals = Race(np.array([[0, 4]] * 60 + [[0, 0]] * 40), np.full(100, 1), np.full(2, 100), 1)
        >>> print(deals.gain(0, "S2"))
        better than S2 in most of the deals tried
        """
        if not self.lead(other).is_shown:
            return None
        used = int(self.used[other])
        counts = self.counts[:used]
        ahead = self.found[:used, self.best] - self.found[:used, other]
        better, worse = int(counts @ (ahead > 0)), int(counts @ (ahead < 0))
        if 2 * better > int(counts.sum()):
            return phrase(
                "any.gain-most", "better than {other} in most of the deals tried", other=name
            )
        if better > worse:
            return phrase(
                "any.gain-often",
                "in the deals tried it did better than {other} more often than worse",
                other=name,
            )
        return phrase(
            "any.gain-more",
            "in the deals tried it gains more over {other} than it loses",
            other=name,
        )

    @property
    def lead_in_points(self) -> Phrase:
        """The lead of the best option over the next best one, where the worth of options is in points.

        >>> race = Race(np.array([[0, 4], [0, 2]]), np.array([1, 1]), np.array([2, 2]), 1)
        >>> print(race.lead_in_points)
        about 3.0 points better than the next best move in 2 deals
        >>> race = Race(np.array([[4, 0], [2, 0]]), np.array([1, 1]), np.array([2, 2]), 1)
        >>> print(race.lead_in_points)
        no other move is clearly better in 2 deals
        """
        lead, deals = f"{self.lead(self.second).mean:.1f}", len(self.counts)
        if float(lead) <= 0:  # the first option stays the best till another one clearly leads it
            return phrase(
                "any.lead-of-none", "no other move is clearly better in {deals} deals", deals=deals
            )
        return phrase(
            "any.lead-in-points",
            "about {lead} points better than the next best move in {deals} deals",
            lead=lead,
            deals=deals,
        )

    @property
    def second(self) -> int:
        """The option that comes nearest to the best; the best itself if there is no other."""
        others = [one for one in range(len(self.used)) if one != self.best]
        return min(others, key=lambda one: self.lead(one).mean, default=self.best)


def _is_clear(so_far: Race) -> bool:
    return is_clear(so_far.found)


def race(
    drawn: Iterable[Batch],
    options: int,
    is_over: Callable[[Race], bool] = _is_clear,
    *,
    drops: bool = True,
    sure: float = SURE,
    doubt: float = 0.0,
) -> Race:
    """Roll options out in common worlds and choose the best.

    The race ends with the worlds, when a batch has all worlds that there are, or when it is said to be
    over; with elimination also when one option is left.

    Args:
        drawn: the batches of worlds.
        options: the number of options; the first is the one to beat.
        is_over: asked with the figures so far whether to stop, after each part of a batch; by default
            whether the choice is clear.
        drops: whether options that are clearly behind are dropped (successive elimination). If not,
            every option is tried in every world, and no mean is too high because it stopped the race.
        sure: the lead over the first option, in standard errors, with which another is chosen.
        doubt: see ``Race``.

    >>> def batch(count, stream):  # a hundred worlds, in which the second of three options is best
    ...     worth = np.array([0, 5, -9]) + np.arange(count)[:, None] % np.array([3, 7, 4])
    ...     return Batch(np.ones(count, np.int64), lambda first, last, active: worth[first:last])
    >>> found = race(batches(batch, [100], stream=0), 3, lambda so_far: False)
    >>> found.best, found.used.tolist(), found.lead(0).is_shown
    (1, [8, 8, 8], True)
    """
    start = np.zeros((0, options), np.int64), np.zeros(0, np.int64), np.zeros(options, np.int64)
    so_far, active = Race(*start, 0, doubt), np.arange(options)
    for batch in drawn:
        if not batch.is_new:
            so_far, active = Race(*start, 0, doubt), np.arange(options)
        here, ends = 0, False
        while here < len(batch.counts) and not ends:
            until = len(batch.counts)
            if drops:
                until = min(until, here + max(FIRST, len(so_far.counts) // 2))
            so_far = _with_part(so_far, batch, here, until, active)
            here, active = until, _not_behind(so_far, active) if drops else active
            ends = (drops and len(active) == 1) or (not so_far.is_exact and is_over(so_far))
        if ends or batch.is_exact:
            break
    return replace(so_far, best=_chosen(so_far, active, sure))


def _with_part(so_far: Race, batch: Batch, here: int, until: int, active: Ints) -> Race:
    """Return the figures with those of some worlds of a batch."""
    found = batch.roll(here, until, active)
    counts = np.concatenate([so_far.counts, batch.counts[here:until]])
    used, ties = so_far.used.copy(), batch.ties
    used[active] = len(counts)
    if ties is not None:
        ties = ties[here:until]
        ties = ties if so_far.ties is None else np.concatenate([so_far.ties, ties])
    found = np.concatenate([so_far.found, found])
    return Race(found, counts, used, 0, so_far.doubt, ties, batch.is_exact)


def _not_behind(so_far: Race, active: Ints) -> Ints:
    """Return the options that are not clearly behind the best."""
    best = _best(so_far, active)
    ahead = so_far.found[:, best, None] - so_far.found[:, active]
    leads = _leads_of(ahead, so_far.counts, so_far.doubt)
    return active[[lead.mean <= DROPPED * lead.error for lead in leads]]


def _best(so_far: Race, active: Ints) -> int:
    return int(active[int((so_far.counts @ so_far.found[:, active]).argmax())])


def _chosen(so_far: Race, active: Ints, sure: float) -> int:
    """Return the best option, or the first if the best doesn't lead it with certainty."""
    best = _best(so_far, active)
    if 0 not in active:
        return best
    lead = lead_of(so_far.found[:, best] - so_far.found[:, 0], so_far.counts, so_far.doubt)
    return best if lead.mean > sure * lead.error else 0


def is_clear(found: NDArray[Any]) -> bool:
    """Tell whether no more worlds are needed: one option leads every other clearly, or equals it.

    Args:
        found: array (worlds, options), the worth of each option in each world.

    >>> is_clear(np.array([[1, 0]] * 30)), is_clear(np.array([[1, 0], [0, 1], [1, 1]] * 20))
    (True, False)
    """
    count = len(found)
    best = int(found.sum(axis=0).argmax())
    lead = np.delete(found[:, best, None] - found, best, axis=1)
    errors = lead.std(axis=0) / np.sqrt(count)
    same = (lead == 0).all(axis=0) & (count >= SAME)
    ahead = (lead.mean(axis=0) > CLEAR * errors) & (count >= FEW)
    return bool((same | ahead).all())


# --- The result of a search -----------------------------------------------------------------------


class Evaluation(NamedTuple, Generic[M]):
    """A move with the options that it was chosen from.

    Args:
        move: the move.
        options: the options: moves, or moves with what follows them.
        race: the worth of the options in common worlds.

    >>> counts, used = np.ones(1, np.int64), np.ones(2, np.int64)
    >>> Evaluation("b", ("a", "b"), Race(np.array([[0, 1]]), counts, used, best=1)).move
    'b'
    """

    move: M
    options: Sequence[Any]
    race: Race
