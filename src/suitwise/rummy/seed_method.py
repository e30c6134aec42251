"""The method of the source document, with its faults, set beside the complete and exact one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from typing import Any, Literal, TypeAlias, get_args

from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.rules.hand import JOKERS, Hand, islands, stretch_end, suits_held
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text
from suitwise.rummy.rules.rules import card_of
from suitwise.rummy.solve.combos import best, maximal_dumps, number_of_combos

# --------------------------------------------------------------------------------------------------
# The seed's flag map: into which runs and sets each card may be placed, and the control points
#
# Every card held has a byte (seed, "Identifying and Collecting key Data"): bit 0 says that it belongs
# to a run, bit 1 to a second run, bit 2 to a set, bit 3 to a second set. Where the ace stands below
# the 2 and above the king, bits 4 and 5 are its runs above the king. A card with more bits than
# copies is a *control point*: there a choice must be made.
#
# The seed leaves open when a card belongs to a second run or set, and that decides whether its method
# finds the best combo (``method``). The readings:
#
# * ``literal``: a second run where the card lies in a stretch of three doubled cards or more, a
#   second set where it is doubled and two others of its rank are. On the seed's island only 3H is a
#   control point then, as the seed says.
# * ``window``: a second run also for three neighbours of which two are doubled. Then 3H has the byte
#   0111 of the seed's example, but 6H is a control point, too.
# * ``copies``: both runs for every card of a row's stretch that holds a doubled card, both sets for
#   every card of a column with a doubled card and at least six cards.
# * ``full``: both always.

RUN = 0b0001
SECOND_RUN = 0b0010
SET = 0b0100
SECOND_SET = 0b1000
BITS = (RUN, SECOND_RUN, SET, SECOND_SET)
ABOVE_KING = 4
"""The distance from a run's bit up to that of the ace above the king."""

