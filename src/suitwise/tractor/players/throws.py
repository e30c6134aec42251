"""The throws of the rule-based player of Tractor: those certain to stand by what the leader has seen.

Source: rules page §6, Throws. A part of a throw stands if nobody can hold a card, pair or tractor above
it; a seat holds nothing of what it has shown to be out of. So the surest throw of a suit is all its
parts that nothing beats.
"""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.order import Trump
from suitwise.tractor.rules.piles import EMPTY, Pile, pile_of
from suitwise.tractor.rules.throws import beats


def walks(part: Block, partition: int, others: Sequence[Pile], trump: Trump, chain: int) -> bool:
    """Tell whether no other seat can beat a single, a pair or a tractor in its own partition.

    Args:
        part: the block.
        partition: its partition 0..4.
        others: what each other seat may hold.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
    """
    return not any(beats(one, part, partition, trump, chain) for one in others)


def sure_parts(
    held: Pile, partition: int, others: Sequence[Pile], trump: Trump, chain: int
) -> Pile:
    """Return all parts of some cards of a partition that nobody can beat: none, one, or a throw.

    Args:
        held: the leader's cards of the partition.
        partition: the partition 0..4.
        others: what each other seat may hold.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> held, unseen = pile_of("HAHAHKHJHJ"), [pile_of("HKHQHQHT")] * 3
    >>> print(sure_parts(held, 1, unseen, Trump("S", "2"), -1))
    HKHAHA
    """
    if not held.once:
        return EMPTY
    sure = EMPTY
    for part in parts_of(held, trump, chain):
        if walks(part, partition, others, trump, chain):
            sure = sure.plus(pile_of(part.cards))
    return sure
