"""Workspace of the search: one array of integers with the profile, the hands, the moves and a trick."""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    PARTITION,
    PARTITIONS,
    PHI,
    SUIT_MASK,
    cards_on,
)
from suitwise.tractor.rules import cutting
from suitwise.tractor.rules.blocks import highest_block, longest_run, only_block, windows
from suitwise.tractor.rules.cutting import lay_cards, lay_shape, note_standing, parts_on
from suitwise.tractor.rules.deck import (
    TRUMPS,
    level_mask,
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
)
from suitwise.tractor.rules.levels import KITTY_CODE, count_points, kitty_factor
from suitwise.tractor.rules.owed import LeadNumbers, led_form, serves, what_is_owed
from suitwise.tractor.rules.profile import BEST as BEST_SERVICE
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import BEATEN, STANDS, block_in_trick, forced_part, takes_throw

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
        cutting.OVER_CODES[profile.over],
        KITTY_CODE[profile.kitty],
        profile.kitty_factor,
        cutting.AGAINST_CODES[profile.against],
    )


# --- The layout of the array ----------------------------------------------------------------------
#
# A rule that calls itself pays for every array that it passes, so there is one. Cards are renamed, as
# in a record (``arrays.packed``); points are counted by five, since no card counts less.
#
# A position between tricks is a number: every card of the deal has a bit, of a pair that a hand holds
# the two neighbours count how many copies are left.

MOST_SOLVED = 8
"""The most cards of a hand in a position that is searched."""
UNIT = 5
"""The points that the search counts as one."""

# The desk; the bench of ``rules.cutting`` lies in front.
FORM, CHAIN, DUTY, FAILS, OVER, KITTY, FACTOR, AGAINST = range(cutting.ROOM, cutting.ROOM + 8)
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
STANDING = 10
FRAME = STANDING + MOST_SOLVED
PLIES = 4 * MOST_SOLVED + 1
COUNTS = FRAMES + FRAME * PLIES
"""By ply, how many moves are listed."""
RECENT = COUNTS + PLIES
"""By cards and seat, the lead that answered last."""
MOVES = RECENT + 4 * (MOST_SOLVED + 1)
"""By ply, the moves."""
ONCE, TWICE, DELTA, SCORE, BEST, WORTH = range(6)
FIELDS = 6
MOST_MOVES = 1 << MOST_SOLVED
ROW = FIELDS * MOST_MOVES
TABLE = MOVES + ROW * PLIES
KEY, LEAD, LOW, HIGH = range(4)
ENTRY = 4
TABLE_BITS = 16
DESK = TABLE + (ENTRY << TABLE_BITS)
"""The length of the desk."""

STAMPS = 1 << 28
"""How many deals a table tells apart; then it is wiped."""
KEY_BITS = 4 * MOST_SOLVED + 2


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
    if item_at(desk, AGAINST) == cutting.TAKEN:
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
        desk[frame + STANDING + part] = item_at(desk, cutting.TO_BEAT + part)


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
    if item_at(desk, AGAINST) != cutting.TAKEN or item_at(desk, lead + IS_THROW) == 0:
        return
    if takes:
        honour_of(desk, ply, place, *play, 0, *best)
        put_by(desk, frame)
        return
    for part in range(item_at(desk, lead + SIZE)):
        desk[frame + STANDING + part] = item_at(desk, frame - FRAME + STANDING + part)


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
    if against == cutting.TAKEN:
        before = FRAMES + FRAME * (ply - 1) + STANDING
        for part in range(item_at(desk, frame + SIZE)):
            desk[cutting.TO_BEAT + part] = item_at(desk, before + part)
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


# --- Moves to try ---------------------------------------------------------------------------------
#
# A throw that fails is not listed. It leads one block of the hand, which can be led as it is, and costs
# its side the penalty or nothing: leading the block is never worse.

# --- Equivalent cards -----------------------------------------------------------------------------
#
# Two kinds of a hand do the same if they are of one partition, count the same, are held as often, and
# nobody else has a card between them, on the table or in a hand: then no comparison tells them apart.
# Pairs that have neighbours to make a tractor with are not merged, but where they share a Φ. Of kinds
# that do the same the earlier are always played first.


@rule
def linked(desk: Any, once: int, twice: int, others: int) -> int:
    """Return the kinds of a hand that do the same as the kind before them.

    Args:
        desk: the desk.
        once: card mask of the hand.
        twice: mask of its pairs.
        others: card mask of the cards on the table and in other hands.
    """
    found = 0
    for partition in range(PARTITIONS):
        own = once & suit_of(desk, partition)
        if own & own - 1:
            found |= _linked_in(desk, own, twice & own, others, partition)
    return found


