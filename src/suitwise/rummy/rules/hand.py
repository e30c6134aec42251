"""Hands of rummy: the melds that their cards allow, components, islands, and the seed's flag map.

Copies of a card are indistinguishable, so a hand is 53 counts: one for each suited card, by its number
in ``suitwise.cards``, and the last one for the printed jokers of both colours together. The counts are
checked against a rule set.

A *meld* is a run or a set, and a *combo* is a choice of melds that share no card (the rules page). The
*seed* is an article on a hand evaluator by islands and control points (the documentation, Rummy); its
rule set is the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from suitwise.arguments import of_kind, readable, whole
from suitwise.cards import ANY_JOKER, Card, CardsLike, as_cards
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.lines import Readable, numbered_lines
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, reason_of
from suitwise.foundation.values import shows
from suitwise.rummy.rules.melds import (
    LONGEST,
    Meld,
    Run,
    Set,
    is_run_shape,
    is_set_shape,
    ranks_of_three,
)
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, GIN, SEED, Ace, Rules, card_of, rank_of

N_SUITED = 52
"""The number of different suited cards."""
JOKER = N_SUITED
"""The index of the printed jokers in a hand's counts, after the suited cards."""
SIZE = N_SUITED + 1
"""The length of a hand's counts."""

MOST_CARDS = 60
"""The most cards of a hand; a Rummikub player who can't open yet may have to draw that many."""

_IN_ORDER = tuple((min(card, JOKER), card) for card in CARDS_IN_ORDER)
"""Every card with its index in the counts, ``(index, card)``, in the order in which cards are listed."""


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

    most: ClassVar[int] = MOST_CARDS
    """The most cards."""

    def __post_init__(self) -> None:
        of_kind(self.rules, Rules, "rules")
        try:
            self._check_counts()
        except TypeError:
            # Hands are made in great numbers, so types are checked only after something has failed.
            for count in of_kind(self.counts, tuple, "counts"):
                whole(count, "a count")
            raise

    def _check_counts(self) -> None:
        decks = self.rules.decks
        if len(self.counts) != SIZE or min(self.counts) < 0:
            raise IllegalPosition(f"a hand's counts are {SIZE} numbers, none below 0")
        for card, copies in enumerate(self.counts[:N_SUITED]):
            if copies > decks:
                raise IllegalPosition(_too_many(card, copies, decks))
        if self.counts[JOKER] > self.rules.jokers:
            raise IllegalPosition(_too_many_jokers(self.counts[JOKER], self.rules))
        if len(self) > self.most:
            reason = phrase(
                "rummy.hand-size",
                "a hand has at most {most} cards, not {n}",
                most=self.most,
                n=len(self),
            )
            raise IllegalPosition(reason)

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
        """The total points of its cards."""
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
    text = CardText(Card(card))
    if decks == 1:
        return phrase(
            "rummy.one-deck", "{card} appears {n} times, but one deck holds 1", card=text, n=copies
        )
    return phrase(
        "rummy.decks",
        "{card} appears {n} times, but {decks} decks hold {decks}",
        card=text,
        n=copies,
        decks=decks,
    )


def cards_under(rules: Rules, cards: CardsLike) -> tuple[Card, ...]:
    """Parse cards given as text, integers or ``Card`` objects, and refuse jokers that the rules lack.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: a card is a joker, in any spelling, and the rule set has none.

    >>> cards_under(SEED, "S2 Joker")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: 'Joker': this rule set has no jokers: write one that has, as \
indian13 or seed(jokers=2)
    """
    try:
        parsed = as_cards(cards)
    except NotationError as error:
        reason = reason_of(error)
        if rules.jokers or reason.code != "cards.no-joker":
            raise
        raise IllegalPosition(_no_jokers(reason.params["text"], rules)) from None
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
    return min(card if isinstance(card, Card) else Card(card), JOKER)


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
# A card's *place* is its position in a run: its rank, or 14 for an ace above the king. A *cell* is a
# place and a suit. A card lies on one cell, but an ace on two if it may stand below the 2 and above the
# king. Melds that share a cell, directly or through other melds, form a *component*. Melds of different
# components can be chosen independently.

Cell: TypeAlias = tuple[int, int]
"""The place, 1 to 14, and the suit, 0 to 3."""


def wild_cards(hand: Hand) -> int:
    """Return the number of cards of a hand that may stand for others.

    >>> wild_cards(Hand.of("JK H7 H8", Rules(jokers=2, wild="7")))
    2
    """
    return sum(hand.counts[i] for i in range(SIZE) if hand.rules.is_wild(i))


