"""Stack Management as a game under the contract."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition, NotationError
from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Facts, Game, Refusal
from suitwise.sight import Sight
from suitwise.stacks.rules.layout import MOST_CARDS, Layout
from suitwise.stacks.rules.moves import Move, shift_number, shift_numbered
from suitwise.stacks.state import StackMove, StacksState, refusal
from suitwise.stacks.variant import StacksVariant
from suitwise.stacks.view import observation, observation_fields, sight, told, told_fields

DEALING = "dealing "


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
        """Return the position as plain data (``view.sight``)."""
        return sight(state)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the meaning of the numbers in a flattened observation (``view.observation``).

        Raises:
            IllegalPosition: a full deal has more than a million cards.

        >>> [field.name for field in Stacks(stacks=2).observation_fields()]
        ['stack_0', 'stack_1']
        """
        return observation_fields(self)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the meaning of the numbers in the row of a move (``view.told``)."""
        return told_fields(self)

    @property
    def most_told(self) -> int:
        """The most rows in a game, one per move: a card is dealt, shifted and removed at most once."""
        return 3 * self.cards

    def told_of(
        self, state: StacksState, move: StackMove, after: StacksState, seat: int
    ) -> NDArray[np.float32]:
        """Return the row of a move; everything is visible (``view.told``)."""
        return told(state, move)

    def observation_of(self, state: StacksState, seat: int) -> NDArray[np.float32]:
        """Return the cards by rank and suit (``view.observation``)."""
        return observation(state)
