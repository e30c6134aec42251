"""The check of what a seat infers: worlds after moves are those before them in which they were made.

Of the worlds sampled before a move those are kept in which the move, or another that the seat can't
tell from it, could be made, and it is made there; so move by move. What is left is what may be sampled
later, with the same odds: each way counts by the chance of its outcomes of chance, and what others
chose counts for nothing. So worlds that forget what was passed, or a suit that somebody has shown to be
out of in whatever way, are found without knowing any rule. Worlds of a deal that has just been dealt are
held against fresh deals: a deal and a world of it, taken for one another, are as likely.

Two samples are compared in all that the seats see there, number by number. What differs most is looked
at again in fresh samples, and told if chance brings such a difference once in ``e**16`` times: of a
sound game a fault is told less than once in 10,000 checks, and by a given seed always or never.
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
"""Games of stubborn players for each random one."""
_MOST_SURPRISES = 4
"""The most surprises of a kind examined: moves that worlds refuse for the same reason."""
_LOOKED_BACK = 12
"""At how many moves of a stubborn game a surprise is looked for, from its end."""
_DRAWN, _SAMPLES, _FEWEST = 384, 96, 8
"""Worlds drawn, and worlds compared of those left; with fewer left none are."""
_LONGEST = 12
"""The most moves from one sample to the other."""
_DEALS = 192
"""The number of fresh deals."""
_AGAIN = 4
"""The factor by which more are compared a second time."""
_ODD, _UNLIKELY = 4.0, 16.0
"""Odds of e**-4 are looked at again; odds of e**-16 are no accident."""
_OTHERS = 8
"""Among how many other moves one is looked for that a seat can't tell from the move that was made."""

Seen = NDArray[np.float32]


@dataclass(frozen=True)
class _Stretch:
    """Some moves of a game, with the seat that learns by them and the stream of its samples."""

    states: list[State[Any]]
    moves: list[Any]
    seat: int
    stream: int


@promise
def check_inference(trial: Trial) -> None:
    """Worlds sampled after some moves are those before them in which they were made, and as likely.

    Random games are looked at from the first turn of a seat on, and somewhere; of games of stubborn
    players the moves that a world sampled before them refuses, some for each reason.
    """
    facts = trial.game.facts
    if facts.perfect_information or facts.seats == 0:
        return
    _check_deals(trial)
    for stretch in chain(_begun(trial), _surprising(trial)):
        _check(trial, stretch)


def _begun(trial: Trial) -> Iterator[_Stretch]:
    seats = trial.game.facts.seats
    for number, (states, moves) in enumerate(trial.plays()):
        first = next((at for at, state in enumerate(states) if state.turn >= 0), len(moves))
        anywhere = first + (7 * number + 3) % max(len(moves) - first, 1)
        for at, start in enumerate((first, anywhere)):
            stop = start + _LONGEST
            stretch = states[start : stop + 1], moves[start:stop]
            yield _Stretch(*stretch, (number + at) % seats, 2 * number + at)


def _surprising(trial: Trial) -> Iterator[_Stretch]:
    """Yield moves of others that could not be made in a world which a seat took for possible."""
    known: Counter[str] = Counter()
    seats = trial.game.facts.seats
    for number, (states, moves) in enumerate(stubborn_plays(trial, _STUBBORN * trial.games)):
        steps = list(zip(states, moves, states[1:], strict=False))
        for at, (state, move, after) in enumerate(spread(steps[::-1], _LOOKED_BACK, number)):
            if state.turn == CHANCE or seats == 1:
                continue
            seat = (state.turn + 1 + number % (seats - 1)) % seats
            stream = 1 << 16 | number * 64 + at
            world = state.resample(seat, trial.seed, stream)
            why = world.why_not(move) if world.turn == state.turn else None
            kind = "" if why is None else f"{why.code} {why.template}"
            if kind and known[kind] < _MOST_SURPRISES:
                known[kind] += 1
                yield _Stretch([state, after], [move], seat, stream)


# --- Worlds before and after ----------------------------------------------------------------------


