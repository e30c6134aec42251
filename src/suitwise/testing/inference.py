"""Check that sampled worlds take account of all that moves reveal, without knowing the rules.

The idea: worlds sampled *after* some moves must have the same distribution as worlds sampled *before*
them and filtered through the moves. To filter, each move is made in every world in which it, or another
move that the seat can't tell from it, is legal; all other worlds are dropped. The weight of a world is
the probability of its outcomes of chance; the choices of other seats don't count. This finds samplers
that forget passed cards, or a void suit that a seat has shown in any way. For a fresh deal, sampled
worlds are compared with other deals: a deal and a world sampled from it must be exchangeable.

The two samples are compared in each number that the seats observe. The number that differs most is
compared again in new samples. A fault is reported if the difference has a probability below ``e**-16``:
this happens to a correct game in less than one of 10,000 checks, and always or never for a given seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.game import CHANCE, State, draw, move_at
from suitwise.seeds import below
from suitwise.testing.facts import divergence
from suitwise.testing.trial import Trial, promise, shown, some, spread
from suitwise.testing.values import stubborn_plays

_STUBBORN = 4
"""The number of games of stubborn players for each random game."""
_MOST_SURPRISES = 4
"""The most surprising moves examined per kind; a kind is the reason why a world refuses the move."""
_LOOKED_BACK = 12
"""The approximate number of moves of a stubborn game that are tested for surprises."""
_DRAWN = 384
"""The worlds sampled before the moves."""
_SAMPLES = 96
"""The worlds compared."""
_FEWEST = 8
"""The fewest worlds left by the moves with which a comparison makes sense."""
_LONGEST = 12
"""The most moves between the two samples."""
_DEALS = 192
"""The number of fresh deals."""
_AGAIN = 4
"""The factor by which the samples of the second comparison are larger."""
_ODD, _UNLIKELY = 4.0, 16.0
"""A difference with a probability below e**-4 is examined again; below e**-16 it is a fault."""
_OTHERS = 8
"""The approximate number of other moves among which one is sought that looks the same to the seat."""

Seen = NDArray[np.float32]
"""Observations of all seats, (worlds, numbers) or (numbers,)."""


@dataclass(frozen=True)
class _Stretch:
    """Some consecutive moves of a game.

    Args:
        states: the states before, between and after the moves.
        moves: the moves.
        seat: the seat for which worlds are sampled.
        stream: the number of this stretch, which separates its random numbers from those of others.
    """

    states: list[State[Any]]
    moves: list[Any]
    seat: int
    stream: int


@promise
def check_inference(trial: Trial) -> None:
    """Check worlds sampled after moves against worlds sampled before them (see the module).

    The moves are the first ones of random games, some later ones, and from games of stubborn players the
    moves that are illegal in a world sampled before them.
    """
    facts = trial.game.facts
    if facts.perfect_information or facts.seats == 0:
        return
    _check_deals(trial)
    for stretch in chain(_random_stretches(trial), _surprises(trial)):
        _check(trial, stretch)


def _random_stretches(trial: Trial) -> Iterator[_Stretch]:
    """Yield two stretches of each random game: from the first turn of a seat, and from a later turn."""
    seats = trial.game.facts.seats
    for number, (states, moves) in enumerate(trial.plays()):
        first = next((i for i, state in enumerate(states) if state.turn >= 0), len(moves))
        later = first + (7 * number + 3) % max(len(moves) - first, 1)
        for i, start in enumerate((first, later)):
            stop = start + _LONGEST
            stretch = states[start : stop + 1], moves[start:stop]
            yield _Stretch(*stretch, (number + i) % seats, 2 * number + i)


def _surprises(trial: Trial) -> Iterator[_Stretch]:
    """Yield single moves that are illegal in a world sampled for another seat just before them."""
    examined: Counter[str] = Counter()
    seats = trial.game.facts.seats
    for number, (states, moves) in enumerate(stubborn_plays(trial, _STUBBORN * trial.games)):
        steps = list(zip(states, moves, states[1:], strict=False))
        for i, (state, move, after) in enumerate(spread(steps[::-1], _LOOKED_BACK, number)):
            if state.turn == CHANCE or seats == 1:
                continue
            seat = (state.turn + 1 + number % (seats - 1)) % seats
            stream = 1 << 16 | number * 64 + i
            world = state.resample(seat, trial.seed, stream)
            why = world.why_not(move) if world.turn == state.turn else None
            kind = "" if why is None else f"{why.code} {why.template}"
            if kind and examined[kind] < _MOST_SURPRISES:
                examined[kind] += 1
                yield _Stretch([state, after], [move], seat, stream)


# --- Worlds before and after ----------------------------------------------------------------------


def _check(trial: Trial, stretch: _Stretch) -> None:
    """Compare the two samples of a stretch; on a suspicion, compare two larger ones."""
    length, filtered, sampled = _two_samples(trial, stretch, 0, 1, len(stretch.moves))
    odd = _oddest(filtered, sampled) if length else None
    if odd is None:
        return
    again, filtered, sampled = _two_samples(trial, stretch, 1, _AGAIN, length)
    if again == length and _oddness(filtered, sampled, *odd) >= _UNLIKELY:
        shares = [float((worlds[:, odd[0]] >= odd[1]).mean()) for worlds in (filtered, sampled)]
        moves = " ".join(map(str, stretch.moves[:length]))
        raise trial.broken(
            f"after {moves} in {shown(stretch.states[0])} seat {stretch.seat} samples worlds where "
            f"{_named(trial, sampled, *odd)} in {shares[1]:.0%}; in the worlds before, where that could "
            f"be played, it is in {shares[0]:.0%}"
        )


def _named(trial: Trial, worlds: Seen, place: int, least: float) -> str:
    who, number = divmod(place, worlds.shape[1] // trial.game.facts.seats)
    return f"number {number} of what seat {who} observes is {least:g} or more"


def _two_samples(
    trial: Trial, stretch: _Stretch, turn: int, times: int, most: int
) -> tuple[int, Seen, Seen]:
    """Sample worlds before some moves, filtered through them, and worlds after them.

    Args:
        trial: the game.
        stretch: the moves.
        turn: 0 or 1, for other random numbers in the second comparison.
        times: the factor for the sizes of the samples.
        most: the most moves to make.

    Returns:
        The number of moves after which enough worlds are left, 0 for none; and the observations in the
        filtered worlds and in the worlds sampled after these moves.
    """
    first, seat, seed = turn << 16, stretch.seat, trial.seed
    streams = range(first, first + times * _DRAWN)
    weighted = [
        (1.0, stretch.states[0].resample(seat, seed, _stream(stretch, stream)), stream)
        for stream in streams
    ]
    length = 0
    for i, move in enumerate(stretch.moves[:most]):
        left = _filtered(trial, stretch, i, move, weighted)
        if len(left) < (times * _SAMPLES if i else _FEWEST):
            break
        weighted, length = left, i + 1
    if length == 0:
        return 0, np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)
    # Rejection by weight turns the weighted worlds into an unweighted sample.
    heaviest = max(weight for weight, _, _ in weighted)
    accepted = [
        _seen(world)
        for weight, world, stream in weighted
        if below(1 << 30, seed, _stream(stretch, stream), 1)[0] < weight / heaviest * (1 << 30)
    ]
    after = [
        _seen(stretch.states[length].resample(seat, seed, _stream(stretch, stream) + 1))
        for stream in streams[: times * _SAMPLES]
    ]
    return length, np.array(accepted[: times * _SAMPLES]), np.array(after)


def _stream(stretch: _Stretch, number: int) -> int:
    return (stretch.stream << 20 | number) << 1


_Weighted = tuple[float, State[Any], int]
"""A world with its weight and its stream."""


def _filtered(
    trial: Trial, stretch: _Stretch, number: int, move: Any, weighted: list[_Weighted]
) -> list[_Weighted]:
    """Make a move of a stretch in worlds; return the worlds in which that was possible.

    If the seat can't tell the move from another, a random move is made instead, and the worlds are kept
    in which it looks the same to the seat.
    """
    before, view = stretch.states[number], stretch.states[number + 1].view(stretch.seat)
    others = [other for other in spread(some(before.moves()), _OTHERS) if other != move]
    is_hidden = before.turn != stretch.seat and any(
        before.after(other).view(stretch.seat) == view for other in others
    )
    left = []
    for weight, world, stream in weighted:
        made, factor = _chosen(trial, world, move, is_hidden, _stream(stretch, stream), number)
        if made is not None:
            after = world.after(made)
            if after.view(stretch.seat) == view:
                left.append((weight * factor, after, stream))
    return left


def _chosen(
    trial: Trial, world: State[Any], move: Any, is_hidden: bool, stream: int, number: int
) -> tuple[Any, float]:
    """Return the move to make in a world, None if it is illegal there, and the factor of its weight."""
    moves = world.moves()
    if is_hidden and world.turn == CHANCE:
        return draw(world, trial.seed, stream, 8 * number + 2)[0], 1.0
    if is_hidden:
        place, _ = below(len(moves), trial.seed, stream, 8 * number + 2)
        return move_at(moves, place), float(len(moves))
    if move not in moves:
        return None, 0.0
    if world.turn == CHANCE:
        return move, world.weight(move) / sum(map(world.weight, moves))
    return move, 1.0


# --- Deals ----------------------------------------------------------------------------------------


def _check_deals(trial: Trial) -> None:
    """Compare worlds sampled from fresh deals with the deals themselves."""
    if trial.game.start().turn != CHANCE:
        return
    dealt, sampled = _deals(trial, 0, _DEALS)
    cuts = _cuts(np.concatenate([dealt, sampled]))
    odd = max(cuts, key=_PairedOddness(dealt, sampled), default=None)
    if odd is None or _PairedOddness(dealt, sampled)(odd) < _ODD:
        return
    dealt, sampled = _deals(trial, _DEALS, _AGAIN * _DEALS)
    if _PairedOddness(dealt, sampled)(odd) >= _UNLIKELY:
        shares = [float((deals[:, odd[0]] >= odd[1]).mean()) for deals in (dealt, sampled)]
        raise trial.broken(
            f"in worlds sampled from fresh deals {_named(trial, sampled, *odd)} in {shares[1]:.0%}, in "
            f"the deals themselves in {shares[0]:.0%}, seats counted from the one that looks"
        )


def _deals(trial: Trial, first: int, count: int) -> tuple[Seen, Seen]:
    """Return the observations in deals, and in a world sampled from each for one of the seats."""
    dealt, sampled, start = [], [], trial.game.start()
    for number in range(first, first + count):
        state, _ = start.rolled(trial.seed, number)
        seat = number % trial.game.facts.seats
        dealt.append(_seen(state, seat))
        # Use another stream than the deal, in case the sampler uses the seed unchanged.
        sampled.append(_seen(state.resample(seat, trial.seed, 1 << 40 | number), seat))
    return np.array(dealt), np.array(sampled)


@dataclass(frozen=True)
class _PairedOddness:
    """A sign test for pairs of a deal and a sampled world, of which neither should be preferred."""

    dealt: Seen
    sampled: Seen

    def __call__(self, cut: tuple[int, float]) -> float:
        """Return x if the probability of a difference like this is at most e**-x."""
        place, least = cut
        in_world, in_deal = (deals[:, place] >= least for deals in (self.sampled, self.dealt))
        more, fewer = int((in_world & ~in_deal).sum()), int((in_deal & ~in_world).sum())
        return (more + fewer) * divergence(more / (more + fewer), 0.5) if more + fewer else 0.0


# --- Comparing samples ----------------------------------------------------------------------------
#
# A *cut* is a statement about a world that is true or false: the number at some place of the
# observations is at least some value.


def _seen(world: State[Any], first: int = 0) -> Seen:
    """Return the observations of all seats in a world in order, beginning with one seat."""
    seats = world.game.facts.seats
    return np.concatenate([world.observe((first + i) % seats).ravel() for i in range(seats)])


def _cuts(worlds: Seen) -> list[tuple[int, float]]:
    """Return the cuts, place and least value, for the numbers that differ among worlds."""
    places = np.flatnonzero((worlds != worlds[0]).any(axis=0))
    return [
        (int(place), float(least))
        for place in places
        for least in spread(np.unique(worlds[:, place])[1:].tolist(), 4)
    ]


def _oddest(filtered: Seen, sampled: Seen) -> tuple[int, float] | None:
    """Return the cut in which two samples differ most; None if they don't differ suspiciously."""
    if min(len(filtered), len(sampled)) < _FEWEST:
        return None
    cuts = _cuts(np.concatenate([filtered, sampled]))
    odd = max(cuts, key=lambda cut: _oddness(filtered, sampled, *cut), default=None)
    return odd if odd and _oddness(filtered, sampled, *odd) >= _ODD else None


def _oddness(filtered: Seen, sampled: Seen, place: int, least: float) -> float:
    """Return x if the probability of a difference like this between two samples is at most e**-x.

    Given the total count of both samples, the count of one is hypergeometric. Its tail is bounded by the
    binomial's (W. Hoeffding, "Probability inequalities for sums of bounded random variables", 1963).
    """
    counts = [(worlds[:, place] >= least).sum() for worlds in (filtered, sampled)]
    share = float(sum(counts) / (len(filtered) + len(sampled)))
    return max(
        len(worlds) * divergence(float(count / len(worlds)), share)
        for worlds, count in zip((filtered, sampled), counts, strict=True)
    )
