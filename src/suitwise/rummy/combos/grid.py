"""The cells of a hand as one number, and the choices that it leaves, cell by cell.

A search for combos goes through the cells in order and decides at each one which melds begin there,
how many of its copies are wild cards elsewhere or aces above the king, and how many are left over. What
is decided later depends on the copies that remain and on nothing else: that number is the state. So
whatever is asked of a hand (how many combos, the best of them, the maximal ones) is worked out once
for every state. As cells are in the order of their ranks, within a component of the melds, few
states are met: runs that were begun lower down leave little choice of what they have taken further up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TypeAlias

from suitwise.errors import IllegalPosition
from suitwise.rummy.rules.candidate_melds import Cell, barred, cells_of, is_laid, wild_cards
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import card_of

CELL_BITS = 4
"""Bits a cell: up to four copies, and one bit that shows a loan."""
COPIES = 0b111

MOST_STEPS = 1_000_000
"""Rather than look at more possibilities than this a search gives up."""

# An account of wild cards: how many the melds take, how many cards of the wild rank of every suit are
# among them, and how many places bar the same suits. The accounts of a combo's parts add up to its own.
NUMBER = 8
LARGEST = (1 << NUMBER) - 1


def given_at(suit: int) -> int:
    """Return where an account has the wild cards of a suit."""
    return NUMBER * (suit + 1)


def barred_at(suits: int) -> int:
    """Return where an account has the places that bar these suits, given as bits."""
    return NUMBER * (suits + 4)


@dataclass(frozen=True, slots=True)
class Group:
    """Melds that take the same cards.

    Args:
        need: the copies that one takes, as a state.
        account: the wild cards that one takes besides.
        run: 1 if they are runs, 0 if sets.
        pure: 1 if they are pure runs.
        melds: the melds, for wild cards may stand on different places.
    """

    need: int
    account: int
    run: int
    pure: int
    melds: tuple[Meld, ...]


Chosen: TypeAlias = tuple[tuple[Meld, ...], list[int]]
"""The melds of a combo and the cards that it leaves over, jokers as JOKERS."""

Begun: TypeAlias = tuple[tuple[Group, int], ...]
"""Groups, and how many melds of each."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What is decided at a cell.

    Args:
        chosen: the melds that begin there.
        cell: its index.
        left: how many copies are left over.
        account: the wild cards that the melds take and those that come from this cell.
        after: the state that remains.
    """

    chosen: Begun
    cell: int
    left: int
    account: int
    after: int

    @property
    def ways(self) -> int:
        """How many multisets of melds this stands for."""
        return prod(comb(len(group.melds) + times - 1, times) for group, times in self.chosen)

    @property
    def runs(self) -> int:
        """How many runs begin there."""
        return sum(group.run * times for group, times in self.chosen)

    @property
    def pure(self) -> int:
        """How many pure runs begin there."""
        return sum(group.pure * times for group, times in self.chosen)

    def melds(self) -> Iterator[tuple[Meld, ...]]:
        """Yield the multisets of melds."""
        choices = (combinations_with_replacement(group.melds, n) for group, n in self.chosen)
        for parts in product(*choices):
            yield tuple(meld for part in parts for meld in part)


class Grid:
    """Cells of a hand, the melds on them, and the choices at every cell.

    Args:
        hand: the hand.
        cells: cells of it, component by component.
        melds: all melds on these cells.

    >>> from suitwise.rummy.rules.candidate_melds import candidates, components
    >>> hand = Hand.of("3H 4H 5H 6H")
    >>> melds = list(candidates(hand))
    >>> grid = Grid(hand, components(melds, hand.rules)[0], melds)
    >>> [[len(group.melds) for group, _ in branch.chosen] for branch in grid.branches(grid.start)]
    [[], [1], [1]]
    """

    def __init__(self, hand: Hand, cells: Sequence[Cell], melds: Sequence[Meld]) -> None:
        self.hand = hand
        self.cells = list(cells)
        self.cards = [card_of(suit, place) for place, suit in cells]
        self.wilds = wild_cards(hand)
        self.steps = 0
        rules = hand.rules
        at = {cell: i for i, cell in enumerate(cells)}
        # The cell above the king that takes aces from a cell below the 2.
        both = rules.ace == "both"
        self._above = [at.get((14, s), -1) if both and p == 1 else -1 for p, s in cells]
        self._is_above = [both and place == 14 for place, _ in cells]
        below = [
            -1 if above else card for card, above in zip(self.cards, self._is_above, strict=True)
        ]
        self._gives_wilds = [card >= 0 and rules.is_wild(card) for card in below]
        held = (hand.counts[card] if card >= 0 else 0 for card in below)
        self.start = sum(copies << CELL_BITS * i for i, copies in enumerate(held))
        wild = (hand.counts[card_of(suit, rules.wild_rank)] for suit in range(4) if rules.wild)
        self._wild_suits = sum(1 << suit for suit, copies in enumerate(wild) if copies)
        self.guard = sum(COPIES + 1 << CELL_BITS * i for i in range(len(cells)))
        self._beginning = self._groups(melds, at)

    def _groups(self, melds: Sequence[Meld], at: dict[Cell, int]) -> list[list[Group]]:
        """Group the melds by what they take, at the first of their cells."""
        alike: dict[tuple[int, int, int, int], list[Meld]] = {}
        for meld in melds:
            need = sum(1 << CELL_BITS * at[cell] for cell in cells_of(meld, self.hand.rules))
            run = int(isinstance(meld, Run))
            key = (need, self._account(meld), run, int(run and meld.is_pure))
            alike.setdefault(key, []).append(meld)
        beginning: list[list[Group]] = [[] for _ in self.cells]
        for key, group in alike.items():
            beginning[_first_cell(key[0])].append(Group(*key, tuple(group)))
        return beginning

    def _account(self, meld: Meld) -> int:
        rules = self.hand.rules
        account = len(meld) - len(meld.cards)
        for bar in barred(meld, rules):
            if bar & self._wild_suits:
                account += 1 << barred_at(bar & self._wild_suits)
        return account

    def fits(self, need: int, state: int) -> bool:
        """Tell whether a state has the copies that are needed."""
        return ((state | self.guard) - need) & self.guard == self.guard

    def branches(self, state: int) -> Iterator[Branch]:
        """Yield what may be decided at the first cell of a state.

        Raises:
            IllegalPosition: the search has taken too long.
        """
        at = _first_cell(state)
        for chosen, taken, account in self._chosen(at, 0, state, 0):
            rest = taken >> CELL_BITS * at & COPIES
            after = taken - (rest << CELL_BITS * at)
            for wild in range(rest + 1 if self._gives_wilds[at] else 1):
                for high in range(rest - wild + 1 if self._above[at] >= 0 else 1):
                    left = rest - wild - high
                    if left and self._is_above[at]:
                        continue  # Aces that no run above the king takes are left below the 2.
                    self.count_steps(1)
                    moved = after + (high << CELL_BITS * self._above[at]) if high else after
                    given = wild << given_at(self.cells[at][1])
                    yield Branch(chosen, at, left, account + given, moved)

    def _chosen(
        self, at: int, first: int, state: int, account: int
    ) -> Iterator[tuple[Begun, int, int]]:
        """Yield every multiset of groups that begin at a cell, what they leave, and their account."""
        yield (), state, account
        groups = self._beginning[at]
        for which in range(first, len(groups)):
            group, rest, total, times = groups[which], state, account + groups[which].account, 1
            while self.is_covered(total) and self.fits(group.need, rest):
                rest -= group.need
                for more, after, in_all in self._chosen(at, which + 1, rest, total):
                    yield ((group, times), *more), after, in_all
                total, times = total + group.account, times + 1

    def count_steps(self, steps: int) -> None:
        """Count what a search does.

        Raises:
            IllegalPosition: it has taken too long.
        """
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise IllegalPosition(
                f"the hand has too many possibilities: more than {MOST_STEPS:,} to look at"
            )

    def is_covered(self, account: int) -> bool:
        """Tell whether the hand has as many wild cards as an account says are taken."""
        return account & LARGEST <= self.wilds

    def jokers_left(self, account: int) -> int | None:
        """Return how many jokers a combo leaves over, None if its wild cards are not the hand's."""
        wilds = account & LARGEST
        given = [account >> given_at(suit) & LARGEST for suit in range(4)]
        places = {suits: account >> barred_at(suits) & LARGEST for suits in range(1, 16)}
        left = self.hand.counts[JOKERS] - wilds + sum(given)
        fits = 0 <= left <= self.hand.counts[JOKERS] and is_laid(wilds, given, places)
        return left if fits else None

    def left(self, dump: int, jokers: int) -> list[int]:
        """Return the cards of a dump that is a state, and a number of jokers."""
        copies = (dump >> CELL_BITS * i & COPIES for i in range(len(self.cards)))
        cards = (card for card, n in zip(self.cards, copies, strict=True) for _ in range(n))
        return [*cards, *[JOKERS] * jokers]


def _first_cell(state: int) -> int:
    return ((state & -state).bit_length() - 1) // CELL_BITS
