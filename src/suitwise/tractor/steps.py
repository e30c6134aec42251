"""What follows from a move of Tractor: one function for each phase of a deal.

A move is legal when it comes here (``TractorState.after`` sees to that).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.auction import bid_of
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.seats import SEATS, Trick, given, taken

if TYPE_CHECKING:
    from suitwise.tractor.state import TractorState


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


def _next(state: TractorState, move: Move) -> TractorState:
    outcome = state.outcome
    assert outcome is not None
    start = state.variant.start()
    return replace(start, levels=outcome.ranks, landlord=outcome.next_landlord)


_STEPS: dict[str, Callable[[TractorState, Move], TractorState]] = {
    "draw": _drawn,
    "bid": _answered,
    "turn": _turned_up,
    "bury": _buried,
    "play": _played,
    "forced": _forced,
    "end": _next,
}
