"""The exact search of a position of Tractor with all hands seen.

The question is always whether the attackers gain ``need`` more from here on, the kitty included. The
answer is a bound: at least ``need``, and then they can have as much; or below, and then no more.
``solver`` halves the range with such questions until the bounds meet.

* Between tricks a position is the cards left and who leads. A table keeps both bounds and the best lead
  for each, as long as the deal stays.
* Before it is searched it is bounded: by the points left, what the kitty can pay, and what the leader
  cashes that nobody can beat (``bounds``).
* Of moves that do the same one is tried (``alike``), and no throw that fails (``leads``).
* The moves that win points surely are tried first (below).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, PARTITIONS, may_hold_tractor
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.deck import TRUMPS, level_mask, without
from suitwise.tractor.rules.profile import NONE as NO_DUTY
from suitwise.tractor.solve import workspace as ws
from suitwise.tractor.solve.workspace import (
    attacks,
    height,
    honour_of,
    keep_standing,
    kitty_for,
    kitty_of,
    last_trick,
    list_leads,
    list_replies,
    note_lead,
    partition_led,
    slot_of,
    suit_of,
    trumps_of,
    worth_of,
)

# --- Move ordering --------------------------------------------------------------------------------

FIRST = 1 << 30
"""The score of the lead that was best before."""
RECENTLY = 300
"""What the lead that answered last is tried earlier for."""


@rule
def score_leads(desk: Any, ply: int, seat: int, known: int, recent: int) -> None:
    """Score the leads listed: the known best, the recent, high blocks with points, low cards without."""
    for at in range(
        ws.MOVES + ws.ROW * ply,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        if item_at(desk, at + ws.DELTA) == known:
            desk[at + ws.SCORE] = FIRST
        else:
            once, twice = item_at(desk, at + ws.ONCE), item_at(desk, at + ws.TWICE)
            score = lead_score(desk, seat, once, twice, item_at(desk, at + ws.WORTH))
            desk[at + ws.SCORE] = score + (
                RECENTLY if item_at(desk, at + ws.DELTA) == recent else 0
            )


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
    form, chain, hand = item_at(desk, ws.FORM), item_at(desk, ws.CHAIN), ws.HANDS + 2 * seat
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
        ws.MOVES + ws.ROW * ply,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        once, twice = item_at(desk, at + ws.ONCE), item_at(desk, at + ws.TWICE)
        honour = honour_of(desk, ply, place, once, twice, best, best_once, best_twice)
        desk[at + ws.BEST] = honour
        taken = points + item_at(desk, at + ws.WORTH)
        standing = honour if honour else best
        ours = prevails(desk, lead_ply, place, seat, standing, partner_wins or honour > 0)
        dear = cost(desk, once, twice)
        desk[at + ws.SCORE] = (64 * taken if ours else -64 * taken) + (32 if ours else 0) - dear


@rule
def prevails(desk: Any, lead_ply: int, place: int, seat: int, best: int, ours: bool) -> bool:
    """Guess whether the trick will be of a seat's side, by who can still beat what stands."""
    frame = ws.FRAMES + ws.FRAME * lead_ply
    if item_at(desk, frame + ws.IS_THROW):
        return ours
    led, suit = item_at(desk, frame + ws.LED), item_at(desk, frame + ws.LED_MASK)
    length = item_at(desk, frame + ws.LENGTH)
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
    if item_at(desk, ws.BURIED) == 0:
        return 0
    longest = most = 0
    for seat in range(4):
        twice = item_at(desk, ws.HANDS + 2 * seat + 1)
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
    if needed == 0 or (drawn >= needed and item_at(desk, ws.DUTY) != NO_DUTY):
        for partition in range(TRUMPS):
            number, worth = _cash_in(desk, leader, partition)
            drawn, points = drawn + number, points + worth
    return drawn, points


@rule
def _held(desk: Any, seat: int, suit: int) -> int:
    """Return how many cards of a suit a seat holds."""
    hand = ws.HANDS + 2 * seat
    return count_bits(item_at(desk, hand) & suit) + count_bits(item_at(desk, hand + 1) & suit)


@rule
def _cash_in(desk: Any, leader: int, partition: int) -> tuple[int, int]:
    """Return how many cards of a partition nobody else can beat, and their points."""
    suit, form = suit_of(desk, partition), item_at(desk, ws.FORM)
    hand = ws.HANDS + 2 * leader
    own, doubles = item_at(desk, hand) & suit, item_at(desk, hand + 1) & suit
    if own == 0:
        return 0, 0
    others = 0
    for ahead in range(1, 4):
        others |= item_at(desk, ws.HANDS + 2 * (leader + ahead & 3)) & suit
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


# --- The exact search of a position of Tractor with all hands seen --------------------------------


