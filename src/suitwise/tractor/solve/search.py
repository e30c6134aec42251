"""The exact search of an ending of Tractor with all hands seen.

``gain`` is alpha-beta search with a null window: it answers whether the attackers gain ``need`` more
from here on, the kitty included, and returns a bound (fail-soft). ``solver`` bisects the range of
results with such questions.

* A transposition table stores for each position between tricks bounds on the gain and the best lead; a
  position is the cards left and the leader. It is valid for one deal.
* Before a position is searched, it is bounded by the points left, the most that the kitty can pay, and
  the cards that the leader can cash because nobody can beat them (``bounds``).
* Of equivalent cards only one is tried, and no failing throws (``workspace``).
* Moves that surely win points are tried first.

The search keeps everything in one array, the *desk*; ``workspace`` describes it. Points are in fives.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, PARTITIONS, may_hold_tractor, size_of
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.deck import TRUMPS, level_mask, without
from suitwise.tractor.rules.profile import NONE as NO_DUTY
from suitwise.tractor.solve import workspace as ws
from suitwise.tractor.solve.workspace import (
    attacks,
    height,
    honour_of,
    keep_tops,
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
"""The score of the best lead stored for the position."""
RECENTLY = 300
"""A bonus for the lead that last caused a cutoff with as many cards left."""
_FAR = 1 << 40
"""More than any gain."""


@rule
def score_leads(desk: Any, ply: int, seat: int, best: int, recent: int) -> None:
    """Score the leads listed for a ply.

    Args:
        desk: the desk.
        ply: the ply.
        seat: the leader.
        best: the ``DELTA`` of the best lead stored for the position, or -1.
        recent: that of the lead that last caused a cutoff.
    """
    for move in range(
        ws.MOVES + ws.ROW * ply,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        if item_at(desk, move + ws.DELTA) == best:
            desk[move + ws.SCORE] = FIRST
        else:
            once, twice = item_at(desk, move + ws.ONCE), item_at(desk, move + ws.TWICE)
            score = lead_score(desk, seat, once, twice, item_at(desk, move + ws.WORTH))
            desk[move + ws.SCORE] = score + (
                RECENTLY if item_at(desk, move + ws.DELTA) == recent else 0
            )


@rule
def lead_score(desk: Any, seat: int, once: int, twice: int, points: int) -> int:
    """Return the score of a lead: high if no opponent can beat it, above all with points."""
    led, length = partition_led(desk, once), count_bits(twice)
    size = count_bits(once) + length
    if size > 1 and size != 2 * length:  # a throw, which stands
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
    """Tell whether a hand has a block to beat a block led, in its suit or by a ruff if void."""
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
    """Write the honour of each reply listed, and score it by the side that will win the points.

    The arguments are those of ``gain``.
    """
    lead_ply = ply - place
    side_wins = (winner ^ seat) & 1 == 0
    for move in range(
        ws.MOVES + ws.ROW * ply,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        once, twice = item_at(desk, move + ws.ONCE), item_at(desk, move + ws.TWICE)
        honour = honour_of(desk, ply, place, once, twice, best, best_once, best_twice)
        desk[move + ws.BEST] = honour
        taken = points + item_at(desk, move + ws.WORTH)
        standing = honour if honour else best
        ours = probably_wins(desk, lead_ply, place, seat, standing, side_wins or honour > 0)
        heights = total_height(desk, once, twice)
        desk[move + ws.SCORE] = (64 * taken + 32 if ours else -64 * taken) - heights


@rule
def probably_wins(desk: Any, lead_ply: int, place: int, seat: int, best: int, ours: bool) -> bool:
    """Guess whether a seat's side wins the trick, by which of the later seats can beat ``best``."""
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
def total_height(desk: Any, once: int, twice: int) -> int:
    """Return the sum of Φ over the cards of a play."""
    total = 0
    for cards in (once, twice):
        while cards:
            total += height(desk, lowest_bit(cards))
            cards &= cards - 1
    return total


# --- Bounds without search ------------------------------------------------------------------------


