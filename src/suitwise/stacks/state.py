"""Stack Management as a game under the contract (rules page; seed, "Stack Management").

One seat. Chance deals the cards, stack by stack from the bottom up; then tops are removed or shifted
until every stack holds at most one card (won, return 1) or nothing can be moved (stuck, return 0).
A shift of a card that lies alone changes nothing but the names of two stacks; the game leaves such
moves out, so every game ends: a card is shifted at most once and removed at most once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from suitwise.errors import IllegalPosition, NotationError
from suitwise.fields import Field
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.seeds import as_seed
from suitwise.stacks.rules.deck import MOST_CARDS, as_number, card_numbered, draw_cards
from suitwise.stacks.rules.layout import (
    Card,
    Layout,
    Stack,
    card_text,
    is_card,
    parse_card,
    suit_text,
)
from suitwise.stacks.rules.moves import Move, shift_number, shift_numbered
from suitwise.stacks.rules.table import COMPILED_FROM, face, zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.sight import Sight
_DEALING = "dealing "


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

    stacks: int = 4
    height: int = 4
    suits: int = 4
    singles: int = 1

    name: ClassVar[str] = "stacks"

    def __post_init__(self) -> None:
        if min(self.stacks, self.height, self.suits) < 1:
            raise NotationError(f"{self}: stacks, height and suits are 1 or more")
        if max(self.stacks, self.height) > MOST_CARDS:
            raise NotationError(f"{self}: stacks and height are at most {MOST_CARDS:,}")
        if self.suits > self.cards:
            raise NotationError(f"{self}: {self.suits} suits need as many cards, not {self.cards}")
        if not 0 <= self.singles <= self.suits or self.singles == self.suits < self.cards:
            raise NotationError(f"{self}: singles are 0 or more suits, and leave one for the rest")

    @classmethod
    def around(cls, layout: Layout) -> StacksState:
        """Return the state of any layout, of the smallest variant that has it.

        Raises:
            NotationError: the layout has no stacks.

        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> print(state.game, *state.moves())
        stacks(stacks=2,height=2,suits=2,singles=0) r1
        """
        suits = {suit for stack in layout.stacks for _, suit in stack}
        height = max(map(len, layout.stacks), default=0)
        game = cls(len(layout), max(height, 1), max(len(suits), 1), singles=0)
        return game.position(layout)

    @property
    def cards(self) -> int:
        """How many cards a full deal has."""
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

        Raises:
            IllegalPosition: they are more than a million.

        >>> [card_text(card) for card in Stacks(stacks=3, height=2, suits=3).deck()]
        ['1a', '1b', '2a', '2b', '3a', '1c']
        """
        self._refuse_huge("deal")
        several = self.suits - self.singles
        shared = self.cards - self.singles
        return tuple([card_numbered(several, shared, number) for number in range(self.cards)])

    def holds(self, card: Card) -> bool:
        """Tell whether a card is in the deck.

        >>> game = Stacks(stacks=3, height=2, suits=3)
        >>> game.holds((3, 1)), game.holds((3, 2)), game.holds((1, 3)), game.holds((2, 3))
        (True, False, True, False)
        """
        if not is_card(card):
            return False
        value, suit = card
        several = self.suits - self.singles
        if not 1 <= suit <= several:
            return several < suit <= self.suits and value == 1
        return value >= 1 and (value - 1) * several + suit <= self.cards - self.singles

    def _refuse_huge(self, what: str) -> None:
        if self.cards > MOST_CARDS:
            raise IllegalPosition(
                f"{self} has no {what}: {self.stacks} stacks of {self.height} cards are more than "
                f"{MOST_CARDS:,}"
            )

    def start(self) -> StacksState:
        """Return the state before the deal.

        Raises:
            IllegalPosition: the deal would have more than a million cards.
        """
        self._refuse_huge("deal")
        return StacksState(self, Layout(((),) * self.stacks), dealing=True)

    def position(self, layout: Layout) -> StacksState:
        """Return the state of any layout of this many stacks, none higher than dealt.

        Raises:
            IllegalPosition: it has another number of stacks, a higher one, or more than a million
                cards.
        """
        highest = max(map(len, layout.stacks), default=0)
        if len(layout) != self.stacks or highest > self.height:
            raise IllegalPosition(
                f"{self} has {self.stacks} stacks of up to {self.height} cards, "
                f"not {len(layout)} of up to {highest}"
            )
        if layout.cards > MOST_CARDS:
            raise IllegalPosition(f"a game has at most {MOST_CARDS:,} cards, not {layout.cards:,}")
        return StacksState(self, layout)

    def parse(self, text: str) -> StacksState:
        """Read a layout, after the word ``dealing`` if the deal is not done.

        >>> print(Stacks(stacks=2, height=2).parse("2b 7a | 3a"))
        2b 7a | 3a
        """
        dealing = text.startswith(_DEALING)
        try:
            state = self.position(Layout.parse(text.removeprefix(_DEALING)))
            if dealing:
                self._refuse_huge("deal")
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
        return shift_number(self.stacks, move.stack, move.to)

    def numbered_move(self, number: int) -> Move:
        """Return the move of a number."""
        if number < self.stacks:
            return Move(number)
        return Move(*shift_numbered(self.stacks, number))

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``StacksState.observe``, laid flat, mean.

        A position need not be of the deck: each card can be of a suit of its own.

        Raises:
            IllegalPosition: a full deal has more than a million cards.

        >>> [field.name for field in Stacks(stacks=2).observation_fields()]
        ['stack_0', 'stack_1']
        """
        self._refuse_huge("array")
        meaning = "rank and suit of each card from the bottom up, 0 and 0 for none"
        return tuple(
            Field(f"stack_{stack}", 2 * self.height, meaning, high=self.cards)
            for stack in range(self.stacks)
        )


class _StackMoves(Collection[StackMove]):
    """The legal moves of a layout, counted without listing the shifts."""

    def __init__(self, state: StacksState) -> None:
        self._state = state
        stacks = state.layout.stacks
        self._sources = [i for i, stack in enumerate(stacks) if len(stack) > 1]
        self._targets = [i for i, stack in enumerate(stacks) if not stack]

    @cached_property
    def _removable(self) -> list[int]:
        stacks = self._state.layout.stacks
        return sorted(_smallest_of_several(stacks, range(len(stacks))).values())

    def __bool__(self) -> bool:
        return bool(self._sources and self._targets) or bool(self._removable)

    def __len__(self) -> int:
        return len(self._removable) + len(self._sources) * len(self._targets)

    def __iter__(self) -> Iterator[StackMove]:
        yield from map(Move, self._removable)
        for source in self._sources:
            for target in self._targets:
                yield Move(source, target)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._state.refusal(move) is None


def _smallest_of_several(stacks: tuple[Stack, ...], places: Iterable[int]) -> dict[int, int]:
    """Return what may be removed: of every suit that several tops share, the stack of the smallest.

    Args:
        stacks: the stacks.
        places: which of them to look at.
    """
    smallest: dict[int, int] = {}
    shared: set[int] = set()
    for i in places:
        if stacks[i]:
            value, suit = stacks[i][0]
            other = smallest.setdefault(suit, i)
            if other != i:
                shared.add(suit)
                if value < stacks[other][0][0]:
                    smallest[suit] = i
    return {suit: smallest[suit] for suit in shared}


@dataclass(frozen=True, slots=True)
class StacksState(State[StackMove]):
    """A position of Stack Management.

    Args:
        variant: the variant.
        layout: the stacks.
        dealing: whether chance is still to deal.

    >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
    >>> print(state.after(state.parse_move("r1")))
    7b 7a | 6b
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
        return OVER if self.layout.is_won or not _StackMoves(self) else 0

    def moves(self) -> Collection[StackMove]:
        """Return the cards not yet dealt, or the removals and the shifts that change something."""
        if self.dealing:
            return tuple(map(Deal, self._left()))
        return () if self.layout.is_won else _StackMoves(self)

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
        return StacksState(self.variant, Layout.unchecked(tuple(stacks)))

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

    def refusal(self, move: StackMove) -> str | None:
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

    def sight(self, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody sees."""
        from suitwise.stacks.seen import sight

        return sight(self)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return (stacks, height, 2): rank and suit of each card from the bottom up, 0 for none.

        The ace of a suit, its highest card still in the game, has rank 1, its king rank 2, and so on
        down; the suits are numbered from 1. Cards yet to be dealt count. So two positions look alike
        if they differ in nothing but the names of values and suits.

        Raises:
            IllegalPosition: the variant is too large: a full deal has more than a million cards.

        >>> Stacks.around(Layout.parse("0.0 9.0 | 7c")).observe(0).tolist()
        [[[1.0, 1.0], [2.0, 1.0]], [[1.0, 2.0], [0.0, 0.0]]]
        """
        import numpy as np

        self.variant._refuse_huge("array")
        cards = [card for stack in self.layout.stacks for card in stack]
        rank = _ranks(self.variant.deck() if self.dealing else cards)
        seen = np.zeros((self.variant.stacks, self.variant.height, 2), np.float32)
        for i, stack in enumerate(self.layout.stacks):
            for level, card in enumerate(reversed(stack)):
                seen[i, level] = rank[card]
        return seen


def _ranks(cards: Iterable[Card]) -> dict[Card, tuple[int, int]]:
    """Return of each card its rank in its suit, from the highest down, and its suit's number."""
    by_suit = groupby(sorted(cards, key=itemgetter(1)), itemgetter(1))
    return {
        card: (rank, kind)
        for kind, (_, suit) in enumerate(by_suit, 1)
        for rank, card in enumerate(sorted(suit, reverse=True), 1)
    }


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
    same_suit = (i for i, stack in enumerate(stacks) if stack and stack[0][1] == top[1])
    smallest = _smallest_of_several(stacks, same_suit).get(top[1])
    if smallest is None:
        return f"no other top is of suit {suit_text(top[1])}, so {card_text(top)} stays"
    if stacks[smallest][0] != top:
        return f"{card_text(stacks[smallest][0])} is the smallest top of its suit, not {card_text(top)}"
    return None
