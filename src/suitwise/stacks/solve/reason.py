"""Reasons why a position is lost, and ``check_reason``, which verifies them.

Three kinds of reasons cover every lost position (rules page, "The theory"):

* ``MoreSuits``: there are more suits than stacks; the highest card of a suit never leaves.
* ``Stuck``: the forced removals leave no stack empty and all tops of different suits.
* ``NoPath``: there are as many suits as stacks, removals alone don't win, and no walk back from a
  target reaches a source.

``find_reason`` finds the reason for a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase, in_turn, phrase
from suitwise.stacks.rules.layout import Card, Layout, card_text, suit_text

SHOWN_CHAINS = 3
"""The most chains listed in words."""
SHOWN_SUITS = 12
"""The most suits of a chain, and the most tops, listed in words."""


@dataclass(frozen=True, slots=True)
class MoreSuits:
    """There are more suits than stacks.

    Args:
        suits: the number of suits.
        stacks: the number of stacks.

    >>> print(MoreSuits(3, 2))
    3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
    """

    suits: int
    stacks: int

    @property
    def said(self) -> Phrase:
        """The reason in words."""
        stacks = phrase("stacks.n-stacks", "{n} stacks", n=self.stacks)
        if self.stacks == 1:
            stacks = phrase("stacks.one-stack", "1 stack")
        return phrase(
            "stacks.more-suits",
            "{suits} suits in {stacks}: the highest card of a suit never leaves, and a won stack "
            "holds one card",
            suits=self.suits,
            stacks=stacks,
        )

    def __str__(self) -> str:
        return str(self.said)

    def as_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return {"kind": "more suits", "suits": self.suits, "stacks": self.stacks}


@dataclass(frozen=True, slots=True)
class Stuck:
    """Only forced removals are ever possible, and they end in a position without moves.

    Args:
        tops: the top of every stack after the removals.

    >>> print(Stuck(((7, 2), (7, 3))))
    stuck after the forced removals: no stack is empty and the tops 7b 7c are all of different suits
    """

    tops: tuple[Card, ...]

    @property
    def said(self) -> Phrase:
        """The reason in words."""
        return stuck_words(self.tops[:SHOWN_SUITS], len(self.tops))

    def __str__(self) -> str:
        return str(self.said)

    def as_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return {"kind": "stuck", "tops": [card_text(card) for card in self.tops]}


def stuck_words(tops: tuple[Card, ...], count: int) -> Phrase:
    """Return the sentence for a stuck position, given the first of its `count` tops."""
    return phrase(
        "stacks.stuck",
        "stuck after the forced removals: no stack is empty and the tops {tops} are all of different "
        "suits",
        tops=" ".join(map(card_text, tops)) + (" …" if count > len(tops) else ""),
    )


End: TypeAlias = Literal["own stack", "no ace", "cycle", "joined"]


def _end_words(end: End, stack: int) -> Phrase:
    if end == "own stack":
        return phrase(
            "stacks.ends-own", "whose king lies over its own ace in stack {stack}", stack=stack
        )
    if end == "no ace":
        return phrase(
            "stacks.ends-no-ace",
            "whose king lies in stack {stack}, which has no ace at its bottom",
            stack=stack,
        )
    if end == "cycle":
        return phrase(
            "stacks.ends-cycle",
            "whose king lies in stack {stack} over the ace of a suit already in this chain",
            stack=stack,
        )
    return phrase(
        "stacks.ends-joined",
        "whose king lies in stack {stack} over the ace of a suit in a chain before",
        stack=stack,
    )


@dataclass(frozen=True, slots=True)
class Chain:
    """The walk back from a target in the graph of aces.

    Args:
        suits: the target, then the suit over whose ace the target's king lies, and so on.
        end: where the king of the last suit lies: in its ``own stack``; in a stack with ``no ace``
            at its bottom; over the ace of a suit of this chain (``cycle``) or of an earlier chain
            (``joined``).
        stack: the stack of that king.

    >>> print(Chain((2, 1), "no ace", 4))
    b ← a, whose king lies in stack 4, which has no ace at its bottom
    """

    suits: tuple[int, ...]
    end: End
    stack: int

    @property
    def said(self) -> Phrase:
        """The walk in words."""
        texts = [suit_text(suit) for suit in self.suits]
        if len(texts) > SHOWN_SUITS:
            texts[SHOWN_SUITS // 2 : 1 - SHOWN_SUITS // 2] = ["…"]
        return phrase(
            "stacks.chain",
            "{suits}, {end}",
            suits=" ← ".join(texts),
            end=_end_words(self.end, self.stack),
        )

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, slots=True)
class NoPath:
    """No path leads from a source to a target, and removals alone don't win.

    Args:
        bare: a stack that is empty or has no ace at its bottom. It shows that removals alone don't
            win: they leave N lone aces only if N stacks have an ace at the bottom.
        chains: the walks back from the targets; a target on an earlier chain has none of its own.

    >>> print(NoPath(1, ()))
    no path: no stack holds another ace over the ace at its bottom, so there is no target
    """

    bare: int
    chains: tuple[Chain, ...]

    @property
    def said(self) -> Phrase:
        """The reason in words."""
        return no_path_words(self.chains[:SHOWN_CHAINS], len(self.chains))

    def __str__(self) -> str:
        return str(self.said)

    def as_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        chains = [
            {"suits": [*one.suits], "end": one.end, "stack": one.stack} for one in self.chains
        ]
        return {"kind": "no path", "bare": self.bare, "chains": chains}


def no_path_words(chains: tuple[Chain, ...], count: int) -> Phrase:
    """Return the sentence for a missing path, given the first of `count` chains."""
    if not chains:
        return phrase(
            "stacks.no-target",
            "no path: no stack holds another ace over the ace at its bottom, so there is no target",
        )
    shown = [chain.said for chain in chains[:SHOWN_CHAINS]]
    if count > len(chains):
        shown.append(phrase("stacks.more-chains", "and so for {n} more", n=count - len(chains)))
    return phrase(
        "stacks.no-path", "no path from a source to a target: {chains}", chains=in_turn(shown)
    )


Reason: TypeAlias = MoreSuits | Stuck | NoPath
"""The reason why a position is lost, as returned by ``why_lost``: one of the three kinds."""


# --- Checking a reason ----------------------------------------------------------------------------
#
# The check uses only the layout, the reason and the definitions, in time linear in the cards. It shares
# no code with the decision.


def check_reason(layout: Layout, reason: Reason) -> None:
    """Verify that a reason holds for a position.

    Args:
        layout: the position.
        reason: the reason why it is said to be lost.

    Raises:
        IllegalPosition: the reason does not hold; the message says where it fails.

    >>> check_reason(Layout.parse("1a | 1b 2a"), MoreSuits(3, 2))
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: no proof: there are 2 suits
    """
    of_kind(layout, Layout, "layout")
    of_kind(reason, (MoreSuits, Stuck, NoPath), "reason")
    if isinstance(reason, MoreSuits):
        _check_more_suits(layout, reason)
    elif isinstance(reason, Stuck):
        _check_stuck(layout, reason)
    else:
        _check_no_path(layout, reason)


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise IllegalPosition(f"no proof: {fault}")


def _check_more_suits(layout: Layout, reason: MoreSuits) -> None:
    suits = len({suit for stack in layout.stacks for _, suit in stack})
    _require(suits == reason.suits, f"there are {suits} suits")
    _require(len(layout) == reason.stacks, f"there are {len(layout)} stacks")
    _require(suits > len(layout), "the suits are not more than the stacks")


def _check_stuck(layout: Layout, reason: Stuck) -> None:
    """Verify that none of the named tops can ever leave.

    The tops are one per stack and of different suits, and no card above them is higher than the top of
    its suit. So the first top to leave would do so without a higher visible card of its suit, and no
    removal allows that. As long as none has left, no stack is empty, so shifts are impossible.
    """
    tops = reason.tops
    _require(len(tops) == len(layout), "the tops are not one a stack")
    highest = {suit: value for value, suit in tops}
    _require(len(highest) == len(tops), "two tops are of one suit")
    covers = False
    for i, (stack, top) in enumerate(zip(layout.stacks, tops, strict=True)):
        _require(top in stack, f"{card_text(top)} is not in stack {i}")
        place = stack.index(top)
        covers = covers or place < len(stack) - 1
        for card in stack[:place]:
            below = highest.get(card[1], -1)
            _require(card[0] < below, f"{card_text(card)} in stack {i} is not removed")
    _require(covers, "no stack is left with two cards")


class _Graph:
    """The graph of aces of a position, as defined on the rules page."""

    def __init__(self, layout: Layout) -> None:
        self.ace: dict[int, Card] = {}
        self.king: dict[int, Card] = {}
        self.stack: dict[Card, int] = {}
        for i, stack in enumerate(layout.stacks):
            for card in stack:
                self.stack[card] = i
                self._rank(card)
        self.bottom = [self._suit_of_ace(stack[-1:]) for stack in layout.stacks]

    def _rank(self, card: Card) -> None:
        """Update the two highest cards of a suit."""
        suit = card[1]
        ace = self.ace.get(suit)
        if ace is None or card > ace:
            self.ace[suit] = card
            card, ace = ace or card, card
        if card != ace and card > self.king.get(suit, (-1, suit)):
            self.king[suit] = card

    def _suit_of_ace(self, bottom: tuple[Card, ...]) -> int | None:
        """Return the suit of a bottom card that is an ace, else None."""
        return next((card[1] for card in bottom if self.ace[card[1]] == card), None)

    def targets(self) -> set[int]:
        """Return the suits whose ace lies at the bottom of a stack that holds another ace."""
        aces = [0] * len(self.bottom)
        for ace in self.ace.values():
            aces[self.stack[ace]] += 1
        pairs = zip(self.bottom, aces, strict=True)
        return {suit for suit, count in pairs if suit is not None and count > 1}


def _check_no_path(layout: Layout, reason: NoPath) -> None:
    """Verify that the chains hold every target, no source, and all their own predecessors.

    If a stack has no ace at its bottom, removals alone don't win: they leave at most the bottom card of
    each stack, and N lone cards of N suits must be the aces.
    """
    graph = _Graph(layout)
    _require(len(graph.ace) == len(layout), "there are not as many suits as stacks")
    _require(0 <= reason.bare < len(layout), f"there is no stack {reason.bare}")
    _require(graph.bottom[reason.bare] is None, f"stack {reason.bare} has an ace at its bottom")
    known: set[int] = set()
    for chain in reason.chains:
        _check_chain(graph, chain, known)
        known.update(chain.suits)
    for suit in graph.targets():
        _require(suit in known, f"the target {suit_text(suit)} is in no chain")


def _check_chain(graph: _Graph, chain: Chain, known: set[int]) -> None:
    _require(len(chain.suits) > 0, "a chain is empty")
    for suit, before in zip(chain.suits, (*chain.suits[1:], None), strict=True):
        name = suit_text(suit)
        at_bottom = suit in graph.ace and graph.bottom[graph.stack[graph.ace[suit]]] == suit
        _require(at_bottom, f"no ace of {name} lies at a bottom")
        _require(suit in graph.king, f"{name} is a source")
        bottom = graph.bottom[graph.stack[graph.king[suit]]]
        if before is not None:
            _require(bottom == before != suit, f"no edge leads from {suit_text(before)} to {name}")
    last = chain.suits[-1]
    _require(graph.stack[graph.king[last]] == chain.stack, "a king lies in another stack")
    holds = {
        "own stack": bottom == last,
        "no ace": bottom is None,
        "cycle": bottom != last and bottom in chain.suits,
        "joined": bottom in known,
    }
    _require(
        holds.get(chain.end, False), f"the chain of {suit_text(chain.suits[0])} ends elsewhere"
    )
