"""Workspace of the search: one array of integers with the profile, the hands, the moves and a trick."""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, CLUBS, PARTITIONS, PHI, SUIT_MASK
from suitwise.tractor.rules.blocks import highest_block, longest_run, only_block, pair_levels
from suitwise.tractor.rules.cutting import (
    AGAINST_CODES,
    OVER_CODES,
    ROOM,
    STOOD,
    TAKEN,
    lay_cards,
    lay_shape,
    note_standing,
    parts_on,
)
from suitwise.tractor.rules.levels import KITTY_CODE, count_points, kitty_factor
from suitwise.tractor.rules.order import TRUMPS
from suitwise.tractor.rules.owed import BEST as BEST_SERVICE
from suitwise.tractor.rules.owed import led_form
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.winning import block_in_trick, takes_throw

# --- A profile as numbers -------------------------------------------------------------------------


def house_numbers(profile: Profile, main: int) -> tuple[int, ...]:
    """Return the numbers of a house under a main suit, in the order of the desk's columns.

    Args:
        profile: the house.
        main: the main suit 0..4.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> house_numbers(STANDARD, 0)[1:]
    (0, 1, 0, 0, 2, 0)
    """
    return (
        profile.chain_mask(main),
        profile.duty_code,
        int(profile.forced != "never"),
        OVER_CODES[profile.over],
        KITTY_CODE[profile.kitty],
        profile.kitty_factor,
        AGAINST_CODES[profile.against],
    )


# --- The layout of the array ----------------------------------------------------------------------
#
# A rule that calls itself pays for every array that it passes, so there is one. Cards are renamed, as
# in a record (``arrays.packed``); points are counted by five, since no card counts less.
#
# A position between tricks is a number: every card of the deal has a bit, of a pair that a hand holds
# the two neighbours count how many copies are left.

MOST_CARDS = 8
"""The most cards of a hand in a position that is searched."""
UNIT = 5
"""The points that the search counts as one."""

# The desk; the bench of ``rules.cutting`` lies in front.
FORM, CHAIN, DUTY, FAILS, OVER, KITTY, FACTOR, AGAINST = range(ROOM, ROOM + 8)
"""The form of trump; the Φ that join tractors; the house's duty, whether throws fail in it, how they are
compared, what multiplies the kitty, its fixed factor, and what throws are held against."""
FIVES, TENS, LANDLORD, BURIED, STAMP, NODES, LIMIT = range(AGAINST + 1, AGAINST + 8)
"""The cards that count 5 and 10; the landlord; the kitty's points; the number of the deal, since what
the table holds of others is void; the positions searched, and the most."""
OWED = LIMIT + 1
"""What a reply must hold: cards that are all played, those of them twice, pairs, tractors."""
HANDS = OWED + 4
"""The hands of the seats, two masks each."""
SHIFTS = HANDS + 8
"""By seat and card, the place of its lowest bit in the number of a position."""
FRAMES = SHIFTS + 4 * N_CARDS
"""By the ply of a lead, what it asks; and by the ply of any play, the tops of the cutting that has the
trick after it, where throws are held against that."""
LED, LED_MASK, SIZE, LENGTH, IS_THROW, PAIRS, TRACTORS, LONGEST, LEAD_ONCE, LEAD_TWICE = range(10)
STANDS = 10
FRAME = STANDS + MOST_CARDS
PLIES = 4 * MOST_CARDS + 1
COUNTS = FRAMES + FRAME * PLIES
"""By ply, how many moves are listed."""
RECENT = COUNTS + PLIES
"""By cards and seat, the lead that answered last."""
MOVES = RECENT + 4 * (MOST_CARDS + 1)
"""By ply, the moves."""
ONCE, TWICE, DELTA, SCORE, BEST, WORTH = range(6)
FIELDS = 6
MOST_MOVES = 1 << MOST_CARDS
ROW = FIELDS * MOST_MOVES
TABLE = MOVES + ROW * PLIES
KEY, LEAD, LOW, HIGH = range(4)
ENTRY = 4
TABLE_BITS = 16
DESK = TABLE + (ENTRY << TABLE_BITS)
"""The length of the desk."""

STAMPS = 1 << 28
"""How many deals a table tells apart; then it is wiped."""
KEY_BITS = 4 * MOST_CARDS + 2


