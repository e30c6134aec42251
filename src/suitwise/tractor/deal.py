"""The facts of a deal of Tractor (cards drawn, bids, burial, tricks) and what follows from them.

Source: rules page §6. ``Deal`` derives the phase, the seat on turn, the trump, the winners of tricks and
the points. ``state`` adds legal moves and their effects. Of earlier deals of a match only the levels,
the landlord and their number are kept.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from suitwise.foundation.seating import SEATS
from suitwise.foundation.values import ahead
from suitwise.game import CHANCE, OVER
from suitwise.tractor.moves import DECK, HAND, Claim, Hands, Move, Trick, four, with_cards
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, Pile, Trump, partition_mask, trump_of
from suitwise.tractor.rules.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import (
    NOBODY,
    Bid,
    Outcome,
    is_closed,
    kitty_bonus,
    landlord_after,
    named_by_kitty,
    outcome_of,
    points_of,
    standing_bid,
)
from suitwise.tractor.rules.owed import Lead, lead_of
from suitwise.tractor.rules.profile import NONE, Profile
from suitwise.tractor.rules.throws import TableTrick, winner_at_table, winning_place
from suitwise.tractor.variant import TractorVariant

Phase: TypeAlias = Literal["draw", "bid", "turn", "bury", "play", "forced", "end"]
"""The phase of a deal. In ``forced`` the leader of a failed throw chooses the part that is led."""

Voids: TypeAlias = tuple[int, int, int, int]
"""For each seat, a bit mask of the partitions that it has shown to be void in."""


def with_reply(voids: Voids, seat: int, play: Pile, lead: Lead | None) -> Voids:
    """Return the voids shown after one more play (a lead or a reply)."""
    assert lead is not None
    led = partition_mask(lead.led, lead.main, lead.cr)
    if lead.code == NONE or play.of(led).size == lead.size:
        return voids
    return four(void | int(at == seat) << lead.led for at, void in enumerate(voids))


@dataclass(frozen=True)
class Deal:
    """A deal so far; ``state.TractorState`` documents the fields.

    Derived fields are stored, since most moves change few of them. There are no slots, so that a move
    can copy all fields at once.
    """

    variant: TractorVariant
    levels: tuple[int, int]
    landlord: int = NOBODY
    drawn: Hands = (EMPTY, EMPTY, EMPTY, EMPTY)
    bids: tuple[Bid, ...] = ()
    asked: int = 0
    silence: int = 0
    turned: tuple[int, ...] = ()
    buried: Pile | None = None
    tricks: tuple[Trick, ...] = ()
    held: Hands = field(default=(EMPTY, EMPTY, EMPTY, EMPTY), compare=False, repr=False)
    taken: int = field(default=0, compare=False, repr=False)
    claim: Claim | None = field(default=None, repr=False)
    deals: int = 0
    undrawn: Pile = field(init=False, compare=False, repr=False)
    cards_drawn: int = field(init=False, compare=False, repr=False)
    current_landlord: int = field(init=False, compare=False, repr=False)
    rank: int = field(init=False, compare=False, repr=False)
    trump: Trump = field(init=False, compare=False, repr=False)
    phase: Phase = field(init=False, compare=False, repr=False)
    turn: int = field(init=False, compare=False, repr=False, default=OVER)
    played: Hands = field(init=False, compare=False, repr=False)
    voids: Voids = field(init=False, compare=False, repr=False)
    lead: Lead | None = field(init=False, compare=False, repr=False)
    _moves: Collection[Move] | None = field(init=False, compare=False, repr=False, default=None)

    def __post_init__(self) -> None:
        left = DECK
        for hand in self.drawn:
            left = left.minus(hand)
        self._set_derived(undrawn=left, cards_drawn=sum(hand.size for hand in self.drawn))
        self._update_trump()
        played, voids, lead = self._played_and_voids()
        self._set_derived(played=played, voids=voids, lead=lead)
        self._update_phase()

    def _set_derived(self, **facts: object) -> None:
        """Set derived fields of the frozen dataclass."""
        self.__dict__.update(facts)

    def _played_and_voids(self) -> tuple[Hands, Voids, Lead | None]:
        """Return the cards played by each seat, the voids shown, and the open lead."""
        played: Hands = (EMPTY, EMPTY, EMPTY, EMPTY)
        voids, lead = (0, 0, 0, 0), None
        for trick in self.tricks:
            lead = lead_of(trick.plays[0], self.trump, self.profile) if trick.plays else None
            for place, play in enumerate(trick.plays):
                seat = (trick.leader + place) % 4
                played = with_cards(played, seat, play)
                voids = with_reply(voids, seat, play, lead)
        return played, voids, None if self.tricks and self.tricks[-1].is_whole else lead

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constructor's fields; the others are computed again."""
        return type(self), tuple(getattr(self, part.name) for part in fields(self) if part.init)

    def _update_trump(self) -> None:
        """Set landlord, rank and trump from the bids or the cards turned up."""
        landlord = landlord_after(self.bids, self.landlord, self.first)
        rank = self.levels[landlord & 1]
        bid, turned = self.standing, named_by_kitty(self.turned, rank, self.profile)
        main = turned if bid is None else bid.main
        trump = trump_of(NO_SUIT if main is None else main, rank)
        self._set_derived(current_landlord=landlord, rank=rank, trump=trump)

    def _update_phase(self) -> None:
        """Set the phase and the seat on turn."""
        self._set_derived(phase=self._phase())
        self._set_derived(turn=self._turn())

    def _phase(self) -> Phase:
        if self.tricks:
            return self._phase_of_play()
        if self._is_asked():
            return "bid"
        if self.cards_drawn < 4 * HAND:
            return "draw"
        turned = named_by_kitty(self.turned, self.rank, self.profile)
        return "bury" if self.bids or turned is not None else "turn"

    def _phase_of_play(self) -> Phase:
        table = self.tricks[-1]
        if self.claim is not None:
            return "end"
        if table.tried is not None and not table.plays:
            return "forced"
        return "end" if table.is_whole else "play"

    def _is_asked(self) -> bool:
        """Whether a seat is asked to bid: after a card its drawer, after the last card all in turn."""
        if not self.cards_drawn or is_closed(self.bids, self.profile):
            return False
        if self.cards_drawn < 4 * HAND:
            return self.asked == 0
        return self.silence < len(SEATS)

    # --- Seats and trump --------------------------------------------------------------------------

    @property
    def profile(self) -> Profile:
        """The house rules."""
        return self.variant.rules

    def _turn(self) -> int:
        phase = self.phase
        if phase == "bid":
            return self.turn_to_bid
        if phase in ("draw", "turn"):
            return CHANCE
        if phase == "end":
            return OVER if self.is_decided else CHANCE
        if phase == "bury":
            return self.current_landlord
        return self.tricks[-1].turn

    @property
    def turn_to_bid(self) -> int:
        """The seat to bid next: the drawer of the last card, then the others in turn."""
        return (self.first + self.cards_drawn - 1 + self.asked) % 4

    @property
    def first(self) -> int:
        """The seat that draws first: the landlord, or if there is none yet, the variant's."""
        return self.variant.first if self.landlord == NOBODY else self.landlord

    @property
    def drawer(self) -> int:
        """The seat that draws the next card."""
        return (self.first + self.cards_drawn) % 4

    @property
    def standing(self) -> Bid | None:
        """The highest bid so far."""
        return standing_bid(self.bids)

    @property
    def is_named(self) -> bool:
        """Whether trump has been named; a higher bid may still change it."""
        return bool(self.bids) or self.is_auction_over

    @property
    def is_auction_over(self) -> bool:
        """Whether trump and landlord are final."""
        return self.phase not in ("draw", "bid", "turn")

    @property
    def kitty(self) -> Pile:
        """The eight cards that nobody draws; meaningful once all others are drawn."""
        return self.undrawn

    def took_kitty(self, seat: int | None) -> bool:
        """Whether a seat is the landlord and has taken up the kitty."""
        return seat == self.current_landlord and self.is_auction_over

    @property
    def is_laid_open(self) -> bool:
        """Whether a claim has ended the deal; all hands are shown then, since the ruling used them."""
        return self.claim is not None

    def sees_kitty(self, seat: int | None) -> bool:
        """Whether a seat sees the buried cards: the landlord, and everybody once the deal is over."""
        return seat == self.current_landlord or self.phase == "end"

    # --- The score --------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The attackers' points so far; once the deal is over, including the kitty."""
        if self.phase != "end":
            return self.taken
        assert self.buried is not None
        winner, largest, led = self._last_trick()
        attackers_won = (winner ^ self.current_landlord) & 1 == 1
        worth = points_of(self.buried.once, self.buried.twice)
        return self.taken + kitty_bonus(worth, largest, led, attackers_won, self.profile)

    def _last_trick(self) -> tuple[int, int, int]:
        """Return the last trick's winner, and the number of cards in its lead's largest block and lead.

        After a claim the last trick is this package's convention: a true claim wins it with a single
        card; a false claim loses it with the largest lead that any hand could have made, so that a false
        claim never pays.
        """
        claim = self.claim
        if claim is None:
            ruling = self.ruling(self.tricks[-1])
            return self.winner_of(self.tricks[-1]), ruling.largest, ruling.plays[0].size
        if claim.holds:
            return claim.side, 1, 1
        chain = self.profile.chain_mask(self.trump.main_index)
        suits = [part for hand in self.held for part in parts_by_suit(hand, self.trump)]
        largest = max(parts_of(suit, self.trump, chain)[0].size for suit in suits)
        return claim.side, largest, max(suit.size for suit in suits)

    def ruling(self, trick: Trick) -> TableTrick:
        """Return the ruling on a complete or open trick."""
        return winner_at_table(self.trump, trick.plays, self.profile)

    def winner_of(self, trick: Trick) -> int:
        """Return the seat that wins a trick, or is winning it so far."""
        return (trick.leader + winning_place(self.trump, trick.plays, self.profile)) % 4

    @property
    def outcome(self) -> Outcome | None:
        """The result of the deal: levels, next landlord, match; None before its end."""
        if self.phase != "end":
            return None
        return outcome_of(self.levels, self.current_landlord, self.points, self.profile)

    @property
    def is_decided(self) -> bool:
        """Whether the game is over: the match is won, or its last or only deal is played."""
        if self.phase != "end" or self.variant.match == "deal":
            return self.phase == "end"
        outcome = self.outcome
        if outcome is None:
            return False
        return outcome.winner is not None or self.deals + 1 >= self.variant.most_deals

    @property
    def winner(self) -> int:
        """The side that has won the match; after the last deal, the side with the higher level.

        ``NOBODY`` if the match goes on or ended level, and for a single deal.
        """
        outcome = self.outcome
        if outcome is None or self.variant.match == "deal" or not self.is_decided:
            return NOBODY
        return ahead(*outcome.ranks)
