"""In which order the search tries moves: the sooner a good one comes, the fewer others are needed."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, PARTITIONS
from suitwise.tractor.arrays.playouts import may_hold_tractor
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.order import TRUMPS, level_mask
from suitwise.tractor.rules.owed import NONE as NO_DUTY
from suitwise.tractor.solve.workspace import (
    BEST,
    BURIED,
    CHAIN,
    COUNTS,
    DELTA,
    DUTY,
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
    attacks,
    height,
    honour_of,
    kitty_of,
    partition_led,
    suit_of,
    trumps_of,
    worth_of,
)

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


# --- What is known of a position before it is searched --------------------------------------------


@rule
def bounds(desk: Any, leader: int, cards: int, rest: int) -> tuple[int, int]:
    """Return what the attackers surely gain and what they gain at most, by five.

    Args:
        desk: the desk.
        leader: who leads.
        cards: the cards in each hand.
        rest: the points left in the hands.
    """
    single, led = 0, 1
    kitty = most_for_kitty(desk)
    cashed, points = cash(desk, leader)
    if attacks(desk, leader):
        if cashed >= cards:
            return rest + kitty_of(desk, single, led), rest + kitty
        return points, rest + kitty
    if cashed >= cards:
        return 0, 0
    return 0, rest - points + kitty


@rule
def most_for_kitty(desk: Any) -> int:
    """Return the most that the kitty can pay.

    A block is a pair at most where no hand has a tractor, and a lead is of one partition.
    """
    if item_at(desk, BURIED) == 0:
        return 0
    longest = most = 0
    for seat in range(4):
        twice = item_at(desk, HANDS + 2 * seat + 1)
        if twice:
            longest = max(longest, count_bits(twice) if may_hold_tractor(twice) else 1)
        for partition in range(PARTITIONS):
            most = max(most, _held(desk, seat, suit_of(desk, partition)))
    return kitty_of(desk, longest, most)


@rule
def cash(desk: Any, leader: int) -> tuple[int, int]:
    """Return how many cards a leader cashes one by one that nobody can beat, and their points.

    The highest trumps; and if the opponents have no others left then, the highest cards of each plain
    suit. A partner who must ruff one of them has trumps alone, and the opponents none: what is left is
    that side's as well.
    """
    first, _partner, third = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    trumps = suit_of(desk, TRUMPS)
    drawn, points = _cash_in(desk, leader, TRUMPS)
    needed = max(_held(desk, first, trumps), _held(desk, third, trumps))
    if needed == 0 or (drawn >= needed and item_at(desk, DUTY) != NO_DUTY):
        for partition in range(TRUMPS):
            number, worth = _cash_in(desk, leader, partition)
            drawn, points = drawn + number, points + worth
    return drawn, points


@rule
def _held(desk: Any, seat: int, suit: int) -> int:
    """Return how many cards of a suit a seat holds."""
    hand = HANDS + 2 * seat
    return count_bits(item_at(desk, hand) & suit) + count_bits(item_at(desk, hand + 1) & suit)


@rule
def _cash_in(desk: Any, leader: int, partition: int) -> tuple[int, int]:
    """Return how many cards of a partition nobody else can beat, and their points."""
    suit, form = suit_of(desk, partition), item_at(desk, FORM)
    hand = HANDS + 2 * leader
    own, doubles = item_at(desk, hand) & suit, item_at(desk, hand + 1) & suit
    if own == 0:
        return 0, 0
    others = 0
    for ahead in range(1, 4):
        others |= item_at(desk, HANDS + 2 * (leader + ahead & 3)) & suit
    if others:
        top = highest_bit(level_mask(others, partition, form, ACE))
        left = own
        while left:
            card = left & -left
            left ^= card
            if height(desk, highest_bit(card)) < top:
                own ^= card
        doubles &= own
    return count_bits(own) + count_bits(doubles), worth_of(desk, own, doubles)
