"""What was played, checked against a deal of the hidden cards: could all of it have been played?

Source: rules page §6, Follow duty and Throws. A hand at the time of a play is what the seat holds now
and all that it has played since. The rules are those of ``owed`` and ``blocks``; what single cards
prove (``knowledge``) is checked here, too.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.order import partition_mask
from suitwise.tractor.rules.owed import FOLLOWS, follow_fault
from suitwise.tractor.rules.piles import together

FOLLOW_COLUMNS = 9
THROW_COLUMNS = 14


@rule
def all_follow(hands: Any, follows: Any, main: int, cr: int, chain: int, duty: int) -> bool:
    """Tell whether every play follows the duty, were these the hands.

    Args:
        hands: see ``worlds.deal_cards``.
        follows: a row for each play: whose, what it and later plays of the seat hold, and twice; what it
            holds, and twice; the led partition, the number of cards led, the lead's pairs and tractors.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        duty: how much is asked for (``owed``).
    """
    for at in range(len(follows)):
        row = follows[at]
        seat = row[0]
        once, twice = together(hands[seat, 0], hands[seat, 1], row[1], row[2])
        lead = (row[5], row[6], row[7], row[8], main, cr, chain, duty)
        fault = follow_fault((row[3], row[4], 0), (once, twice, 0), lead)
        if fault != FOLLOWS:
            return False
    return True


@rule
def first_beaten(hands: Any, throw: Any, parts: Any, main: int, cr: int, chain: int) -> int:
    """Return the place of the part of a throw that is forced; behind the last, if nobody beats any.

    It is the first that somebody beats, or that is beaten by the first seat which beats any.

    Args:
        hands: see ``worlds.deal_cards``.
        throw: who led, the led partition, the first of its parts and their number, then what each seat
            has played since, and twice; whether the first seat decides.
        parts: length in pairs and top Φ of parts.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    mask = partition_mask(throw[1], main, cr)
    found, nearest = int(throw[3]), 4
    for place in range(throw[3]):
        length, phi = parts[throw[2] + place, 0], parts[throw[2] + place, 1]
        for ahead in range(1, nearest):
            seat = throw[0] + ahead & 3
            once, twice = together(
                hands[seat, 0], hands[seat, 1], throw[5 + 2 * seat], throw[6 + 2 * seat]
            )
            top = highest_block(once & mask, twice & mask, throw[1], main, cr, length, chain)
            if top > phi:
                if throw[13] == 0:
                    return place
                found, nearest = place, ahead
                break
    return found


@rule
def throws_agree(hands: Any, throws: Any, parts: Any, main: int, cr: int, chain: int) -> bool:
    """Tell whether every throw would have stood or failed as it did, were these the hands."""
    for at in range(len(throws)):
        place = first_beaten(hands, throws[at], parts, main, cr, chain)
        if throws[at][4] >> place & 1 == 0:
            return False
    return True
