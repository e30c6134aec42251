"""The state of Stack Management under the game contract, with its moves (rules page).

There is one seat. Chance deals the cards, stack by stack from the bottom up. Then the player removes or
shifts tops until every stack holds at most one card (won, return 1) or no move is left (stuck, return
0). Shifting a card that lies alone would only swap the names of two stacks, so it is not a move of the
game. Every game is therefore finite: a card is shifted at most once and removed at most once.
``arrays`` implements the same game on flat records, and a test compares the two.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.values import shows
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import as_seed
from suitwise.stacks.rules import layout as layouts
from suitwise.stacks.rules.layout import Card, Layout, Stack, StacksVariant, card_text, parse_card
from suitwise.stacks.rules.moves import Move, smallest_of_several, why_not
from suitwise.stacks.rules.table import COMPILED_FROM, is_winnable, machine_if, zeros

# --- Chance ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """A chance move: the next card of the deal.

    >>> print(Deal((7, 1)))
    7a
    """

    card: Card

    def __str__(self) -> str:
        return card_text(self.card)


StackMove: TypeAlias = Move | Deal


# --- The state ------------------------------------------------------------------------------------


class _StackMoves(Collection[StackMove]):
    """The legal moves of a layout; its length is computed without listing the shifts."""

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
"""Returns a move from a cache."""


@shows(svg="suitwise.stacks.picture:draw_state")
@dataclass(frozen=True, slots=True)
class StacksState(State[StackMove]):
    """A position of Stack Management.

    Args:
        variant: the variant.
        layout: the stacks.
        dealing: whether the deal is still in progress.

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
        """Chance during the deal, then the only seat until the game is won or stuck."""
        if self.dealing:
            return CHANCE
        return 0 if self.moves() else OVER

    def moves(self) -> Collection[StackMove]:
        """Return the cards not yet dealt during the deal, else the removals and shifts."""
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

        Only the tuple of stacks and the cards of the changed stacks are copied.
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
        """True if the position can be won; all cards must be dealt.

        A lost position stays lost, and a removal never hurts (rules page, "Removing never hurts"). So
        during a game only shifts in a winnable position require a new decision.

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
        """Deal all remaining cards at once, with the same result as ``game.roll`` card by card.

        This takes nearly linear time, where dealing card by card takes quadratic time.

        Args:
            seed: 64-bit seed.
            stream: the number of the deal, below 2**63.
            index: the index in the stream to start from.

        Returns:
            The state, and the index after the last draw.

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
        draw = machine_if(layouts.draw_cards, compiled)
        index = draw(order, tree, as_seed(seed), layouts.as_number(stream), index)
        cards = [card for stack in self.layout.stacks for card in reversed(stack)]
        cards += [left[k] for k in order]
        stacks = tuple(tuple(cards[i : i + height][::-1]) for i in range(0, len(cards), height))
        return StacksState(self.variant, Layout.unchecked(stacks)), int(index)

    move_kinds = (Move, Deal)

    def returns(self) -> tuple[float, ...]:
        """Return 1 if the game is won, else 0."""
        return (float(not self.dealing and self.layout.is_won),)

    def parse_move(self, text: str) -> StackMove:
        """Parse a move such as ``r3`` or ``m2>0``, or during the deal a card."""
        return Deal(parse_card(text)) if self.dealing else Move.parse(text)


# --- Illegal moves --------------------------------------------------------------------------------


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
