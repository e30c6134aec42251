"""A position of Tractor: ``TractorState`` adds legal moves and their effects to ``deal.Deal``.

Source: rules page §6. The effect of a move is one function per phase of a deal, at the end of the
module.

``arrays.course`` implements the same game on flat records under the ``standard`` profile;
``tests/tractor/arrays/test_stepped.py`` and ``test_stepped_play.py`` compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, cast

from suitwise.foundation.seating import SEATS
from suitwise.foundation.values import shows
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import SeededSource, Source
from suitwise.tractor.deal import Deal, with_reply
from suitwise.tractor.moves import (
    CARD_MOVES,
    CLAIM,
    NEXT,
    PASS,
    CardMoves,
    Claim,
    Move,
    Moves,
    Trick,
    with_cards,
    without_cards,
)
from suitwise.tractor.rules.claims import MOST_CLAIMED, ClaimSearch
from suitwise.tractor.rules.deck import Pile, pile_of
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.legal_plays import Choices, Leads, LegalPlays
from suitwise.tractor.rules.levels import KITTY, NOBODY, bid_of, good_bids, points_of
from suitwise.tractor.rules.owed import Demand, lead_of
from suitwise.tractor.rules.throws import Throw, throw_in_play
from suitwise.tractor.variant import TractorVariant


@shows(text="suitwise.tractor.picture:position_picture")
class TractorState(Deal, State[Move]):
    """A position of Tractor.

    Args:
        variant: the variant.
        levels: the current ranks of the sides, 0 for 2 up to 12 for A.
        landlord: the landlord's seat, ``NOBODY`` if the bidding of this deal decides.
        drawn: the cards that each seat has drawn.
        bids: the bids made, each higher than the one before.
        asked: the number of seats asked to bid since the last card was drawn.
        silence: the number of them that have passed since the last bid.
        turned: the cards turned up from the kitty, in order, if nobody has bid.
        buried: the cards that the landlord has buried.
        tricks: the tricks, the open one last.
        held: the cards in each seat's hand.
        taken: the attackers' points so far, penalties included; after a claim also all points left.
        claim: the claim that has ended the deal after complete tricks; None if there is none.
        deals: the number of finished deals of the match.
        undrawn: the cards not drawn yet; once all seats have drawn, the kitty.
        cards_drawn: the number of cards drawn by all seats.
        current_landlord: the landlord so far: the one given, else the seat of the standing bid, else the
            seat that drew first.
        rank: the current rank, 0 for 2 up to 12 for A: the level of the landlord's side. While a match
            has no landlord yet, both sides have the same level.
        trump: the trump configuration; without a main suit until a bid or the kitty names one.
        played: the cards that each seat has played.
        voids: for each seat, a bit mask of the partitions that it has shown to be void in.
        lead: the open lead as the follow duty needs it; None if there is none.
        phase: draw, bid, turn, bury, play, forced or end.
        turn: the seat to move, or chance, which draws cards, turns them up, and begins the next deal.

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
        """Return 1 or -1 for a match won or lost; for a single deal the difference of levels gained."""
        outcome = self.outcome
        if outcome is None or not self.is_decided:
            return (0.0,) * 4
        if self.variant.match == "match":
            ahead = 0 if self.winner == NOBODY else 1 - 2 * self.winner
        else:
            (before, other_before), (after, other_after) = outcome.before, outcome.ranks
            ahead = after - before - (other_after - other_before)
        return (float(ahead), float(-ahead)) * 2

    # --- Moves ------------------------------------------------------------------------------------

    def moves(self) -> Collection[Move]:
        """Return the legal moves, or the outcomes of chance; they are computed once."""
        if self._moves is None:
            self._set_derived(_moves=self._legal())
        assert self._moves is not None
        return self._moves

    def _legal(self) -> Collection[Move]:
        phase, turn = self.phase, self.turn
        if phase == "draw":
            return CardMoves(self.undrawn.once)
        if phase == "bid":
            bids = good_bids(turn, self.held[turn], self.rank, self.bids, self.profile)
            return (PASS, *(Move(bid.pile) for bid in bids))
        if phase == "turn":
            return CardMoves(self._face_down.once)
        if phase == "bury":
            return Moves(Choices(self.held[turn], KITTY))
        if phase == "end":
            return () if turn == OVER else (NEXT,)
        if phase == "forced":
            return tuple(map(Move, self.throw(self._tried).forced))
        table, hand = self.tricks[-1], self.held[turn]
        if not table.plays:
            leads = Moves(Leads(hand, self.trump))
            return (*leads, CLAIM) if self.may_claim else leads
        assert self.lead is not None
        return Moves(LegalPlays(Demand.of(hand, self.lead)))

    @property
    def may_claim(self) -> bool:
        """Whether the seat on turn may claim: on lead, with few cards, in a variant with claims."""
        if not self.variant.claims or self.phase != "play" or self.tricks[-1].plays:
            return False
        return self.held[self.turn].size <= MOST_CLAIMED

    def moves_but_claim(self) -> Collection[Move]:
        """Return the legal moves without the claim; of the package's players only ``random`` claims.

        >>> from suitwise.tractor.game import Tractor
        >>> len(Tractor(claims=True).start().moves_but_claim())
        54
        """
        moves = self.moves()
        return tuple(move for move in moves if move != CLAIM) if self.may_claim else moves

    @property
    def _face_down(self) -> Pile:
        """The kitty without the cards turned up."""
        return self.kitty.minus(pile_of(self.turned))

    @property
    def duty(self) -> Duty | None:
        """The follow duty of the seat on turn; None if it does not follow a lead."""
        if self.phase != "play" or not self.tricks[-1].plays:
            return None
        return Duty(self.trump, self.tricks[-1].plays[0], self.held[self.turn], self.profile)

    @property
    def _tried(self) -> Pile:
        tried = self.tricks[-1].tried
        assert tried is not None
        return tried

    def throw(self, lead: Pile) -> Throw:
        """Rule on a lead of the seat on turn against the other hands."""
        hands = [self.held[(self.turn + place) % 4] for place in SEATS]
        return throw_in_play(self.trump, hands, lead, self.profile)

    @property
    def _hidden(self) -> Pile:
        """The cards from which chance draws or turns one up."""
        return self.undrawn if self.phase == "draw" else self._face_down

    def weight(self, move: Move) -> int:
        """Return the weight of an outcome of chance: the number of copies of the card."""
        return self._hidden.copies(move.card) if self.phase in ("draw", "turn") else 1

    def chance_move(self, source: Source) -> Move:
        """Draw or turn up a card; picks the same card as choosing from the list of all cards would."""
        if self.phase not in ("draw", "turn"):
            return super().chance_move(source)
        hidden = self._hidden
        return CARD_MOVES[hidden.at(source.below(hidden.size))]

    def rolled(self, seed: int, stream: int, index: int = 0) -> tuple[TractorState, int]:
        """Make chance's moves until a seat is on turn; ``next`` takes no random number."""
        state, source = self, SeededSource(seed, stream, index)
        while state.turn == CHANCE:
            move = NEXT if state.phase == "end" else state.chance_move(source)
            state = state.followed_by(move)
        return state, source.index

    move_kinds = (Move,)

    def parse_move(self, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move of Tractor.
        """
        return Move.parse(text)

    def followed_by(self, move: Move) -> TractorState:
        """Return the state after a legal move or an outcome of chance."""
        return _STEPS[self.phase](self, move)


def begun(variant: TractorVariant) -> TractorState:
    """Return the state of a variant before the first card is drawn."""
    return TractorState(variant, variant.ranks, variant.landlord)


# --- Effects of a move ----------------------------------------------------------------------------


def _changed(state: TractorState, **changes: Any) -> TractorState:
    """Return a state with changed fields; trump is derived again only if bids or ``turned`` change."""
    after = object.__new__(TractorState)
    after.__dict__.update(state.__dict__, _moves=None, **changes)
    if "bids" in changes or "turned" in changes:
        after._update_trump()
    after._update_phase()
    return after


def _drawn(state: TractorState, move: Move) -> TractorState:
    drawn = with_cards(state.drawn, state.drawer, move.pile)
    undrawn, count = state.undrawn.minus(move.pile), state.cards_drawn + 1
    return after_bidding(
        _changed(
            state, drawn=drawn, held=drawn, undrawn=undrawn, cards_drawn=count, asked=0, silence=0
        )
    )


def _bid_or_passed(state: TractorState, move: Move) -> TractorState:
    asked = state.asked + 1
    if move == PASS:
        return after_bidding(_changed(state, asked=asked, silence=state.silence + 1))
    bid = bid_of(state.turn, move.pile.cards)
    return after_bidding(_changed(state, bids=(*state.bids, bid), asked=asked, silence=0))


def _turned_up(state: TractorState, move: Move) -> TractorState:
    return after_bidding(_changed(state, turned=(*state.turned, move.card)))


def after_bidding(state: TractorState) -> TractorState:
    """End the bidding if it is over: reset its counters, and once trump is named take up the kitty."""
    if state.phase not in ("turn", "bury"):
        return state
    state = _changed(state, asked=0, silence=len(SEATS))
    if state.phase == "turn":
        return state
    return _changed(state, held=with_cards(state.held, state.current_landlord, state.kitty))


def _buried(state: TractorState, move: Move) -> TractorState:
    held = without_cards(state.held, state.turn, move.pile)
    return _changed(state, buried=move.pile, held=held, tricks=(Trick(state.current_landlord),))


def _played(state: TractorState, move: Move) -> TractorState:
    table = state.tricks[-1]
    if move == CLAIM:
        return _claimed(state)
    if table.plays:
        return _with_play(state, table, move.pile, state.taken)
    throw = state.throw(move.pile)
    if throw.stands:
        return _with_play(state, table, move.pile, state.taken)
    table, points = Trick(table.leader, tried=move.pile), state.taken + _penalty(state)
    if len(throw.forced) == 1:
        return _with_play(state, table, throw.forced[0], points)
    return _changed(state, tricks=(*state.tricks[:-1], table), taken=points)


def _claimed(state: TractorState) -> TractorState:
    """End the deal by a claim of the leader, which is ruled on with all hands known."""
    seat = state.turn
    search = ClaimSearch(seat, state.trump, state.profile)
    claim = Claim(seat, search.stands(state.held, seat))
    taken = state.taken
    if (claim.side ^ state.current_landlord) & 1:
        taken += sum(points_of(hand.once, hand.twice) for hand in state.held)
    return _changed(state, claim=claim, tricks=state.tricks[:-1], taken=taken)


def _penalty(state: TractorState) -> int:
    """Return the change of the attackers' points for a failed throw of the seat on turn."""
    attacks = (state.turn ^ state.current_landlord) & 1
    return -state.profile.penalty if attacks else state.profile.penalty


def _forced(state: TractorState, move: Move) -> TractorState:
    return _with_play(state, state.tricks[-1], move.pile, state.taken)


def _with_play(state: TractorState, table: Trick, play: Pile, points: int) -> TractorState:
    """Add a play to the open trick; ``points`` are the attackers' points before it."""
    seat = table.turn
    held, played = without_cards(state.held, seat, play), with_cards(state.played, seat, play)
    lead = state.lead if table.plays else lead_of(play, state.trump, state.profile)
    voids = with_reply(state.voids, seat, play, lead)
    trick = Trick(table.leader, (*table.plays, play), table.tried)
    tricks = (*state.tricks[:-1], trick)
    if trick.is_whole:  # the winner leads the next trick
        winner, lead = state.winner_of(trick), None
        if (winner ^ state.current_landlord) & 1:
            points += trick.points
        if any(hand.once for hand in held):
            tricks = (*tricks, Trick(winner))
    return _changed(
        state, tricks=tricks, held=held, played=played, voids=voids, lead=lead, taken=points
    )


def _next_deal(state: TractorState, move: Move) -> TractorState:
    outcome = state.outcome
    assert outcome is not None
    return TractorState(state.variant, outcome.ranks, outcome.next_landlord, deals=state.deals + 1)


_STEPS: dict[str, Callable[[TractorState, Move], TractorState]] = {
    "draw": _drawn,
    "bid": _bid_or_passed,
    "turn": _turned_up,
    "bury": _buried,
    "play": _played,
    "forced": _forced,
    "end": _next_deal,
}
