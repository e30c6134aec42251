"""The rules of Spades: who bids, what may not be led, what contracts, bags and nil come to.

They are those of pagat.com/auctionwhist/spades.html, without blind nil and without exchange of cards:
from the dealer's left each bids once, nil or 1 to 13 tricks; the dealer's left leads; spades are trump,
and are not led before one has been played, unless the leader holds nothing else. A side that takes at
least the sum of its bids scores 10 for each trick bid and 1 for each more, a bag; one that falls short
loses 10 for each trick bid. Nil is worth 100, made or failed; the tricks of a failed nil count for the
partner's bid, or as bags. Every ten bags of the game cost 100.

A game ends after a deal when a side has the points of a game, or has lost as many, and one is ahead. So
that it always ends, it ends after ``MOST_DEALS`` deals, too, which is this package's own rule.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.tricks import TrickRules
from suitwise.tricks.cards import ALL, SPADES, SUIT
from suitwise.tricks.rules import (
    DEALER,
    DEALS,
    NUMBERS,
    POINTS,
    TOOK,
    TRUMP,
    bid_from,
    following,
    last_call,
    place_in_trick,
    played,
    score_of,
)

CALLS = ("nil", *map(str, range(1, 14)))
"""The bids as they are written; the place of a bid is how many tricks it promises."""
NIL = 0
A_TRICK, A_NIL, TEN_BAGS = 10, 100, 100
MOST_DEALS = 40
TARGET = NUMBERS
"""The points of a game, 0 for a single deal."""
ALL_SPADES = SUIT[SPADES]


@rule
def open_deal(record: Any, options: Any, last: int) -> None:
    """Make spades trump, and let the dealer's left bid first."""
    record[TRUMP] = SPADES
    bid_from(record, (record[DEALER] + 1) % 4)


@rule
def barring(record: Any, options: Any, card: int) -> int:
    """Follow suit; lead no spade before one has been played while there is something else."""
    if place_in_trick(record) > 0:
        return following(record, card)
    is_early = ALL_SPADES >> card & 1 and played(record) & ALL_SPADES == 0
    return ALL & ~ALL_SPADES if is_early else 0


@rule
def points_of_nil(record: Any, seat: int) -> int:
    """Return what the nil of a seat comes to, 0 if it has bid tricks."""
    if last_call(record, seat) != NIL:
        return 0
    return A_NIL if record[TOOK + seat] == 0 else -A_NIL


@rule
def points_of_side(record: Any, seat: int) -> int:
    """Return what the deal is worth to the side of a seat.

    All but bags scores tens, so the last digit of a score is how many bags wait to be ten.
    """
    partner = seat + 2
    bid = last_call(record, seat) + last_call(record, partner)
    took: int = record[TOOK + seat] + record[TOOK + partner]
    points = points_of_nil(record, seat) + points_of_nil(record, partner)
    if took < bid:
        return points - A_TRICK * bid
    bags = took - bid
    tens = (score_of(record, seat) % 10 + bags) // 10
    return points + A_TRICK * bid + bags - TEN_BAGS * tens


@rule
def score_deal(record: Any, options: Any) -> None:
    """Score the bids of both sides."""
    for side in range(2):
        points = points_of_side(record, side)
        record[POINTS + side] = points
        record[POINTS + side + 2] = points


@rule
def is_won(record: Any, options: Any) -> bool:
    """Tell whether a side has won or lost the points of a game, or there have been enough deals."""
    if options[TARGET] == 0 or record[DEALS] + 1 >= MOST_DEALS:
        return True
    one, other = score_of(record, 0), score_of(record, 1)
    far = max(one, other) >= options[TARGET] or min(one, other) <= -options[TARGET]
    return bool(far and one != other)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return 1 for a game won and -1 for one lost, or by how many points a single deal was won."""
    ahead = score_of(record, seat) - score_of(record, (seat + 1) % 4)
    if options[TARGET] == 0:
        return float(ahead)
    if ahead == 0:
        return 0.0
    return 1.0 if ahead > 0 else -1.0


RULES = TrickRules(
    open_deal,
    barring=barring,
    score_deal=score_deal,
    is_won=is_won,
    outcome=outcome,
)
