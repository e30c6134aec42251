"""How likely worlds are by what the others did: each decision held against what the policy would do."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.foundation.seating import partner
from suitwise.texas42.arrays.packed import dealt, declaration_of, declaring_of, legal_of, played, suit_of, turn_of
from suitwise.texas42.arrays.playouts import lacking, policy_domino
from suitwise.texas42.arrays.policy_calls import best_declaration, rule_based_call, worth
from suitwise.texas42.players.search.outcomes import prevails
from suitwise.texas42.rules.auction import PASS, caller, legal_calls
from suitwise.foundation.arrays.compiled import count_bits
from suitwise.texas42.rules.suits import EVERY_DOUBLE
from suitwise.texas42.rules.dominoes import ALL
from suitwise.texas42.rules.contracts import STRAIGHT, declarer_of
from suitwise.foundation.seating import NOBODY


@rule
def hand_in(lower: int, upper: int, seat: int) -> int:
    return ALL & (lower ^ ((seat & 1) - 1)) & (upper ^ ((seat >> 1) - 1))


@rule
def surprises_in_play(
    where: int, rest: int, viewer: int, call: int, need: int, plays: Any, leads: int, replies: int
) -> int:
    """Return the cost of the others' plays that the policy would not have made."""
    lacks = lacks_upper = cost = 0
    open_ = True
    for at in range(len(plays)):
        domino = item_at(plays, at)
        seat, suit = turn_of(where, rest), suit_of(where, rest)
        if open_ and seat != viewer:
            legal = legal_of(where, rest)
            if legal & (legal - 1) and policy_domino(where, rest, need, lacks, lacks_upper) != domino:
                cost += leads if suit < 0 else replies
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
        if open_ and suit >= 0 and prevails(where, rest, call, 0) >= 0:
            open_ = False
    return cost


@rule
def surprises_in_calls(
    lower: int, upper: int, viewer: int, shaker: int, calls: Any, cap: int, house: int, passes: int, bids: int
) -> int:
    standing, bidder, cost = PASS, NOBODY, 0
    for made in range(len(calls)):
        seat, call = caller(shaker, made), item_at(calls, made)
        if seat != viewer:
            hand = hand_in(lower, upper, seat)
            legal = legal_calls(standing, made, count_bits(hand & EVERY_DOUBLE), cap, house)
            expected = rule_based_call(hand, standing, bidder == partner(seat) , legal)
            if call == PASS and expected != PASS:
                cost += passes
            if call != PASS and expected == PASS:
                cost += bids
        if call != PASS:
            standing, bidder = call, seat
    return cost


@rule
def surprise_declared(hand: int, declaration: int, each: int, most: int) -> int:
    gap = worth(hand, best_declaration(hand, STRAIGHT)) - worth(hand, declaration)
    return min(gap * each, most)


@rule
def weigh(owners: Any, viewer: int, shaker: int, calls: Any, cap: int, house: int, bidder: int, call: int, declaration: int, out: int, need: int, plays: Any, costs: Any, found: Any) -> None:
    for world in range(len(owners)):
        own = item_at(owners, world)
        lower, upper = own & ALL, own >> 28
        cost = 0
        if costs[2] or costs[3]:
            cost += surprises_in_calls(lower, upper, viewer, shaker, calls, cap, house, item_at(costs, 2), item_at(costs, 3))
        if declaration >= 0:
            declarer = declarer_of(bidder, call)
            if declarer != viewer and STRAIGHT >> declaration & 1:
                cost += surprise_declared(hand_in(lower, upper, declarer), declaration, item_at(costs, 4), item_at(costs, 5))
            where, rest = dealt(lower, upper, declaration, declarer, bidder & 1, out)
            cost += surprises_in_play(where, rest, viewer, call, need, plays, item_at(costs, 0), item_at(costs, 1))
        found[world] = cost
