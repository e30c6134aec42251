"""``Duty``: whether a play follows, why not, and all plays that do, for people; ``owed`` has the rule.

Source: rules page §6, Follow duty; docs/tractor.md, Following.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.following import words
from suitwise.tractor.rules.following.completions import can_follow, open_cards
from suitwise.tractor.rules.following.legal_plays import Demand, LegalPlays, lead_of
from suitwise.tractor.rules.following.plays import LENGTHS
from suitwise.tractor.rules.following.service import best_service
from suitwise.tractor.rules.order import TRUMPS, Trump, TrumpLike, as_trump, partition_mask
from suitwise.tractor.rules.owed import FOLLOWS, NOT_SUIT, NOT_TRACTORS, asks_service
from suitwise.tractor.rules.piles import EMPTY, PACKS, Pile, hand_of, pile_of, sum_of
from suitwise.tractor.rules.profile import STANDARD, Profile, ProfileLike, as_profile


@dataclass(frozen=True)
class Duty:
    """What a lead asks of a hand.

    Args:
        trump: the trump configuration.
        lead: the cards led, all of one partition.
        hand: the follower's whole hand before the play, at most 25 cards.
        profile: the rules of the house.
        demand: all of it as numbers.

    Raises:
        IllegalPosition: no card is led, cards of several partitions or three that are equal, or there
            are more than 25 cards in the hand, or fewer than were led. The number of packs is not asked
            for (``duty_of``).

    >>> duty = duty_of("S2", "H3H3H4H4H5H5", "H7H9HTHTHJHJHQHQHAHAS4")
    >>> duty.n_legal, *map(str, duty.plays)
    (1, 'HTHTHJHJHQHQ')
    """

    trump: Trump
    lead: Pile
    hand: Pile
    profile: Profile = STANDARD
    demand: Demand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of_kind(self.trump, Trump, "trump")
        of_kind(self.lead, Pile, "lead")
        of_kind(self.hand, Pile, "hand")
        of_kind(self.profile, Profile, "profile")
        object.__setattr__(
            self, "demand", Demand.of(self.hand, lead_of(self.lead, self.trump, self.profile))
        )
        hand_of(self.hand)
        if self.size > self.hand.size:
            raise IllegalPosition(words.too_few(self.size, self.hand.size))

    @property
    def led(self) -> int:
        """The number of the led partition, 0..4."""
        return self.demand.lead.led

    @property
    def suit(self) -> int:
        """The card mask of the led partition."""
        return partition_mask(self.led, self.trump.main_index, self.trump.rank_index)

    @property
    def size(self) -> int:
        """How many cards were led."""
        return self.demand.lead.size

    @property
    def held(self) -> Pile:
        """The hand's cards of the led partition."""
        return self.demand.held

    @property
    def chain(self) -> int:
        """The level mask of the Φ that join tractors; none where the house asks for no tractors."""
        return self.demand.lead.chain

    @property
    def asked(self) -> tuple[int, int]:
        """The pairs asked for and the pack code of the tractors: the lead's, or none (F2 silent)."""
        lead = self.demand.lead
        is_asked = asks_service(self.held.size, lead.size, lead.code)
        return (lead.pairs, lead.tractors) if is_asked else (0, 0)

    @property
    def owed_pairs(self) -> int:
        """How many pairs are owed, those in tractors included."""
        return self._service[0]

    @property
    def owed_tractors(self) -> int:
        """The pack code of the tractors owed."""
        return self._service[1]

    @cached_property
    def _service(self) -> tuple[int, int]:
        """The pairs and the pack code of the tractors owed."""
        return self.demand.owed[3:]

    @property
    def profile_owed(self) -> tuple[int, ...]:
        """The lengths in pairs of the blocks owed, longest first."""
        return _lengths(self.owed_tractors, self.owed_pairs)

    @cached_property
    def owed(self) -> tuple[Block, ...]:
        """The tractors and pairs of a best service, longest first: some cards that meet the duty (F2).

        Nothing where all cards of the led partition are played. ``checks.check_service`` verifies it.

        >>> [str(block) for block in duty_of("S2", "H3H3H4H4", "H6H6H8H8H9").owed]
        ['H6H6', 'H8H8']
        """
        lengths = self.profile_owed
        return best_service(self.held.twice, self.trump, self.chain, lengths)

    @cached_property
    def plays(self) -> LegalPlays:
        """All legal plays, lazily: ``len``, ``in``, by place, and one after the other."""
        return LegalPlays(self.demand)

    @property
    def n_legal(self) -> int:
        """How many legal plays there are, equal cards not told apart; none is listed for it.

        >>> duty_of("S2", "H3H5", "H6H6H7H8").n_legal
        4
        """
        return len(self.plays)

    def meets(self, selection: CardsLike | Pile) -> bool:
        """Tell whether some legal play has all the cards of a selection; none of the plays is listed.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than three times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.meets("H6H7"), duty.meets("H9")
        (True, False)
        """
        return can_follow(self.demand, pile_of(selection))

    def open(self, selection: CardsLike | Pile) -> Pile:
        """Return the cards of the hand that can be added to a selection which still ``meets``.

        Of equal cards there are so many as can all be added. A selection that does not meet the duty, or
        is a whole play, leaves none.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than three times.

        >>> duty = duty_of("S2", "H3H3H4", "H6H6H8H8HJ")
        >>> print(duty.open("H6"), duty.open("H6HJ"), duty.open("H6H6"))
        H6H8H8HJ H6 H8HJ
        """
        return open_cards(self.demand, pile_of(selection))

    def why_not(self, play: CardsLike | Pile) -> Phrase | None:
        """Return in one sentence why a play does not follow, or None if it does.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is played more than three times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.why_not("H6H6H9H9")
        'follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it'
        """
        pile = pile_of(play)
        if not pile.within(self.hand):
            return words.not_held(pile, self.hand)
        if pile.size != self.size:
            return words.wrong_size(self.size, pile.size)
        fault = self.demand.fault(pile)
        if fault == FOLLOWS:
            return None
        own = pile.of(self.suit)
        if fault == NOT_SUIT:
            return words.not_suit(self.led, self.size, self.held, own.size, self._disguised(pile))
        not_served = words.not_tractors if fault == NOT_TRACTORS else words.not_pairs
        would = format_cards(card for block in self.owed for card in sorted(block.cards))
        return not_served(self.profile_owed, self._given(own), would)

    def _disguised(self, pile: Pile) -> Pile:
        """Return the cards of a pile that show the sign of the led suit and are trumps by their rank."""
        if self.led == TRUMPS:
            return EMPTY
        return pile.of(1 << (len(RANKS) * self.led + self.trump.rank_index))

    def _given(self, own: Pile) -> tuple[int, ...]:
        """Return the lengths in pairs of the blocks that cards of the led partition give."""
        pairs = min(own.twice.bit_count(), self.owed_pairs)
        return _lengths(self.demand.tractors_by(own), pairs)


