"""Hands of rummy: the melds that cards allow, components, islands, the seed's flag map; discard piles.

Copies of a card are indistinguishable, so a hand is 53 counts. Their index is the number of the card as
in ``suitwise.cards``, and 52 for the printed jokers of either colour. The counts are checked against a
rule set. Melds, components and islands are defined as on the rules page. The *seed* is an article on a
hand evaluator by islands and control points (the documentation, Rummy); its rule set is the default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Literal, TypeAlias, get_args

from suitwise.arguments import of_kind, readable, whole
from suitwise.cards import ANY_JOKER, Card, CardsLike, as_cards, format_cards
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.lines import Readable, matched, numbered_lines
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, reason_of
from suitwise.foundation.values import shows
from suitwise.rummy.rules.melds import Meld, Run, Set, is_run_shape, is_set_shape, ranks_of_three
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, GIN, SEED, Ace, Rules, card_of, rank_of

JOKERS = 52
"""The index of the printed jokers."""
SIZE = 53
"""The length of a hand's counts."""

MOST_CARDS = 60
"""The most cards of a hand; a player who can't open at Rummikub may come to as many."""

_IN_ORDER = tuple((min(card, JOKERS), card) for card in CARDS_IN_ORDER)
"""The index in the counts of every card, and the card, in the order in which cards are listed."""


@shows(svg="suitwise.rummy.picture:draw_held")
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of rummy.

    Args:
        counts: the number of copies of each card, 53 numbers.
        rules: the rule set that the hand is held under.

    Raises:
        IllegalPosition: the hand has more copies than the packs, a joker in a rule set without jokers,
            or more than 60 cards.

    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> len(hand), hand.points
    (12, 45)
    >>> print(hand)
    H2 H3 H4 H4 H5 H5 H6 D3 D3 D4 C3 C3
    >>> Hand.of("H3 H3 H3")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: H3 appears 3 times, but 2 decks hold 2
    """

    counts: tuple[int, ...]
    rules: Rules = SEED

    def __post_init__(self) -> None:
        of_kind(self.rules, Rules, "rules")
        try:
            self._refuse_counts()
        except TypeError:
            for count in of_kind(self.counts, tuple, "counts"):
                whole(count, "a count")
            raise

    def _refuse_counts(self) -> None:
        decks = self.rules.decks
        if len(self.counts) != SIZE or min(self.counts) < 0:
            raise IllegalPosition(f"a hand's counts are {SIZE} numbers, none below 0")
        for card, copies in enumerate(self.counts[:JOKERS]):
            if copies > decks:
                raise IllegalPosition(_too_many(card, copies, decks))
        if self.counts[JOKERS] > self.rules.jokers:
            raise IllegalPosition(_too_many_jokers(self.counts[JOKERS], self.rules))
        if len(self) > MOST_CARDS:
            fault = phrase(
                "rummy.hand-size",
                "a hand has at most {most} cards, not {n}",
                most=MOST_CARDS,
                n=len(self),
            )
            raise IllegalPosition(fault)

    @classmethod
    def of(cls, cards: CardsLike, rules: Rules = SEED) -> Hand:
        """Return the hand of these cards.

        Raises:
            NotationError: something is not a card.
            IllegalPosition: the rule set has no such cards.
        """
        counts = [0] * SIZE
        for card in cards_under(rules, cards):
            counts[_index_of(card)] += 1
        return cls(tuple(counts), rules)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, suit by suit with the ace first, jokers last."""
        counts = self.counts
        return tuple(card for index, card in _IN_ORDER for _ in range(counts[index]))

    @property
    def points(self) -> int:
        """The total cost of its cards."""
        return sum(map(self.rules.cost, self.cards))

    def plus(self, card: int) -> Hand:
        """Return the hand with a card added.

        Raises:
            NotationError: it is not a card.
            IllegalPosition: the rule set has no further copy.
        """
        return self._with(card, 1)

    def minus(self, card: int) -> Hand:
        """Return the hand with a card removed.

        Raises:
            NotationError: it is not a card.
            IllegalPosition: the hand does not hold it.
        """
        if card not in self:
            raise IllegalPosition(f"the hand holds no {Card(card)}")
        return self._with(card, -1)

    def _with(self, card: int, change: int) -> Hand:
        counts = list(self.counts)
        counts[_index_of(card)] += change
        return Hand(tuple(counts), self.rules)

    def __contains__(self, card: int) -> bool:
        return self.counts[_index_of(card)] > 0

    def __len__(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def _too_many(card: int, copies: int, decks: int) -> Phrase:
    named = CardText(Card(card))
    if decks == 1:
        return phrase(
            "rummy.one-deck", "{card} appears {n} times, but one deck holds 1", card=named, n=copies
        )
    return phrase(
        "rummy.decks",
        "{card} appears {n} times, but {decks} decks hold {decks}",
        card=named,
        n=copies,
        decks=decks,
    )


def cards_under(rules: Rules, cards: CardsLike) -> tuple[Card, ...]:
    """Return cards given as text, integers or ``Card`` objects; jokers only if the rule set has them.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: something is a joker, in any spelling, and the rule set has none.

    >>> cards_under(SEED, "S2 Joker")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: 'Joker': this rule set has no jokers: write one that has, as \
indian13 or seed(jokers=2)
    """
    try:
        parsed = as_cards(cards)
    except NotationError as error:
        fault = reason_of(error)
        if rules.jokers or fault.code != "cards.no-joker":
            raise
        raise IllegalPosition(_no_jokers(fault.params["text"], rules)) from None
    if not rules.jokers and any(card.is_joker for card in parsed):
        raise IllegalPosition(_no_jokers(CardText(Card(ANY_JOKER)), rules))
    return parsed


def _no_jokers(card: str, rules: Rules) -> Phrase:
    """Return the reason for refusing a joker under a rule set without jokers."""
    if rules == GIN:
        return phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=card)
    return phrase(
        "rummy.no-jokers",
        "{card}: this rule set has no jokers: write one that has, as indian13 or seed(jokers=2)",
        card=card,
    )