@rule
def bounds(desk: Any, leader: int, cards: int, rest: int) -> tuple[int, int]:
    """Return a lower and an upper bound on the attackers' gain from a position between tricks.

    Args:
        desk: the desk.
        leader: the seat to lead.
        cards: the number of cards in each hand.
        rest: the points left in the hands.
    """
    single, led = 0, 1
    kitty = most_for_kitty(desk)
    cashed, points = cash(desk, leader)
    if attacks(desk, leader):
        if cashed >= cards:  # all tricks, the last one with a single card
            return rest + kitty_of(desk, single, led), rest + kitty
        return points, rest + kitty
    if cashed >= cards:
        return 0, 0
    return 0, rest - points + kitty


@rule
def most_for_kitty(desk: Any) -> int:
    """Return the most that the kitty can pay.

    It depends on the last lead: its cards are of one partition, and if no hand has a tractor its
    longest block is at most a pair.
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
    """Return the number of cards that a leader can cash one by one, and their points.

    Nobody can beat the highest trumps. If these draw all trumps of the opponents, nobody beats the
    highest cards of each plain suit either. A partner who must ruff one of these has only trumps left
    and the opponents have none, so the side still wins all those tricks.
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
    """Return the number of cards that a seat holds in a suit."""
    hand = ws.HANDS + 2 * seat
    return size_of(item_at(desk, hand) & suit, item_at(desk, hand + 1) & suit)


@rule
def _cash_in(desk: Any, leader: int, partition: int) -> tuple[int, int]:
    """Return the number of the leader's cards that nobody can beat in a partition, and their points."""
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
    return size_of(own, doubles), worth_of(desk, own, doubles)


# --- The search -----------------------------------------------------------------------------------


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
    """Return a bound on the attackers' further gain.

    If they can gain ``need`` or more, the result is a lower bound of at least ``need``; otherwise it is
    an upper bound below ``need``. When the limit of positions is exceeded, the result means nothing.

    A null window needs no alpha and beta: an attacker's move that reaches ``need`` decides the
    position, and so does a move of the landlord's side that stays below it.

    Args:
        desk: the desk.
        ply: the number of plays since the search began.
        leader: the seat that leads or led the trick.
        place: the number of plays on the table. At 0, ``winner`` to ``points`` are not read.
        winner: the seat that wins the trick so far.
        best: the honour of its play.
        best_once: card mask of its play.
        best_twice: mask of its pairs.
        laid: card mask of all cards on the table.
        points: the points on the table.
        key: the key of the position, without the cards on the table.
        cards: the number of cards that each hand had before the trick.
        rest: the points that all hands had before the trick.
        need: the gain asked about, at least 1.
    """
    seat = leader + place & 3
    low, high, value = 0, 0, 0
    recent = ws.RECENT + 4 * cards + seat
    if place == 0:
        if item_at(desk, ws.NODES) >= item_at(desk, ws.LIMIT):
            return 0
        desk[ws.NODES] += 1
        if cards == 1:
            return last_trick(desk, leader)
        low, high, stored = look_up(desk, leader, key, cards, rest)
        if low >= need:
            return low
        if high < need:
            return high
        list_leads(desk, ply, seat)
        score_leads(desk, ply, seat, stored, item_at(desk, recent))
    else:
        list_replies(desk, ply, ply - place, seat, laid)
        score_replies(desk, ply, place, seat, winner, best, best_once, best_twice, points)
    frame = ws.FRAMES + ws.FRAME * (ply - place)
    maximises = attacks(desk, seat)
    hand = ws.HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    bound = -1 if maximises else _FAR
    number, tried, chosen = item_at(desk, ws.COUNTS + ply), 0, -1
    while tried < number and (bound < need if maximises else bound >= need):
        move = next_move(desk, ply, tried)
        tried += 1
        play, doubles = item_at(desk, move + ws.ONCE), item_at(desk, move + ws.TWICE)
        delta, honour = item_at(desk, move + ws.DELTA), item_at(desk, move + ws.BEST)
        taken = points + item_at(desk, move + ws.WORTH)
        # Make the move. Deeper plies change the desk, but they undo what they do to the hands.
        desk[hand], desk[hand + 1] = without(once, twice, play, doubles)
        if place == 0:
            honour = note_lead(desk, ply, play, doubles)
        else:
            keep_tops(desk, ply, place, honour > 0, (play, doubles), (best_once, best_twice))
        wins = place == 0 or honour > 0
        taker = seat if wins else winner
        if place < 3:
            value = gain(
                desk,
                ply + 1,
                leader,
                place + 1,
                taker,
                honour if wins else best,
                play if wins else best_once,
                doubles if wins else best_twice,
                laid | play,
                taken,
                key - delta,
                cards,
                rest,
                need,
            )
        else:
            # The trick is over: add the points of the attackers' tricks, and ask for the rest.
            trick = taken if attacks(desk, taker) else 0
            left = cards - item_at(desk, frame + ws.SIZE)
            if left == 0:
                value = trick + (kitty_for(desk, frame) if attacks(desk, taker) else 0)
            elif need <= trick:
                value = trick
            else:
                zero = place - 3  # a variable: a recursive rule takes no constants (``compiled``)
                value = trick + gain(
                    desk,
                    ply + 1,
                    taker,
                    zero,
                    taker,
                    zero,
                    zero,
                    zero,
                    zero,
                    zero,
                    key - delta,
                    left,
                    rest - taken,
                    need - trick,
                )
        if value > bound if maximises else value < bound:
            bound, chosen = value, delta
    desk[hand], desk[hand + 1] = once, twice
    if place == 0 and item_at(desk, ws.NODES) < item_at(desk, ws.LIMIT):
        if bound >= need if maximises else bound < need:
            desk[recent] = chosen
        if bound >= need:
            low = max(low, bound)
        else:
            high = min(high, bound)
        store(desk, leader, key, low, high, chosen)
    return bound


