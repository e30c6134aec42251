"""Cut a lead into blocks (singles, pairs, tractors), and match a reply against the lead's blocks.

Source: paper §2.3, §4.1; docs/tractor.md, Blocks.

A tractor is two or more pairs of one partition on consecutive Φ, each Φ once. To cut a lead, take its
longest tractor, repeat, then take pairs, then singles. The longest tractor in a set of pairs is its
longest run of consecutive Φ. So the cut is simply the list of runs of the pair mask; each pair beyond
the first on the shared Φ of the rank cards is a lone pair, since its neighbours went with the first.
The result depends neither on the order in which cards are written nor on the names of suits.

Kernels take a play as two card masks: ``once``, the cards it contains, and ``twice``, the cards it
contains twice. A *pair mask* is the level mask of ``twice``.

A *pack code* is a 7-bit number for a multiset of tractor lengths in pairs: the sum of ``WEIGHT`` over
the lengths, modulo 128. A play has at most 12 pairs, so there are 77 such multisets; the weights were
found by search so that all 77 codes differ. Codes are additive: the code of a union is the sum of the
codes. Matching relies on that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from suitwise.arguments import of_kind
from suitwise.cards import Card, CardsLike, check_copies, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import (
    TRUMPS,
    level_mask,
    pair_levels,
    partition_mask,
    partition_of,
    rank_card_phi,
)

MOST_PAIRS = 12
"""A play of 25 cards holds at most 12 pairs."""

WEIGHT = (0, 0, 127, 6, 94, 72, 23, 113, 83, 102, 43, 97, 27)
"""Weight of a run of 0..12 pairs in a pack code; runs of 0 or 1 pair are no tractors."""


_TUPLES = (
    phrase("tractor.single", "single"),
    phrase("tractor.pair", "pair"),
    phrase("tractor.triple", "triple"),
    phrase("tractor.quad", "quad"),
)
_TRACTOR = phrase("tractor.tractor", "tractor")
_BULLDOZER = phrase("tractor.bulldozer", "bulldozer")


# --- Rules ----------------------------------------------------------------------------------------


@rule
def run_length(pairs: int, low: int) -> int:
    """Return the number of consecutive bits that are set from bit ``low`` (which is set) upward."""
    return lowest_bit(~(pairs >> low))


@rule
def pack_code(pairs: int) -> int:
    """Return the pack code of the runs of a pair mask (at most 12 bits set)."""
    code = 0
    left = pairs & (pairs >> 1)  # shortens each run by one, so that lone pairs vanish
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        code += WEIGHT[length + 1]
        left &= ~(((1 << length) - 1) << low)
    return code & 127


@rule
def windows(pairs: int, length: int) -> int:
    """Return a mask of the lowest Φ of every tractor of ``length`` pairs within a pair mask."""
    starts = pairs
    for _ in range(length - 1):
        starts &= starts >> 1
    return starts


@rule
def longest_run(pairs: int) -> int:
    """Return the length of the longest run of a pair mask; 0 for an empty mask."""
    length = 0
    while pairs:
        pairs &= pairs >> 1
        length += 1
    return length


@rule
def only_block(once: int, twice: int, partition: int, main: int, cr: int, chain: int) -> int:
    """Return the length of the block that cards of one partition form; -1 if they are several blocks.

    The length is in pairs: 0 for a single, 1 for a pair, k for a tractor of k pairs.

    Args:
        once: card mask of the cards, at least one.
        twice: card mask of the cards present twice.
        partition: their partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    if twice == 0:
        return 0 if count_bits(once) == 1 else -1
    if once != twice:
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
    """Return the highest top Φ of the blocks of a given length in cards of one partition; 0 if none.

    Args:
        once: card mask of the cards.
        twice: card mask of the cards present at least twice.
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


# --- Blocks as objects ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """Copies of one card, or as many copies of each of several neighbouring cards, a tractor.

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
        """Its number of cards: 1, 2, or 2k for a tractor of k pairs."""
        return len(self.cards)

    @property
    def width(self) -> int:
        """The number of copies of each card."""
        return self.cards.count(self.cards[0])

    @property
    def length(self) -> int:
        """The number of different cards."""
        return len(self.cards) // self.width

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The different cards, highest Φ first."""
        return self.cards[:: self.width]

    @property
    def kind(self) -> Phrase:
        """``single``, ``pair``, ``triple`` or ``quad``; ``tractor``, or of triples ``bulldozer``."""
        if self.length == 1:
            return _TUPLES[self.width - 1]
        return _BULLDOZER if self.width == 3 else _TRACTOR

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
    """Convert a play given as text or cards to a tuple of Tractor's cards.

    Raises:
        NotationError: something is no card.
        IllegalPosition: no card, more than 25, or a card three times.
    """
    play = deck.as_tractor_cards(cards)
    if not 1 <= len(play) <= deck.MOST_CARDS:
        raise IllegalPosition(f"a play has 1 to {deck.MOST_CARDS} cards, not {len(play)}")
    check_copies(play, packs=2)
    return play


def one_partition(play: tuple[Card, ...], trump: deck.Trump) -> int | None:
    """Return the partition 0..4 that contains all cards of a play, or None if there are several."""
    return deck.only_partition(deck.Pile(*card_masks(play)), trump)


def pairs_text(number: int) -> Phrase:
    """Write a number of pairs in words.

    >>> pairs_text(1), pairs_text(3)
    ('1 pair', '3 pairs')
    """
    if number == 1:
        return phrase("tractor.one-pair", "1 pair")
    return phrase("tractor.pairs", "{n} pairs", n=number)


def runs_of(pairs: int) -> Iterator[tuple[int, int]]:
    """Yield the length and the lowest Φ of each run of a pair mask, lowest run first."""
    while pairs:
        low = lowest_bit(pairs)
        length = run_length(pairs, low)
        yield length, low
        pairs &= ~(((1 << length) - 1) << low)


def decompose(cards: CardsLike, trump: deck.TrumpLike) -> tuple[Block, ...]:
    """Cut cards of one partition into blocks: tractors longest first, pairs, singles.

    Blocks of one size come highest first. The order in which the cards are written does not matter
    (docs/tractor.md, Blocks; in the paper's Algorithm 2 it does).

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the cards are of several partitions, or a card appears three times.

    >>> [str(block) for block in decompose("HQHQHKHKHA", "S2")]
    ['HKHKHQHQ', 'HA']
    >>> [block.kind for block in decompose("SAC2D2SAC2D2S2S2", "S2")]
    ['tractor', 'pair']
    """
    trump = deck.as_trump(trump)
    play = as_play(cards)
    partition = one_partition(play, trump)
    if partition is None:
        raise IllegalPosition(
            f"{format_cards(play)} is of several partitions under trump {trump}: "
            "blocks are cut within one"
        )
    return parts_of(deck.Pile(*card_masks(play)), trump)


def parts_of(pile: deck.Pile, trump: deck.Trump, chain: int = -1) -> tuple[Block, ...]:
    """Cut a pile of one partition into blocks as ``decompose`` does.

    Args:
        pile: the cards, all of one partition, at least one, none of them three times.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors; by default all.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> [str(block) for block in parts_of(pile_of("HKHKHAHAHQ"), deck.Trump("S", "2"))]
    ['HAHAHKHK', 'HQ']
    """
    main, cr = trump.main_index, trump.rank_index
    phi = {card: deck.phi_of(card, main, cr) for card in pile.kinds}
    kinds = sorted(phi, key=lambda card: -phi[card])
    blocks: list[Block] = []
    left = pile.twice
    pairs = 0
    if left:
        paired = {phi[card]: card for card in reversed(kinds) if left >> card & 1}
        pairs, _ = pair_levels(left, partition_of(kinds[0], main, cr), main, cr)
    for length, low in sorted(runs_of(pairs & chain), reverse=True):
        if length > 1:
            tops = [paired[level] for level in range(low + length - 1, low - 1, -1)]
            blocks.append(Block(tuple(c for c in tops for _ in range(2)), low + length - 1))
            left &= ~sum(1 << card for card in tops)
    blocks += [Block((c, c), phi[c]) for c in kinds if left >> c & 1]
    single = pile.once & ~pile.twice
    blocks += [Block((c,), phi[c]) for c in kinds if single >> c & 1]
    return tuple(blocks)


# --- Matching: can a reply be cut into the lead's blocks? -----------------------------------------
#
# Source: paper §3.2, §4.2; docs/tractor.md, Matching a reply.
#
# A reply matches a lead if it can be cut into blocks of exactly the lead's sizes. A pair may serve as a
# pair or as two singles. So, apart from the number of pairs, the only question is whether the lead's
# tractors can be packed into the reply's pairs: each tractor takes consecutive Φ, no pair is used twice.
#
# * If each Φ has one pair, this is bin packing of tractor lengths into runs, with at most 12 pairs on
#   either side: 77 × 77 questions, answered once in the table ``FITS``.
# * The shared Φ of the rank cards may have several pairs. Two tractors can both use that Φ only if one
#   ends there and the other begins there, since every other Φ has one pair. So the pairs have two
#   *views*, and every packing is a packing in one of them: *joined*, with one pair on the shared Φ; and
#   *parted*, where the run below and the run above each have a pair of it, with a gap between them.
#
# The best cutting places a longest tractor as high as possible: try its windows from the top down, and
# ask ``FITS`` whether the other tractors still fit. That takes at most 12 look-ups in each view, where
# the paper tries n! orders.


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the multisets of tractor lengths, each 2 to ``largest``, with at most ``total`` pairs."""
    yield ()
    for first in range(2, min(total, largest) + 1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


PACKS: tuple[tuple[int, ...], ...] = tuple(_partitions(MOST_PAIRS, MOST_PAIRS))
"""The 77 multisets of tractor lengths within 12 pairs, each with the longest first."""


def _fits_table() -> tuple[int, ...]:
    """Build the packing table: entry 128·tractors + runs is 1 if those tractors fit into those runs.

    A pack fits into one run of length L if it has at most L pairs. It fits into several runs if it is
    a union of packs, one for each run.
    """
    into_one = [[pack for pack in PACKS if sum(pack) <= length] for length in range(MOST_PAIRS + 1)]

    def union(fitting: set[tuple[int, ...]], run: int) -> set[tuple[int, ...]]:
        return {tuple(sorted(a + b, reverse=True)) for a in fitting for b in into_one[run]}

    code = {pack: sum(WEIGHT[length] for length in pack) & 127 for pack in PACKS}
    table = [0] * (128 * 128)
    fitting: dict[tuple[int, ...], set[tuple[int, ...]]] = {(): {()}}
    for runs in PACKS:  # runs without the last one are a pack, too, and come before
        if runs:
            fitting[runs] = union(fitting[runs[:-1]], runs[-1])
        for pack in fitting[runs]:
            table[128 * code[pack] + code[runs]] = 1
    return tuple(table)


FITS = _fits_table()
"""``FITS[128 * a + b]`` is 1 if tractors of pack code a fit into runs of pack code b, else 0."""


@rule
def highest_window(pairs: int, tractors: int, length: int) -> int:
    """Place one tractor as high as possible such that the others still fit; return its top Φ.

    Args:
        pairs: pair mask with one pair on each Φ.
        tractors: pack code of all tractors to place, the one of ``length`` included.
        length: length in pairs of the tractor to place as high as possible.

    Returns:
        The Φ of its top pair, or 0 if the tractors don't fit.
    """
    runs = pack_code(pairs)
    if FITS[128 * tractors + runs] == 0:
        return 0
    others = (tractors - WEIGHT[length]) & 127
    starts = windows(pairs, length)
    while starts:
        low = highest_bit(starts)
        starts ^= 1 << low
        above = run_length(pairs, low) - length
        below = low - 1 - highest_bit(~pairs & ((1 << low) - 1))  # bit 0 is no Φ: always clear
        # Taking the window splits its run in two; the code of the runs changes accordingly.
        split = WEIGHT[below] + WEIGHT[above] - WEIGHT[below + length + above]
        if FITS[128 * others + ((runs + split) & 127)]:
            return low + length - 1
    return 0


@rule
def parted_view(pairs: int, shared: int) -> int:
    """Return the parted view of a pair mask: the runs below and above the shared Φ both include it.

    The part from the shared Φ upward moves up by two bits, which leaves one clear bit between them.
    """
    return (pairs & ((2 << shared) - 1)) | ((pairs >> shared) << (shared + 2))


@rule
def best_top(pairs: int, spare: int, shared: int, tractors: int, length: int) -> int:
    """Return the highest top Φ of a longest tractor over all packings; 0 if the tractors don't fit.

    Args:
        pairs: pair mask.
        spare: number of pairs beyond the first on the shared Φ.
        shared: the shared Φ of the rank cards.
        tractors: pack code of the lead's tractors.
        length: length in pairs of the longest of them.
    """
    top = highest_window(pairs, tractors, length)
    if spare:
        parted = highest_window(parted_view(pairs, shared), tractors, length)
        if parted > shared + 1:
            parted -= 2  # back from the shift of the parted view
        top = max(top, parted)
    return top


@rule
def lead_form(
    once: int, twice: int, partition: int, main: int, cr: int
) -> tuple[int, int, int, int]:
    """Return a lead's number of pairs, the length of its longest block, its pack code and its honour.

    The length is in pairs, 0 if there are only singles. The honour is the top Φ of the highest of the
    longest blocks (docs/tractor.md, Who wins).
    """
    if twice == 0:
        return 0, 0, 0, highest_bit(level_mask(once, partition, main, cr))
    pairs, spare = pair_levels(twice, partition, main, cr)
    length = longest_run(pairs)
    honour = highest_bit(windows(pairs, length)) + length - 1
    return count_bits(pairs) + spare, length, pack_code(pairs), honour


@rule
def reply_honour(
    once: int,
    twice: int,
    partition: int,
    main: int,
    cr: int,
    lead_pairs: int,
    length: int,
    tractors: int,
) -> int:
    """Return the best honour of a reply of one partition over all its cuttings; 0 if it has none.

    Args:
        once: card mask of the reply.
        twice: card mask of its pairs.
        partition: the partition of all its cards.
        main: main suit 0..4.
        cr: current rank 0..12.
        lead_pairs: number of pairs in the lead (``lead_form``).
        length: length in pairs of the lead's longest block (``lead_form``).
        tractors: pack code of the lead's tractors (``lead_form``).
    """
    if lead_pairs == 0:
        return highest_bit(level_mask(once, partition, main, cr))
    if count_bits(twice) < lead_pairs:
        return 0
    pairs, spare = pair_levels(twice, partition, main, cr)
    if length == 1:
        return highest_bit(pairs)
    return best_top(pairs, spare, rank_card_phi(main), tractors, length)


# --- Tricks of the judge --------------------------------------------------------------------------
#
# The play with the highest honour takes the trick; among equals the earliest.
#
# ``trump`` is a tuple: main suit, current rank, card mask of the trumps.
# ``lead`` is a tuple: led partition, its card mask, number of pairs, length of the longest block, pack
# code of the tractors (the last three from ``lead_form``).


@rule
def open_trick(
    once: int, twice: int, trump: tuple[int, int, int]
) -> tuple[tuple[int, int, int, int, int], int]:
    """Return the ``lead`` tuple of a lead, and its honour; 0 if its cards are of several partitions."""
    main, cr, _ = trump
    led = partition_of(lowest_bit(once), main, cr)
    suit = partition_mask(led, main, cr)
    if once & ~suit:
        return (led, suit, 0, 0, 0), 0
    pairs, length, tractors, honour = lead_form(once, twice, led, main, cr)
    return (led, suit, pairs, length, tractors), honour


@rule
def answer_trick(
    lead: tuple[int, int, int, int, int], once: int, twice: int, trump: tuple[int, int, int]
) -> int:
    """Return the honour of a reply; 0 if it can't win.

    Args:
        lead: the ``lead`` tuple from ``open_trick``.
        once: card mask of the reply.
        twice: card mask of its pairs.
        trump: main suit, current rank and the card mask of the trumps.
    """
    led, suit, pairs, length, tractors = lead
    main, cr, trumps = trump
    if once & ~suit == 0:
        return reply_honour(once, twice, led, main, cr, pairs, length, tractors)
    if once & ~trumps == 0:
        return reply_honour(once, twice, TRUMPS, main, cr, pairs, length, tractors)
    return 0


# --- Matches as objects ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """A cutting of a reply into blocks of exactly the lead's sizes, with the best possible honour.

    Args:
        serving: the reply's blocks; block i serves block i of ``decompose(lead)``.
        honour: the top Φ of the highest of the longest blocks.

    >>> found = match("HAHAHKHQ", "S3S3S9S9", "S2")
    >>> print(found, found.honour, bool(found))
    S9S9 S3 S3 19 True
    """

    serving: tuple[Block, ...]
    honour: int

    def __str__(self) -> str:
        return " ".join(str(block) for block in self.serving)


@dataclass(frozen=True, slots=True)
class NoMatch:
    """The reason why a reply can't win however high its cards are; false where a ``Match`` is true.

    Args:
        reason: the reason, one sentence.

    >>> found = match("HAHAHKHQ", "D3D4D5D6", "S2")
    >>> print(found, bool(found))
    the reply is all diamonds, not all hearts or all trump False
    """

    reason: str

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.reason


def match(lead: CardsLike, reply: CardsLike, trump: deck.TrumpLike) -> Match | NoMatch:
    """Match a reply to a lead: return the cutting with the best honour, or why the reply can't win.

    Args:
        lead: cards of one partition.
        reply: equally many cards.
        trump: the trump configuration or its text.

    Returns:
        A ``Match`` (true), which ``check_match`` verifies, or a ``NoMatch`` (false). Rules page §3.

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the lead is of several partitions, or the reply has another number of cards.

    >>> print(match("H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2", "S2"))
    S2S2D2D2 C2C2SASA
    >>> print(match("H3H3H4H4", "S4S4S6S6", "S2"))
    the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: 1 + 1
    """
    trump = deck.as_trump(trump)
    return match_blocks(decompose(lead, trump), as_play(reply), trump)


def match_blocks(
    lead: tuple[Block, ...], reply: tuple[Card, ...], trump: deck.Trump
) -> Match | NoMatch:
    """Match a reply to a lead already cut into blocks; otherwise as ``match``.

    >>> print(match_blocks(decompose("HAHAHKHQ", "S2"), as_play("S3S3S9S9"), deck.Trump("S", "2")))
    S9S9 S3 S3
    """
    size = sum(block.size for block in lead)
    if len(reply) != size:
        raise IllegalPosition(
            f"the reply {format_cards(reply)} has {len(reply)} cards, the lead {size}"
        )
    led = partition_of(lead[0].cards[0], trump.main_index, trump.rank_index)
    own = one_partition(reply, trump)
    if own is None or own not in (led, TRUMPS):
        return NoMatch(wrong_partition(own, led))
    return _cut(lead, reply, own, trump)


def wrong_partition(own: int | None, led: int) -> Phrase:
    """Explain that a reply can't win because of its partition.

    Args:
        own: the partition of its cards, neither the led one nor trump; None if there are several.
        led: the led partition.
    """
    wanted = phrase("tractor.all-trump", "all trump")
    if led != TRUMPS:
        suit = deck.PARTITION_NAMES[led]
        wanted = phrase("tractor.all-suit-or-trump", "all {suit} or all trump", suit=suit)
    found = phrase("tractor.several-suits", "of several partitions")
    if own is not None:
        found = phrase("tractor.all-suit", "all {suit}", suit=deck.PARTITION_NAMES[own])
    return phrase(
        "tractor.wrong-suit", "the reply is {found}, not {wanted}", found=found, wanted=wanted
    )


def _cut(
    lead: tuple[Block, ...], cards: tuple[Card, ...], partition: int, trump: deck.Trump
) -> Match | NoMatch:
    """Cut a reply of one partition into the sizes of the lead's blocks."""
    main, cr = trump.main_index, trump.rank_index
    _, twice = card_masks(cards)
    pairs, spare = pair_levels(twice, partition, main, cr)
    lengths = [block.size // 2 for block in lead if block.size >= 2]
    tractors = [n for n in lengths if n > 1]
    tops = _tractor_tops(pairs, spare, rank_card_phi(main), tractors)
    if tops is None or count_bits(twice) < sum(lengths):
        return NoMatch(why_no_cut(count_bits(twice), pairs, spare, lengths))
    left = sorted(cards, key=lambda card: (-deck.phi_of(card, main, cr), card))
    serving: list[Block] = []
    for block in lead:
        if block.size > 2:
            top = tops.pop(0)
            levels = range(top, top - block.size // 2, -1)
        else:
            levels = range(0)
        serving.append(take_block(left, block.size, levels, main, cr))
    honour = max(block.phi for block in serving if block.size == serving[0].size)
    return Match(tuple(serving), honour)


def take_block(left: list[Card], size: int, levels: range, main: int, cr: int) -> Block:
    """Remove a block from the cards left, and return it.

    Args:
        left: the cards, highest Φ first; the block's cards are removed.
        size: the number of cards in the block.
        levels: the Φ of its cards, highest first; empty for the highest pair or single there is.
        main: main suit 0..4.
        cr: current rank 0..12.
    """
    wanted: list[int] = list(levels) or [0]
    taken: list[Card] = []
    for level in wanted:
        copies = min(size, 2)
        card = next(
            c
            for c in left
            if left.count(c) >= copies and (level == 0 or deck.phi_of(c, main, cr) == level)
        )
        for _ in range(copies):
            left.remove(card)
            taken.append(card)
    return Block(tuple(taken), deck.phi_of(taken[0], main, cr))


def _tractor_tops(pairs: int, spare: int, shared: int, lengths: list[int]) -> list[int] | None:
    """Place tractors, longest first, each as high as possible; return their top Φ, or None."""
    if not lengths:
        return []
    code = sum(WEIGHT[length] for length in lengths) & 127
    best = best_top(pairs, spare, shared, code, lengths[0])
    if best == 0:
        return None
    parted = highest_window(pairs, code, lengths[0]) != best
    view = parted_view(pairs, shared) if parted else pairs
    tops = []
    for length in lengths:
        top = highest_window(view, code, length)
        view &= ~(((1 << length) - 1) << (top - length + 1))
        code = (code - WEIGHT[length]) & 127
        tops.append(top - 2 if parted and top > shared + 1 else top)
    return tops


def why_no_cut(held: int, pairs: int, spare: int, lengths: Sequence[int]) -> Phrase:
    """Explain that a reply of the right partition can't be cut into the lead's blocks.

    Args:
        held: the number of pairs in the reply.
        pairs: its pair mask, only the Φ that join tractors.
        spare: its pairs beyond the first on the shared Φ, if that Φ joins tractors.
        lengths: lengths of the lead's tractors and pairs, longest first.
    """
    if held < sum(lengths):
        led = pairs_text(sum(lengths))
        return phrase("tractor.fewer-pairs", "the lead has {led}, the reply {n}", led=led, n=held)
    wanted = [length for length in lengths if length > 1]
    if len(wanted) > 1:
        return phrase(
            "tractor.no-room-for-tractors",
            "the lead's tractors of {lengths} pairs don't fit into the reply's runs of pairs: {runs}",
            lengths=" + ".join(map(str, wanted)),
            runs=_runs_text(pairs, spare),
        )
    return phrase(
        "tractor.no-room-for-tractor",
        "the lead's tractor of {n} pairs does not fit into the reply's runs of pairs: {runs}",
        n=wanted[0],
        runs=_runs_text(pairs, spare),
    )


def _runs_text(pairs: int, spare: int) -> str:
    """List the lengths of the runs of a pair mask, and the spare pairs on the shared Φ."""
    lengths = sorted((length for length, _ in runs_of(pairs)), reverse=True)
    runs = " + ".join(map(str, lengths)) or phrase("tractor.no-runs", "none")
    if not spare:
        return runs
    return phrase(
        "tractor.runs-and-rank-pairs",
        "{runs}, and {pairs} more on the rank cards",
        runs=runs,
        pairs=pairs_text(spare),
    )


def check_match(lead: CardsLike, reply: CardsLike, trump: deck.TrumpLike, found: Match) -> None:
    """Verify a match from the definitions alone, without the packing table.

    Raises:
        IllegalPosition: the blocks are not the reply's cards, not of the lead's sizes, or no blocks; or
            the honour is not that of the highest longest block.

    >>> lead, reply = "H3H3H4H4H6", "S7S7S8S8D2"
    >>> check_match(lead, reply, "D9", Match((Block((Card("S7"), Card("S7")), 6),), 6))
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: no witness: the blocks are not the reply's cards
    """
    of_kind(found, Match, "found")

    def require(holds: bool, fault: str) -> None:
        if not holds:
            raise IllegalPosition(f"no witness: {fault}")

    trump = deck.as_trump(trump)
    main, cr = trump.main_index, trump.rank_index
    used = [card for block in found.serving for card in block.cards]
    require(sorted(used) == sorted(as_play(reply)), "the blocks are not the reply's cards")
    require(one_partition(tuple(used), trump) is not None, "the reply is of several partitions")
    sizes = [block.size for block in decompose(lead, trump)]
    require(
        [block.size for block in found.serving] == sizes, "the blocks are not of the lead's sizes"
    )
    for block in found.serving:
        levels = [deck.phi_of(card, main, cr) for card in block.cards]
        paired = block.size == 1 or block.cards[::2] == block.cards[1::2]
        require(paired, f"{block} is not made of pairs")
        steps = {a - b for a, b in zip(levels[::2], levels[2::2], strict=False)}
        require(steps <= {1}, f"{block} is no tractor")
        require(block.phi == levels[0], f"{block} has another top")
    tops = [block.phi for block in found.serving if block.size == max(sizes)]
    require(found.honour == max(tops), "the honour is not that of the best longest block")
