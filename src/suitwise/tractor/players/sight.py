"""What a seat sees of a deal of Tractor that is played, as the rule-based player takes it.

It sees its own hand, the plays, and as landlord the cards buried; from these follow the unseen cards and
which of them each other seat may still hold. Nothing here looks at a hidden hand.
"""

from __future__ import annotations

from functools import cached_property

from suitwise.foundation.arrays.compiled import count_bits
from suitwise.foundation.seating import SEATS
from suitwise.tractor.arrays.packed import (
    LACKS,
    PARTITIONS,
    named_back,
    renamed,
    renamed_partitions,
)
from suitwise.tractor.arrays.policy import choose_lead
from suitwise.tractor.arrays.policy_weights import WEIGHTS
from suitwise.tractor.arrays.positions import packed_for
from suitwise.tractor.hidden.knowledge import knowledge_of
from suitwise.tractor.rules.blocks import Block, highest_block, windows
from suitwise.tractor.rules.order import TRUMPS, level_mask, partition_mask
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.throws import beats
from suitwise.tractor.seats import DECK
from suitwise.tractor.state import TractorState


class Sight:
    """What the seat on turn sees.

    Args:
        state: a position in which cards are played.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> Sight(state).unseen.size
    107
    """

    def __init__(self, state: TractorState) -> None:
        self.state, self.seat = state, state.turn
        self.main, self.rank = state.trump.main_index, state.trump.rank_index
        self.chain = state.profile.chain_mask(self.main)
        self.hand = state.held[self.seat]

    @cached_property
    def unseen(self) -> Pile:
        """The cards that others hold; unless the seat is landlord, also those buried."""
        left = DECK.minus(self.hand)
        for trick in self.state.tricks:
            for play in trick.plays:
                left = left.minus(play)
        if self.state.buried is not None and self.seat == self.state.current_landlord:
            left = left.minus(self.state.buried)
        return left

    @cached_property
    def others(self) -> tuple[Pile, Pile, Pile]:
        """What each other seat may hold, in the order of play after this one."""
        known = knowledge_of(self.state, self.seat)
        first, second, third = (
            known.may_hold((self.seat + ahead) % 4) & self.unseen.once for ahead in SEATS[1:]
        )
        return self.unseen.of(first), self.unseen.of(second), self.unseen.of(third)

    def is_out(self, ahead: int, partition: int) -> bool:
        """Tell whether the seat ``ahead`` places on is known to have no card of a partition."""
        return not self.others[ahead - 1].once & self.mask(partition)

    def walks(self, part: Block, partition: int) -> bool:
        """Tell whether no other seat can beat a block in its own partition."""
        trump = self.state.trump
        return not any(beats(one, part, partition, trump, self.chain) for one in self.others)

    def may_ruff(self, ahead: int, length: int) -> bool:
        """Tell whether the seat ``ahead`` places on may hold trumps enough to ruff a block.

        Args:
            ahead: 1 to 3.
            length: the block's pairs; 0 for a single.
        """
        return self.ruffs(self.others[ahead - 1], length)

    def ruffs(self, held: Pile, length: int) -> bool:
        """Tell whether some cards have trumps enough to ruff a block of ``length`` pairs."""
        trumps = held.of(self.mask(TRUMPS))
        top = highest_block(
            trumps.once, trumps.twice, TRUMPS, self.main, self.rank, length, self.chain
        )
        return top > 0

    def higher(self, part: Block, partition: int) -> int:
        """Return how many blocks like a part of a plain suit, but higher, others may hold.

        Cards are counted where the part is a single, else the top cards of such blocks.
        """
        length, mask = part.size // 2, self.mask(partition)
        if not length:
            above = -2 << part.cards[0] & mask  # in a plain suit cards are numbered by rank
            first, second, third = (other.once & above for other in self.others)
            return self.unseen.of(first | second | third).size
        tops = 0
        for other in self.others:
            levels = level_mask(other.twice & mask, partition, self.main, self.rank)
            tops |= windows(levels, length) << length - 1
        return count_bits(tops >> part.phi + 1)

    def mask(self, partition: int) -> int:
        """Return the card mask of a partition."""
        return partition_mask(partition, self.main, self.rank)

    @cached_property
    def record(self) -> list[int]:
        """The record (``packed``) of the deal, with no hand but the seat's and all that it knows."""
        record = packed_for(self.state, self.seat)
        record[LACKS] = 0
        for ahead in SEATS[1:]:
            lacking = sum(1 << part for part in range(PARTITIONS) if self.is_out(ahead, part))
            lacking = renamed_partitions(lacking, self.main)
            record[LACKS] |= lacking << PARTITIONS * ((self.seat + ahead) % 4)
        return record

    @cached_property
    def unseen_masks(self) -> tuple[int, int]:
        """The unseen cards as the policy takes them: the cards, renamed, and those unseen twice."""
        return self.named(self.unseen)

    def named(self, pile: Pile) -> tuple[int, int]:
        """Return the masks of a pile, renamed."""
        return renamed(pile.once, self.main, self.rank), renamed(pile.twice, self.main, self.rank)

    def pile(self, once: int, twice: int) -> Pile:
        """Return the pile of renamed masks."""
        return Pile(named_back(once, self.main, self.rank), named_back(twice, self.main, self.rank))

    def lead(self) -> Pile:
        """Return the single, pair or tractor that the policy leads here."""
        return self.pile(*choose_lead(self.record, *self.unseen_masks, WEIGHTS))
