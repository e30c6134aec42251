"""Exact search for what the two sides of four seats don't cover: nello, sevens, claims, half a trick.

Rules page, The game and Solvers. Any seats may play, any of them may choose for more (*choosers*, the
others for less), and the tricks of any of them may count (*takers*), by points or by tricks. Nello: the
bidder's tricks count and his opponents choose for more. A claim: one seat chooses against three.

One play a call, one position a trick in the table. Where two sides of four seats play a suit, the search
goes on with ``search.score`` as soon as the trick is whole: a position within a trick costs little more
than one between tricks. Who wins so far, and for how much, is kept from play to play in the same tables;
``tests/texas42/solve/test_solver.py`` holds it and ``winner_so_far`` together
(``test_endgames_of_nello_are_worth_the_tricks_that_plain_minimax_says``).
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

# What is asked, in the work array.
CHOOSERS = QUESTION
"""The seats that choose for more, bits."""
TAKERS = QUESTION + 1
"""The seats whose tricks count, bits."""
OUT = QUESTION + 2
"""The seat that sits out."""
BY_TRICKS = QUESTION + 3
"""True if tricks are counted, not points."""
OF_SIDES = QUESTION + 4
"""True if this is the points of two sides of four seats in a game of suits."""
NEAR = QUESTION + 5
"""True if the nearest to seven must be played."""

# A row of questions.
DECLARATION = 0
LEADER = 1
HAND = 2
"""The hands of the deal; what has been played since may still be in them."""
LEFT = 6
"""The dominoes that are still in the hands of those who play."""
PLAYED = 7
"""How many lie on the table; then which, in the order of play."""
SITS_OUT, CHOOSE, TAKE, BY = range(11, 15)
NEED = 15
"""What is to be reached; ``EXACT`` asks for the value."""
SAME_DEAL = 16
"""True if the row above asked the same, of a position of the same deal."""
COLUMNS = 17

EXACT = -1
BY_POINTS = 0
SIDE_0, SIDE_1 = 0b0101, 0b1010


@rule
def may_play(work: Any, hand: int, place: int, lead: int) -> int:
    """Return what a hand may play, places."""
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
    """Choose the next play to try: for who wants the trick what wins cheaply, else what loses dearly."""
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
    """Return a bound on what the takers gain: at least ``need`` and reached, or below and the most.

    Args:
        work: the work array.
        left: the dominoes in the hands, places.
        leader: who leads the trick, or led it.
        waiting: how many have still to play to it; when all have, what follows is ignored.
        lead: the domino led.
        winner: the seat that wins it so far.
        beaten: what beats its domino.
        taken: the points on the table.
        need: the gain to be reached.
        tricks: the tricks left, this one included.
        rest: the gain that is left, this trick included.
    """
    out = item_at(work, OUT)
    everyone = players(out)
    if waiting == 0:
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
    """Return what a leader is sure to gain by leading what no other hand can beat, one after the other.

    Such dominoes stay sure while others are played; if that is the whole hand, all that is left goes to
    the leader, however the leads are chosen.
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
    """Return the gain of a whole trick, in tricks or in points."""
    return 1 if item_at(work, BY_TRICKS) else TRICK_POINT + taken


@rule
def takers_score(work: Any, left: int, leader: int, need: int, tricks: int, rest: int) -> int:
    """Ask ``score`` of the takers' side, whoever leads."""
    if item_at(work, TAKERS) >> leader & 1:
        return score(work, left, leader, need, tricks, rest)
    return rest - score(work, left, leader, rest - need + 1, tricks, rest)


# --- A row of questions -----------------------------------------------------------------------------


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
    while low < high:  # one question where a bound was asked for, else by halves
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
    """Put a deal's declaration and question into the work array; what the table holds is void."""
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