@rule
def next_move(desk: Any, ply: int, tried: int) -> int:
    """Move the best move left to the place behind those tried; return where it is on the desk."""
    first = ws.MOVES + ws.ROW * ply + ws.FIELDS * tried
    best, most = first, item_at(desk, first + ws.SCORE)
    for move in range(
        first + ws.FIELDS,
        ws.MOVES + ws.ROW * ply + ws.FIELDS * item_at(desk, ws.COUNTS + ply),
        ws.FIELDS,
    ):
        if item_at(desk, move + ws.SCORE) > most:
            best, most = move, item_at(desk, move + ws.SCORE)
    if best != first:
        for field in range(ws.FIELDS):
            saved = item_at(desk, first + field)
            desk[first + field] = item_at(desk, best + field)
            desk[best + field] = saved
    return first


@rule
def look_up(desk: Any, leader: int, key: int, cards: int, rest: int) -> tuple[int, int, int]:
    """Return bounds on the attackers' gain from a position between tricks, and its best lead.

    They come from the transposition table; if it lacks the position, from ``bounds``, with -1 as the
    lead.
    """
    slot = slot_of(key << 2 | leader)
    if item_at(desk, slot + ws.KEY) == stamped(desk, leader, key):
        low, high = item_at(desk, slot + ws.LOW), item_at(desk, slot + ws.HIGH)
        return low, high, item_at(desk, slot + ws.LEAD)
    low, high = bounds(desk, leader, cards, rest)
    return low, high, -1


@rule
def store(desk: Any, leader: int, key: int, low: int, high: int, lead: int) -> None:
    """Store bounds and the best lead of a position in the transposition table; replace always."""
    slot = slot_of(key << 2 | leader)
    desk[slot + ws.KEY], desk[slot + ws.LEAD] = stamped(desk, leader, key), lead
    desk[slot + ws.LOW], desk[slot + ws.HIGH] = low, high


@rule
def stamped(desk: Any, leader: int, key: int) -> int:
    """Return a position as one integer: the stamp of the deal, the key, the leader."""
    return key << 2 | leader | item_at(desk, ws.STAMP) << ws.KEY_BITS
