"""Wild cards on the places of melds: none on its own."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from suitwise.rummy.rules.hand import is_laid


def can_be_laid(held: int, cards: list[int], places: list[int]) -> bool:
    """Try every order of the wild cards, those without a suit last of all."""
    suits = [suit for suit in range(4) for _ in range(cards[suit])]
    wild = [*suits, *[-1] * (held - len(suits))]
    return any(
        all(suit < 0 or not bar >> suit & 1 for suit, bar in zip(order, places, strict=False))
        for order in permutations(wild, len(places))
    )


def test_wild_cards_can_be_laid_if_some_order_of_them_bars_none(exhaustive: bool) -> None:
    """30,000 times up to five wild cards on up to five places; a sample of 3,000."""
    rng = Random(7)
    answers: Counter[bool] = Counter()
    for _ in range(30_000 if exhaustive else 3000):
        cards = [rng.choice((0, 0, 1, 2)) for _ in range(4)]
        while sum(cards) > 5:
            cards[rng.randrange(4)] = 0
        held = rng.randint(sum(cards), 5)
        places = [rng.choice((0, 1, 2, 12, 14, 13, 6)) for _ in range(rng.randint(0, 5))]
        known = can_be_laid(held, cards, places)
        assert is_laid(held, cards, Counter(places)) == known, (held, cards, places)
        answers[known] += 1
    assert min(answers[True], answers[False]) > 500
