"""Melds: runs and sets with their wild cards, whether they are legal, and their text.

By the rules page, Definitions, a *run* is three or more cards of one suit and consecutive ranks, and a
*set* three or four cards of one rank and different suits. A wild card may stand for any card of a meld.
A card that stands for itself is *natural*, and every meld has at least one.

The text of a meld is its cards in order. A wild card is written in brackets as the card it stands for,
``H3 [H4] H5``, or in a set, where its suit does not matter, as the rank, ``S3 H3 [3]``. It may also be
written as the card it is, ``S4 S5 C9 S7`` if nines are wild, and then stands for the missing card. The
order matters only in a run of 13: its ace is below the 2 or above the king as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import BLACK_JOKER, Card, no_joker, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import one_of
from suitwise.rummy.rules.rules import RANK_TEXT, RANKS_IN_ORDER, Rules, card_of, rank_of

SUITS_OF_SET = 4
"""The most cards of a set, one a suit."""


@rule
def is_run_shape(length: int, wilds: int, least: int, most_wilds: int, adjacent: bool) -> bool:
    """Return whether a number of consecutive cards may be a run.

    Args:
        length: the number of cards.
        wilds: bit i is set if card i is wild.
        least: the fewest cards of a run.
        most_wilds: the most wild cards of a meld.
        adjacent: whether two wild cards may lie side by side.

    >>> is_run_shape(3, 0b010, 3, 1, False), is_run_shape(4, 0b0110, 3, 2, False)
    (True, False)
    """
    if not least <= length <= 13 or wilds == (1 << length) - 1 or count_bits(wilds) > most_wilds:
        return False
    return adjacent or wilds & wilds >> 1 == 0


@rule
def is_set_shape(suits: int, wilds: int, least: int, most_wilds: int) -> bool:
    """Return whether cards of a number of suits and a number of wild cards may be a set.

    >>> is_set_shape(2, 1, 3, 1), is_set_shape(4, 1, 3, 1), is_set_shape(0, 3, 3, 3)
    (True, False, False)
    """
    return suits >= 1 and least <= suits + wilds <= SUITS_OF_SET and wilds <= most_wilds


@rule
def ranks_of_three(a: int, b: int, c: int, d: int) -> int:
    """Return the ranks held in three or four suits, which can form a set.

    Args:
        a: bits of the ranks held in the first suit.
        b: bits of the ranks held in the second suit.
        c: bits of the ranks held in the third suit.
        d: bits of the ranks held in the fourth suit.

    >>> bin(ranks_of_three(0b0111, 0b0101, 0b0011, 0b0011))
    '0b11'
    """
    return (a & b & (c | d)) | (c & d & (a | b))


@dataclass(frozen=True, slots=True, order=True)
class Run:
    """A run.

    Args:
        suit: 0 to 3, for S H D C.
        low: the lowest rank; 1 is the ace.
        high: the highest; 14 is the ace.
        wilds: the ranks that wild cards stand for, in ascending order.

    >>> run = Run(1, 3, 6, (4,))
    >>> print(run)
    H3 [H4] H5 H6
    >>> print(*run.cards), len(run)
    H3 H5 H6
    (None, 4)
    """

    suit: int
    low: int
    high: int
    wilds: tuple[int, ...] = ()

    @property
    def ranks(self) -> range:
        """Its ranks, the lowest first."""
        return range(self.low, self.high + 1)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that stand for themselves."""
        return tuple(Card(card_of(self.suit, r)) for r in self.ranks if r not in self.wilds)

    @property
    def is_pure(self) -> bool:
        """True if no card of the run stands for another."""
        return not self.wilds

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __str__(self) -> str:
        texts = ((Card(card_of(self.suit, rank)), rank in self.wilds) for rank in self.ranks)
        return " ".join(f"[{card}]" if wild else str(card) for card, wild in texts)

    def fault(self, rules: Rules) -> str | None:
        """Return the reason why this is not a run under a rule set, or None if it is one."""
        is_possible = 0 <= self.suit < 4 and 1 <= self.low <= self.high <= 14
        if not (is_possible and _lie_in(self.wilds, self.ranks)):
            return f"{self!r} is not made of cards in their order"
        if self.low < rules.places[0] or self.high > rules.places[1]:
            stands = {"low": "below the 2", "high": "above the king"}
            return f"{self}: the ace stands {stands[rules.ace]}"
        if len(self) > 13:
            return f"{self}: a run holds no card twice"
        if len(self) < rules.least_run:
            return f"{self}: a run has at least {rules.least_run} cards"
        mask = sum(1 << (rank - self.low) for rank in self.wilds)
        if is_run_shape(len(self), mask, *rules.run_limits):
            return None
        return _wild_fault(str(self), len(self.wilds), len(self), rules)

    def opening_points(self, rules: Rules) -> int:
        """Return its points in an opening; a wild card counts as the card it stands for."""
        return sum(1 if rank == 1 else _opening_value(rank, rules) for rank in self.ranks)


