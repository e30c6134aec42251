"""The legal next tiles of a staged turn of Rummikub, all found by one scan (the rules page).

In a staged turn tiles are chosen in ascending order. A tile may come next if some legal turn plays it,
the tiles chosen before, and otherwise only higher ones. So only one thing about a turn matters: the
*least* tile that it plays beyond those chosen, if any.

The scan goes over the numbers 1 to 13 as in ``scan``, with the same states. But instead of the greatest
value it keeps for each state the *set* of all least tiles of the partial turns that reach it, as the
bits of one word. When a tile is played, it replaces all higher tiles in that set: two operations on the
word. So one scan tests all tiles, where otherwise each would need a scan of its own.

Two more rules keep the states few, beyond those of ``scan``:

* A state loses the bits that a better state also has: one with an additional long run, or with a longer
  run in place of a shorter one. A state without bits is dropped.
* Only *needed* bits are kept: those still wanted, and those that a wanted tile of a later number may
  still replace.

The kinds that jokers may stand for are found by the same scan, with the tiles that jokers replace
counted as played.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rummikub.rules.tiles import JOKER, SIZE
from suitwise.rummy.rummikub.solve import scan
from suitwise.rummy.rummikub.solve.scan import after, has_all, is_grouped, near_to, runs_in, slot_of

# --- Least tiles ----------------------------------------------------------------------------------
#
# A set of least tiles is one word with a bit for each kind of tile. The bit NO_TILE stands for turns
# that play no tile beyond those chosen.

NO_TILE = SIZE
"""The bit for no tile."""


@rule
def lowered(least: int, kind: int) -> int:
    """Return a set of least tiles after a further tile is played: it replaces all higher ones.

    >>> bin(lowered(0b10010, 2)), bin(lowered(0b00010, 2))
    ('0b110', '0b10')
    """
    later = least >> kind << kind
    return least ^ later | int(later != 0) << kind


@rule
def needed_after(wanted: int, number: int) -> int:
    """Return the bits that still matter after a number.

    These are the wanted bits, and all bits above the lowest wanted tile of a later number in any
    colour, since that tile may replace them.
    """
    needed = wanted
    for colour in range(scan.COLOURS):
        first = scan.NUMBERS * colour
        later = wanted >> first + number & (1 << scan.NUMBERS - number) - 1
        if later:
            later <<= first + number
            needed |= -(later & -later)
    if wanted >> JOKER & 1:
        needed |= 1 << NO_TILE
    return int(needed & (2 << NO_TILE) - 1)


# --- States ---------------------------------------------------------------------------------------
#
# The states are those of ``scan``, in the same arrays, but two rows have another meaning: LEAST holds
# the set of least tiles with which a state can be reached, and KEPT its bits that are needed and that
# no better state has.

STATE, LEAST, KEPT, SLOTS = 0, 1, 2, 5


@rule
def join(states: Any, first: int, last: int, state: int, least: int) -> int:
    """Add a way to reach a state to the layer from ``first`` on; return the layer's new end."""
    slots = states[SLOTS]
    slot = slot_of(states, first, last, state)
    at = slots[slot]
    if first <= at < last:
        states[LEAST][at] |= least
        return last
    if last == len(states[STATE]):
        return scan.NO_ROOM
    slots[slot] = last
    states[STATE][last], states[LEAST][last] = state, least
    return last + 1


@rule
def least_with(states: Any, first: int, last: int, state: int) -> int:
    """Return the least tiles with which a state of a layer is reached; 0 if it is not in the layer."""
    at = states[SLOTS][slot_of(states, first, last, state)]
    return int(states[LEAST][at]) if first <= at < last else 0


@rule
def keep_needed(states: Any, first: int, last: int, needed: int) -> None:
    """Set KEPT for a layer: each state's least tiles that are needed and that no better state has."""
    for at in range(first, last):
        state, kept = states[STATE][at], states[LEAST][at] & needed
        for colour in range(scan.COLOURS):
            one = 1 << scan.BITS * colour
            pair, long = one << scan.PAIRS_AT, one << scan.LONG_AT
            if kept:
                kept &= ~least_with(states, first, last, state + long)
            if kept and state >> scan.BITS * colour & 7:
                kept &= ~least_with(states, first, last, state - one + pair)
            if kept and state >> scan.PAIRS_AT + scan.BITS * colour & 7:
                kept &= ~least_with(states, first, last, state - pair + long)
        states[KEPT][at] = kept