def _check(trial: Trial, stretch: _Stretch) -> None:
    length, made, sampled = _compared(trial, stretch, 0, 1, len(stretch.moves))
    odd = _oddest(made, sampled) if length else None
    if odd is None:
        return
    again, made, sampled = _compared(trial, stretch, 1, _AGAIN, length)
    if again == length and _oddness(made, sampled, *odd) >= _UNLIKELY:
        shares = [float((worlds[:, odd[0]] >= odd[1]).mean()) for worlds in (made, sampled)]
        moves = " ".join(map(str, stretch.moves[:length]))
        raise trial.broken(
            f"after {moves} in {shown(stretch.states[0])} seat {stretch.seat} samples worlds where "
            f"{_named(trial, sampled, *odd)} in {shares[1]:.0%}; in the worlds before, where that could "
            f"be played, it is in {shares[0]:.0%}"
        )


def _named(trial: Trial, worlds: Seen, place: int, least: float) -> str:
    who, at = divmod(place, worlds.shape[1] // trial.game.facts.seats)
    return f"number {at} of what seat {who} observes is {least:g} or more"


def _compared(
    trial: Trial, stretch: _Stretch, turn: int, times: int, most: int
) -> tuple[int, Seen, Seen]:
    """Return what all see in worlds before some moves, these made, and in worlds after them.

    As many moves are made as leave enough worlds, ``most`` at most; how many comes first, 0 for none.
    """
    first, seat, seed = turn << 16, stretch.seat, trial.seed
    streams = range(first, first + times * _DRAWN)
    ways = [
        (1.0, stretch.states[0].resample(seat, seed, _stream(stretch, stream)), stream)
        for stream in streams
    ]
    length = 0
    for at, move in enumerate(stretch.moves[:most]):
        left = _made(trial, stretch, at, move, ways)
        if len(left) < (times * _SAMPLES if at else _FEWEST):
            break
        ways, length = left, at + 1
    if length == 0:
        return 0, np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)
    heaviest = max(weight for weight, _, _ in ways)
    kept = [
        _seen(world)
        for weight, world, stream in ways
        if below(1 << 30, seed, _stream(stretch, stream), 1)[0] < weight / heaviest * (1 << 30)
    ]
    after = [
        _seen(stretch.states[length].resample(seat, seed, _stream(stretch, stream) + 1))
        for stream in streams[: times * _SAMPLES]
    ]
    return length, np.array(kept[: times * _SAMPLES]), np.array(after)


def _stream(stretch: _Stretch, number: int) -> int:
    return (stretch.stream << 20 | number) << 1


def _made(
    trial: Trial, stretch: _Stretch, at: int, move: Any, ways: list[tuple[float, State[Any], int]]
) -> list[tuple[float, State[Any], int]]:
    """Make a move in worlds: those left, each with its weight and its stream.

    A move that a seat tells from all others is made itself; in place of another one is drawn.
    """
    before, view = stretch.states[at], stretch.states[at + 1].view(stretch.seat)
    others = [other for other in spread(some(before.moves()), _OTHERS) if other != move]
    is_hidden = before.turn != stretch.seat and any(
        before.after(other).view(stretch.seat) == view for other in others
    )
    left = []
    for weight, world, stream in ways:
        made, share = _chosen(trial, world, move, is_hidden, _stream(stretch, stream), at)
        if made is not None:
            after = world.after(made)
            if after.view(stretch.seat) == view:
                left.append((weight * share, after, stream))
    return left


def _chosen(
    trial: Trial, world: State[Any], move: Any, is_hidden: bool, stream: int, at: int
) -> tuple[Any, float]:
    """Return a move to make in a world, None where it can't be made, and how much it weighs."""
    moves = world.moves()
    if is_hidden and world.turn == CHANCE:
        return draw(world, trial.seed, stream, 8 * at + 2)[0], 1.0
    if is_hidden:
        place, _ = below(len(moves), trial.seed, stream, 8 * at + 2)
        return move_at(moves, place), float(len(moves))
    if move not in moves:
        return None, 0.0
    if world.turn == CHANCE:
        return move, world.weight(move) / sum(map(world.weight, moves))
    return move, 1.0


