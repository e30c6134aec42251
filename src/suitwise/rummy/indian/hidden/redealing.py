"""Hands of all seats that one seat of Indian rummy can't tell from the true ones."""

from __future__ import annotations

from collections import Counter

from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.indian.rules.cards import Cards, in_order, without
from suitwise.seeds import below, world_seed


def redealt(
    hands: tuple[Cards, ...],
    hidden: tuple[Cards, ...],
    stock: Cards,
    turned: Cards,
    seed: int,
    stream: int,
) -> tuple[Cards, ...]:
    """Return hands with the cards that a seat can't see drawn anew, all ways equally likely.

    Args:
        hands: the cards of every seat.
        hidden: those of them that the seat doesn't know.
        stock: the cards of the stock.
        turned: the cards of the pile when it was last turned, which alone can be in the stock then.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(((1, 2), (3, 4)), ((), (4,)), (), (), 7, 0)
    ((1, 2), (3, 4))
    """
    seed = world_seed(seed)
    unseen = Counter(stock) + Counter(card for cards in hidden for card in cards)
    drawable = unseen & Counter(turned) if turned else unseen
    held = [*in_order((unseen - drawable).elements())]
    free = sum(map(len, hidden)) - len(held)
    held += _picked([*in_order(drawable.elements())], free, seed, 2 * stream)
    drawn = deal_shuffled(held, map(len, hidden), seed, 2 * stream + 1)
    return tuple(
        in_order([*without(cards, unknown), *more])
        for cards, unknown, more in zip(hands, hidden, drawn, strict=True)
    )


def _picked(cards: list[int], count: int, seed: int, stream: int) -> list[int]:
    """Return `count` of some cards, any as likely as any other."""
    index = 0
    for at in range(count):
        step, index = below(len(cards) - at, seed, stream, index)
        cards[at], cards[at + step] = cards[at + step], cards[at]
    return cards[:count]
