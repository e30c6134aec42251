"""Blocks: singles, pairs, tractors, and the set-based decomposition.

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

from suitwise.cards import Card, CardsLike, check_copies, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.rules.order import (
    Trump,
    TrumpLike,
    as_tractor_cards,
    as_trump,
    level_mask,
    partition_of,
    phi_of,
)
from suitwise.tractor.rules.piles import MOST_CARDS, Pile, only_partition

MOST_PAIRS = 12
"""A play of 25 cards holds at most 12 pairs."""

WEIGHT = (0, 0, 127, 6, 94, 72, 23, 113, 83, 102, 43, 97, 27)
"""Weight of a run of 0..12 pairs in a pack code; runs of 0 or 1 pair are no tractors."""


_KINDS = (
    phrase("tractor.single", "single"),
    phrase("tractor.pair", "pair"),
    phrase("tractor.tractor", "tractor"),
)


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
    """Return the mask of the lowest Φ of every tractor of ``length`` pairs within a pair mask."""
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


@rule
def only_block(
    once: int, twice: int, thrice: int, partition: int, main: int, cr: int, chain: int
) -> int:
    """Return the length of the only block that some cards of one partition are; -1 for several blocks.

    The length is counted in pairs: a single 0, a pair 1, a tractor of k pairs k.

    Args:
        once: card mask of the cards, at least one.
        twice: card mask of those there at least twice.
        thrice: card mask of those there three times.
        partition: their partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    if twice == 0:
        return 0 if count_bits(once) == 1 else -1
    if once != twice or thrice != 0:
        return -1
    pairs, spare = pair_levels(twice, partition, main, cr)
    length = count_bits(pairs) + spare
    if length > 1 and longest_run(pairs & chain) < length:
        return -1
    return length


@rule
def highest_block(
    once: int, twice: int, partition: int, main: int, cr: int, length: int, chain: int
) -> int:
    """Return the highest top Φ of all blocks of a length within cards of one partition; 0 without any.

    Args:
        once: card mask of the cards.
        twice: card mask of those there at least twice.
        partition: their partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        length: the block's length in pairs, 0 for a single.
        chain: the level mask of the Φ that join tractors.
    """
    levels = level_mask(twice if length > 0 else once, partition, main, cr)
    if length > 1:
        levels = windows(levels & chain, length)
    if levels == 0:
        return 0
    return highest_bit(levels) + max(length - 1, 0)


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
    def kind(self) -> Phrase:
        """Its name: ``single``, ``pair`` or ``tractor``."""
        return _KINDS[min(self.size, 3) - 1]

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
    play = as_tractor_cards(cards)
    if not 1 <= len(play) <= MOST_CARDS:
        raise IllegalPosition(f"a play has 1 to {MOST_CARDS} cards, not {len(play)}")
    check_copies(play, packs=2)
    return play


def one_partition(play: tuple[Card, ...], trump: Trump) -> int | None:
    """Return the number of the partition all cards belong to, or None if there are several."""
    return only_partition(Pile(*card_masks(play)), trump)


def pairs_text(number: int) -> Phrase:
    """Return a number of pairs in words.

    >>> pairs_text(1), pairs_text(3)
    ('1 pair', '3 pairs')
    """
    if number == 1:
        return phrase("tractor.one-pair", "1 pair")
    return phrase("tractor.pairs", "{n} pairs", n=number)


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
    return parts_of(Pile(*card_masks(play)), trump)


def parts_of(pile: Pile, trump: Trump, chain: int = -1) -> tuple[Block, ...]:
    """Cut a pile of one partition into blocks as ``decompose`` does; three equal cards are no fault.

    Args:
        pile: the cards, all of one partition, at least one.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors; all do unless told.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> [str(block) for block in parts_of(pile_of("HKHKHKHAHA"), Trump("S", "2"))]
    ['HAHAHKHK', 'HK']
    """
    main, cr = trump.main_index, trump.rank_index
    phi = {card: phi_of(card, main, cr) for card in pile.kinds}
    held = sorted(phi, key=lambda card: -phi[card])
    blocks: list[Block] = []
    left = pile.twice
    pairs = 0
    if left:
        paired = {phi[card]: card for card in reversed(held) if left >> card & 1}
        pairs, _ = pair_levels(left, partition_of(held[0], main, cr), main, cr)
    for length, low in sorted(runs_of(pairs & chain), reverse=True):
        if length > 1:
            tops = [paired[level] for level in range(low + length - 1, low - 1, -1)]
            blocks.append(Block(tuple(c for c in tops for _ in range(2)), low + length - 1))
            left &= ~sum(1 << card for card in tops)
    blocks += [Block((c, c), phi[c]) for c in held if left >> c & 1]
    single = pile.once & ~pile.twice | pile.thrice
    blocks += [Block((c,), phi[c]) for c in held if single >> c & 1]
    return tuple(blocks)