@rule
def slot_of(key: int) -> int:
    """Return where on the desk a position is kept: two products, mixed."""
    mixed = key * 0x9E3779B1 >> 15 ^ key * 0x85EBCA6B >> 28
    return TABLE + ENTRY * (mixed & ((1 << TABLE_BITS) - 1))


@rule
def suit_of(desk: Any, partition: int) -> int:
    """Return the card mask of a partition."""
    return SUIT_MASK[PARTITIONS * (item_at(desk, FORM) - CLUBS) + partition]


@rule
def height(desk: Any, card: int) -> int:
    """Return Φ of a card."""
    return PHI[N_CARDS * (item_at(desk, FORM) - CLUBS) + card]


@rule
def trumps_of(desk: Any) -> int:
    """Return the card mask of the trumps."""
    return suit_of(desk, TRUMPS)


@rule
def worth_of(desk: Any, once: int, twice: int) -> int:
    """Return the points of some cards, by five."""
    return count_points(once, twice, item_at(desk, FIVES), item_at(desk, TENS)) // UNIT


@rule
def held_by_others(desk: Any, seat: int) -> int:
    """Return the cards of the other three hands."""
    found = 0
    for ahead in range(1, 4):
        found |= item_at(desk, HANDS + 2 * (seat + ahead & 3))
    return found


@rule
def number_of(desk: Any, seat: int, once: int, twice: int) -> int:
    """Return what some cards of a seat count in the number of a position."""
    found = 0
    for copies in (once, twice):
        while copies:
            found += 1 << item_at(desk, SHIFTS + N_CARDS * seat + lowest_bit(copies))
            copies &= copies - 1
    return found


@rule
def put_down(desk: Any, ply: int, seat: int, once: int, twice: int) -> None:
    """Write a move of a seat below those listed."""
    at = MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply)
    desk[at + ONCE], desk[at + TWICE] = once, twice
    desk[at + DELTA] = number_of(desk, seat, once, twice)
    desk[at + WORTH] = worth_of(desk, once, twice)
    desk[COUNTS + ply] += 1


# --- A trick --------------------------------------------------------------------------------------


@rule
def attacks(desk: Any, seat: int) -> int:
    """Return 1 for a seat of the attackers, 0 for one of the landlord's side."""
    return (seat ^ item_at(desk, LANDLORD)) & 1


@rule
def partition_led(desk: Any, once: int) -> int:
    """Return the partition of a lead."""
    partition = 0
    while partition < PARTITIONS - 1 and once & suit_of(desk, partition) == 0:
        partition += 1
    return partition


@rule
def note_lead(desk: Any, ply: int, once: int, twice: int) -> int:
    """Note what a lead asks, in the frame of its ply; return its honour, 0 for a throw."""
    frame, form, chain = FRAMES + FRAME * ply, item_at(desk, FORM), item_at(desk, CHAIN)
    led = partition_led(desk, once)
    duty_chain = chain if item_at(desk, DUTY) == BEST_SERVICE else 0
    desk[frame + LED], desk[frame + LED_MASK] = led, suit_of(desk, led)
    desk[frame + LEAD_ONCE], desk[frame + LEAD_TWICE] = once, twice
    desk[frame + SIZE] = count_bits(once) + count_bits(twice)
    desk[frame + PAIRS], desk[frame + TRACTORS] = led_form(twice, led, form, ACE, duty_chain)
    length = only_block(once, twice, 0, led, form, ACE, chain)
    desk[frame + IS_THROW] = length < 0
    if length >= 0:
        desk[frame + LENGTH] = desk[frame + LONGEST] = length
        return highest_block(once, twice, led, form, ACE, length, chain)
    pairs, _ = pair_levels(twice, led, form, ACE)
    desk[frame + LONGEST] = max(longest_run(pairs & chain), 1 if twice else 0)
    if item_at(desk, AGAINST) == TAKEN:
        trump = form, ACE, chain
        lay_shape(desk, twice, count_bits(once & ~twice), led, trump)
        lay_cards(desk, twice, once & ~twice, led, trump)
        note_standing(desk, item_at(desk, OVER))
        put_by(desk, frame)
    return 0


@rule
def put_by(desk: Any, frame: int) -> None:
    """Keep the tops to be beaten, which the bench has, in the frame of a play."""
    for part in range(parts_on(desk)):
        desk[frame + STANDS + part] = item_at(desk, STOOD + part)


