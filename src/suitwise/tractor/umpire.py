"""What a deal asks of the rules: bids, leads, duties, throws, winners and results of its table.

Source: rules page §6; rules page "Tractor with many packs".

``Umpire`` rules for four players with two packs and fixed sides, whose blocks are pairs and tractors of
them, on two card masks. ``TableUmpire`` rules for every other table, whose blocks may be wider. A deal
asks its umpire and does not know which of the two it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from suitwise.cards import N_CARDS, RANKS, SUITS
from suitwise.foundation.values import Lazy
from suitwise.tractor.moves import HAND, Move
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.deck import EMPTY, Pile, Trump, copies_of, partition_mask, pile_of
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.levels import (
    KITTY,
    MOST_BIDS,
    NOBODY,
    PACKS,
    TAKEN_OVER,
    Bid,
    Outcome,
    gains,
    good_bids,
    is_closed,
    outcome_of,
)
from suitwise.tractor.rules.pairs.legal_plays import LegalPlays
from suitwise.tractor.rules.pairs.owed import Demand, Lead, lead_of
from suitwise.tractor.rules.profile import NONE, Profile
from suitwise.tractor.rules.tables import Sides, Table, TableOutcome
from suitwise.tractor.rules.throws import Throw, throw_in_play, throw_of_parts
from suitwise.tractor.rules.wide.lead import WideDuty, WideLead, is_bomb
from suitwise.tractor.rules.wide.parts import Cutter, cards_of
from suitwise.tractor.rules.winning import TableTrick, winner_at_table, winning_place
from suitwise.tractor.variant import TractorVariant

AnyLead: TypeAlias = Lead | WideLead
"""A lead as its umpire needs it."""
AnyDuty: TypeAlias = Duty | WideDuty
Result: TypeAlias = Outcome | TableOutcome

_KINDS_OF_BIDS = len(SUITS) + 2
"""Rank cards of each suit, and two jokers."""
MOST_REDEALS = 5
"""The most deals in a row that are void because nobody has bid."""


class Umpire:
    """Rules for four players with two packs and fixed sides.

    Args:
        variant: the variant.
    """

    seats = 4
    packs = PACKS
    hand = HAND
    kitty = KITTY
    most_bids = MOST_BIDS
    calls = 0
    """The number of cards that the landlord calls."""

    def __init__(self, variant: TractorVariant) -> None:
        self.profile: Profile = variant.rules

    # --- The deal ---------------------------------------------------------------------------------

    def removed(self, ranks: Sequence[int], landlord: int) -> Pile:
        """Return the cards that are taken out before the deal.

        Args:
            ranks: the current ranks of the sides or seats.
            landlord: the landlord's seat, negative if the bidding decides.
        """
        return EMPTY

    @property
    def every_card(self) -> Pile:
        """The cards of all packs."""
        return _all_cards(self.packs)

    def rank_of(self, ranks: Sequence[int], seat: int) -> int:
        """Return the current rank of a seat."""
        return ranks[seat & 1]

    def is_closed(self, bids: tuple[Bid, ...], rank: int) -> bool:
        """Tell whether no bid can follow."""
        return is_closed(bids, self.profile)

    def bids(self, seat: int, hand: Pile, rank: int, made: Sequence[Bid]) -> Sequence[Bid]:
        """Return all legal bids of a seat, lowest first."""
        return good_bids(seat, hand, rank, made, self.profile)

    def steals(self, seat: int, hand: Pile, rank: int, made: Sequence[Bid]) -> Sequence[Bid]:
        """Return the bids with which a seat may take the buried cards: none."""
        return ()

    # --- The play ---------------------------------------------------------------------------------

    def cuttings(self, trump: Trump, cards: Pile) -> list[tuple[Pile, ...]]:
        """Return the cuttings of a lead among which the leader chooses; none if there is no choice."""
        return []

    def lead(self, trump: Trump, cards: Pile, parts: Sequence[Pile] = ()) -> AnyLead:
        """Return a lead; without parts it is cut by default."""
        return lead_of(cards, trump, self.profile)

    def void_shown(self, lead: AnyLead, play: Pile) -> int:
        """Return the bit of the partition in which a play shows its seat to be void; 0 if in none."""
        assert isinstance(lead, Lead)
        led = partition_mask(lead.led, lead.main, lead.cr)
        if lead.code == NONE or play.of(led).size == lead.size:
            return 0
        return 1 << lead.led

    def replies(self, lead: AnyLead, hand: Pile) -> Lazy[Pile]:
        """Return the legal plays of a hand."""
        assert isinstance(lead, Lead)
        return LegalPlays(Demand.of(hand, lead))

    def duty(self, trump: Trump, cards: Pile, hand: Pile, parts: Sequence[Pile] = ()) -> AnyDuty:
        """Return the duty of a hand that follows a lead."""
        return Duty(trump, cards, hand, self.profile)

    def throw(
        self, trump: Trump, hands: Sequence[Pile], cards: Pile, parts: Sequence[Pile] = ()
    ) -> Throw:
        """Rule whether a lead stands, given all hands, the leader's first."""
        return throw_in_play(trump, hands, cards, self.profile)

    def winner(self, trump: Trump, plays: Sequence[Pile], parts: Sequence[Pile] = ()) -> int:
        """Return the place of the play that wins a trick."""
        return winning_place(trump, plays, self.profile)

    def ruling(self, trump: Trump, plays: Sequence[Pile], parts: Sequence[Pile] = ()) -> TableTrick:
        """Rule who wins a trick, with reasons."""
        return winner_at_table(trump, plays, self.profile)

    def parts(self, trump: Trump, cards: Pile) -> Sequence[Block]:
        """Return the blocks into which cards of one partition are cut by default, largest first."""
        return parts_of(cards, trump, self.profile.chain_mask(trump.main_index))

    # --- The result -------------------------------------------------------------------------------

    need = TAKEN_OVER
    """The points at which the attackers take the deal over."""

    def ranks_gained(self, points: int) -> tuple[bool, int, int]:
        """Return whether the landlord's side holds, and by how much it and the attackers rise."""
        return points < TAKEN_OVER, *gains(points)

    def outcome(self, ranks: Sequence[int], points: int, sides: Sides) -> Result:
        """Return the result of a deal.

        Args:
            ranks: the ranks before it.
            points: the attackers' points.
            sides: who is on the landlord's side.
        """
        one, other = ranks
        return outcome_of((one, other), sides.landlord, points, self.profile)


