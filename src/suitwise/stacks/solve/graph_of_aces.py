"""The graph of aces of a position as a value: for pictures and for people (rules page, The theory)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from suitwise.arguments import of_kind
from suitwise.stacks.rules.graph import count_aces, find_aces, find_path, is_target, step_back
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.table import NOTHING, face, lay_out


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
        path: the suits of a path from a source to a target, as the solver found it; empty where no
            path leads there or the suits are not as many as the stacks.

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
    find = face(find_path, cards.compiled)
    target = find(table, count, 1) if kinds == count else NOTHING
    ranked = _ranked(layout)
    names = list(ranked)
    where = {card: i for i, stack in enumerate(layout.stacks) for card in stack}
    aces = {suit: (own[0], where[own[0]]) for suit, own in ranked.items()}
    kings = {suit: (own[1], where[own[1]]) for suit, own in ranked.items() if len(own) > 1}
    homes = {suit: i for suit, (ace, i) in aces.items() if layout.stacks[i][-1] == ace}
    vertices = [(kind, suit) for kind, suit in enumerate(names) if suit in homes]
    targets = frozenset(suit for kind, suit in vertices if is_target(table, kind))
    before = {suit: step_back(table, kind) for kind, suit in vertices}
    edges = tuple((names[kind], suit) for suit, kind in before.items() if kind != NOTHING)
    path = []
    while target != NOTHING:
        path.append(names[target])
        target = step_back(table, target)
    sources = frozenset(homes.keys() - kings.keys())
    aces = _by_height(layout, aces)
    return AceGraph(aces, kings, homes, sources, targets, edges, tuple(reversed(path)))


def _ranked(layout: Layout) -> dict[int, list[Card]]:
    """Return the cards of each suit, the highest first; the suits in order, as the rules number them."""
    cards = sorted((suit, -value) for stack in layout.stacks for value, suit in stack)
    by_suit = groupby(cards, itemgetter(0))
    return {suit: [(-below, suit) for _, below in own] for suit, own in by_suit}


def _by_height(layout: Layout, aces: dict[int, tuple[Card, int]]) -> dict[int, tuple[Card, int]]:
    """Order aces so that of those in one stack the lowest comes first."""
    level = {card: -i for stack in layout.stacks for i, card in enumerate(stack)}
    return dict(sorted(aces.items(), key=lambda item: level[item[1][0]]))
