"""Double-dummy search for the other questions: nello, sevens, claims, positions within a trick.

Rules page, The game and Solvers. Any subset of the seats may maximise (*choosers*; the others minimise),
the tricks of any subset may count (*takers*), by points or by tricks, and a seat may sit out. In nello
the bidder's tricks count and his opponents maximise. In a claim one seat plays against three.

The recursion makes one play per call, and the table holds positions between tricks. In a game of suits
between two sides of four seats the search continues with ``search.score`` once the trick is complete, so
a position within a trick costs little more than one between tricks.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.foundation.seating import NOBODY, players, seat_at
from suitwise.texas42.rules.dominoes import SEVENS, TRICK_POINT
from suitwise.texas42.solve.search import (
    BEATEN_BY,
    FOLLOWING,
    HANDS,
    KEY_BITS,
    NEAREST,
    NODES,
    NONE,
    QUESTION,
    ROW,
    STAMP,
    STAMPS,
    TABLE,
    WORK,
    WORTH,
    entry,
    high_of,
    key_of,
    low_of,
    placed,
    points,
    score,
    slot_of,
)

# The question, in the work array.
CHOOSERS = QUESTION
"""The seats that maximise, as bits."""
TAKERS = QUESTION + 1
"""The seats whose tricks count, as bits."""
OUT = QUESTION + 2
"""The seat that sits out."""
BY_TRICKS = QUESTION + 3
"""1 if tricks are counted, 0 for points."""
OF_SIDES = QUESTION + 4
"""1 for the points of two sides of four seats in a game of suits, which ``search.score`` solves."""
NEAR = QUESTION + 5
"""1 in sevens, where the domino nearest to seven must be played."""

# Columns of a question row.
DECLARATION = 0
LEADER = 1
HAND = 2
"""The hands of the deal, four columns; dominoes already played may still be in them."""
LEFT = 6
"""The dominoes still held by the seats that play."""
PLAYED = 7
"""The number of dominoes on the table; the next columns hold them in the order of play."""
SITS_OUT, CHOOSE, TAKE, BY = range(11, 15)
NEED = 15
"""The gain to be reached; ``EXACT`` asks for the value."""
SAME_DEAL = 16
"""1 if the row above asks the same question about a position of the same deal."""
COLUMNS = 17

EXACT = -1
BY_POINTS = 0
SIDE_0, SIDE_1 = 0b0101, 0b1010


@rule
def may_play(work: Any, hand: int, place: int, lead: int) -> int:
    """Return the legal plays of a hand, places."""
    if item_at(work, NEAR):
        for far in range(8):
            if hand & item_at(work, NEAREST + far):
                return hand & item_at(work, NEAREST + far)
    if place == 0:
        return hand
    follow = hand & item_at(work, FOLLOWING + lead)
    return follow if follow else hand


@rule
def next_play(plays: int, place: int, beaten: int, wants: int) -> int:
    """Choose the next play to try: the cheapest winner if the trick is wanted, else the best loser."""
    if place == 0:
        return highest_bit(plays) if wants else lowest_bit(plays)
    if wants:
        return lowest_bit(plays & beaten if plays & beaten else plays)
    losing = plays & ~beaten
    return highest_bit(losing) if losing else lowest_bit(plays)


@rule
def gain(
    work: Any,
    left: int,
    leader: int,
    waiting: int,
    lead: int,
    winner: int,
    beaten: int,
    taken: int,
    need: int,
    tricks: int,
    rest: int,
) -> int:
    """Return a fail-soft bound on the takers' gain against ``need``.

    A result of ``need`` or more is a lower bound, a smaller one an upper bound.

    Args:
        work: the work array.
        left: the dominoes in the hands, places.
        leader: the seat that leads or led the trick.
        waiting: the number of seats still to play to it; before the lead, the next four are ignored.
        lead: the domino led.
        winner: the seat that is winning the trick.
        beaten: the places that beat its domino.
        taken: the points on the table.
        need: the gain to be reached.
        tricks: the number of tricks left, including this one.
        rest: the gain that is left, including this trick.
    """
    out = item_at(work, OUT)
    everyone = players(out)
    if waiting == 0:
        # The trick is complete: subtract its gain and go on with the next one.
        won = trick_gain(work, winner, taken)
        mine = won if item_at(work, TAKERS) >> winner & 1 else 0
        need -= mine
        rest -= won
        if tricks == 1 or need <= 0:
            return mine
        if need > rest:
            return mine + rest
        if item_at(work, OF_SIDES):
            return mine + takers_score(work, left, winner, need, tricks - 1, rest)
        return mine + gain(
            work, left, winner, everyone, lead, winner, beaten, taken, need, tricks - 1, rest
        )

    key = item_at(work, STAMP) << KEY_BITS | left << 2 | leader
    slot = slot_of(left << 2 | leader)
    high = rest
    low = 0
    place = everyone - waiting
    if place == 0:
        # Only positions between tricks are looked up, and bounded by the leader's sure tricks.
        taken = 0
        work[NODES] += 1
        if key_of(item_at(work, slot)) == key:
            low = low_of(item_at(work, slot))
            high = high_of(item_at(work, slot))
        if low >= need:
            return low
        if high < need:
            return high
        sure = sure_gain(work, left, leader)
        if item_at(work, TAKERS) >> leader & 1:
            if sure == rest or (sure >= need and item_at(work, CHOOSERS) >> leader & 1):
                return sure
        elif sure == rest or (rest - sure < need and not item_at(work, CHOOSERS) >> leader & 1):
            return rest - sure
    seat = seat_at(leader, place, out)
    chooses = item_at(work, CHOOSERS) >> seat & 1
    # A seat wants the trick if it maximises and is a taker, or minimises and is none.
    wants = chooses == item_at(work, TAKERS) >> seat & 1
    plays = may_play(work, item_at(work, HANDS + seat) & left, place, lead)
    best = -1 if chooses else rest + 1
    while plays and (best < need if chooses else best >= need):
        play = next_play(plays, place, beaten, wants)
        plays ^= 1 << play
        led = lead if place else play
        wins = place == 0 or beaten >> play & 1 == 1
        found = gain(
            work,
            left ^ 1 << play,
            leader,
            waiting - 1,
            led,
            seat if wins else winner,
            item_at(work, item_at(work, BEATEN_BY + led) + play) if wins else beaten,
            taken + item_at(work, WORTH + play),
            need,
            tricks,
            rest,
        )
        best = max(best, found) if chooses else min(best, found)
    if place == 0:
        if best >= need:
            low = max(low, best)
        else:
            high = min(high, best)
        work[slot] = entry(key, NONE, high, low)
    return best


@rule
def sure_gain(work: Any, left: int, leader: int) -> int:
    """Return the sure gain of a leader who cashes every domino that no other hand can beat.

    Such dominoes stay unbeatable; if they are the whole hand, the leader takes all that is left.
    """
    hand = item_at(work, HANDS + leader) & left
    others = left & ~hand
    found = 0
    plays = hand
    while plays:
        play = lowest_bit(plays)
        plays ^= 1 << play
        if item_at(work, item_at(work, BEATEN_BY + play) + play) & others == 0:
            found += trick_gain(work, leader, item_at(work, WORTH + play))
            hand ^= 1 << play
    if hand == 0 and not item_at(work, BY_TRICKS):
        return found + points(work, others)
    return found


@rule
def trick_gain(work: Any, winner: int, taken: int) -> int:
    """Return the gain of a complete trick, in tricks or in points."""
    return 1 if item_at(work, BY_TRICKS) else TRICK_POINT + taken


@rule
def takers_score(work: Any, left: int, leader: int, need: int, tricks: int, rest: int) -> int:
    """Return ``score`` for the takers' side, whoever leads."""
    if item_at(work, TAKERS) >> leader & 1:
        return score(work, left, leader, need, tricks, rest)
    return rest - score(work, left, leader, rest - need + 1, tricks, rest)


