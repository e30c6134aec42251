"""The facts of a deal of Tractor (cards drawn, bids, burial, tricks) and what follows from them.

Source: rules page §6; rules page "Tractor with many packs" §6 to §8.
``Deal`` derives the phase, the seat on turn, the trump, the winners of tricks and
the points. ``state`` adds legal moves and their effects. Of earlier deals of a match only the levels,
the landlord and their number are kept.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeAlias

from suitwise.cards import Card
from suitwise.game import CHANCE, OVER
from suitwise.tractor.moves import Claim, Hands, Move, Trick, points_in_pile, with_cards
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, Pile, Trump, trump_of
from suitwise.tractor.rules.levels import NOBODY, Bid, kitty_bonus, landlord_after, named_by_kitty
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.tables import Sides
from suitwise.tractor.rules.winning import TableTrick
from suitwise.tractor.umpire import MOST_REDEALS, AnyLead, Result, Umpire, umpire_of
from suitwise.tractor.variant import TractorVariant

Phase: TypeAlias = Literal[
    "draw", "bid", "turn", "redeal", "bury", "steal", "call", "play", "cut", "forced", "end"
]
"""The phase of a deal. In ``cut`` a leader chooses how his lead is cut into parts; in ``forced`` the
leader of a failed throw chooses the part that is led."""

Voids: TypeAlias = tuple[int, ...]
"""For each seat, a bit mask of the partitions that it has shown to be void in."""

Call: TypeAlias = tuple[Card, int]
"""A card that the landlord calls, and which copy of it, 1 for the first played."""


class Steal(NamedTuple):
    """A bid for the buried cards.

    Args:
        bid: the bid; its seat takes the cards up and buries others.
        taken: the cards that had been buried.
    """

    bid: Bid
    taken: Pile


def with_voids(voids: Voids, seat: int, shown: int) -> Voids:
    """Return the voids after a seat has shown one more; ``shown`` is its bit or 0."""
    return (*voids[:seat], voids[seat] | shown, *voids[seat + 1 :]) if shown else voids


@dataclass(frozen=True)
class Deal:
    """A deal so far; ``state.TractorState`` documents the fields.

    Derived fields are stored, since most moves change few of them. There are no slots, so that a move
    can copy all fields at once.
    """

    variant: TractorVariant
    levels: tuple[int, ...]
    landlord: int = NOBODY
    drawn: Hands = ()
    bids: tuple[Bid, ...] = ()
    asked: int = 0
    silence: int = 0
    turned: tuple[int, ...] = ()
    buried: Pile | None = None
    tricks: tuple[Trick, ...] = ()
    held: Hands = field(default=(), compare=False, repr=False)
    taken: int = field(default=0, compare=False, repr=False)
    claim: Claim | None = field(default=None, repr=False)
    deals: int = 0
    redeals: int = field(default=0, repr=False)
    steals: tuple[Steal, ...] = field(default=(), repr=False)
    calls: tuple[Call, ...] = field(default=(), repr=False)
    umpire: Umpire = field(init=False, compare=False, repr=False)
    undrawn: Pile = field(init=False, compare=False, repr=False)
    cards_drawn: int = field(init=False, compare=False, repr=False)
    current_landlord: int = field(init=False, compare=False, repr=False)
    rank: int = field(init=False, compare=False, repr=False)
    trump: Trump = field(init=False, compare=False, repr=False)
    phase: Phase = field(init=False, compare=False, repr=False)
    turn: int = field(init=False, compare=False, repr=False, default=OVER)
    played: Hands = field(init=False, compare=False, repr=False)
    voids: Voids = field(init=False, compare=False, repr=False)
    lead: AnyLead | None = field(init=False, compare=False, repr=False)
    sides: Sides = field(init=False, compare=False, repr=False)
    won: tuple[int, ...] = field(init=False, compare=False, repr=False)
    fines: tuple[int, ...] = field(init=False, compare=False, repr=False)
    _moves: Collection[Move] | None = field(init=False, compare=False, repr=False, default=None)

    def __post_init__(self) -> None:
        umpire = umpire_of(self.variant)
        nothing = (EMPTY,) * umpire.seats
        drawn = self.drawn or nothing
        left = umpire.every_card.minus(umpire.removed(self.levels, self.landlord))
        for hand in drawn:
            left = left.minus(hand)
        cards = sum(hand.size for hand in drawn)
        held = self.held or nothing
        self._set_derived(umpire=umpire, drawn=drawn, held=held, undrawn=left, cards_drawn=cards)
        self._update_trump()
        self._update_play()
        self._update_phase()

    def _set_derived(self, **facts: object) -> None:
        """Set derived fields of the frozen dataclass."""
        self.__dict__.update(facts)

    def _update_play(self) -> None:
        """Set what follows from the tricks: cards played, voids shown, the open lead, sides, points."""
        umpire, seats = self.umpire, self.umpire.seats
        played: Hands = (EMPTY,) * seats
        voids: Voids = (0,) * seats
        lead, sides = None, self._sides_at_first()
        won, fines = [0] * seats, [0] * seats
        for trick in self.tricks:
            lead = umpire.lead(self.trump, trick.plays[0], trick.named) if trick.plays else None
            fines[trick.leader] += trick.tried is not None
            for place, play in enumerate(trick.plays):
                seat = (trick.leader + place) % seats
                played = with_cards(played, seat, play)
                assert lead is not None
                voids = with_voids(voids, seat, umpire.void_shown(lead, play))
                sides = sides.after(seat, play.cards)
            if trick.is_whole:
                won[self.winner_of(trick)] += trick.points
        self._set_derived(played=played, voids=voids, sides=sides)
        self._set_derived(lead=None if self.tricks and self.tricks[-1].is_whole else lead)
        self._set_derived(won=tuple(won), fines=tuple(fines))

    def _sides_at_first(self) -> Sides:
        """Return the sides before the first card is played."""
        partners = range(self.current_landlord % 2, self.umpire.seats, 2)
        fixed = () if self.umpire.calls else tuple(partners)
        return Sides(self.current_landlord, self.calls, self.profile.joins, fixed=fixed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constructor's fields; the others are computed again."""
        return type(self), tuple(getattr(self, part.name) for part in fields(self) if part.init)

    def _update_trump(self) -> None:
        """Set landlord, rank and trump from the bids or the cards turned up."""
        umpire = self.umpire
        landlord = landlord_after(self.bids, self.landlord, self.first, self.profile.landlord)
        rank = umpire.rank_of(self.levels, landlord)
        bid, turned = self.standing, named_by_kitty(self.turned, rank, self.profile, umpire.kitty)
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
        if self.buried is not None or self.steals:
            return self._phase_after_burial()
        if self._is_asked():
            return "bid"
        if self.cards_drawn < self.cards_to_draw:
            return "draw"
        if self.bids:
            return "bury"
        if self.profile.nobody == "redeal" and self.redeals < MOST_REDEALS:
            return "redeal"
        turned = named_by_kitty(self.turned, self.rank, self.profile, self.umpire.kitty)
        return "turn" if turned is None else "bury"

    def _phase_after_burial(self) -> Phase:
        """Return the phase between the first burial and the first lead."""
        if self.buried is None:
            return "bury"
        return "steal" if self.is_asked_for_kitty else "call"

    @property
    def is_asked_for_kitty(self) -> bool:
        """Whether a seat is asked to bid for the buried cards."""
        if self.profile.steal == "no" or self.buried is None:
            return False
        return self.silence < self.umpire.seats - 1

    def _phase_of_play(self) -> Phase:
        table = self.tricks[-1]
        if self.claim is not None:
            return "end"
        if not table.plays and table.uncut is not None:
            return "cut"
        if not table.plays and table.tried is not None:
            return "forced"
        return "end" if table.is_whole else "play"

    def _is_asked(self) -> bool:
        """Whether a seat is asked to bid: after a card its drawer, after the last card all in turn."""
        if not self.cards_drawn or self.umpire.is_closed(self.bids, self.rank):
            return False
        if self.cards_drawn < self.cards_to_draw:
            return self.asked == 0
        return self.silence < self.umpire.seats

    @property
    def removed(self) -> Pile:
        """The cards taken out of the packs before this deal, seen by all."""
        return self.umpire.removed(self.levels, self.landlord)

    @property
    def cards_to_draw(self) -> int:
        """The number of cards that are drawn in a deal."""
        return self.umpire.seats * self.umpire.hand

    @property
    def side_levels(self) -> tuple[int, int]:
        """The levels of two fixed sides, that of seat 0 first."""
        return self.levels[0], self.levels[1]

    # --- Seats and trump --------------------------------------------------------------------------

    @property
    def profile(self) -> Profile:
        """The house rules."""
        return self.variant.rules

    def _turn(self) -> int:
        phase = self.phase
        if phase == "bid":
            return self.turn_to_bid
        if phase in ("draw", "turn", "redeal"):
            return CHANCE
        if phase == "end":
            return OVER if self.is_decided else CHANCE
        if phase == "bury":
            return self.burier
        if phase == "steal":
            return (self.burier + 1 + self.silence) % self.umpire.seats
        if phase == "call":
            return self.current_landlord
        return self.tricks[-1].turn

    @property
    def turn_to_bid(self) -> int:
        """The seat to bid next: the drawer of the last card, then the others in turn."""
        return (self.first + self.cards_drawn - 1 + self.asked) % self.umpire.seats

    @property
    def first(self) -> int:
        """The seat that draws first: the landlord, or if there is none yet, the variant's."""
        return self.variant.first if self.landlord == NOBODY else self.landlord

    @property
    def drawer(self) -> int:
        """The seat that draws the next card."""
        return (self.first + self.cards_drawn) % self.umpire.seats

    @property
    def standing(self) -> Bid | None:
        """The highest bid so far; it names the trump."""
        if self.steals:
            return self.steals[-1].bid
        return self.bids[-1] if self.bids else None

    @property
    def all_bids(self) -> tuple[Bid, ...]:
        """All bids, those for the buried cards last."""
        return (*self.bids, *(steal.bid for steal in self.steals))

    @property
    def burier(self) -> int:
        """The seat that buries, or has buried last: the landlord, or who has taken the buried cards."""
        return self.steals[-1].bid.seat if self.steals else self.current_landlord

    @property
    def is_named(self) -> bool:
        """Whether trump has been named; a higher bid may still change it."""
        return bool(self.bids) or self.is_auction_over

    @property
    def is_auction_over(self) -> bool:
        """Whether trump and landlord are final."""
        return self.phase not in ("draw", "bid", "turn", "redeal")

    @property
    def kitty(self) -> Pile:
        """The cards that nobody draws; meaningful once all others are drawn."""
        return self.undrawn

    def took_kitty(self, seat: int | None) -> bool:
        """Whether a seat is the landlord and has taken up the kitty."""
        return seat == self.current_landlord and self.is_auction_over

    @property
    def is_laid_open(self) -> bool:
        """Whether a claim has ended the deal; all hands are shown then, since the ruling used them."""
        return self.claim is not None

    def sees_kitty(self, seat: int | None) -> bool:
        """Whether a seat sees the buried cards: who buried them, and everybody once the deal is over."""
        return seat == self.burier or self.phase == "end"

    def attacks(self, seat: int) -> bool:
        """Whether a seat is not on the landlord's side, as far as that is decided."""
        return seat not in self.sides.members

    # --- The score --------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The attackers' points so far; once the deal is over, including the kitty."""
        if self.phase != "end":
            return self.taken
        assert self.buried is not None
        winner, largest, led = self._last_trick()
        worth = points_in_pile(self.buried)
        return self.taken + kitty_bonus(worth, largest, led, self.attacks(winner), self.profile)

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
        return self.umpire.ruling(self.trump, trick.plays, trick.named)

    def winner_of(self, trick: Trick) -> int:
        """Return the seat that wins a trick, or is winning it so far."""
        place = self.umpire.winner(self.trump, trick.plays, trick.named)
        return (trick.leader + place) % trick.seats

    @property
    def outcome(self) -> Result | None:
        """The result of the deal: levels, next landlord, match; None before its end."""
        if self.phase != "end":
            return None
        return self.umpire.outcome(self.levels, self.points, self.sides)

    @property
    def is_decided(self) -> bool:
        """Whether the game is over: the match is won, or its last or only deal is played."""
        if self.phase != "end" or self.variant.match == "deal":
            return self.phase == "end"
        outcome = self.outcome
        if outcome is None:
            return False
        return bool(outcome.winners) or self.deals + 1 >= self.variant.most_deals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; after the last deal, those with the highest level.

        Empty if the match goes on or ended level, and for a single deal.
        """
        outcome = self.outcome
        if outcome is None or self.variant.match == "deal" or not self.is_decided:
            return ()
        return outcome.winners or outcome.highest

    @property
    def winner(self) -> int:
        """The side of ``winners`` where sides are fixed, 0 for the even seats; else ``NOBODY``."""
        winners = () if self.umpire.calls else self.winners
        return winners[0] & 1 if winners else NOBODY
