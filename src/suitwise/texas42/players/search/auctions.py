"""What calls and declarations come to in many worlds: auction and play go on by the policy.

After a call of the seat on turn the others call as the policy would with the hands they have in the
world, whoever wins declares, and the hand is rolled out. So a call is worth what it makes, what it keeps
the others from, and what a pass leaves to the partner.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.seating import partner, side
from suitwise.texas42.arrays.packed import dealt
from suitwise.texas42.arrays.policy_calls import best_declaration, rule_based_call
from suitwise.texas42.players.search.likelihood import dealt_to
from suitwise.texas42.players.search.rollouts import roll_out
from suitwise.texas42.rules.auction import (
    PASS,
    bidder_after,
    caller,
    legal_calls,
    standing_after,
)
from suitwise.texas42.rules.contracts import STRAIGHT, declarer_of, sits_out, stake_of
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES
from suitwise.texas42.rules.suits import EVERY_DOUBLE


@rule
def call_on(
    lower: int, upper: int, shaker: int, standing: int, bidder: int, made: int, cap: int, house: int
) -> tuple[int, int]:
    """Let the seats that are yet to call do so by the policy; return the highest call and its seat.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        shaker: the seat that shook.
        standing: the highest call so far.
        bidder: the seat that made it.
        made: how many have called.
        cap: the most marks that may be called.
        house: the rules of the house, in bits.
    """
    while made < 4:
        seat = caller(shaker, made)
        hand = dealt_to(lower, upper, seat)
        legal = legal_calls(standing, made, count_bits(hand & EVERY_DOUBLE), cap, house)
        call = rule_based_call(hand, standing, bidder == partner(seat), legal)
        standing, bidder = standing_after(standing, call), bidder_after(bidder, seat, call)
        made += 1
    return standing, bidder


@rule
def roll_hand(
    lower: int, upper: int, bidder: int, call: int, declared: int
) -> tuple[int, int, int]:
    """Roll a hand out from its first lead, as ``roll_out`` does.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: the declaration; -1 for the one that the policy makes.
    """
    declarer = declarer_of(bidder, call)
    if declared < 0:
        declared = best_declaration(dealt_to(lower, upper, declarer), STRAIGHT)
    out = sits_out(bidder, declared)
    where, rest = dealt(lower, upper, declared, declarer, side(bidder), out)
    return roll_out(where, rest, 0, 0, call)


@rule
def roll_calls(owners: Any, auction: Any, options: Any, marks: Any) -> None:
    """Find what calls of the seat on turn come to.

    Args:
        owners: array (n,), the seat of each domino in each world: the low 56 bits of ``where``.
        auction: array (6,): shaker, most marks, rules of the house, bidder, highest call, calls made.
        options: array (m, 2): a call, and what its seat declares if it stands; -1 where the policy does.
        marks: array (n, m), filled: the marks that the side on turn wins, less than 0 if it loses.
    """
    shaker, cap, house = item_at(auction, 0), item_at(auction, 1), item_at(auction, 2)
    bidder, standing, made = item_at(auction, 3), item_at(auction, 4), item_at(auction, 5)
    seat = caller(shaker, made)
    for world in range(len(owners)):
        own = item_at(owners, world)
        lower, upper = own & ALL, own >> N_DOMINOES
        for at in range(len(options)):
            call, declared = item_at(options[at], 0), item_at(options[at], 1)
            highest, winner = call_on(
                lower, upper, shaker, standing_after(standing, call),
                bidder_after(bidder, seat, call), made + 1, cap, house,
            )  # fmt: skip
            marks[world, at] = 0
            if highest != PASS:
                if winner != seat:
                    declared = -1
                prevailing, _, _ = roll_hand(lower, upper, winner, highest, declared)
                stake = stake_of(highest)
                marks[world, at] = stake if prevailing == side(seat) else -stake


@rule
def roll_declarations(owners: Any, bidder: int, call: int, declared: Any, points: Any) -> None:
    """Find what declarations come to in points.

    Args:
        owners: as for ``roll_calls``.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: array (m,), the declarations.
        points: array (n, m), filled: the points of the bidder's side when the hand is decided.
    """
    for world in range(len(owners)):
        own = item_at(owners, world)
        for at in range(len(declared)):
            _, first, second = roll_hand(
                own & ALL, own >> N_DOMINOES, bidder, call, item_at(declared, at)
            )
            points[world, at] = second if side(bidder) else first
