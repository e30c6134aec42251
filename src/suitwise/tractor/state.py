"""A position of Tractor, from the draw to the end of a deal or of a match.

What may be done, what follows, who sees what. A position holds the whole deal: what was drawn, bid,
buried and played; of the deals before it only the levels and the landlord are left.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from suitwise.cards import RANKS, SUITS
from suitwise.game import CHANCE, OVER, State
from suitwise.seeds import below
from suitwise.tractor import refusals, steps
from suitwise.tractor import text as position_text
from suitwise.tractor.moves import NEXT, PASS, Move, Moves, moves_of
from suitwise.tractor.rules import auction
from suitwise.tractor.rules.auction import NOBODY, Bid
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.kitty import KITTY, kitty_bonus, named_by_kitty
from suitwise.tractor.rules.leads import Leads
from suitwise.tractor.rules.levels import Outcome, outcome_of
from suitwise.tractor.rules.order import NO_SUIT, Trump
from suitwise.tractor.rules.pile_choices import Choices
from suitwise.tractor.rules.piles import EMPTY, Pile
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import Throw, throw_of
from suitwise.tractor.rules.winning import TableTrick, winner_at_table
from suitwise.tractor.seats import DECK, HAND, SEATS, Hands, Trick, as_seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.sight import Sight
    from suitwise.tractor.game import Tractor

Phase: TypeAlias = Literal["draw", "bid", "turn", "bury", "play", "forced", "end"]
"""What is being done; after a failed throw the leader may have to choose the part that stays."""


@dataclass(frozen=True, slots=True)
class TractorState(State[Move]):
    """A position of Tractor.

    Args:
        variant: the variant.
        levels: the current ranks of the sides, 0 for 2 up to 12 for A.
        landlord: the landlord's seat, ``NOBODY`` where the bidding of this deal decides.
        drawn: the cards that each seat has drawn.
        bids: the bids made, each higher than the one before.
        asked: how many seats have been asked to bid since the last card was drawn.
        silence: how many of them have passed since the last bid.
        turned: the cards turned up from the kitty, in order, where nobody has bid.
        buried: what the landlord has buried.
        tricks: the tricks, the open one last.
        held: the cards that each seat holds now.
        taken: the attackers' points so far, penalties included.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> state.phase, state.turn, state.held[0].size
    ('bid', 0, 1)
    """

    variant: Tractor
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
    def game(self) -> Tractor:
        """The variant."""
        return self.variant

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

    def returns(self) -> tuple[float, ...]:
        """Return 1 or -1 for a match won or lost; for a single deal the levels that a side rose more."""
        outcome = self.outcome
        if outcome is None or not self.is_decided:
            return (0.0,) * 4
        if self.variant.match == "match":
            ahead = 1 if outcome.winner == 0 else -1
        else:
            risen = [
                after - before for before, after in zip(outcome.before, outcome.ranks, strict=True)
            ]
            ahead = risen[0] - risen[1]
        return (float(ahead), float(-ahead)) * 2

    # --- Moves ------------------------------------------------------------------------------------

    def moves(self) -> Collection[Move]:
        """Return the legal moves, or the outcomes of chance."""
        phase, turn = self.phase, self.turn
        if phase == "draw":
            return moves_of(self.undrawn.once)
        if phase == "bid":
            return (PASS, *(Move(bid.pile) for bid in self._good_bids(turn)))
        if phase == "turn":
            return moves_of(self._face_down.once)
        if phase == "bury":
            return Moves(Choices(self.held[turn], KITTY))
        if phase == "end":
            return () if turn == OVER else (NEXT,)
        if phase == "forced":
            return tuple(map(Move, self.throw(self._tried).forced))
        duty = self.duty
        return Moves(Leads(self.held[turn], self.trump) if duty is None else duty.plays)

    def _good_bids(self, seat: int) -> tuple[Bid, ...]:
        return auction.good_bids(seat, self.held[seat], self.rank, self.bids, self.profile)

    @property
    def _face_down(self) -> Pile:
        """The kitty without the cards turned up."""
        left = self.kitty
        for card in self.turned:
            left = left.minus(Pile(1 << card))
        return left

    @property
    def duty(self) -> Duty | None:
        """What the seat on turn owes to the lead; None where it does not follow."""
        if self.phase != "play" or not self.tricks[-1].plays:
            return None
        return Duty(self.trump, self.tricks[-1].plays[0], self.held[self.turn], self.profile)

    @property
    def _tried(self) -> Pile:
        tried = self.tricks[-1].tried
        assert tried is not None
        return tried

    def throw(self, lead: Pile) -> Throw:
        """Hold the lead of the seat on turn against the other hands."""
        hands = [self.held[(self.turn + place) % 4] for place in SEATS]
        return throw_of(self.trump, hands, lead, self.profile)

    @property
    def _hidden(self) -> Pile:
        """The cards among which chance draws, or turns one up."""
        return self.undrawn if self.phase == "draw" else self._face_down

    def weight(self, move: Move) -> int:
        """Return how many copies of a card may be drawn or turned up."""
        return self._hidden.copies(move.card) if self.phase in ("draw", "turn") else 1

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[TractorState, int]:
        """Draw and turn up cards as chance does, without listing what it might draw."""
        state = self
        while state.turn == CHANCE:
            move = NEXT
            if state.phase != "end":
                place, index = below(state._hidden.size, seed, stream, index)
                move = Move(Pile(1 << state._hidden.cards[place]))
            state = steps.step(state, move)
        return state, index

    move_kinds = (Move,)

    def refusal(self, move: Move) -> str | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return refusals.why_not(self, move)

    def parse_move(self, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move of Tractor.
        """
        return Move.parse(text)

    # --- What follows -----------------------------------------------------------------------------

    def followed_by(self, move: Move) -> TractorState:
        """Return the state after a legal move or an outcome of chance."""
        return steps.step(self, move)

    # --- What a seat sees -------------------------------------------------------------------------

    def view(self, seat: int) -> str:
        """Return the position with ``?25`` for the cards that a seat can't see.

        Raises:
            SuitwiseError: the seat is none.
        """
        return position_text.text_of(self, as_seat(seat))

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees (``observation``).

        Raises:
            SuitwiseError: the seat is none.
        """
        from suitwise.tractor.observation import observation

        return observation(self, as_seat(seat))

    def sight(self, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody sees."""
        from suitwise.tractor.seen import sight

        return sight(self, seat)

    def resample(self, seat: int, seed: int, stream: int) -> TractorState:
        """Return this position with the cards that a seat can't see dealt anew.

        Every deal is equally likely in which the seat holds its own cards, who bid holds the cards
        shown, all plays were legal, and all throws stood or failed as they did.

        Raises:
            SuitwiseError: the seat is none, or the seed or the stream is out of range; or no such deal
                was found in about a second. One failed throw is no hindrance, however rare the
                tractor that beats it; two long tractors may be.
        """
        from suitwise.tractor.hidden.redealing import redealt

        return redealt(self, as_seat(seat), seed, stream)

    def __str__(self) -> str:
        return position_text.text_of(self)
