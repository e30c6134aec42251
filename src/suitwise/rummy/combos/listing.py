"""The best combos of a hand, the maximal ones, and how many there are.

Rules page: a combo is *maximal* if no other combo's cards strictly contain its cards. ``combo`` says
what makes two combos different. Numbers are exact, however large, and no number is found by listing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from suitwise.arguments import of_kind
from suitwise.cards import ANY_JOKER, Card
from suitwise.rummy.arrangement import Aim
from suitwise.rummy.combos.combo import Combo, combo_of
from suitwise.rummy.combos.grid import Chosen, Grid
from suitwise.rummy.combos.maximal import left_over, maximal_tally
from suitwise.rummy.combos.tally import Tally
from suitwise.rummy.rules import candidate_melds
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.rules import card_of


def _grids(hand: Hand, tied: bool) -> list[Grid]:
    """Return the grids of a hand that can be searched one by one.

    A wild card may join any meld, so a hand that holds one is one grid.

    Args:
        hand: the hand.
        tied: whether it must be one grid.
    """
    melds = list(candidate_melds.candidates(hand))
    parts = candidate_melds.components(melds, hand.rules)
    if tied or candidate_melds.wild_cards(hand):
        rest = sorted(_wild_cells(hand).difference(*parts))
        return [Grid(hand, [cell for part in (*parts, rest) for cell in part], melds)]
    first = [(meld, candidate_melds.cells_of(meld, hand.rules)[0]) for meld in melds]
    return [Grid(hand, part, [meld for meld, cell in first if cell in part]) for part in parts]


def _wild_cells(hand: Hand) -> set[candidate_melds.Cell]:
    """Return the cells of suited wild cards that are held."""
    rank = hand.rules.wild_rank
    suits = (suit for suit in range(4) if rank and hand.counts[card_of(suit, rank)])
    return {(candidate_melds.place_in_set(rank, hand.rules), suit) for suit in suits}


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
