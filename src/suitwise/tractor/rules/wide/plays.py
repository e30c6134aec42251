"""Enumerating and counting the legal plays of a hand, with up to four copies of each card.

Source: docs/tractor-many.md, All legal plays; rules page "Tractor with many packs" §3.

A hand may have millions of legal plays, so they are not stored. The search goes through the cards from
the lowest Φ upward and chooses a number of copies of each. On the way it keeps the set of *states* that
the chosen copies can reach, as in the subset construction for automata: a state is the blocks that are
open, and the number of blocks of each type that have not begun. A play fulfils the duty if it reaches a
final state, one without any blocks left.

States that can't reach a final state are dropped: those that need more cards than may still be chosen,
and those that even all remaining cards could not finish. So nearly every branch leads to a play, and no
play occurs twice. Branches with the same states are counted once.

Under ``protect=longer`` a card of which the play has c copies serves only in a block of width c. A play
may then serve better than the hand as a whole. So there are several lists of blocks that a play may end
in: the list owed, and each list that begins like it and then has a greater block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from operator import le
from typing import NamedTuple, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import Lazy
from suitwise.tractor.rules.deck import EMPTY, Pile, copies_of

EFFORT = 60_000
"""The most branches that are counted, which takes a few seconds. Real hands have some hundreds."""

Size: TypeAlias = tuple[int, int]
"""A block's width and length."""


class State(NamedTuple):
    """The blocks that are still needed.

    Args:
        open: width and remaining length of each block that goes on into the next step, sorted.
        left: the number of blocks of each type that have not begun.
    """

    open: tuple[Size, ...]
    left: tuple[int, ...]


States: TypeAlias = frozenset[State]


