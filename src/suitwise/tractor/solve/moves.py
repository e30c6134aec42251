"""The moves that the search tries: leads and replies, one of each kind that does the same.

A throw that fails is not listed. It leads one block of the hand, which can be led as it is, and costs
its side the penalty or nothing: leading the block is never worse.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, CLUBS, PARTITION, PARTITIONS
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import highest_block, only_block, pair_levels, windows
from suitwise.tractor.rules.order import TRUMPS, level_mask, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import LeadNumbers, serves, what_is_owed
from suitwise.tractor.rules.throws import BEATEN, STANDS, forced_part
from suitwise.tractor.solve.workspace import (
    CHAIN,
    COUNTS,
    DUTY,
    FAILS,
    FIVES,
    FORM,
    FRAME,
    FRAMES,
    HANDS,
    LED,
    LED_MASK,
    OWED,
    PAIRS,
    SIZE,
    TENS,
    TRACTORS,
    height,
    held_by_others,
    put_down,
    suit_of,
)

# --- Kinds of cards of a hand that do the same, of which the search tries one ---------------------
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


# --------------------------------------------------------------------------------------------------
# The replies that the search tries: all that the duty allows, but one of those that do the same


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
