"""The islands of a hand: what its melds may tie together, seen on the grid of suits and ranks.

The seed's definition (rules page, Definitions): two cells belong to the same island if they are
neighbours in a row or lie anywhere in the same column. Melds never leave an island, so every one can be
worked alone, as a hand of its own. As the seed has them, islands also join cells that lie in no meld;
with these dropped first there are fewer and smaller ones.

This holds where no card is wild. Printed jokers lie on no island; a card of the wild rank lies on its
own cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.melds import ranks_of_three
from suitwise.rummy.rules.rules import Ace, Rules, card_of, rank_of


@rule
def stretch_end(counts: Any, suit: int, place: int, highest: int) -> int:
    """Return one past the last of the places held in a row from one on.

    Args:
        counts: how many copies of each card.
        suit: the suit.
        place: the first place, 1 to 14.
        highest: the highest place that the ace's position allows.
    """
    while place <= highest and counts[card_of(suit, place)]:
        place += 1
    return place


@rule
def suits_held(counts: Any, rank: int) -> int:
    """Return in how many suits a rank is held."""
    suits = 0
    for suit in range(4):
        suits += 1 if counts[card_of(suit, rank)] else 0
    return suits


# --- Cells as bits --------------------------------------------------------------------------------

# A cell is a bit: sixteen a suit, one for each place of a run; an ace that stands at both ends has two.
LANE = 16
ROW = (1 << LANE) - 1
EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
ACES = 1 << 1 | 1 << 14
BETWEEN_ACES = 13


@cache
def cells_of_card(card: int, ace: Ace) -> int:
    """Return the cells of a suited card.

    >>> cells_of_card(card_of(0, 3), "low") == 1 << 3, cells_of_card(card_of(0, 1), "both") == ACES
    (True, True)
    """
    rank = rank_of(card)
    places = {"low": (1,), "high": (14,), "both": (1, 14)}[ace] if rank == 1 else (rank,)
    return sum(1 << card // 13 * LANE + place for place in places)


def cells_of(hand: Hand) -> int:
    """Return the cells of a hand; its printed jokers have none."""
    ace = hand.rules.ace
    held = (card for card, copies in enumerate(hand.counts[:JOKERS]) if copies)
    return sum(cells_of_card(card, ace) for card in held)


def melding_cells(cells: int, rules: Rules) -> int:
    """Return those of the cells that lie in a meld without a wild card."""
    starts, in_runs = cells, 0
    for k in range(1, rules.least_run):
        starts &= cells >> k
    for k in range(rules.least_run):
        in_runs |= starts << k
    s, h, d, c = (cells >> suit * LANE & ROW for suit in range(4))
    columns = ranks_of_three(s, h, d, c) if rules.least_set == 3 else s & h & d & c
    found = in_runs | cells & columns * EVERY_SUIT
    aces = found & ACES * EVERY_SUIT
    return found | cells & (aces << BETWEEN_ACES | aces >> BETWEEN_ACES) & ACES * EVERY_SUIT


def joined_cells(cells: int, rules: Rules) -> Iterator[int]:
    """Yield the cells of each island, that with the first card of the first suit first."""
    while cells:
        island, before = cells & -cells, 0
        while island != before:
            before = island
            island |= _beside(island, rules) & cells
        yield island
        cells ^= island


def _beside(cells: int, rules: Rules) -> int:
    """Return all cells that lie beside these in a row, or in a column with them."""
    columns = (cells | cells >> LANE | cells >> 2 * LANE | cells >> 3 * LANE) & ROW
    if rules.ace == "both" and columns & ACES:
        columns |= ACES
    return columns * EVERY_SUIT | cells << 1 | cells >> 1


def part_of(hand: Hand, cells: int) -> Hand:
    """Return the cards of a hand that lie in these cells."""
    lies_in = (cells & cells_of_card(card, hand.rules.ace) for card in range(JOKERS))
    counts = (copies if lies else 0 for copies, lies in zip(hand.counts, lies_in, strict=False))
    return Hand((*counts, 0), hand.rules)


# --- Islands as hands -----------------------------------------------------------------------------


def melding(hand: Hand) -> Hand:
    """Return the cards of a hand that lie in a meld without wild cards.

    >>> print(melding(Hand.of("3H 4H 5H 7H 5S")))
    H3 H4 H5
    """
    of_kind(hand, Hand, "hand")
    return part_of(hand, melding_cells(cells_of(hand), hand.rules))


def islands(hand: Hand, *, pruned: bool = False) -> tuple[Hand, ...]:
    """Return the islands of a hand, each a hand of its own.

    Args:
        hand: the hand; its printed jokers are left out.
        pruned: whether cells that lie in no meld are dropped first.

    >>> hand = Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H")
    >>> for island in islands(hand):
    ...     print(island)
    H2 H3 H4 H4 H5 H5 H6 D3 D3 D4 C3 C3
    D9
    DJ DQ CJ
    >>> [len(island) for island in islands(hand, pruned=True)]
    [11]
    """
    of_kind(hand, Hand, "hand")
    cells, rules = cells_of(hand), hand.rules
    cells = melding_cells(cells, rules) if pruned else cells
    return tuple(part_of(hand, island) for island in joined_cells(cells, rules))
