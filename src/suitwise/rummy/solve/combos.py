"""The combos of a hand: list all of them, the best or the maximal ones, and count them exactly.

By the rules page a *combo* is a multiset of disjoint melds, and its *dump* is the rest of the hand. A
run 1-6 and two runs 1-3 + 4-6 are different combos, and so are a set of four and a set of three of its
cards. The combo without melds counts too. A combo is *maximal* if no other combo's cards strictly
contain its cards. Copies of a card are indistinguishable.

With wild cards, two combos differ if their melds differ or the cards left over do. Two melds differ if
different cards stand for themselves, or if wild cards stand on different places of a run: 7H 8H with a
joker as 6H or as 9H are two melds. In a set a wild card has no suit. It makes no difference which of the
hand's wild cards lies on which place, but it does which of them are left over. A card of the wild rank
on its own place stands for itself. So in a set of its own rank it is wild only as another copy: S7 H7 D7
is one set where 7 is wild.

``combos`` lists all combos by recursion over the melds. Everything else is dynamic programming: ``Grid``
goes through the cells of a hand and lists the choices at each, and ``Tally`` counts the combos over the
states of a grid. No number is found by listing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.rules import hand as hands
from suitwise.rummy.rules.hand import JOKER, SIZE, Cell, Hand, wild_cards
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve.arrangement import Aim, Arrangement, run_before_set

Combo: TypeAlias = Arrangement
"""A combo is a hand laid out in melds, with the same attributes as an arrangement."""


def combo_of(hand: Hand, melds: tuple[Meld, ...], left: list[int]) -> Combo:
    """Return the combo of these melds, given the counts of the cards that are left over.

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
    """Yield every combo lazily, the one without melds first.

    >>> for combo in combos(Hand.of("3H 4H 5H 6H")):
    ...     print(combo)
    - + H3 H4 H5 H6 = 18
    H3 H4 H5 + H6 = 6
    H3 H4 H5 H6 + - = 0
    H4 H5 H6 + H3 = 3
    """
    of_kind(hand, Hand, "hand")
    melds = [(meld, _need(meld), len(meld) - len(meld.cards)) for meld in hands.candidates(hand)]
    for chosen, left in _disjoint(melds, 0, packed(hand), wild_cards(hand), hand.rules):
        for rest in _without_wilds(chosen, left, hand.rules):
            yield combo_of(hand, chosen, rest)


_PackedMeld: TypeAlias = tuple[Meld, int, int]
"""A meld, its natural cards packed in one number, and its number of wild cards."""

# The copies of all cards packed in one number, five bits a card.
CARD_BITS = 5
CARD_COPIES = 0b1111
GUARD = sum(CARD_COPIES + 1 << CARD_BITS * card for card in range(SIZE))
"""The highest bit of each card. ``(left | GUARD) - need`` keeps all of them if the cards suffice."""


def _need(meld: Meld) -> int:
    return sum(1 << CARD_BITS * card for card in meld.cards)


def packed(hand: Hand) -> int:
    """Return the counts of a hand packed in one number."""
    return sum(copies << CARD_BITS * card for card, copies in enumerate(hand.counts))


def unpacked(left: int) -> list[int]:
    """Return the counts in a packed number.

    >>> hand = Hand.of("H3 H3 S4")
    >>> unpacked(packed(hand)) == list(hand.counts)
    True
    """
    return [left >> CARD_BITS * card & CARD_COPIES for card in range(SIZE)]


def _disjoint(
    melds: list[_PackedMeld], first: int, left: int, spare: int, rules: Rules
) -> Iterator[tuple[tuple[Meld, ...], int]]:
    """Yield every multiset of melds that the cards allow, and the cards left.

    The cards left still include the wild cards that stand for others in these melds.

    Args:
        melds: the melds to choose from.
        first: the index of the first meld that may still be chosen.
        left: the cards left, packed in one number.
        spare: how many of the wild cards left are not yet needed by a meld.
        rules: the rule set.
    """
    yield (), left
    for i in range(first, len(melds)):
        meld, need, wilds = melds[i]
        if wilds <= spare and ((left | GUARD) - need) & GUARD == GUARD:
            less = wilds + sum(map(rules.is_wild, meld.cards))
            if less <= spare:
                for more, rest in _disjoint(melds, i, left - need, spare - less, rules):
                    yield (meld, *more), rest


