"""A deal of Tractor as it lies on the table: what was drawn, bid, buried and played.

What follows from that alone: what is being done and by whom, what is trump, who wins a trick, and what
the deal is worth (rules page §6). What may be done, and what comes of it, is said by ``state``. Of the
deals before it only the levels and the landlord are left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from suitwise.cards import RANKS, SUITS
from suitwise.foundation.seating import SEATS
from suitwise.game import CHANCE, OVER
from suitwise.tractor.rules import auction
from suitwise.tractor.rules.auction import NOBODY, Bid
from suitwise.tractor.rules.kitty import kitty_bonus, named_by_kitty
from suitwise.tractor.rules.levels import Outcome, outcome_of
from suitwise.tractor.rules.order import NO_SUIT, Trump
from suitwise.tractor.rules.piles import EMPTY, Pile
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.winning import TableTrick, winner_at_table
from suitwise.tractor.seats import DECK, HAND, Hands, Trick
from suitwise.tractor.variant import TractorVariant

Phase: TypeAlias = Literal["draw", "bid", "turn", "bury", "play", "forced", "end"]
"""What is being done; after a failed throw the leader may have to choose the part that stays."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as far as it has come; ``state.TractorState`` says what its fields are."""

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
    phase: Phase = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "phase", self._phase())

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
        if table.tried is not None and not table.plays:
            return "forced"
        return "end" if table.is_whole else "play"

    def _is_asked(self) -> bool:
        """Whether a seat is asked to bid: the drawer of a card; after the last, all in turn."""
        if not self.cards_drawn or self._is_closed():
            return False
        if self.cards_drawn < 4 * HAND:
            return self.asked == 0
        return self.silence < len(SEATS)

    def _is_closed(self) -> bool:
        """Whether no bid can be higher than the standing one, whatever anybody holds."""
        return auction.is_closed(self.bids, self.profile)

    # --- Who does what ----------------------------------------------------------------------------

    @property
    def profile(self) -> Profile:
        """The rules of the house."""
        return self.variant.rules

    @property
    def turn(self) -> int:
        """Chance draws and turns cards, and goes on to the next deal of a match."""
        phase = self.phase
        if phase == "bid":
            return self.turn_to_bid
        if phase in ("draw", "turn"):
            return CHANCE
        if phase == "end":
            return OVER if self.is_decided else CHANCE
        if phase == "bury":
            return self.lord
        return self.tricks[-1].turn

    @property
    def cards_drawn(self) -> int:
        """How many cards all seats have drawn."""
        return sum(hand.size for hand in self.drawn)

    @property
    def turn_to_bid(self) -> int:
        """The seat to be asked next: who drew the last card, then the others in turn."""
        return (self.first + self.cards_drawn - 1 + self.asked) % 4

    @property
    def first(self) -> int:
        """The seat that draws first: the landlord, or the variant's where there is none yet."""
        return self.variant.first if self.landlord == NOBODY else self.landlord

    @property
    def drawer(self) -> int:
        """The seat that draws the next card."""
        return (self.first + self.cards_drawn) % 4

    @property
    def standing(self) -> Bid | None:
        """The highest bid so far."""
        return auction.standing_bid(self.bids)

    @property
    def lord(self) -> int:
        """The landlord: given, or who holds the standing bid, or the seat that drew first."""
        return auction.landlord_after(self.bids, self.landlord, self.first)

    @property
    def rank(self) -> int:
        """The current rank, 0 for 2 up to 12 for A: the level of the landlord's side.

        Before a match's first landlord is known both sides are level.
        """
        return self.levels[self.lord & 1]

    @property
    def trump(self) -> Trump:
        """The trump configuration, no main suit before a bid or the kitty names one."""
        if self.standing:
            main: int | None = self.standing.main
        else:
            main = named_by_kitty(self.turned, self.rank, self.profile)
        return Trump((SUITS + "O")[NO_SUIT if main is None else main], RANKS[self.rank])

    @property
    def is_named(self) -> bool:
        """Whether a main suit, or none, is named, even if a higher bid may still name another."""
        return bool(self.bids) or self.phase not in ("draw", "bid", "turn")

    @property
    def undrawn(self) -> Pile:
        """The cards that nobody has drawn; the kitty, once all have."""
        left = DECK
        for hand in self.drawn:
            left = left.minus(hand)
        return left

    @property
    def kitty(self) -> Pile:
        """The eight cards that nobody draws, once all others are drawn."""
        return self.undrawn

    def sees_kitty(self, seat: int | None) -> bool:
        """Whether a seat sees what is buried: the landlord; everybody once all cards are played."""
        return seat == self.lord or self.phase == "end"

    # --- The score --------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The attackers' points: so far, or with the kitty's once the deal is over."""
        if self.phase != "end":
            return self.taken
        assert self.buried is not None
        ruling = self.ruling(self.tricks[-1])
        attackers_won = (self.winner_of(self.tricks[-1]) ^ self.lord) & 1 == 1
        worth = points_of(self.buried.once, self.buried.twice)
        return self.taken + kitty_bonus(worth, ruling.largest, attackers_won, self.profile)

    def ruling(self, trick: Trick) -> TableTrick:
        """Return who wins a whole trick, and why."""
        return winner_at_table(self.trump, trick.plays, self.profile)

    def winner_of(self, trick: Trick) -> int:
        """Return the seat that wins a whole trick."""
        return (trick.leader + self.ruling(trick).winner) % 4

    @property
    def outcome(self) -> Outcome | None:
        """What the deal means for the levels, the next landlord and the match; None before its end."""
        if self.phase != "end":
            return None
        return outcome_of(self.levels, self.lord, self.points, self.profile)

    @property
    def is_decided(self) -> bool:
        """Whether the game is over: the match won, or the only deal played."""
        outcome = self.outcome
        if outcome is None:
            return False
        return self.variant.match == "deal" or outcome.winner is not None
