"""Every combo of a hand: counted, listed, the maximal and the best ones.

Rules page: a *combo* is a multiset of disjoint melds, its *dump* the rest; 1-6 and 1-3 + 4-6 are two
combos, a set of four and three cards of it too, and the combo without melds is one. A combo is *maximal*
if no other combo's cards strictly contain its cards.

Where cards are wild, two combos are different if their melds are, or the cards left over. Melds are
different if other cards stand for themselves or if wild cards stand on other places of a run: 7H 8H
with a joker as 6H or as 9H are two melds. In a set a wild card has no suit. Which of the hand's wild
cards lies on which place makes no difference, but which of them are left over does. A card of the wild
rank on its own place stands for itself, so in a set of its own rank it is wild only as another copy: S7
H7 D7 is one set where 7 is wild. Copies of a card are one and the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations_with_replacement, product
from math import comb, prod
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.rules.hand import (
    JOKERS,
    SIZE,
    Cell,
    Hand,
    barred,
    candidates,
    cells_of_meld,
    components,
    is_laid,
    of_suits,
    place_in_set,
    wild_cards,
)
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve.arrangement import Aim, Arrangement, run_before_set

Combo: TypeAlias = Arrangement
"""A combo is a hand laid out in melds: ``melds``, ``left``, ``points``, ``cards``, and its text."""


def combo_of(hand: Hand, melds: tuple[Meld, ...], left: list[int]) -> Combo:
    """Return the combo of these melds that leaves these counts.

    >>> hand = Hand.of("3H 4H 5H")
    >>> print(combo_of(hand, (Run(1, 3, 5),), [0] * SIZE))
    H3 H4 H5 + - = 0
    """
    rules = hand.rules
    runs = [meld for meld in melds if isinstance(meld, Run)]
    pure = sum(run.is_pure for run in runs)
    counts = len(runs) >= rules.counting_runs and pure >= rules.counting_pure_runs
    dump = Hand(tuple(left), rules).cards
    return Arrangement(hand, tuple(sorted(melds, key=run_before_set)), dump, counts)


# --- All combos -----------------------------------------------------------------------------------


def combos(hand: Hand) -> Iterator[Combo]:
    """Yield every combo, the one without melds first; nothing is worked out ahead.

    >>> for combo in combos(Hand.of("3H 4H 5H 6H")):
    ...     print(combo)
    - + H3 H4 H5 H6 = 18
    H3 H4 H5 + H6 = 6
    H3 H4 H5 H6 + - = 0
    H4 H5 H6 + H3 = 3
    """
    of_kind(hand, Hand, "hand")
    melds = [(meld, _need(meld), len(meld) - len(meld.cards)) for meld in candidates(hand)]
    for chosen, left in _disjoint(melds, 0, packed(hand), wild_cards(hand), hand.rules):
        for rest in _without_wilds(chosen, left, hand.rules):
            yield combo_of(hand, chosen, rest)


_Needing: TypeAlias = tuple[Meld, int, int]

# The copies of all cards in one number, five bits a card.
CARD_BITS = 5
CARD_COPIES = 0b1111
GUARD = sum(CARD_COPIES + 1 << CARD_BITS * card for card in range(SIZE))
"""The highest of a card's bits: ``(left | GUARD) - need`` has all of them if there is enough."""


def _need(meld: Meld) -> int:
    return sum(1 << CARD_BITS * card for card in meld.cards)


def packed(hand: Hand) -> int:
    """Return the cards of a hand as one number."""
    return sum(copies << CARD_BITS * card for card, copies in enumerate(hand.counts))


def unpacked(left: int) -> list[int]:
    """Return the counts in such a number.

    >>> hand = Hand.of("H3 H3 S4")
    >>> unpacked(packed(hand)) == list(hand.counts)
    True
    """
    return [left >> CARD_BITS * card & CARD_COPIES for card in range(SIZE)]