# --- Answering a question row ---------------------------------------------------------------------


@rule
def answer(i: int, given: Any, answers: Any) -> None:
    """Answer the question of a row.

    Args:
        i: the row.
        given: the questions, ``int64[n, COLUMNS]``; ``ground()``'s rows and places.
        answers: the answers, ``int64[n]``; the positions searched, ``int64[n]``; a work array,
            ``int64[WORK]``.
    """
    questions, grounds, places = given
    found, nodes, work = answers
    row = questions[i]
    declaration = row[DECLARATION]
    if row[SAME_DEAL] == 0:
        begin_deal(work, row, grounds[declaration])
        for seat in range(4):
            work[HANDS + seat] = placed(row[HAND + seat], places, declaration)
    work[NODES] = 0
    left = placed(row[LEFT], places, declaration)
    lead = winner = beaten = taken = table = 0
    for place in range(row[PLAYED]):
        play = places[declaration, row[PLAYED + 1 + place]]
        table |= 1 << play
        taken += item_at(work, WORTH + play)
        if place == 0:
            lead = play
        if place == 0 or beaten >> play & 1:
            winner = seat_at(row[LEADER], place, row[SITS_OUT])
            beaten = item_at(work, item_at(work, BEATEN_BY + lead) + play)
    waiting = players(row[SITS_OUT]) - row[PLAYED]
    tricks = count_bits(left | table) // players(row[SITS_OUT])
    rest = tricks if row[BY] else tricks * TRICK_POINT + points(work, left | table)
    need = row[NEED]
    low = 0 if need == EXACT else min(max(need - 1, 0), rest)
    high = rest if need == EXACT else min(max(need, 0), rest)
    while low < high:  # a single question if a need was given, else bisection
        wanted = (low + high + 1) >> 1
        if item_at(work, OF_SIDES) and row[PLAYED] == 0:
            bound = takers_score(work, left, row[LEADER], wanted, tricks, rest)
        else:
            bound = gain(
                work, left, row[LEADER], waiting, lead, winner, beaten, taken, wanted, tricks, rest
            )
        if bound >= wanted:
            low = bound
        else:
            high = bound
    found[i] = low if need == EXACT else low >= need
    nodes[i] = item_at(work, NODES)


@rule
def begin_deal(work: Any, row: Any, ground: Any) -> None:
    """Load a deal's declaration and question into the work array and invalidate the table."""
    for at in range(ROW):
        work[at] = ground[at]
    stamp = item_at(work, STAMP) + 1
    if stamp == STAMPS:
        for at in range(TABLE, WORK):
            work[at] = 0
        stamp = 1
    work[STAMP] = stamp
    work[CHOOSERS] = row[CHOOSE]
    work[TAKERS] = row[TAKE]
    work[OUT] = row[SITS_OUT]
    work[BY_TRICKS] = row[BY]
    work[NEAR] = row[DECLARATION] == SEVENS
    work[OF_SIDES] = (
        row[DECLARATION] != SEVENS
        and row[SITS_OUT] == NOBODY
        and row[BY] == BY_POINTS
        and row[CHOOSE] == row[TAKE]
        and (row[TAKE] == SIDE_0 or row[TAKE] == SIDE_1)
    )
