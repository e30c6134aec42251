"""The kinds of reason why a position is lost (``find_reason`` finds, ``check_reason`` checks one).

Three kinds of reason cover every lost position (rules page, The theory):

* ``MoreSuits``: more suits than stacks; the highest card of a suit never leaves.
* ``Stuck``: the forced removals end without an empty stack and with all tops of different suits.
* ``NoPath``: as many suits as stacks, removals alone don't win, and walking back from every target
  leads to no source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from suitwise.foundation.text.phrase_lists import in_turn
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.stacks.rules.layout import Card, card_text, suit_text

SHOWN_CHAINS = 3
"""The most chains that words name."""
SHOWN_SUITS = 12
"""The most suits of a chain, and the most tops, that they name."""


@dataclass(frozen=True, slots=True)
class MoreSuits:
    """There are more suits than stacks.

    Args:
        suits: how many suits there are.
        stacks: how many stacks.

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
    """The forced removals end in a dead position, and nothing but removals is ever possible.

    Args:
        tops: the top of every stack after them.

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
    """Say that a position is stuck, given the first of its `count` tops."""
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
    """The way back from a target.

    Args:
        suits: the target, then the suit over whose ace its king lies, and so on.
        end: where the king of the last suit lies: in its ``own stack``; in a stack with ``no ace``
            at its bottom; over the ace of a suit of this chain (``cycle``) or of a chain before
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
        """The way back in words."""
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
        bare: a stack that is empty or has no ace at its bottom: removals alone leave N lone aces
            only where N stacks have one.
        chains: the ways back from the targets; a target that lies on a chain before has none of
            its own.

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
    """Say that there is no path, given the first of `count` chains."""
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
"""Why a position is lost: one of the three kinds of reason, as ``why_lost`` gives it."""