def _too_many_jokers(held: int, rules: Rules) -> Phrase:
    if not rules.jokers:
        return _no_jokers(CardText(Card(ANY_JOKER)), rules)
    return phrase(
        "rummy.many-jokers",
        "the hand holds {n} jokers, but there are {most}",
        n=held,
        most=rules.jokers,
    )


def _index_of(card: int) -> int:
    """Return the index of a card in the counts."""
    return min(card if isinstance(card, Card) else Card(card), JOKERS)


# --- Hands in a file ------------------------------------------------------------------------------

LONGEST_LINE = 4096
"""The most bytes of a line."""


def read_hands(file: Readable, rules: Rules = SEED) -> Iterator[Hand]:
    """Yield the hands of a file with one hand a line; blank lines and ``#`` comments are skipped.

    Args:
        file: the input, in binary.
        rules: the rule set that the hands are held under.

    Raises:
        NotationError: a line is not a hand under the rule set; the error has the line's number.

    >>> from io import BytesIO
    >>> [str(hand) for hand in read_hands(BytesIO(b"H3 H4  # a comment\\n\\nS10 SJ\\n"))]
    ['H3 H4', 'ST SJ']
    """
    readable(file, "file")
    of_kind(rules, Rules, "rules")
    for number, line in numbered_lines(file, LONGEST_LINE):
        text = line.partition(b"#")[0].decode("utf-8", "backslashreplace")
        if not text.strip():
            continue
        try:
            yield Hand.of(text, rules)
        except SuitwiseError as error:
            raise NotationError(str(error), line=number) from None


# --- Candidate melds and their components ---------------------------------------------------------
#
# A *cell* is a suit and a place. A card lies on one cell, but an ace on two if it may stand below the 2
# and above the king. Melds that share a cell, directly or through other melds, form a *component*. Melds
# of different components can be chosen independently. Components are smaller than islands, since cells
# that lie in no meld join nothing.

Cell: TypeAlias = tuple[int, int]
"""A place, 1 to 14, and a suit, 0 to 3."""


