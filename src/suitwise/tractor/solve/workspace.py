"""Workspace of the solver: one array of integers, the trick rules on it, and the moves that are tried.

A recursive rule pays for every array argument, so the search keeps everything in one array, the *desk*.
Cards are renamed as in a record (``arrays.packed``). Points are counted in units of five, because no
card counts less. A *ply* is one play, counted from the start of the search.

===========  ===================  ==================================================================
name         length               meaning
===========  ===================  ==================================================================
(none)       ``cutting.ROOM``     workspace of ``rules.cutting``
``FORM``     1                    the form of trump
``CHAIN``    1                    the level mask of the Φ that join tractors; ``HOUSE`` begins here
``DUTY``     1                    the follow duty of the house
``FAILS``    1                    1 if throws can fail
``OVER``     1                    how plays are compared with throws
``KITTY``    1                    how the kitty is multiplied
``FACTOR``   1                    its factor if it is a fixed one
``AGAINST``  1                    which play must be beaten after a throw
``FIVES``    1                    the cards that count 5
``TENS``     1                    the cards that count 10
``LANDLORD`` 1                    the landlord's seat
``BURIED``   1                    the points in the kitty
``STAMP``    1                    the number of the current deal; table entries of others are void
``NODES``    1                    the number of positions searched
``LIMIT``    1                    the most positions to be searched
``OWED``     4                    of a reply: cards that must be played, those twice, pairs and
                                  tractors owed
``HANDS``    8                    the hands of the seats, a pile each
``SHIFTS``   4 * 54               by seat and card: the place of its lowest bit in the key
``FRAMES``   a frame a ply        the leads, and the tops that replies must beat
``COUNTS``   1 a ply              the number of moves listed
``RECENT``   4 a hand size        by cards a hand and seat: the lead that last caused a cutoff
``MOVES``    256 moves a ply      the moves listed
``TABLE``    65,536 entries       the transposition table
===========  ===================  ==================================================================

The key of a position between tricks has a bit for each card of the deal. A pair in a hand has two
neighbouring bits, which count the copies left. So a play changes the key by a fixed ``DELTA``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    PARTITIONS,
    card_partition,
    card_phi,
    cards_on,
    suit_mask,
)
from suitwise.tractor.rules.blocks import highest_block, longest_run, only_block, windows
from suitwise.tractor.rules.deck import (
    TRUMPS,
    level_mask,
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
)
from suitwise.tractor.rules.levels import KITTY_CODE, count_points, kitty_factor
from suitwise.tractor.rules.pairs import cutting
from suitwise.tractor.rules.pairs.cutting import lay_cards, lay_shape, note_standing, parts_on
from suitwise.tractor.rules.pairs.owed import LeadNumbers, led_form, serves, what_is_owed
from suitwise.tractor.rules.profile import BEST as BEST_SERVICE
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import BEATEN, STANDS, forced_part
from suitwise.tractor.rules.winning import block_in_trick, takes_throw


def house_numbers(profile: Profile, main: int) -> tuple[int, ...]:
    """Return the seven numbers of a house under a main suit, in the order of ``CHAIN`` to ``AGAINST``.

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


# --- The layout of the desk -----------------------------------------------------------------------

MOST_SOLVED = 8
"""The most cards of a hand in a position that is searched."""
UNIT = 5
"""The points that count as one."""

FORM, CHAIN, DUTY, FAILS, OVER, KITTY, FACTOR, AGAINST = range(cutting.ROOM, cutting.ROOM + 8)
FIVES, TENS, LANDLORD, BURIED, STAMP, NODES, LIMIT = range(AGAINST + 1, AGAINST + 8)
OWED = LIMIT + 1
HANDS = OWED + 4
SHIFTS = HANDS + 8
FRAMES = SHIFTS + 4 * N_CARDS