# --- Deals ----------------------------------------------------------------------------------------


def _check_deals(trial: Trial) -> None:
    """Hold the worlds of deals that have just been dealt against other deals."""
    if trial.game.start().turn != CHANCE:
        return
    dealt, sampled = _deals(trial, 0, _DEALS)
    odd = max(_cuts(np.concatenate([dealt, sampled])), key=_Swapped(dealt, sampled), default=None)
    if odd is None or _Swapped(dealt, sampled)(odd) < _ODD:
        return
    dealt, sampled = _deals(trial, _DEALS, _AGAIN * _DEALS)
    if _Swapped(dealt, sampled)(odd) >= _UNLIKELY:
        shares = [float((deals[:, odd[0]] >= odd[1]).mean()) for deals in (dealt, sampled)]
        raise trial.broken(
            f"in worlds sampled from fresh deals {_named(trial, sampled, *odd)} in {shares[1]:.0%}, in "
            f"the deals themselves in {shares[0]:.0%}, seats counted from the one that looks"
        )


def _deals(trial: Trial, first: int, count: int) -> tuple[Seen, Seen]:
    """Return what all see in deals, and in a world of each for one of the seats."""
    dealt, sampled, start = [], [], trial.game.start()
    for number in range(first, first + count):
        state, _ = start.rolled(trial.seed, number)
        seat = number % trial.game.facts.seats
        dealt.append(_seen(state, seat))
        # of another stream than the deal: a sampler may take the seed as it is
        sampled.append(_seen(state.resample(seat, trial.seed, 1 << 40 | number), seat))
    return np.array(dealt), np.array(sampled)


@dataclass(frozen=True)
class _Swapped:
    """The tail probability that one of two equally likely sides alone has something."""

    dealt: Seen
    sampled: Seen

    def __call__(self, cut: tuple[int, float]) -> float:
        """Return x where chance brings it once in e**x times."""
        place, least = cut
        has, had = (deals[:, place] >= least for deals in (self.sampled, self.dealt))
        more, fewer = int((has & ~had).sum()), int((had & ~has).sum())
        return (more + fewer) * divergence(more / (more + fewer), 0.5) if more + fewer else 0.0


# --- Samples --------------------------------------------------------------------------------------


def _seen(world: State[Any], first: int = 0) -> Seen:
    """Return all that the seats see in a world, one after the other from the first on."""
    seats = world.game.facts.seats
    return np.concatenate([world.observe((first + at) % seats).ravel() for at in range(seats)])


def _cuts(worlds: Seen) -> list[tuple[int, float]]:
    """Return the numbers that differ among worlds, each with values of which it may be at least."""
    places = np.flatnonzero((worlds != worlds[0]).any(axis=0))
    return [
        (int(place), float(least))
        for place in places
        for least in spread(np.unique(worlds[:, place])[1:].tolist(), 4)
    ]


def _oddest(made: Seen, sampled: Seen) -> tuple[int, float] | None:
    """Return the number, and what it is at least, in which two samples differ most, if that is odd."""
    if min(len(made), len(sampled)) < _FEWEST:
        return None
    cuts = _cuts(np.concatenate([made, sampled]))
    odd = max(cuts, key=lambda cut: _oddness(made, sampled, *cut), default=None)
    return odd if odd and _oddness(made, sampled, *odd) >= _ODD else None


def _oddness(made: Seen, sampled: Seen, place: int, least: float) -> float:
    """Return x where chance brings a difference between two samples like this once in e**x times.

    Given how often both have it together, how often one has it is hypergeometric, whose tail is below
    the binomial's (W. Hoeffding, "Probability inequalities for sums of bounded random variables", 1963).
    """
    counts = [(worlds[:, place] >= least).sum() for worlds in (made, sampled)]
    whole = float(sum(counts) / (len(made) + len(sampled)))
    return max(
        len(worlds) * divergence(float(count / len(worlds)), whole)
        for worlds, count in zip((made, sampled), counts, strict=True)
    )