def _disjoint(
    melds: list[_Needing], first: int, left: int, spare: int, rules: Rules
) -> Iterator[tuple[tuple[Meld, ...], int]]:
    """Yield every multiset of melds that the cards allow, and the cards left before wild ones are taken.

    Args:
        melds: the melds, the cards and the number of wild cards that each needs.
        first: the first of them to choose from.
        left: the cards that are left, as one number.
        spare: how many wild cards of them no meld needs.
        rules: the rule set.
    """
    yield (), left
    for which in range(first, len(melds)):
        meld, need, wilds = melds[which]
        if wilds <= spare and ((left | GUARD) - need) & GUARD == GUARD:
            less = wilds + sum(map(rules.is_wild, meld.cards))
            if less <= spare:
                for more, rest in _disjoint(melds, which, left - need, spare - less, rules):
                    yield (meld, *more), rest


def _without_wilds(melds: tuple[Meld, ...], left: int, rules: Rules) -> Iterator[list[int]]:
    """Yield the counts that are left once the melds have their wild cards, in every way."""
    counts = unpacked(left)
    places = Counter(bar for meld in melds for bar in barred(meld, rules))
    wilds = places.total()
    wild = [card for card in range(SIZE) if counts[card] and rules.is_wild(card)] if wilds else []
    for taken in product(*(range(min(counts[card], wilds) + 1) for card in wild)):
        if sum(taken) == wilds and is_laid(wilds, of_suits(wild, taken), places):
            rest = counts.copy()
            for card, number in zip(wild, taken, strict=True):
                rest[card] -= number
            yield rest


# --- The cells of a hand as one number, and the choices that it leaves, cell by cell --------------
#
# A search for combos goes through the cells in order and decides at each one which melds begin there,
# how many of its copies are wild cards elsewhere or aces above the king, and how many are left over.
# What is decided later depends on the copies that remain and on nothing else: that number is the
# state. So whatever is asked of a hand (how many combos, the best of them, the maximal ones) is
# worked out once for every state. As cells are in the order of their ranks, within a component of the
# melds, few states are met: runs that were begun lower down leave little choice of what they have
# taken further up.

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

    >>> from suitwise.rummy.rules.hand import candidates, components
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
            need = sum(1 << CELL_BITS * at[cell] for cell in cells_of_meld(meld, self.hand.rules))
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


# --------------------------------------------------------------------------------------------------
# What combos of a grid leave over, in numbers, and how many leave each: a count over its states
#
# A number says what is left over: the sum of the costs of the copies left over. The cost is points,
# or the copy's own place in a state. For every state the numbers that matter are kept with how many
# combos have each, apart for every account of wild cards and number of needed runs, for these matter
# to the rest of the hand. Which numbers matter is for the caller to say: the least one, or the dumps
# that contain no other. Where nothing costs anything all combos leave the same: then all are counted.

Key: TypeAlias = tuple[int, int, int]
"""The account of wild cards; runs; pure runs."""

Counted: TypeAlias = dict[int, int]
"""What is left over, as numbers, and how many combos leave each."""


def least(counted: Counted) -> Counted:
    """Return the least number alone.

    >>> least({5: 1, 3: 2})
    {3: 2}
    """
    return {min(counted): counted[min(counted)]} if counted else {}


