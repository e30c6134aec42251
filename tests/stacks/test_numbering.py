"""Numbers of cards and suits: dense, in order, equal for equal cards."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.stacks.layout import MOST_NUMBER
from suitwise.stacks.numbering import DIGITS
from suitwise.stacks.table import Cards, numbers


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("most", [1, 5, DIGITS - 1, DIGITS, 50_000, MOST_NUMBER])
def test_cards_are_numbered_as_sorting_would(most: int, compiled: bool) -> None:
    rng = Random(most)
    for count in (0, 1, 2, 60, 500):
        pairs = [(rng.randint(0, most), rng.randint(0, most)) for _ in range(count)]
        values, suits = [value for value, _ in pairs], [suit for _, suit in pairs]
        cards = Cards([0], numbers(values, compiled), numbers(suits, compiled), compiled)
        ranked = sorted({(suit, value) for value, suit in pairs})
        kinds = sorted(set(suits))
        assert [*cards.card] == [ranked.index((suit, value)) for value, suit in pairs]
        assert [*cards.suit] == [kinds.index(suit) for suit in suits]
        assert (cards.different, cards.kinds) == (len(ranked), len(kinds))
        assert [*cards.suit_numbers] == kinds
