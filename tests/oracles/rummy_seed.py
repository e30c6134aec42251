"""The seed's own method, its faults included, set beside the complete and exact one.

The seed gives every card the bits of its flag map (``flag_map``), tries for each control point every
choice of as many bits as it has copies, and reads each choice off in passes: along each horizontal line
once for bit 0 and once for bit 1, down each column once for bit 2 and once for bit 3. A pass appends
cards to a meld while they bear its bit; three or more are a meld. What no pass puts into a meld is
dumped.

Where the seed errs (rules page, Facts to reproduce):

* The test that ends a meld is printed as ``card_bit_representation | 00000001 == 0``. That is never so:
  no meld ever ends before its line does, and both passes take the same cards. ``&`` is meant.
  ``printed=True`` plays it as it is printed; its leaves use cards that the hand does not hold.
* Read ``literal``, the only reading that has 3H alone as a control point, it misses the best combo of
  its own island.
* Not all combos are found: a run is cut in two, or a card held back, only where the bits of a second
  pass happen to allow it.

With the bits of ``copies`` it finds every maximal dump of two decks, for runs of one suit overlap at
most twice and so fit into two passes. The engine itself counts over the states of the cells
(``suitwise.rummy.solve.combos``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod

from suitwise import rummy
from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.rules.hand import BITS, JOKER, Reading, stretch_end, suits_held
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import card_of

MOST_LEAVES = 1 << 16
"""An island with more leaves than this is refused."""
_LEAST = 3


def lines(hand: rummy.Hand) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return the lines of a hand that may hold a meld: where the seed's passes look.

    Returns:
        A suit, the first rank and the last, for every horizontal line; the ranks of the vertical lines.

    >>> lines(rummy.Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"))  # hearts from 2 to 6; threes
    ([(1, 2, 6)], [3])
    """
    rows: list[tuple[int, int, int]] = []
    for suit in range(4):
        low = 1
        while low <= 13:
            end = stretch_end(hand.counts, suit, low, 13)
            if end - low >= _LEAST:
                rows.append((suit, low, end - 1))
            low = end + 1
    return rows, [rank for rank in range(1, 14) if suits_held(hand.counts, rank) >= _LEAST]


@dataclass(frozen=True, slots=True)
class Leaf:
    """What one choice of bits for every control point comes to.

    Args:
        melds: the melds that the passes find.
        left: the cards that are dumped.
        lacking: the cards that the melds use and the hand does not hold: none unless the printed test
            is played.

    >>> leaf = next(seed_leaves(rummy.Hand.of("2H 3H 4H 9C")))
    >>> print(leaf)
    H2 H3 H4 + C9
    >>> leaf.lacking
    ()
    """

    melds: tuple[rummy.Meld, ...]
    left: tuple[Card, ...]
    lacking: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{melds_text(self.melds) or '-'} + {' '.join(map(str, self.left)) or '-'}"


def number_of_leaves(hand: rummy.Hand, reading: Reading = "literal") -> int:
    """Return how many leaves the method has for a hand.

    >>> number_of_leaves(rummy.Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"), "copies")
    12
    """
    flags = rummy.flag_map(hand, reading)
    points = rummy.control_points(hand, reading)
    return prod(comb(flags[card].bit_count(), hand.counts[card]) for card in points)


def seed_leaves(
    hand: rummy.Hand, reading: Reading = "literal", *, printed: bool = False
) -> Iterator[Leaf]:
    """Play the seed's method on an island, or on a hand as if it were one.

    Args:
        hand: a hand of two decks without wild cards, the ace below the 2.
        reading: how the bits are set.
        printed: whether the test that ends a meld is the printed one.

    Yields:
        One leaf a choice, repeats and combos that are not maximal among them.

    Raises:
        IllegalPosition: the hand is of another kind, or there are more than 65,536 leaves.

    >>> for leaf in seed_leaves(rummy.Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")):
    ...     print(leaf)
    H2 H3 H4 H5 H6 + H4 H5 D3 D3 D4 C3 C3
    H4 H5 H6 | H3 D3 C3 + H2 H4 H5 D3 D4 C3
    """
    _check(hand)
    number = number_of_leaves(hand, reading)
    if number > MOST_LEAVES:
        raise IllegalPosition(f"the seed's method has {number:,} leaves here: too many to list")
    flags = rummy.flag_map(hand, reading)
    points = rummy.control_points(hand, reading)
    bits_of = {card: [bit for bit in BITS if flags[card] & bit] for card in points}
    choices = (combinations(bits, hand.counts[card]) for card, bits in bits_of.items())
    for choice in product(*choices):
        now = list(flags)
        for card, bits in zip(points, choice, strict=True):
            now[card] = sum(bits)
        yield _leaf(hand, tuple(_passes(hand, now, printed)))