class Tally:
    """What combos leave over on a grid, and their number.

    Args:
        grid: the cells.
        costs: what a copy costs that is left over, for every cell.
        joker_cost: what a joker costs.
        kept: returns the numbers that matter, and those alone.
        runs: the number of runs that are needed; more are not told apart.
        pure: how many of them are pure.
    """

    def __init__(
        self,
        grid: Grid,
        costs: Sequence[int],
        joker_cost: int,
        kept: Callable[[Counted], Counted] = least,
        runs: int = 0,
        pure: int = 0,
    ) -> None:
        self.grid = grid
        self.costs = costs
        self.joker_cost = joker_cost
        self.kept = kept
        self.needs = runs, pure
        self._known: dict[int, dict[Key, Counted]] = {0: {(0, 0, 0): {0: 1}}}

    def count(self) -> Counted:
        """Return what the combos leave over that matter; nothing if the runs needed are not there.

        Raises:
            IllegalPosition: there are too many.
        """
        counted: Counted = {}
        for _, jokers, parts in self._ends():
            for value, combos in parts.items():
                value += jokers * self.joker_cost
                counted[value] = counted.get(value, 0) + combos
        return self.kept(counted)

    def combos(self) -> Iterator[Chosen]:
        """Yield the combos that matter."""
        counted = self.count()
        for key, jokers, parts in self._ends():
            for value in parts:
                if value + jokers * self.joker_cost in counted:
                    for melds, dump in self._walk(self.grid.start, key, value):
                        yield melds, self.grid.left(dump, jokers)

    def _ends(self) -> Iterator[tuple[Key, int, Counted]]:
        """Yield the keys that a whole hand may have, the jokers that it leaves over, and the rest."""
        for key, counted in self._of(self.grid.start).items():
            jokers = self.grid.jokers_left(key[0])
            if jokers is not None and key[1:] == self.needs:
                yield key, jokers, counted

    def _of(self, state: int) -> dict[Key, Counted]:
        known = self._known.get(state)
        if known is None:
            known = {}
            for branch in self.grid.branches(state):
                cost, ways = self._cost(branch), branch.ways
                for more, parts in self._of(branch.after).items():
                    self.grid.count_steps(len(parts))
                    key = self._key(branch, more)
                    if self.grid.is_covered(key[0]):
                        counted = known.setdefault(key, {})
                        for value, combos in parts.items():
                            counted[value + cost] = counted.get(value + cost, 0) + combos * ways
            known = {key: self.kept(counted) for key, counted in known.items()}
            self._known[state] = known
        return known

    def _key(self, branch: Branch, more: Key) -> Key:
        account, (runs, pure) = more[0] + branch.account, self.needs
        if not runs:
            return account, 0, 0
        return account, min(more[1] + branch.runs, runs), min(more[2] + branch.pure, pure)

    def _cost(self, branch: Branch) -> int:
        return branch.left * self.costs[branch.cell]

    def _walk(self, state: int, key: Key, value: int) -> Iterator[tuple[tuple[Meld, ...], int]]:
        """Yield the melds of the combos of a state that have a key and a value, and their dumps."""
        if state == 0:
            yield (), 0
            return
        for branch in self.grid.branches(state):
            left, rest = branch.left << CELL_BITS * branch.cell, value - self._cost(branch)
            for more, parts in self._of(branch.after).items():
                if rest in parts and self._key(branch, more) == key:
                    for melds, dump in self._walk(branch.after, more, rest):
                        for chosen in branch.melds():
                            yield (*chosen, *melds), dump + left


# --- What the maximal combos of a grid leave over: a step of ``listing`` --------------------------
#
# Rules page: a combo is maximal if no other combo's cards strictly contain its cards, so if its dump
# strictly contains no other's. For every state only the least dumps are kept, with the number of combos
# that leave each: a combo whose dump of some state strictly contains another is not maximal, for the
# other could take its place there. With wild cards this holds among combos of the same account of them;
# what remains is compared when the hand is whole.

MOST_DUMPS = 4096
"""Rather than keep more dumps of a state than this a search gives up."""

_JOKERS = 0b1111
"""Room for a number of jokers: it is the last field of a dump."""


def maximal_tally(grid: Grid) -> Tally:
    """Return the tally of the maximal combos: a copy left over costs its place in a dump.

    A dump is a state with the jokers in a field above the cells'.
    """
    *cells, jokers = (1 << CELL_BITS * cell for cell in range(len(grid.cells) + 1))
    return Tally(grid, cells, jokers, partial(_least, guard=grid.guard | (_JOKERS + 1) * jokers))


def left_over(tally: Tally) -> list[list[int]]:
    """Return what the combos of a maximal tally leave over, every dump once."""
    dumps = (divmod(dump, tally.joker_cost) for dump in tally.count())
    return [tally.grid.left(dump, jokers) for jokers, dump in dumps]


