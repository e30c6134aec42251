"""Numbers of cards and suits: dense, in order, equal for equal cards."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.stacks.rules.layout import MOST_NUMBER
from suitwise.stacks.rules.table import MOST_DIGITS, Cards, digits_for, numbers


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("most", [1, 5, MOST_DIGITS - 1, MOST_DIGITS, 50_000, MOST_NUMBER])
def test_cards_are_numbered_as_sorting_would(most: int, compiled: bool) -> None:
    rng = Random(most)
    for count in (0, 1, 2, 7, 30, 60, 120, 250, 500, 1_000, 3_000):
        pairs = [(rng.randint(0, most), rng.randint(0, most)) for _ in range(count)]
        values, suits = [value for value, _ in pairs], [suit for _, suit in pairs]
        cards = Cards([0], numbers(values, compiled), numbers(suits, compiled), compiled)
        ranked = sorted({(suit, value) for value, suit in pairs})
        kinds = sorted(set(suits))
        rank = {card: number for number, card in enumerate(ranked)}
        assert [*cards.card] == [rank[suit, value] for value, suit in pairs]
        assert [*cards.suit] == [kinds.index(suit) for suit in suits]
        assert (cards.different, cards.kinds) == (len(ranked), len(kinds))
        assert [*cards.suit_numbers] == kinds


def test_few_cards_take_few_counters() -> None:
    for count in (0, 1, 9, 100, 1_000, 10_000, 10**8):
        digits = digits_for(count)
        assert digits.bit_count() == 1
        assert digits <= min(count + 8, MOST_DIGITS)
        assert 2 * digits >= min(count, MOST_DIGITS)
