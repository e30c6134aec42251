"""A position of Tractor, from the draw to the end of a deal or of a match.

It is a deal as it lies on the table (``deal``), and what may be done there. What follows from a move
stands behind it: one function for each phase of a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import cast

from suitwise.foundation.seating import SEATS
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import below
from suitwise.tractor.deal import Deal
from suitwise.tractor.moves import NEXT, PASS, Move, Moves, moves_of
from suitwise.tractor.rules.auction import Bid, bid_of, good_bids
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.following.leads import Leads
from suitwise.tractor.rules.following.pile_choices import Choices
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import Throw, throw_of
from suitwise.tractor.seats import Trick, given, taken
from suitwise.tractor.variant import TractorVariant


class TractorState(Deal, State[Move]):
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

    __slots__ = ()

    @property
    def game(self) -> Game[Move]:
        """The variant."""
        return cast("Game[Move]", self.variant)

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
        return good_bids(seat, self.held[seat], self.rank, self.bids, self.profile)

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
            state = step(state, move)
        return state, index

    move_kinds = (Move,)

    def parse_move(self, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move of Tractor.
        """
        return Move.parse(text)

    def followed_by(self, move: Move) -> TractorState:
        """Return the state after a legal move or an outcome of chance."""
        return step(self, move)


def begun(variant: TractorVariant) -> TractorState:
    """Return the state of a variant before the first card is drawn."""
    return TractorState(variant, variant.ranks, variant.landlord)


# --- What follows from a move ---------------------------------------------------------------------


def step(state: TractorState, move: Move) -> TractorState:
    """Return the state after a legal move."""
    return _STEPS[state.phase](state, move)


# --- Before the play ------------------------------------------------------------------------------


def _drawn(state: TractorState, move: Move) -> TractorState:
    drawn = given(state.drawn, state.drawer, move.pile)
    return picked_up(replace(state, drawn=drawn, held=drawn, asked=0, silence=0))


def _answered(state: TractorState, move: Move) -> TractorState:
    asked = state.asked + 1
    if move == PASS:
        return picked_up(replace(state, asked=asked, silence=state.silence + 1))
    bid = bid_of(state.turn, move.pile.cards)
    return picked_up(replace(state, bids=(*state.bids, bid), asked=asked, silence=0))


def _turned_up(state: TractorState, move: Move) -> TractorState:
    return picked_up(replace(state, turned=(*state.turned, move.card)))


def picked_up(state: TractorState) -> TractorState:
    """Return the state with the kitty in the landlord's hand as soon as the trump is known."""
    if state.phase not in ("turn", "bury"):
        return state
    state = replace(state, asked=0, silence=len(SEATS))
    if state.phase == "turn":
        return state
    return replace(state, held=given(state.held, state.lord, state.kitty))


def _buried(state: TractorState, move: Move) -> TractorState:
    held = taken(state.held, state.turn, move.pile)
    return replace(state, buried=move.pile, held=held, tricks=(Trick(state.lord),))


# --- The play -------------------------------------------------------------------------------------


def _played(state: TractorState, move: Move) -> TractorState:
    table = state.tricks[-1]
    if table.plays:
        return _laid(state, table, move.pile)
    throw = state.throw(move.pile)
    if throw.stands:
        return _laid(state, table, move.pile)
    state = replace(state, taken=state.taken + _penalty(state))
    table = replace(table, tried=move.pile)
    if len(throw.forced) == 1:
        return _laid(state, table, throw.forced[0])
    return replace(state, tricks=(*state.tricks[:-1], table))


def _penalty(state: TractorState) -> int:
    """Return what a failed throw of the seat on turn means for the attackers' points."""
    attacks = (state.turn ^ state.lord) & 1
    return -state.profile.penalty if attacks else state.profile.penalty


def _forced(state: TractorState, move: Move) -> TractorState:
    return _laid(state, state.tricks[-1], move.pile)


def _laid(state: TractorState, table: Trick, play: Pile) -> TractorState:
    """Return the state after a play that goes on the table."""
    held = taken(state.held, table.turn, play)
    table = replace(table, plays=(*table.plays, play))
    state = replace(state, tricks=(*state.tricks[:-1], table), held=held)
    return _closed(state, table) if table.is_whole else state


def _closed(state: TractorState, table: Trick) -> TractorState:
    """Give a whole trick to its winner, who leads the next."""
    winner = state.winner_of(table)
    points = state.taken
    if (winner ^ state.lord) & 1:
        points += sum(points_of(pile.once, pile.twice) for pile in table.plays)
    following = (Trick(winner),) if any(hand.once for hand in state.held) else ()
    return replace(state, tricks=(*state.tricks, *following), taken=points)


def _next_deal(state: TractorState, move: Move) -> TractorState:
    outcome = state.outcome
    assert outcome is not None
    return TractorState(state.variant, outcome.ranks, outcome.next_landlord)


_STEPS: dict[str, Callable[[TractorState, Move], TractorState]] = {
    "draw": _drawn,
    "bid": _answered,
    "turn": _turned_up,
    "bury": _buried,
    "play": _played,
    "forced": _forced,
    "end": _next_deal,
}