def _least(counted: Counted, guard: int) -> Counted:
    """Return the dumps that strictly contain no other.

    >>> _least({0x12: 5, 0x11: 3, 0x20: 2}, 0x88)
    {17: 3, 32: 2}
    """
    kept: Counted = {}
    # One that is contained is the smaller number.
    for dump in sorted(counted):
        lent = dump | guard
        if not any((lent - less) & guard == guard for less in kept):
            kept[dump] = counted[dump]
            if len(kept) > MOST_DUMPS:
                raise IllegalPosition(
                    f"the hand has too many maximal combos: more than {MOST_DUMPS:,} dumps"
                )
    return kept


# --- The best combos of a hand, the maximal ones, and how many there are --------------------------
#
# Rules page: a combo is *maximal* if no other combo's cards strictly contain its cards. ``combo`` says
# what makes two combos different. Numbers are exact, however large, and no number is found by listing.


def _grids(hand: Hand, tied: bool) -> list[Grid]:
    """Return the grids of a hand that can be searched one by one.

    A wild card may join any meld, so a hand that holds one is one grid.

    Args:
        hand: the hand.
        tied: whether it must be one grid.
    """
    melds = list(candidates(hand))
    parts = components(melds, hand.rules)
    if tied or wild_cards(hand):
        rest = sorted(_wild_cells(hand).difference(*parts))
        return [Grid(hand, [cell for part in (*parts, rest) for cell in part], melds)]
    first = [(meld, cells_of_meld(meld, hand.rules)[0]) for meld in melds]
    return [Grid(hand, part, [meld for meld, cell in first if cell in part]) for part in parts]


def _wild_cells(hand: Hand) -> set[Cell]:
    """Return the cells of suited wild cards that are held."""
    rank = hand.rules.wild_rank
    suits = (suit for suit in range(4) if rank and hand.counts[card_of(suit, rank)])
    return {(place_in_set(rank, hand.rules), suit) for suit in suits}


def _outside(hand: Hand, grids: list[Grid]) -> list[int]:
    """Return the counts of the cards that lie on no grid; jokers are everywhere."""
    inside = {card for grid in grids for card in grid.cards} | {JOKERS}
    return [0 if card in inside else copies for card, copies in enumerate(hand.counts)]


def _tallies(hand: Hand, aim: Aim | None) -> list[Tally]:
    """Return a tally of every grid, with the needed runs if they are there."""
    rules = hand.rules
    if aim is not None and rules.counting_runs:
        needed = rules.counting_runs, rules.counting_pure_runs
        tallies = [_tally(grid, aim, *needed) for grid in _grids(hand, True)]
        if all(tally.count() for tally in tallies):
            return tallies
    return [_tally(grid, aim) for grid in _grids(hand, False)]


def _tally(grid: Grid, aim: Aim | None, runs: int = 0, pure: int = 0) -> Tally:
    rules = grid.hand.rules
    *costs, joker_cost = (
        rules.cost(card) if aim == "points" else int(aim == "cards")
        for card in (*grid.cards, ANY_JOKER)
    )
    return Tally(grid, costs, joker_cost, runs=runs, pure=pure)


def _product(tallies: list[Tally]) -> int:
    """Return how many combos a hand has of those that tallies of its grids count."""
    return prod(sum(tally.count().values()) for tally in tallies)


def number_of_combos(hand: Hand) -> int:
    """Return how many combos a hand has, the one without melds included.

    Raises:
        IllegalPosition: counting them would take too long.

    >>> number_of_combos(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    12
    """
    of_kind(hand, Hand, "hand")
    return _product(_tallies(hand, None))