def _without_wilds(melds: tuple[Meld, ...], left: int, rules: Rules) -> Iterator[list[int]]:
    """Yield the counts left over for every choice of the wild cards that the melds take."""
    counts = unpacked(left)
    places = Counter(bar for meld in melds for bar in hands.barred(meld, rules))
    wilds = places.total()
    wild = [card for card in range(SIZE) if counts[card] and rules.is_wild(card)] if wilds else []
    for taken in product(*(range(min(counts[card], wilds) + 1) for card in wild)):
        if sum(taken) == wilds and hands.can_place_wilds(
            wilds, hands.count_suits(wild, taken), places
        ):
            rest = counts.copy()
            for card, number in zip(wild, taken, strict=True):
                rest[card] -= number
            yield rest


# --- The grid: cells as one number, and the choices at each cell ----------------------------------
#
# The search goes through the cells in order. At each cell it decides which melds begin there, how many
# copies are used as wild cards elsewhere or as aces above the king, and how many are left over. Later
# decisions depend only on the copies that remain. So these copies are the *state*: one number, CELL_BITS
# a cell. Every question about a hand (the number of combos, the best, the maximal ones) is answered once
# for each state. Few states occur, since the cells of a component are in the order of their ranks, and
# runs begun lower down leave little choice further up.

CELL_BITS = 4
"""Bits a cell: three for up to four copies, and a guard bit for subtraction."""
COPIES = 0b111

MOST_STEPS = 1_000_000
"""A search that looks at more possibilities than this gives up."""

# An *account* of wild cards is a number that packs 20 counters of NUMBER bits. The account of a combo is
# the sum of the accounts of its parts.
#
# ========  =========================================================================================
# counter   meaning
# ========  =========================================================================================
# 0         the number of wild cards that the melds take
# 1-4       how many of them are cards of the wild rank of suit 0 to 3 (``wild_rank_at``)
# 5-19      the number of places that bar the same suits, by these suits as bits (``hand.barred``)
# ========  =========================================================================================

NUMBER = 8
LARGEST = (1 << NUMBER) - 1


def wild_rank_at(suit: int) -> int:
    """Return the bit position, in an account, of the number of wild-rank cards of a suit."""
    return NUMBER * (suit + 1)


def barred_at(suits: int) -> int:
    """Return the bit position, in an account, of the number of places that bar these suits."""
    return NUMBER * (suits + 4)


@dataclass(frozen=True, slots=True)
class Group:
    """Melds that take the same cards and differ only in the places of their wild cards.

    Args:
        need: the copies that each takes, as a state.
        account: the account of the wild cards that each takes.
        run: 1 if they are runs, 0 if sets.
        pure: 1 if they are pure runs.
        melds: the melds.
    """

    need: int
    account: int
    run: int
    pure: int
    melds: tuple[Meld, ...]


MeldsAndDump: TypeAlias = tuple[tuple[Meld, ...], list[int]]
"""The melds of a combo and the cards that it leaves over, jokers as JOKER."""

