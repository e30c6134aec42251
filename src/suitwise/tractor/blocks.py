"""Blocks: singles, pairs, tractors, and the set-based decomposition .

Source: paper §2.3, §4.1; docs/tractor.md, Blocks.

A tractor is two or more pairs of one partition on consecutive Φ, each Φ once. A lead is cut into
its longest tractor, then again, then pairs, then singles. The longest tractor of a set of pairs is
its longest run of consecutive Φ, whole; so the cut is the list of runs of the pair mask, and every
pair beyond the first on the shared Φ of the rank cards stands alone (its neighbours went with the
first). Nothing here looks at the order in which cards were written or at the names of suits.

A play enters the rules as two card masks: ``once``, the cards it holds, and ``twice``, those it
holds two of. A *pair mask* is the level mask of ``twice``.

A multiset of tractor lengths (in pairs, at most 12 in all, so one of 77) is a 7-bit *pack code*: the
sum of ``WEIGHT`` over the lengths, modulo 128. The weights were searched for so that the 77 sums
differ; codes of parts add up to the code of the whole, which is what matching needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from suitwise.cards import Card, CardsLike, as_cards, check_copies, format_cards
from suitwise.compiled import count_bits, lowest_bit, rule
from suitwise.errors import IllegalPosition
from suitwise.tractor.order import (
    Trump,
    TrumpLike,
    as_tractor_card,
    as_trump,
    level_mask,
    partition_of,
    phi_of,
)

MOST_PAIRS = 12
"""A play of 25 cards holds at most 12 pairs."""

WEIGHT = (0, 0, 127, 6, 94, 72, 23, 113, 83, 102, 43, 97, 27)
"""Weight of a run of 0..12 pairs in a pack code; runs of 0 or 1 pair are no tractors."""


# --- Rules ----------------------------------------------------------------------------------------


@rule
def run_length(pairs: int, low: int) -> int:
    """Return how many consecutive bits are set from bit ``low`` (which is set) upward."""
    return lowest_bit(~(pairs >> low))


@rule
def pack_code(pairs: int) -> int:
    """Return the pack code of the runs of a pair mask (at most 12 bits set)."""
    code = 0
    left = pairs & (pairs >> 1)  # one bit fewer per run: lone pairs vanish
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        code += WEIGHT[length + 1]
        left &= ~(((1 << length) - 1) << low)
    return code & 127


@rule
def windows(pairs: int, length: int) -> int:
    """Return the mask of the lowest Φ of every tractor of so many pairs within a pair mask."""
    found = pairs
    for _ in range(length - 1):
        found &= found >> 1
    return found


@rule
def longest_run(pairs: int) -> int:
    """Return the length of the longest run of a pair mask; 0 for an empty mask."""
    length = 0
    while pairs:
        pairs &= pairs >> 1
        length += 1
    return length


@rule
def pair_levels(twice: int, partition: int, main: int, cr: int) -> tuple[int, int]:
    """Return the pair mask, and the number of pairs beyond the first on the shared Φ."""
    pairs = level_mask(twice, partition, main, cr)
    if partition != 4:
        return pairs, 0
    return pairs, count_bits(twice) - count_bits(pairs)


# --- The object people touch ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A single, a pair or a tractor of one partition.

    Args:
        cards: the block's cards, highest Φ first.
        phi: Φ of its top card.

    >>> block = decompose("HQHQHKHKHA", "S2")[0]
    >>> print(block, block.kind, block.size, block.phi)
    HKHKHQHQ tractor 4 11
    """

    cards: tuple[Card, ...]
    phi: int

    @property
    def size(self) -> int:
        """How many cards it has: 1, 2, or 2k for a tractor of k pairs."""
        return len(self.cards)

    @property
    def kind(self) -> str:
        """Its name: ``single``, ``pair`` or ``tractor``."""
        return ("single", "pair")[self.size - 1] if self.size < 3 else "tractor"

    def __str__(self) -> str:
        return format_cards(self.cards)


def card_masks(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Return the card masks ``once`` and ``twice`` of a play.

    Raises:
        IllegalPosition: a card appears three times.

    >>> once, twice = card_masks((Card("S2"), Card("S3"), Card("S3")))
    >>> bin(once), bin(twice)
    ('0b11', '0b10')
    """
    check_copies(cards, packs=2)
    once = twice = 0
    for card in cards:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


def as_play(cards: CardsLike) -> tuple[Card, ...]:
    """Return a play given as text or cards, each a card of Tractor's deck.

    Raises:
        NotationError: something is no card.
        IllegalPosition: no card, more than 25, or a card three times.
    """
    play = tuple(as_tractor_card(card) for card in as_cards(cards))
    if not 1 <= len(play) <= 25:
        raise IllegalPosition(f"a play has 1 to 25 cards, not {len(play)}")
    check_copies(play, packs=2)
    return play


def one_partition(play: tuple[Card, ...], trump: Trump) -> int | None:
    """Return the number of the partition all cards belong to, or None if there are several."""
    main, cr = trump.main_index, trump.rank_index
    partitions = {partition_of(card, main, cr) for card in play}
    return partitions.pop() if len(partitions) == 1 else None


def runs_of(pairs: int) -> Iterator[tuple[int, int]]:
    """Yield (length, lowest Φ) of the runs of a pair mask."""
    while pairs:
        low = lowest_bit(pairs)
        length = run_length(pairs, low)
        yield length, low
        pairs &= ~(((1 << length) - 1) << low)


def decompose(cards: CardsLike, trump: TrumpLike) -> tuple[Block, ...]:
    """Cut cards of one partition into blocks: tractors longest first, pairs, singles.

    Blocks of one size come highest first. The same cards give the same blocks in whatever order
    they are written (docs/tractor.md, Blocks; the paper's Algorithm 2 does not).

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the cards are of several partitions, or a card appears three times.

    >>> [str(block) for block in decompose("HQHQHKHKHA", "S2")]
    ['HKHKHQHQ', 'HA']
    >>> [block.kind for block in decompose("SAC2D2SAC2D2S2S2", "S2")]
    ['tractor', 'pair']
    """
    trump = as_trump(trump)
    play = as_play(cards)
    partition = one_partition(play, trump)
    if partition is None:
        raise IllegalPosition(
            f"{format_cards(play)} is of several partitions under trump {trump}: "
            "blocks are cut within one"
        )
    main, cr = trump.main_index, trump.rank_index
    once, twice = card_masks(play)
    held = {
        phi_of(card, main, cr): card
        for card in sorted(set(play), reverse=True)
        if twice >> card & 1
    }
    pairs, _ = pair_levels(twice, partition, main, cr)
    blocks: list[Block] = []
    left = twice
    for length, low in sorted(runs_of(pairs), reverse=True):
        if length > 1:
            tops = [held[level] for level in range(low + length - 1, low - 1, -1)]
            blocks.append(Block(tuple(c for c in tops for _ in range(2)), low + length - 1))
            left &= ~sum(1 << card for card in tops)
    rest = sorted(
        (Card(c) for c in range(54) if once >> c & 1), key=lambda c: (-phi_of(c, main, cr), c)
    )
    blocks += [Block((c, c), phi_of(c, main, cr)) for c in rest if left >> c & 1]
    blocks += [Block((c,), phi_of(c, main, cr)) for c in rest if not twice >> c & 1]
    return tuple(blocks)
