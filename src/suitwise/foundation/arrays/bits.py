"""Rules over the bits of a word, a set of cards or of stacks, that several games share."""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import lowest_bit, rule


@rule
def bit_numbered(bits: int, number: int) -> int:
    """Return the place of the set bit of a number, counted from the lowest.

    Args:
        bits: a word, 0 <= bits < 2**63.
        number: 0 <= number, less than how many bits are set.

    >>> [bit_numbered(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)