LED, LED_MASK, SIZE, LENGTH, IS_THROW, PAIRS, TRACTORS, LONGEST, LEAD_ONCE, LEAD_TWICE = range(10)
STANDING = 10
"""The columns of a frame. In the frame of a lead's ply: its partition and that partition's card mask;
its number of cards; the pairs of a lead of one block; whether it is a throw; the pairs and tractors
that replies owe; the pairs of its longest block; its pile. In the frame of any ply from ``STANDING``
on: the top Φ of each part that a reply must beat then, in houses where that depends on how plays were
cut."""
FRAME = STANDING + MOST_SOLVED
PLIES = 4 * MOST_SOLVED + 1

COUNTS = FRAMES + FRAME * PLIES
RECENT = COUNTS + PLIES
MOVES = RECENT + 4 * (MOST_SOLVED + 1)

ONCE, TWICE, DELTA, SCORE, BEST, WORTH = range(6)
"""The columns of a move: its pile, the change of the key, its score for move ordering, its honour if it
wins so far (else 0), its points."""
FIELDS = 6
MOST_MOVES = 1 << MOST_SOLVED
ROW = FIELDS * MOST_MOVES

TABLE = MOVES + ROW * PLIES
KEY, LEAD, LOW, HIGH = range(4)
"""The columns of an entry of the transposition table: key, leader and stamp in one integer; the
``DELTA`` of the best lead; bounds on the attackers' gain."""
ENTRY = 4
TABLE_BITS = 16
DESK = TABLE + (ENTRY << TABLE_BITS)
"""The length of the desk."""

STAMPS = 1 << 28
"""The number of deals that stamps tell apart; then the table is cleared."""
KEY_BITS = 4 * MOST_SOLVED + 2


@rule
def slot_of(key: int) -> int:
    """Return the place of a position in the transposition table: a hash of its key and leader."""
    mixed = key * 0x9E3779B1 >> 15 ^ key * 0x85EBCA6B >> 28
    return TABLE + ENTRY * (mixed & ((1 << TABLE_BITS) - 1))


@rule
def suit_of(desk: Any, partition: int) -> int:
    """Return the card mask of a partition."""
    return suit_mask(partition, item_at(desk, FORM))


@rule
def height(desk: Any, card: int) -> int:
    """Return Φ of a card."""
    return card_phi(card, item_at(desk, FORM))


@rule
def trumps_of(desk: Any) -> int:
    """Return the card mask of the trumps."""
    return suit_of(desk, TRUMPS)


@rule
def worth_of(desk: Any, once: int, twice: int) -> int:
    """Return the points in a pile, in units of five."""
    return count_points(once, twice, item_at(desk, FIVES), item_at(desk, TENS)) // UNIT


@rule
def held_by_others(desk: Any, seat: int) -> int:
    """Return the cards of the other three hands."""
    cards = 0
    for ahead in range(1, 4):
        cards |= item_at(desk, HANDS + 2 * (seat + ahead & 3))
    return cards


@rule
def key_of(desk: Any, seat: int, once: int, twice: int) -> int:
    """Return the part of the key that stands for a pile of a seat."""
    key = 0
    for copies in (once, twice):
        while copies:
            key += 1 << item_at(desk, SHIFTS + N_CARDS * seat + lowest_bit(copies))
            copies &= copies - 1
    return key


@rule
def list_move(desk: Any, ply: int, seat: int, once: int, twice: int) -> None:
    """Append a move to the list of a ply."""
    at = MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply)
    desk[at + ONCE], desk[at + TWICE] = once, twice
    desk[at + DELTA] = key_of(desk, seat, once, twice)
    desk[at + WORTH] = worth_of(desk, once, twice)
    desk[COUNTS + ply] += 1


# --- A trick --------------------------------------------------------------------------------------


