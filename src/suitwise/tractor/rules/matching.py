"""Whether a reply can be cut into exactly the lead's blocks, without a search.

Source: paper §3.2, §4.2; docs/tractor.md, Matching a reply.

A reply serves a lead if it can be cut into blocks of exactly the lead's sizes. Any pair may serve
as a pair or as two singles, so beyond counting pairs the only question is whether the lead's
tractors can be packed into the reply's pairs, each tractor taking consecutive Φ, no pair twice.

* Where each Φ holds one pair, that is bin packing of tractor lengths into runs, at most 12 pairs on
  either side: 77 × 77 questions, answered once in the table ``FITS``.
* Several pairs on the shared Φ of the rank cards: two tractors can both use that Φ only if one comes
  up to it from below and the other goes up from it, since every other Φ has one pair. So the pairs
  have two *views*, and a packing lies in one of them: *joined*, the shared Φ held once; and *parted*,
  the runs below and above each with a copy of it and a gap between.

The best cutting puts a longest tractor as high as possible: try its windows from the top and ask
``FITS`` whether the other tractors still find room. At most 12 look-ups in each view replace the paper's
n! orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from suitwise.arguments import of_kind
from suitwise.cards import Card, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.rules.blocks import (
    MOST_PAIRS,
    WEIGHT,
    Block,
    as_play,
    card_masks,
    decompose,
    longest_run,
    one_partition,
    pack_code,
    pair_levels,
    pairs_text,
    run_length,
    runs_of,
    windows,
)
from suitwise.tractor.rules.order import (
    PARTITION_NAMES,
    TRUMPS,
    Trump,
    TrumpLike,
    as_trump,
    level_mask,
    partition_mask,
    partition_of,
    phi_of,
    rank_card_phi,
)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the multisets of tractor lengths (2 or more) of at most ``total`` pairs."""
    yield ()
    for first in range(2, min(total, largest) + 1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


PACKS: tuple[tuple[int, ...], ...] = tuple(_partitions(MOST_PAIRS, MOST_PAIRS))
"""The 77 multisets of tractor lengths that 12 pairs can form, each longest first."""


def _fits_table() -> tuple[int, ...]:
    """Answer every packing question: entry 128·tractors + runs is 1 if they fit.

    What fits into one run of length L is every pack of at most L pairs; what fits into several runs
    is every union of packs, one a run.
    """
    into_one = [[pack for pack in PACKS if sum(pack) <= length] for length in range(MOST_PAIRS + 1)]

    def union(fitting: set[tuple[int, ...]], run: int) -> set[tuple[int, ...]]:
        return {tuple(sorted(a + b, reverse=True)) for a in fitting for b in into_one[run]}

    code = {pack: sum(WEIGHT[length] for length in pack) & 127 for pack in PACKS}
    table = [0] * (128 * 128)
    for runs in PACKS:
        nothing: set[tuple[int, ...]] = {()}
        for pack in reduce(union, runs, nothing):
            table[128 * code[pack] + code[runs]] = 1
    return tuple(table)


FITS = _fits_table()
"""``FITS[128 * a + b]``: do tractors of pack code a fit into runs of pack code b?"""


# --- Rules ----------------------------------------------------------------------------------------


@rule
def highest_window(pairs: int, tractors: int, length: int) -> int:
    """Return the highest top Φ of a tractor of ``length`` such that the other tractors still fit.

    Args:
        pairs: pair mask in which each Φ counts once.
        tractors: pack code of all tractors to place, the one of ``length`` included.
        length: pairs of the tractor to place as high as possible.

    Returns:
        The bit index of its top pair, or 0 if the tractors don't fit.
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
        whole = WEIGHT[below + length + above]
        if FITS[128 * others + ((runs - whole + WEIGHT[below] + WEIGHT[above]) & 127)]:
            return low + length - 1
    return 0


@rule
def parted_view(pairs: int, shared: int) -> int:
    """Return the pairs with the shared Φ held by the run below it and by the run above it.

    The part from the shared Φ upward moves up by two bits, which leaves one clear bit between.
    """
    return (pairs & ((2 << shared) - 1)) | ((pairs >> shared) << (shared + 2))


@rule
def best_top(pairs: int, spare: int, shared: int, tractors: int, length: int) -> int:
    """Return the highest top Φ a longest tractor can have over all packings; 0 if nothing packs.

    Args:
        pairs: pair mask.
        spare: pairs beyond the first on the shared Φ.
        shared: the shared Φ of the rank cards.
        tractors: pack code of the lead's tractors.
        length: pairs of the longest of them.
    """
    top = highest_window(pairs, tractors, length)
    if spare:
        parted = highest_window(parted_view(pairs, shared), tractors, length)
        if parted > shared + 1:
            parted -= 2
        top = max(top, parted)
    return top


@rule
def lead_form(
    once: int, twice: int, partition: int, main: int, cr: int
) -> tuple[int, int, int, int]:
    """Return a lead's pairs, the pairs of its longest block, its pack code and its honour.

    The longest block of a lead of singles has 0 pairs. The honour is Φ of the top card of the best
    of the longest blocks (docs/tractor.md, Who wins).
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
    """Return the best honour of a reply of one partition over all valid cuttings; 0 without any.

    Args:
        once: card mask of the reply.
        twice: card mask of its pairs.
        partition: the partition all its cards are of.
        main: main suit 0..4.
        cr: current rank 0..12.
        lead_pairs: pairs in the lead, as ``lead_form`` gives them; so the next two.
        length: pairs of the lead's longest block.
        tractors: pack code of the lead's tractors.
    """
    if lead_pairs == 0:
        return highest_bit(level_mask(once, partition, main, cr))
    if count_bits(twice) < lead_pairs:
        return 0
    pairs, spare = pair_levels(twice, partition, main, cr)
    if length == 1:
        return highest_bit(pairs)
    return best_top(pairs, spare, rank_card_phi(main), tractors, length)


# --- The tricks of the judge ----------------------------------------------------------------------
#
# Trump is main suit, current rank and the card mask of the trumps. A lead is five integers: its
# partition, that one's card mask, and its pairs, longest block and tractors as ``lead_form`` gives them.
# The higher honour takes the trick, of equals the earlier one: ``honour > best`` in the order of play.


@rule
def open_trick(
    once: int, twice: int, trump: tuple[int, int, int]
) -> tuple[tuple[int, int, int, int, int], int]:
    """Return what a lead asks of the replies, and its honour; 0 for one of several partitions."""
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
    """Return the honour of any reply; 0 unless all of it is of the led partition, or all trump.

    Args:
        lead: what was led, see ``open_trick``.
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


# --- The objects people touch ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """A cutting of a reply into blocks of exactly the lead's sizes, with the best honour there is.

    Args:
        serving: the reply's blocks; block i serves block i of ``decompose(lead)``.
        honour: Φ of the top card of the best of the longest blocks.

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
    """Why a reply can't win whatever its cards are worth; false where a ``Match`` is true.

    Args:
        reason: one sentence.

    >>> found = match("HAHAHKHQ", "D3D4D5D6", "S2")
    >>> print(found, bool(found))
    the reply is all diamonds, not all hearts or all trump False
    """

    reason: str

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.reason


def match(lead: CardsLike, reply: CardsLike, trump: TrumpLike) -> Match | NoMatch:
    """Match a reply to a lead: the witness with the best honour, or the reason why it can't win.

    Args:
        lead: cards of one partition.
        reply: as many cards.
        trump: the trump configuration or its text.

    Returns:
        A ``Match`` (true), which ``check_match`` verifies, or a ``NoMatch`` (false). Rules page §3.

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the lead is of several partitions, or the reply is not as long.

    >>> print(match("H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2", "S2"))
    S2S2D2D2 C2C2SASA
    >>> print(match("H3H3H4H4", "S4S4S6S6", "S2"))
    the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: 1 + 1
    """
    trump = as_trump(trump)
    return match_blocks(decompose(lead, trump), as_play(reply), trump)


def match_blocks(lead: tuple[Block, ...], reply: tuple[Card, ...], trump: Trump) -> Match | NoMatch:
    """Match a reply to a lead already cut into blocks; otherwise as ``match``.

    >>> print(match_blocks(decompose("HAHAHKHQ", "S2"), as_play("S3S3S9S9"), Trump("S", "2")))
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
    """Return in one sentence why a reply can't win.

    Args:
        own: the partition of all its cards, None where there are several; neither the led one nor trump.
        led: the led partition.
    """
    wanted = phrase("tractor.all-trump", "all trump")
    if led != TRUMPS:
        suit = PARTITION_NAMES[led]
        wanted = phrase("tractor.all-suit-or-trump", "all {suit} or all trump", suit=suit)
    found = phrase("tractor.several-suits", "of several partitions")
    if own is not None:
        found = phrase("tractor.all-suit", "all {suit}", suit=PARTITION_NAMES[own])
    return phrase(
        "tractor.wrong-suit", "the reply is {found}, not {wanted}", found=found, wanted=wanted
    )


def _cut(
    lead: tuple[Block, ...], cards: tuple[Card, ...], partition: int, trump: Trump
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
    left = sorted(cards, key=lambda card: (-phi_of(card, main, cr), card))
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
    """Take a block out of the cards left.

    Args:
        left: the cards, highest Φ first; those of the block go.
        size: how many cards the block has.
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
            if left.count(c) >= copies and (level == 0 or phi_of(c, main, cr) == level)
        )
        for _ in range(copies):
            left.remove(card)
            taken.append(card)
    return Block(tuple(taken), phi_of(taken[0], main, cr))