def wild_cards(hand: Hand) -> int:
    """Return the number of cards of a hand that may stand for others.

    >>> wild_cards(Hand.of("JK H7 H8", Rules(jokers=2, wild="7")))
    2
    """
    return sum(hand.counts[i] for i in range(JOKERS + 1) if hand.rules.is_wild(i))


def candidates(hand: Hand) -> Iterator[Meld]:
    """Yield every meld that the hand's cards allow, each once.

    Two melds differ if different cards stand for themselves in them or if wild cards stand on different
    places of a run. In a set a wild card has no suit.

    >>> print(*candidates(Hand.of("3C 3D 3H 3S 4S 5S")), sep=", ")
    S3 S4 S5, S3 H3 D3, S3 H3 C3, S3 D3 C3, H3 D3 C3, S3 H3 D3 C3
    >>> print(*candidates(Hand.of("7H 8H JK", Rules(jokers=1))), sep=", ")
    [H6] H7 H8, H7 H8 [H9]
    """
    wilds = min(wild_cards(hand), hand.rules.most_wilds)
    for suit in range(4):
        yield from _runs(hand, suit, wilds)
    for rank in range(1, 14):
        yield from _sets(hand, rank, wilds)


def _runs(hand: Hand, suit: int, wilds: int) -> Iterator[Run]:
    rules = hand.rules
    lowest, highest = rules.places
    held = [p for p in range(lowest, highest + 1) if hand.counts[card_of(suit, p)]]
    for low in range(lowest, highest - rules.least_run + 2):
        for high in range(low + rules.least_run - 1, min(low + 12, highest) + 1):
            natural = [place for place in held if low <= place <= high]
            for wild in _wild_places(natural, low, high, wilds):
                mask = sum(1 << place - low for place in wild)
                if is_run_shape(high - low + 1, mask, *rules.run_limits):
                    yield Run(suit, low, high, wild)