@rule
def attacks(desk: Any, seat: int) -> int:
    """Return 1 for an attacker, 0 for a seat of the landlord's side."""
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
    """Write a lead into the frame of its ply; return its honour, 0 for a throw."""
    frame, form, chain = FRAMES + FRAME * ply, item_at(desk, FORM), item_at(desk, CHAIN)
    led = partition_led(desk, once)
    duty_chain = chain if item_at(desk, DUTY) == BEST_SERVICE else 0
    desk[frame + LED], desk[frame + LED_MASK] = led, suit_of(desk, led)
    desk[frame + LEAD_ONCE], desk[frame + LEAD_TWICE] = once, twice
    desk[frame + SIZE] = count_bits(once) + count_bits(twice)
    desk[frame + PAIRS], desk[frame + TRACTORS] = led_form(twice, led, form, ACE, duty_chain)
    length = only_block(once, twice, led, form, ACE, chain)
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
        save_tops(desk, frame)
    return 0


@rule
def save_tops(desk: Any, frame: int) -> None:
    """Copy the tops to be beaten from the workspace of ``cutting`` into a frame."""
    for part in range(parts_on(desk)):
        desk[frame + STANDING + part] = item_at(desk, cutting.TO_BEAT + part)


@rule
def keep_tops(
    desk: Any, ply: int, place: int, takes: bool, play: tuple[int, int], best: tuple[int, int]
) -> None:
    """Write the tops to be beaten after a reply into its frame, in houses that need them.

    Args:
        desk: the desk.
        ply: the ply of the reply.
        place: the number of plays before it in the trick.
        takes: whether it wins so far.
        play: its pile.
        best: the pile of the play that won before.
    """
    frame = FRAMES + FRAME * ply
    lead = frame - FRAME * place
    if item_at(desk, AGAINST) != cutting.TAKEN or item_at(desk, lead + IS_THROW) == 0:
        return
    if takes:
        honour_of(desk, ply, place, *play, 0, *best)
        save_tops(desk, frame)
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
    """Return the honour of a reply that wins so far, else 0.

    After a throw plays have no honours; there the first winning reply counts 1, the next 2, and so on.

    Args:
        desk: the desk.
        ply: the ply of the reply.
        place: the number of plays before it in the trick.
        once: card mask of the reply.
        twice: mask of its pairs.
        best: the honour of the winning play before.
        best_once: its cards.
        best_twice: its pairs.
    """
    frame = FRAMES + FRAME * (ply - place)
    form, chain = item_at(desk, FORM), item_at(desk, CHAIN)
    led, suit, trumps = item_at(desk, frame + LED), item_at(desk, frame + LED_MASK), trumps_of(desk)
    if item_at(desk, frame + IS_THROW) == 0:
        length = item_at(desk, frame + LENGTH)
        honour = block_in_trick(once, twice, led, suit, trumps, form, ACE, length, chain)
        return honour if honour > best else 0
    if once & ~suit == 0 and (best_once & ~suit or item_at(desk, FAILS)):
        return 0  # nobody beats a throw that stands in its own suit
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
    """Return the kitty's gain for attackers who win the last trick, from the frame of its lead."""
    return kitty_of(desk, item_at(desk, frame + LONGEST), item_at(desk, frame + SIZE))


@rule
def kitty_of(desk: Any, longest: int, led: int) -> int:
    """Return the kitty's gain for attackers who win the last trick.

    Args:
        desk: the desk.
        longest: the pairs of the longest block led, 0 for a single.
        led: the number of cards led.
    """
    largest = 2 * longest if longest else 1
    code, fixed = item_at(desk, KITTY), item_at(desk, FACTOR)
    return kitty_factor(largest, led, code, fixed) * item_at(desk, BURIED)


@rule
def last_trick(desk: Any, leader: int) -> int:
    """Return the attackers' gain in a last trick of one card each."""
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


# --- Equivalent cards -----------------------------------------------------------------------------
#
# A *kind* is a card of a hand, with one or both copies. Two kinds are equivalent if they are of the
# same partition, count the same points, have equally many copies, and no card of another hand or on the
# table is between them: then no comparison tells them apart. Pairs that can form a tractor with a
# neighbour are only equivalent on the same Φ. Of equivalent kinds the first is always played first,
# which is ensured by links: a kind is *linked* if it is equivalent to the one before it.


