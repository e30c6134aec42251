"""A position of Tractor: ``TractorState`` adds legal moves and their effects to ``deal.Deal``.

Source: rules page §6; rules page "Tractor with many packs" §6 and §7.
The effect of a move is one function per phase of a deal, at the end of the
module.

``arrays.course`` implements the same game on flat records under the ``standard`` profile;
``tests/tractor/arrays/test_stepped.py`` and ``test_stepped_play.py`` compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from suitwise.cards import N_CARDS, Card
from suitwise.foundation.values import shows
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.seeds import SeededSource, Source
from suitwise.tractor.deal import Deal, Steal, with_voids
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
    points_in_pile,
    with_cards,
    without_cards,
)
from suitwise.tractor.rules.claims import MOST_CLAIMED, ClaimSearch
from suitwise.tractor.rules.deck import CARD_PILES, Pile, pile_of
from suitwise.tractor.rules.levels import bid_of
from suitwise.tractor.rules.pairs.legal_plays import Choices, Leads
from suitwise.tractor.rules.tables import Sides
from suitwise.tractor.rules.throws import Throw
from suitwise.tractor.umpire import AnyDuty
from suitwise.tractor.variant import TractorVariant


@shows(text="suitwise.tractor.picture:position_picture")
class TractorState(Deal, State[Move]):
    """A position of Tractor.

    Args:
        variant: the variant.
        levels: the current ranks of the sides, 0 for 2 up to 12 for A; at tables other than that of four
            with two packs, of the seats.
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
        redeals: the number of deals before this one that were void because nobody had bid.
        steals: the bids for the buried cards, each with the cards that it took.
        calls: the cards that the landlord has called.
        umpire: what the table's rules say of bids, leads, throws, winners and results.
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
        sides: who is on the landlord's side so far.
        won: the points of the tricks that each seat has won.
        fines: how many throws of each seat have failed.
        phase: draw, bid, turn, redeal, bury, steal, call, play, cut, forced or end.
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
        """Return 1 or -1 for a match won or lost; for a single deal the difference of levels gained.

        With friends sides are of unequal size. There each seat gets for a deal the levels that its side
        gained less the mean of the other seats'; and for a match the winners get 1 each, which the
        others pay in equal parts. So returns always sum to 0.
        """
        outcome, seats = self.outcome, range(self.umpire.seats)
        if outcome is None or not self.is_decided:
            return (0.0,) * len(seats)
        if self.variant.match == "deal":
            return tuple(float(outcome.worth(seat)) for seat in seats)
        winners = self.winners
        lost = -len(winners) / (len(seats) - len(winners))
        return tuple(1.0 if seat in winners else lost for seat in seats)

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
        if phase in ("bid", "steal"):
            asked = self.umpire.bids if phase == "bid" else self.umpire.steals
            bids = asked(turn, self.held[turn], self.rank, self.all_bids)
            return (PASS, *(Move(bid.pile) for bid in bids))
        if phase == "turn":
            return CardMoves(self._face_down.once)
        if phase == "bury":
            return Moves(Choices(self.held[turn], self.umpire.kitty))
        if phase == "call":
            return tuple(self._callable())
        if phase in ("end", "redeal"):
            return () if turn == OVER else (NEXT,)
        return self._legal_in_play()

    def _legal_in_play(self) -> Collection[Move]:
        table, hand = self.tricks[-1], self.held[self.turn]
        if self.phase == "forced":
            return tuple(map(Move, self.throw(self._tried, table.parts).forced))
        if self.phase == "cut":
            assert table.uncut is not None
            return tuple(map(Move.cut, self.umpire.cuttings(self.trump, table.uncut)))
        if not table.plays:
            leads = Moves(Leads(hand, self.trump))
            return (*leads, CLAIM) if self.may_claim else leads
        assert self.lead is not None
        return Moves(self.umpire.replies(self.lead, hand))

    def _callable(self) -> Iterator[Move]:
        """Yield the calls that the landlord may make now.

        Calls ascend by card and copy, so that no set of calls comes in two orders. Enough higher ones
        must be left for the calls still to come.
        """
        table, last = self.variant.table, self.calls[-1:]
        good = [
            (Card(card), copy)
            for card in range(N_CARDS)
            for copy in range(1, table.packs + 1)
            if not last or (card, copy) > last[0]
            if table.why_no_call(Card(card), copy, self.trump) is None
        ]
        to_come = self.umpire.calls - len(self.calls) - 1
        for card, copy in good[: len(good) - to_come]:
            yield Move(CARD_PILES[card], copy=copy)

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
    def duty(self) -> AnyDuty | None:
        """The follow duty of the seat on turn; None if it does not follow a lead."""
        if self.phase != "play" or not self.tricks[-1].plays:
            return None
        table = self.tricks[-1]
        return self.umpire.duty(self.trump, table.plays[0], self.held[self.turn], table.named)

    @property
    def _tried(self) -> Pile:
        tried = self.tricks[-1].tried
        assert tried is not None
        return tried

    def throw(self, lead: Pile, parts: Sequence[Pile] = ()) -> Throw:
        """Rule on a lead of the seat on turn against the other hands; without parts, cut by default."""
        held, turn = self.held, self.turn
        return self.umpire.throw(self.trump, (*held[turn:], *held[:turn]), lead, parts)

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
            move = NEXT if state.phase in ("end", "redeal") else state.chance_move(source)
            state = state.followed_by(move)
        return state, source.index

    move_kinds = (Move,)

    def parse_move(self, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move of Tractor.
        """
        return Move.parse(text, self.umpire.packs)

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
    if "bids" in changes or "turned" in changes or "steals" in changes:
        after._update_trump()
        after._set_derived(sides=after._sides_at_first())
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
    if state.phase not in ("turn", "redeal", "bury"):
        return state
    state = _changed(state, asked=0, silence=state.umpire.seats)
    if state.phase != "bury":
        return state
    return _changed(state, held=with_cards(state.held, state.current_landlord, state.kitty))


def _buried(state: TractorState, move: Move) -> TractorState:
    held = without_cards(state.held, state.turn, move.pile)
    return _begun(_changed(state, buried=move.pile, held=held, silence=0))


def _stolen_or_passed(state: TractorState, move: Move) -> TractorState:
    """Let a seat pass, or take up the buried cards by a bid."""
    if move == PASS:
        return _begun(_changed(state, silence=state.silence + 1))
    assert state.buried is not None
    steal = Steal(bid_of(state.turn, move.pile.cards), state.buried)
    held = with_cards(state.held, state.turn, state.buried)
    return _changed(state, steals=(*state.steals, steal), buried=None, held=held, silence=0)


def _called(state: TractorState, move: Move) -> TractorState:
    state = _changed(state, calls=(*state.calls, (Card(move.card), move.copy)))
    return _begun(_changed(state, sides=state._sides_at_first()))


def _begun(state: TractorState) -> TractorState:
    """Begin the first trick if nobody is asked for the kitty and all cards have been called."""
    umpire = state.umpire
    if state.is_asked_for_kitty or len(state.calls) < umpire.calls:
        return state
    first = Trick(state.current_landlord, seats=umpire.seats)
    return _changed(state, tricks=(first,), silence=umpire.seats)


def _played(state: TractorState, move: Move) -> TractorState:
    table = state.tricks[-1]
    if move == CLAIM:
        return _claimed(state)
    if table.plays:
        return _with_play(state, table, move.pile)
    if state.umpire.cuttings(state.trump, move.pile):
        return _on_table(state, replace(table, uncut=move.pile))
    return _led(state, table, move)


def _cut(state: TractorState, move: Move) -> TractorState:
    """Name the parts of a lead; the default cutting is kept without names."""
    table = replace(state.tricks[-1], uncut=None)
    default = state.umpire.cuttings(state.trump, move.pile)[0]
    return _led(state, table, Move(move.pile) if move.parts == default else move)


def _led(state: TractorState, table: Trick, move: Move) -> TractorState:
    """Lead, or if that is a throw that fails, the part that the house forces."""
    table = replace(table, parts=move.parts) if move.parts else table
    throw = state.throw(move.pile, move.parts)
    if throw.stands:
        return _with_play(state, table, move.pile)
    table, seat = replace(table, tried=move.pile), state.turn
    fines = (*state.fines[:seat], state.fines[seat] + 1, *state.fines[seat + 1 :])
    state = _changed(state, taken=state.taken + _penalty(state), fines=fines)
    if len(throw.forced) == 1:
        return _with_play(state, table, throw.forced[0])
    return _on_table(state, table)


def _on_table(state: TractorState, table: Trick) -> TractorState:
    return _changed(state, tricks=(*state.tricks[:-1], table))


def _claimed(state: TractorState) -> TractorState:
    """End the deal by a claim of the leader, which is ruled on with all hands known."""
    seat = state.turn
    search = ClaimSearch(seat, state.trump, state.profile)
    claim = Claim(seat, search.stands(state.held, seat))
    taken = state.taken
    if state.attacks(claim.side):
        taken += sum(map(points_in_pile, state.held))
    return _changed(state, claim=claim, tricks=state.tricks[:-1], taken=taken)


def _penalty(state: TractorState) -> int:
    """Return the change of the attackers' points for a failed throw of the seat on turn."""
    penalty = state.profile.penalty
    return -penalty if state.attacks(state.turn) else penalty


def _forced(state: TractorState, move: Move) -> TractorState:
    return _with_play(state, state.tricks[-1], move.pile)


def _with_play(state: TractorState, table: Trick, play: Pile) -> TractorState:
    """Add a play to the open trick."""
    seat, umpire = table.turn, state.umpire
    held, played = without_cards(state.held, seat, play), with_cards(state.played, seat, play)
    lead = state.lead if table.plays else umpire.lead(state.trump, play, table.named)
    assert lead is not None
    voids = with_voids(state.voids, seat, umpire.void_shown(lead, play))
    sides = state.sides.after(seat, play.cards)
    plays = (*table.plays, play)
    trick = Trick(table.leader, plays, table.tried, table.parts, None, table.seats)
    tricks, won, taken = (*state.tricks[:-1], trick), state.won, state.taken
    if trick.is_whole:  # the winner leads the next trick
        winner, lead = state.winner_of(trick), None
        won = (*won[:winner], won[winner] + trick.points, *won[winner + 1 :])
        if winner not in sides.members:
            taken += trick.points
        if any(hand.once for hand in held):
            tricks = (*tricks, Trick(winner, seats=umpire.seats))
    if sides.members != state.sides.members:  # who joins takes his points and his penalties along
        taken = _taken(sides, won, state.fines, state.profile.penalty)
    return _changed(
        state,
        tricks=tricks,
        held=held,
        played=played,
        voids=voids,
        lead=lead,
        taken=taken,
        sides=sides,
        won=won,
    )


def _taken(sides: Sides, won: Sequence[int], fines: Sequence[int], penalty: int) -> int:
    """Return the attackers' points so far: those of all seats not on the landlord's side now."""
    on_side = [seat in sides.members for seat in range(len(won))]
    points = sum(points for points, own in zip(won, on_side, strict=True) if not own)
    return points + penalty * sum(
        number if own else -number for number, own in zip(fines, on_side, strict=True)
    )


def _next_deal(state: TractorState, move: Move) -> TractorState:
    outcome = state.outcome
    assert outcome is not None
    return TractorState(state.variant, outcome.ranks, outcome.next_landlord, deals=state.deals + 1)


def _redealt(state: TractorState, move: Move) -> TractorState:
    return TractorState(
        state.variant,
        state.levels,
        state.landlord,
        deals=state.deals,
        redeals=state.redeals + 1,
    )


_STEPS: dict[str, Callable[[TractorState, Move], TractorState]] = {
    "draw": _drawn,
    "bid": _bid_or_passed,
    "turn": _turned_up,
    "redeal": _redealt,
    "bury": _buried,
    "steal": _stolen_or_passed,
    "call": _called,
    "play": _played,
    "cut": _cut,
    "forced": _forced,
    "end": _next_deal,
}
