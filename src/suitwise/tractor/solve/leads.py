"""The leads that the search tries: blocks, and the throws that stand.

A throw that fails is not listed. It leads one block of the hand, which can be led as it is, and costs
its side the penalty or nothing: leading the block is never worse.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, PARTITIONS
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import highest_block, only_block, pair_levels, windows
from suitwise.tractor.rules.order import TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.throws import BEATEN, STANDS, forced_part
from suitwise.tractor.solve.alike import linked, taken_before
from suitwise.tractor.solve.desk import (
    CHAIN,
    COUNTS,
    FAILS,
    FORM,
    HANDS,
    height,
    held_by_others,
    put_down,
    suit_of,
)


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
