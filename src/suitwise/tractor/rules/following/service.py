"""A best service: which cards of a hand meet what a lead asks.

Source: rules page §6, Follow duty; docs/tractor.md, Following. A service is a family of disjoint pairs
and tractors, each put into one of the lead's tractors and pairs, so that the blocks put into a part are
together no longer than it. ``owed`` says which lengths the best service has; this module finds cards
for them, and ``checks`` holds them against the definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.cards import Card
from suitwise.tractor.rules.blocks import WEIGHT, Block, pack_code, pair_levels, windows
from suitwise.tractor.rules.matching import FITS, parted_view
from suitwise.tractor.rules.order import Trump, partition_of, phi_of, rank_card_phi
from suitwise.tractor.rules.piles import bits


def best_service(twice: int, trump: Trump, chain: int, lengths: Sequence[int]) -> tuple[Block, ...]:
    """Find tractors and pairs of these lengths, low ones first where there is a choice.

    Args:
        twice: card mask of the pairs, all of one partition.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
        lengths: the blocks' lengths in pairs, longest first, that can be cut from these pairs.
    """
    main, cr = trump.main_index, trump.rank_index
    left = sorted(map(Card, bits(twice)), key=lambda card: (phi_of(card, main, cr), card))
    blocks: list[Block] = []
    for levels in _tractor_levels(twice, trump, chain, lengths):
        cards = [next(card for card in left if phi_of(card, main, cr) == at) for at in levels]
        left = [card for card in left if card not in cards]
        blocks.append(_block(cards[::-1], levels[-1]))
    alone = left[: len(lengths) - len(blocks)]
    return (*blocks, *(_block([card], phi_of(card, main, cr)) for card in alone))


def _block(cards: Sequence[Card], phi: int) -> Block:
    return Block(tuple(card for card in cards for _ in range(2)), phi)


def _tractor_levels(
    twice: int, trump: Trump, chain: int, lengths: Sequence[int]
) -> Iterator[range]:
    """Yield the levels of each tractor; in one of the two views of the pairs all of them fit."""
    tractors = tuple(length for length in lengths if length > 1)
    if not tractors:
        return
    main, cr = trump.main_index, trump.rank_index
    shared = rank_card_phi(main)
    pairs, _ = pair_levels(twice, partition_of(next(bits(twice)), main, cr), main, cr)
    pairs &= chain
    places = _places(pairs, tractors)
    if places is not None:
        yield from map(range, places, map(sum, zip(places, tractors, strict=True)))
        return
    for low, length in zip(
        _places(parted_view(pairs, shared), tractors) or (), tractors, strict=True
    ):
        start = low - 2 if low > shared + 1 else low  # parted_view moved it up
        yield range(start, start + length)


def _places(pairs: int, tractors: tuple[int, ...]) -> list[int] | None:
    """Return the lowest Φ of each tractor, packed into the runs of a view; None if they don't fit."""
    if not tractors:
        return []
    length, others = tractors[0], tractors[1:]
    wanted = 128 * (sum(WEIGHT[other] for other in others) & 127)
    for low in bits(windows(pairs, length)):
        rest = pairs & ~(((1 << length) - 1) << low)
        if FITS[wanted + pack_code(rest)]:
            return [low, *(_places(rest, others) or ())]
    return None