Multiset: TypeAlias = tuple[tuple[Group, int], ...]
"""A multiset of melds: groups, each with the number of its melds."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A decision at a cell.

    Args:
        chosen: the melds that begin there.
        cell: the index of the cell.
        left: the number of copies left over.
        account: the account of the wild cards that the melds take and of those from this cell.
        after: the remaining state.
    """

    chosen: Multiset
    cell: int
    left: int
    account: int
    after: int

    @property
    def ways(self) -> int:
        """The number of multisets of melds that this branch stands for."""
        return prod(comb(len(group.melds) + times - 1, times) for group, times in self.chosen)

    @property
    def runs(self) -> int:
        """The number of runs that begin at the cell."""
        return sum(group.run * times for group, times in self.chosen)

    @property
    def pure(self) -> int:
        """The number of pure runs that begin at the cell."""
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
        cells: cells of the hand, component by component.
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
        # For each ace below the 2, the index of the cell above the king to which its copies may move.
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
        self._groups_at = self._grouped(melds, at)

    def _grouped(self, melds: Sequence[Meld], at: dict[Cell, int]) -> list[list[Group]]:
        """Group melds that take the same cards; return the groups by the first of their cells."""
        by_need: dict[tuple[int, int, int, int], list[Meld]] = {}
        for meld in melds:
            need = sum(
                1 << CELL_BITS * at[cell] for cell in hands.cells_of_meld(meld, self.hand.rules)
            )
            run = int(isinstance(meld, Run))
            key = (need, self._account(meld), run, int(run and meld.is_pure))
            by_need.setdefault(key, []).append(meld)
        beginning: list[list[Group]] = [[] for _ in self.cells]
        for key, group in by_need.items():
            beginning[_first_cell(key[0])].append(Group(*key, tuple(group)))
        return beginning

    def _account(self, meld: Meld) -> int:
        rules = self.hand.rules
        account = len(meld) - len(meld.cards)
        for bar in hands.barred(meld, rules):
            if bar & self._wild_suits:
                account += 1 << barred_at(bar & self._wild_suits)
        return account

    def fits(self, need: int, state: int) -> bool:
        """Return whether a state has the copies that are needed."""
        return ((state | self.guard) - need) & self.guard == self.guard

    def branches(self, state: int) -> Iterator[Branch]:
        """Yield every possible decision at the first cell of a state.

        Raises:
            IllegalPosition: the search has taken too many steps.
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
                    used_wild = wild << wild_rank_at(self.cells[at][1])
                    yield Branch(chosen, at, left, account + used_wild, moved)

    def _chosen(
        self, at: int, first: int, state: int, account: int
    ) -> Iterator[tuple[Multiset, int, int]]:
        """Yield every multiset of groups that begin at a cell, the state after them, and the account."""
        yield (), state, account
        groups = self._groups_at[at]
        for i in range(first, len(groups)):
            group, rest, total, times = groups[i], state, account + groups[i].account, 1
            while self.is_covered(total) and self.fits(group.need, rest):
                rest -= group.need
                for more, after, in_all in self._chosen(at, i + 1, rest, total):
                    yield ((group, times), *more), after, in_all
                total, times = total + group.account, times + 1

    def count_steps(self, steps: int) -> None:
        """Add to the number of steps of the search.

        Raises:
            IllegalPosition: the search has taken too many steps.
        """
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise IllegalPosition(
                f"the hand has too many possibilities: more than {MOST_STEPS:,} to look at"
            )

    def is_covered(self, account: int) -> bool:
        """Return whether the hand has as many wild cards as an account takes."""
        return account & LARGEST <= self.wilds

    def jokers_left(self, account: int) -> int | None:
        """Return the number of jokers left over, None if the hand lacks the account's wild cards."""
        wilds = account & LARGEST
        wild_rank_cards = [account >> wild_rank_at(suit) & LARGEST for suit in range(4)]
        places = {suits: account >> barred_at(suits) & LARGEST for suits in range(1, 16)}
        left = self.hand.counts[JOKER] - wilds + sum(wild_rank_cards)
        fits = 0 <= left <= self.hand.counts[JOKER] and hands.can_place_wilds(
            wilds, wild_rank_cards, places
        )
        return left if fits else None

    def left(self, dump: int, jokers: int) -> list[int]:
        """Return the cards of a dump, given as a state, followed by a number of jokers."""
        copies = (dump >> CELL_BITS * i & COPIES for i in range(len(self.cards)))
        cards = (card for card, n in zip(self.cards, copies, strict=True) for _ in range(n))
        return [*cards, *[JOKER] * jokers]


def _first_cell(state: int) -> int:
    return ((state & -state).bit_length() - 1) // CELL_BITS


