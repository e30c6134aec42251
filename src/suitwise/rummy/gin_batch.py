"""Whole deals of gin rummy by random legal moves, very many a second.

``play_deal`` is the course of a deal (``gin``) on a few words: both hands, the top of the pile and a
place in a shuffled pack. What lies below the top never matters: a seat that takes it lays another card
there. It is the one place where the order of turns is written a second time (``gin_state`` has it on
values that never change, a hundred times slower); what cards can knock, what a knock scores and what is
laid off are the same rules. ``test_the_game_replays_what_the_batch_played`` keeps the two alike.
Every decision is uniform among the legal moves, from a stream of its own (``suitwise.seeds``); stream
``2 * number`` shuffles the pack of a deal and ``2 * number + 1`` decides.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from suitwise.compiled import count_bits, lowest_bit, machine, rule
from suitwise.cores import available_cores
from suitwise.errors import SuitwiseError
from suitwise.game import Record, record_of
from suitwise.rummy.gin import Gin
from suitwise.rummy.gin_melds import (
    HAND,
    best_sets,
    bit_of,
    card_at,
    gin_deadwood,
    is_melded,
    points_of,
    run_cards,
)
from suitwise.rummy.gin_moves import (
    BIG,
    DISCARDS,
    KNOCKS,
    PASS_NUMBER,
    PILE_NUMBER,
    STOCK_NUMBER,
    GinMove,
)
from suitwise.rummy.gin_showdown import knock_score, knocking_cards, laid_off
from suitwise.rummy.gin_state import WALL
from suitwise.seeds import as_seed, below, shuffle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PACK_SIZE = 52
RULES = 4
"""Numbers of a variant that matter to a deal: knock, gin, undercut, big."""
RESULTS = 3

# How a deal can end.
WALLED, KNOCKED, GINNED, BIG_GINNED = range(4)
ENDS = ("wall", "knock", "gin", "big")
"""The names of the ends by their numbers."""

# What the seat on turn is about to do.
UPCARD, UPCARD_AGAIN, DRAW, DISCARD = range(4)

_CHANCE = -1
"""A log has the moves' numbers, and ``-1 - card`` for a card of the stock."""
_LONGEST = 1 << 12
"""More moves than a deal of random play has: as likely as not each of them draws from the stock."""
MOST_DEALS = 1 << 27
"""So many deals are played in a call."""
MOST_THREADS = 1 << 10


# --- The rules of a deal, on words ----------------------------------------------------------------


@rule
def note(log: Any, at: int, move: int) -> int:
    """Write a move into a log where there is room; return the next place."""
    if at < len(log):
        log[at] = move
    return at + 1


