"""Find the reason why a position is lost, and explain a position by its graph of aces.

The kinds of reasons are in ``reason``, together with ``check_reason``, which verifies them from the
definitions and shares no code with this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, get_args

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.stacks.rules import table as tables
from suitwise.stacks.rules.layout import Card, Layout, card_text, suit_text
from suitwise.stacks.rules.table import ACES, BOTTOM, KING_STACK, NOTHING, ROW, WALKED, step_back
from suitwise.stacks.solve import reason as reasons
from suitwise.stacks.solve.reason import SHOWN_SUITS, Chain, End, MoreSuits, NoPath, Reason, Stuck

# How a chain, the walk back from a target, continues or ends at a vertex.
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
    cards, table = tables.lay_out(layout)
    verdict, kinds, _ = tables.machine_if(tables.decide, cards.compiled)(table, len(layout), 1)
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

    def __init__(
        self, cards: tables.Cards, table: tables.Table, count: int, verdict: int, kinds: int
    ) -> None:
        self._cards = cards
        self._table = table
        self._count = count
        self._verdict = verdict
        self._kinds = kinds

    def reason(self) -> Reason:
        """Return the complete reason."""
        if self._verdict == tables.MORE_SUITS:
            return MoreSuits(self._kinds, self._count)
        if self._is_stuck():
            return Stuck(self._tops(self._count))
        steps, made, _ = self._trace()
        bare = tables.machine_if(find_bare, self._cards.compiled)(self._table, self._count)
        return NoPath(bare, self._chains(steps, made))

    def words(self) -> str:
        """Return the reason in words, without computing tops and chains that the text omits."""
        if self._verdict == tables.MORE_SUITS:
            return str(MoreSuits(self._kinds, self._count))
        if self._is_stuck():
            return str(reasons.stuck_words(self._tops(reasons.SHOWN_SUITS), self._count))
        steps, made, chains = self._trace()
        return str(
            reasons.no_path_words(self._chains(steps, made, most=reasons.SHOWN_CHAINS), chains)
        )

    def _is_stuck(self) -> bool:
        _, empty = tables.machine_if(tables.count_removals, self._cards.compiled)(
            self._table, self._count
        )
        return empty == 0

    def _tops(self, most: int) -> tuple[Card, ...]:
        stacks = self._table[2]
        rows = range(0, min(self._count, most) * ROW, ROW)
        return tuple(
            self._cards.card_at(stacks[row + tables.TOP] + stacks[row + tables.GONE])
            for row in rows
        )

    def _trace(self) -> tuple[Any, int, int]:
        compiled = self._cards.compiled
        steps = tables.zeros(STEP * self._kinds, compiled)
        made, chains = tables.machine_if(trace_chains, compiled)(
            self._table, self._count, self._kinds, steps
        )
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


# --- The graph of aces as a value (rules page, "The theory") --------------------------------------


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
    cards, table = tables.lay_out(layout)
    count = len(layout)
    kinds = tables.machine_if(tables.find_aces, cards.compiled)(table, count, 1)
    tables.machine_if(tables.count_aces, cards.compiled)(table, count, kinds)
    find = tables.machine_if(tables.find_path, cards.compiled)
    target = find(table, count, 1) if kinds == count else NOTHING
    ranked = _ranked(layout)
    names = list(ranked)
    where = {card: i for i, stack in enumerate(layout.stacks) for card in stack}
    aces = {suit: (same[0], where[same[0]]) for suit, same in ranked.items()}
    kings = {suit: (same[1], where[same[1]]) for suit, same in ranked.items() if len(same) > 1}
    homes = {suit: i for suit, (ace, i) in aces.items() if layout.stacks[i][-1] == ace}
    vertices = [(kind, suit) for kind, suit in enumerate(names) if suit in homes]
    targets = frozenset(suit for kind, suit in vertices if tables.is_target(table, kind))
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
    return {suit: [(-negative, suit) for _, negative in same] for suit, same in by_suit}


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
    lines = [phrase("stacks.a-source", "{suit} has no card but its ace: a source", suit=source)]
    for after, card, ace in zip(graph.path[1:], steps, aces, strict=False):
        lines.append(
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
    lines.append(last)
    return lines


# --- The same for people who don't know the theory ------------------------------------------------


def in_plain_words(layout: Layout, graph: AceGraph, lost: Reason | None) -> list[Phrase]:
    r"""Return the verdict and its reason in words that need no theory: cards, and how high they are.

    >>> layout = Layout.parse("2b 1a | 5c 3b | 1c 4c")
    >>> print(*in_plain_words(layout, ace_graph(layout), None), sep="\n")
    this can be won, but the order matters
    1a is the only card of its suit and lies at the bottom
    2b, the second highest of its suit, lies over 1a
    5c lies over 3b: both are the highest of their suits and must end apart
    """
    if lost is not None:
        return [phrase("stacks.plain.lost", "this can't be won"), plain_reason(lost)]
    if layout.is_won:
        return [phrase("stacks.verdict-done", "won")]
    if not graph.path:
        easy = phrase("stacks.plain.forced", "this can be won: just remove every card that can go")
        if len(graph.aces) < len(layout):
            easy = phrase(
                "stacks.plain.fewer",
                "this can be won: there are more stacks than suits, so the highest card of each suit "
                "finds a stack of its own",
            )
        return [easy]
    steps = [*map(card_text, graph.steps)]
    aces = [card_text(graph.aces[suit][0]) for suit in graph.path]
    lines = [
        phrase("stacks.plain.path", "this can be won, but the order matters"),
        phrase(
            "stacks.plain.alone",
            "{card} is the only card of its suit and lies at the bottom",
            card=aces[0],
        ),
    ]
    for card, ace in zip(steps[:-1], aces, strict=False):
        over = phrase(
            "stacks.plain.second",
            "{card}, the second highest of its suit, lies over {ace}",
            card=card,
            ace=ace,
        )
        lines.append(over)
    lines.append(
        phrase(
            "stacks.plain.apart",
            "{card} lies over {ace}: both are the highest of their suits and must end apart",
            card=steps[-1],
            ace=aces[-1],
        )
    )
    return lines


def plain_reason(lost: Reason) -> Phrase:
    """Return why a position is lost in words that need no theory.

    >>> lost = why_lost(Layout.parse("2b 3a | 1a 3b"))
    >>> print(plain_reason(lost))
    once all that can go is removed, no stack is empty and the tops 2b 1a are of different suits
    """
    if isinstance(lost, MoreSuits):
        return lost.said
    if isinstance(lost, Stuck):
        tops = " ".join(map(card_text, lost.tops[:SHOWN_SUITS]))
        return phrase(
            "stacks.plain.stuck",
            "once all that can go is removed, no stack is empty and the tops {tops} are of different "
            "suits",
            tops=tops + (" …" if len(lost.tops) > SHOWN_SUITS else ""),
        )
    return phrase(
        "stacks.plain.no-path",
        "in whatever order you play, you get stuck: the tops are all of different suits while cards "
        "still lie under them",
    )
