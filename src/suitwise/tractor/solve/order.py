"""In which order the search tries moves: the sooner a good one comes, the fewer others are needed."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.order import TRUMPS
from suitwise.tractor.solve.desk import (
    BEST,
    CHAIN,
    COUNTS,
    DELTA,
    FIELDS,
    FORM,
    FRAME,
    FRAMES,
    HANDS,
    IS_THROW,
    LED,
    LED_MASK,
    LENGTH,
    MOVES,
    ONCE,
    ROW,
    SCORE,
    TWICE,
    WORTH,
    height,
    suit_of,
    trumps_of,
)
from suitwise.tractor.solve.tricks import honour_of, partition_led

FIRST = 1 << 30
"""The score of the lead that was best before."""
RECENTLY = 300
"""What the lead that answered last is tried earlier for."""


@rule
def score_leads(desk: Any, ply: int, seat: int, known: int, recent: int) -> None:
    """Score the leads listed: the known best, the recent, high blocks with points, low cards without."""
    for at in range(
        MOVES + ROW * ply, MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply), FIELDS
    ):
        if item_at(desk, at + DELTA) == known:
            desk[at + SCORE] = FIRST
        else:
            once, twice = item_at(desk, at + ONCE), item_at(desk, at + TWICE)
            score = lead_score(desk, seat, once, twice, item_at(desk, at + WORTH))
            desk[at + SCORE] = score + (RECENTLY if item_at(desk, at + DELTA) == recent else 0)


@rule
def lead_score(desk: Any, seat: int, once: int, twice: int, points: int) -> int:
    """Return the score of a lead: whether an opponent can take it, its points, its cards."""
    led, length = partition_led(desk, once), count_bits(twice)
    size = count_bits(once) + length
    if size > 1 and size != 2 * length:  # a throw stands
        return 400 + 20 * size + 40 * points
    best = height(desk, lowest_bit(once)) + max(length - 1, 0)
    suit = suit_of(desk, led)
    opponents = can_beat(desk, seat + 1 & 3, suit, led, length, best)
    opponents |= can_beat(desk, seat + 3 & 3, suit, led, length, best)
    if not opponents:
        return 500 + 20 * size + 40 * points
    if can_beat(desk, seat + 2 & 3, suit, led, length, best):
        return 200 - best - 5 * points
    return 100 - best - 40 * points


@rule
def can_beat(desk: Any, seat: int, suit: int, led: int, length: int, best: int) -> bool:
    """Tell whether a hand has a block that beats a block led, as far as its duty lets it."""
    form, chain, hand = item_at(desk, FORM), item_at(desk, CHAIN), HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    if once & suit:
        return highest_block(once & suit, twice & suit, led, form, ACE, length, chain) > best
    trumps = trumps_of(desk)
    if once & trumps == 0:
        return False
    return highest_block(once & trumps, twice & trumps, TRUMPS, form, ACE, length, chain) > best


@rule
def score_replies(
    desk: Any,
    ply: int,
    place: int,
    seat: int,
    winner: int,
    best: int,
    best_once: int,
    best_twice: int,
    points: int,
) -> None:
    """Find the honour of each reply listed, and score it by who then has the points on the table."""
    lead_ply = ply - place
    partner_wins = (winner ^ seat) & 1 == 0
    for at in range(
        MOVES + ROW * ply, MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply), FIELDS
    ):
        once, twice = item_at(desk, at + ONCE), item_at(desk, at + TWICE)
        honour = honour_of(desk, ply, place, once, twice, best, best_once, best_twice)
        desk[at + BEST] = honour
        taken = points + item_at(desk, at + WORTH)
        standing = honour if honour else best
        ours = prevails(desk, lead_ply, place, seat, standing, partner_wins or honour > 0)
        dear = cost(desk, once, twice)
        desk[at + SCORE] = (64 * taken if ours else -64 * taken) + (32 if ours else 0) - dear


@rule
def prevails(desk: Any, lead_ply: int, place: int, seat: int, best: int, ours: bool) -> bool:
    """Guess whether the trick will be of a seat's side, by who can still beat what stands."""
    frame = FRAMES + FRAME * lead_ply
    if item_at(desk, frame + IS_THROW):
        return ours
    led, suit = item_at(desk, frame + LED), item_at(desk, frame + LED_MASK)
    length = item_at(desk, frame + LENGTH)
    for later in range(place + 1, 4):
        other = seat + later - place & 3
        if can_beat(desk, other, suit, led, length, best):
            ours = (other ^ seat) & 1 == 0
    return ours


@rule
def cost(desk: Any, once: int, twice: int) -> int:
    """Return how dear the cards of a play are: their heights, a pair's twice."""
    found = 0
    for cards in (once, twice):
        while cards:
            found += height(desk, lowest_bit(cards))
            cards &= cards - 1
    return found
