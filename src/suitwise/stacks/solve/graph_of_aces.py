"""The graph of aces of a position as a value: for pictures and for people (rules page, The theory)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind
from suitwise.stacks.rules.aces import count_aces, find_aces
from suitwise.stacks.rules.graph import find_path, is_target, step_back
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.table import (
    ACE_STACK,
    KING,
    KING_STACK,
    NOTHING,
    ROW,
    Table,
    face,
    lay_out,
)


@dataclass(frozen=True, slots=True)
class AceGraph:
    """The aces, the kings and the graph of a position.

    Args:
        aces: the highest card of each suit, and the stack it lies in.
        kings: the second highest of each suit that has one, and its stack.
        homes: the stack of each vertex, a suit whose ace lies at its bottom.
        sources: the vertices without a king.
        targets: the vertices whose home holds another suit's ace.
        edges: pairs (s, t) of vertices: the king of t lies over the ace of s.
        path: the suits of a path from a source to a target, as the solver found it; none if there
            is none or there are not as many suits as stacks.

    >>> graph = ace_graph(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> graph.aces[2], graph.kings[2], graph.homes
    (((3, 2), 1), ((2, 2), 0), {1: 0, 2: 1})
    """

    aces: dict[int, tuple[Card, int]]
    kings: dict[int, tuple[Card, int]]
    homes: dict[int, int]
    sources: frozenset[int]
    targets: frozenset[int]
    edges: tuple[tuple[int, int], ...]
    path: tuple[int, ...]

    @property
    def steps(self) -> tuple[Card, ...]:
        """The cards that make the path: the king over each ace, at the end the lowest other ace."""
        if not self.path:
            return ()
        home = self.homes[self.path[-1]]
        kings = [self.kings[suit][0] for suit in self.path[1:]]
        others = [card for card, stack in self.aces.values() if stack == home]
        others.remove(self.aces[self.path[-1]][0])
        return (*kings, others[0])


def ace_graph(layout: Layout) -> AceGraph:
    """Return the graph of aces of a position.

    >>> graph = ace_graph(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> graph.edges, sorted(graph.sources), sorted(graph.targets), graph.path
    (((1, 2),), [1], [2], (1, 2))
    >>> graph.steps
    ((2, 2), (5, 3))
    """
    of_kind(layout, Layout, "layout")
    cards, table = lay_out(layout)
    count = len(layout)
    kinds = face(find_aces, cards.compiled)(table, count, 1)
    face(count_aces, cards.compiled)(table, count, kinds)
    names = [int(cards.suit_numbers[kind]) for kind in range(kinds)]
    target = NOTHING
    if kinds == count:
        target = face(find_path, cards.compiled)(table, count, 1)
    return _graph_of(layout, table, names, target)


def _graph_of(layout: Layout, table: Table, names: list[int], target: int) -> AceGraph:
    suits: Any = table[3]
    ranked = _ranked(layout)
    aces, kings, homes, edges = {}, {}, {}, []
    sources, targets = set(), set()
    for kind, name in enumerate(names):
        stack = int(suits[kind * ROW + ACE_STACK])
        has_king = suits[kind * ROW + KING] != NOTHING
        aces[name] = ranked[name][0], stack
        if has_king:
            kings[name] = ranked[name][1], int(suits[kind * ROW + KING_STACK])
        if layout.stacks[stack][-1] != aces[name][0]:
            continue
        homes[name] = stack
        if not has_king:
            sources.add(name)
        if is_target(table, kind):
            targets.add(name)
        before = step_back(table, kind) if has_king else NOTHING
        if before != NOTHING:
            edges.append((names[before], name))
    path = []
    while target != NOTHING:
        path.append(names[target])
        target = step_back(table, target)
    return AceGraph(
        _by_height(layout, aces),
        kings,
        homes,
        frozenset(sources),
        frozenset(targets),
        tuple(edges),
        tuple(reversed(path)),
    )


def _ranked(layout: Layout) -> dict[int, list[Card]]:
    """Return the cards of each suit, the highest first."""
    by_suit: dict[int, list[Card]] = {}
    for stack in layout.stacks:
        for card in stack:
            by_suit.setdefault(card[1], []).append(card)
    return {suit: sorted(cards, reverse=True) for suit, cards in by_suit.items()}


def _by_height(layout: Layout, aces: dict[int, tuple[Card, int]]) -> dict[int, tuple[Card, int]]:
    """Order aces so that of those in one stack the lowest comes first."""
    level = {card: -i for stack in layout.stacks for i, card in enumerate(stack)}
    return dict(sorted(aces.items(), key=lambda item: level[item[1][0]]))