# --- The tally: count combos by the value they leave over -----------------------------------------
#
# The *value* of a combo is the sum of the costs of the copies it leaves over. By the choice of costs it
# is:
#
# * the points or the number of the cards left over;
# * the dump itself, if the cost of a copy is its own position in a state;
# * 0 for all combos, if every cost is 0: then they are counted together.
#
# For every state a table holds the values that matter and the number of combos with each. It does so
# separately for each account of wild cards and each number of required runs, because the rest of the
# hand depends on these. The caller chooses which values matter: the least one, or the dumps that contain
# no other dump.

Key: TypeAlias = tuple[int, int, int]
"""The account of wild cards, the number of runs and of pure runs, each up to the required number."""

Counted: TypeAlias = dict[int, int]
"""The number of combos by the value that they leave over."""


def only_least(counted: Counted) -> Counted:
    """Return the entry of the least value alone.

    >>> only_least({5: 1, 3: 2})
    {3: 2}
    """
    return {min(counted): counted[min(counted)]} if counted else {}


class Tally:
    """Counts the combos of a grid by the value that they leave over.

    Args:
        grid: the cells.
        costs: for every cell the cost of a copy that is left over.
        joker_cost: the cost of a joker that is left over.
        keep: drops the values that do not matter.
        runs: the number of required runs; greater numbers are counted as this one.
        pure: how many of them must be pure.
    """

    def __init__(
        self,
        grid: Grid,
        costs: Sequence[int],
        joker_cost: int,
        keep: Callable[[Counted], Counted] = only_least,
        runs: int = 0,
        pure: int = 0,
    ) -> None:
        self.grid = grid
        self.costs = costs
        self.joker_cost = joker_cost
        self.keep = keep
        self.needs = runs, pure
        self._table: dict[int, dict[Key, Counted]] = {0: {(0, 0, 0): {0: 1}}}

    def count(self) -> Counted:
        """Return the values that matter with their combos; empty without the required runs.

        Raises:
            IllegalPosition: the search has taken too many steps, or there are too many values.
        """
        counted: Counted = {}
        for _, jokers, parts in self._final():
            for value, combos in parts.items():
                value += jokers * self.joker_cost
                counted[value] = counted.get(value, 0) + combos
        return self.keep(counted)

    def combos(self) -> Iterator[MeldsAndDump]:
        """Yield the combos whose values matter."""
        counted = self.count()
        for key, jokers, parts in self._final():
            for value in parts:
                if value + jokers * self.joker_cost in counted:
                    for melds, dump in self._walk(self.grid.start, key, value):
                        yield melds, self.grid.left(dump, jokers)

    def _final(self) -> Iterator[tuple[Key, int, Counted]]:
        """Yield the keys that are valid for the complete grid, the jokers left over, and the counts."""
        for key, counted in self._counted(self.grid.start).items():
            jokers = self.grid.jokers_left(key[0])
            if jokers is not None and key[1:] == self.needs:
                yield key, jokers, counted

    def _counted(self, state: int) -> dict[Key, Counted]:
        """Return the counts of the combos of a state by key; each state is computed once."""
        counts = self._table.get(state)
        if counts is None:
            counts = {}
            for branch in self.grid.branches(state):
                cost, ways = self._cost(branch), branch.ways
                for more, parts in self._counted(branch.after).items():
                    self.grid.count_steps(len(parts))
                    key = self._key(branch, more)
                    if self.grid.is_covered(key[0]):
                        counted = counts.setdefault(key, {})
                        for value, combos in parts.items():
                            counted[value + cost] = counted.get(value + cost, 0) + combos * ways
            counts = {key: self.keep(counted) for key, counted in counts.items()}
            self._table[state] = counts
        return counts

    def _key(self, branch: Branch, more: Key) -> Key:
        account, (runs, pure) = more[0] + branch.account, self.needs
        if not runs:
            return account, 0, 0
        return account, min(more[1] + branch.runs, runs), min(more[2] + branch.pure, pure)

    def _cost(self, branch: Branch) -> int:
        return branch.left * self.costs[branch.cell]

    def _walk(self, state: int, key: Key, value: int) -> Iterator[tuple[tuple[Meld, ...], int]]:
        """Yield melds and dump of every combo of a state with a given key and value."""
        if state == 0:
            yield (), 0
            return
        for branch in self.grid.branches(state):
            left, rest = branch.left << CELL_BITS * branch.cell, value - self._cost(branch)
            for more, parts in self._counted(branch.after).items():
                if rest in parts and self._key(branch, more) == key:
                    for melds, dump in self._walk(branch.after, more, rest):
                        for chosen in branch.melds():
                            yield (*chosen, *melds), dump + left


