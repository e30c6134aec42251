"""A position of Stack Management, its moves, and why a move is not legal (rules page; seed).

One seat. Chance deals the cards, stack by stack from the bottom up; then tops are removed or shifted
until every stack holds at most one card (won, return 1) or nothing can be moved (stuck, return 0).
A shift of a card that lies alone changes nothing but the names of two stacks; the game leaves such
moves out, so every game ends: a card is shifted at most once and removed at most once. ``stepped`` has
the same course on a flat record; ``tests/stacks/test_stepped.py`` holds the two together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import as_seed
from suitwise.stacks.rules.decision import is_winnable
from suitwise.stacks.rules.layout import (
    Card,
    Layout,
    Stack,
    as_number,
    card_text,
    draw_cards,
    parse_card,
)
from suitwise.stacks.rules.moves import Move, smallest_of_several, why_not
from suitwise.stacks.rules.table import COMPILED_FROM, face, zeros
from suitwise.stacks.variant import StacksVariant

# --------------------------------------------------------------------------------------------------
# Moves of Stack Management under the contract: the seat's (``rules.moves``), and the cards dealt


@dataclass(frozen=True, slots=True)
class Deal:
    """An outcome of chance: the next card of the deal.

    >>> print(Deal((7, 1)))
    7a
    """

    card: Card

    def __str__(self) -> str:
        return card_text(self.card)


StackMove: TypeAlias = Move | Deal


# --- A position of Stack Management (rules page; seed, "Stack Management") ------------------------


class _StackMoves(Collection[StackMove]):
    """The legal moves of a layout, counted without listing the shifts."""

    __slots__ = ("_count", "_removable", "_sources", "_stacks", "_targets")

    def __init__(self, stacks: tuple[Stack, ...]) -> None:
        self._stacks = stacks
        self._targets = [i for i, stack in enumerate(stacks) if not stack]
        tall = (i for i, stack in enumerate(stacks) if len(stack) > 1)
        self._sources = [*tall] if self._targets else []
        self._removable = sorted(smallest_of_several(stacks, range(len(stacks))).values())
        self._count = len(self._removable) + len(self._sources) * len(self._targets)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[StackMove]:
        yield from map(_move, self._removable)
        for source in self._sources:
            for target in self._targets:
                yield _move(source, target)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and why_not(self._stacks, move) is None


_move = lru_cache(1024)(Move)
"""A move, made once."""


@dataclass(frozen=True, slots=True)
class StacksState(State[StackMove]):
    """A position of Stack Management.

    Args:
        variant: the variant.
        layout: the stacks.
        dealing: whether chance is still to deal.

    >>> from suitwise.stacks.game import Stacks
    >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
    >>> print(state.after(state.parse_move("r1")))
    7b 7a | 6b
    """

    variant: StacksVariant
    layout: Layout
    dealing: bool = False
    _legal: Collection[StackMove] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    _winnable: bool | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def game(self) -> Game[StackMove]:
        """The variant."""
        return cast("Game[StackMove]", self.variant)

    @property
    def turn(self) -> int:
        """Chance deals; then the only seat moves until it has won or is stuck."""
        if self.dealing:
            return CHANCE
        return 0 if self.moves() else OVER

    def moves(self) -> Collection[StackMove]:
        """Return the cards not yet dealt, or the removals and the shifts that change something."""
        if self.dealing:
            return tuple(map(Deal, self._left()))
        if self._legal is None:
            layout = self.layout
            legal = () if layout.is_won else _StackMoves(layout.stacks)
            object.__setattr__(self, "_legal", legal)
            return legal
        return self._legal

    def followed_by(self, move: StackMove) -> StacksState:
        """Return the state after a card is dealt, removed or shifted.

        It copies the places of the stacks and, of the cards, only those of the stack that changes.
        """
        stacks = list(self.layout.stacks)
        if isinstance(move, Deal):
            return self._dealt(stacks, move.card)
        top, stacks[move.stack] = stacks[move.stack][0], stacks[move.stack][1:]
        if move.to is not None:
            stacks[move.to] = (top,)
        after = StacksState(self.variant, Layout.unchecked(tuple(stacks)))
        if self._winnable is False or move.to is None:
            object.__setattr__(after, "_winnable", self._winnable)
        return after

    @property
    def can_be_won(self) -> bool:
        """True if some line wins the position, all cards being dealt.

        What has been decided of a position holds on: what is lost stays lost, and to remove a card never
        hurts (rules page, "Removing never hurts"). So along a game only shifts are decided anew.

        >>> from suitwise.stacks.game import Stacks
        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> state.can_be_won, state.after("r1").can_be_won
        (True, True)
        """
        if self._winnable is None:
            object.__setattr__(self, "_winnable", is_winnable(self.layout))
        return bool(self._winnable)

    def _dealt(self, stacks: list[Stack], card: Card) -> StacksState:
        height = self.variant.height
        place = bisect_left(stacks, True, key=lambda stack: len(stack) < height)
        stacks[place] = (card, *stacks[place])
        dealing = len(stacks[-1]) < height
        return StacksState(self.variant, Layout.unchecked(tuple(stacks)), dealing)

    def _left(self) -> list[Card]:
        """Return the cards not yet dealt, in the deck's order."""
        dealt = {card for stack in self.layout.stacks for card in stack}
        return [card for card in self.variant.deck() if card not in dealt]

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[StacksState, int]:
        """Deal all cards that are left at once: what ``game.roll`` does card by card.

        Where that takes time in the square of the cards, this takes little more than linear time.

        Args:
            seed: 64-bit seed.
            stream: the number of the deal, below 2**63.
            index: where in the stream to begin.

        Returns:
            The state and the index after the last draw.

        >>> from suitwise.stacks.game import Stacks
        >>> state, _ = Stacks(stacks=3, height=2, suits=3).start().rolled(seed=1, stream=0)
        >>> print(state)
        3a 1c | 2b 2a | 1a 1b
        """
        if not self.dealing:
            return self, index
        left, height = self._left(), self.variant.height
        compiled = len(left) >= COMPILED_FROM
        order, tree = zeros(len(left), compiled), zeros(len(left) + 1, compiled)
        draw = face(draw_cards, compiled)
        index = draw(order, tree, as_seed(seed), as_number(stream), index)
        cards = [card for stack in self.layout.stacks for card in reversed(stack)]
        cards += [left[k] for k in order]
        stacks = tuple(tuple(cards[i : i + height][::-1]) for i in range(0, len(cards), height))
        return StacksState(self.variant, Layout.unchecked(stacks)), int(index)

    move_kinds = (Move, Deal)

    def returns(self) -> tuple[float, ...]:
        """Return 1 for a game won, else 0."""
        return (float(not self.dealing and self.layout.is_won),)

    def parse_move(self, text: str) -> StackMove:
        """Read ``r3``, ``m2>0``, or during the deal a card."""
        return Deal(parse_card(text)) if self.dealing else Move.parse(text)


# --- Why a move of Stack Management is not legal, in words ----------------------------------------


def refusal(state: StacksState, move: StackMove) -> Phrase | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if state.turn == OVER:
        return phrase("any.over", "the game is over")
    if isinstance(move, Deal):
        dealt = any(move.card in stack for stack in state.layout.stacks)
        legal = state.dealing and not dealt and state.variant.holds(move.card)
        if legal:
            return None
        return phrase("stacks.not-dealt", "{card} is not to be dealt here", card=str(move))
    if state.dealing:
        return phrase("stacks.deal-not-done", "the deal is not done")
    return why_not(state.layout.stacks, move)
