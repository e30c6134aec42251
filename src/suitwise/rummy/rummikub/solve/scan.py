"""The best new table of Rummikub by dynamic programming over the numbers 1 to 13 (the rules page, R5).

At each number the tiles of a colour go to groups or to runs, or stay on the rack. A *state* holds the
number of open runs of each colour: those of length one, of length two, and longer ones. All later
decisions depend on the state alone, so only the best way to reach each state is kept. The states before
a number form a *layer*.

The number of tiles of a colour that go to runs determines the next state. Runs of one or two tiles must
be continued; then longer ones are; only the remaining tiles begin new runs, because a longer run can do
everything that a new one can, and may also stop. So a *choice* at a number is the number of tiles that
go to runs in each colour, and the number of jokers laid. The choices don't depend on the state. They
are listed once for each number, each with the best way to make it, and every state then takes each
choice that continues its short runs.

Three things keep the states few:

* A state is dropped if its short runs need more tiles than the next two numbers have.
* Long runs that have no tile to go on with are forgotten.
* A state is dropped if another one of at least its value is better: it has an additional long run, or a
  longer run in place of a shorter one, or, if jokers may *wait*, another joker in hand. A joker still
  in hand at the end can nearly always be added to some set. If it can't, the caller scans again with
  waiting turned off.

The work at each number is its reachable states times its choices.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule

# --- Four small numbers in a word -----------------------------------------------------------------
#
# A word holds a number from 0 to 7 for each colour in four bits. The highest of the four is 0: it serves
# as a guard bit in comparisons.

BITS = 4
ONES = 0x1111
SEVENS = 0x7777
EIGHTS = 0x8888
WORD = 0xFFFF


@rule
def has_all(have: int, need: int) -> bool:
    """Return whether the numbers of one word are at least those of another, colour by colour.

    >>> has_all(0x2101, 0x2001), has_all(0x2101, 0x0110)
    (True, False)
    """
    return ((have | EIGHTS) - need) & EIGHTS == EIGHTS


@rule
def least_of(one: int, other: int) -> int:
    """Return the minimum of two words, colour by colour.

    >>> hex(least_of(0x2101, 0x1110))
    '0x1100'
    """
    reached = ((one | EIGHTS) - other) & EIGHTS
    all_bits = reached - (reached >> 3)
    return other & all_bits | one & (SEVENS ^ all_bits)


# --- States ---------------------------------------------------------------------------------------
#
# A state is one word of 64 bits: the open runs of length one in the lowest 16 bits, those of length two
# from bit PAIRS_AT on, longer ones from LONG_AT on, and the jokers laid so far from JOKERS_AT on.
#
# All states of a scan are entries of these arrays:
#
# =======  =======  ================================================================================
# index    name     meaning
# =======  =======  ================================================================================
# 0        STATE    the state
# 1        VALUE    the greatest value with which it was reached
# 2        PARENT   the index of the state before the last number
# 3        STEP     the choice at the last number: the tiles used of each colour, from GROUPED_AT on
#                   those in groups, from RUNS_AT on those in runs, jokers included, and from
#                   GROUP_JOKERS_AT on the jokers in groups
# 4        DROPPED  1 if the state is pruned
# 5        SLOTS    a hash table: the indexes of states, -1 for a free slot; its size is a power of two
#                   and at least twice the room for states
# =======  =======  ================================================================================

PAIRS_AT, LONG_AT, JOKERS_AT = 16, 32, 48
GROUPED_AT, RUNS_AT, GROUP_JOKERS_AT = 16, 32, 48
STATE, VALUE, PARENT, STEP, DROPPED, SLOTS = range(6)

NUMBERS = 13
COLOURS = 4
MOST_JOKERS = 2
MOST_IN_RUNS = 4
"""The most tiles of one kind in runs: two copies and two jokers."""
RADIX = MOST_IN_RUNS + 1
SPREADS = RADIX**COLOURS
"""The number of ways in which tiles of the four colours may go to runs."""
CHOICES = SPREADS * (MOST_JOKERS + 1)

NEVER = -1
"""No new table has all tiles that must lie on it."""
NO_ROOM = -2
"""The arrays are too small for the states."""


@rule
def slot_of(states: Any, first: int, last: int, state: int) -> int:
    """Return the slot of a state of a layer, or the free slot where it belongs.

    The hash table is never cleared between layers: a slot with a state before ``first`` counts as free.
    """
    slots = states[SLOTS]
    mask = len(slots) - 1
    mixed = (state ^ state >> 21) & 0xFFFFFFF
    mixed = mixed * 0x9E3779B1 + (state >> 28) * 0x85EBCA77
    slot = (mixed ^ mixed >> 17) & mask
    while first <= slots[slot] < last and states[STATE][slots[slot]] != state:
        slot = (slot + 1) & mask
    return int(slot)


@rule
def enter(
    states: Any, first: int, last: int, state: int, value: int, parent: int, step: int
) -> int:
    """Add a state to the layer from ``first`` on, or improve its value; return the layer's new end."""
    slots = states[SLOTS]
    slot = slot_of(states, first, last, state)
    at = slots[slot]
    if not first <= at < last:
        if last == len(states[STATE]):
            return NO_ROOM
        at = last
        slots[slot] = at
        states[STATE][at], states[DROPPED][at] = state, 0
        last += 1
    elif states[VALUE][at] >= value:
        return last
    states[VALUE][at], states[PARENT][at], states[STEP][at] = value, parent, step
    return last