class TableUmpire(Umpire):
    """Rules for one to four packs and four to eight players, with fixed sides or friends."""

    def __init__(self, variant: TractorVariant) -> None:
        super().__init__(variant)
        self.table: Table = variant.table
        self.seats, self.packs = self.table.seats, self.table.packs
        self.hand, self.kitty = self.table.hand, self.table.kitty
        self.calls = variant.calls
        self.need = self.profile.turnover * self.table.step
        self.most_bids = _KINDS_OF_BIDS * self.packs * self.seats

    # --- The deal ---------------------------------------------------------------------------------

    def removed(self, ranks: Sequence[int], landlord: int) -> Pile:
        """Return the cards that are taken out before the deal, so that all get as many."""
        counting = ranks if landlord < 0 else (ranks[landlord],)
        return _removed(self.table, frozenset(RANKS[rank] for rank in counting))

    def rank_of(self, ranks: Sequence[int], seat: int) -> int:
        """Return the current rank of a seat."""
        return ranks[seat]

    def is_closed(self, bids: tuple[Bid, ...], rank: int) -> bool:
        """Tell whether no bid can follow: whoever held all cards could not overturn it."""
        return bool(bids) and bids[-1].copies == self.packs and _is_closed(self.table, bids, rank)

    def bids(self, seat: int, hand: Pile, rank: int, made: Sequence[Bid]) -> Sequence[Bid]:
        """Return all legal bids of a seat, by number of cards; nobody makes the same bid twice."""
        return _bids(self.table, seat, hand, rank, made)

    def steals(self, seat: int, hand: Pile, rank: int, made: Sequence[Bid]) -> Sequence[Bid]:
        """Return the bids with which a seat may take the buried cards: all that overturn the last.

        Who holds the bid is not asked for here, nor who has been overturned.
        """
        bids = _bids(self.table, NOBODY, hand, rank, made)
        return [Bid(seat, bid.card, bid.copies) for bid in bids]

    # --- The play ---------------------------------------------------------------------------------

    def cuttings(self, trump: Trump, cards: Pile) -> list[tuple[Pile, ...]]:
        """Return the cuttings of a lead among which the leader chooses; none if there is no choice."""
        if self.profile.cutting == "default":
            return []
        return [
            Move.cut(cards_of([part]) for part in parts).parts
            for parts in Cutter(trump, self.profile).choices(cards)
        ]

    def lead(self, trump: Trump, cards: Pile, parts: Sequence[Pile] = ()) -> WideLead:
        """Return a lead; without parts it is cut by default."""
        return WideLead.of_piles(parts or (cards,), trump, self.profile)

    def void_shown(self, lead: AnyLead, play: Pile) -> int:
        """Return the bit of the partition in which a play shows its seat to be void; 0 if in none.

        In a house of free bombs a bomb shows nothing.
        """
        assert isinstance(lead, WideLead)
        if lead.held_by(play).size == lead.size:
            return 0
        if self.profile.bombs == "free" and is_bomb(play):
            return 0
        return 1 << lead.partition

    def replies(self, lead: AnyLead, hand: Pile) -> Lazy[Pile]:
        """Return the legal plays of a hand, bombs included."""
        assert isinstance(lead, WideLead)
        return lead.replies(hand)

    def duty(self, trump: Trump, cards: Pile, hand: Pile, parts: Sequence[Pile] = ()) -> AnyDuty:
        """Return the duty of a hand that follows a lead."""
        return WideDuty(self.lead(trump, cards, parts), hand)

    def throw(
        self, trump: Trump, hands: Sequence[Pile], cards: Pile, parts: Sequence[Pile] = ()
    ) -> Throw:
        """Rule whether a lead stands, given all hands, the leader's first."""
        return throw_of_parts(self.lead(trump, cards, parts), hands)

    def winner(self, trump: Trump, plays: Sequence[Pile], parts: Sequence[Pile] = ()) -> int:
        """Return the place of the play that wins a trick."""
        return self.lead(trump, plays[0], parts).winner(plays)

    def ruling(self, trump: Trump, plays: Sequence[Pile], parts: Sequence[Pile] = ()) -> TableTrick:
        """Rule who wins a trick, with reasons."""
        lead = self.lead(trump, plays[0], parts)
        return TableTrick(trump, tuple(plays), self.profile, lead.winner(plays), lead)

    def parts(self, trump: Trump, cards: Pile) -> Sequence[Block]:
        """Return the blocks into which cards of one partition are cut by default, largest first."""
        return Cutter(trump, self.profile).default(cards)

    # --- The result -------------------------------------------------------------------------------

    def ranks_gained(self, points: int) -> tuple[bool, int, int]:
        """Return whether the landlord's side holds, and by how much it and the attackers rise."""
        return self.table.result(points)

    def outcome(self, ranks: Sequence[int], points: int, sides: Sides) -> Result:
        """Return the result of a deal."""
        members = tuple(sides.members)
        is_smaller = sides.is_smaller
        return TableOutcome(self.table, points, sides.landlord, members, is_smaller, tuple(ranks))


