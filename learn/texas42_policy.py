"""The policy of Texas 42's trained player over flat records, compiled: for rounds of its own play.

What the networks read of a record is what ``players.net.player`` shows them of a position; a test holds
both together. A part that is not trained is played by rules of thumb.
"""

from __future__ import annotations

from typing import Any

from learn.network_rules import sum_decision, worth_of_option
from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.foundation.seating import NOBODY, partner
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    held_by,
    placed_of,
    points_of,
    table_of,
)
from suitwise.texas42.arrays.policy import best_declaration, may_hold
from suitwise.texas42.arrays.stepped import (
    BIDDER,
    CALL_BITS,
    CALLING,
    CALLS,
    DECLARING,
    LACKS,
    LACKS_UPPER,
    LEGAL,
    MADE,
    PHASE,
    PLAYING,
    REST,
    SHAKER,
    STANDING,
    TURN,
    WHERE,
    rule_based_place,
)
from suitwise.texas42.players.net import (
    ALL_MADE,
    MOST_CALL,
    see_auction,
    see_contract,
    see_domino,
    see_play,
)
from suitwise.texas42.rules.auction import PASS, caller
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS

PLAY, AUCTION = 1, 2
"""The parts of a policy."""
BOTH = PLAY | AUCTION
CONSIDERED = (2 << MOST_CALL) - 1
"""The calls that are tried."""


# --- What a seat sees -----------------------------------------------------------------------------


@rule
def bids_around(record: Any, seat: int) -> tuple[int, int]:
    """Return the seats that have called and those that have bid, counted from one to the left."""
    called = bids = 0
    calls, shaker = int(record[CALLS]), int(record[SHAKER])
    for made in range(int(record[MADE])):
        around = 1 << ((caller(shaker, made) - seat) & 3)
        called |= around
        if calls >> CALL_BITS * made & 255:
            bids |= around
    return called, bids


@rule
def needs_of(record: Any, seat: int) -> tuple[int, int]:
    """Return the points that the side of a seat still needs, and the other."""
    where, rest, need = int(record[WHERE]), int(record[REST]), bid_of(int(record[STANDING]))
    declaring = declaring_of(where)
    to_make = need - points_of(rest, declaring)
    to_set = HAND_POINTS + 1 - need - points_of(rest, 1 - declaring)
    if declaring == (seat & 1):
        return to_make, to_set
    return to_set, to_make


@rule
def may_around(record: Any, seat: int, around: int) -> int:
    """Return the dominoes that another seat may hold."""
    where, rest = int(record[WHERE]), int(record[REST])
    unseen = rest & ALL & ~held_by(where, rest, seat)
    lacks, upper = int(record[LACKS]), int(record[LACKS_UPPER])
    return may_hold(unseen, lacks, upper, (seat + around) & 3)


@rule
def played_around(record: Any, seat: int, around: int) -> int:
    """Return the dominoes that another seat has played."""
    return held_by(int(record[WHERE]), ALL & ~int(record[REST]), (seat + around) & 3)


@rule
def see_decision(record: Any, on: Any) -> int:
    """Turn on the inputs of the decision of the seat on turn."""
    seat, phase = int(record[TURN]), int(record[PHASE])
    where, rest, bidder = int(record[WHERE]), int(record[REST]), int(record[BIDDER])
    called, bids = bids_around(record, seat)
    around = NOBODY if bidder == NOBODY else (bidder - seat) & 3
    if phase != PLAYING:
        made = ALL_MADE if phase == DECLARING else int(record[MADE])
        hand = held_by(where, ALL, seat)
        return see_auction(on, hand, made, int(record[STANDING]), around, called, bids)
    need, theirs = needs_of(record, seat)
    return see_play(
        on, held_by(where, rest, seat), declaration_of(where), table_of(rest), placed_of(rest),
        need, theirs, around, bids,
        may_around(record, seat, 1), may_around(record, seat, 2), may_around(record, seat, 3),
        played_around(record, seat, 1), played_around(record, seat, 2),
        played_around(record, seat, 3),
    )  # fmt: skip


@rule
def see_option(record: Any, place: int, on: Any) -> int:
    """Turn on the inputs of an option, counted from the first move of the phase."""
    seat, phase = int(record[TURN]), int(record[PHASE])
    where, rest = int(record[WHERE]), int(record[REST])
    if phase == DECLARING:
        return see_contract(on, held_by(where, ALL, seat), -1, place)
    if phase == CALLING:
        hand = held_by(where, ALL, seat)
        return see_contract(on, hand, place, best_declaration(hand, STRAIGHT))
    need, theirs = needs_of(record, seat)
    return see_domino(
        on, place, held_by(where, rest, seat), declaration_of(where), table_of(rest),
        placed_of(rest), need, theirs,
        may_around(record, seat, 1), may_around(record, seat, 2), may_around(record, seat, 3),
    )  # fmt: skip


# --- A network as a rule --------------------------------------------------------------------------


@rule
def options_in(record: Any) -> int:
    """Return the moves that are tried, bits counted from the first of the phase."""
    legal, phase = int(record[LEGAL]), int(record[PHASE])
    if phase == CALLING:
        fewer = legal & CONSIDERED
        return fewer if fewer else legal
    return legal & STRAIGHT if phase == DECLARING else legal


@rule
def best_place(
    record: Any, first: Any, bias: Any, second: Any, other: Any, last: Any, on: Any, sums: Any
) -> int:
    """Return the option that a network of two hidden layers finds best."""
    sum_decision(sums, first, bias, on, see_decision(record, on))
    legal, chosen, most = options_in(record), -1, 0.0
    while legal:
        place = lowest_bit(legal)
        legal &= legal - 1
        count = see_option(record, place, on)
        worth = worth_of_option(sums, first, second, other, last, on, count)
        if chosen < 0 or worth > most:
            chosen, most = place, worth
    return chosen


@rule
def chosen_place(record: Any, trained: int, nets: Any, on: Any, sums: Any) -> int:
    """Return what the policy does, counted from the first move of the phase.

    Args:
        record: the hand.
        trained: which parts are trained, bits: ``PLAY``, ``AUCTION``; the other is by rules of thumb.
        nets: the two networks.
        on: room for the inputs that are on.
        sums: room for sums.
    """
    part = PLAY if int(record[PHASE]) == PLAYING else AUCTION
    if trained & part == 0:
        return rule_based_place(record)
    legal = int(record[LEGAL])
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    if int(record[PHASE]) == PLAYING:
        return best_place(record, nets[0], nets[1], nets[2], nets[3], nets[4], on, sums)
    if int(record[PHASE]) == CALLING and int(record[BIDDER]) == partner(int(record[TURN])):
        return PASS
    return best_place(record, nets[5], nets[6], nets[7], nets[8], nets[9], on, sums)