@rule
def linked(desk: Any, once: int, twice: int, others: int) -> int:
    """Return the linked kinds of a hand.

    Args:
        desk: the desk.
        once: card mask of the hand.
        twice: mask of its pairs.
        others: card mask of the cards on the table and in other hands.
    """
    kinds = 0
    for partition in range(PARTITIONS):
        own = once & suit_of(desk, partition)
        if own & own - 1:
            kinds |= _linked_in(desk, own, twice & own, others, partition)
    return kinds


@rule
def _linked_in(desk: Any, own: int, twice: int, others: int, partition: int) -> int:
    """Return the linked kinds of a hand in one partition."""
    form, kinds = item_at(desk, FORM), 0
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
                kinds |= 1 << card
            elif foreign & (2 << max(one, other)) - (1 << min(one, other)) == 0:
                # Nothing foreign is between them. Pairs must have no neighbours for a tractor either.
                both = 1 << one | 1 << other
                around = (both << 1 | both >> 1) & ~both & pairs
                if twice >> card & 1 == 0 or (spare == 0 and around == 0):
                    kinds |= 1 << card
        before = card
    return kinds


@rule
def chosen_before(desk: Any, seat: int, card: int, once: int, twice: int) -> int:
    """Return the number of copies chosen of the kind that a kind is linked to.

    Args:
        desk: the desk.
        seat: the seat that holds them.
        card: the bit of the kind.
        once: card mask of the cards chosen so far.
        twice: those chosen twice.
    """
    suit = suit_of(desk, card_partition(lowest_bit(card), item_at(desk, FORM)))
    before = 1 << highest_bit(item_at(desk, HANDS + 2 * seat) & suit & card - 1)
    return (1 if once & before else 0) + (1 if twice & before else 0)


@rule
def _look_alike(desk: Any, one: int, other: int, twice: int) -> bool:
    """Tell whether two cards count the same points and have equally many copies."""
    fives, tens = item_at(desk, FIVES), item_at(desk, TENS)
    return (
        (twice >> one ^ twice >> other) & 1 == 0
        and (fives >> one ^ fives >> other) & 1 == 0
        and (tens >> one ^ tens >> other) & 1 == 0
    )


# --- Leads ----------------------------------------------------------------------------------------
#
# Failing throws are not tried: such a throw leads one block of the hand and perhaps pays a penalty, so
# leading that block itself is never worse.


@rule
def list_leads(desk: Any, ply: int, seat: int) -> None:
    """List the leads of a seat: its blocks, and the throws that stand."""
    desk[COUNTS + ply] = 0
    hand = HANDS + 2 * seat
    once, twice = item_at(desk, hand), item_at(desk, hand + 1)
    others = held_by_others(desk, seat)
    links = linked(desk, once, twice, others)
    blocks = once & ~links
    while blocks:
        card = blocks & -blocks
        blocks ^= card
        list_move(desk, ply, seat, card, 0)
        if twice & card:
            list_move(desk, ply, seat, card, card)
    for partition in range(PARTITIONS):
        suit = suit_of(desk, partition)
        own, doubles = once & suit, twice & suit
        if doubles & doubles - 1:
            _list_tractors(desk, ply, seat, doubles, partition)
        if own & own - 1:
            kinds = _unbeaten(desk, seat, own, doubles, others, partition)
            if kinds & kinds - 1:
                none = 0  # a variable: a recursive rule takes no constants (``compiled``)
                _list_throws(desk, ply, seat, partition, kinds, doubles, links, none, none)


@rule
def _list_tractors(desk: Any, ply: int, seat: int, doubles: int, partition: int) -> None:
    """List the tractors of a seat in a partition, those within longer ones included."""
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
                choices = shared_rank_cards(doubles, form, ACE)
                while choices:
                    tractor = cards | choices & -choices
                    list_move(desk, ply, seat, tractor, tractor)
                    choices &= choices - 1
            else:
                list_move(desk, ply, seat, cards, cards)
        length += 1
        starts = windows(levels, length)


