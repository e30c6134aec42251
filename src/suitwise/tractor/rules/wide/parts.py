"""The parts of a lead: cutting cards of one partition into blocks of any width.

Source: rules page "Tractor with many packs" §1 and §2; docs/tractor-many.md, The lead.

A *cutting* divides a lead into blocks so that no two or more of them together form a single block. Most
leads have one cutting; 2 2 2 3 3 has two, a tractor and a single, or a triple and a pair. Cuttings are
compared by their lists of blocks, larger blocks first. The greatest one is the *default*. It is found by
repeatedly taking the largest block from the cards left.

Blocks are ordered by *size*: more cards first, then a tractor before a tuple, then the wider one. Among
blocks of the same size the one with the higher top comes first. Among rank cards on one Φ, which are not
neighbours, the order is spades, hearts, diamonds, clubs.

In text the default is written as one word, other cuttings with a plus between their parts:
``H2H2H2+H3H3``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from suitwise.cards import Card, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, all_of, phrase
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import Pile, Trump
from suitwise.tractor.rules.profile import Profile

MOST_CHOICES = 24
"""The most cuttings among which a leader chooses."""
_EFFORT_OF_A_CHOICE = 300
"""The most search steps for these cuttings, which take a few milliseconds."""
EFFORT = 2_000
"""The most search steps for listing all cuttings, enough for 30 cards."""

Parts = tuple[Block, ...]


@lru_cache(maxsize=256)
def _neighbours(trump: Trump, chain: int) -> Mapping[Card, tuple[Card, ...]]:
    """Return for each card the cards one Φ above it that may follow it in a tractor."""
    main, cr = trump.main_index, trump.rank_index
    above: dict[Card, tuple[Card, ...]] = {}
    for partition in range(5):
        cards = [Card(card) for card in deck.bits(deck.partition_mask(partition, main, cr))]
        levels = {card: deck.phi_of(card, main, cr) for card in cards}
        for card in cards:
            level = levels[card]
            if chain >> level & chain >> level + 1 & 1:
                above[card] = tuple(other for other in cards if levels[other] == level + 1)
    return above


@dataclass(frozen=True)
class Cutter:
    """Cuts cards of one partition into blocks, under a trump and the rules of a house.

    Args:
        trump: the trump configuration.
        profile: the house rules; they say which Φ join tractors, and how wide and long these are.

    >>> cutter = Cutter(Trump("S", "4"), Profile())
    >>> print(*map(written, cutter.cuttings(deck.pile_of("H2H2H2H3H3"))))
    H2H2H3H3+H2 H2H2H2+H3H3
    >>> written(cutter.default(deck.pile_of("H2H2H2H3H3H3")))
    'H2H2H2H3H3H3'
    """

    trump: Trump
    profile: Profile

    @cached_property
    def _above(self) -> Mapping[Card, tuple[Card, ...]]:
        return _neighbours(self.trump, self.profile.chain_mask(self.trump.main_index))

    def phi(self, card: Card) -> int:
        """Return Φ of a card."""
        return deck.phi_of(card, self.trump.main_index, self.trump.rank_index)

    # --- Blocks ------------------------------------------------------------------------------------

    def order(self, block: Block) -> tuple[int, bool, int, int, tuple[int, ...]]:
        """Return the sort key of a block: larger blocks have greater keys."""
        later = tuple(-int(card) for card in block.kinds)  # suits are numbered S H D C
        return block.size, block.length > 1, block.width, block.phi, later

    def is_block(self, cards: Counter[Card]) -> bool:
        """Tell whether cards of one partition are exactly one block."""
        kinds = sorted(cards, key=self.phi)
        if len(kinds) == 1:
            return True
        width = cards[kinds[0]]
        return (
            len(kinds) >= self.profile.tractor_length
            and width >= self.profile.tractor_width
            and all(cards[card] == width for card in kinds)
            and all(b in self._above.get(a, ()) for a, b in pairwise(kinds))
        )

    def _blocks_from(self, card: Card, held: Counter[Card]) -> Iterator[Block]:
        """Yield every block whose lowest card is a given one."""
        for width in range(1, held[card] + 1):
            rows: list[tuple[Card, ...]] = [(card,)]
            while rows:
                for row in rows:
                    if len(row) == 1 or len(row) >= self.profile.tractor_length:
                        top = self.phi(row[-1])
                        yield Block(tuple(c for c in row[::-1] for _ in range(width)), top)
                if width < self.profile.tractor_width:
                    break
                rows = [
                    (*row, above)
                    for row in rows
                    for above in self._above.get(row[-1], ())
                    if held[above] >= width
                ]

    def _blocks(self, held: Counter[Card]) -> Iterator[Block]:
        for card in held:
            yield from self._blocks_from(card, held)

    # --- Cuttings ----------------------------------------------------------------------------------

    def default(self, cards: Pile) -> Parts:
        """Return the default cutting of cards of one partition.

        Raises:
            IllegalPosition: there are no cards, or of several partitions.
        """
        self._check(cards)
        return self._default(Counter(cards.cards))

    def _check(self, cards: Pile) -> None:
        """Refuse no cards, and cards of several partitions."""
        if not cards.once:
            raise IllegalPosition(phrase("tractor.lead-empty", "a lead has at least one card"))
        if deck.only_partition(cards, self.trump) is None:
            raise IllegalPosition(
                phrase(
                    "tractor.lead-mixed",
                    "{cards} is of several partitions under trump {trump}: what is led is of one",
                    cards=CardText(cards),
                    trump=str(self.trump),
                )
            )

    def _default(self, left: Counter[Card]) -> Parts:
        """Take the largest block, then the largest of the rest, and so on.

        If a block may take one rank card or another, all are tried, to see which leaves larger blocks.
        """
        parts: Parts = ()
        while left:
            blocks = list(self._blocks(left))
            largest = max(self.order(block)[:4] for block in blocks)
            best = [block for block in blocks if self.order(block)[:4] == largest]
            if len(best) > 1:
                rests = [(block, *self._default(left - Counter(block.cards))) for block in best]
                return parts + max(rests, key=self._greatness)
            parts = (*parts, best[0])
            left = left - Counter(best[0].cards)
        return parts

    def cuttings(self, cards: Pile) -> list[Parts]:
        """Return all cuttings of cards of one partition, the default first.

        Raises:
            IllegalPosition: there are too many to list.
        """
        found = self._cut(cards, EFFORT)
        if found is None:
            raise IllegalPosition(
                phrase(
                    "tractor.lead-many-cuttings",
                    "{cards} can be cut in too many ways to list: write + between the parts",
                    cards=CardText(cards),
                )
            )
        return found

    def _cut(self, cards: Pile, effort: int) -> list[Parts] | None:
        """Return all cuttings, the default first; None if the search takes too many steps."""
        targets = [_cards(block) for block in self._blocks(Counter(cards.cards))]
        begun: list[tuple[Pile, Parts]] = [(cards, ())]
        found = list[Parts]()
        tried = 0
        while begun:
            left, parts = begun.pop()
            if not left.once:
                found.append(tuple(sorted(parts, key=self.order, reverse=True)))
                continue
            tried += 1
            if tried > effort:
                return None
            begun += self._with_one_more(left, parts, targets)
        return sorted(found, key=self._greatness, reverse=True)

    def choices(self, cards: Pile) -> list[Parts]:
        """Return the cuttings that a leader may choose, the default first; at most ``MOST_CHOICES``.

        Cuttings that differ only in the places of rank cards with the same Φ count as one. The result is
        empty if there is no choice, or if there are too many cuttings to look through.

        >>> cutter = Cutter(Trump("S", "4"), Profile())
        >>> [len(cutter.choices(deck.pile_of(lead))) for lead in ("H2H2H2H3H3", "H2H2H2", "H2H2H3H3H7")]
        [2, 0, 0]
        """
        if not cards.thrice:
            return []  # pairs that join are a tractor, so nothing is left to choose
        found = self._cut(cards, _EFFORT_OF_A_CHOICE)
        if found is None:
            return []
        different = {
            tuple(self.order(block)[:4] for block in parts): parts for parts in found[::-1]
        }
        return list(different.values())[::-1] if 1 < len(different) <= MOST_CHOICES else []

    def _greatness(self, parts: Parts) -> tuple[list[object], list[object]]:
        """Return the sort key of a cutting: first the sizes of its blocks, then their tops."""
        keys = [self.order(block) for block in parts]
        return [key[:3] for key in keys], [key[3:] for key in keys]

    def _with_one_more(
        self, left: Pile, parts: Parts, targets: Sequence[Pile]
    ) -> Iterator[tuple[Pile, Parts]]:
        """Yield extensions of an incomplete cutting by one block that contains the lowest card left.

        Args:
            left: the cards not in a block yet.
            parts: the blocks so far.
            targets: the cards of every block that the lead holds.
        """
        lowest = min(left.kinds, key=lambda card: (self.phi(card), card))
        last = parts[-1] if parts and parts[-1].kinds[-1] == lowest else None
        piles = list(map(_cards, parts))
        for block in self._blocks_from(lowest, Counter(left.cards)):
            if last and self.order(block) > self.order(last):
                continue  # blocks that begin with one card come in descending order
            cards = _cards(block)
            if not any(_completes(cards, target, piles) for target in targets):
                yield left.minus(cards), (*parts, block)

    def joined(self, parts: Sequence[Block]) -> Parts | None:
        """Return two or more parts that together form one block; None if there are none."""
        piles = list(map(_cards, parts))
        held = Counter(card for part in parts for card in part.cards)
        for target in map(_cards, self._blocks(held)):
            inside = [pile for pile in piles if pile.size < target.size]
            tiles = _cover(target, inside)
            if tiles is not None:
                left = list(parts)
                return tuple(
                    left.pop([_cards(part) for part in left].index(tile)) for tile in tiles
                )
        return None

    # --- Parts in text -----------------------------------------------------------------------------

    def named(self, text: str) -> Parts:
        """Read a lead: cards in one word are cut by default, ``+`` stands between named parts.

        Raises:
            NotationError: something is no card.
            IllegalPosition: there are no cards, or of several partitions; a part is no block; or several
                parts together make up one.

        >>> Cutter(Trump("S", "4"), Profile()).named("H2H2+H3H3")
        Traceback (most recent call last):
        suitwise.errors.IllegalPosition: H2H2 and H3H3 together make up one block, H2H2H3H3: lead it
        """
        piles = [deck.hand_of(word) for word in text.split("+")]
        if len(piles) == 1:
            return self.default(piles[0])
        self._check(deck.hand_of(deck.pile_of("".join(text.split("+")))))
        parts = tuple(sorted(map(self.part, piles), key=self.order, reverse=True))
        together = self.joined(parts)
        if together is not None:
            raise IllegalPosition(
                phrase(
                    "tractor.lead-parts-joined",
                    "{parts} together make up one block, {block}: lead it",
                    parts=all_of([CardText(format_cards(part.cards[::-1])) for part in together]),
                    block=CardText(
                        format_cards(sorted(c for part in together for c in part.cards))
                    ),
                )
            )
        return parts

    def part(self, cards: Pile) -> Block:
        """Return cards as a block.

        Raises:
            IllegalPosition: they are none.
        """
        if not cards.once or not self.is_block(Counter(cards.cards)):
            raise IllegalPosition(
                phrase(
                    "tractor.lead-no-part",
                    "{cards} is no block: it can be no part",
                    cards=CardText(cards),
                )
            )
        return self.default(cards)[0]


@lru_cache(maxsize=1 << 12)
def _cards(block: Block) -> Pile:
    """Return a block's cards as a pile."""
    return deck.copies_of([(card, block.width) for card in block.kinds])


def _completes(cards: Pile, target: Pile, piles: Sequence[Pile]) -> bool:
    """Tell whether cards together with one or more of the piles form exactly one block."""
    if cards == target or not cards.within(target):
        return False
    return _cover(target.minus(cards), piles) is not None


def _cover(left: Pile, piles: Sequence[Pile]) -> tuple[Pile, ...] | None:
    """Return those of the piles that together are exactly given cards; None if there are none."""
    if not left.once:
        return ()
    lowest = left.once & -left.once
    for at, pile in enumerate(piles):
        if pile.once & lowest and pile.within(left):
            rest = _cover(left.minus(pile), [*piles[:at], *piles[at + 1 :]])
            if rest is not None:
                return (pile, *rest)
    return None


def written(parts: Iterable[Block]) -> str:
    """Write parts with a plus between them, the cards of each from the lowest upward."""
    return "+".join(format_cards(part.cards[::-1]) for part in parts)


def cards_of(parts: Iterable[Block]) -> Pile:
    """Return the cards of some parts."""
    return deck.pile_of([card for part in parts for card in part.cards])