def duty_of(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    hand: CardsLike | Pile,
    profile: ProfileLike = STANDARD,
    *,
    packs: int = PACKS,
) -> Duty:
    """Return what a lead asks of a hand, all given as text or as objects.

    Args:
        trump: the trump configuration.
        lead: the cards led.
        hand: the follower's whole hand.
        profile: the house.
        packs: how many packs are in play, two or three.

    Raises:
        NotationError: something is no card of Tractor, no trump configuration or no profile.
        IllegalPosition: the cards can't lie like this (``Duty``), or lead and hand have more copies of a
            card than the packs.

    >>> duty_of("H2", "C9C9", "CACACKS3").why_not("CACK")
    'follow pairs: 1 pair is owed, the play gives no pair; CACA would meet it'
    >>> duty_of("H2", "C9C9", "C9CACA")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: C9 appears 3 times, but 2 packs hold 2
    """
    led, held = pile_of(lead), pile_of(hand)
    sum_of((led, held), packs)
    return Duty(as_trump(trump), led, held, as_profile(profile))


def _lengths(tractors: int, pairs: int) -> tuple[int, ...]:
    """Return the lengths of the blocks of a service: its tractors', then its lone pairs'."""
    found = LENGTHS[tractors]
    return (*found, *(1 for _ in range(pairs - sum(found))))
