"""Who takes a trick of a whole deal in arrays, throws too, in the ``standard`` house."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
    CLUBS,
    LEADER,
    LED,
    PARTITIONS,
    PLACED,
    SUIT_MASK,
    TABLE,
    WINNER,
    form_in,
    honour_of_reply,
    led_mask,
    put,
)
from suitwise.tractor.rules.blocks import only_block
from suitwise.tractor.rules.cutting.bench import ROOM, lay_shape
from suitwise.tractor.rules.cutting.finding import ABOVE_ALL, ALL, LARGEST, takes_over
from suitwise.tractor.rules.order import TRUMPS
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.winning import block_in_trick
from suitwise.tractor.whole.columns import BENCH


@rule
def takes(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply takes the trick on the table so far."""
    form, led, suit = form_in(record), item_at(record, LED), led_mask(record)
    trumps = SUIT_MASK[PARTITIONS * (form - CLUBS) + TRUMPS]
    if once & ~suit and once & ~trumps:
        return False
    stands = TABLE + 2 * (item_at(record, WINNER) - item_at(record, LEADER) & 3)
    stood, stood_twice = item_at(record, stands), item_at(record, stands + 1)
    lead, lead_twice = item_at(record, TABLE), item_at(record, TABLE + 1)
    length = only_block(lead, lead_twice, 0, led, form, ACE, EVERY_LEVEL)
    if length >= 0:
        top = block_in_trick(once, twice, led, suit, trumps, form, ACE, length, EVERY_LEVEL)
        return top > block_in_trick(
            stood, stood_twice, led, suit, trumps, form, ACE, length, EVERY_LEVEL
        )
    bench, trump = record[BENCH : BENCH + ROOM], (form, ACE, EVERY_LEVEL)
    lay_shape(bench, lead_twice, count_bits(lead & ~lead_twice), led, trump)
    standing = stood_twice, stood & ~stood_twice, TRUMPS if stood & ~suit else led
    play = twice, once & ~twice, TRUMPS if once & ~suit else led
    return takes_over(bench, standing, play, LARGEST, ALL, trump)


@rule
def put_in_trick(record: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play; ``BEST`` is then the honour of what wins so far."""
    placed = item_at(record, PLACED)
    if placed:
        record[BEST] = -1 if takes(record, once, twice) else ABOVE_ALL
    put(record, once, twice)
    if placed < 3:
        stands = TABLE + 2 * (item_at(record, WINNER) - item_at(record, LEADER) & 3)
        record[BEST] = honour_of_reply(record, item_at(record, stands), item_at(record, stands + 1))
