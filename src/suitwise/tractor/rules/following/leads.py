"""What may be led: any cards of one partition, counted and found without a list.

Source: rules page §2 and §6, Throws; docs/tractor.md, Leading.

A lead of several blocks is a throw, so every choice of cards of one partition may be led: a hand of
twelve trumps has thousands of leads. They are numbered instead: the partitions in the order S H D C and
trump, and within one the copies of each card as the digits of a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from suitwise.foundation.lazy import Lazy
from suitwise.tractor.rules.order import TRUMPS, Trump, partition_mask
from suitwise.tractor.rules.piles import Pile, bits, copies_of


class Leads(Lazy[Pile]):
    """The leads of a hand, lazily.

    Args:
        hand: the leader's hand.
        trump: the trump configuration.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> leads = Leads(pile_of("HAHAHKS3"), Trump("S", "2"))
    >>> len(leads), [str(lead) for lead in leads], pile_of("HAS3") in leads
    (6, ['HA', 'HAHA', 'HK', 'HKHA', 'HKHAHA', 'S3'], False)
    """

    __slots__ = ("_parts",)

    def __init__(self, hand: Pile, trump: Trump) -> None:
        self._parts = parts_by_suit(hand, trump)

    def __len__(self) -> int:
        return sum(map(_number_of_leads, self._parts))

    def at(self, place: int) -> Pile:
        """Return the lead at a place."""
        for part in self._parts:
            leads = _number_of_leads(part)
            if place < leads:
                return _lead(part, place + 1)
            place -= leads
        raise IndexError("there are not so many leads")

    def __iter__(self) -> Iterator[Pile]:
        for part in self._parts:
            for number in range(1, _number_of_leads(part) + 1):
                yield _lead(part, number)

    def __contains__(self, lead: object) -> bool:
        """Tell whether a pile can be led."""
        if not isinstance(lead, Pile) or not lead.once:
            return False
        return any(lead.within(part) for part in self._parts)


def parts_by_suit(pile: Pile, trump: Trump) -> list[Pile]:
    """Return the cards of each partition, where there are any: S H D C, then the trumps.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> [str(part) for part in parts_by_suit(pile_of("HAS3S2RJ"), Trump("S", "2"))]
    ['HA', 'S2S3RJ']
    """
    main, cr = trump.main_index, trump.rank_index
    partitions = [*(suit for suit in range(TRUMPS) if suit != main), TRUMPS]
    found = (pile.of(partition_mask(partition, main, cr)) for partition in partitions)
    return [part for part in found if part.once]


def _number_of_leads(part: Pile) -> int:
    """Return the number of choices of at least one card."""
    return prod(part.copies(card) + 1 for card in bits(part.once)) - 1


def _lead(part: Pile, number: int) -> Pile:
    """Return the cards whose copies are the digits of a number, the highest card's lowest."""
    taken = []
    for card in reversed(list(bits(part.once))):
        number, copies = divmod(number, part.copies(card) + 1)
        taken.append((card, copies))
    return copies_of(taken)
