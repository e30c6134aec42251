"""A deal of the hidden cards with which all plays agree, drawn until there is one.

Source: rules page §6. The cards are dealt from the knowledge of single cards and of one failed throw
(``worlds``, ``failed_throws``), checked against all plays (``trial``), and the landlord's kitty is
chosen.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.hidden.failed_throws import deal_on_events
from suitwise.tractor.hidden.trial import all_follow, throws_agree
from suitwise.tractor.hidden.worlds import choose_kitty
from suitwise.tractor.rules.piles import together, without

ASIDE_ROW = 4
"""The last row of piles, the cards aside; before it those of the seat that looks and the three after."""


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
    landlord, drawn = split[0], kitty[1]
    drawn[0], drawn[1] = together(
        hands[landlord, 0], hands[landlord, 1], hands[ASIDE_ROW, 0], hands[ASIDE_ROW, 1]
    )
    drawn[0], drawn[1] = together(drawn[0], drawn[1], split[1], split[2])
    drawn[0], drawn[1] = without(drawn[0], drawn[1], split[3], split[4])
    kitty[0, 0], kitty[0, 1] = split[3], split[4]
    index = choose_kitty(drawn, kitty[0], seed, stream, index)
    return (split[5] & ~drawn[0] | split[6] & ~drawn[1]) == 0, index


@rule
def deal_world(
    given: Any, front: Any, hands: Any, kitty: Any, seed: int, stream: int, index: int, most: int
) -> tuple[int, int]:
    """Deal until a deal agrees with all that is known; return how many it took and the next index.

    Args:
        given: the table of ``deal_cards``, the events of ``deal_on_events`` and their shares, the piles
            known, the rows of ``all_follow``, those of ``throws_agree`` and their parts, trump and
            duty, and what ``split_kitty`` takes.
        front: see ``deal_on_events``; changed.
        hands: array (5, 2), filled: the hands in turn from the seat that looks, and what is aside.
        kitty: array (2, 2), filled where the landlord is another seat and has buried.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
        most: how many deals to try; where none of them agrees, the first number is 0.
    """
    table, events, shares, known, follows, throws, parts, house, split = given
    main, cr, chain, duty = house[0], house[1], house[2], house[3]
    for tried in range(1, most + 1):
        for row in range(ASIDE_ROW + 1):
            hands[row, 0], hands[row, 1] = known[row, 0], known[row, 1]
        dealt, index = deal_on_events(table, events, shares, front, hands, seed, stream, index)
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