def best(hand: Hand, aim: Aim = "points") -> Iterator[Combo]:
    """Yield every combo that leaves least over.

    Where a rule set needs runs, combos that have them come before all others; if none has, the
    combos that leave least over are yielded as if none were needed.

    Args:
        hand: the hand.
        aim: whether the points that are left over are to be least, or the cards.

    Raises:
        IllegalPosition: finding them would take too long.

    >>> for combo in best(Hand.of("3H 3D 3S 4H 5H")):
    ...     print(combo)
    H3 H4 H5 + S3 D3 = 6
    """
    of_kind(hand, Hand, "hand")
    yield from _whole(hand, _tallies(hand, aim))


def _whole(hand: Hand, tallies: list[Tally]) -> Iterator[Combo]:
    """Yield the combos of a hand that are made of one combo of every grid."""
    outside = _outside(hand, [tally.grid for tally in tallies])
    for parts in _choices(tallies):
        left = outside.copy()
        for _, dump in parts:
            for card in dump:
                left[card] += 1
        yield combo_of(hand, tuple(meld for melds, _ in parts for meld in melds), left)


def _choices(tallies: list[Tally]) -> Iterator[tuple[Chosen, ...]]:
    """Yield one combo of every tally in every way, without listing those of one first."""
    if not tallies:
        yield ()
        return
    for one in tallies[0].combos():
        for more in _choices(tallies[1:]):
            yield one, *more


# --- Maximal combos -------------------------------------------------------------------------------


def maximal(hand: Hand) -> Iterator[Combo]:
    """Yield every maximal combo.

    Raises:
        IllegalPosition: finding them would take too long.

    >>> for combo in maximal(Hand.of("3H 3D 3S 4H 5H")):
    ...     print(combo)
    H3 H4 H5 + S3 D3 = 6
    S3 H3 D3 + H4 H5 = 9
    """
    of_kind(hand, Hand, "hand")
    yield from _whole(hand, _maximal_tallies(hand))


def _maximal_tallies(hand: Hand) -> list[Tally]:
    return [maximal_tally(grid) for grid in _grids(hand, False)]


def maximal_dumps(hand: Hand) -> Iterator[tuple[Card, ...]]:
    """Yield what the maximal combos leave over, every dump once.

    Raises:
        IllegalPosition: finding them would take too long.

    >>> for cards in maximal_dumps(Hand.of("3H 3D 3S 4H 5H")):
    ...     print(*cards)
    S3 D3
    H4 H5
    """
    of_kind(hand, Hand, "hand")
    tallies = _maximal_tallies(hand)
    outside = _outside(hand, [tally.grid for tally in tallies])
    for parts in product(*map(left_over, tallies)):
        left = outside.copy()
        for card in chain.from_iterable(parts):
            left[card] += 1
        yield Hand(tuple(left), hand.rules).cards


# --- Numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a hand comes to, in numbers.

    Args:
        points: the least points that it can be left with.
        cards_left: the fewest cards that it can be left with, perhaps by another combo.
        optimal_combos: how many combos leave the least points (see ``best``).
        combos: how many combos there are, the one without melds included.
        maximal_combos: how many of them are maximal.
        maximal_dumps: how many different dumps these leave.

    >>> found = numbers(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    >>> found.points, found.cards_left, found.combos, found.maximal_combos
    (16, 5, 12, 2)
    """

    points: int
    cards_left: int
    optimal_combos: int
    combos: int
    maximal_combos: int
    maximal_dumps: int


def numbers(hand: Hand) -> Numbers:
    """Return the numbers of a hand's combos; none of them is found by listing all.

    Raises:
        IllegalPosition: counting would take too long.

    >>> numbers(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    Numbers(points=55, cards_left=9, optimal_combos=1, combos=12, maximal_combos=2, maximal_dumps=2)
    """
    of_kind(hand, Hand, "hand")
    tallies, dumps = _tallies(hand, "points"), [tally.count() for tally in _maximal_tallies(hand)]
    return Numbers(
        points=next(_whole(hand, tallies)).points,
        cards_left=next(best(hand, "cards")).cards,
        optimal_combos=_product(tallies),
        combos=number_of_combos(hand),
        maximal_combos=prod(sum(counted.values()) for counted in dumps),
        maximal_dumps=prod(map(len, dumps)),
    )
