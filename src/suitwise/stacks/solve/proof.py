"""Why a position can be won or not, in words by the graph of aces (rules page, The theory)."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.stacks.rules.layout import Layout, card_text, suit_text
from suitwise.stacks.solve.graph_of_aces import AceGraph
from suitwise.stacks.solve.reason import Reason


def verdict(layout: Layout, graph: AceGraph, lost: Reason | None) -> Phrase:
    """Say whether a position can be won, and by what.

    Args:
        layout: the position.
        graph: its graph of aces.
        lost: why it can't be won, None where it can.

    >>> from suitwise.stacks.solve.find_reason import why_lost
    >>> from suitwise.stacks.solve.graph_of_aces import ace_graph
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
    r"""Say what makes the path, or why there is none.

    >>> from suitwise.stacks.solve.graph_of_aces import ace_graph
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
