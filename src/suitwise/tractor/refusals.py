"""The reason why a move of Tractor is not legal: a sentence that names the cards and the rule."""

from __future__ import annotations

from suitwise.errors import SuitwiseError
from suitwise.refusal import refusal
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.auction import bid_of, why_not_bid
from suitwise.tractor.rules.following.leads import parts_by_suit
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.order import PARTITION_NAMES, partition_of
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.state import TractorState

_EXPECTED = {
    "bid": "bid: cards as S2 or BJBJ, or pass",
    "bury": f"bury {KITTY} cards",
    "play": "play cards",
    "forced": "choose the part of the throw that stays",
}


def why_not(state: TractorState, move: Move) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done, f"{move}: ")


def _to_do(state: TractorState, move: Move) -> str | None:
    return _EXPECTED[state.phase] if move.word else None


def _why_not_done(state: TractorState, move: Move) -> str | None:
    reason = {"bid": _why_no_bid, "bury": _why_not_buried, "forced": _why_not_forced}
    return reason.get(state.phase, _why_not_played)(state, move)


def _why_no_outcome(state: TractorState, move: Move) -> str:
    if state.phase == "end":
        return f"{move}: the deal is over, next deals again"
    what = "drawn" if state.phase == "draw" else "turned up"
    if move.pile.size != 1:
        return f"{move}: a card is to be {what}"
    return f"{move}: both copies have been drawn or turned up"


def _why_no_bid(state: TractorState, move: Move) -> str | None:
    try:
        bid = bid_of(state.turn, move.pile.cards)
    except SuitwiseError as error:
        return f"{move}: {error}"
    return why_not_bid(bid, state.held[state.turn], state.rank, state.bids, state.profile)


def _why_not_buried(state: TractorState, move: Move) -> str:
    if missing := _missing(state, move):
        return missing
    return f"{move}: {KITTY} cards are buried, not {move.pile.size}"


def _why_not_forced(state: TractorState, move: Move) -> str:
    parts = " or ".join(map(str, state.moves()))
    return f"{move}: the throw {state.tricks[-1].tried} has failed and leads {parts}"


def _why_not_played(state: TractorState, move: Move) -> str | None:
    if state.duty is not None:
        reason = state.duty.why_not(move.pile)
        return reason and f"{move}: {reason}"
    if missing := _missing(state, move):
        return missing
    return f"{move}: the cards of a lead are all of one suit, or all trumps; {_parts(state, move)}"


def _missing(state: TractorState, move: Move) -> str | None:
    """Name a card that the seat on turn does not hold often enough."""
    hand = state.held[state.turn]
    for card in bits(move.pile.once):
        held, wanted = hand.copies(card), move.pile.copies(card)
        if held < wanted:
            often = ("no", "one")[held]
            return f"{move}: seat {state.turn} holds {often} {Pile(1 << card)}"
    return None


def _parts(state: TractorState, move: Move) -> str:
    """Name the cards of a lead by the suits they are of."""
    trump, named = state.trump, []
    for part in parts_by_suit(move.pile, trump):
        partition = partition_of(part.cards[0], trump.main_index, trump.rank_index)
        named.append(f"{part} {'are' if part.size > 1 else 'is'} {PARTITION_NAMES[partition]}")
    return ", ".join(named)
