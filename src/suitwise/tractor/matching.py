"""Matching a reply to a lead, exactly and without a search (seed §3.2, §4.2; rules page §3).

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
``FITS`` whether the other tractors still find room. At most 12 look-ups replace the seed's n! orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from suitwise.cards import Card, CardsLike, format_cards
from suitwise.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.errors import IllegalPosition
from suitwise.tractor.blocks import (
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
    run_length,
    windows,
)
from suitwise.tractor.order import (
    TRUMPS,
    TrumpLike,
    as_trump,
    level_mask,
    phi_of,
    rank_card_phi,
)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the multisets of tractor lengths (2 or more) of at most so many pairs."""
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
        for pack in reduce(union, runs, {()}):
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
    """Return the highest top Φ a longest tractor can have over all packings; 0 if there is none.

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
    of the longest blocks (rules page §4).
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
