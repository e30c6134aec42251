"""Observations of Stack Management as arrays and as plain data.

In the array a card is its rank and its suit. The ace of a suit, its highest card still in the game, has
rank 1, its king rank 2, and so on; suits are numbered from 1. Cards not yet dealt count. So two
positions that differ only in their values and suit numbers have the same observation.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.sight import Sight
from suitwise.stacks.rules.layout import MOST_CARDS, Card, Stack, card_text
from suitwise.stacks.state import Deal, StackMove, StacksState
from suitwise.stacks.variant import StacksVariant


def observation_fields(variant: StacksVariant) -> tuple[Field, ...]:
    """Return the meaning of the numbers in a flattened ``observation``.

    A position need not come from the deck: every card may have its own suit.

    Raises:
        IllegalPosition: a full deal has more than a million cards.
    """
    variant.refuse_huge("array")
    meaning = "rank and suit of each card from the bottom up, 0 and 0 for none"
    names, size = (f"stack_{stack}" for stack in range(variant.stacks)), 2 * variant.height
    return tuple(Field(name, size, meaning, high=variant.cards, parts=1) for name in names)


def observation(state: StacksState) -> NDArray[np.float32]:
    """Return an array (stacks, height, 2): rank and suit of each card from the bottom up, 0 for none.

    Raises:
        IllegalPosition: a full deal has more than a million cards.

    >>> from suitwise.stacks.game import Stacks
    >>> from suitwise.stacks.rules.layout import Layout
    >>> observation(Stacks.around(Layout.parse("0.0 9.0 | 7c"))).tolist()
    [[[1.0, 1.0], [2.0, 1.0]], [[1.0, 2.0], [0.0, 0.0]]]
    """
    state.variant.refuse_huge("array")
    height, stacks = state.variant.height, state.layout.stacks
    rank = _ranks(state.variant.deck() if state.dealing else chain.from_iterable(stacks))
    seen: list[int] = []
    for stack in stacks:
        for card in reversed(stack):
            seen += rank[card]
        seen += (0,) * (2 * (height - len(stack)))
    return np.array(seen, np.float32).reshape(len(stacks), height, 2)


def _ranks(cards: Iterable[Card]) -> dict[Card, tuple[int, int]]:
    """Return for each card its rank in its suit, from the highest down, and the number of the suit."""
    ranks = {}
    number, rank, last = 0, 0, None
    for suit, below in sorted([(suit, -value) for value, suit in cards]):
        if suit != last:
            number, rank, last = number + 1, 0, suit
        rank += 1
        ranks[-below, suit] = rank, number
    return ranks


# --- Rows that describe a move --------------------------------------------------------------------

_KINDS = 3
"""The kinds of moves: a card is dealt, a top is removed, a top is shifted."""


def told_fields(variant: StacksVariant) -> tuple[Field, ...]:
    """Return the meaning of the numbers in ``told``; several stacks are one-hot encoded."""
    return (
        Field("what", _KINDS, "a card is dealt, a top is removed, or shifted"),
        Field("stack", variant.stacks, "a place for the stack of the top that moves"),
        Field("to", variant.stacks, "a place for the stack that it is shifted onto"),
        Field("card", 2, "the value and the suit of the card, from 1", high=MOST_CARDS + 1),
    )


def told(state: StacksState, move: StackMove) -> NDArray[np.float32]:
    """Return the row of a move, (1, width).

    >>> from suitwise.stacks.game import Stacks
    >>> from suitwise.stacks.rules.layout import Layout
    >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
    >>> told(state, state.parse_move("r1")).tolist()
    [[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 2.0]]
    """
    stacks = state.variant.stacks
    row = np.zeros((1, _KINDS + 2 * stacks + 2), np.float32)
    if isinstance(move, Deal):
        row[0, 0], card = 1, move.card
    else:
        card = state.layout.stacks[move.stack][0]
        row[0, 1 if move.to is None else 2] = row[0, _KINDS + move.stack] = 1
        if move.to is not None:
            row[0, _KINDS + stacks + move.to] = 1
    row[0, -2:] = card
    return row


# --- Plain data for views -------------------------------------------------------------------------


def sight(state: StacksState) -> Sight:
    """Return the position as plain data; everything is visible to everybody.

    ``head`` says whether the game is ``won`` and how many ``cards`` are left; ``table`` holds the
    ``stacks``, each with its top card first.
    """
    layout = state.layout
    phase = "deal" if state.dealing else "play" if state.turn >= 0 else "end"
    head = {"won": not state.dealing and layout.is_won, "cards": layout.cards}
    table = {"stacks": [[*_texts(stack)] for stack in layout.stacks]}
    return Sight(phase, head=head, table=table)


@lru_cache(1 << 13)
def _texts(stack: Stack) -> tuple[str, ...]:
    """Return the texts of a stack's cards; cached, since most stacks don't change in a move."""
    return tuple(map(card_text, stack))