def candidates(hand: Hand, longest: int = LONGEST) -> Iterator[Meld]:
    """Yield every meld that the hand's cards may make, each once, or those of so many cards at most.

    With a wild rank these are more than can be laid: a card of that rank may be counted both as itself
    and as a wild card, and ``barred`` is not applied. Callers check both.

    Two melds differ if different cards stand for themselves in them or if wild cards stand on different
    places of a run. In a set a wild card has no suit.

    >>> print(*candidates(Hand.of("3C 3D 3H 3S 4S 5S")), sep=", ")
    S3 S4 S5, S3 H3 D3, S3 H3 C3, S3 D3 C3, H3 D3 C3, S3 H3 D3 C3
    >>> print(*candidates(Hand.of("7H 8H JK", Rules(jokers=1))), sep=", ")
    [H6] H7 H8, H7 H8 [H9]
    """
    most_wilds = min(wild_cards(hand), hand.rules.most_wilds)
    for suit in range(4):
        yield from _runs(hand, suit, most_wilds, longest)
    for rank in range(1, 14):
        yield from _sets(hand, rank, most_wilds)


def _runs(hand: Hand, suit: int, most_wilds: int, longest: int) -> Iterator[Run]:
    rules = hand.rules
    lowest, highest = rules.places
    held = [p for p in range(lowest, highest + 1) if hand.counts[card_of(suit, p)]]
    for low in range(lowest, highest - rules.least_run + 2):
        for high in range(low + rules.least_run - 1, min(low + longest - 1, highest) + 1):
            natural = [place for place in held if low <= place <= high]
            for wild_places in _wild_places(natural, low, high, most_wilds):
                mask = sum(1 << place - low for place in wild_places)
                if is_run_shape(high - low + 1, mask, *rules.run_limits):
                    yield Run(suit, low, high, wild_places)


