"""Arranging up to a whole box of Rummikub tiles, given as cards, with the least left over.

Spades stand for black tiles, hearts for red, clubs for blue and diamonds for orange; ace to king stand
for 1 to 13.
"""

from __future__ import annotations

from typing import ClassVar

from suitwise.cards import CardsLike
from suitwise.rummy.rules.hand import JOKER, Hand
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import RUMMIKUB, card_of
from suitwise.rummy.rummikub.rules import tiles
from suitwise.rummy.rummikub.rules.tiles import KINDS, Group, Table, Tiles
from suitwise.rummy.rummikub.solve.turns import best_turn
from suitwise.rummy.solve.arrangement import Aim, Arrangement, joined, left_over, run_before_set

SUITS = (0, 1, 3, 2)
"""The suit of each colour."""


class Box(Hand):
    """Tiles of Rummikub as cards, up to a whole box.

    >>> len(Box.of(["H5", "S4"] * 2, RUMMIKUB))
    4
    """

    __slots__ = ()
    most: ClassVar[int] = 2 * KINDS + 2


def arrange_box(cards: CardsLike, aim: Aim = "points") -> Arrangement:
    """Return an arrangement that leaves the fewest points, or cards, over.

    Args:
        cards: the tiles as cards.
        aim: whether to minimise points or cards.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: there are more copies than in a box.

    >>> print(arrange_box("H3 H4 H5 JK S9 C9"))
    H3 H4 H5 | S9 C9 [9] + - = 0
    """
    box = Box.of(cards, RUMMIKUB)
    counts = [box.counts[_card(kind)] for kind in range(KINDS)]
    rack = Tiles((*counts, box.counts[JOKER]))
    turn = best_turn(Table(), rack, "points" if aim == "points" else "tiles")
    melds = () if turn is None else tuple(map(_meld, turn.table.sets))
    melds = tuple(sorted(joined(melds, RUMMIKUB), key=run_before_set))
    return Arrangement(box, melds, tuple(left_over(box, melds)))


def _card(kind: int) -> int:
    return card_of(SUITS[kind // tiles.NUMBERS], tiles.number_of(kind))


def _meld(one: tiles.Set) -> Meld:
    if isinstance(one, Group):
        suits = sorted(SUITS[colour] for colour in one.colours)
        return Set(one.number, tuple(suits), one.jokers)
    return Run(SUITS[one.colour], one.low, one.high, one.jokers)