@rule
def is_behind(states: Any, first: int, last: int, better: int, value: int) -> bool:
    """Return whether the layer has a given better state with at least this value."""
    at = states[SLOTS][slot_of(states, first, last, better)]
    return bool(first <= at < last and states[VALUE][at] >= value)


@rule
def drop_worse(states: Any, first: int, last: int, waits: int) -> None:
    """Drop the states of a layer that are dominated by another one."""
    for at in range(first, last):
        state, value = states[STATE][at], states[VALUE][at]
        if waits and state >> JOKERS_AT:
            fewer = state - (1 << JOKERS_AT)
            if is_behind(states, first, last, fewer, value):
                states[DROPPED][at] = 1
                continue
        for colour in range(COLOURS):
            one = 1 << BITS * colour
            pair, long = one << PAIRS_AT, one << LONG_AT
            is_worse = is_behind(states, first, last, state + long, value)
            if not is_worse and state >> BITS * colour & 7:
                is_worse = is_behind(states, first, last, state - one + pair, value)
            if not is_worse and state >> PAIRS_AT + BITS * colour & 7:
                is_worse = is_behind(states, first, last, state - pair + long, value)
            if is_worse:
                states[DROPPED][at] = 1
                break


# --- Choices --------------------------------------------------------------------------------------
#
# ``choices`` is three arrays of CHOICES numbers: the value of the best way to make each choice, -1 if
# there is none; that way as a step; and the list of possible choices, ascending. The number of a choice
# is its tiles in runs as four digits of base RADIX, plus SPREADS for each joker that it lays.