@rule
def _unbeaten(desk: Any, seat: int, own: int, doubles: int, others: int, partition: int) -> int:
    """Return the kinds of a partition that can be part of a throw that stands."""
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
    in_tractors, kinds = starts | starts << 1, 0
    while own:
        card = lowest_bit(own)
        own &= own - 1
        level = height(desk, card)
        is_pair = doubles >> card & 1
        if level >= top or (is_pair and (level >= top_pair or in_tractors >> level & 1)):
            kinds |= 1 << card
    return kinds


@rule
def _list_throws(
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
    """List the throws that stand, by choosing 0, 1 or 2 copies of each kind recursively.

    Args:
        desk: the desk.
        ply: the ply.
        seat: the leader.
        partition: the partition.
        kinds: card mask of the kinds still to be decided.
        doubles: mask of the pairs.
        links: the linked kinds.
        once: the cards chosen so far.
        twice: those chosen twice.
    """
    if kinds == 0:
        form, chain = item_at(desk, FORM), item_at(desk, CHAIN)
        is_throw = once != 0 and only_block(once, twice, partition, form, ACE, chain) < 0
        if is_throw and stands(desk, seat, once, twice, partition):
            list_move(desk, ply, seat, once, twice)
        return
    card = kinds & -kinds
    most = 2 if doubles & card else 1
    if links & card:
        most = min(most, chosen_before(desk, seat, card, once, twice))
    for copies in range(most + 1):
        taken = once | card if copies else once
        _list_throws(
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
    """Tell whether a throw of a seat stands: nobody beats its lowest part of any length."""
    if item_at(desk, FAILS) == 0:
        return True
    led = partition, suit_of(desk, partition)
    trump = item_at(desk, FORM), ACE, item_at(desk, CHAIN)
    length, _ = forced_part(desk, HANDS, seat, once, twice, led, trump, BEATEN)
    return length == STANDS


# --- Replies --------------------------------------------------------------------------------------


@rule
def lead_numbers_in(desk: Any, frame: int) -> LeadNumbers:
    """Return the lead of a frame as numbers that the follow duty is computed from."""
    led, size = item_at(desk, frame + LED), item_at(desk, frame + SIZE)
    pairs, tractors = item_at(desk, frame + PAIRS), item_at(desk, frame + TRACTORS)
    form, chain, duty = item_at(desk, FORM), item_at(desk, CHAIN), item_at(desk, DUTY)
    return led, size, pairs, tractors, form, ACE, chain, duty


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
        suit, held, twice & suit, lead_numbers_in(desk, frame)
    )
    desk[OWED], desk[OWED + 1] = once & fixed, twice & fixed
    desk[OWED + 2], desk[OWED + 3] = pairs, tractors
    if count == 0:
        list_move(desk, ply, seat, once & fixed, twice & fixed)
        return
    cards = once & free
    links = linked(desk, cards, twice & free, laid | held_by_others(desk, seat))
    if count == 1:
        cards &= ~links
        while cards:
            list_move(desk, ply, seat, once & fixed | cards & -cards, twice & fixed)
            cards &= cards - 1
        return
    led, none = item_at(desk, frame + LED), 0
    _list_choices(desk, ply, seat, led, cards, twice & free, links, count, none, none)


@rule
def _list_choices(
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
    """List the replies with ``count`` more cards that contain the pairs and tractors owed; recursive."""
    if count == 0:
        serve = serves(
            twice, led, item_at(desk, FORM), ACE, item_at(desk, CHAIN), item_at(desk, OWED + 3)
        )
        if count_bits(twice) >= item_at(desk, OWED + 2) and serve:
            list_move(desk, ply, seat, item_at(desk, OWED) | once, item_at(desk, OWED + 1) | twice)
        return
    if count_bits(kinds) + count_bits(kinds & doubles) < count:
        return
    card = kinds & -kinds
    most = min(2 if doubles & card else 1, count)
    if links & card:
        most = min(most, chosen_before(desk, seat, card, once, twice))
    for copies in range(most + 1):
        taken = once | card if copies else once
        _list_choices(
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
