"""What the rule-based player of Tractor bids.

A suit in which the hand is strong (``arrays.policy_bidding``), or, while cards are drawn, promises to
be; more of its own bid, so that it is harder to overturn; nothing over its partner's. Where the bidding
makes the landlord it bids with less, for the landlord has the kitty and the first lead: that was worth
a quarter of a level a deal in duels.
"""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.tractor.arrays.policy_bidding import NO_BID, choose_bid, promising_bid
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.auction import NOBODY, NOTHING, Bid, height_to_pass, main_of
from suitwise.tractor.rules.order import TRUMPS, partition_mask
from suitwise.tractor.state import TractorState


def bid_in(state: TractorState) -> Move:
    """Return the bid of the seat on turn, or ``pass``.

    >>> from suitwise.tractor.game import Tractor
    >>> str(bid_in(Tractor().parse("22 - | S2S3 H5 C4 D9 | 0/0 | - | - | -")))
    'S2'
    """
    standing = state.standing
    if standing is None or (standing.seat ^ state.turn) & 1:
        strong = _strong_bid(state)
        return strong if strong != PASS else _promising_bid(state)
    if standing.seat != state.turn:
        return PASS
    more = Move(Bid(standing.seat, standing.card, standing.copies + 1).pile)
    return more if more in state.moves() else PASS


def _strong_bid(state: TractorState) -> Move:
    """Return a bid of what the hand is strong in."""
    hand, standing = state.held[state.turn], state.standing
    height = NOTHING if standing is None else standing.height
    bid = choose_bid(hand.once, hand.twice, state.rank, height)
    if bid == NO_BID:
        return PASS
    move = Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)
    return move if move in state.moves() else PASS  # a house may allow less


def _promising_bid(state: TractorState) -> Move:
    """Return a bid of the suit with most trumps, where more may come."""
    hand, standing, is_open = state.held[state.turn], state.standing, state.landlord == NOBODY
    height = NOTHING if standing is None else height_to_pass(standing, state.profile)
    bid = promising_bid(hand.once, hand.twice, state.rank, height, is_open)
    return PASS if bid == NO_BID else Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)


def trumps_with(state: TractorState, bid: Move) -> int:
    """Return how many trumps the seat on turn holds if its bid names them."""
    main = main_of(bid.card)
    return state.held[state.turn].of(partition_mask(TRUMPS, main, state.rank)).size
