"""The lookup tables of a rule set, made once, and which rule sets they can serve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from suitwise.foundation.arrays.late_numpy import np
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.tables.packed_hand import FAULT, codes_of
from suitwise.rummy.tables.rank_sets import options_of
from suitwise.rummy.tables.suit_runs import LazyRows, filled_rows, steps_of

MOST_WILDS = 3
"""The tables know at most this many wild cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What the rules look up, for a number of wild cards at most.

    Args:
        codes: what a card adds to a packed hand (``packed_hand``).
        weights: the weight of a wild card, then of each rank.
        rows: the best weight of every row pattern (``suit_runs``).
        most: the most wild cards that the table of rows knows.
        options: the sets of each rank (``rank_sets``).
        steps: the runs of a row (``suit_runs``).
        fault: bits that a packed hand of these decks never has among its second copies.
    """

    codes: tuple[Any, ...]
    weights: Any
    rows: Any
    most: int
    options: Any
    steps: Any
    fault: int

    @property
    def given(self) -> tuple[Any, ...]:
        """All of it as the rules take it."""
        looked_up = self.codes, self.weights, self.rows, self.most, self.options
        return *looked_up, self.steps, self.fault


def has_tables(rules: Rules, wilds: int) -> bool:
    """Tell whether hands with this many wild cards are worked out by tables.

    >>> has_tables(Rules(), 0), has_tables(Rules(jokers=2), 2), has_tables(Rules(decks=3), 0)
    (True, True, False)
    """
    plain = rules.decks <= 2 and rules.ace == "low" and not rules.wild
    return plain and rules.counting_runs == 0 and rules.least_run == 3 and wilds <= MOST_WILDS


def tables_for(rules: Rules, aim: str) -> Tables | None:
    """Return the tables that tell the least points, or the fewest cards; None where there are none."""
    wilds = min(rules.jokers, MOST_WILDS)
    unit, more = (1, 0) if aim == "points" else (0, 1)
    return tables_of(rules, wilds, unit=unit, more=more) if has_tables(rules, wilds) else None


def tables_of(
    rules: Rules, wilds: int, *, unit: int = 1, more: int = 0, compiled: bool = True
) -> Tables:
    """Return the tables for cards that weigh ``unit`` times their points and ``more`` besides.

    Args:
        rules: a rule set that has tables.
        wilds: the most wild cards.
        unit: what a point weighs.
        more: what a card weighs besides.
        compiled: whether compiled rules look them up; plain Python fills the rows as it goes.
    """
    seen = Rules(
        decks=rules.decks,
        jokers=wilds,
        least_set=rules.least_set,
        most_wilds=min(rules.most_wilds, wilds),
        adjacent_wilds=rules.adjacent_wilds,
        points=rules.points,
        joker_points=rules.joker_points,
    )
    return _tables_of(seen, wilds, unit, more, compiled)


@lru_cache(maxsize=8)
def _tables_of(rules: Rules, wilds: int, unit: int, more: int, compiled: bool) -> Tables:
    """Return the tables of a rule set that has nothing but what they depend on."""
    weights = [unit * points + more for points in (rules.joker_points, *rules.points)]
    codes, options = codes_of(weights), options_of(rules, wilds)
    steps = steps_of(rules, wilds, weights)
    fault = FAULT if rules.decks == 2 else FAULT | FAULT - 1
    if not compiled:
        return Tables(codes, weights, LazyRows(wilds, steps), wilds, options, steps, fault)
    most = rules.decks * sum(weights[1:]) + wilds * weights[0]
    arrays = (np.asarray(numbers, np.int64) for numbers in (*codes, weights, options, steps))
    *columns, weighed, option_numbers, step_numbers = arrays
    rows = filled_rows(wilds, step_numbers, most)
    return Tables(tuple(columns), weighed, rows, wilds, option_numbers, step_numbers, fault)