class ServingPlays(Lazy[Pile]):
    """The plays of ``size`` cards of one partition that contain blocks as owed.

    Args:
        steps: the cards held, by Φ without gaps: for each step its cards with their copies, and whether
            the step joins tractors.
        size: the number of cards played, fewer than are held.
        services: lists of blocks, width and length; a play must contain the blocks of one of them.
        exact: whether a card chosen c times serves in a block of width c only.
        least: cards that every play contains.

    >>> steps = [([(0, 3)], True), ([(1, 2)], True), ([(2, 1)], True)]  # S2S2S2 S3S3 S4
    >>> plays = ServingPlays(steps, 3, [((2, 1),)])  # three cards, a pair among them
    >>> len(plays), [str(play) for play in plays]
    (5, ['S3S3S4', 'S2S3S3', 'S2S2S4', 'S2S2S3', 'S2S2S2'])
    """

    def __init__(
        self,
        steps: Sequence[tuple[Sequence[tuple[int, int]], bool]],
        size: int,
        services: Sequence[tuple[Size, ...]],
        *,
        exact: bool = False,
        least: Pile = EMPTY,
    ) -> None:
        self._size, self._exact = size, exact
        self._chained = [joins for _, joins in steps]
        self._held = [tuple(copies for _, copies in kinds) for kinds, _ in steps]
        self._kinds = [
            (card, copies, least.copies(card), step, at + 1 == len(kinds))
            for step, (kinds, _) in enumerate(steps)
            for at, (card, copies) in enumerate(kinds)
        ]
        self._remaining = [
            sum(copies for _, copies, _, _, _ in self._kinds[at:])
            for at in range(len(self._kinds) + 1)
        ]
        self._types = sorted({block for service in services for block in service}, reverse=True)
        self._start = frozenset(
            State((), tuple(service.count(block) for block in self._types)) for service in services
        )
        self._moves: dict[tuple[bool, bool, tuple[int, ...], State], States] = {}
        self._ends: dict[tuple[int, State], bool] = {}
        self._needs: dict[State, int] = {}
        self._numbers: dict[tuple[int, int, tuple[int, ...], States], int] = {}

    # --- As a sequence -----------------------------------------------------------------------------

    @cached_property
    def _number(self) -> int:
        return self._count(0, self._size, (), self._begun)

    @cached_property
    def _begun(self) -> States:
        return self._alive(0, self._size, self._start)

    def __len__(self) -> int:
        return self._number

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        budget, chosen, states = self._size, tuple[int, ...](), self._begun
        taken: list[tuple[int, int]] = []
        for at in range(len(self._kinds)):
            for copies in self._choices(at, budget):
                after = self._after(at, budget, chosen, states, copies)
                ways = self._count(at + 1, budget - copies, *after)
                if place < ways:
                    taken.append((self._kinds[at][0], copies))
                    budget, (chosen, states) = budget - copies, after
                    break
                place -= ways
        return copies_of(taken)

    def __iter__(self) -> Iterator[Pile]:
        return self._each(0, self._size, (), self._begun, ())

    def _each(
        self,
        at: int,
        budget: int,
        chosen: tuple[int, ...],
        states: States,
        taken: tuple[tuple[int, int], ...],
    ) -> Iterator[Pile]:
        if at == len(self._kinds):
            if budget == 0 and states:
                yield copies_of(taken)
            return
        for copies in self._choices(at, budget):
            after = self._after(at, budget, chosen, states, copies)
            if after[1]:
                more = (*taken, (self._kinds[at][0], copies))
                yield from self._each(at + 1, budget - copies, *after, more)

    # --- The walk ----------------------------------------------------------------------------------

    def _choices(self, at: int, budget: int) -> range:
        """Return the possible numbers of copies of a card."""
        _, copies, least, _, _ = self._kinds[at]
        return range(max(least, budget - self._remaining[at + 1]), min(copies, budget) + 1)

    def _count(self, at: int, budget: int, chosen: tuple[int, ...], states: States) -> int:
        """Count the plays that choose ``budget`` more cards from card number ``at`` on."""
        if not states:
            return 0
        if at == len(self._kinds):
            return budget == 0
        key = at, budget, chosen, states
        number = self._numbers.get(key)
        if number is None:
            if len(self._numbers) > EFFORT:
                raise SuitwiseError(
                    phrase(
                        "tractor.many-plays", "the legal plays of this hand are too many to count"
                    )
                )
            number = sum(
                self._count(
                    at + 1, budget - copies, *self._after(at, budget, chosen, states, copies)
                )
                for copies in self._choices(at, budget)
            )
            self._numbers[key] = number
        return number

    def _after(
        self, at: int, budget: int, chosen: tuple[int, ...], states: States, copies: int
    ) -> tuple[tuple[int, ...], States]:
        """Return the copies chosen on an unfinished step, and the states, after one more card."""
        _, _, _, step, is_last = self._kinds[at]
        chosen = (*chosen, copies)
        if not is_last:
            return chosen, states
        # Steps without cards in between close every open block.
        end = self._kinds[at + 1][3] if at + 1 < len(self._kinds) else len(self._held)
        found = set[State]()
        for state in states:
            found |= self._next(step, chosen, state)
        for gap in range(step + 1, end):
            found = {after for state in found for after in self._next(gap, (), state)}
        return (), self._alive(end, budget - copies, found)

    def _alive(self, step: int, budget: int, states: States | set[State]) -> States:
        """Drop the states that can't reach a final state, and those dominated by another one."""
        alive: dict[tuple[Size, ...], list[tuple[int, ...]]] = {}
        for state in sorted(states, key=self._lacks):
            if self._lacks(state) > budget:
                break
            if not self._lacks(state):
                return frozenset((state,))
            others = alive.setdefault(state.open, [])
            if not any(map(_at_most, others, repeat(state.left))) and self._can_end(step, state):
                others.append(state.left)
        return frozenset(State(going, left) for going, lefts in alive.items() for left in lefts)

    def _lacks(self, state: State) -> int:
        """Return the number of cards that a state still needs."""
        lacks = self._needs.get(state)
        if lacks is None:
            lacks = sum(width * length for width, length in state.open)
            for number, (width, length) in zip(state.left, self._types, strict=True):
                lacks += number * width * length
            self._needs[state] = lacks
        return lacks

    def _can_end(self, step: int, state: State) -> bool:
        """Tell whether all cards from a step upward together could finish a state."""
        if step == len(self._held):
            return not state.open and not any(state.left)
        key = step, state
        ends = self._ends.get(key)
        if ends is None:
            after = self._next(step, self._held[step], state, whole=True)
            ends = self._ends[key] = any(self._can_end(step + 1, other) for other in after)
        return ends

    # --- One step ----------------------------------------------------------------------------------

    def _next(
        self, step: int, copies: tuple[int, ...], state: State, *, whole: bool = False
    ) -> States:
        """Return the states after a step.

        Args:
            step: the step.
            copies: the copies of each of its cards.
            state: the state before it.
            whole: whether copies may be left out, also where a card's copies must be exact.
        """
        exact = self._exact and not whole
        key = self._chained[step], exact, copies, state
        found = self._moves.get(key)
        if found is None:
            ends = set(self._packed(copies, state.open, state.left, self._chained[step], exact, ()))
            found = self._moves[key] = frozenset(ends)
        return found

    def _packed(
        self,
        copies: tuple[int, ...],
        waiting: tuple[Size, ...],
        left: tuple[int, ...],
        joins: bool,
        exact: bool,
        going: tuple[Size, ...],
    ) -> Iterator[State]:
        """Yield the states after blocks were packed into the copies of a step's cards.

        Args:
            copies: the copies of the cards not packed yet.
            waiting: the open blocks that these cards must carry.
            left: the blocks that have not begun.
            joins: whether the step joins tractors.
            exact: whether a card carries one block of just its copies.
            going: the blocks that go on into the next step.
        """
        if not copies:
            if not waiting:
                yield State(tuple(sorted(going)), left)
            return
        if waiting and not joins:
            return
        first, rest = copies[0], copies[1:]
        yield from self._packed(rest, waiting, left, joins, exact, going)
        for at, (width, length) in enumerate(waiting):
            if width == first or (width < first and not exact):
                after = going if length == 1 else (*going, (width, length - 1))
                again = () if self._exact else (first - width,) * (first - width > 1)
                yield from self._packed(
                    (*again, *rest), waiting[:at] + waiting[at + 1 :], left, joins, exact, after
                )
        for at, (width, length) in enumerate(self._types):
            fits = width == first or (width < first and not exact)
            if left[at] and fits and (joins or length == 1):
                after = going if length == 1 else (*going, (width, length - 1))
                again = () if self._exact else (first - width,) * (first - width > 1)
                fewer = (*left[:at], left[at] - 1, *left[at + 1 :])
                yield from self._packed((*again, *rest), waiting, fewer, joins, exact, after)


def _at_most(some: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Tell whether each number is at most the other one at its place."""
    return all(map(le, some, others))
