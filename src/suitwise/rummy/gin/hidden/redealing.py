"""Hands of the other seat that a seat of gin rummy can't tell from the true one."""

from __future__ import annotations

from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.gin.rules.melds import bits_of, cards_of
from suitwise.seeds import world_seed


def redealt(hand: int, hidden: int, stock: int, seed: int, stream: int) -> int:
    """Return a hand with the cards of it that a seat can't see drawn anew, all ways equally likely.

    Args:
        hand: the hand.
        hidden: the cards of it that are not known.
        stock: the cards that lie nowhere.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(0b1110, 0b0100, 0, 7, 0) == 0b1110
    True
    """
    rooms = [hidden.bit_count()]
    (drawn,) = deal_shuffled(cards_of(hidden | stock), rooms, world_seed(seed), stream)
    return hand & ~hidden | bits_of(drawn)