def _wild_places(natural: list[int], low: int, high: int, wilds: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of at most ``wilds`` places for wild cards that covers the missing cards."""
    missing = [place for place in range(low, high + 1) if place not in natural]
    for more in range(min(wilds - len(missing), len(natural)) + 1):
        for instead in combinations(natural, more):
            yield tuple(sorted((*missing, *instead)))


def _sets(hand: Hand, rank: int, wilds: int) -> Iterator[Set]:
    rules = hand.rules
    held = [suit for suit in range(4) if hand.counts[card_of(suit, rank)]]
    for size in range(1, len(held) + 1):
        for suits in combinations(held, size):
            for wild in range(wilds + 1):
                if is_set_shape(size, wild, rules.least_set, rules.most_wilds):
                    yield Set(rank, suits, wild)


def cells_of_meld(meld: Meld, rules: Rules) -> list[Cell]:
    """Return the cells of the cards that stand for themselves in a meld, the lowest first.

    >>> cells_of_meld(Run(1, 12, 14), Rules(ace="both"))
    [(12, 1), (13, 1), (14, 1)]
    >>> cells_of_meld(Set(1, (0, 2, 3)), Rules(ace="both"))
    [(1, 0), (1, 2), (1, 3)]
    """
    if isinstance(meld, Run):
        return [(place, meld.suit) for place in meld.ranks if place not in meld.wilds]
    return [(place_in_set(meld.rank, rules), suit) for suit in meld.suits]


def place_in_set(rank: int, rules: Rules) -> int:
    """Return the place of a card outside runs; an ace that may stand either way has its lower place.

    >>> place_in_set(1, Rules()), place_in_set(1, Rules(ace="high")), place_in_set(1, Rules(ace="both"))
    (1, 14, 1)
    """
    return 14 if rank == 1 and rules.ace == "high" else rank


def barred(meld: Meld, rules: Rules) -> list[int]:
    """Return, for every wild card of a meld, the suits of wild-rank cards that can't lie there, as bits.

    A card of the wild rank that lies on its own place is not wild but stands for itself. In a set of the
    wild rank this holds for every card of a further suit, since the set's wild cards have no suit: if 7
    is wild, three sevens are one set.

    >>> rules = Rules(wild="7", decks=2)
    >>> barred(Run(1, 5, 7, (6, 7)), rules), barred(Set(7, (0, 1), 1), rules)
    ([0, 2], [12])
    >>> barred(Set(8, (0, 1), 2), rules)
    [0, 0]
    """
    if isinstance(meld, Run):
        own = [(place - 1) % 13 + 1 == rules.wild_rank for place in meld.wilds]
        return [1 << meld.suit if is_own else 0 for is_own in own]
    others = sum(1 << suit for suit in range(4) if suit not in meld.suits)
    return [others if meld.rank == rules.wild_rank else 0] * meld.wilds


def can_place_wilds(held: int, cards: Sequence[int], places: Mapping[int, int]) -> bool:
    """Return whether wild cards can be assigned to places so that none is barred from its place.

    By Hall's theorem they can if, for every set of suits, there are enough other wild cards to fill the
    places that bar all of these suits.

    Args:
        held: the number of wild cards.
        cards: how many of them are cards of the wild rank, by suit.
        places: the number of places, by the suits that they bar (``barred``).

    >>> can_place_wilds(2, [0, 1, 0, 0], {0b0010: 1}), can_place_wilds(1, [0, 1, 0, 0], {0b0010: 1})
    (True, False)
    """

    def needed(suits: int) -> int:
        barring = sum(count for bar, count in places.items() if bar & suits == suits)
        return barring + sum(cards[suit] for suit in range(4) if suits >> suit & 1)

    return all(needed(suits) <= held for suits in range(16))


def count_suits(wild: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return how many of some wild cards have each suit; jokers have none.

    Args:
        wild: the indexes of wild cards.
        counts: the number of copies of each.

    >>> count_suits([5, 18, JOKERS], [2, 1, 1])
    [2, 1, 0, 0]
    """
    number = [0] * (JOKERS // 13 + 1)
    for card, count in zip(wild, counts, strict=True):
        number[card // 13] += count
    return number[:-1]


def components(melds: Iterable[Meld], rules: Rules) -> list[list[Cell]]:
    """Return the components of melds, each as its cells in ascending order.

    >>> hand = Hand.of("3C 3D 3H 4H 5H 9S TS JS KD")
    >>> [len(cells) for cells in components(candidates(hand), hand.rules)]
    [5, 3]
    """
    parts: list[set[Cell]] = []
    for meld in melds:
        joined = set(cells_of_meld(meld, rules))
        if rules.ace == "both":
            joined |= {(1, suit) for place, suit in joined if place == 14}
        touched = [cells for cells in parts if not cells.isdisjoint(joined)]
        parts = [cells for cells in parts if cells not in touched] + [joined.union(*touched)]
    return sorted(sorted(cells) for cells in parts)


# --- Islands --------------------------------------------------------------------------------------
#
# By the rules page, Definitions, two cells on the grid of suits and ranks belong to the same *island* if
# they are neighbours in a row or lie in the same column. Without wild cards every meld lies within one
# island, so each island can be solved as a hand of its own. Islands also join cells that lie in no meld;
# if these are dropped first, islands are fewer and smaller. Printed jokers lie on no island. A card of
# the wild rank lies on its own cell.


@rule
def stretch_end(counts: Any, suit: int, place: int, highest: int) -> int:
    """Return the end, one past the last place, of the cards held in a row from a given place.

    Args:
        counts: the number of copies of each card.
        suit: the suit.
        place: the first place, 1 to 14.
        highest: the highest place that the ace's position allows.
    """
    while place <= highest and counts[card_of(suit, place)]:
        place += 1
    return place


@rule
def suits_held(counts: Any, rank: int) -> int:
    """Return the number of suits in which a rank is held."""
    suits = 0
    for suit in range(4):
        suits += 1 if counts[card_of(suit, rank)] else 0
    return suits


# --- Cells as bits: sixteen bits a suit, one for each place ---------------------------------------

LANE = 16
"""The number of bits of a suit."""
ROW = (1 << LANE) - 1
EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
ACES = 1 << 1 | 1 << 14
BETWEEN_ACES = 13


@cache
def cells_of_card(card: int, ace: Ace) -> int:
    """Return the cells of a suited card, as bits.

    >>> cells_of_card(card_of(0, 3), "low") == 1 << 3, cells_of_card(card_of(0, 1), "both") == ACES
    (True, True)
    """
    rank = rank_of(card)
    places = {"low": (1,), "high": (14,), "both": (1, 14)}[ace] if rank == 1 else (rank,)
    return sum(1 << card // 13 * LANE + place for place in places)


def cells_of(hand: Hand) -> int:
    """Return the cells of a hand, as bits; printed jokers have none."""
    ace = hand.rules.ace
    held = (card for card, copies in enumerate(hand.counts[:JOKERS]) if copies)
    return sum(cells_of_card(card, ace) for card in held)


def melding_cells(cells: int, rules: Rules) -> int:
    """Return the cells that lie in a meld without a wild card."""
    starts, in_runs = cells, 0
    for k in range(1, rules.least_run):
        starts &= cells >> k
    for k in range(rules.least_run):
        in_runs |= starts << k
    s, h, d, c = (cells >> suit * LANE & ROW for suit in range(4))
    columns = ranks_of_three(s, h, d, c) if rules.least_set == 3 else s & h & d & c
    in_melds = in_runs | cells & columns * EVERY_SUIT
    aces = in_melds & ACES * EVERY_SUIT  # an ace on one of its two cells lies on the other too
    return in_melds | cells & (aces << BETWEEN_ACES | aces >> BETWEEN_ACES) & ACES * EVERY_SUIT


def joined_cells(cells: int, rules: Rules) -> Iterator[int]:
    """Yield the cells of each island, in the order of their lowest cells."""
    while cells:
        island, before = cells & -cells, 0
        while island != before:
            before = island
            island |= _neighbours(island, rules) & cells
        yield island
        cells ^= island


def _neighbours(cells: int, rules: Rules) -> int:
    """Return all cells that are next to these in a row, or in the same column."""
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


# --- The seed's flag map and its control points ---------------------------------------------------
#
# Every card of a hand has a byte (seed, "Identifying and Collecting key Data"). Bit 0 means that it
# belongs to a run, bit 1 to a second run, bit 2 to a set, bit 3 to a second set. If the ace may stand
# below the 2 and above the king, bits 4 and 5 are its runs above the king. A card with more bits than
# copies is a
# *control point*: a choice must be made there.
#
# The seed leaves open when a card belongs to a second run or set. This decides whether its method finds
# the best combo. There are four readings; a card is *doubled* if the hand has two copies of it:
#
# * ``literal``: a card belongs to a second run if it lies in a stretch of three or more doubled cards,
# and   to a second set if it and two others of its rank are doubled. Then only 3H is a control point of
# the   seed's island, as the seed says.
# * ``window``: a card also belongs to a second run if two of three neighbours are doubled. Then 3H has
# the   byte 0111 of the seed's example, but 6H is a control point too.
# * ``copies``: every card of a stretch with a doubled card belongs to two runs, and every card of a
# column   with a doubled card and at least six cards to two sets.
# * ``full``: every card of a run belongs to two runs, and every card of a set to two sets.

RUN = 0b0001
SECOND_RUN = 0b0010
SET = 0b0100
SECOND_SET = 0b1000
BITS = (RUN, SECOND_RUN, SET, SECOND_SET)
ABOVE_KING = 4
"""The distance in bits from a run to the same run of an ace above the king."""

Reading: TypeAlias = Literal["literal", "window", "copies", "full"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""The readings of the seed's flag map, from the literal one to the full one."""
LITERAL, WINDOW, COPIES, FULL = range(4)
MOST_COPIES = 2


@rule
def doubled(counts: Any, suit: int, low: int, high: int) -> int:
    """Return the number of cards of a stretch, ``high`` included, that are held twice."""
    cards = 0
    for place in range(low, high + 1):
        cards += 1 if counts[card_of(suit, place)] > 1 else 0
    return cards


@rule
def has_second_run(
    counts: Any, suit: int, low: int, high: int, place: int, reading: int, least_run: int
) -> bool:
    """Return whether a card of a stretch belongs to a second run.

    Args:
        counts: the number of copies of each card.
        suit: the suit of the stretch.
        low: the first place of the stretch.
        high: the last place of the stretch.
        place: the card's place.
        reading: LITERAL, WINDOW, COPIES or FULL.
        least_run: the fewest cards of a run.
    """
    if reading == FULL:
        return True
    if reading == COPIES:
        return doubled(counts, suit, low, high) > 0
    needed = least_run if reading == LITERAL else 2
    # Try every window of the least length around the card.
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
        counts: the number of copies of each card, at most 2.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest place of a run, 13 or 14.
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
        pairs = cards = 0
        for suit in range(4):
            cards += counts[card_of(suit, rank)]
            pairs += 1 if counts[card_of(suit, rank)] > 1 else 0
        for suit in range(4):
            copies = counts[card_of(suit, rank)]
            both = reading == FULL or (copies > 1 and pairs >= least_set)
            if reading == COPIES:
                both = pairs > 0 and cards >= 2 * least_set
            if copies:
                flags[card_of(suit, rank)] |= SET | SECOND_SET if both else SET


def flag_map(hand: Hand, reading: Reading = "literal") -> tuple[int, ...]:
    """Return the byte of every card, 52 numbers; 0 for a card that is not held.

    Every card stands for itself; printed jokers have no byte.

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
    """Return the control points of a hand, suit by suit with the ace first.

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
    flags = flag_map(hand, reading)
    return tuple(
        card
        for card in dict.fromkeys(hand.cards)
        if card < JOKERS and count_bits(flags[card]) > hand.counts[card]
    )


# --- The discard pile of gin and Indian rummy -----------------------------------------------------

Pile: TypeAlias = tuple[tuple[int, int], ...]
"""The cards from the bottom up, each with the seat that laid it, -1 for the card that opened it."""

_LINE_CARDS = 12
"""The number of cards from the top that a line shows."""


def pile_text(pile: Pile) -> str:
    """Return the text of a pile in a position.

    >>> pile_text(((3, -1), (0, 1))), pile_text(())
    ('S5 1.S2', '-')
    """
    return (
        " ".join((f"{seat}." if seat >= 0 else "") + str(Card(card)) for card, seat in pile) or "-"
    )


def read_pile(text: str, seats: int, parse_card: Callable[[str], int]) -> Pile:
    """Parse the text of a pile.

    Args:
        text: the text.
        seats: the number of seats that can have laid a card.
        parse_card: parses a card.

    Raises:
        NotationError: the text is not a pile.

    >>> read_pile("S5 1.S2", 2, Card)
    ((Card('S5'), -1), (Card('S2'), 1))
    """
    form = re.compile(rf"(?:([0-{seats - 1}])\.)?([A-Z0-9]{{2}})")

    def read() -> Iterator[tuple[int, int]]:
        for word in text.split() if text != "-" else ():
            match = matched(form, word, ": write a card of the pile as C5, 0.H7 or 1.H7")
            yield parse_card(match[2]), int(match[1] or -1)

    return tuple(read())


def pile_data(pile: Pile) -> list[dict[str, str | int | None]]:
    """Return a pile as data: each card and the seat that laid it, None for the card that opened it.

    >>> pile_data(((3, -1),))
    [{'card': 'S5', 'seat': None}]
    """
    return [{"card": str(Card(card)), "seat": seat if seat >= 0 else None} for card, seat in pile]


def pile_line(pile: Pile) -> str:
    """Return a pile as a line for the terminal, the top on the right.

    >>> pile_line(((3, -1), (0, 1)))
    'pile  S5 S2'
    """
    more = "… " if len(pile) > _LINE_CARDS else ""
    return f"pile  {more}{format_cards([card for card, _ in pile[-_LINE_CARDS:]], ' ') or '-'}"
