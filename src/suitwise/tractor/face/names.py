"""The names of suits, ranks, blocks and points of Tractor as phrases."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.foundation.text.phrases import CardText, Phrase, Several, phrase
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, Trump


def rank_named(rank: str) -> str:
    """Return a rank as people write it.

    >>> rank_named("T"), rank_named("A")
    ('10', 'A')
    """
    return rank.replace("T", "10")


def trump_named(trump: Trump) -> Phrase:
    """Return a trump configuration in words.

    >>> trump_named(Trump("H", "T")), trump_named(Trump("O", "2"))
    ('hearts and 10 are trump', 'no main suit, 2 is trump')
    """
    rank = rank_named(trump.rank)
    if trump.main_index == NO_SUIT:
        return phrase("tractor.name.no-suit", "no main suit, {rank} is trump", rank=rank)
    suit = PARTITION_NAMES[trump.main_index]
    return phrase("tractor.name.trump", "{suit} and {rank} are trump", suit=suit, rank=rank)


def points_named(points: int) -> Phrase:
    """Return points in words."""
    if not points:
        return phrase("tractor.name.no-points", "no points")
    return phrase("tractor.name.points", "{n} points", n=points)


def cards_named(number: int) -> Phrase:
    """Return a number of cards in words."""
    if number == 1:
        return phrase("tractor.name.card", "1 card")
    return phrase("tractor.name.cards", "{n} cards", n=number)


def block_named(block: Block) -> Phrase:
    """Return what a block is.

    >>> from suitwise.tractor.rules.blocks import decompose
    >>> block_named(decompose("HQHQHKHK", "S2")[0])
    'a tractor of 2 pairs'
    """
    if block.size == 1:
        return phrase("tractor.name.single", "a single card")
    if block.size == 2:
        return phrase("tractor.name.pair", "a pair")
    return phrase("tractor.name.tractor", "a tractor of {n} pairs", n=block.size // 2)


def lead_named(parts: Sequence[Block]) -> Phrase:
    """Return what a lead is: a block, or a throw of several."""
    if len(parts) == 1:
        return block_named(parts[0])
    return phrase("tractor.name.throw", "a throw of {parts}", parts=Several(map(CardText, parts)))
