"""``Evaluator``: the deadwood of one hand after another by tables, in microseconds each."""

from __future__ import annotations

from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.rummy.arrangement import Aim, least
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import SEED, Rules
from suitwise.rummy.tables.least import LEAF, LEAVES, least_deadwood
from suitwise.rummy.tables.packed_hand import pack_counts
from suitwise.rummy.tables.tables import tables_for


@rule
def deadwood_of_counts(counts: Any, tables: Any, leaves: Any) -> int:
    """Return what a hand given by its counts is left with, TOO_MANY or NO_HAND."""
    return least_deadwood(pack_counts(counts, tables[0]), tables, leaves)


class Evaluator:
    """Says what one hand after the other is left with, for one thread.

    Making one takes the time that its tables need, up to half a second; after that a hand takes a few
    microseconds, where ``deadwood`` in plain Python takes a thousand times as long.

    Args:
        rules: a rule set of one or two decks, the ace below the 2, no wild rank, no runs needed.
        aim: whether points are to be least, or cards.

    Raises:
        IllegalPosition: the rule set is another one.

    >>> evaluator = Evaluator()
    >>> evaluator.least(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    16
    """

    def __init__(self, rules: Rules = SEED, aim: Aim = "points") -> None:
        of_kind(rules, Rules, "rules")
        tables = tables_for(rules, aim)
        if tables is None:
            raise IllegalPosition(f"hands under {rules} are not worked out by tables: use arrange")
        self.rules = rules
        self.aim = aim
        self._cap = rules.cap if aim == "points" else 0
        self._tables = tables.given
        self._leaves = np.empty(LEAF * LEAVES, np.int64)
        self._rule = machine(deadwood_of_counts)
        self._rule(np.zeros(53, np.uint8), self._tables, self._leaves)
        self._from = np.frombuffer
        self._kind = np.dtype(np.uint8)

    def least(self, hand: Hand) -> int:
        """Return the least points, or the fewest cards, that a hand can be left with.

        Raises:
            IllegalPosition: it is held under another rule set.
        """
        if hand.rules is not self.rules and hand.rules != self.rules:
            raise IllegalPosition(f"the hand is held under {hand.rules}, not under {self.rules}")
        counts = self._from(bytes(hand.counts), self._kind)
        found: int = self._rule(counts, self._tables, self._leaves)
        if found < 0:
            return least(hand, self.aim, compiled=True)
        return min(found, self._cap) if self._cap else found
