"""Stack Management as a game under the contract.

In an observation a card is its rank and its suit. The ace of a suit, its highest card still in the game,
has rank 1, its king rank 2, and so on; suits are numbered from 1. Cards not yet dealt count. So two
positions that differ only in their values and suit numbers have the same observation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import ClassVar

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition, NotationError
from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Facts, Game, Refusal
from suitwise.sight import Sight
from suitwise.stacks.rules.layout import MOST_CARDS, Card, Layout, Stack, StacksVariant, card_text
from suitwise.stacks.rules.moves import Move, shift_number, shift_numbered
from suitwise.stacks.state import Deal, StackMove, StacksState, refusal

DEALING = "dealing "

_KINDS = 3
"""The kinds of moves: a card is dealt, a top is removed, a top is shifted."""


@dataclass(frozen=True)
class Stacks(StacksVariant, Game[StackMove]):
    """Stack Management with random deals of one size.

    Args:
        stacks: how many stacks.
        height: how many cards each is dealt.
        suits: how many suits the cards have; values count from 1.
        singles: how many of the suits, the last ones, have one card only; the others share the
            rest evenly. With as many suits as stacks nothing can be won without one from height 2
            on, since the suit whose ace comes free last has no other card.

    A full deal has at most a million cards. Larger variants are of use for positions of stacks of
    unequal heights: such a variant has positions, but no deal and no arrays.

    Raises:
        NotationError: a number is not positive or above a million, or there are more suits than
            cards.

    >>> str(Stacks(stacks=3, height=2))
    'stacks(stacks=3,height=2,suits=4,singles=1)'
    """

    name: ClassVar[str] = "stacks"

    @classmethod
    def around(cls, layout: Layout) -> StacksState:
        """Return the state of any layout, in the smallest variant that contains it.

        Raises:
            NotationError: the layout has no stacks.

        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> print(state.game, *state.moves())
        stacks(stacks=2,height=2,suits=2,singles=0) r1
        """
        of_kind(layout, Layout, "layout")
        suits = {suit for stack in layout.stacks for _, suit in stack}
        height = max(map(len, layout.stacks), default=0)
        game = cls(len(layout), max(height, 1), max(len(suits), 1), singles=0)
        return game.position(layout)

    @cached_property
    def facts(self) -> Facts:
        """The properties of the game: one seat, chance only in the deal, every game finite."""
        return Facts(
            seats=1,
            distinct_moves=self.stacks * self.stacks,
            longest_game=3 * self.cards,
            lowest_return=0,
            highest_return=1,
            chance=True,
            perfect_information=True,
        )

    def start(self) -> StacksState:
        """Return the state before the deal.

        Raises:
            IllegalPosition: the deal would have more than a million cards.
        """
        self.refuse_huge("deal")
        return StacksState(self, Layout(((),) * self.stacks), dealing=True)

    def position(self, layout: Layout) -> StacksState:
        """Return the state of a layout with this variant's number of stacks, none above its height.

        Raises:
            IllegalPosition: the number of stacks differs, a stack is too high, or there are more than a
                million cards.
        """
        highest = max(map(len, layout.stacks), default=0)
        if len(layout) != self.stacks or highest > self.height:
            own = f"{self.stacks} stacks of up to {self.height} cards"
            raise IllegalPosition(f"{self} has {own}, not {len(layout)} of up to {highest}")
        if layout.cards > MOST_CARDS:
            raise IllegalPosition(f"a game has at most {MOST_CARDS:,} cards, not {layout.cards:,}")
        return StacksState(self, layout)

    def parse(self, text: str) -> StacksState:
        """Parse a layout, preceded by ``dealing`` if the deal is not complete.

        >>> print(Stacks(stacks=2, height=2).parse("2b 7a | 3a"))
        2b 7a | 3a
        """
        dealing = text.startswith(DEALING)
        try:
            state = self.position(Layout.parse(text.removeprefix(DEALING)))
            if dealing:
                self.refuse_huge("deal")
        except IllegalPosition as error:
            raise NotationError(str(error)) from None
        if not dealing:
            return state
        dealt = [card for stack in state.layout.stacks for card in stack]
        full, rest = divmod(len(dealt), self.height)
        even = [self.height] * full + [rest] + [0] * (self.stacks - full - 1)
        heights = [*map(len, state.layout.stacks)]
        if len(dealt) == self.cards or heights != even or not all(map(self.holds, dealt)):
            raise NotationError(f"{self} is dealt stack by stack from its own deck")
        return StacksState(self, state.layout, dealing=True)

    def move_number(self, move: StackMove) -> int:
        """Return the number of a move: removals by stack, then shifts by source and target."""
        assert isinstance(move, Move)
        if move.to is None:
            return move.stack
        return shift_number(self.stacks, move.stack, move.to)

    def numbered_move(self, number: int) -> Move:
        """Return the move with a number."""
        if number < self.stacks:
            return Move(number)
        return Move(*shift_numbered(self.stacks, number))

    def text_of(self, state: StacksState) -> str:
        """Return the text of the layout, preceded by ``dealing`` if the deal is not complete."""
        return (DEALING if state.dealing else "") + str(state.layout)

    def refusal_of(self, state: StacksState, move: StackMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return refusal(state, move)

    def sight_of(self, state: StacksState, seat: int | None) -> Sight:
        """Return the position as plain data; everything is visible to everybody.

        ``head`` says whether the game is ``won`` and how many ``cards`` are left; ``table`` holds the
        ``stacks``, each with its top card first.
        """
        layout = state.layout
        phase = "deal" if state.dealing else "play" if state.turn >= 0 else "end"
        head = {"won": not state.dealing and layout.is_won, "cards": layout.cards}
        return Sight(phase, head=head, table={"stacks": [[*_texts(s)] for s in layout.stacks]})

    def observation_of(self, state: StacksState, seat: int) -> NDArray[np.float32]:
        """Return an array (stacks, height, 2): rank and suit of each card from the bottom up, or 0.

        Raises:
            IllegalPosition: a full deal has more than a million cards.

        >>> state = Stacks.around(Layout.parse("0.0 9.0 | 7c"))
        >>> state.observe(0).tolist()
        [[[1.0, 1.0], [2.0, 1.0]], [[1.0, 2.0], [0.0, 0.0]]]
        """
        self.refuse_huge("array")
        stacks = state.layout.stacks
        rank = _ranks(self.deck() if state.dealing else chain.from_iterable(stacks))
        seen: list[int] = []
        for stack in stacks:
            for card in reversed(stack):
                seen += rank[card]
            seen += (0,) * (2 * (self.height - len(stack)))
        return np.array(seen, np.float32).reshape(len(stacks), self.height, 2)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the meaning of the numbers in a flattened observation.

        A position need not come from the deck: every card may have its own suit.

        Raises:
            IllegalPosition: a full deal has more than a million cards.

        >>> [field.name for field in Stacks(stacks=2).observation_fields()]
        ['stack_0', 'stack_1']
        """
        self.refuse_huge("array")
        meaning = "rank and suit of each card from the bottom up, 0 and 0 for none"
        names, size = (f"stack_{stack}" for stack in range(self.stacks)), 2 * self.height
        return tuple(Field(name, size, meaning, high=self.cards, parts=1) for name in names)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the meaning of the numbers in the row of a move; stacks are one-hot encoded."""
        return (
            Field("what", _KINDS, "a card is dealt, a top is removed, or shifted"),
            Field("stack", self.stacks, "a place for the stack of the top that moves"),
            Field("to", self.stacks, "a place for the stack that it is shifted onto"),
            Field("card", 2, "the value and the suit of the card, from 1", high=MOST_CARDS + 1),
        )

    @property
    def most_told(self) -> int:
        """The most rows in a game, one per move: a card is dealt, shifted and removed at most once."""
        return 3 * self.cards

    def told_of(
        self, state: StacksState, move: StackMove, after: StacksState, seat: int
    ) -> NDArray[np.float32]:
        """Return the row of a move, (1, width); everything is visible.

        >>> Stacks.around(Layout.parse("7b 7a | 3b 6b")).told("r1", 0).tolist()
        [[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 2.0]]
        """
        row = np.zeros((1, _KINDS + 2 * self.stacks + 2), np.float32)
        if isinstance(move, Deal):
            row[0, 0], card = 1, move.card
        else:
            card = state.layout.stacks[move.stack][0]
            row[0, 1 if move.to is None else 2] = row[0, _KINDS + move.stack] = 1
            if move.to is not None:
                row[0, _KINDS + self.stacks + move.to] = 1
        row[0, -2:] = card
        return row


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


@lru_cache(1 << 13)
def _texts(stack: Stack) -> tuple[str, ...]:
    """Return the texts of a stack's cards; cached, since most stacks don't change in a move."""
    return tuple(map(card_text, stack))