# --- The tally of the maximal combos --------------------------------------------------------------
#
# A combo is maximal if its dump strictly contains no other combo's dump. So for every state only the
# minimal dumps are kept: if a part of a combo has a larger dump than needed, another part could replace
# it. With wild cards this holds only for parts with the same account. The dumps of different accounts
# are compared once the grid is complete.

MOST_DUMPS = 4096
"""A search that keeps more dumps of a state than this gives up."""

_JOKERS = 0b1111
"""The mask of the number of jokers, the last field of a dump."""


def _minimal_dumps(counted: Counted, guard: int) -> Counted:
    """Return only the dumps that do not strictly contain another.

    >>> _minimal_dumps({0x12: 5, 0x11: 3, 0x20: 2}, 0x88)
    {17: 3, 32: 2}
    """
    minimal: Counted = {}
    # A dump contained in another is the smaller number, so it comes first.
    for dump in sorted(counted):
        guarded = dump | guard
        if not any((guarded - less) & guard == guard for less in minimal):
            minimal[dump] = counted[dump]
            if len(minimal) > MOST_DUMPS:
                raise IllegalPosition(
                    f"the hand has too many maximal combos: more than {MOST_DUMPS:,} dumps"
                )
    return minimal


# --- The best combos, and the number of all -------------------------------------------------------


def _grids(hand: Hand, single: bool) -> list[Grid]:
    """Return the grids of a hand that can be searched independently.

    A wild card may join any meld, so a hand with wild cards is a single grid.

    Args:
        hand: the hand.
        single: whether the hand must be a single grid even without wild cards.
    """
    melds = list(hands.candidates(hand))
    parts = hands.components(melds, hand.rules)
    if single or wild_cards(hand):
        rest = sorted(_wild_cells(hand).difference(*parts))
        return [Grid(hand, [cell for part in (*parts, rest) for cell in part], melds)]
    first = [(meld, hands.cells_of_meld(meld, hand.rules)[0]) for meld in melds]
    return [Grid(hand, part, [meld for meld, cell in first if cell in part]) for part in parts]


def _wild_cells(hand: Hand) -> set[Cell]:
    """Return the cells of the wild rank's cards in a hand."""
    rank = hand.rules.wild_rank
    suits = (suit for suit in range(4) if rank and hand.counts[card_of(suit, rank)])
    return {(hands.place_in_set(rank, hand.rules), suit) for suit in suits}


def _outside(hand: Hand, grids: list[Grid]) -> list[int]:
    """Return the counts of the cards that lie on no grid; jokers belong to every grid."""
    inside = {card for grid in grids for card in grid.cards} | {JOKER}
    return [0 if card in inside else copies for card, copies in enumerate(hand.counts)]


def _tallies(hand: Hand, aim: Aim | None) -> list[Tally]:
    """Return the tally of each grid, with the required runs if the hand has them."""
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
    """Return the number of combos of a hand, given the tallies of its grids."""
    return prod(sum(tally.count().values()) for tally in tallies)


def number_of_combos(hand: Hand) -> int:
    """Return the number of combos of a hand, the one without melds included.

    Raises:
        IllegalPosition: counting them would take too long.

    >>> number_of_combos(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    12
    """
    of_kind(hand, Hand, "hand")
    return _product(_tallies(hand, None))


