"""The exact search of a position of Tractor with all hands seen.

The question is always whether the attackers gain ``need`` more from here on, the kitty included. The
answer is a bound: at least ``need``, and then they can have as much; or below, and then no more.
``worth`` halves the range with such questions until the bounds meet.

* Between tricks a position is the cards left and who leads. A table keeps both bounds and the best lead
  for each, as long as the deal stays.
* Before it is searched it is bounded: by the points left, what the kitty can pay, and what the leader
  cashes that nobody can beat (``bounds``).
* Of moves that do the same one is tried (``alike``), and no throw that fails (``leads``).
* The moves that win points surely are tried first (``order``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.tractor.rules.piles import without
from suitwise.tractor.solve.moves import list_leads, list_replies
from suitwise.tractor.solve.order import bounds, score_leads, score_replies
from suitwise.tractor.solve.workspace import (
    BEST,
    COUNTS,
    DELTA,
    FIELDS,
    FRAME,
    FRAMES,
    HANDS,
    HIGH,
    KEY,
    KEY_BITS,
    LEAD,
    LIMIT,
    LOW,
    MOVES,
    NODES,
    ONCE,
    RECENT,
    ROW,
    SCORE,
    SIZE,
    STAMP,
    TWICE,
    WORTH,
    attacks,
    keep_standing,
    kitty_for,
    last_trick,
    note_lead,
    slot_of,
)


@rule
def best_left(desk: Any, ply: int, tried: int) -> int:
    """Bring the best move that is left behind those tried; return where it is written."""
    first = MOVES + ROW * ply + FIELDS * tried
    best, most = first, item_at(desk, first + SCORE)
    for at in range(
        first + FIELDS, MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply), FIELDS
    ):
        if item_at(desk, at + SCORE) > most:
            best, most = at, item_at(desk, at + SCORE)
    if best != first:
        for field in range(FIELDS):
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
    recent = RECENT + 4 * cards + seat
    if place == 0:
        if item_at(desk, NODES) >= item_at(desk, LIMIT):
            return 0
        desk[NODES] += 1
        if cards == 1:
            return last_trick(desk, leader)
        code, lead = key << 2 | leader, -1
        slot = slot_of(code)
        code |= item_at(desk, STAMP) << KEY_BITS
        if item_at(desk, slot + KEY) == code:
            low, high = item_at(desk, slot + LOW), item_at(desk, slot + HIGH)
            lead = item_at(desk, slot + LEAD)
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
    frame = FRAMES + FRAME * (ply - place)
    wants = attacks(desk, seat)
    hand = HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    reached = -1 if wants else 1 << 40
    number, tried, chosen = item_at(desk, COUNTS + ply), 0, -1
    while tried < number and (reached < need if wants else reached >= need):
        at = best_left(desk, ply, tried)
        tried += 1
        play, doubles = item_at(desk, at + ONCE), item_at(desk, at + TWICE)
        delta, honour = item_at(desk, at + DELTA), item_at(desk, at + BEST)
        taken = points + item_at(desk, at + WORTH)
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
            after, still = cards - item_at(desk, frame + SIZE), rest - taken
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
    if place == 0 and item_at(desk, NODES) < item_at(desk, LIMIT):
        if reached >= need if wants else reached < need:
            desk[recent] = chosen
        if reached >= need:
            low = max(low, reached)
        else:
            high = min(high, reached)
        desk[slot + KEY], desk[slot + LEAD] = code, chosen
        desk[slot + LOW], desk[slot + HIGH] = low, high
    return reached
