"""The graph of aces of a position as a value, and an explanation in words (rules page, "The theory")."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from suitwise.arguments import of_kind
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.stacks.rules.decision import count_aces, find_aces, find_path, is_target, step_back
from suitwise.stacks.rules.layout import Card, Layout, card_text, suit_text
from suitwise.stacks.rules.table import NOTHING, face, lay_out
from suitwise.stacks.solve.reason import Reason


@dataclass(frozen=True, slots=True)
class AceGraph:
    """The aces, the kings and the graph of a position.

    Args:
        aces: the highest card of each suit and its stack.
        kings: the second highest card of each suit that has one, and its stack.
        homes: for each vertex, a suit whose ace lies at the bottom of a stack, that stack.
        sources: the vertices without a king.
        targets: the vertices whose home holds another suit's ace.
        edges: pairs (s, t) of vertices: the king of t lies over the ace of s.
        path: the suits of the path from a source to a target that the solver found; empty if there is
            no path or the numbers of suits and stacks differ.

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
        """The cards that form the path: the king over each ace, then the lowest other ace."""
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
    """Return the cards of each suit, highest first; the suits in the order the rules number them."""
    cards = sorted((suit, -value) for stack in layout.stacks for value, suit in stack)
    by_suit = groupby(cards, itemgetter(0))
    return {suit: [(-below, suit) for _, below in own] for suit, own in by_suit}


def _by_height(layout: Layout, aces: dict[int, tuple[Card, int]]) -> dict[int, tuple[Card, int]]:
    """Sort aces from the bottom of the stacks upwards."""
    level = {card: -i for stack in layout.stacks for i, card in enumerate(stack)}
    return dict(sorted(aces.items(), key=lambda item: level[item[1][0]]))


# --- The explanation in words ---------------------------------------------------------------------


def verdict(layout: Layout, graph: AceGraph, lost: Reason | None) -> Phrase:
    """Return the verdict on a position in words: whether it can be won, and how.

    Args:
        layout: the position.
        graph: its graph of aces.
        lost: the reason why it is lost; None if it can be won.

    >>> from suitwise.stacks.solve.find_reason import why_lost
    >>> layout = Layout.parse("2b 1a | 5c 3b | 1c 4c")
    >>> print(verdict(layout, ace_graph(layout), why_lost(layout)))
    can be won along the path a → b
    """
    if layout.is_won:
        return phrase("stacks.verdict-done", "won")
    if lost is not None:
        return phrase("stacks.verdict-lost", "can't be won")
    if len(graph.aces) < len(layout):
        return phrase("stacks.verdict-fewer", "can be won: fewer suits than stacks")
    if not graph.path:
        return phrase("stacks.verdict-forced", "can be won: forced removals alone win")
    path = " → ".join(map(suit_text, graph.path))
    return phrase("stacks.verdict-path", "can be won along the path {path}", path=path)


def explained(graph: AceGraph, lost: Reason | None) -> list[Phrase]:
    r"""Return sentences that name the cards of the path, or give the reason for the loss.

    >>> print(*explained(ace_graph(Layout.parse("2b 1a | 5c 3b | 1c 4c")), None), sep="\n")
    a has no card but its ace: a source
    2b, the king of b, lies over 1a
    5c, another ace, lies over 3b
    """
    if lost is not None:
        return [lost.said]
    if not graph.path:
        return []
    steps = [*map(card_text, graph.steps)]
    aces = [card_text(graph.aces[suit][0]) for suit in graph.path]
    source = suit_text(graph.path[0])
    told = [phrase("stacks.a-source", "{suit} has no card but its ace: a source", suit=source)]
    for after, card, ace in zip(graph.path[1:], steps, aces, strict=False):
        told.append(
            phrase(
                "stacks.king-over",
                "{card}, the king of {suit}, lies over {ace}",
                card=card,
                suit=suit_text(after),
                ace=ace,
            )
        )
    last = phrase(
        "stacks.ace-over", "{card}, another ace, lies over {ace}", card=steps[-1], ace=aces[-1]
    )
    told.append(last)
    return told
