"""Tables of 4 to 8 seats with 1 to 4 packs in arrays: cards and deals a second, the worth of rules.

Random deals are played from the first lead to the end on one core. A figure is the fastest of some runs,
so that a busy machine tells little.
"""

from __future__ import annotations

import time
from functools import partial
from random import Random

from benchmarks.measuring import Say, Task, mean_with_error, millions
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.tractor.arrays.wide.playouts import (
    EVERY_SEAT,
    Tables,
    advance,
    play_out,
    position,
    results_of,
)
from suitwise.tractor.rules.deck import Trump, pile_of
from suitwise.tractor.rules.tables import Table
from suitwise.tractor.warm import JOBS

TRUMP = Trump("S", "2")
TABLES = ((1, 4), (2, 4), (3, 4), (3, 6), (4, 8))
"""Packs and seats."""
_SIDE = sum(1 << seat for seat in range(0, 8, 2))
"""The landlord's side: the landlord sits in seat 0."""
SIDES = (
    ("rules", "random", _SIDE),
    ("random", "random", 0),
    ("random", "rules", EVERY_SEAT ^ _SIDE),
)
_ALL = 400
"""More plays than a deal has."""


def report(deals: int, runs: int, say: Say) -> str:
    """Measure, and return Markdown.

    Args:
        deals: the number of deals of each table.
        runs: the runs of each figure, of which the fastest counts.
        say: called with the name of each part before it is measured.
    """
    JOBS["wide tables"]()
    speeds, points = [], []
    for packs, seats in TABLES:
        name = f"{packs} × {seats}"
        say(name)
        first = _deals(Table(packs, seats), deals)
        cards = deals * Table(packs, seats).hand * seats
        spent = [
            _fastest(partial(play_out, first, 1, policy), runs) for policy in ("random", "rules")
        ]
        rates = [figure for s in spent for figure in (millions(cards, s), f"{deals / s:,.0f}")]
        speeds.append([name, *rates])
        points.append([name, *(_points(first, by_rule) for _, _, by_rule in SIDES)])
    head = ["packs × seats", "random: cards", "deals", "by rule: cards", "deals"]
    sides = [f"{one} against {other}" for one, other, _ in SIDES]
    note = f"A second, on one core, {deals} deals. {machine_line()}."
    worth = "Attackers' points, the landlord's side against the attackers:"
    return "\n\n".join((note, table(head, speeds), worth, table([head[0], *sides], points)))


def _deals(at: Table, number: int) -> Tables:
    rng, rows = Random(1), []
    removed = at.removed(TRUMP.rank)
    cards = [card for card in range(54) for _ in range(at.packs)]
    for card in removed:
        cards.remove(card)
    for _ in range(number):
        rng.shuffle(cards)
        hands = [pile_of(cards[at.hand * s : at.hand * s + at.hand]) for s in range(at.seats)]
        rows.append(position(at, TRUMP, 0, hands, pile_of(cards[at.hand * at.seats :])))
    return np.concatenate(rows)


def _points(first: Tables, by_rule: int) -> str:
    played = first.copy()
    advance(played, _ALL, 1, by_rule)
    return mean_with_error(results_of(played).points)


def _fastest(task: Task, runs: int) -> float:
    """Return the seconds of the fastest run."""
    task()
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best
