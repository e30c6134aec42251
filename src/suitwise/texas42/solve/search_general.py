"""Double-dummy search beyond ``search``: nello, sevens, claims, positions within a trick.

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
from suitwise.texas42.rules.dominoes import N_DOMINOES, SEVENS, TRICK_POINT
from suitwise.texas42.solve import search
from suitwise.texas42.solve.search import (
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
CHOOSERS = search.QUESTION
"""The seats that maximise, as bits."""
TAKERS = search.QUESTION + 1
"""The seats whose tricks count, as bits."""
OUT = search.QUESTION + 2
"""The seat that sits out."""
BY_TRICKS = search.QUESTION + 3
"""1 if tricks are counted, 0 for points."""
OF_SIDES = search.QUESTION + 4
"""1 for the points of two sides of four seats in a game of suits, which ``search.score`` solves."""
NEAR = search.QUESTION + 5
"""1 in sevens, where the domino nearest to seven must be played."""

DECLARATION, LEADER, HAND, LEFT, PLAYED = 0, 1, 2, 6, 7
SITS_OUT, CHOOSE, TAKE, BY, NEED, SAME_DEAL, COLUMNS = range(11, 18)
"""The columns of a question row; dominoes are by number here, not by place.

===========  ===============================================================================
column       content
===========  ===============================================================================
DECLARATION  the declaration
LEADER       the seat that leads or led the trick
HAND         four columns: the hands of the deal; dominoes already played may be in them
LEFT         the dominoes still held by the seats that play
PLAYED       the number of dominoes on the table; three more columns: these, in order of play
SITS_OUT     the seat that sits out, or ``NOBODY``
CHOOSE       the seats that maximise, as bits
TAKE         the seats whose tricks count, as bits
BY           ``BY_POINTS``, or 1 to count tricks
NEED         the gain to be reached; ``EXACT`` asks for the value
SAME_DEAL    1 if the row above asks the same question about a position of the same deal
===========  ===============================================================================
"""

EXACT = -1
BY_POINTS = 0
SIDE_0, SIDE_1 = 0b0101, 0b1010


@rule
def may_play(work: Any, hand: int, place: int, lead: int) -> int:
    """Return the legal plays of a hand, places."""
    if item_at(work, NEAR):
        for far in range(8):
            if hand & item_at(work, search.NEAREST + far):
                return hand & item_at(work, search.NEAREST + far)
    if place == 0:
        return hand
    follow = hand & item_at(work, search.FOLLOWING + lead)
    return follow if follow else hand


@rule
def next_play(plays: int, place: int, beaters: int, wants: int) -> int:
    """Choose the next play to try: the cheapest winner if the trick is wanted, else the best loser.

    Places ascend with strength (``search``), so a lead is the highest domino, or the lowest.
    """
    if place == 0:
        return highest_bit(plays) if wants else lowest_bit(plays)
    if wants:
        return lowest_bit(plays & beaters if plays & beaters else plays)
    losing = plays & ~beaters
    return highest_bit(losing) if losing else lowest_bit(plays)


@rule
def gain(
    work: Any,
    left: int,
    leader: int,
    waiting: int,
    lead: int,
    winner: int,
    beaters: int,
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
        waiting: the number of seats still to play to it; before the lead, the next four arguments are
            ignored.
        lead: the domino led.
        winner: the seat that is winning the trick.
        beaters: the places that beat the winner's domino.
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
            work, left, winner, everyone, lead, winner, beaters, taken, need, tricks - 1, rest
        )

    key = item_at(work, search.STAMP) << search.KEY_BITS | left << 2 | leader
    slot = slot_of(left << 2 | leader)
    high = rest
    low = 0
    place = everyone - waiting
    if place == 0:
        # Only positions between tricks are looked up, and bounded by the leader's sure tricks.
        taken = 0
        work[search.NODES] += 1
        if key_of(item_at(work, slot)) == key:
            low = low_of(item_at(work, slot))
            high = high_of(item_at(work, slot))
        if low >= need:
            return low
        if high < need:
            return high
        # No search is needed if the leader gets all that is left, or may choose to get enough.
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
    plays = may_play(work, item_at(work, search.HANDS + seat) & left, place, lead)
    best = -1 if chooses else rest + 1
    while plays and (best < need if chooses else best >= need):
        play = next_play(plays, place, beaters, wants)
        plays ^= 1 << play
        led = lead if place else play
        wins = place == 0 or beaters >> play & 1 == 1
        found = gain(
            work,
            left ^ 1 << play,
            leader,
            waiting - 1,
            led,
            seat if wins else winner,
            item_at(work, item_at(work, search.BEATERS_OF + led) + play) if wins else beaters,
            taken + item_at(work, search.WORTH + play),
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
        work[slot] = entry(key, search.NONE, high, low)
    return best


@rule
def sure_gain(work: Any, left: int, leader: int) -> int:
    """Return the sure gain of a leader who cashes every domino that no other hand can beat.

    Such dominoes stay unbeatable; if they are the whole hand, the leader takes all that is left.
    """
    hand = item_at(work, search.HANDS + leader) & left
    others = left & ~hand
    found = 0
    plays = hand
    while plays:
        play = lowest_bit(plays)
        plays ^= 1 << play
        if item_at(work, item_at(work, search.BEATERS_OF + play) + play) & others == 0:
            found += trick_gain(work, leader, item_at(work, search.WORTH + play))
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
        given: the questions, ``int64[n * COLUMNS]``; ``ground()``'s rows and places.
        answers: the answers, ``int64[n]``; the positions searched, ``int64[n]``; a work array,
            ``int64[WORK]``.
    """
    questions, grounds, places = given
    found, nodes, work = answers
    row = i * COLUMNS
    declaration = questions[row + DECLARATION]
    if questions[row + SAME_DEAL] == 0:
        begin_deal(work, questions, row, grounds)
        for seat in range(4):
            work[search.HANDS + seat] = placed(questions[row + HAND + seat], places, declaration)
    work[search.NODES] = 0
    left = placed(questions[row + LEFT], places, declaration)
    leader = questions[row + LEADER]
    out = questions[row + SITS_OUT]
    played = questions[row + PLAYED]
    lead = winner = beaters = taken = table = 0
    for place in range(played):
        domino = questions[row + PLAYED + 1 + place]
        play = places[declaration * N_DOMINOES + domino]
        table |= 1 << play
        taken += item_at(work, search.WORTH + play)
        if place == 0:
            lead = play
        if place == 0 or beaters >> play & 1:
            winner = seat_at(leader, place, out)
            beaters = item_at(work, item_at(work, search.BEATERS_OF + lead) + play)
    waiting = players(out) - played
    tricks = count_bits(left | table) // players(out)
    rest = tricks if questions[row + BY] else tricks * TRICK_POINT + points(work, left | table)
    need = questions[row + NEED]
    low = 0 if need == EXACT else min(max(need - 1, 0), rest)
    high = rest if need == EXACT else min(max(need, 0), rest)
    while low < high:  # a single question if a need was given, else bisection
        wanted = (low + high + 1) >> 1
        if item_at(work, OF_SIDES) and played == 0:
            bound = takers_score(work, left, leader, wanted, tricks, rest)
        else:
            bound = gain(
                work, left, leader, waiting, lead, winner, beaters, taken, wanted, tricks, rest
            )
        if bound >= wanted:
            low = bound
        else:
            high = bound
    found[i] = low if need == EXACT else low >= need
    nodes[i] = item_at(work, search.NODES)


@rule
def begin_deal(work: Any, questions: Any, row: int, grounds: Any) -> None:
    """Load a deal's declaration and question into the work array and invalidate the table."""
    declaration = questions[row + DECLARATION]
    choosers = questions[row + CHOOSE]
    takers = questions[row + TAKE]
    for at in range(search.ROW):
        work[at] = grounds[declaration * search.ROW + at]
    stamp = item_at(work, search.STAMP) + 1
    if stamp == search.STAMPS:
        for at in range(search.TABLE, search.WORK):
            work[at] = 0
        stamp = 1
    work[search.STAMP] = stamp
    work[CHOOSERS] = choosers
    work[TAKERS] = takers
    work[OUT] = questions[row + SITS_OUT]
    work[BY_TRICKS] = questions[row + BY]
    work[NEAR] = declaration == SEVENS
    work[OF_SIDES] = (
        declaration != SEVENS
        and questions[row + SITS_OUT] == NOBODY
        and questions[row + BY] == BY_POINTS
        and choosers == takers
        and takers in (SIDE_0, SIDE_1)
    )