@rule
def place_of(bits: int, number: int) -> int:
    """Return the place of the set bit of a number, counted from the lowest.

    >>> [place_of(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


@rule
def score_of(hand: int, other: int, rules: Any) -> int:
    """Return what a knock scores for the knocker, who lays down the best melds.

    Args:
        hand: the knocker's cards, eleven if they are big gin.
        other: the defender's.
        rules: knock, gin, undercut, big.
    """
    sets = best_sets(hand)
    runs = run_cards(hand & ~sets)
    kept = points_of(hand & ~(sets | runs))
    bonus = rules[1] if count_bits(hand) == HAND else rules[3]
    left = gin_deadwood(other & ~laid_off(other, kept, sets, runs))
    return knock_score(kept, left, bonus, rules[2])


@rule
def deal_hand(pack: Any, first: int) -> int:
    """Return ten cards of a pack, every other one."""
    hand = 0
    for i in range(HAND):
        hand |= 1 << bit_of(pack[first + 2 * i])
    return hand


@rule
def end_deal(
    hand: int, other: int, seat: int, end: int, rules: Any, length: int, results: Any, row: int
) -> int:
    """Write the outcome of a deal; return its length."""
    score = 0 if end == WALLED else score_of(hand, other, rules)
    results[row, 0] = score if seat == 0 else -score
    results[row, 1] = end
    results[row, 2] = length
    return length


@rule
def play_deal(
    seed: int, number: int, rules: Any, pack: Any, log: Any, results: Any, row: int
) -> int:
    """Play one deal by random moves; seat 1 deals.

    Args:
        seed: 64-bit seed.
        number: the number of the deal.
        rules: knock, gin, undercut, big.
        pack: 52 numbers, written over.
        log: room for the moves and the cards of the stock, or none.
        results: RESULTS numbers a row: what seat 0 gets, how the deal ended, how many moves it had.
        row: the row to write.

    Returns:
        How many numbers the log has, with room for all.
    """
    for card in range(PACK_SIZE):
        pack[card] = card
    shuffle(pack, seed, 2 * number)
    hand, other, seat = deal_hand(pack, 0), deal_hand(pack, 1), 0
    top, drawn = 1 << bit_of(pack[2 * HAND]), 2 * HAND + 1
    phase, index, at = UPCARD, 0, 0
    free = knocking = discards = knocks = 0
    ways = 2
    while True:
        choice, index = below(ways, seed, 2 * number + 1, index)
        if phase < DISCARD and choice == 0:
            at = note(log, at, PILE_NUMBER)
            free = hand
            hand |= top
            phase = DISCARD
        elif phase == UPCARD:
            at = note(log, at, PASS_NUMBER)
            hand, other, seat, phase = other, hand, 1 - seat, UPCARD_AGAIN
            continue
        elif phase < DISCARD:
            if phase == UPCARD_AGAIN:
                at = note(log, at, PASS_NUMBER)
                hand, other, seat = other, hand, 1 - seat
            else:
                at = note(log, at, STOCK_NUMBER)
            at = note(log, at, _CHANCE - pack[drawn])
            hand |= 1 << bit_of(pack[drawn])
            drawn += 1
            free = hand
            phase = DISCARD
        elif choice < discards:
            place = place_of(free, choice)
            top = 1 << place
            hand &= ~top
            at = note(log, at, DISCARDS + card_at(place))
            if PACK_SIZE - drawn == WALL:
                return end_deal(hand, other, seat, WALLED, rules, at, results, row)
            hand, other, seat, phase, ways = other, hand, 1 - seat, DRAW, 2
            continue
        elif choice < discards + knocks:
            place = place_of(knocking, choice - discards)
            hand &= ~(1 << place)
            at = note(log, at, KNOCKS + card_at(place))
            end = KNOCKED if gin_deadwood(hand) else GINNED
            return end_deal(hand, other, seat, end, rules, at, results, row)
        else:
            at = note(log, at, BIG)
            return end_deal(hand, other, seat, BIG_GINNED, rules, at, results, row)
        knocking = knocking_cards(hand, free, rules[0])
        discards, knocks = count_bits(free), count_bits(knocking)
        ways = discards + knocks + int(rules[3] > 0 and is_melded(hand))


@rule
def play_deals(
    seed: int, first: int, rules: Any, pack: Any, log: Any, results: Any, start: int, stop: int
) -> None:
    """Play the deals of some rows; row 0 is deal ``first``."""
    for row in range(start, stop):
        play_deal(seed, first + row, rules, pack, log, results, row)


# --- What people call -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class RandomDeals:
    """The outcomes of deals played at random.

    Args:
        points: int16 (n,), what seat 0 got; seat 1 got as much less.
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
    import numpy as np

    rules = np.array(_rules(variant or Gin()), np.int64)
    if not (count >= 0 and 0 <= first < 1 << 60 and 0 <= threads <= MOST_THREADS):
        raise SuitwiseError(
            f"count and first are not negative, threads are a number from 0 to {MOST_THREADS}"
        )
    if count > MOST_DEALS:
        raise SuitwiseError(f"at most {MOST_DEALS:,} deals are played in a call, not {count:,}")
    results = np.zeros((count, RESULTS), np.int16)
    threads = threads or available_cores()
    play = machine(play_deals)

    def part(start: int, stop: int) -> None:
        pack, log = np.empty(PACK_SIZE, np.int64), np.empty(0, np.int64)
        play(as_seed(seed), first, rules, pack, log, results, start, stop)

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
    pack, log = [0] * PACK_SIZE, [0] * _LONGEST
    results: dict[tuple[int, int], int] = {}
    length = play_deal(as_seed(seed), number, _rules(variant), pack, log, results, 0)
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


def _rules(variant: Gin) -> tuple[int, int, int, int]:
    if variant.to or variant.declare:
        raise SuitwiseError(f"{variant}: single deals are played, without declared melds")
    return variant.knock, variant.gin, variant.undercut, variant.big
