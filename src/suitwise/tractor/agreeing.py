"""What was played, held against a deal of the hidden cards: could it all have been played so?

Rules page §6, Follow duty and Throws. A hand at the time of a play is what the seat holds now and
all that it has played since. The rules are those of ``follow`` and ``blocks``; what single cards tell
already (``knowledge``) is found again here.
"""

from __future__ import annotations

from typing import Any

from suitwise.compiled import rule
from suitwise.tractor.blocks import highest_block
from suitwise.tractor.follow import FOLLOWS, follow_fault
from suitwise.tractor.order import partition_mask
from suitwise.tractor.packed import together, without
from suitwise.tractor.worlds import choose_kitty, deal_cards

ASIDE_ROW = 4
"""The rows of piles are those of the seat that looks, of the three after it, and what is aside."""
FOLLOW_COLUMNS = 9
THROW_COLUMNS = 13


@rule
def all_follow(hands: Any, follows: Any, main: int, cr: int, chain: int, duty: int) -> bool:
    """Tell whether every play follows the duty, were these the hands.

    Args:
        hands: see ``deal_cards``.
        follows: a row for each play: whose, what it and later plays of the seat hold, and twice; what it
            holds, and twice; the led partition, the number of cards led, the lead's pairs and tractors.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        duty: how much is asked for (``follow``).
    """
    for at in range(len(follows)):
        row = follows[at]
        seat = row[0]
        once, twice = together(hands[seat, 0], hands[seat, 1], row[1], row[2])
        fault = follow_fault(
            row[3],
            row[4],
            0,
            once,
            twice,
            0,
            row[5],
            row[6],
            row[7],
            row[8],
            main,
            cr,
            chain,
            duty,
        )
        if fault != FOLLOWS:
            return False
    return True


@rule
def first_beaten(hands: Any, throw: Any, parts: Any, main: int, cr: int, chain: int) -> int:
    """Return the place of the first part of a throw that somebody beats; behind the last, if none.

    Args:
        hands: see ``deal_cards``.
        throw: who led, the led partition, the first of its parts and their number, then what each seat
            has played since, and twice.
        parts: length in pairs and top Φ of parts.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    mask = partition_mask(throw[1], main, cr)
    for place in range(throw[3]):
        length, phi = parts[throw[2] + place, 0], parts[throw[2] + place, 1]
        for seat in range(4):
            if seat != throw[0]:
                once, twice = together(
                    hands[seat, 0], hands[seat, 1], throw[5 + 2 * seat], throw[6 + 2 * seat]
                )
                top = highest_block(once & mask, twice & mask, throw[1], main, cr, length, chain)
                if top > phi:
                    return place
    return int(throw[3])


@rule
def throws_agree(hands: Any, throws: Any, parts: Any, main: int, cr: int, chain: int) -> bool:
    """Tell whether every throw would have stood or failed as it did, were these the hands."""
    for at in range(len(throws)):
        place = first_beaten(hands, throws[at], parts, main, cr, chain)
        if throws[at][4] >> place & 1 == 0:
            return False
    return True


# --- A deal that agrees ---------------------------------------------------------------------------


@rule
def split_kitty(
    hands: Any, split: Any, kitty: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Choose what the landlord took from the kitty; return whether it can be that, and the next index.

    Args:
        hands: see ``deal_cards``.
        split: the landlord's row, what it has played, the cards turned up, and those it has shown for
            bids, which it has drawn; each pile with its cards there twice.
        kitty: array (2, 2), filled: the kitty, and what the landlord has drawn.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
    """
    lord, drawn = split[0], kitty[1]
    drawn[0], drawn[1] = together(
        hands[lord, 0], hands[lord, 1], hands[ASIDE_ROW, 0], hands[ASIDE_ROW, 1]
    )
    drawn[0], drawn[1] = together(drawn[0], drawn[1], split[1], split[2])
    drawn[0], drawn[1] = without(drawn[0], drawn[1], split[3], split[4])
    kitty[0, 0], kitty[0, 1] = split[3], split[4]
    index = choose_kitty(drawn, kitty[0], seed, stream, index)
    return (split[5] & ~drawn[0] | split[6] & ~drawn[1]) == 0, index


@rule
def deal_world(
    given: Any, hands: Any, kitty: Any, seed: int, stream: int, index: int, most: int
) -> tuple[int, int]:
    """Deal until a deal agrees with all that is known; return how many it took and the next index.

    Args:
        given: the table of ``deal_cards``, the piles known, the rows of ``all_follow``, those of
            ``throws_agree`` and their parts, trump and duty, and what ``split_kitty`` takes.
        hands: array (5, 2), filled: the hands in turn from the seat that looks, and what is aside.
        kitty: array (2, 2), filled where the landlord is another seat and has buried.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
        most: how many deals to try; after so many the first number is 0.
    """
    table, known, follows, throws, parts, house, split = given
    main, cr, chain, duty = house[0], house[1], house[2], house[3]
    for tried in range(1, most + 1):
        for row in range(ASIDE_ROW + 1):
            hands[row, 0], hands[row, 1] = known[row, 0], known[row, 1]
        dealt, index = deal_cards(table, hands, seed, stream, index)
        if not dealt or not throws_agree(hands, throws, parts, main, cr, chain):
            continue
        if not all_follow(hands, follows, main, cr, chain, duty):
            continue
        if split[0] == 0:
            return tried, index
        fits, index = split_kitty(hands, split, kitty, seed, stream, index)
        if fits:
            return tried, index
    return 0, index
