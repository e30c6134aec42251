"""Stack Management as a game under the contract (rules page; seed, "Stack Management").

One seat. Chance deals the cards, stack by stack from the bottom up; then tops are removed or shifted
until every stack holds at most one card (won, return 1) or nothing can be moved (stuck, return 0).
A shift of a card that lies alone changes nothing but the names of two stacks; the game leaves such
moves out, so every game ends: a card is shifted at most once and removed at most once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.stacks.layout import Card, Layout, Stack, card_text, parse_card, suit_text
from suitwise.stacks.moves import Move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DEALING = "dealing "
_MOST_CARDS = 1_000_000


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


@dataclass(frozen=True)
class Stacks(Game[StackMove]):
    """Stack Management with random deals of one size.

    Args:
        stacks: how many stacks.
        height: how many cards each is dealt.
        suits: how many suits the cards have; values count from 1.
        singles: how many of the suits, the last ones, have one card only; the others share the
            rest evenly. With as many suits as stacks nothing can be won without one, since the
            suit whose ace comes free last has no other card.

    Raises:
        NotationError: a number is not positive, there are more suits than cards, or more than a
            million cards.

    >>> str(Stacks(stacks=3, height=2))
    'stacks(stacks=3,height=2,suits=4,singles=1)'
    """

    stacks: int = 4
    height: int = 4
    suits: int = 4
    singles: int = 1

    name: ClassVar[str] = "stacks"

    def __post_init__(self) -> None:
        if min(self.stacks, self.height, self.suits) < 1:
            raise NotationError(f"{self}: stacks, height and suits are 1 or more")
        if self.cards > _MOST_CARDS:
            raise NotationError(f"{self}: a game has at most {_MOST_CARDS:,} cards")
        if self.suits > self.cards:
            raise NotationError(f"{self}: {self.suits} suits need as many cards, not {self.cards}")
        if not 0 <= self.singles <= self.suits or self.singles == self.suits < self.cards:
            raise NotationError(f"{self}: singles are 0 or more suits, and leave one for the rest")

    @property
    def cards(self) -> int:
        """How many cards are dealt."""
        return self.stacks * self.height

    @property
    def facts(self) -> Facts:
        """One seat, chance in the deal only, every game finite."""
        return Facts(
            seats=1,
            distinct_moves=self.stacks * self.stacks,
            longest_game=3 * self.cards,
            lowest_return=0,
            highest_return=1,
            chance=True,
            perfect_information=True,
        )

    def deck(self) -> tuple[Card, ...]:
        """Return the cards: 1a 1b … 2a 2b …, round the suits of several cards, then the singles.

        >>> [card_text(card) for card in Stacks(stacks=3, height=2, suits=3).deck()]
        ['1a', '1b', '2a', '2b', '3a', '1c']
        """
        several = self.suits - self.singles
        shared = self.cards - self.singles
        rest = tuple((i // several + 1, i % several + 1) for i in range(shared))
        return rest + tuple((1, several + i + 1) for i in range(self.singles))

    def holds(self, card: Card) -> bool:
        """Tell whether a card is in the deck.

        >>> game = Stacks(stacks=3, height=2, suits=3)
        >>> game.holds((3, 1)), game.holds((3, 2)), game.holds((1, 3)), game.holds((2, 3))
        (True, False, True, False)
        """
        value, suit = card
        several = self.suits - self.singles
        if not 1 <= suit <= several:
            return several < suit <= self.suits and value == 1
        return value >= 1 and (value - 1) * several + suit <= self.cards - self.singles

    def start(self) -> StacksState:
        """Return the state before the deal."""
        return StacksState(self, Layout(((),) * self.stacks), dealing=True)

    def position(self, layout: Layout) -> StacksState:
        """Return the state of any layout of this many stacks, none higher than dealt.

        Raises:
            IllegalPosition: it has another number of stacks, or a higher one.
        """
        highest = max(map(len, layout.stacks), default=0)
        if len(layout) != self.stacks or highest > self.height:
            raise IllegalPosition(
                f"{self} has {self.stacks} stacks of up to {self.height} cards, "
                f"not {len(layout)} of up to {highest}"
            )
        return StacksState(self, layout)

    def parse(self, text: str) -> StacksState:
        """Read a layout, after the word ``dealing`` if the deal is not done.

        >>> print(Stacks(stacks=2, height=2).parse("2b 7a | 3a"))
        2b 7a | 3a
        """
        dealing = text.startswith(_DEALING)
        try:
            state = self.position(Layout.parse(text.removeprefix(_DEALING)))
        except IllegalPosition as error:
            raise NotationError(str(error)) from None
        if not dealing:
            return state
        dealt = [card for stack in state.layout.stacks for card in stack]
        even = tuple(
            min(self.height, max(0, len(dealt) - self.height * i)) for i in range(self.stacks)
        )
        heights = tuple(len(stack) for stack in state.layout.stacks)
        if heights != even or len(dealt) == self.cards or not all(map(self.holds, dealt)):
            raise NotationError(f"{self} is dealt stack by stack from its own deck")
        return StacksState(self, state.layout, dealing=True)

    def move_number(self, move: StackMove) -> int:
        """Number removals by their stack, then shifts by source and target."""
        assert isinstance(move, Move)
        if move.to is None:
            return move.stack
        target = move.to - (move.to > move.stack)
        return self.stacks + move.stack * (self.stacks - 1) + target

    def numbered_move(self, number: int) -> Move:
        """Return the move of a number."""
        if number < self.stacks:
            return Move(number)
        source, target = divmod(number - self.stacks, self.stacks - 1)
        return Move(source, target + (target >= source))


class _StackMoves(Collection[StackMove]):
    """The legal moves of a layout, counted without listing the shifts."""

    def __init__(self, state: StacksState) -> None:
        self._state = state
        stacks = state.layout.stacks
        smallest: dict[int, int] = {}
        shared: set[int] = set()
        for i, stack in enumerate(stacks):
            if stack:
                value, suit = stack[0]
                if suit in smallest:
                    shared.add(suit)
                if suit not in smallest or value < stacks[smallest[suit]][0][0]:
                    smallest[suit] = i
        self.removable = sorted(smallest[suit] for suit in shared)
        self.sources = [i for i, stack in enumerate(stacks) if len(stack) > 1]
        self.targets = [i for i, stack in enumerate(stacks) if not stack]

    def __len__(self) -> int:
        return len(self.removable) + len(self.sources) * len(self.targets)

    def __iter__(self) -> Iterator[StackMove]:
        yield from map(Move, self.removable)
        for source in self.sources:
            for target in self.targets:
                yield Move(source, target)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._state.why_not(move) is None


@dataclass(frozen=True, slots=True)
class StacksState(State[StackMove]):
    """A position of Stack Management.

    Args:
        variant: the variant.
        layout: the stacks.
        dealing: whether chance is still to deal.
    """

    variant: Stacks
    layout: Layout
    dealing: bool = False

    @property
    def game(self) -> Stacks:
        """The variant."""
        return self.variant

    @property
    def turn(self) -> int:
        """Chance deals; then the only seat moves until it has won or is stuck."""
        if self.dealing:
            return CHANCE
        return OVER if self.layout.is_won or not len(_StackMoves(self)) else 0

    def moves(self) -> Collection[StackMove]:
        """Return the cards not yet dealt, or the removals and the shifts that change something."""
        if self.dealing:
            dealt = {card for stack in self.layout.stacks for card in stack}
            return tuple(Deal(card) for card in self.variant.deck() if card not in dealt)
        return () if self.layout.is_won else _StackMoves(self)

    def after(self, move: StackMove) -> StacksState:
        """Return the state after a card is dealt, removed or shifted."""
        reason = self.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        stacks = list(self.layout.stacks)
        if isinstance(move, Deal):
            return self._dealt(stacks, move.card)
        top, stacks[move.stack] = stacks[move.stack][0], stacks[move.stack][1:]
        if move.to is not None:
            stacks[move.to] = (top,)
        return StacksState(self.variant, Layout(tuple(stacks)))

    def _dealt(self, stacks: list[Stack], card: Card) -> StacksState:
        place = next(i for i, stack in enumerate(stacks) if len(stack) < self.variant.height)
        stacks[place] = (card, *stacks[place])
        dealing = len(stacks[-1]) < self.variant.height
        return StacksState(self.variant, Layout(tuple(stacks)), dealing)

    def why_not(self, move: StackMove) -> str | None:
        """Return the rule that forbids a move, or None if it is legal."""
        if isinstance(move, Deal):
            dealt = any(move.card in stack for stack in self.layout.stacks)
            legal = self.dealing and not dealt and self.variant.holds(move.card)
            return None if legal else f"{move} is not to be dealt here"
        if self.dealing:
            return "the deal is not done"
        if self.layout.is_won:
            return "the game is won"
        return _why_not(self.layout.stacks, move)

    def returns(self) -> tuple[float, ...]:
        """Return 1 for a game won, else 0."""
        return (float(not self.dealing and self.layout.is_won),)

    def __str__(self) -> str:
        return (_DEALING if self.dealing else "") + str(self.layout)

    def parse_move(self, text: str) -> StackMove:
        """Read ``r3``, ``m2>0``, or during the deal a card."""
        return Deal(parse_card(text)) if self.dealing else Move.parse(text)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return (stacks, height, 2): value and suit of each card from the bottom up, else 0."""
        import numpy as np

        seen = np.zeros((self.variant.stacks, self.variant.height, 2), np.float32)
        for i, stack in enumerate(self.layout.stacks):
            for level, card in enumerate(reversed(stack)):
                seen[i, level] = card
        return seen


def _why_not(stacks: tuple[Stack, ...], move: Move) -> str | None:
    """Return the rule that forbids a removal or a shift."""
    for number in (move.stack, move.to):
        if number is not None and not 0 <= number < len(stacks):
            return f"there is no stack {number}: stacks count from 0 to {len(stacks) - 1}"
    if not stacks[move.stack]:
        return f"stack {move.stack} is empty"
    top = stacks[move.stack][0]
    if move.to is None:
        return _why_not_removed(stacks, top)
    if move.to == move.stack or stacks[move.to]:
        return f"stack {move.to} is not empty: a card is shifted onto an empty stack"
    if len(stacks[move.stack]) == 1:
        return f"{card_text(top)} lies alone: shifting it changes nothing"
    return None


def _why_not_removed(stacks: tuple[Stack, ...], top: Card) -> str | None:
    visible = [stack[0] for stack in stacks if stack and stack[0][1] == top[1]]
    if len(visible) == 1:
        return f"no other top is of suit {suit_text(top[1])}, so {card_text(top)} stays"
    smallest = min(visible)
    if smallest != top:
        return f"{card_text(smallest)} is the smallest top of its suit, not {card_text(top)}"
    return None