@rule
def keep_standing(
    desk: Any, ply: int, place: int, takes: bool, play: tuple[int, int], best: tuple[int, int]
) -> None:
    """Keep in the frame of a reply the tops to be beaten after it, where a cutting has the trick.

    Args:
        desk: the desk.
        ply: the ply of the reply.
        place: how many plays were made before it in the trick.
        takes: whether it takes the trick.
        play: card mask of the reply, and of its pairs.
        best: those of the play that won before.
    """
    frame = FRAMES + FRAME * ply
    lead = frame - FRAME * place
    if item_at(desk, AGAINST) != TAKEN or item_at(desk, lead + IS_THROW) == 0:
        return
    if takes:
        honour_of(desk, ply, place, *play, 0, *best)
        put_by(desk, frame)
        return
    for part in range(item_at(desk, lead + SIZE)):
        desk[frame + STANDS + part] = item_at(desk, frame - FRAME + STANDS + part)


@rule
def honour_of(
    desk: Any,
    ply: int,
    place: int,
    once: int,
    twice: int,
    best: int,
    best_once: int,
    best_twice: int,
) -> int:
    """Return the honour of a reply that takes the trick, of a throw 1 more than the last; else 0.

    Args:
        desk: the desk.
        ply: the ply of the reply.
        place: how many plays were made before it in the trick.
        once: card mask of the reply.
        twice: mask of its pairs.
        best: the honour of the play that wins so far.
        best_once: its cards.
        best_twice: its pairs.
    """
    frame = FRAMES + FRAME * (ply - place)
    form, chain = item_at(desk, FORM), item_at(desk, CHAIN)
    led, suit, trumps = item_at(desk, frame + LED), item_at(desk, frame + LED_MASK), trumps_of(desk)
    if item_at(desk, frame + IS_THROW) == 0:
        length = item_at(desk, frame + LENGTH)
        found = block_in_trick(once, twice, led, suit, trumps, form, ACE, length, chain)
        return found if found > best else 0
    if once & ~suit == 0 and (best_once & ~suit or item_at(desk, FAILS)):
        return 0  # a throw that stands is not beaten in its own suit
    lead = item_at(desk, frame + LEAD_ONCE), item_at(desk, frame + LEAD_TWICE)
    if count_bits(twice) < count_bits(lead[1]):
        return 0
    over, against = item_at(desk, OVER), item_at(desk, AGAINST)
    if against == TAKEN:
        before = FRAMES + FRAME * (ply - 1) + STANDS
        for part in range(item_at(desk, frame + SIZE)):
            desk[STOOD + part] = item_at(desk, before + part)
    standing, play, masks = (best_once, best_twice), (once, twice), (suit, trumps)
    trump = form, ACE, chain
    took = takes_throw(desk, lead, standing, play, masks, led, trump, over, against)
    return best + 1 if took else 0


@rule
def kitty_for(desk: Any, frame: int) -> int:
    """Return what the kitty pays the attackers if they win the last trick, by five.

    Args:
        desk: the desk.
        frame: the frame of its lead.
    """
    return kitty_of(desk, item_at(desk, frame + LONGEST), item_at(desk, frame + SIZE))


@rule
def kitty_of(desk: Any, longest: int, led: int) -> int:
    """Return what the kitty pays the attackers for a lead that wins them the last trick, by five.

    Args:
        desk: the desk.
        longest: the pairs of its longest block, 0 for a single.
        led: its cards.
    """
    largest = 2 * longest if longest else 1
    code, fixed = item_at(desk, KITTY), item_at(desk, FACTOR)
    return kitty_factor(largest, led, code, fixed) * item_at(desk, BURIED)


@rule
def last_trick(desk: Any, leader: int) -> int:
    """Return what the attackers gain in the last trick, of a card each, by five."""
    once = item_at(desk, HANDS + 2 * leader)
    led = suit_of(desk, partition_led(desk, once))
    trumps, winner, points = trumps_of(desk), leader, worth_of(desk, once, 0)
    best = height(desk, lowest_bit(once))
    for ahead in range(1, 4):
        seat = leader + ahead & 3
        once = item_at(desk, HANDS + 2 * seat)
        points += worth_of(desk, once, 0)
        if once & (led | trumps) and height(desk, lowest_bit(once)) > best:
            winner, best = seat, height(desk, lowest_bit(once))
    if attacks(desk, winner) == 0:
        return 0
    single, cards = 0, 1
    return points + kitty_of(desk, single, cards)
