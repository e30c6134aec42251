"""Redealing the cards of a game with two packs that a seat can't see, alike in all it has seen."""

from __future__ import annotations

from collections import Counter

from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.rules.cards import Cards, in_order, without
from suitwise.seeds import below, world_seed


def redealt(
    hands: tuple[Cards, ...],
    hidden: tuple[Cards, ...],
    stock: Cards,
    turned: Cards,
    seed: int,
    stream: int,
) -> tuple[Cards, ...]:
    """Return hands in which the cards that a seat can't see are dealt again at random.

    Unseen cards that did not lie in the turned pile can't be in the stock, so they must be in the hands.
    The rest of the hands is a uniform sample of the other unseen cards.

    Args:
        hands: the cards of every seat.
        hidden: the cards of every seat that the observing seat does not know.
        stock: the cards of the stock.
        turned: the cards of the pile when it was last turned over; if any, the stock has no others.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(((1, 2), (3, 4)), ((), (4,)), (), (), 7, 0)
    ((1, 2), (3, 4))
    """
    seed = world_seed(seed)
    unseen = Counter(stock) + Counter(card for cards in hidden for card in cards)
    drawable = unseen & Counter(turned) if turned else unseen
    in_hands = [*in_order((unseen - drawable).elements())]
    free = sum(map(len, hidden)) - len(in_hands)
    in_hands += _sample([*in_order(drawable.elements())], free, seed, 2 * stream)
    new = deal_shuffled(in_hands, map(len, hidden), seed, 2 * stream + 1)
    return tuple(
        in_order([*without(cards, unknown), *more])
        for cards, unknown, more in zip(hands, hidden, new, strict=True)
    )


def _sample(cards: list[int], count: int, seed: int, stream: int) -> list[int]:
    """Return a uniform sample of ``count`` of these cards."""
    index = 0
    for at in range(count):
        step, index = below(len(cards) - at, seed, stream, index)
        cards[at], cards[at + step] = cards[at + step], cards[at]
    return cards[:count]