def _wild_places(
    natural: list[int], low: int, high: int, most_wilds: int
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of places for wild cards: all missing cards, and perhaps natural ones as well.

    Args:
        natural: the places of the run whose cards are held.
        low: the first place of the run.
        high: the last place of the run.
        most_wilds: the most places to choose.
    """
    missing = [place for place in range(low, high + 1) if place not in natural]
    for n_replaced in range(min(most_wilds - len(missing), len(natural)) + 1):
        for replaced in combinations(natural, n_replaced):
            yield tuple(sorted((*missing, *replaced)))


def _sets(hand: Hand, rank: int, most_wilds: int) -> Iterator[Set]:
    rules = hand.rules
    held = [suit for suit in range(4) if hand.counts[card_of(suit, rank)]]
    for n_suits in range(1, len(held) + 1):
        for suits in combinations(held, n_suits):
            for n_wilds in range(most_wilds + 1):
                if is_set_shape(n_suits, n_wilds, rules.least_set, rules.most_wilds):
                    yield Set(rank, suits, n_wilds)


def cells_of_meld(meld: Meld, rules: Rules) -> list[Cell]:
    """Return the cells of a meld's natural cards, the lowest first.

    >>> cells_of_meld(Run(1, 12, 14), Rules(ace="both"))
    [(12, 1), (13, 1), (14, 1)]
    >>> cells_of_meld(Set(1, (0, 2, 3)), Rules(ace="both"))
    [(1, 0), (1, 2), (1, 3)]
    """
    if isinstance(meld, Run):
        return [(place, meld.suit) for place in meld.ranks if place not in meld.wilds]
    return [(place_in_set(meld.rank, rules), suit) for suit in meld.suits]


def place_in_set(rank: int, rules: Rules) -> int:
    """Return the place of a rank in a set; an ace that may stand either way has its lower place, 1.

    >>> place_in_set(1, Rules()), place_in_set(1, Rules(ace="high")), place_in_set(1, Rules(ace="both"))
    (1, 14, 1)
    """
    return 14 if rank == 1 and rules.ace == "high" else rank


def barred(meld: Meld, rules: Rules) -> list[int]:
    """Return for each wild card of a meld the suits whose wild-rank card may not lie there, as bits.

    A card of the wild rank that would lie on its own place is not wild: it stands for itself. So in a
    run, a place of the wild rank bars the card of the run's suit. In a set of the wild rank, whose wild
    cards have no suit, every wild card's place bars the cards of all suits not yet in the set: if 7 is
    wild, three sevens are one set. All other places bar nothing.

    >>> rules = Rules(wild="7", decks=2)
    >>> barred(Run(1, 5, 7, (6, 7)), rules), barred(Set(7, (0, 1), 1), rules)
    ([0, 2], [12])
    >>> barred(Set(8, (0, 1), 2), rules)
    [0, 0]
    """
    if isinstance(meld, Run):
        is_wild_rank = [(place - 1) % 13 + 1 == rules.wild_rank for place in meld.wilds]
        return [1 << meld.suit if is_wild else 0 for is_wild in is_wild_rank]
    other_suits = sum(1 << suit for suit in range(4) if suit not in meld.suits)
    return [other_suits if meld.rank == rules.wild_rank else 0] * meld.wilds


def can_place_wilds(n_wilds: int, cards: Sequence[int], places: Mapping[int, int]) -> bool:
    """Return whether wild cards can be assigned to places so that none is barred from its place.

    By Hall's theorem this holds if, for every set of suits, the places that bar all of them are no more
    than the wild cards outside these suits.

    Args:
        n_wilds: the number of wild cards, jokers included.
        cards: how many of them are cards of the wild rank, by suit.
        places: the number of places, by the suits that they bar (``barred``).

    >>> can_place_wilds(2, [0, 1, 0, 0], {0b0010: 1}), can_place_wilds(1, [0, 1, 0, 0], {0b0010: 1})
    (True, False)
    """
    for suits in range(16):
        barring = sum(n for bars, n in places.items() if bars & suits == suits)
        inside = sum(cards[suit] for suit in range(4) if suits >> suit & 1)
        if barring > n_wilds - inside:
            return False
    return True


def count_suits(wild: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return how many of some wild cards have each suit; jokers have none.

    Args:
        wild: the indexes of wild cards.
        counts: the number of copies of each.

    >>> count_suits([5, 18, JOKER], [2, 1, 1])
    [2, 1, 0, 0]
    """
    by_suit = [0] * 5  # the four suits, and the jokers, whose index is the first after them
    for card, count in zip(wild, counts, strict=True):
        by_suit[card // 13] += count
    return by_suit[:4]


def components(melds: Iterable[Meld], rules: Rules) -> list[list[Cell]]:
    """Return the components of melds, each as its cells in ascending order.

    >>> hand = Hand.of("3C 3D 3H 4H 5H 9S TS JS KD")
    >>> [len(cells) for cells in components(candidates(hand), hand.rules)]
    [5, 3]
    """
    found: list[set[Cell]] = []
    for meld in melds:
        cells = set(cells_of_meld(meld, rules))
        if rules.ace == "both":  # an ace lies on both of its cells
            cells |= {(1, suit) for place, suit in cells if place == 14}
        joined = [component for component in found if not component.isdisjoint(cells)]
        found = [component for component in found if component not in joined]
        found.append(cells.union(*joined))
    return sorted(sorted(component) for component in found)


# --- Islands --------------------------------------------------------------------------------------
#
# Lay the cards out on a grid with a row for each suit and a column for each place. Two cards are linked
# if they are neighbours in a row or lie in the same column. All cards that are linked, directly or
# through others, form an *island* (the rules page). A card of the wild rank lies on its own cell;
# printed jokers lie on no island.
#
# Without wild cards every meld lies within one island, so each island can be solved as a hand of its
# own. Components may be smaller than islands, because cards that lie in no meld link others, too.
# Dropping such cards first (``pruned``) makes islands smaller.


@rule
def stretch_end(counts: Any, suit: int, place: int, highest: int) -> int:
    """Return the end of the sequence of cards that are held in a suit from a given place on.

    Args:
        counts: the number of copies of each card.
        suit: the suit.
        place: the first place, 1 to 14.
        highest: the highest place that the ace's position allows.

    Returns:
        The first place whose card is not held.
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


# --- Cells as bits --------------------------------------------------------------------------------
#
# A set of cells is an integer of 64 bits. Each suit has a lane of 16 bits, in which place p is bit p.
# Bits 0 and 15 of a lane stay empty, so a shift by one never enters the next lane.

LANE = 16
"""The number of bits of a suit."""
ROW = (1 << LANE) - 1
"""All bits of the lowest lane."""
EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""The lowest bit of each lane; a multiplication by it copies the lowest lane to all four."""
ACES = 1 << 1 | 1 << 14
"""The two places of an ace, in the lowest lane."""
BETWEEN_ACES = 13
"""The distance in bits between the two places of an ace."""


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
    held = (card for card, copies in enumerate(hand.counts[:N_SUITED]) if copies)
    return sum(cells_of_card(card, ace) for card in held)


def melding_cells(cells: int, rules: Rules) -> int:
    """Return the cells that lie in a meld without a wild card."""
    # Keep each cell from which a run of the least length starts. Bit 15 is empty, so no run goes on in
    # the next lane.
    run_starts = cells
    for k in range(1, rules.least_run):
        run_starts &= cells >> k
    in_runs = 0
    for k in range(rules.least_run):
        in_runs |= run_starts << k
    s, h, d, c = (cells >> suit * LANE & ROW for suit in range(4))
    set_places = ranks_of_three(s, h, d, c) if rules.least_set == 3 else s & h & d & c
    in_sets = cells & set_places * EVERY_SUIT
    in_melds = in_runs | in_sets
    # If one of an ace's two cells lies in a meld, the other cell of that ace counts, too.
    aces = in_melds & ACES * EVERY_SUIT
    other_aces = (aces << BETWEEN_ACES | aces >> BETWEEN_ACES) & ACES * EVERY_SUIT
    return in_melds | cells & other_aces


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
    if rules.ace == "both" and columns & ACES:  # both cells of an ace are one card
        columns |= ACES
    return columns * EVERY_SUIT | cells << 1 | cells >> 1


def part_of(hand: Hand, cells: int) -> Hand:
    """Return the suited cards of a hand that lie on some of these cells."""
    ace, suited = hand.rules.ace, hand.counts[:N_SUITED]
    counts = (n if cells & cells_of_card(card, ace) else 0 for card, n in enumerate(suited))
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
    if pruned:
        cells = melding_cells(cells, rules)
    return tuple(part_of(hand, island) for island in joined_cells(cells, rules))


# --- The seed's flag map and its control points ---------------------------------------------------
#
# The flag map has a byte for each card of a hand (seed, "Identifying and Collecting key Data"):
#
#     bit   name         meaning
#     0     RUN          the card belongs to a run
#     1     SECOND_RUN   it belongs to a second run
#     2     SET          it belongs to a set
#     3     SECOND_SET   it belongs to a second set
#     4, 5               the same as bits 0 and 1, for the runs of an ace above the king (ABOVE_KING)
#
# A card with more bits than copies is a *control point*: there an evaluator must choose.
#
# The seed leaves open when a card belongs to a second run or set. That decides whether its method finds
# the best combo. There are four readings. A card is *doubled* if the hand has two copies of it, and a
# *stretch* is a maximal sequence of cards held in one suit. The seed's example hand is
# H2 H3 H4 H4 H5 H5 H6 D3 D3 D4 C3 C3. The numbers are those of the usual least run and set, three cards.
#
# * ``literal``: a card belongs to a second run if it is one of three doubled cards in a row, and to a
#   second set if it and two others of its rank are doubled. Then H3 alone is a control point of the
#   example, as the seed says.
# * ``window``: for a second run it is enough that two cards are doubled among some three in a row that
#   include the card; sets are as in ``literal``. Then H3 has the byte 0111, as the seed prints it, but
#   H6 is a control point, too.
# * ``copies``: if a stretch has a doubled card, all its cards belong to two runs. If a rank has a
#   doubled card and at least six cards, all of them belong to two sets.
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
"""The numbers of the readings, in the same order."""
MOST_COPIES = 2
"""The most copies of a card for which a byte has bits."""


@rule
def doubled(counts: Any, suit: int, low: int, high: int) -> int:
    """Return how many cards of a suit are doubled from place ``low`` to ``high``, both included."""
    n_doubled = 0
    for place in range(low, high + 1):
        n_doubled += 1 if counts[card_of(suit, place)] > 1 else 0
    return n_doubled


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
    # Try every window of ``least_run`` places that includes the card.
    for first in range(max(low, place - least_run + 1), min(place, high - least_run + 1) + 1):
        if doubled(counts, suit, first, first + least_run - 1) >= needed:
            return True
    return False


@rule
def flag_runs(
    counts: Any, lowest: int, highest: int, least_run: int, reading: int, flags: Any
) -> None:
    """Set the bits of runs in the flag map.

    Args:
        counts: the number of copies of each card, at most 2.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest place of a run, 13 or 14.
        least_run: the fewest cards of a run.
        reading: see ``has_second_run``.
        flags: the flag map, 52 numbers; bits are added to it.
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
    """Set the bits of sets in the flag map; for the arguments see ``flag_runs``."""
    for rank in range(1, 14):
        if suits_held(counts, rank) < least_set:
            continue
        n_cards = n_doubled = 0
        for suit in range(4):
            n_cards += counts[card_of(suit, rank)]
            n_doubled += 1 if counts[card_of(suit, rank)] > 1 else 0
        for suit in range(4):
            copies = counts[card_of(suit, rank)]
            second = reading == FULL or (copies > 1 and n_doubled >= least_set)
            if reading == COPIES:
                second = n_doubled > 0 and n_cards >= 2 * least_set
            if copies:
                flags[card_of(suit, rank)] |= SET | SECOND_SET if second else SET


def flag_map(hand: Hand, reading: Reading = "literal") -> tuple[int, ...]:
    """Return the seed's flag map: the byte of every suited card, 0 for a card that is not held.

    Cards of the wild rank are taken to stand for themselves.

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
    if max(hand.counts[:N_SUITED]) > MOST_COPIES:
        raise IllegalPosition("the seed's flag map has no bits for a third copy of a card")
    rules, number = hand.rules, READINGS.index(reading)
    lowest, highest = rules.places
    flags = [0] * N_SUITED
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
        if card < N_SUITED and count_bits(flags[card]) > hand.counts[card]
    )
