"""Number the different cards and the different suits densely, once for a whole input.

Afterwards a card is one number: higher in its suit means higher number, equal cards have equal
numbers, and arrays by card or by suit are as small as they can be. The sort is by digits, so it is
linear in the cards whatever their values are.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import highest_bit, rule

MOST_DIGITS = 1 << 11


def digits_for(count: int) -> int:
    """Return how many digits are best to sort `count` cards by: a power of two.

    About as many as there are cards, so that the counters take no longer than the cards; no more than
    the fast caches hold.

    >>> digits_for(0), digits_for(9), digits_for(100_000)
    (8, 16, 2048)
    """
    return min(1 << highest_bit(count + 8), MOST_DIGITS)


@rule
def make_keys(values: Any, suits: Any, keys: Any, order: Any) -> tuple[int, int]:
    """Give every card a key that orders it by suit and, within it, by value.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        keys: array (n,) of numbers of 64 bits, filled.
        order: array (n,), filled with the places in their order.

    Returns:
        The weight of a suit in a key, which is the highest value plus one, and the highest key.
    """
    span = 1
    highest = 0
    for k in range(len(values)):
        span = max(span, values[k] + 1)
    for k in range(len(values)):
        keys[k] = suits[k] * span + values[k]
        order[k] = k
        highest = max(highest, keys[k])
    return span, highest


@rule
def sort_by_digit(shift: int, here: Any, there: Any, counts: Any) -> None:
    """Sort keys and places by one digit of the keys, keeping the order of equal digits.

    Args:
        shift: how many bits are right of the digit.
        here: two arrays (n,): keys of at least 0 and their places.
        there: two arrays (n,), filled with the keys in the new order and with their places.
        counts: array (digits + 1,), overwritten; the digits are a power of two.
    """
    keys, order = here
    next_keys, next_order = there
    digits = len(counts) - 1
    last = digits - 1
    for digit in range(digits + 1):
        counts[digit] = 0
    for k in range(len(keys)):
        counts[((keys[k] >> shift) & last) + 1] += 1
    for digit in range(digits):
        counts[digit + 1] += counts[digit]
    for k in range(len(keys)):
        digit = (keys[k] >> shift) & last
        to = counts[digit]
        counts[digit] = to + 1
        next_keys[to] = keys[k]
        next_order[to] = order[k]


@rule
def number_sorted(keys: Any, order: Any, span: int, card: Any, suit: Any) -> tuple[int, int]:
    """Number cards and suits whose keys are in order; return how many of each are different."""
    cards = kinds = 0
    last_key = last_suit = -1
    for k in range(len(keys)):
        if keys[k] != last_key:
            last_key = keys[k]
            cards += 1
            if last_key // span != last_suit:
                last_suit = last_key // span
                kinds += 1
        card[order[k]] = cards - 1
        suit[order[k]] = kinds - 1
    return cards, kinds


@rule
def number_cards(
    values: Any, suits: Any, here: Any, there: Any, counts: Any, card: Any, suit: Any
) -> tuple[int, int]:
    """Number the cards by suit and, within it, by value; number the suits.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        here: two arrays (n,), the first of numbers of 64 bits, overwritten.
        there: two more.
        counts: array (digits + 1,), overwritten; the digits are a power of two (``digits_for``).
        card: array (n,), filled with the cards' numbers.
        suit: array (n,), filled with the suits' numbers.

    Returns:
        How many different cards and how many different suits there are.

    >>> card, suit, n = [0] * 4, [0] * 4, [0] * 4
    >>> number_cards([7, 9, 7, 2], [5, 5, 5, 8], (n, n[:]), (n[:], n[:]), [0] * 9, card, suit)
    (3, 2)
    >>> card, suit
    ([0, 1, 0, 2], [0, 0, 0, 1])
    """
    keys, order = here
    span, highest = make_keys(values, suits, keys, order)
    bits = highest_bit(len(counts) - 1)
    shift = 0
    while highest:  # compiled code can't shift it by more than 63 bits at once
        sort_by_digit(shift, here, there, counts)
        here, there = there, here
        highest >>= bits
        shift += bits
    keys, order = here
    return number_sorted(keys, order, span, card, suit)
