"""All plays that follow a lead, lazily: counted without listing, listed one at a time, found by place.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

Where the hand has no more cards of the led partition than were led, or where the led suit alone is
asked for, the plays are choices of cards and nothing more (``pile_choices``). Otherwise they are those
that give the pairs and tractors owed (``plays``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from suitwise.foundation.lazy import Lazy
from suitwise.tractor.rules.following.pile_choices import Choices
from suitwise.tractor.rules.following.plays import PairPlays
from suitwise.tractor.rules.order import Trump, partition_mask, phi_of, rank_card_phi
from suitwise.tractor.rules.owed import (
    BEST,
    FOLLOWS,
    asks_service,
    follow_fault,
    led_form,
    owed_tractors,
    what_is_owed,
)
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import led_partition


class Lead(NamedTuple):
    """What a lead asks of every hand: the numbers that the rules of ``owed`` take.

    Args:
        led: the led partition 0..4.
        size: how many cards were led.
        pairs: the pairs asked for, those in tractors included.
        tractors: the pack code of the tractors asked for.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        code: how much of the duty the house asks for (``following.BEST`` and the others).
    """

    led: int
    size: int
    pairs: int
    tractors: int
    main: int
    cr: int
    chain: int
    code: int


def lead_of(pile: Pile, trump: Trump, profile: Profile) -> Lead:
    """Return what cards of one partition ask for that are led.

    Raises:
        IllegalPosition: there are no cards, or cards of several partitions.
    """
    main, cr, code = trump.main_index, trump.rank_index, profile.duty_code
    led = led_partition(pile, trump)
    chain = profile.chain_mask(main) if code == BEST else 0
    pairs, tractors = led_form(pile.twice, led, main, cr, chain) if pile.twice else (0, 0)
    return Lead(led, pile.size, pairs, tractors, main, cr, chain, code)


class Demand(NamedTuple):
    """What a lead asks of a hand.

    Args:
        hand: the follower's whole hand.
        held: its cards of the led partition.
        lead: what the lead asks for.
    """

    hand: Pile
    held: Pile
    lead: Lead

    @classmethod
    def of(cls, hand: Pile, lead: Lead) -> Demand:
        """Return what a lead asks of a hand."""
        return cls(hand, hand.of(partition_mask(lead.led, lead.main, lead.cr)), lead)

    @property
    def owed(self) -> tuple[int, int, int, int, int]:
        """Which cards are all played, and what is owed among the others (``what_is_owed``)."""
        suit = partition_mask(self.lead.led, self.lead.main, self.lead.cr)
        return what_is_owed(suit, self.held.size, self.held.twice, self.lead)

    def tractors_by(self, cards: Pile) -> int:
        """Return the pack code of the tractors in the best service by cards of the partition."""
        return owed_tractors(cards.twice, self.lead)

    def fault(self, play: Pile) -> int:
        """Return the part of the duty that a play of as many cards breaks (``follow_fault``)."""
        return follow_fault(play.masks, self.hand.masks, self.lead)


class LegalPlays(Lazy[Pile]):
    """The plays that follow a lead, lazily: their number, their order, and whether one is among them.

    Args:
        demand: what the lead asks of the hand.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> plays = LegalPlays(duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ").demand)
    >>> len(plays), str(plays[0]), [str(play) for play in plays]
    (1, 'H6H6H7H7', ['H6H6H7H7'])
    """

    def __init__(self, demand: Demand) -> None:
        self._demand = demand
        self._plays = _plays_of(demand)

    def __len__(self) -> int:
        return len(self._plays)

    def __contains__(self, play: object) -> bool:
        asked = self._demand
        return (
            isinstance(play, Pile)
            and play.within(asked.hand)
            and play.size == asked.lead.size
            and asked.fault(play) == FOLLOWS
        )

    def __iter__(self) -> Iterator[Pile]:
        return iter(self._plays)

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        return self._plays.at(place)


def _plays_of(demand: Demand) -> Choices | PairPlays:
    """Return the plays in the form that the demand gives them."""
    hand, held, lead = demand
    fixed, free, count, pairs, tractors = demand.owed
    if count == 1 or not asks_service(held.size, lead.size, lead.code):
        return Choices(hand.of(free), count, hand.of(fixed))
    main, cr, chain = lead.main, lead.cr, lead.chain
    phis = {card: phi_of(card, main, cr) for card in bits(held.twice)}
    levels = {card: level if chain >> level & 1 else 0 for card, level in phis.items()}
    return PairPlays(held, count, tractors, pairs, levels, rank_card_phi(main))
