"""The replies that the search tries: all that the duty allows, but one of those that do the same."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.tractor.arrays.packed import ACE
from suitwise.tractor.rules.owed import LeadNumbers, serves, what_is_owed
from suitwise.tractor.solve.alike import linked, taken_before
from suitwise.tractor.solve.desk import (
    CHAIN,
    COUNTS,
    DUTY,
    FORM,
    FRAME,
    FRAMES,
    HANDS,
    LED,
    LED_MASK,
    OWED,
    PAIRS,
    SIZE,
    TRACTORS,
    held_by_others,
    put_down,
)


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