@rule
def runs_in(choice: int) -> int:
    """Return the tiles in runs of a choice, colour by colour.

    >>> hex(runs_in(SPREADS + 1 + RADIX * 2 + RADIX**3 * 4))
    '0x4021'
    """
    spread = choice % SPREADS
    runs = spread % RADIX | spread // RADIX % RADIX << 4
    return int(runs | spread // RADIX**2 % RADIX << 8 | spread // RADIX**3 << 12)


@rule
def is_grouped(most: int, tiles: int) -> bool:
    """Return whether tiles of one number can lie in groups.

    Args:
        most: the largest number of them in one colour.
        tiles: the number of tiles, jokers included.

    >>> is_grouped(1, 3), is_grouped(2, 5), is_grouped(2, 6), is_grouped(0, 0)
    (True, False, True, True)
    """
    groups = max(most, (tiles + 3) // 4)
    return 3 * groups <= tiles


@rule
def offer(choices: Any, listed: int, choice: int, value: int, step: int) -> int:
    """Keep a way to make a choice if it is the best so far; return the number of choices listed."""
    if choices[0][choice] < 0:
        choices[2][listed] = choice
        listed += 1
    if choices[0][choice] < value:
        choices[0][choice], choices[1][choice] = value, step
    return listed


@rule
def spread_tiles(
    choices: Any,
    listed: int,
    position: Any,
    weights: Any,
    number: int,
    grouped: int,
    jokers: int,
    base: int,
) -> int:
    """Offer all choices with given tiles in groups: the others of each colour go to runs or stay."""
    table, rack = position
    at = number - 1
    g0, g1, g2, g3 = grouped & 7, grouped >> 4 & 7, grouped >> 8 & 7, grouped >> 12
    t0, t1, t2, t3 = table[at], table[at + 13], table[at + 26], table[at + 39]
    for u0 in range(max(t0, g0), t0 + rack[at] + 1):
        for u1 in range(max(t1, g1), t1 + rack[at + 13] + 1):
            for u2 in range(max(t2, g2), t2 + rack[at + 26] + 1):
                for u3 in range(max(t3, g3), t3 + rack[at + 39] + 1):
                    value = base + weights[at] * (u0 - t0) + weights[at + 13] * (u1 - t1)
                    value += weights[at + 26] * (u2 - t2) + weights[at + 39] * (u3 - t3)
                    spread = (u0 - g0) + RADIX * (
                        (u1 - g1) + RADIX * ((u2 - g2) + RADIX * (u3 - g3))
                    )
                    used = u0 | u1 << 4 | u2 << 8 | u3 << 12
                    step = used | grouped << GROUPED_AT | jokers << GROUP_JOKERS_AT
                    listed = offer(choices, listed, spread + SPREADS * jokers, value, step)
    return listed


@rule
def add_jokers(choices: Any, listed: int, jokers: int, worth: int) -> int:
    """Offer all choices with further jokers in runs, one joker more at a time."""
    for laid in range(jokers):
        for k in range(listed):
            choice = choices[2][k]
            if choice // SPREADS == laid:
                value, step = choices[0][choice] + worth, choices[1][choice]
                digit = 1
                for _ in range(COLOURS):
                    if choice % SPREADS // digit % RADIX < MOST_IN_RUNS:
                        listed = offer(choices, listed, choice + SPREADS + digit, value, step)
                    digit *= RADIX
    return listed


@rule
def sort_choices(choices: Any, listed: int) -> None:
    """Sort the listed choices, ascending, by insertion: they are few and nearly sorted."""
    for k in range(1, listed):
        choice = choices[2][k]
        at = k
        while at > 0 and choices[2][at - 1] > choice:
            choices[2][at] = choices[2][at - 1]
            at -= 1
        choices[2][at] = choice


@rule
def forget_choices(choices: Any, listed: int) -> None:
    """Reset the listed choices for the next number."""
    for k in range(listed):
        choices[0][choices[2][k]] = -1


@rule
def list_choices(
    choices: Any, position: Any, weights: Any, number: int, jokers: int, worth: int
) -> int:
    """List the choices at a number; return their number.

    Args:
        choices: the three arrays above; the first must be -1 throughout.
        position: the tiles of the table and of the rack, 13 numbers a colour.
        weights: the value of each tile from the rack, in the same order.
        number: 1 to 13.
        jokers: the number of jokers.
        worth: the value of a joker laid at this number.
    """
    table, rack = position
    listed = 0
    at = number - 1
    h0, h1 = table[at] + rack[at], table[at + 13] + rack[at + 13]
    h2, h3 = table[at + 26] + rack[at + 26], table[at + 39] + rack[at + 39]
    for g0 in range(h0 + 1):
        for g1 in range(h1 + 1):
            for g2 in range(h2 + 1):
                for g3 in range(h3 + 1):
                    grouped = g0 | g1 << 4 | g2 << 8 | g3 << 12
                    most, tiles = max(max(g0, g1), max(g2, g3)), g0 + g1 + g2 + g3
                    for own in range(jokers + 1):
                        if is_grouped(most, tiles + own):
                            base = own * worth
                            listed = spread_tiles(
                                choices, listed, position, weights, number, grouped, own, base
                            )
    listed = add_jokers(choices, listed, jokers, worth)
    sort_choices(choices, listed)
    for k in range(listed):
        choice = choices[2][k]
        choices[1][choice] |= runs_in(choice) << RUNS_AT
    return listed


# --- The scan -------------------------------------------------------------------------------------


@rule
def tiles_of(position: Any, number: int) -> int:
    """Return the number of tiles of a number in each colour, as a word; 0 beyond the last number."""
    table, rack = position
    word = 0
    if number <= NUMBERS:
        for colour in range(COLOURS):
            at = NUMBERS * colour + number - 1
            word |= (table[at] + rack[at]) << BITS * colour
    return int(word)


@rule
def near_to(position: Any, number: int, opened: Any) -> tuple[int, int, int, int, int]:
    """Return what the next two numbers can contribute to runs, as words.

    These are the tiles of the next number and of the one after it, the long runs of the table that can
    go on from the next one, and the most that a joker adds at each of the two.
    """
    here, ahead = tiles_of(position, number + 1), tiles_of(position, number + 2)
    joker_here = ONES if number < NUMBERS else 0
    joker_ahead = ONES if number + 1 < NUMBERS else 0
    return here, ahead, int(opened[number + 1]), joker_here, joker_ahead


@rule
def after(state: int, runs: int, here: int, ahead: int, opened: int) -> int:
    """Return the open runs after a number; -1 if some short run can't be finished.

    Args:
        state: the open runs before it.
        runs: the tiles that go to runs, enough to continue all short ones.
        here: the tiles that the next number has for runs, jokers included.
        ahead: those of the number after the next.
        opened: the long runs of the table that can go on from the next number.
    """
    single, pair, long = state & WORD, state >> PAIRS_AT & WORD, state >> LONG_AT & WORD
    rest = runs - single - pair
    grown = least_of(rest, long)
    new = rest - grown
    if not has_all(here, new + single) or not has_all(ahead, new):
        return -1
    kept = least_of(pair + grown + opened, here - new - single)
    return int(new | single << PAIRS_AT | kept << LONG_AT)


@rule
def follow(states: Any, layer: Any, choices: Any, listed: int, jokers: int, near: Any) -> int:
    """Take every choice from every state of a layer; return the end of the next layer."""
    first, last = layer
    end = last
    here, ahead, opened, joker_here, joker_ahead = near
    for at in range(first, last):
        if states[DROPPED][at]:
            continue
        state, value = states[STATE][at], states[VALUE][at]
        short = (state & WORD) + (state >> PAIRS_AT & WORD)
        laid = state >> JOKERS_AT
        for k in range(listed):
            choice = choices[2][k]
            left = jokers - laid - choice // SPREADS
            if left < 0:
                break
            step = choices[1][choice]
            runs = step >> RUNS_AT & WORD
            if has_all(runs, short):
                room, later = here + left * joker_here, ahead + left * joker_ahead
                open_runs = after(state, runs, room, later, opened)
                if open_runs >= 0:
                    new = open_runs | (jokers - left) << JOKERS_AT
                    end = enter(states, last, end, new, value + choices[0][choice], at, step)
                    if end < 0:
                        return NO_ROOM
    return int(end)


@rule
def scan(
    position: Any, jokers: Any, weights: Any, worth: Any, opened: Any, choices: Any, states: Any
) -> int:
    """Find the best new table; return the index of its last state, or NEVER or NO_ROOM.

    Args:
        position: the tiles that must lie on the new table and those that may, 13 numbers a colour.
        jokers: the number of jokers, and how many of them must be laid.
        weights: the value of each tile that may lie there, in the same order.
        worth: the value of a joker beyond those that must be laid; 1 if a joker also has the value of
            the number at which it lies, else 0; and 1 if jokers may wait, else 0.
        opened: for each number from 0 to 14 the long runs of the table that can go on from it.
        choices: workspace for the choices at a number.
        states: workspace for the states.
    """
    first, last = 0, 1
    states[STATE][0], states[VALUE][0], states[PARENT][0] = 0, 0, -1
    states[STEP][0], states[DROPPED][0] = 0, 0
    for choice in range(SPREADS * (jokers[0] + 1)):
        choices[0][choice] = -1
    for number in range(1, NUMBERS + 1):
        listed = list_choices(choices, position, weights, number, jokers[0], worth[1] * number)
        near = near_to(position, number, opened)
        end = follow(states, (first, last), choices, listed, jokers[0], near)
        forget_choices(choices, listed)
        if end < 0:
            return NO_ROOM
        first, last = last, end
        drop_worse(states, first, last, worth[2])
    best, most = NEVER, -1
    for at in range(first, last):
        laid = jokers[0] if worth[2] else states[STATE][at] >> JOKERS_AT
        more = laid - jokers[1]
        value = states[VALUE][at] + more * worth[0]
        if more >= 0 and value > most:
            best, most = at, value
    return int(best)