# --- Choices --------------------------------------------------------------------------------------
#
# As in ``scan``, a choice at a number is the number of tiles that go to runs in each colour, and the
# number of jokers laid. Here not only the best way to make a choice counts, but which rack tiles its
# ways use. The *ways* of a choice are a bit mask: bit 0 if some way uses no tile of the rack, bit c + 1
# if in some way c is the lowest colour of the rack tiles used.
#
# ``choices`` is three arrays: the ways of each choice, the list of possible choices, and for each of
# these its tiles in runs, as a word.


@rule
def offer_ways(choices: Any, listed: int, choice: int, ways: int) -> int:
    """Add ways to make a choice; return the number of choices listed."""
    if not choices[0][choice]:
        choices[1][listed] = choice
        listed += 1
    choices[0][choice] |= ways
    return listed


@rule
def lowest_used(u0: int, u1: int, u2: int, u3: int) -> int:
    """Return the bit, in the ways of a choice, for the lowest colour of the rack tiles used.

    >>> lowest_used(0, 0, 0, 0), lowest_used(0, 2, 1, 0)
    (1, 4)
    """
    if u0 > 0:
        return 2
    if u1 > 0:
        return 4
    if u2 > 0:
        return 8
    return 16 if u3 > 0 else 1


@rule
def spread_all(
    choices: Any, position: Any, number: int, grouped: int, jokers: int, listed: int
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
                    spread = (u0 - g0) + scan.RADIX * (
                        (u1 - g1) + scan.RADIX * ((u2 - g2) + scan.RADIX * (u3 - g3))
                    )
                    way = lowest_used(u0 - t0, u1 - t1, u2 - t2, u3 - t3)
                    listed = offer_ways(choices, listed, spread + scan.SPREADS * jokers, way)
    return listed


@rule
def list_ways(choices: Any, position: Any, number: int, jokers: int) -> int:
    """List the choices at a number; return their number."""
    table, rack = position
    at = number - 1
    h0, h1 = table[at] + rack[at], table[at + 13] + rack[at + 13]
    h2, h3 = table[at + 26] + rack[at + 26], table[at + 39] + rack[at + 39]
    listed = 0
    for g0 in range(h0 + 1):
        for g1 in range(h1 + 1):
            for g2 in range(h2 + 1):
                for g3 in range(h3 + 1):
                    grouped = g0 | g1 << 4 | g2 << 8 | g3 << 12
                    most, tiles = max(max(g0, g1), max(g2, g3)), g0 + g1 + g2 + g3
                    for own in range(jokers + 1):
                        if is_grouped(most, tiles + own):
                            listed = spread_all(choices, position, number, grouped, own, listed)
    # A joker may go to runs as well, in any colour that has room: so from each choice with one fewer.
    for laid in range(jokers):
        for k in range(listed):
            choice = choices[1][k]
            if choice // scan.SPREADS == laid:
                digit = 1
                for _ in range(scan.COLOURS):
                    if choice % scan.SPREADS // digit % scan.RADIX < scan.MOST_IN_RUNS:
                        more = choice + scan.SPREADS + digit
                        listed = offer_ways(choices, listed, more, choices[0][choice])
                    digit *= scan.RADIX
    return write_runs(choices, listed)


@rule
def write_runs(choices: Any, listed: int) -> int:
    """Write the tiles in runs of each listed choice; return the number of choices."""
    for k in range(listed):
        choices[2][k] = runs_in(choices[1][k])
    return listed


@rule
def list_meanings(choices: Any, position: Any, number: int, jokers: int) -> int:
    """List the choices at a number if all tiles are laid and jokers stand for tiles of the number.

    A joker is laid as one more tile of the kind that it stands for, and that kind counts as played.
    """
    table, _ = position
    at = number - 1
    listed = 0
    for code in range((jokers + 1) ** scan.COLOURS):
        m0, m1 = code % (jokers + 1), code // (jokers + 1) % (jokers + 1)
        m2, m3 = code // (jokers + 1) ** 2 % (jokers + 1), code // (jokers + 1) ** 3
        laid = m0 + m1 + m2 + m3
        if laid <= jokers:
            u0, u1 = table[at] + m0, table[at + 13] + m1
            u2, u3 = table[at + 26] + m2, table[at + 39] + m3
            way = lowest_used(m0, m1, m2, m3)
            for g0 in range(u0 + 1):
                for g1 in range(u1 + 1):
                    for g2 in range(u2 + 1):
                        for g3 in range(u3 + 1):
                            most = max(max(g0, g1), max(g2, g3))
                            if is_grouped(most, g0 + g1 + g2 + g3):
                                spread = (u0 - g0) + scan.RADIX * (
                                    (u1 - g1) + scan.RADIX * ((u2 - g2) + scan.RADIX * (u3 - g3))
                                )
                                choice = spread + scan.SPREADS * laid
                                listed = offer_ways(choices, listed, choice, way)
    return write_runs(choices, listed)


@rule
def clear_ways(choices: Any, listed: int) -> None:
    """Reset the ways of the listed choices for the next number."""
    for k in range(listed):
        choices[0][choices[1][k]] = 0


# --- The scan -------------------------------------------------------------------------------------


@rule
def least_after(least: int, ways: int, number: int) -> int:
    """Return the least tiles after a choice at a number, over all ways to make it.

    >>> bin(least_after(0b11000, 0b00010, 3))
    '0b100'
    """
    found = least if ways & 1 else 0
    for colour in range(scan.COLOURS):
        if ways >> colour + 1 & 1:
            found |= lowered(least, scan.NUMBERS * colour + number - 1)
    return int(found)


@rule
def follow_all(
    states: Any, layer: Any, choices: Any, listed: int, jokers: int, number: int, near: Any
) -> int:
    """Take every choice from every state of a layer; return the end of the next layer."""
    first, last = layer
    end = last
    here, ahead, opened, joker_here, joker_ahead = near
    for at in range(first, last):
        least = states[KEPT][at]
        if not least:
            continue
        state = states[STATE][at]
        short = (state & scan.WORD) + (state >> scan.PAIRS_AT & scan.WORD)
        laid = state >> scan.JOKERS_AT
        for k in range(listed):
            choice, runs = choices[1][k], choices[2][k]
            left = jokers - laid - choice // scan.SPREADS
            if left >= 0 and has_all(runs, short):
                room, later = here + left * joker_here, ahead + left * joker_ahead
                open_runs = after(state, runs, room, later, opened)
                if open_runs >= 0:
                    new = open_runs | (jokers - left) << scan.JOKERS_AT
                    found = least_after(least, choices[0][choice], number)
                    end = join(states, last, end, new, found)
                    if end < 0:
                        return scan.NO_ROOM
    return int(end)


@rule
def scan_least(
    position: Any, jokers: Any, least: int, wanted: int, opened: Any, choices: Any, states: Any
) -> int:
    """Return the wanted tiles that are the least tile of some legal turn, as bits, or NO_ROOM.

    Args:
        position: the tiles that must lie on the new table and those that may, 13 numbers a colour.
        jokers: the number of jokers, and how many of them must be laid.
        least: the bit of the least tile that every turn plays; NO_TILE's if there is none.
        wanted: the candidates, as bits.
        opened: for each number from 0 to 14 the long runs of the table that can go on from it.
        choices: workspace for the choices at a number.
        states: workspace for the states.
    """
    return scan_layers(position, jokers, least, wanted, opened, choices, states, False)


@rule
def scan_meanings(
    position: Any, jokers: Any, least: int, wanted: int, opened: Any, choices: Any, states: Any
) -> int:
    """Return the wanted kinds that are the least that a joker stands for on some table, or NO_ROOM.

    Args:
        position: the tiles that lie on the new table, and zeros (no others may), 13 numbers a colour.
        jokers: the number of jokers, twice: all of them must stand for tiles.
        least: the bit of the least kind that a joker must stand for; NO_TILE's if there is none.
        wanted: the candidates, as bits.
        opened: for each number from 0 to 14 the long runs of the table that can go on from it.
        choices: workspace for the choices at a number.
        states: workspace for the states.
    """
    return scan_layers(position, jokers, least, wanted, opened, choices, states, True)


@rule
def scan_layers(
    position: Any,
    jokers: Any,
    least: int,
    wanted: int,
    opened: Any,
    choices: Any,
    states: Any,
    stands: bool,
) -> int:
    """Scan the numbers for ``scan_least``, or for ``scan_meanings`` if jokers stand for tiles."""
    first, last = 0, 1
    states[STATE][0], states[KEPT][0] = 0, least
    for choice in range(scan.SPREADS * (jokers[0] + 1)):
        choices[0][choice] = 0
    for number in range(1, scan.NUMBERS + 1):
        if stands:
            listed = list_meanings(choices, position, number, jokers[0])
        else:
            listed = list_ways(choices, position, number, jokers[0])
        near = near_to(position, number, opened)
        end = follow_all(states, (first, last), choices, listed, jokers[0], number, near)
        clear_ways(choices, listed)
        if end < 0:
            return scan.NO_ROOM
        first, last = last, end
        keep_needed(states, first, last, needed_after(wanted, number))
    found = 0
    for at in range(first, last):
        more = (states[STATE][at] >> scan.JOKERS_AT) - jokers[1]
        if more >= 0:
            kept = states[KEPT][at]
            found |= kept if more == 0 else lowered(kept, JOKER)
    return int(found & wanted)