Reading: TypeAlias = Literal["literal", "window", "copies", "full"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""The readings of the seed's flag map, from its words to the whole rule."""
LITERAL, WINDOW, COPIES, FULL = range(4)
MOST_COPIES = 2


@rule
def doubled(counts: Any, suit: int, low: int, high: int) -> int:
    """Return how many cards of a stretch, ``high`` included, are held twice."""
    cards = 0
    for place in range(low, high + 1):
        cards += 1 if counts[card_of(suit, place)] > 1 else 0
    return cards


@rule
def has_second_run(
    counts: Any, suit: int, low: int, high: int, place: int, reading: int, least_run: int
) -> bool:
    """Tell whether a card of a stretch belongs to a second run.

    Args:
        counts: how many copies of each card.
        suit: its suit.
        low: the first place of the stretch.
        high: the last.
        place: the card's place.
        reading: LITERAL, WINDOW, COPIES or FULL.
        least_run: the fewest cards of a run.
    """
    if reading == FULL:
        return True
    if reading == COPIES:
        return doubled(counts, suit, low, high) > 0
    needed = least_run if reading == LITERAL else 2
    # A stretch of doubled cards is made of windows of them.
    for first in range(max(low, place - least_run + 1), min(place, high - least_run + 1) + 1):
        if doubled(counts, suit, first, first + least_run - 1) >= needed:
            return True
    return False


@rule
def flag_runs(
    counts: Any, lowest: int, highest: int, least_run: int, reading: int, flags: Any
) -> None:
    """Set the bits of runs.

    Args:
        counts: how many copies of each card, at most 2.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest, 13 or 14.
        least_run: the fewest cards of a run.
        reading: see ``has_second_run``.
        flags: array of 52 bytes, added to.
    """
    for suit in range(4):
        low = lowest
        while low <= highest:
            end = stretch_end(counts, suit, low, highest)
            for place in range(low, end if end - low >= least_run else low):
                second = has_second_run(counts, suit, low, end - 1, place, reading, least_run)
                bits = RUN | SECOND_RUN if second else RUN
                flags[card_of(suit, place)] |= bits << (ABOVE_KING if place == 14 else 0)
            low = end + 1


@rule
def flag_sets(counts: Any, least_set: int, reading: int, flags: Any) -> None:
    """Set the bits of sets; see ``flag_runs``."""
    for rank in range(1, 14):
        if suits_held(counts, rank) < least_set:
            continue
        twice = cards = 0
        for suit in range(4):
            cards += counts[card_of(suit, rank)]
            twice += 1 if counts[card_of(suit, rank)] > 1 else 0
        for suit in range(4):
            copies = counts[card_of(suit, rank)]
            both = reading == FULL or (copies > 1 and twice >= least_set)
            if reading == COPIES:
                both = twice > 0 and cards >= 2 * least_set
            if copies:
                flags[card_of(suit, rank)] |= SET | SECOND_SET if both else SET


def flag_map(hand: Hand, reading: Reading = "literal") -> tuple[int, ...]:
    """Return the byte of every card, 52 numbers; 0 where a card is not held.

    Cards stand for themselves here; printed jokers have no byte.

    Raises:
        IllegalPosition: the hand holds a third copy of a card, for which a byte has no bits.
        NotationError: there is no such reading.

    >>> flags = flag_map(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"), "window")
    >>> [f"{flags[card]:04b}" for card in (Card("2H"), Card("3H"), Card("3C"), Card("4D"))]
    ['0001', '0111', '0100', '0000']
    """
    of_kind(hand, Hand, "hand")
    if reading not in READINGS:
        raise NotationError(f"{reading!r} is no reading: write {', '.join(READINGS)}")
    if max(hand.counts[:JOKERS]) > MOST_COPIES:
        raise IllegalPosition("the seed's flag map has no bits for a third copy of a card")
    rules, number = hand.rules, READINGS.index(reading)
    lowest, highest = rules.places
    flags = [0] * JOKERS
    flag_runs(hand.counts, lowest, highest, rules.least_run, number, flags)
    flag_sets(hand.counts, rules.least_set, number, flags)
    return tuple(flags)


def control_points(hand: Hand, reading: Reading = "literal") -> tuple[Card, ...]:
    """Return the cards that have more bits than copies, suit by suit with the ace first.

    Raises:
        IllegalPosition: see ``flag_map``.
        NotationError: see ``flag_map``.

    >>> hand = Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")
    >>> for reading in READINGS:
    ...     print(reading, *control_points(hand, reading))
    literal H3
    window H3 H6
    copies H2 H3 H6
    full H2 H3 H6
    """
    of_kind(hand, Hand, "hand")
    flags = flag_map(hand, reading)
    return tuple(
        card
        for card in dict.fromkeys(hand.cards)
        if card < JOKERS and count_bits(flags[card]) > hand.counts[card]
    )


# --- The seed's own method, its faults included, set beside the complete and exact one ------------
#
# The seed gives every card the bits of its flag map (``flag_map``), tries for each control point
# every choice of as many bits as it has copies, and reads each choice off in passes: along each
# horizontal line once for bit 0 and once for bit 1, down each column once for bit 2 and once for bit
# 3. A pass appends cards to a meld while they bear its bit; three or more are a meld. What no pass
# puts into a meld is dumped.
#
# Where the seed errs (rules page, Facts to reproduce):
#
# * The test that ends a meld is printed as ``card_bit_representation | 00000001 == 0``. That is never
#   so: no meld ever ends before its line does, and both passes take the same cards. ``&`` is meant.
#   ``printed=True`` plays it as it is printed; its leaves use cards that the hand does not hold.
# * Read ``literal``, the only reading that has 3H alone as a control point, it misses the best combo of
#   its own island.
# * Not all combos are found: a run is cut in two, or a card held back, only where the bits of a second
#   pass happen to allow it.
#
# With the bits of ``copies`` it finds every maximal dump of two decks, for runs of one suit overlap at
# most twice and so fit into two passes. The engine itself counts over the states of the cells
# (``combos.grid``).

MOST_LEAVES = 1 << 16
"""An island with more leaves than this is refused."""
_LEAST = 3


def lines(hand: Hand) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return the lines of a hand that may hold a meld: where the seed's passes look.

    Returns:
        A suit, the first rank and the last, for every horizontal line; the ranks of the vertical lines.

    >>> lines(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"))  # suit 1, hearts, from 2 to 6; the threes
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

    >>> leaf = next(seed_leaves(Hand.of("2H 3H 4H 9C")))
    >>> print(leaf)
    H2 H3 H4 + C9
    >>> leaf.lacking
    ()
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    lacking: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{melds_text(self.melds) or '-'} + {' '.join(map(str, self.left)) or '-'}"


def number_of_leaves(hand: Hand, reading: Reading = "literal") -> int:
    """Return how many leaves the method has for a hand.

    >>> number_of_leaves(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D"), "copies")
    12
    """
    flags = flag_map(hand, reading)
    points = control_points(hand, reading)
    return prod(comb(flags[card].bit_count(), hand.counts[card]) for card in points)


def seed_leaves(
    hand: Hand, reading: Reading = "literal", *, printed: bool = False
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

    >>> for leaf in seed_leaves(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")):
    ...     print(leaf)
    H2 H3 H4 H5 H6 + H4 H5 D3 D3 D4 C3 C3
    H4 H5 H6 | H3 D3 C3 + H2 H4 H5 D3 D4 C3
    """
    _check(hand)
    number = number_of_leaves(hand, reading)
    if number > MOST_LEAVES:
        raise IllegalPosition(f"the seed's method has {number:,} leaves here: too many to list")
    flags = flag_map(hand, reading)
    points = control_points(hand, reading)
    bits_of = {card: [bit for bit in BITS if flags[card] & bit] for card in points}
    choices = (combinations(bits, hand.counts[card]) for card, bits in bits_of.items())
    for choice in product(*choices):
        now = list(flags)
        for card, bits in zip(points, choice, strict=True):
            now[card] = sum(bits)
        yield _leaf(hand, tuple(_passes(hand, now, printed)))


def _check(hand: Hand) -> None:
    rules = hand.rules
    wild = hand.counts[JOKERS] or rules.wild
    if wild or rules.ace != "low" or (rules.least_run, rules.least_set) != (_LEAST, _LEAST):
        raise IllegalPosition(
            "the seed's method knows no wild cards, the ace below the 2, and melds of three cards"
        )


def _passes(hand: Hand, flags: list[int], printed: bool) -> Iterator[Meld]:
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
                yield Set(rank, tuple(suits))


def _runs_of_line(
    flags: list[int], bit: int, suit: int, low: int, high: int, printed: bool
) -> Iterator[Run]:
    first = low
    for place in range(low, high + 2):
        if place > high or _ends(flags[card_of(suit, place)], bit, printed):
            if place - first >= _LEAST:
                yield Run(suit, first, place - 1)
            first = place + 1


def _ends(flags: int, bit: int, printed: bool) -> bool:
    """Tell whether a card ends a meld; as it is printed, none does."""
    return (flags | bit) == 0 if printed else (flags & bit) == 0


def _leaf(hand: Hand, melds: tuple[Meld, ...]) -> Leaf:
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

    >>> *_, engine = side_by_side(Hand.of("2H 3H 4H 9C"))
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


def side_by_side(hand: Hand) -> tuple[Found, ...]:
    """Work a hand in every way, island by island.

    Args:
        hand: a hand of two decks without wild cards, the ace below the 2.

    Raises:
        IllegalPosition: the hand is of another kind, or a method has too many leaves.

    >>> for found in side_by_side(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D")):
    ...     print(found)
    printed       2       4       2  takes H2 H3 H3 H3 H6
    literal       2      21       1
    window        6      16       0
    copies       12      16       0
    full         16      16       0
    engine       12      16       0
    """
    of_kind(hand, Hand, "hand")
    parts = islands(hand)
    exact = Found("engine", number_of_combos(hand), next(best(hand)).points, 0)
    as_read = (_found(reading, parts, reading, False) for reading in READINGS)
    return _found("printed", parts, "literal", True), *as_read, exact


def _found(name: str, parts: tuple[Hand, ...], reading: Reading, printed: bool) -> Found:
    listed = points = missed = 0
    lacking: Counter[Card] = Counter()
    for island in parts:
        found = list(seed_leaves(island, reading, printed=printed))
        listed += len(found)
        points += min(sum(map(island.rules.cost, leaf.left)) for leaf in found)
        dumps = {leaf.left for leaf in found if not leaf.lacking}
        missed += sum(dump not in dumps for dump in maximal_dumps(island))
        for leaf in found:
            lacking |= Counter(leaf.lacking)
    return Found(name, listed, points, missed, tuple(sorted(lacking.elements())))