@rule
def _linked_in(desk: Any, own: int, twice: int, others: int, partition: int) -> int:
    """Return the kinds of a hand that do the same as the kind before them, in one partition."""
    form, found = item_at(desk, FORM), 0
    foreign = level_mask(others & suit_of(desk, partition), partition, form, ACE)
    pairs, spare = pair_levels(twice, partition, form, ACE)
    pairs &= item_at(desk, CHAIN)
    before = lowest_bit(own)
    own &= own - 1
    while own:
        card = lowest_bit(own)
        own &= own - 1
        if _look_alike(desk, before, card, twice):
            one, other = height(desk, before), height(desk, card)
            if one == other:
                found |= 1 << card
            elif foreign & (2 << max(one, other)) - (1 << min(one, other)) == 0:
                beside = 1 << one | 1 << other
                around = (beside << 1 | beside >> 1) & ~beside & pairs
                if twice >> card & 1 == 0 or (spare == 0 and around == 0):
                    found |= 1 << card
        before = card
    return found


@rule
def taken_before(desk: Any, seat: int, card: int, once: int, twice: int) -> int:
    """Return how many were taken of the kind before one, which does the same.

    Args:
        desk: the desk.
        seat: whose hand it is.
        card: the bit of the kind.
        once: card mask of what was taken of the hand so far.
        twice: those taken twice.
    """
    suit = suit_of(desk, PARTITION[N_CARDS * (item_at(desk, FORM) - CLUBS) + lowest_bit(card)])
    before = 1 << highest_bit(item_at(desk, HANDS + 2 * seat) & suit & card - 1)
    return (1 if once & before else 0) + (1 if twice & before else 0)


@rule
def _look_alike(desk: Any, one: int, other: int, twice: int) -> bool:
    """Tell whether two cards count the same and are held as often."""
    fives, tens = item_at(desk, FIVES), item_at(desk, TENS)
    return (
        (twice >> one ^ twice >> other) & 1 == 0
        and (fives >> one ^ fives >> other) & 1 == 0
        and (tens >> one ^ tens >> other) & 1 == 0
    )


# --- The leads that the search tries: blocks, and the throws that stand ---------------------------


@rule
def list_leads(desk: Any, ply: int, seat: int) -> None:
    """List the leads of a seat: its blocks, then the throws that stand."""
    desk[COUNTS + ply] = 0
    hand = HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    others = held_by_others(desk, seat)
    first = ~linked(desk, once, twice, others)
    blocks = once & first
    while blocks:
        card = blocks & -blocks
        blocks ^= card
        put_down(desk, ply, seat, card, 0)
        if twice & card:
            put_down(desk, ply, seat, card, card)
    for partition in range(PARTITIONS):
        suit = suit_of(desk, partition)
        own, doubles = once & suit, twice & suit
        if doubles & doubles - 1:
            _list_tractors(desk, ply, seat, doubles, partition)
        if own & own - 1:
            kinds = _unbeaten(desk, seat, own, doubles, others, partition)
            if kinds & kinds - 1:
                none = 0
                _throw(desk, ply, seat, partition, kinds, doubles, ~first, none, none)


@rule
def _list_tractors(desk: Any, ply: int, seat: int, doubles: int, partition: int) -> None:
    """List the tractors of a seat in a partition, short ones within long ones."""
    form = item_at(desk, FORM)
    levels, _ = pair_levels(doubles, partition, form, ACE)
    levels &= item_at(desk, CHAIN)
    shared, length = rank_card_phi(form), 2
    starts = windows(levels, length)
    while starts:
        while starts:
            used = ((1 << length) - 1) << lowest_bit(starts)
            starts &= starts - 1
            cards = cards_on(used, partition, form)
            if partition == TRUMPS and used >> shared & 1:
                links = shared_rank_cards(doubles, form, ACE)
                while links:
                    whole = cards | links & -links
                    put_down(desk, ply, seat, whole, whole)
                    links &= links - 1
            else:
                put_down(desk, ply, seat, cards, cards)
        length += 1
        starts = windows(levels, length)


@rule
def _unbeaten(desk: Any, seat: int, own: int, doubles: int, others: int, partition: int) -> int:
    """Return the kinds of a partition that may be in a throw that stands: no others can be."""
    if item_at(desk, FAILS) == 0:
        return own
    form, suit = item_at(desk, FORM), suit_of(desk, partition)
    top = highest_block(others & suit, 0, partition, form, ACE, 0, item_at(desk, CHAIN))
    their_pairs = 0
    for ahead in range(1, 4):
        their_pairs |= item_at(desk, HANDS + 2 * (seat + ahead & 3) + 1) & suit
    top_pair = highest_block(0, their_pairs, partition, form, ACE, 1, item_at(desk, CHAIN))
    levels, _ = pair_levels(doubles, partition, form, ACE)
    starts = windows(levels & item_at(desk, CHAIN), 2)
    in_tractors, found = starts | starts << 1, 0
    while own:
        card = lowest_bit(own)
        own &= own - 1
        level = height(desk, card)
        is_pair = doubles >> card & 1
        if level >= top or (is_pair and (level >= top_pair or in_tractors >> level & 1)):
            found |= 1 << card
    return found


