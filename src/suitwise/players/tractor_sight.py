"""What a seat sees of a deal of Tractor that is played, as the rule-based player takes it.

Its own hand, the plays, what is buried if it is the landlord; and what follows: which cards are unseen,
and which partitions the others have shown to be out of. Nothing here looks at a hidden hand.
"""

from __future__ import annotations

from functools import cached_property

from suitwise.tractor.knowledge import voids_shown
from suitwise.tractor.order import partition_mask
from suitwise.tractor.packed import (
    COLUMNS,
    HANDS,
    LACKS,
    LANDLORD,
    LEADER,
    MAIN,
    PARTITIONS,
    PLAYED,
    POINTS,
    RANK,
    named_back,
    put,
    renamed,
    renamed_partitions,
)
from suitwise.tractor.piles import Pile, bits
from suitwise.tractor.policy import choose_play
from suitwise.tractor.seats import DECK, SEATS
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
        self.hand = state.held[self.seat]

    @cached_property
    def unseen(self) -> Pile:
        """The cards that others hold, or for whom is not landlord that are buried."""
        left = DECK.minus(self.hand)
        for trick in self.state.tricks:
            for play in trick.plays:
                left = left.minus(play)
        if self.state.buried is not None and self.seat == self.state.lord:
            left = left.minus(self.state.buried)
        return left

    @cached_property
    def voids(self) -> tuple[int, int, int, int]:
        """The partitions that each seat has shown to be out of, a bit each."""
        return voids_shown(self.state)

    @cached_property
    def others(self) -> tuple[Pile, ...]:
        """What each other seat may hold, in the order of play after this one."""
        found = []
        for ahead in SEATS[1:]:
            lacking = 0
            for partition in bits(self.voids[(self.seat + ahead) % 4]):
                lacking |= self.mask(partition)
            found.append(self.unseen.of(~lacking))
        return tuple(found)

    def mask(self, partition: int) -> int:
        """Return the card mask of a partition."""
        return partition_mask(partition, self.main, self.rank)

    @property
    def record(self) -> list[int]:
        """The record (``packed``) of the deal, with no hand but the seat's."""
        state, record = self.state, [0] * COLUMNS
        record[MAIN], record[RANK], record[LANDLORD] = self.main, self.rank, state.lord
        own = HANDS + 2 * self.seat
        record[own], record[own + 1] = self._renamed(self.hand)
        record[POINTS] = state.taken
        for owner, lacking in enumerate(self.voids):
            record[LACKS] |= renamed_partitions(lacking, self.main) << PARTITIONS * owner
        table = state.tricks[-1]
        record[LEADER] = table.leader
        record[PLAYED] = sum(4 * trick.plays[0].size for trick in state.tricks[:-1])
        for play in table.plays:
            put(record, *self._renamed(play))
        return record

    def _renamed(self, pile: Pile) -> tuple[int, int]:
        return renamed(pile.once, self.main, self.rank), renamed(pile.twice, self.main, self.rank)

    def choice(self) -> Pile:
        """Return what the policy plays here."""
        once, twice = choose_play(self.record, *self._renamed(self.unseen))
        return Pile(named_back(once, self.main, self.rank), named_back(twice, self.main, self.rank))
