"""The states of the scan: their fields, the table in which they are kept, and the aces they remember."""

from __future__ import annotations

from suitwise.rummy.rules.melds import FIELD
from suitwise.rummy.solve.scan import (
    ACES_AT,
    PLACES,
    SAME,
    SUIT_BITS,
    WILDS_AT,
    WORD_BITS,
    ahead,
    left_of,
    moved_on,
    put,
)


def test_fields_tell_the_copies_of_the_next_ranks() -> None:
    counts = [0] * (4 * PLACES)
    counts[4], counts[10], counts[PLACES + 5], counts[11] = 3, 2, 4, 1
    fields = ahead(counts, 0, 4)
    assert fields == 3 | 2 << 6 * FIELD | 4 << SUIT_BITS + FIELD
    assert left_of(fields, 0) == 1 | 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert left_of(fields, 3 | 1 << 6 * FIELD) == 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert ahead(counts, 0, 14) == ahead(counts, 2, 4) == 0


def test_a_state_is_kept_once_with_the_best_value() -> None:
    states = [*([0] * 8 for _ in range(5)), [-1] * 16]
    words = [(5, 9), (9, 5), (5, 9), (5, 9)]
    values = [3, 1, 2, 4]
    last = 0
    entered = []
    for (low, high), value in zip(words, values, strict=True):
        entered.append(put(states, 0, last, low, high, value, 0, SAME))
        last += entered[-1] == last
    assert entered == [0, 1, -1, 0]
    assert [row[:2] for row in states[:3]] == [[5, 9], [9, 5], [4, 1]]


def test_at_the_next_rank_every_field_is_one_lower_and_all_else_stays() -> None:
    word = 3 << WILDS_AT | 2 | 1 << FIELD | 2 << SUIT_BITS + FIELD | 1 << SUIT_BITS
    assert moved_on(word, 5, 0) == 3 << WILDS_AT | 1 | 2 << SUIT_BITS


def test_aces_taken_below_the_two_are_taken_above_the_king() -> None:
    both = 1 | 1 << SUIT_BITS
    word = moved_on(2 | 1 << SUIT_BITS, 1, both)
    assert word == (2 | 1 << FIELD) << ACES_AT
    for place in range(2, 7):
        assert moved_on(word, place, both) == word
    assert moved_on(word, 7, both) == 2 << 6 * FIELD | 1 << SUIT_BITS + 6 * FIELD
    only_one = moved_on(2 | 1 << SUIT_BITS, 1, 1)
    assert moved_on(only_one, 7, 1) == 2 << 6 * FIELD
    assert moved_on(2, 1, 0) == moved_on(2, 2, both) == 0
    assert ACES_AT + 2 * FIELD < 63
    assert ACES_AT > WORD_BITS