@rule
def _throw(
    desk: Any,
    ply: int,
    seat: int,
    partition: int,
    kinds: int,
    doubles: int,
    links: int,
    once: int,
    twice: int,
) -> None:
    """List the throws that stand: those cards that are taken, with some of the kinds that are left.

    Args:
        desk: the desk.
        ply: the ply.
        seat: the leader.
        partition: the partition.
        kinds: card mask of the kinds left.
        doubles: mask of the pairs.
        links: the kinds that do the same as the kind before them.
        once: the cards taken.
        twice: those taken twice.
    """
    if kinds == 0:
        if (
            once
            and only_block(
                once, twice, 0, partition, item_at(desk, FORM), ACE, item_at(desk, CHAIN)
            )
            < 0
        ) and stands(desk, seat, once, twice, partition):
            put_down(desk, ply, seat, once, twice)
        return
    card = kinds & -kinds
    most = 2 if doubles & card else 1
    if links & card:
        most = min(most, taken_before(desk, seat, card, once, twice))
    for copies in range(most + 1):
        taken = once | card if copies else once
        _throw(
            desk,
            ply,
            seat,
            partition,
            kinds ^ card,
            doubles,
            links,
            taken,
            twice | card if copies == 2 else twice,
        )


@rule
def stands(desk: Any, seat: int, once: int, twice: int, partition: int) -> bool:
    """Tell whether a throw of a seat stands: nobody beats the lowest part of any length."""
    if item_at(desk, FAILS) == 0:
        return True
    led, trump = (
        (partition, suit_of(desk, partition)),
        (item_at(desk, FORM), ACE, item_at(desk, CHAIN)),
    )
    length, _ = forced_part(desk, HANDS, seat, once, twice, led, trump, BEATEN)
    return length == STANDS


# --- Replies to try -------------------------------------------------------------------------------


@rule
def asked_by(desk: Any, frame: int) -> LeadNumbers:
    """Return what the lead of a frame asks of a hand."""
    led, size = item_at(desk, frame + LED), item_at(desk, frame + SIZE)
    pairs, tractors = item_at(desk, frame + PAIRS), item_at(desk, frame + TRACTORS)
    return (
        led,
        size,
        pairs,
        tractors,
        item_at(desk, FORM),
        ACE,
        item_at(desk, CHAIN),
        item_at(desk, DUTY),
    )


@rule
def list_replies(desk: Any, ply: int, lead_ply: int, seat: int, laid: int) -> None:
    """List the replies of a seat.

    Args:
        desk: the desk.
        ply: the ply.
        lead_ply: the ply of the lead.
        seat: the seat.
        laid: card mask of the cards on the table.
    """
    desk[COUNTS + ply] = 0
    frame, hand = FRAMES + FRAME * lead_ply, HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    suit = item_at(desk, frame + LED_MASK)
    held = count_bits(once & suit) + count_bits(twice & suit)
    fixed, free, count, pairs, tractors = what_is_owed(
        suit, held, twice & suit, asked_by(desk, frame)
    )
    desk[OWED], desk[OWED + 1] = once & fixed, twice & fixed
    desk[OWED + 2], desk[OWED + 3] = pairs, tractors
    if count == 0:
        put_down(desk, ply, seat, once & fixed, twice & fixed)
        return
    cards = once & free
    links = linked(desk, cards, twice & free, laid | held_by_others(desk, seat))
    if count == 1:
        cards &= ~links
        while cards:
            put_down(desk, ply, seat, once & fixed | cards & -cards, twice & fixed)
            cards &= cards - 1
        return
    led, none = item_at(desk, frame + LED), 0
    _choose(desk, ply, seat, led, cards, twice & free, links, count, none, none)


@rule
def _choose(
    desk: Any,
    ply: int,
    seat: int,
    led: int,
    kinds: int,
    doubles: int,
    links: int,
    count: int,
    once: int,
    twice: int,
) -> None:
    """List the choices of ``count`` more cards that have what is owed; see ``leads``."""
    if count == 0:
        serve = serves(
            twice, led, item_at(desk, FORM), ACE, item_at(desk, CHAIN), item_at(desk, OWED + 3)
        )
        if count_bits(twice) >= item_at(desk, OWED + 2) and serve:
            put_down(desk, ply, seat, item_at(desk, OWED) | once, item_at(desk, OWED + 1) | twice)
        return
    if count_bits(kinds) + count_bits(kinds & doubles) < count:
        return
    card = kinds & -kinds
    most = min(2 if doubles & card else 1, count)
    if links & card:
        most = min(most, taken_before(desk, seat, card, once, twice))
    for copies in range(most + 1):
        taken = once | card if copies else once
        _choose(
            desk,
            ply,
            seat,
            led,
            kinds ^ card,
            doubles,
            links,
            count - copies,
            taken,
            twice | card if copies == 2 else twice,
        )
