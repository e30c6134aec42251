"""Whole deals of gin rummy by random legal moves, very many a second.

A deal is played on a flat record by the rules by which vector environments step it
(``stepped.rows``), from a shuffled pack. Every decision is uniform among the legal moves, from a
stream of its own (``suitwise.seeds``); stream ``2 * number`` shuffles the pack of a deal and
``2 * number + 1`` decides. ``test_the_game_replays_what_the_batch_played`` compares the two.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import cores
from suitwise.game import Record, record_of
from suitwise.rummy.gin.arrays.stepped import (
    COLUMNS,
    DISCARD,
    KNOCKED,
    PHASE,
    SCORE,
    WALLED,
    begin_deal,
    count_moves,
    give,
    nth_move,
    options_of,
    play_move,
)
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.rules import HAND, bit_of
from suitwise.seeds import as_seed, below, shuffle

PACK_SIZE = 52
RESULTS = 3
ENDS = ("wall", "knock", "gin", "big")
"""How a deal can end."""

_CHANCE = -1
"""A log has the moves' numbers, and ``-1 - card`` for a card of the stock."""
_LONGEST = 1 << 12
"""More moves than a deal of random play has: as likely as not each of them draws from the stock."""
MOST_DEALS = 1 << 27
"""A call plays this many deals at most."""
MOST_THREADS = 1 << 10


# --- The rules of a deal, on words ----------------------------------------------------------------


@rule
def note(log: Any, at: int, move: int) -> int:
    """Write a move into a log where there is room; return the next place."""
    if at < len(log):
        log[at] = move
    return at + 1


@rule
def deal_hand(pack: Any, first: int) -> int:
    """Return ten cards of a pack, every other one."""
    hand = 0
    for i in range(HAND):
        hand |= 1 << bit_of(pack[first + 2 * i])
    return hand


@rule
def play_deal(
    seed: int, number: int, options: Any, record: Any, pack: Any, log: Any, results: Any, row: int
) -> int:
    """Play one deal by random moves; seat 1 deals.

    Args:
        seed: 64-bit seed.
        number: the number of the deal.
        options: the variant's numbers.
        record: COLUMNS numbers, written over.
        pack: 52 numbers, written over.
        log: room for the moves and the cards of the stock, or none.
        results: RESULTS numbers a row: the points of seat 0, the end of the deal, how many moves it had.
        row: the row to write.

    Returns:
        How many numbers the log has, with room for all.
    """
    for card in range(PACK_SIZE):
        pack[card] = card
    shuffle(pack, seed, 2 * number)
    begin_deal(record, deal_hand(pack, 0), deal_hand(pack, 1), 1 << bit_of(pack[2 * HAND]))
    drawn, index, at = 2 * HAND + 1, 0, 0
    while record[PHASE] < KNOCKED:
        choice, index = below(count_moves(record), seed, 2 * number + 1, index)
        move = nth_move(record, choice)
        at = note(log, at, move)
        if play_move(record, options, move):
            at = note(log, at, _CHANCE - pack[drawn])
            give(record, options, 1 << bit_of(pack[drawn]))
            drawn += 1
    results[row, 0] = record[SCORE]
    results[row, 1] = 0 if record[PHASE] == WALLED else record[PHASE] - DISCARD
    results[row, 2] = at
    return at


@rule
def play_deals(
    seed: int,
    first: int,
    options: Any,
    record: Any,
    pack: Any,
    log: Any,
    results: Any,
    start: int,
    stop: int,
) -> None:
    """Play the deals of some rows; row 0 is deal ``first``."""
    for row in range(start, stop):
        play_deal(seed, first + row, options, record, pack, log, results, row)


# --- Deals and their records ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class RandomDeals:
    """The outcomes of deals played at random.

    Args:
        points: int16 (n,), the points of seat 0; seat 1 lost as many.
        ends: int16 (n,), how each ended, an index of ``ENDS``.
        lengths: int16 (n,), how many moves it had, the cards drawn from the stock counted as such.
    """

    points: NDArray[np.int16]
    ends: NDArray[np.int16]
    lengths: NDArray[np.int16]


def random_deals(
    count: int, seed: int, variant: Gin | None = None, *, first: int = 0, threads: int = 1
) -> RandomDeals:
    """Play single deals, both seats by uniformly random legal moves.

    The same deals come out however many threads play them, and however they are cut into calls.

    Args:
        count: how many deals, at most 134,217,728.
        seed: 64-bit seed.
        variant: the variant, of one deal and without declared melds.
        first: the number of the first deal.
        threads: threads that play, at most 1,024; 0 for all cores.

    Raises:
        SuitwiseError: the variant is a match or declares melds, or a number is negative or too great.

    >>> deals = random_deals(1000, seed=7)
    >>> deals.points.shape, [ENDS[end] for end in sorted(set(deals.ends.tolist()))][0]
    ((1000,), 'wall')
    """
    options = np.array(options_of(variant or Gin()), np.int64)
    if not (count >= 0 and 0 <= first < 1 << 60 and 0 <= threads <= MOST_THREADS):
        raise SuitwiseError(
            f"count and first are not negative, threads are a number from 0 to {MOST_THREADS}"
        )
    if count > MOST_DEALS:
        raise SuitwiseError(f"at most {MOST_DEALS:,} deals are played in a call, not {count:,}")
    results = np.zeros((count, RESULTS), np.int16)
    threads = cores(threads)
    play = machine(play_deals)

    def part(start: int, stop: int) -> None:
        record, pack, log = (np.empty(size, np.int64) for size in (COLUMNS, PACK_SIZE, 0))
        play(as_seed(seed), first, options, record, pack, log, results, start, stop)

    cuts = [count * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, cuts, cuts[1:]))
    return RandomDeals(results[:, 0], results[:, 1], results[:, 2])


def random_record(seed: int, number: int, variant: Gin | None = None) -> Record:
    """Return the record of one of these deals, played by plain Python and replayed by the game.

    Raises:
        SuitwiseError: the variant is a match or declares melds, or the deal has more than 4,096 moves.

    >>> random_record(7, 0).moves[20:24]
    ('H2', 'pile', 'SK', 'pile')
    """
    variant = variant or Gin()
    record, pack, log = ([0] * size for size in (COLUMNS, PACK_SIZE, _LONGEST))
    results: dict[tuple[int, int], int] = {}
    length = play_deal(as_seed(seed), number, options_of(variant), record, pack, log, results, 0)
    if length > len(log):
        raise SuitwiseError(f"deal {number} has {length:,} moves, more than a record is kept of")
    dealt = [GinMove("card", card) for card in pack[: 2 * HAND + 1]]
    moves = dealt + [_logged(entry) for entry in log[:length]]
    start = state = variant.start()
    for move in moves:
        state = state.after(move)
    return record_of(start, moves, state)


def _logged(entry: int) -> GinMove:
    return GinMove.numbered(entry) if entry >= 0 else GinMove("card", _CHANCE - entry)
