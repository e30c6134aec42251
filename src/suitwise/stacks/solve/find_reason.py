"""Find the reason why a position is lost.

The kinds of reasons are in ``reason``, together with ``check_reason``, which verifies them from the
definitions and shares no code with this module.
"""

from __future__ import annotations

from typing import Any, get_args

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.decision import MORE_SUITS, decide, step_back
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.table import (
    ACES,
    BOTTOM,
    GONE,
    KING_STACK,
    NOTHING,
    ROW,
    TOP,
    WALKED,
    Cards,
    Table,
    count_removals,
    face,
    lay_out,
    zeros,
)
from suitwise.stacks.solve import reason as reasons
from suitwise.stacks.solve.reason import Chain, End, MoreSuits, NoPath, Reason, Stuck

GOES_ON, OWN_STACK, NO_ACE, CYCLE, JOINED = range(5)
_END_NAMES: dict[int, End] = dict(enumerate(get_args(End), OWN_STACK))
STEP = 3
"""The numbers per step of a chain: the suit, the stack of its king, and how the chain ends here."""


@rule
def chain_end(table: Any, vertex: int, before: int, chain: int) -> int:
    """Return how a chain ends at a vertex, or GOES_ON if it continues to the predecessor."""
    stacks, suits = table[2], table[3]
    if before == NOTHING:
        home = stacks[suits[vertex * ROW + KING_STACK] * ROW + BOTTOM]
        return OWN_STACK if home == vertex else NO_ACE
    walked = suits[before * ROW + WALKED]
    if walked == NOTHING:
        return GOES_ON
    return CYCLE if walked == chain else JOINED


@rule
def trace_chains(table: Any, count: int, kinds: int, steps: Any) -> tuple[int, int]:
    """Record the walks back from the targets of a position without a path.

    Args:
        table: the table, after ``decide``.
        count: the number of stacks in the case.
        kinds: the number of suits.
        steps: array (STEP * kinds,), filled with the steps of one chain after the other.

    Returns:
        The number of steps and the number of chains.
    """
    _, _, stacks, suits, present, _ = table
    for k in range(kinds):
        suits[present[k] * ROW + WALKED] = NOTHING
    made = chains = 0
    for i in range(count):
        vertex = stacks[i * ROW + BOTTOM]
        if vertex == NOTHING or stacks[i * ROW + ACES] < 2:
            continue
        if suits[vertex * ROW + WALKED] != NOTHING:
            continue
        end = GOES_ON
        while end == GOES_ON:
            suits[vertex * ROW + WALKED] = chains
            before = step_back(table, vertex)
            end = chain_end(table, vertex, before, chains)
            steps[STEP * made] = vertex
            steps[STEP * made + 1] = suits[vertex * ROW + KING_STACK]
            steps[STEP * made + 2] = end
            made += 1
            vertex = before
        chains += 1
    return made, chains


@rule
def find_bare(table: Any, count: int) -> int:
    """Return the first stack without an ace at its bottom; NOTHING if all have one."""
    for i in range(count):
        if table[2][i * ROW + BOTTOM] == NOTHING:
            return i
    return NOTHING


def why_lost(layout: Layout) -> Reason | None:
    """Return why a position is lost, or None if it can be won.

    >>> print(why_lost(Layout.parse("7b 7a | 6b 7c")))
    3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
    >>> print(why_lost(Layout.parse("2b 3a | 1a 3b")))
    stuck after the forced removals: no stack is empty and the tops 2b 1a are all of different suits
    >>> print(why_lost(Layout.parse("3a 1b | 2b | -")))
    None
    """
    of_kind(layout, Layout, "layout")
    cards, table = lay_out(layout)
    verdict, kinds, _ = face(decide, cards.compiled)(table, len(layout), 1)
    return None if verdict > 0 else Explainer(cards, table, len(layout), verdict, kinds).reason()


class Explainer:
    """Explains why a case is lost.

    Args:
        cards: the cards of the premade stacks.
        table: the table on which the case was decided.
        count: the number of stacks in the case.
        verdict: the verdict.
        kinds: the number of suits in the case.
    """

    def __init__(self, cards: Cards, table: Table, count: int, verdict: int, kinds: int) -> None:
        self._cards = cards
        self._table = table
        self._count = count
        self._verdict = verdict
        self._kinds = kinds

    def reason(self) -> Reason:
        """Return the complete reason."""
        if self._verdict == MORE_SUITS:
            return MoreSuits(self._kinds, self._count)
        if self._is_stuck():
            return Stuck(self._tops(self._count))
        steps, made, _ = self._trace()
        bare = face(find_bare, self._cards.compiled)(self._table, self._count)
        return NoPath(bare, self._chains(steps, made))

    def words(self) -> str:
        """Return the reason in words, without computing tops and chains that the text omits."""
        if self._verdict == MORE_SUITS:
            return str(MoreSuits(self._kinds, self._count))
        if self._is_stuck():
            return str(reasons.stuck_words(self._tops(reasons.SHOWN_SUITS), self._count))
        steps, made, chains = self._trace()
        return str(
            reasons.no_path_words(self._chains(steps, made, most=reasons.SHOWN_CHAINS), chains)
        )

    def _is_stuck(self) -> bool:
        _, empty = face(count_removals, self._cards.compiled)(self._table, self._count)
        return empty == 0

    def _tops(self, most: int) -> tuple[Card, ...]:
        stacks = self._table[2]
        rows = range(0, min(self._count, most) * ROW, ROW)
        return tuple(self._cards.card_at(stacks[row + TOP] + stacks[row + GONE]) for row in rows)

    def _trace(self) -> tuple[Any, int, int]:
        compiled = self._cards.compiled
        steps = zeros(STEP * self._kinds, compiled)
        made, chains = face(trace_chains, compiled)(self._table, self._count, self._kinds, steps)
        return steps, made, chains

    def _chains(self, steps: Any, made: int, most: int | None = None) -> tuple[Chain, ...]:
        chains: list[Chain] = []
        suits: list[int] = []
        for k in range(0, STEP * made, STEP):
            if most is not None and len(chains) == most:
                break
            suits.append(int(self._cards.suit_numbers[steps[k]]))
            end = int(steps[k + 2])
            if end != GOES_ON:
                chains.append(Chain(tuple(suits), _END_NAMES[end], int(steps[k + 1])))
                suits = []
        return tuple(chains)
