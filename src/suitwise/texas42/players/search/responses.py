"""The best that a seat can do in many worlds against others who play by the policy.

The seat knows what the others would play in each world, but not in which world it is: it plays the same
in all worlds that have looked the same so far, and learns from the plays that tell them apart. That is
its best response over information sets; no strategy is fused. It is exact for the worlds given.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.foundation.seating import side
from suitwise.texas42.arrays.packed import declaration_of, legal_of, played, suit_of, turn_of
from suitwise.texas42.arrays.playouts import lacking, policy_domino
from suitwise.texas42.players.search.outcomes import prevails


@rule
def response(
    public: int,
    rest: int,
    lacks: int,
    lacks_upper: int,
    viewer: int,
    call: int,
    need: int,
    first: int,
    last: int,
    depth: int,
    least: int,
    owners: Any,
    weights: Any,
    order: Any,
    chosen: Any,
) -> int:
    """Return the weight of worlds in which a seat prevails, or at most ``least`` if it is no more.
    """
    total = 0
    for at in range(first, last):
        total += item_at(weights, item_at(order, at))
    where = public | item_at(owners, item_at(order, first))
    won = prevails(where, rest, call, side(viewer))
    if won >= 0:
        return total * won
    if total <= least:
        return least
    seat, suit, declaration = turn_of(where, rest), suit_of(where, rest), declaration_of(where)
    if seat == viewer:
        legal = legal_of(where, rest)
        best = least
        while legal and best < total:
            domino = lowest_bit(legal)
            legal &= legal - 1
            known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
            then, left = played(public, rest, domino)
            found = response(
                then, left, known, upper, viewer, call, need, first, last, depth + 1, best,
                owners, weights, order, chosen,
            )  # fmt: skip
            best = max(best, found)
        return best
    for at in range(first, last):
        world = item_at(order, at)
        domino = policy_domino(public | item_at(owners, world), rest, need, lacks, lacks_upper)
        chosen[depth, world] = domino
    # Worlds in which the same is played stand together (insertion sort: there are few).
    for at in range(first + 1, last):
        world, to = item_at(order, at), at
        while to > first and chosen[depth, order[to - 1]] > chosen[depth, world]:
            order[to] = order[to - 1]
            to -= 1
        order[to] = world
    sure, ahead, start = 0, total, first
    while start < last:
        domino, stop, weight = item_at(chosen[depth], item_at(order, start)), start, 0
        while stop < last and chosen[depth, order[stop]] == domino:
            weight += item_at(weights, item_at(order, stop))
            stop += 1
        ahead -= weight
        known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        then, left = played(public, rest, domino)
        floor = least - sure - ahead
        found = response(
            then, left, known, upper, viewer, call, need, start, stop, depth + 1, floor,
            owners, weights, order, chosen,
        )  # fmt: skip
        if found <= floor:
            return least
        sure += found
        start = stop
    return sure


@rule
def respond_plays(
    owners: Any,
    weights: Any,
    public: int,
    rest: int,
    lacks: int,
    lacks_upper: int,
    call: int,
    need: int,
    plays: Any,
    order: Any,
    chosen: Any,
    won: Any,
) -> None:
    """Find the weight of worlds that the seat on turn wins after each of its plays."""
    where = public | item_at(owners, 0)
    seat, suit = turn_of(where, rest), suit_of(where, rest)
    for at in range(len(plays)):
        domino = item_at(plays, at)
        known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        then, left = played(public, rest, domino)
        won[at] = response(
            then, left, known, upper, seat, call, need, 0 * at, len(owners), 0 * at, 0 * at - 1,
            owners, weights, order, chosen,
        )  # fmt: skip
