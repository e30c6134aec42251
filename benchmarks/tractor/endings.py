"""Endings of Tractor solved exactly: time and positions by the cards left.

Time is that of the processor, which others on the machine do not lengthen. Two kinds of endings, in the
standard house, one core: those that the rule-based players come to, first
position with so few cards a hand; and random cards of two packs, which have more trumps and kings left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain

from suitwise.foundation.arrays.compiled import over_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.markdown import table
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch import Policies, deal_rounds, step
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.solve.solver import UNKNOWN, answer
from suitwise.tractor.solve.workspace import DESK, LIMIT, NODES, house_numbers

CARDS = range(3, 9)
_RULES: Policies = ("rules", "rules")


def played_endings(count: int, cards: int, seed: int = 1) -> NDArray[np.int64]:
    """Return the first position between tricks with at most so many cards of rounds played by rule."""
    rounds = deal_rounds(count, seed, policies=_RULES)
    found = np.zeros_like(rounds)
    left = np.ones(count, bool)
    while left.any():
        few = (rounds[:, packed.PLAYED] >= packed.ALL_PLAYED - 4 * cards) & (
            rounds[:, packed.PLACED] == 0
        )
        found[left & few] = rounds[left & few]
        left &= ~few
        rounds = step(rounds, policies=_RULES)
    ended: NDArray[np.int64] = found[found[:, packed.PLAYED] < packed.ALL_PLAYED]
    return ended


def random_endings(count: int, cards: int, seed: int = 1) -> NDArray[np.int64]:
    """Return random cards of two packs as positions between tricks."""
    rng = np.random.default_rng(seed)
    found = np.zeros((count, packed.COLUMNS), np.int64)
    for record in found:
        deck = rng.permutation(np.repeat(np.arange(54), 2))
        record[packed.MAIN], record[packed.RANK] = rng.integers(5), rng.integers(13)
        record[packed.LANDLORD], record[packed.LEADER] = rng.integers(4), rng.integers(4)
        piles = [*deck[: 4 * cards].reshape(4, cards), deck[-8:]]
        for at, pile in enumerate(piles):
            for card in pile.tolist():
                twice = record[packed.HANDS + 2 * at] >> card & 1
                record[packed.HANDS + 2 * at + int(twice)] |= 1 << card
    return found


KINDS = {"played by rule": played_endings, "random cards": random_endings}


def solve_each(records: NDArray[np.int64], by_levels: bool = False) -> NDArray[np.float64]:
    """Solve records one at a time, ``float64[n, 2]``: seconds of the processor, positions searched."""
    run = over_rows(answer)
    desk = np.zeros(DESK, np.int64)
    desk[LIMIT] = 1 << 40
    house = np.array(house_numbers(STANDARD, 0), np.int64)
    needs = np.full(len(records), UNKNOWN)
    given = records, needs, by_levels, house
    answers = np.zeros((len(records), 2), np.int64), desk
    run(given, answers, 0, 1)
    took = np.zeros((len(records), 2))
    for row in range(len(records)):
        start = time.thread_time()
        run(given, answers, row, row + 1)
        took[row] = time.thread_time() - start, desk[NODES]
    return took


def report(endings: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        endings: how many endings of each kind; of those with 8 cards an eighth.
        runs: how often each is solved; the least time is kept.
        say: called with the name of each part before it is measured.
    """
    from suitwise.foundation.arrays.rows import machine_line

    rows = []
    for cards in CARDS:
        say(f"{cards} cards a hand")
        rows.append(_row(max(endings >> max(0, cards - 5), 2), cards, runs))
    head = ["cards a hand", "endings"]
    for name in KINDS:
        head += [f"{name}: median", "95 %", "longest", "ranks alone", "positions"]
    return f"{machine_line()}. Milliseconds.\n\n{table(head, rows)}"


def _row(count: int, cards: int, runs: int) -> list[object]:
    """Return what a row says of some endings of each kind."""
    kinds = [make(count, cards) for make in KINDS.values()]
    counts = dict.fromkeys(f"{len(records):,}" for records in kinds)
    figures = chain.from_iterable(_figures(records, runs) for records in kinds)
    return [cards, ", ".join(counts), *figures]


def _figures(records: NDArray[np.int64], runs: int) -> list[str]:
    """Return the cells of some endings: times in milliseconds and the median of the positions."""
    took = np.array([solve_each(records) for _ in range(runs)])
    seconds, nodes = took[:, :, 0].min(axis=0), took[0, :, 1]
    levels = np.median(solve_each(records, by_levels=True)[:, 0])
    figures = np.median(seconds), np.percentile(seconds, 95), seconds.max(), levels
    return [*(f"{figure * 1e3:,.3f}" for figure in figures), f"{np.median(nodes):,.0f}"]