def _tractor_tops(pairs: int, spare: int, shared: int, lengths: list[int]) -> list[int] | None:
    """Place tractors (longest first), the first as high as can be; return their top Φ, or None."""
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
    """Return in one sentence why a reply of the right partition can't be cut as the lead.

    Args:
        held: how many pairs the reply has.
        pairs: its pair mask, of the Φ that join tractors.
        spare: its pairs beyond the first on the shared Φ, where these join tractors.
        lengths: the lead's tractors and pairs, longest first, which do not fit.
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
    """Name the runs of a pair mask by their lengths, and the pairs beyond the first on the shared Φ."""
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


def check_match(lead: CardsLike, reply: CardsLike, trump: TrumpLike, found: Match) -> None:
    """Verify a witness from the definitions alone, without the packing table.

    Raises:
        IllegalPosition: the blocks are not the reply's cards, not of the lead's sizes, no blocks, or
            the honour is not that of the best longest block.

    >>> lead, reply = "H3H3H4H4H6", "S7S7S8S8D2"
    >>> check_match(lead, reply, "D9", Match((Block((Card("S7"), Card("S7")), 6),), 6))
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: no witness: the blocks are not the reply's cards
    """
    of_kind(found, Match, "found")

    def require(holds: bool, fault: str) -> None:
        if not holds:
            raise IllegalPosition(f"no witness: {fault}")

    trump = as_trump(trump)
    main, cr = trump.main_index, trump.rank_index
    used = [card for block in found.serving for card in block.cards]
    require(sorted(used) == sorted(as_play(reply)), "the blocks are not the reply's cards")
    require(one_partition(tuple(used), trump) is not None, "the reply is of several partitions")
    sizes = [block.size for block in decompose(lead, trump)]
    require(
        [block.size for block in found.serving] == sizes, "the blocks are not of the lead's sizes"
    )
    for block in found.serving:
        levels = [phi_of(card, main, cr) for card in block.cards]
        paired = block.size == 1 or block.cards[::2] == block.cards[1::2]
        require(paired, f"{block} is not made of pairs")
        steps = {a - b for a, b in zip(levels[::2], levels[2::2], strict=False)}
        require(steps <= {1}, f"{block} is no tractor")
        require(block.phi == levels[0], f"{block} has another top")
    tops = [block.phi for block in found.serving if block.size == max(sizes)]
    require(found.honour == max(tops), "the honour is not that of the best longest block")