@rule
def best_left(desk: Any, ply: int, tried: int) -> int:
    """Bring the best move that is left behind those tried; return where it is written."""
    first = ws.MOVES + ws.ROW * ply + ws.FIELDS * tried
    best, most = first, item_at(desk, first + ws.SCORE)
    for at in range(
        first + ws.FIELDS,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        if item_at(desk, at + ws.SCORE) > most:
            best, most = at, item_at(desk, at + ws.SCORE)
    if best != first:
        for field in range(ws.FIELDS):
            kept = item_at(desk, first + field)
            desk[first + field] = item_at(desk, best + field)
            desk[best + field] = kept
    return first


@rule
def gain(
    desk: Any,
    ply: int,
    leader: int,
    place: int,
    winner: int,
    best: int,
    best_once: int,
    best_twice: int,
    laid: int,
    points: int,
    key: int,
    cards: int,
    rest: int,
    need: int,
) -> int:
    """Return a bound on what the attackers gain: at least ``need`` and reached, or below and the most.

    Args:
        desk: the desk.
        ply: how many plays were made since the search began, in whole tricks.
        leader: who leads or led the trick.
        place: how many plays lie on the table.
        winner: the seat that wins so far.
        best: the honour of its play.
        best_once: card mask of its play.
        best_twice: mask of its pairs.
        laid: card mask of all that lies on the table.
        points: the points on the table.
        key: the number of the position, without what was played in this trick.
        cards: the cards that each hand had before the trick.
        rest: the points in all hands before it, those on the table included.
        need: what is asked, 1 at least.
    """
    seat = leader + place & 3
    low, high, slot, code, found = 0, 0, 0, 0, 0
    recent = ws.RECENT + 4 * cards + seat
    if place == 0:
        if item_at(desk, ws.NODES) >= item_at(desk, ws.LIMIT):
            return 0
        desk[ws.NODES] += 1
        if cards == 1:
            return last_trick(desk, leader)
        code, lead = key << 2 | leader, -1
        slot = slot_of(code)
        code |= item_at(desk, ws.STAMP) << ws.KEY_BITS
        if item_at(desk, slot + ws.KEY) == code:
            low, high = item_at(desk, slot + ws.LOW), item_at(desk, slot + ws.HIGH)
            lead = item_at(desk, slot + ws.LEAD)
        else:
            low, high = bounds(desk, leader, cards, rest)
        if low >= need:
            return low
        if high < need:
            return high
        list_leads(desk, ply, seat)
        score_leads(desk, ply, seat, lead, item_at(desk, recent))
    else:
        list_replies(desk, ply, ply - place, seat, laid)
        score_replies(desk, ply, place, seat, winner, best, best_once, best_twice, points)
    frame = ws.FRAMES + ws.FRAME * (ply - place)
    wants = attacks(desk, seat)
    hand = ws.HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    reached = -1 if wants else 1 << 40
    number, tried, chosen = item_at(desk, ws.COUNTS + ply), 0, -1
    while tried < number and (reached < need if wants else reached >= need):
        at = best_left(desk, ply, tried)
        tried += 1
        play, doubles = item_at(desk, at + ws.ONCE), item_at(desk, at + ws.TWICE)
        delta, honour = item_at(desk, at + ws.DELTA), item_at(desk, at + ws.BEST)
        taken = points + item_at(desk, at + ws.WORTH)
        desk[hand], desk[hand + 1] = without(once, twice, play, doubles)
        if place == 0:
            honour = note_lead(desk, ply, play, doubles)
        else:
            keep_standing(desk, ply, place, honour > 0, (play, doubles), (best_once, best_twice))
        takes = place == 0 or honour > 0
        taker = seat if takes else winner
        if place < 3:
            found = gain(
                desk,
                ply + 1,
                leader,
                place + 1,
                taker,
                honour if takes else best,
                play if takes else best_once,
                doubles if takes else best_twice,
                laid | play,
                taken,
                key - delta,
                cards,
                rest,
                need,
            )
        else:
            mine = taken if attacks(desk, taker) else 0
            after, still = cards - item_at(desk, frame + ws.SIZE), rest - taken
            if after == 0:
                kitty = kitty_for(desk, frame)
                found = mine + (kitty if attacks(desk, taker) else 0)
            elif need <= mine:
                found = mine
            else:
                nobody = place - 3
                found = mine + gain(
                    desk,
                    ply + 1,
                    taker,
                    nobody,
                    taker,
                    nobody,
                    nobody,
                    nobody,
                    nobody,
                    nobody,
                    key - delta,
                    after,
                    still,
                    need - mine,
                )
        if found > reached if wants else found < reached:
            reached, chosen = found, delta
    desk[hand], desk[hand + 1] = once, twice
    if place == 0 and item_at(desk, ws.NODES) < item_at(desk, ws.LIMIT):
        if reached >= need if wants else reached < need:
            desk[recent] = chosen
        if reached >= need:
            low = max(low, reached)
        else:
            high = min(high, reached)
        desk[slot + ws.KEY], desk[slot + ws.LEAD] = code, chosen
        desk[slot + ws.LOW], desk[slot + ws.HIGH] = low, high
    return reached
