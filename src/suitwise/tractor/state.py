"""A position of Tractor, from the draw to the end of a deal or of a match.

What may be done, what follows, who sees what. A position holds the whole deal: what was drawn, bid,
buried and played; of the deals before it only the levels and the landlord are left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from suitwise.cards import RANKS, SUITS
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import CHANCE, OVER, State
from suitwise.seeds import below
from suitwise.tractor import auction, position_text, refusals
from suitwise.tractor.auction import NOBODY, Bid
from suitwise.tractor.choosing import Choices, Moves, moves_of
from suitwise.tractor.duty import Duty
from suitwise.tractor.kitty import KITTY, kitty_bonus, named_by_kitty
from suitwise.tractor.leads import Leads
from suitwise.tractor.levels import Outcome, outcome_of
from suitwise.tractor.moves import NEXT, PASS, Move
from suitwise.tractor.order import NO_SUIT, Trump
from suitwise.tractor.overtake import TableTrick, winner_at_table
from suitwise.tractor.piles import EMPTY, Pile
from suitwise.tractor.profile import Profile
from suitwise.tractor.scoring import points_of
from suitwise.tractor.throws import Throw, throw_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.tractor.game import Tractor

SEATS = range(4)
HAND = 25
DECK = Pile((1 << 54) - 1, (1 << 54) - 1)
"""Two packs with their jokers."""

Hands: TypeAlias = tuple[Pile, Pile, Pile, Pile]
Phase: TypeAlias = Literal["draw", "bid", "turn", "bury", "play", "forced", "end"]
"""What is being done; after a failed throw the leader may have to choose the part that stays."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick on the table.

    Args:
        leader: the seat that leads.
        plays: what has been played, the leader's first.
        tried: the throw that failed, whose forced part is the lead; None where none did.
    """

    leader: int
    plays: tuple[Pile, ...] = ()
    tried: Pile | None = None


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
        return "bury" if self._is_named() else "turn"

    def _phase_of_play(self) -> Phase:
        table = self.tricks[-1]
        if table.tried is not None and not table.plays:
            return "forced"
        return "play" if len(table.plays) < len(SEATS) else "end"

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

    def _is_named(self) -> bool:
        """Whether the bids, or the cards turned up, have named the main suit."""
        return bool(self.bids) or named_by_kitty(self.turned, self.rank, self.profile) is not None

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
        table = self.tricks[-1]
        return (table.leader + len(table.plays)) % 4

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
        return self.bids[-1] if self.bids else None

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
    def kitty(self) -> Pile:
        """The cards that nobody drew, once all have drawn."""
        left = DECK
        for hand in self.drawn:
            left = left.minus(hand)
        return left

    # --- The score --------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The attackers' points: so far, or with the kitty's once the deal is over."""
        if self.phase != "end":
            return self.taken
        assert self.buried is not None
        ruling = self.ruling(self.tricks[-1])
        attackers_won = (self._winner_of(self.tricks[-1]) ^ self.lord) & 1 == 1
        worth = points_of(self.buried.once, self.buried.twice)
        return self.taken + kitty_bonus(worth, ruling.largest, attackers_won, self.profile)

    def ruling(self, trick: Trick) -> TableTrick:
        """Return who wins a whole trick, and why."""
        return winner_at_table(self.trump, trick.plays, self.profile)

    def _winner_of(self, trick: Trick) -> int:
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
            return moves_of(self.kitty.once)
        if phase == "bid":
            return (PASS, *(Move(bid.pile) for bid in self._good_bids(turn)))
        if phase == "turn":
            return moves_of(self._face_down.once)
        if phase == "bury":
            return Moves(Choices(self.held[turn], KITTY))
        if phase == "end":
            return () if turn == OVER else (NEXT,)
        if phase == "forced":
            return tuple(map(Move, self._throw(self._tried).forced))
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

    def _throw(self, lead: Pile) -> Throw:
        """Hold the lead of the seat on turn against the other hands."""
        hands = [self.held[(self.turn + place) % 4] for place in SEATS]
        return throw_of(self.trump, hands, lead, self.profile)

    @property
    def _hidden(self) -> Pile:
        """The cards among which chance draws, or turns one up."""
        return self.kitty if self.phase == "draw" else self._face_down

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
            state = _STEPS[state.phase](state, move)
        return state, index

    def why_not(self, move: Move) -> str | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return refusals.why_not(self, move)

    def parse_move(self, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move of Tractor.
        """
        return Move.parse(text)

    # --- What follows -----------------------------------------------------------------------------

    def after(self, move: Move | str) -> TractorState:
        """Return the state after a move or an outcome of chance.

        Args:
            move: the move or its text.

        Raises:
            NotationError: it is no move of Tractor.
            IllegalMove: it is not legal here, with the rule.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        if move not in self.moves():
            raise IllegalMove(self.why_not(move))
        return _STEPS[self.phase](self, move)

    def _draw(self, move: Move) -> TractorState:
        drawn = _given(self.drawn, self.drawer, move.pile)
        return replace(self, drawn=drawn, held=drawn, asked=0, silence=0).picked_up()

    def _bid(self, move: Move) -> TractorState:
        asked = self.asked + 1
        if move == PASS:
            state = replace(self, asked=asked, silence=self.silence + 1)
        else:
            bid = auction.bid_of(self.turn, move.pile.cards)
            state = replace(self, bids=(*self.bids, bid), asked=asked, silence=0)
        return state.picked_up()

    def _turn(self, move: Move) -> TractorState:
        return replace(self, turned=(*self.turned, move.card)).picked_up()

    def picked_up(self) -> TractorState:
        """Return the state with the kitty in the landlord's hand as soon as the trump is known."""
        if self.phase not in ("turn", "bury"):
            return self
        state = replace(self, asked=0, silence=len(SEATS))
        if state.phase == "turn":
            return state
        return replace(state, held=_given(self.held, self.lord, self.kitty))

    def _bury(self, move: Move) -> TractorState:
        held = _taken(self.held, self.turn, move.pile)
        return replace(self, buried=move.pile, held=held, tricks=(Trick(self.lord),))

    def _play(self, move: Move) -> TractorState:
        table = self.tricks[-1]
        if table.plays:
            return self._played(table, move.pile)
        throw = self._throw(move.pile)
        if throw.stands:
            return self._played(table, move.pile)
        state = replace(self, taken=self.taken + self._penalty())
        table = replace(table, tried=move.pile)
        if len(throw.forced) == 1:
            return state._played(table, throw.forced[0])
        return replace(state, tricks=(*self.tricks[:-1], table))

    def _penalty(self) -> int:
        """Return what a failed throw of the seat on turn means for the attackers' points."""
        attacks = (self.turn ^ self.lord) & 1
        return -self.profile.penalty if attacks else self.profile.penalty

    def _force(self, move: Move) -> TractorState:
        return self._played(self.tricks[-1], move.pile)

    def _played(self, table: Trick, play: Pile) -> TractorState:
        """Return the state after a play that goes on the table."""
        seat = (table.leader + len(table.plays)) % 4
        table = replace(table, plays=(*table.plays, play))
        held = _taken(self.held, seat, play)
        state = replace(self, tricks=(*self.tricks[:-1], table), held=held)
        return state._closed(table) if len(table.plays) == len(SEATS) else state

    def _closed(self, table: Trick) -> TractorState:
        """Give a whole trick to its winner, who leads the next."""
        winner = self._winner_of(table)
        taken = self.taken
        if (winner ^ self.lord) & 1:
            taken += sum(points_of(pile.once, pile.twice) for pile in table.plays)
        following = (Trick(winner),) if any(hand.once for hand in self.held) else ()
        return replace(self, tricks=(*self.tricks, *following), taken=taken)

    def _next(self, move: Move) -> TractorState:
        outcome = self.outcome
        assert outcome is not None
        return TractorState(self.variant, outcome.ranks, outcome.next_landlord)

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

    def resample(self, seat: int, seed: int, stream: int) -> TractorState:
        """Return this position with the cards that a seat can't see dealt anew.

        Every deal is equally likely in which the seat holds its own cards, who bid holds the cards
        shown, all plays were legal, and all throws stood or failed as they did.

        Raises:
            SuitwiseError: the seat is none, or the seed or the stream is out of range.
        """
        from suitwise.tractor.hidden import redealt

        return redealt(self, as_seat(seat), seed, stream)

    def __str__(self) -> str:
        return position_text.text_of(self)


_STEPS: dict[Phase, Callable[[TractorState, Move], TractorState]] = {
    "draw": TractorState._draw,
    "bid": TractorState._bid,
    "turn": TractorState._turn,
    "bury": TractorState._bury,
    "play": TractorState._play,
    "forced": TractorState._force,
    "end": TractorState._next,
}


def _given(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with cards more in one."""
    found = [hand.plus(pile) if at == seat else hand for at, hand in enumerate(hands)]
    return found[0], found[1], found[2], found[3]


def _taken(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with cards less in one."""
    found = [hand.minus(pile) if at == seat else hand for at, hand in enumerate(hands)]
    return found[0], found[1], found[2], found[3]


def as_seat(seat: int) -> int:
    """Return a seat that is one.

    Raises:
        SuitwiseError: it is none.
    """
    if seat not in SEATS:
        raise SuitwiseError(f"the seats are 0 to 3, not {seat}")
    return seat