@dataclass(frozen=True, slots=True, order=True)
class Set:
    """A set.

    Args:
        rank: 1 to 13.
        suits: the suits of its cards, in ascending order.
        wilds: the number of its wild cards.

    >>> print(Set(3, (0, 1), wilds=1))
    S3 H3 [3]
    """

    rank: int
    suits: tuple[int, ...]
    wilds: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that stand for themselves."""
        return tuple(Card(card_of(suit, self.rank)) for suit in self.suits)

    @property
    def is_pure(self) -> bool:
        """True if the set has no wild card."""
        return self.wilds == 0

    def __len__(self) -> int:
        return len(self.suits) + self.wilds

    def __str__(self) -> str:
        return " ".join([*map(str, self.cards), *[f"[{RANK_TEXT[self.rank - 1]}]"] * self.wilds])

    def fault(self, rules: Rules) -> str | None:
        """Return the reason why this is not a set under a rule set, or None if it is one."""
        if not (1 <= self.rank <= 13 and self.wilds >= 0 and _lie_in(self.suits, range(4))):
            return f"{self!r} is not made of cards of different suits in their order"
        if is_set_shape(len(self.suits), self.wilds, rules.least_set, rules.run_limits[1]):
            return None
        if not rules.least_set <= len(self) <= SUITS_OF_SET:
            sizes = range(rules.least_set, SUITS_OF_SET + 1)
            return f"{self}: a set has {' or '.join(map(str, sizes))} cards"
        return _wild_fault(str(self), self.wilds, len(self), rules)

    def opening_points(self, rules: Rules) -> int:
        """Return its points in an opening; a wild card counts as the card it stands for."""
        return len(self) * _opening_value(self.rank, rules)


Meld: TypeAlias = Run | Set
"""A run or a set."""


def _lie_in(numbers: tuple[int, ...], allowed: range) -> bool:
    """Return whether numbers are distinct, in ascending order and within the allowed range."""
    return sorted(set(numbers) & set(allowed)) == list(numbers)


def _opening_value(rank: int, rules: Rules) -> int:
    return rules.high_ace if rank in (1, 14) else rules.points[rank - 1]


def _wild_fault(meld: str, wilds: int, cards: int, rules: Rules) -> str:
    most = rules.run_limits[1]
    if most == 0:
        return f"{meld}: no card is wild here"
    if wilds == cards:
        return f"{meld}: a meld needs a card that stands for itself"
    if wilds > most:
        cards_at_most = "one wild card" if most == 1 else f"{most} wild cards"
        return f"{meld}: a meld holds at most {cards_at_most}, not {wilds}"
    return f"{meld}: two wild cards may not lie side by side"


# --- Text -----------------------------------------------------------------------------------------

_WORD = re.compile(r"\[([^\[\]]*)\]|([^\s\[\]]+)")
_HOW = "write H3 [H4] H5 or S3 H3 [3]"


def parse_meld(text: str, rules: Rules) -> Meld:
    """Parse a meld: its cards, the wild ones in brackets as the cards they stand for.

    A wild card without brackets stands for itself if it can, else for the missing card.

    Raises:
        NotationError: the text does not parse as cards.
        IllegalPosition: the cards are not a meld under these rules, or the meld is ambiguous; the
            message gives the reason.

    >>> from suitwise.rummy.rules.rules import RAMI51, SEED
    >>> parse_meld("H3 H4 H5", SEED), parse_meld("S3 D3 [3]", RAMI51)
    (Run(suit=1, low=3, high=5, wilds=()), Set(rank=3, suits=(0, 2), wilds=1))
    >>> print(parse_meld("S4 S5 JK S7", RAMI51))
    S4 S5 [S6] S7
    >>> parse_meld("S4 S5 JK", RAMI51)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: S4 S5 JK may be [S3] S4 S5 or S4 S5 [S6]: write which
    >>> parse_meld("H3 H4 H6", SEED)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: H3 H4 H6 is neither a run nor a set
    """
    readings = read_group(text, rules).readings
    plainest = [meld for meld in readings if _wilds_in(meld) == _wilds_in(readings[0])]
    if len(plainest) > 1:
        shown = " ".join(text.split())
        raise IllegalPosition(f"{shown} may be {one_of(map(str, plainest))}: write which")
    return plainest[0]


class Group(NamedTuple):
    """The cards of one meld as written, with all melds that they may mean.

    Args:
        readings: the possible melds, those with the fewest wild cards first.
        cards: the named cards, those not in brackets.
    """

    readings: tuple[Meld, ...]
    cards: tuple[int, ...]


def read_group(text: str, rules: Rules) -> Group:
    """Parse a meld into all its readings: a wild card without brackets may stand for any card.

    Raises:
        NotationError: the text does not parse as cards.
        IllegalPosition: the cards are not a meld under these rules; the message gives the reason.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> print(*read_group("H5 JK H6", RAMI71).readings, sep=" | ")
    [H4] H5 H6 | H5 H6 [H7]
    """
    of_kind(text, str, "text")
    of_kind(rules, Rules, "rules")
    cards, wilds = _read(text)
    if any(card >= BLACK_JOKER and wild for card, wild in zip(cards, wilds, strict=True)):
        raise NotationError(_stands_for(text))
    named = tuple(card for card, wild in zip(cards, wilds, strict=True) if not wild)
    plain = None
    if all(card < BLACK_JOKER for card in named):
        plain = _as_set(cards, wilds) or _as_run(cards, wilds, rules)
    melds = [] if plain is None else [plain]
    if any(map(rules.is_wild, named)):
        stood_for = [card for card, wild in zip(cards, wilds, strict=True) if wild]
        others: list[Meld] = [
            *_runs_of(named, stood_for, rules),
            *_sets_of(named, stood_for, rules),
        ]
        others.sort(key=_wilds_in)
        melds += [meld for meld in others if plain is None or _wilds_in(meld) > _wilds_in(plain)]
    if not melds:
        shown = " ".join(text.split())[:60] or "a meld without cards"
        raise IllegalPosition(f"{shown} is neither a run nor a set")
    readings = tuple(meld for meld in melds if meld.fault(rules) is None)
    if not readings:
        raise IllegalPosition(str(melds[0].fault(rules)))
    return Group(readings, named)


def _stands_for(text: str) -> str:
    return f"{text[:40]!r}: write for a joker the card it stands for, in brackets"


def _wilds_in(meld: Meld) -> int:
    return len(meld) - len(meld.cards)


def _runs_of(named: tuple[int, ...], stood_for: list[int], rules: Rules) -> Iterator[Run]:
    """Yield the runs that some cards can form, with wild cards on any free place.

    Args:
        named: the cards without brackets.
        stood_for: the cards in brackets.
        rules: the rule set.
    """
    length, (lowest, highest) = len(named) + len(stood_for), rules.places
    for suit in range(4) if length <= len(RANK_TEXT) else ():
        for low in range(lowest, highest - length + 2):
            place_of = {card_of(suit, rank): rank for rank in range(low, low + length)}
            natural = _naturals(named, stood_for, place_of, rules)
            if natural is not None:
                wilds = sorted(place_of[card] for card in place_of.keys() - natural)
                yield Run(suit, low, low + length - 1, tuple(wilds))


def _sets_of(named: tuple[int, ...], stood_for: list[int], rules: Rules) -> Iterator[Set]:
    """Yield the sets that some cards can form; for the arguments see ``_runs_of``."""
    for rank in RANKS_IN_ORDER:
        of_rank = {card_of(suit, rank): suit for suit in range(4)}
        if all(-card == rank or card in of_rank for card in stood_for):
            natural = _naturals(named, [], of_rank, rules)
            if natural is not None:
                suits = sorted(of_rank[card] for card in natural)
                yield Set(rank, tuple(suits), len(named) + len(stood_for) - len(suits))


def _naturals(
    named: tuple[int, ...], stood_for: list[int], places: dict[int, int], rules: Rules
) -> set[int] | None:
    """Return the cards that stand for themselves on places of a meld; None if a card has no place.

    A wild card stands for itself if its own place is free, else it goes on any free place.
    """
    taken = set(stood_for)
    if len(taken) < len(stood_for) or not taken <= places.keys():
        return None
    natural: set[int] = set()
    for card in sorted(named, key=rules.is_wild):
        if card in places and card not in taken:
            natural.add(card)
            taken.add(card)
        elif not rules.is_wild(card):
            return None
    return natural


def _read(text: str) -> tuple[list[int], list[bool]]:
    """Return the cards of a text and whether each is in brackets; a bare rank is a negative number."""
    cards: list[int] = []
    wilds: list[bool] = []
    if _WORD.sub("", text).strip():
        raise NotationError(f"{text[:40]!r} is no meld: {_HOW}")
    for match in _WORD.finditer(text):
        is_wild = match[2] is None
        word = match[1].strip() if is_wild else match[2]
        if not word:
            raise NotationError(f"{text[:40]!r}: there is no card in the brackets: {_HOW}")
        is_rank = is_wild and len(word) == 1 and word.upper() in RANK_TEXT
        if joker := no_joker(text[match.start(1 if is_wild else 2) :].lstrip()):
            raise NotationError(_stands_for(text) if is_wild else joker)
        read = [-RANK_TEXT.index(word.upper()) - 1] if is_rank else [*parse_cards(word)]
        cards += read
        wilds += [is_wild] * len(read)
    if len(cards) > 14:
        raise IllegalPosition(f"{len(cards)} cards are too many for a meld")
    return cards, wilds


def _as_set(cards: list[int], wilds: list[bool]) -> Set | None:
    """Return the set of these cards, if they are of one rank and different suits."""
    ranks = {rank_of(card) if card >= 0 else -card for card in cards}
    suits = [card // 13 for card, wild in zip(cards, wilds, strict=True) if not wild]
    if len(ranks) != 1 or len(set(suits)) < len(suits):
        return None
    return Set(ranks.pop(), tuple(sorted(suits)), sum(wilds))


def _as_run(cards: list[int], wilds: list[bool], rules: Rules) -> Run | None:
    """Return the run of these cards, if they are of one suit and consecutive ranks."""
    if min(cards, default=-1) < 0 or len({card // 13 for card in cards}) != 1:
        return None
    ranks = [rank_of(card) for card in cards]
    if 1 in ranks and _ace_stands_high(ranks, rules):
        ranks = [rank if rank > 1 else 14 for rank in ranks]
    wild = sorted(rank for rank, is_wild in zip(ranks, wilds, strict=True) if is_wild)
    run = Run(cards[0] // 13, min(ranks), max(ranks), tuple(wild))
    return run if sorted(ranks) == list(run.ranks) else None


def _ace_stands_high(ranks: list[int], rules: Rules) -> bool:
    """Return whether the ace, rank 1, stands above the king.

    Both ends are possible only in a run of 13 under rules that allow either. There the ace stands where
    it is written, and the cards must be in order.
    """
    if rules.ace != "both" or set(ranks) != set(range(1, 14)):
        return rules.ace == "high" or (max(ranks) == 13 and len(ranks) < 13)
    low, high = list(range(1, 14)), [*range(2, 14), 1]
    if ranks in (low, low[::-1], high, high[::-1]):
        return ranks in (high, high[::-1])
    raise IllegalPosition("a run of 13 is written in its order, the ace at the end where it stands")


def melds_text(melds: Iterable[Meld]) -> str:
    """Return melds as one line of text.

    >>> melds_text([Run(1, 4, 6), Set(3, (0, 1, 2))])
    'H4 H5 H6 | S3 H3 D3'
    """
    return " | ".join(map(str, melds))


# --- Growth: a meld on the table with a card more ---------------------------------------------------


def grown(meld: Meld, card: int, rules: Rules) -> Iterator[Meld]:
    """Yield the melds that a meld can become by adding a card.

    >>> from suitwise.rummy.rules.rules import RAMI51, SEED
    >>> print(*grown(Run(1, 3, 5), Card("H6"), SEED), sep=" | ")
    H3 H4 H5 H6
    >>> print(*grown(Run(1, 3, 5), Card("JK"), RAMI51), sep=" | ")
    [H2] H3 H4 H5 | H3 H4 H5 [H6]
    """
    others = _longer(meld, card, rules) if isinstance(meld, Run) else _larger(meld, card, rules)
    yield from (other for other in others if other.fault(rules) is None)


def _longer(run: Run, card: int, rules: Rules) -> Iterator[Meld]:
    for rank in (run.low - 1, run.high + 1):
        longer = replace(run, low=min(run.low, rank), high=max(run.high, rank))
        if card == card_of(run.suit, rank):
            yield longer
        elif rules.is_wild(card):
            yield replace(longer, wilds=tuple(sorted((*run.wilds, rank))))


def _larger(meld: Set, card: int, rules: Rules) -> Iterator[Meld]:
    suit = card // 13
    if card < BLACK_JOKER and card == card_of(suit, meld.rank) and suit not in meld.suits:
        yield replace(meld, suits=tuple(sorted((*meld.suits, suit))))
    elif rules.is_wild(card):
        yield replace(meld, wilds=meld.wilds + 1)


# --- Shapes: the melds that a search has to try ---------------------------------------------------
#
# A *shape* is a meld without its rank, a run also without its suit. A run that can be cut in two need
# not be tried: its parts are two runs of the same cards, and more runs are never worse if a number of
# runs is required. So only short runs have shapes, and the few longer ones that can't be cut.
#
# A shape is SHAPE integers:
#
# ======  =======  =================================================================================
# column  name     meaning
# ======  =======  =================================================================================
# 0       NATURAL  the natural cards: of a run a one in a field of FIELD bits for each, from its
#                  lowest rank on; of a set bits of the suits
# 1       WILD     the number of wild cards
# 2       LENGTH   the number of cards
# ======  =======  =================================================================================

FIELD = 3
"""The bits of a card in NATURAL, the same as in the states of ``solve.scan``."""

Shape: TypeAlias = tuple[int, int, int]
NATURAL, WILD, LENGTH, SHAPE = range(4)

LONGEST = 13
"""The longest run: no card may occur twice."""


@cache
def run_shapes(rules: Rules, wilds: int) -> tuple[Shape, ...]:
    """Return the shapes of the runs that can't be cut, with at most ``wilds`` wild cards.

    >>> [length for _, _, length in run_shapes(Rules(), 0)]
    [3, 4, 5]
    """
    shapes: list[Shape] = []
    for length in range(rules.least_run, LONGEST + 1):
        for natural in uncut(length, rules.least_run):
            wild = natural ^ (1 << length) - 1
            count = wild.bit_count()
            if count <= wilds and is_run_shape(length, wild, *rules.run_limits):
                fields = sum(1 << FIELD * k for k in range(length) if natural >> k & 1)
                shapes.append((fields, count, length))
    return tuple(shapes)


def uncut(length: int, least: int) -> list[int]:
    """Return the natural cards, as bits, of every run of a length that can't be cut in two.

    Each part of a cut must have the least length and a natural card. So a run of at least twice the
    least length can't be cut if it has only one natural card, or if all of them lie within the least
    length of one end.

    >>> [len(uncut(length, 3)) for length in (3, 5, 6, 7)]
    [7, 31, 14, 15]
    """
    if length < 2 * least:
        return list(range(1, 1 << length))
    at_low_end = range(1, 1 << least)
    at_high_end = (natural << length - least for natural in at_low_end)
    single = (1 << k for k in range(length))
    return sorted({*at_low_end, *at_high_end, *single})


@cache
def set_shapes(rules: Rules, wilds: int) -> tuple[Shape, ...]:
    """Return the shapes of sets with at most ``wilds`` wild cards.

    >>> len(set_shapes(Rules(), 0)), len(set_shapes(Rules(jokers=2), 1))
    (5, 15)
    """
    return tuple(
        (suits, count, suits.bit_count() + count)
        for suits in range(1, 16)
        for count in range(wilds + 1)
        if is_set_shape(suits.bit_count(), count, rules.least_set, rules.most_wilds)
    )