def best(hand: Hand, aim: Aim = "points") -> Iterator[Combo]:
    """Yield every combo that leaves the fewest points, or cards, over.

    If the rule set requires runs, only combos with these runs are considered; if no combo has them,
    all are considered.

    Args:
        hand: the hand.
        aim: whether to minimise points or cards.

    Raises:
        IllegalPosition: finding them would take too long.

    >>> for combo in best(Hand.of("3H 3D 3S 4H 5H")):
    ...     print(combo)
    H3 H4 H5 + S3 D3 = 6
    """
    of_kind(hand, Hand, "hand")
    yield from _combos_of(hand, _tallies(hand, aim))


def _combos_of(hand: Hand, tallies: list[Tally]) -> Iterator[Combo]:
    """Yield the combos of a hand; each consists of one combo of every grid."""
    outside = _outside(hand, [tally.grid for tally in tallies])
    for parts in _product_of(tallies):
        left = outside.copy()
        for _, dump in parts:
            for card in dump:
                left[card] += 1
        yield combo_of(hand, tuple(meld for melds, _ in parts for meld in melds), left)


def _product_of(tallies: list[Tally]) -> Iterator[tuple[MeldsAndDump, ...]]:
    """Yield the Cartesian product of the combos of tallies lazily."""
    if not tallies:
        yield ()
        return
    for one in tallies[0].combos():
        for more in _product_of(tallies[1:]):
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
    yield from _combos_of(hand, _maximal_tallies(hand))


def _maximal_tallies(hand: Hand) -> list[Tally]:
    """Return the tallies of the maximal combos, whose values are their dumps.

    A dump is a state with a field for the jokers above those of the cells.
    """
    tallies = []
    for grid in _grids(hand, False):
        *cells, jokers = (1 << CELL_BITS * cell for cell in range(len(grid.cells) + 1))
        minimal_dumps = partial(_minimal_dumps, guard=grid.guard | (_JOKERS + 1) * jokers)
        tallies.append(Tally(grid, cells, jokers, minimal_dumps))
    return tallies


def maximal_dumps(hand: Hand) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that the maximal combos leave over, each dump once.

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
    for dumps in product(*(tally.count() for tally in tallies)):
        left = outside.copy()
        for tally, dump in zip(tallies, dumps, strict=True):
            jokers, copies = divmod(dump, tally.joker_cost)
            for card in tally.grid.left(copies, jokers):
                left[card] += 1
        yield Hand(tuple(left), hand.rules).cards


# --- Numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Numbers:
    """The least deadwood of a hand and the numbers of its combos.

    Args:
        points: the least deadwood in points.
        cards_left: the least deadwood in cards, perhaps of another combo.
        optimal_combos: the number of combos that leave the least points (see ``best``).
        combos: the number of all combos, the one without melds included.
        maximal_combos: the number of maximal combos.
        maximal_dumps: the number of different dumps that these leave.

    >>> result = numbers(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    >>> result.points, result.cards_left, result.combos, result.maximal_combos
    (16, 5, 12, 2)
    """

    points: int
    cards_left: int
    optimal_combos: int
    combos: int
    maximal_combos: int
    maximal_dumps: int


def numbers(hand: Hand) -> Numbers:
    """Return the numbers of a hand's combos, without listing the combos.

    Raises:
        IllegalPosition: counting would take too long.

    >>> numbers(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    Numbers(points=55, cards_left=9, optimal_combos=1, combos=12, maximal_combos=2, maximal_dumps=2)
    """
    of_kind(hand, Hand, "hand")
    tallies, dumps = _tallies(hand, "points"), [tally.count() for tally in _maximal_tallies(hand)]
    return Numbers(
        points=next(_combos_of(hand, tallies)).points,
        cards_left=next(best(hand, "cards")).cards,
        optimal_combos=_product(tallies),
        combos=number_of_combos(hand),
        maximal_combos=prod(sum(counted.values()) for counted in dumps),
        maximal_dumps=prod(map(len, dumps)),
    )
