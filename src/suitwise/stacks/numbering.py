"""Number the different cards and the different suits densely, once for a whole input.

Afterwards a card is one number: higher in its suit means higher number, equal cards have equal
numbers, and arrays by card or by suit are as small as they can be. The sort is by digits, so it is
linear in the cards whatever their values are.
"""

from __future__ import annotations

from typing import Any

from suitwise.compiled import rule

DIGIT_BITS = 11
DIGITS = 1 << DIGIT_BITS
_LAST_DIGIT = DIGITS - 1


@rule
def sort_by_digit(keys: Any, shift: int, before: Any, after: Any, counts: Any) -> None:
    """Sort places by one digit of their keys, keeping the order of equal digits.

    Args:
        keys: array (n,) of numbers of at least 0.
        shift: how many bits are right of the digit.
        before: the n places in their order so far.
        after: filled with the places in the new order.
        counts: array (DIGITS + 1,), overwritten.
    """
    for digit in range(DIGITS + 1):
        counts[digit] = 0
    for k in range(len(keys)):
        counts[((keys[k] >> shift) & _LAST_DIGIT) + 1] += 1
    for digit in range(DIGITS):
        counts[digit + 1] += counts[digit]
    for k in range(len(keys)):
        place = before[k]
        digit = (keys[place] >> shift) & _LAST_DIGIT
        after[counts[digit]] = place
        counts[digit] += 1


@rule
def sort_by(keys: Any, order: Any, spare: Any, counts: Any) -> None:
    """Sort places by their keys in place, keeping the order of equal keys; ``spare`` is as large."""
    highest = 0
    for k in range(len(keys)):
        highest = max(highest, keys[k])
    shift = 0
    while highest >> shift:
        sort_by_digit(keys, shift, order, spare, counts)
        for k in range(len(keys)):
            order[k] = spare[k]
        shift += DIGIT_BITS


@rule
def number_cards(
    values: Any, suits: Any, order: Any, spare: Any, counts: Any, card: Any, suit: Any
) -> tuple[int, int]:
    """Number the cards by suit and, within it, by value; number the suits.

    Args:
        values: array (n,), the cards' values.
        suits: array (n,), their suits.
        order: array (n,), overwritten.
        spare: array (n,), overwritten.
        counts: array (DIGITS + 1,), overwritten.
        card: array (n,), filled with the cards' numbers.
        suit: array (n,), filled with the suits' numbers.

    Returns:
        How many different cards and how many different suits there are.

    >>> card, suit, n = [0] * 4, [0] * 4, [0] * 4
    >>> number_cards([7, 9, 7, 2], [5, 5, 5, 8], n, n[:], [0] * (DIGITS + 1), card, suit)
    (3, 2)
    >>> card, suit
    ([0, 1, 0, 2], [0, 0, 0, 1])
    """
    for k in range(len(values)):
        order[k] = k
    sort_by(values, order, spare, counts)
    sort_by(suits, order, spare, counts)
    cards = 0
    kinds = 0
    for k in range(len(values)):
        place = order[k]
        last = order[k - 1] if k > 0 else place
        other_suit = k == 0 or suits[place] != suits[last]
        if other_suit:
            kinds += 1
        if other_suit or values[place] != values[last]:
            cards += 1
        card[place] = cards - 1
        suit[place] = kinds - 1
    return cards, kinds
