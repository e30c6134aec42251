"""When to throw at Tractor: only what is certain to stand by what the leader has seen.

A part of a throw stands if nobody can hold a card, pair or tractor above it; what a seat has shown to be
out of, it does not hold. So the surest throw of a suit is all its parts that nothing beats.
"""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.tractor.blocks import Block, highest_block, parts_of
from suitwise.tractor.order import Trump, partition_mask
from suitwise.tractor.piles import EMPTY, Pile, pile_of
from suitwise.tractor.profile import Profile
from suitwise.tractor.throws import is_safe


def walks(part: Block, partition: int, others: Sequence[Pile], trump: Trump, chain: int) -> bool:
    """Tell whether no other seat can beat a single, a pair or a tractor in its own partition.

    Args:
        part: the block.
        partition: its partition 0..4.
        others: what each other seat may hold.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
    """
    main, cr = trump.main_index, trump.rank_index
    mask, length = partition_mask(partition, main, cr), part.size // 2
    return all(
        highest_block(one.once & mask, one.twice & mask, partition, main, cr, length, chain)
        <= part.phi
        for one in others
    )


def sure_parts(
    held: Pile, partition: int, others: Sequence[Pile], trump: Trump, profile: Profile
) -> Pile:
    """Return all parts of some cards of a partition that nobody can beat: none, one, or a throw.

    Args:
        held: the leader's cards of the partition.
        partition: the partition 0..4.
        others: what each other seat may hold.
        trump: the trump configuration.
        profile: the house.

    >>> from suitwise.tractor.piles import pile_of
    >>> from suitwise.tractor.profile import STANDARD
    >>> held, unseen = pile_of("HAHAHKHJHJ"), [pile_of("HKHQHQHT")] * 3
    >>> print(sure_parts(held, 1, unseen, Trump("S", "2"), STANDARD))
    HKHAHA
    """
    if not held.once:
        return EMPTY
    chain = profile.chain_mask(trump.main_index)
    sure = EMPTY
    for part in parts_of(held, trump, chain):
        if walks(part, partition, others, trump, chain):
            sure = sure.plus(pile_of(part.cards))
    return sure if not sure.once or is_safe(trump, sure, others, profile) else EMPTY