@cache
def _all_cards(packs: int) -> Pile:
    return copies_of((card, packs) for card in range(N_CARDS))


@lru_cache(maxsize=1 << 8)
def _removed(table: Table, levels: frozenset[str]) -> Pile:
    return pile_of(table.removed(levels))


def _bids(table: Table, seat: int, hand: Pile, rank: int, made: Sequence[Bid]) -> list[Bid]:
    shown = [(bid.seat, bid.pile) for bid in made]
    found = table.bids(RANKS[rank], hand, seat, shown)
    bids = [Bid(seat, pile.cards[0], pile.size) for pile in found]
    return sorted((bid for bid in bids if bid not in made), key=lambda bid: (bid.copies, bid.card))


@lru_cache(maxsize=1 << 8)
def _is_closed(table: Table, bids: tuple[Bid, ...], rank: int) -> bool:
    everything = _all_cards(table.packs)
    return not any(_bids(table, seat, everything, rank, bids) for seat in range(table.seats))


@lru_cache(maxsize=1 << 7)
def umpire_of(variant: TractorVariant) -> Umpire:
    """Return the umpire of a variant.

    >>> umpire_of(TractorVariant(players=6)).hand, umpire_of(TractorVariant()).kitty
    (26, 8)
    """
    return Umpire(variant) if variant.is_classic else TableUmpire(variant)
