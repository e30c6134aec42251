"""Arrays of rounds at the table: dealt, stepped in lockstep, scored; on all cores or a GPU.

A round is a row of 36 integers of 64 bits (``packed``). A side plays by ``random``, evenly among all
legal plays that are no throws, or by ``rules``, as a club player does (``policy``, ``policy_bidding``).
A side that plays by ``rules`` differs from the player at the table (``players.rule_based``): each seat
bids once, with its whole hand, not while it draws, and never throws. The house is the ``standard``
profile. The same numbers come out on every machine, however many threads there are and however the
rounds are cut into calls; on a GPU a round is a thread.

>>> outcomes = play_rounds(1000, seed=7)
>>> int(outcomes.cards.sum()), bool((outcomes.points % 5 == 0).all())
(100000, True)
>>> rule_based = play_rounds(1000, seed=7, policies=("rules", "random"), landlords=0)
>>> bool(rule_based.points.mean() < 40 < outcomes.points.mean())
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from suitwise.arguments import whole_input
from suitwise.cards import RANKS, SUITS
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays import rows
from suitwise.foundation.arrays.compiled import (
    device_copy,
    device_empty,
    grid,
    on_device,
    over_rows,
)
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows, in_order
from suitwise.seeds import as_seed
from suitwise.stepping.streams import opened
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch_rows import (
    BAD,
    OUTCOME,
    deal_cards,
    deal_row,
    outcome_row,
    step_row,
)
from suitwise.tractor.arrays.packed import ALL_PLAYED, COLUMNS, MAIN
from suitwise.tractor.moves import four
from suitwise.tractor.rules.order import Trump
from suitwise.tractor.rules.piles import Pile

Policies = tuple[str, str]
"""How seats 0 and 2 play, and how seats 1 and 3 do: ``random`` or ``rules``."""

Given: TypeAlias = "tuple[int, int, NDArray[np.int64], NDArray[np.int64], int]"
"""What ``deal_row`` takes: seed, first number, current ranks, landlords, rule-based sides."""

RANDOM: Policies = ("random", "random")
MOST_ROWS = 1 << 28
"""The most rounds dealt in a call."""
PIECE = 2_000
"""Rounds that a thread takes at a time: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcomes of rounds.

    Args:
        points: int32 (n,), the attackers' points, with the kitty's at the end.
        sides: int32 (n,), the landlord's side: 0 for seats 0 and 2, 1 for seats 1 and 3.
        gains: int32 (n, 2), the ranks that sides 0 and 1 gain.
        cards: int32 (n,), how many cards have been played; 100 at the end.

    >>> outcomes = play_rounds(2, seed=7)
    >>> outcomes.points.shape, outcomes.gains.shape
    ((2,), (2, 2))
    """

    points: NDArray[np.int32]
    sides: NDArray[np.int32]
    gains: NDArray[np.int32]
    cards: NDArray[np.int32]


# --- Rounds ---------------------------------------------------------------------------------------


def deal_rounds(
    count: int,
    seed: int,
    *,
    policies: Policies = RANDOM,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
    first: int = 0,
    threads: int = 0,
    device: str = "cpu",
) -> Rows:
    """Deal rounds, name their main suits, exchange their kitties; each is before its first lead.

    Args:
        count: how many rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid and bury; where nobody bids by ``rules``, all that somebody could
            bid is equally likely.
        ranks: the current rank, 0 for 2 up to 12 for A; several are taken in turn by the numbers of the
            rounds.
        landlords: the landlord's seat; several likewise.
        first: the number of the first round, below 2**30.
        threads: how many threads on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for an array on the GPU (extra ``cuda``).

    Returns:
        int64 (count, 36).

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> deal_rounds(5, seed=7).shape
    (5, 36)
    """
    given = _given(seed, first, ranks, landlords, policies)
    count = whole_input(count, MOST_ROWS, "the rounds that are dealt in a call are")
    if rows.is_gpu(device):
        return _dealt_there(count, given)
    rounds = np.empty((count, COLUMNS), np.int64)
    rows.spread(deal_row, given, rounds, threads)
    return rounds


def _dealt_there(count: int, given: Given) -> Rows:
    """Return rounds dealt on the GPU."""
    rounds = device_empty((count, COLUMNS), np.int64)
    seed, first, ranks, landlords, rule_based = given
    grid(deal_row)((seed, first, device_copy(ranks), device_copy(landlords), rule_based), rounds)
    return rounds


def _given(
    seed: int,
    first: int,
    ranks: int | Iterable[int],
    landlords: int | Iterable[int],
    policies: Policies,
) -> Given:
    """Return what ``deal_row`` takes, checked."""
    return (
        as_seed(seed),
        rows.as_first(first),
        rows.cycle(ranks, len(RANKS) - 1, "a current rank is"),
        rows.cycle(landlords, 3, "a seat is"),
        rows.rule_based_sides(policies),
    )


def step(rounds: Rows, plays: int = 1, *, policies: Policies = RANDOM, threads: int = 0) -> Rows:
    """Make ``plays`` plays in each round that is not over.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it.
        plays: how many.
        policies: how sides 0 and 1 play.
        threads: how many threads on the CPU; 0 for all cores.

    Returns:
        int64 (n, 36), where the rounds lie; what was given stays as it is. On a GPU the main suit of a
        row that is no round is -1.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no round.
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> rounds = step(deal_rounds(3, seed=7), 4)
    >>> bool((outcomes(rounds).cards % 4 == 0).all())
    True
    """
    before = _checked(rounds)
    after = device_copy(before.copy_to_host()) if on_device(before) else before.copy()
    given = (whole_input(plays, ALL_PLAYED, "the plays are"), rows.rule_based_sides(policies))
    rows.spread(step_row, given, after, threads)
    if not on_device(after):
        _refuse_bad(after[:, MAIN])
    return after


def outcomes(rounds: Rows, *, threads: int = 0) -> Outcomes:
    """Return the outcomes of rounds, as far as they are played.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it.
        threads: how many threads on the CPU; 0 for all cores.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no round.

    >>> outcomes(deal_rounds(3, seed=7)).cards.tolist()
    [0, 0, 0]
    """
    given = _checked(rounds)
    found = rows.beside(given, (len(given), OUTCOME), np.int32)
    rows.spread(outcome_row, given, found, threads)
    here = found.copy_to_host() if on_device(given) else found
    _refuse_bad(here[:, -1])
    return _outcomes(here)


def _refuse_bad(column: NDArray[np.integer]) -> None:
    """Refuse the first row that has been found to be no round."""
    for row in (column == BAD).nonzero()[0][:1]:
        raise IllegalPosition(f"row {row} is no packed round")


def _outcomes(found: NDArray[np.int32]) -> Outcomes:
    return Outcomes(found[:, 0], found[:, 1], found[:, 2:4], found[:, 4])


def play_rounds(
    count: int,
    seed: int,
    policies: Policies = RANDOM,
    *,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
    first: int = 0,
    threads: int = 0,
    device: str = "cpu",
) -> Outcomes:
    """Deal rounds and play them to their end.

    The cards dealt depend on the seed and the number of a round alone, so two calls that differ in
    ``policies`` play the same deals.

    Args:
        count: how many rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid, bury and play: ``random`` or ``rules``.
        ranks: see ``deal_rounds``; likewise all that follow.
        landlords: see there.
        first: see there.
        threads: see there.
        device: see there.

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> play_rounds(4, seed=7).points.tolist()
    [175, 70, 115, 115]
    """
    count = whole_input(count, MOST_ROWS, "the rounds that are dealt in a call are")
    given = _given(seed, first, ranks, landlords, policies)
    plays = ALL_PLAYED, given[-1]
    if rows.is_gpu(device):
        rounds = _dealt_there(count, given)
        grid(step_row)(plays, rounds)
        return outcomes(rounds)

    def play(piece: range) -> NDArray[np.int32]:
        rounds = np.empty((len(piece), COLUMNS), np.int64)
        found = np.empty((len(piece), OUTCOME), np.int32)
        over_rows(deal_row)((given[0], given[1] + piece.start, *given[2:]), rounds, 0, len(piece))
        over_rows(step_row)(plays, rounds, 0, len(piece))
        over_rows(outcome_row)(rounds, found, 0, len(piece))
        return found

    parts = list(in_order(play, rows.pieces(count, PIECE), rows.cores(threads)))
    return _outcomes(np.concatenate([np.empty((0, OUTCOME), np.int32), *parts]))


def _checked(rounds: Rows) -> Rows:
    """Return an array as the rules take it, or refuse its form."""
    given = rows.as_array(rounds)
    if given.ndim != 2 or given.shape[1] != COLUMNS or given.dtype != np.int64:
        raise IllegalPosition(
            f"rounds are an int64 array (n, {COLUMNS}), not {given.dtype} {given.shape}"
        )
    return given if on_device(given) else np.ascontiguousarray(given)


# --- One round of a batch, play by play, for people and tests to follow ---------------------------
#
# >>> game = replay(3, seed=7)
# >>> print(game.trump, game.landlord, game.points)
# D5 3 115


@dataclass(frozen=True, slots=True)
class Replay:
    """One round of a batch, play by play.

    Args:
        trump: the trump configuration.
        landlord: the landlord's seat.
        drawn: the cards that seats 0 to 3 have drawn, before the kitty is taken up.
        hands: their hands after the burial.
        kitty: the cards that the landlord has buried.
        plays: the plays in order, each with its seat.
        points: the attackers' points at the end, with the kitty's.

    >>> game = replay(3, seed=7)
    >>> game.landlord, game.plays[0][0], [hand.size for hand in game.hands], game.kitty.size
    (3, 3, [25, 25, 25, 25], 8)
    >>> sum(pile.size for _, pile in game.plays)
    100
    """

    trump: Trump
    landlord: int
    drawn: tuple[Pile, Pile, Pile, Pile]
    hands: tuple[Pile, ...]
    kitty: Pile
    plays: tuple[tuple[int, Pile], ...]
    points: int


def replay(
    number: int,
    seed: int,
    policies: Policies = RANDOM,
    *,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
) -> Replay:
    """Return one round of ``play_rounds``, play by play, its cards by their true names.

    Args:
        number: the number of the round, below 2**30.
        seed: see ``play_rounds``; likewise all that follow.
        policies: see there.
        ranks: see there.
        landlords: see there.

    Raises:
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> game = replay(1, seed=7)
    >>> game.points, str(game.trump)
    (70, 'O3')
    """
    rounds = dealt = deal_rounds(
        1, seed, policies=policies, ranks=ranks, landlords=landlords, first=number, threads=1
    )
    plays = []
    while rounds[0, packed.PLAYED] < packed.ALL_PLAYED:
        seat, column = packed.turn_of(rounds[0]), packed.TABLE + 2 * int(rounds[0, packed.PLACED])
        rounds = step(rounds, policies=policies, threads=1)
        plays.append((seat, _pile(rounds[0], column)))
    return Replay(
        trump=Trump((SUITS + "O")[dealt[0, packed.MAIN]], RANKS[dealt[0, packed.RANK]]),
        landlord=int(dealt[0, packed.LANDLORD]),
        drawn=_drawn(number, seed),
        hands=tuple(_pile(dealt[0], packed.HANDS + 2 * seat) for seat in range(4)),
        kitty=_pile(dealt[0], packed.BURIED),
        plays=tuple(plays),
        points=int(rounds[0, packed.POINTS]),
    )


def _drawn(number: int, seed: int) -> tuple[Pile, Pile, Pile, Pile]:
    """Return the cards that the seats draw in a round."""
    record = [0] * packed.COLUMNS
    deal_cards(record, opened(as_seed(seed), 2 * number))
    return four(Pile(*record[at : at + 2]) for at in range(packed.HANDS, packed.HANDS + 8, 2))


def _pile(record: NDArray[np.int64], column: int) -> Pile:
    """Return a pile of a record, by the true names of its cards."""
    main, cr = int(record[packed.MAIN]), int(record[packed.RANK])
    once, twice = int(record[column]), int(record[column + 1])
    return Pile(packed.named_back(once, main, cr), packed.named_back(twice, main, cr))