def _check(hand: rummy.Hand) -> None:
    rules = hand.rules
    wild = hand.counts[JOKER] or rules.wild
    if wild or rules.ace != "low" or (rules.least_run, rules.least_set) != (_LEAST, _LEAST):
        raise IllegalPosition(
            "the seed's method knows no wild cards, the ace below the 2, and melds of three cards"
        )


def _passes(hand: rummy.Hand, flags: list[int], printed: bool) -> Iterator[rummy.Meld]:
    """Yield the melds that the passes find on the lines."""
    rows, columns = lines(hand)
    for bit in BITS[:2]:
        for suit, low, high in rows:
            yield from _runs_of_line(flags, bit, suit, low, high, printed)
    for bit in BITS[2:]:
        for rank in columns:
            held = (suit for suit in range(4) if hand.counts[card_of(suit, rank)])
            suits = [s for s in held if not _ends(flags[card_of(s, rank)], bit, printed)]
            if len(suits) >= _LEAST:
                yield rummy.Set(rank, tuple(suits))


def _runs_of_line(
    flags: list[int], bit: int, suit: int, low: int, high: int, printed: bool
) -> Iterator[rummy.Run]:
    first = low
    for place in range(low, high + 2):
        if place > high or _ends(flags[card_of(suit, place)], bit, printed):
            if place - first >= _LEAST:
                yield rummy.Run(suit, first, place - 1)
            first = place + 1


def _ends(flags: int, bit: int, printed: bool) -> bool:
    """Tell whether a card ends a meld; as it is printed, none does."""
    return (flags | bit) == 0 if printed else (flags & bit) == 0


def _leaf(hand: rummy.Hand, melds: tuple[rummy.Meld, ...]) -> Leaf:
    used = Counter(card for meld in melds for card in meld.cards)
    held = Counter(hand.cards)
    return Leaf(melds, tuple((held - used).elements()), tuple(sorted((used - held).elements())))


# --- Side by side ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What a way to work a hand finds.

    Args:
        name: the reading's name; ``printed``, or ``engine``.
        listed: how many combos it looks at, or for the engine how many there are.
        points: the least points left over that it finds; of no worth if it takes cards that are not
            held.
        missed: how many dumps of maximal combos it misses.
        lacking: the cards that it takes and the hand does not hold, in any combo.

    >>> *_, engine = side_by_side(rummy.Hand.of("2H 3H 4H 9C"))
    >>> engine.name, engine.listed, engine.points
    ('engine', 2, 9)
    """

    name: str
    listed: int
    points: int
    missed: int
    lacking: tuple[Card, ...] = ()

    def __str__(self) -> str:
        text = f"{self.name:8}{self.listed:7}{self.points:8}{self.missed:8}"
        return f"{text}  takes {' '.join(map(str, self.lacking))}" if self.lacking else text


def side_by_side(hand: rummy.Hand) -> tuple[Found, ...]:
    """Work a hand in every way, island by island.

    Args:
        hand: a hand of two decks without wild cards, the ace below the 2.

    Raises:
        IllegalPosition: the hand is of another kind, or a method has too many leaves.

    >>> for found in side_by_side(rummy.Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")):
    ...     print(found)
    printed       2       4       2  takes H2 H3 H3 H3 H6
    literal       2      21       1
    window        6      16       0
    copies       12      16       0
    full         16      16       0
    engine       12      16       0
    """
    of_kind(hand, rummy.Hand, "hand")
    parts = rummy.islands(hand)
    exact = Found("engine", rummy.number_of_combos(hand), next(rummy.best(hand)).points, 0)
    as_read = (_found(reading, parts, reading, False) for reading in rummy.READINGS)
    return _found("printed", parts, "literal", True), *as_read, exact


def _found(name: str, parts: tuple[rummy.Hand, ...], reading: Reading, printed: bool) -> Found:
    listed = points = missed = 0
    lacking: Counter[Card] = Counter()
    for island in parts:
        found = list(seed_leaves(island, reading, printed=printed))
        listed += len(found)
        points += min(sum(map(island.rules.cost, leaf.left)) for leaf in found)
        dumps = {leaf.left for leaf in found if not leaf.lacking}
        missed += sum(dump not in dumps for dump in rummy.maximal_dumps(island))
        for leaf in found:
            lacking |= Counter(leaf.lacking)
    return Found(name, listed, points, missed, tuple(sorted(lacking.elements())))
