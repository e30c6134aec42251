"""How likely worlds are by what the others did: each decision held against what the policy would do.

Worlds are drawn evenly among the deals that the plays allow (``hidden``). In each, the auction and the
play are gone through again: where a seat did what the policy does with the hand that it has there, the
world is as likely as before; where it did something else, it costs the world some of its weight
(Bayes's rule, with the policy for the players). Of a call it counts whether it is a pass; of a
declaration, how much worse it is for the hand than the best. Forced plays tell nothing.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.texas42.arrays.packed import (
    dealt,
    declaration_of,
    legal_of,
    played,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.playouts import lacking, policy_domino
from suitwise.texas42.arrays.policy_calls import best_declaration, rule_based_call, worth
from suitwise.texas42.players.search.outcomes import result_in
from suitwise.texas42.rules.auction import (
    PASS,
    bidder_after,
    caller,
    legal_calls,
    standing_after,
)
from suitwise.texas42.rules.contracts import OPEN, STRAIGHT, bid_of, declarer_of, sits_out
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES
from suitwise.texas42.rules.suits import EVERY_DOUBLE


@rule
def dealt_to(lower: int, upper: int, seat: int) -> int:
    """Return the hand of a seat, by the lower and the upper bits of all dominoes' seats.

    >>> [dealt_to(0b0110, 0b1100, seat) & 15 for seat in range(4)]
    [1, 2, 8, 4]
    """
    return ALL & (lower ^ ((seat & 1) - 1)) & (upper ^ ((seat >> 1) - 1))


@rule
def cost_of_plays(
    where: int, rest: int, viewer: int, call: int, plays: Any, lead: int, reply: int
) -> int:
    """Return what the others' plays cost that the policy would not have made.

    Args:
        where: the first integer of the position before the first lead.
        rest: the second.
        viewer: the seat that looks; its own plays cost nothing.
        call: the call that won the auction.
        plays: the dominoes played.
        lead: what a lead costs.
        reply: what a reply costs.
    """
    need, declaration = bid_of(call), declaration_of(where)
    lacks = lacks_upper = cost = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        if seat != viewer and result_in(where, rest, call) == OPEN:
            legal = legal_of(where, rest)
            if legal & (legal - 1):
                expected = policy_domino(where, rest, need, lacks, lacks_upper)
                if expected != domino:
                    cost += lead if suit < 0 else reply
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        where, rest = played(where, rest, domino)
    return cost


@rule
def cost_of_calls(
    lower: int,
    upper: int,
    viewer: int,
    shaker: int,
    calls: Any,
    cap: int,
    house: int,
    each: int,
) -> int:
    """Return what the others' calls cost: passes where the policy bids, bids where it passes.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        viewer: the seat that looks.
        shaker: the seat that shook.
        calls: the calls so far.
        cap: the most marks that may be called.
        house: the rules of the house, in bits.
        each: what a call costs.
    """
    standing, bidder, cost = PASS, NOBODY, 0
    for made in range(len(calls)):
        seat, call = caller(shaker, made), item_at(calls, made)
        if seat != viewer:
            hand = dealt_to(lower, upper, seat)
            legal = legal_calls(standing, made, count_bits(hand & EVERY_DOUBLE), cap, house)
            expected = rule_based_call(hand, standing, bidder == partner(seat), legal)
            if (call == PASS) != (expected == PASS):
                cost += each
        standing, bidder = standing_after(standing, call), bidder_after(bidder, seat, call)
    return cost


@rule
def cost_of_declaration(hand: int, declaration: int, third: int, most: int) -> int:
    """Return what a declaration costs: so much for each third of a point that the best is better by."""
    if not STRAIGHT >> declaration & 1:
        return 0
    best = best_declaration(hand, STRAIGHT)
    return min((worth(hand, best) - worth(hand, declaration)) * third, most)


@rule
def weigh(
    owners: Any, viewer: int, auction: Any, calls: Any, plays: Any, costs: Any, found: Any
) -> None:
    """Find what the others' decisions cost each of many worlds.

    Args:
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of ``where``.
        viewer: the seat that looks.
        auction: array (6,): shaker, most marks, rules of the house, bidder, highest call, declaration,
            -1 before there is one.
        calls: the calls so far.
        plays: the dominoes played so far.
        costs: array (5,): what a lead, a reply, a call, a third of a point of a declaration cost, and
            a declaration at most.
        found: array (n,), filled.
    """
    shaker, cap, house = item_at(auction, 0), item_at(auction, 1), item_at(auction, 2)
    bidder, call, declaration = item_at(auction, 3), item_at(auction, 4), item_at(auction, 5)
    declarer = declarer_of(bidder, call)
    for world in range(len(owners)):
        own, cost = item_at(owners, world), 0
        lower, upper = own & ALL, own >> N_DOMINOES
        if costs[2]:
            cost += cost_of_calls(
                lower, upper, viewer, shaker, calls, cap, house, item_at(costs, 2)
            )
        if declaration >= 0:
            if declarer != viewer:
                hand = dealt_to(lower, upper, declarer)
                cost += cost_of_declaration(hand, declaration, item_at(costs, 3), item_at(costs, 4))
            out = sits_out(bidder, declaration)
            where, rest = dealt(lower, upper, declaration, declarer, side(bidder), out)
            cost += cost_of_plays(
                where, rest, viewer, call, plays, item_at(costs, 0), item_at(costs, 1)
            )
        found[world] = cost
