"""Random numbers: streams from a 64-bit seed, the same in Python, machine code and CUDA.

The generator is Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3" (SC 2011). It is a bijection of a 128-bit counter under a 64-bit key, so number n of stream s
can be computed without the numbers before it. The key is the seed; the counter is (block, stream), 64
bits each. A product of two words takes 64 bits: a machine's wraps around to a negative number of the
same bits, from which both halves are cut. All else stays below 2**63, so Python and machines compute
the same numbers. The test vectors published with the paper's library are in ``tests/test_seeds.py``.

Every deal has its own stream, chosen by the number of the deal. Deals therefore don't depend on each
other, nor on the number of workers that make them.
"""

from __future__ import annotations

from operator import index
from reprlib import repr as short
from typing import Any, Protocol

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import remembered, rule

_LOW = 0xFFFFFFFF


def as_seed(seed: int) -> int:
    """Return a 64-bit seed as the signed integer with the same bits, for compiled code.

    Raises:
        SuitwiseError: the seed is not a whole number from -(2**63) to 2**64 - 1.

    >>> as_seed(7), as_seed(2**64 - 1)
    (7, -1)
    """
    try:
        seed = index(seed)
    except TypeError:
        raise SuitwiseError(f"a seed is a whole number, not {short(seed)}") from None
    if not -(2**63) <= seed < 2**64:
        raise SuitwiseError(f"a seed has 64 bits: 0 <= seed < 2**64, not {seed}")
    return seed - 2**64 if seed >= 2**63 else seed


_WORLDS = 0x776F726C6473


def world_seed(seed: int) -> int:
    """Return the seed for sampling worlds, derived from a given seed.

    It differs from the seed of the deal, so that a world sampled with the deal's own seed and stream
    reveals nothing about the deal.

    Raises:
        SuitwiseError: the seed has more than 64 bits.

    >>> world_seed(7) == 7
    False
    """
    return as_seed(seed) ^ _WORLDS


@rule
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Return the Philox4x32-10 block of a counter and a key, each word 32 bits.

    >>> [f"{word:08x}" for word in philox(0, 0, 0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    # Python's integers: products of NumPy's would warn where they wrap around.
    c0, c1, c2, c3, k0, k1 = int(c0), int(c1), int(c2), int(c3), int(k0), int(k1)
    for _ in range(10):
        product0, product1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1 = (product1 >> 32) & _LOW ^ c1 ^ k0, product1 & _LOW
        c2, c3 = (product0 >> 32) & _LOW ^ c3 ^ k1, product0 & _LOW
        k0, k1 = (k0 + 0x9E3779B9) & _LOW, (k1 + 0xBB67AE85) & _LOW
    return c0, c1, c2, c3


@remembered
@rule
def _block(seed: int, stream: int, number: int) -> tuple[int, int, int, int]:
    """Return the numbers 4 * number to 4 * number + 3 of a stream."""
    return philox(
        number & _LOW, number >> 32, stream & _LOW, stream >> 32, seed & _LOW, (seed >> 32) & _LOW
    )


@rule
def word(seed: int, stream: int, index: int) -> int:
    """Return number ``index`` of a stream: 32 random bits.

    Args:
        seed: 64 bits. Compiled and CUDA code take a seed of 2**63 or more as the signed integer of
            the same bits, ``seed - 2**64``; plain Python takes either.
        stream: 0 <= stream < 2**63, for example the number of a deal.
        index: 0 <= index < 2**63, the position in the stream.

    >>> [word(7, 0, i) for i in range(3)]
    [4099963437, 3221879260, 490388034]
    """
    w0, w1, w2, w3 = _block(seed, stream, index >> 2)
    which = index & 3
    if which == 0:
        return w0
    if which == 1:
        return w1
    return w2 if which == 2 else w3


@rule
def below(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return a uniform number in 0..n-1 and the index after the last number used.

    It is exactly uniform for 1 <= n <= 2**31, by Lemire's multiply-and-reject method ("Fast random
    integer generation in an interval", 2019).

    >>> below(6, 7, 0, 0)
    (5, 1)
    """
    product = word(seed, stream, index) * n
    index += 1
    if product & _LOW < n:
        threshold = (_LOW + 1 - n) % n
        while product & _LOW < threshold:
            product = word(seed, stream, index) * n
            index += 1
    return product >> 32, index


@rule
def below_many(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return a uniform number in 0..n-1 for 1 <= n <= 2**62, and the index after the last used.

    >>> below_many(10**18, 7, 0, 0)[1]
    2
    """
    many = 1 << 62
    limit = many - many % n
    while True:
        high = word(seed, stream, index) & 0x3FFFFFFF
        number = high << 32 | word(seed, stream, index + 1)
        index += 2
        if number < limit:
            return number % n, index


class Source(Protocol):
    """A source of uniform numbers for chance, such as a seeded stream, dice or a secret key.

    >>> from suitwise.game import drawn, load
    >>> class First:
    ...     def below(self, n):
    ...         return 0
    >>> str(drawn(load("texas42").start(), First()))
    '0-0'
    """

    def below(self, n: int) -> int:
        """Return a uniform number in 0..n-1, for 1 <= n <= 2**31."""


class SeededSource:
    """A source that reads a seeded stream in order; ``index`` is the position of the next number.

    >>> source = SeededSource(seed=7, stream=0)
    >>> source.below(6), source.index, below(6, 7, 0, 0)
    (5, 1, (5, 1))
    """

    __slots__ = ("index", "seed", "stream")

    def __init__(self, seed: int, stream: int, index: int = 0) -> None:
        self.seed, self.stream, self.index = seed, stream, index

    def below(self, n: int) -> int:
        """Return the next number of the stream in 0..n-1."""
        number, self.index = below(n, self.seed, self.stream, self.index)
        return number


def below_any(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return a uniform number in 0..n-1 for any n >= 1, and the index after the last number used.

    >>> below_any(6, 7, 0, 0), below_any(10**40, 7, 0, 0)[1]
    ((5, 1), 5)
    """
    if n <= 1 << 31:
        return below(n, seed, stream, index)
    size = -(-n.bit_length() // 32)
    limit = (1 << 32 * size) // n * n
    while True:
        number = 0
        for place in range(index, index + size):
            number = number << 32 | word(seed, stream, place)
        index += size
        if number < limit:
            return number % n, index


@rule
def shuffle(items: Any, seed: int, stream: int) -> None:
    """Shuffle a list or array in place (Fisher-Yates); all orders are equally likely.

    >>> items = list(range(8))
    >>> shuffle(items, seed=7, stream=1)
    >>> items
    [0, 4, 2, 7, 5, 6, 1, 3]
    """
    index = 0
    for i in range(len(items) - 1, 0, -1):
        j, index = below(i + 1, seed, stream, index)
        item = items[i]
        items[i] = items[j]
        items[j] = item
