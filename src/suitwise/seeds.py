"""One 64-bit seed, and the same stream of numbers in Python, compiled and CUDA code.

The generator is Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3" (SC 2011): a bijection of a 128-bit counter under a 64-bit key, so number n of stream s needs
no number before it. The key is the seed; the counter is (block, stream), 64 bits each. All arithmetic
stays below 2**63, so the text of these rules gives the same numbers whether run by Python or by a
64-bit machine. The published test vectors of the paper's library are in ``tests/test_seeds.py``.

A game takes streams of its own per deal, found from the number of the deal, so deals don't depend
on each other or on how many workers make them.
"""

from __future__ import annotations

from functools import lru_cache
from operator import index
from reprlib import repr as short
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import rule

_LOW = 0xFFFFFFFF


def as_seed(seed: int) -> int:
    """Return a 64-bit seed as the signed integer of the same bits, which compiled code takes.

    Raises:
        SuitwiseError: the seed is no whole number, has more than 64 bits or is negative beyond 63.

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
    """Return the seed by which what a seat can't see is drawn anew.

    It is another than that which dealt, so that worlds drawn by the seed and stream of the deal say
    nothing of the deal.

    Raises:
        SuitwiseError: the seed has more than 64 bits.

    >>> world_seed(7) == 7
    False
    """
    return as_seed(seed) ^ _WORLDS


@rule
def _high_product(a: int, b: int) -> int:
    """Return the upper 32 bits of the product of two 32-bit numbers, without reaching 2**63."""
    return (a * (b >> 16) + ((a * (b & 0xFFFF)) >> 16)) >> 16


@rule
def _low_product(a: int, b: int) -> int:
    """Return the lower 32 bits of the product of two 32-bit numbers."""
    return ((((a * (b >> 16)) & 0xFFFF) << 16) + a * (b & 0xFFFF)) & _LOW


@rule
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Return the Philox4x32-10 block of a counter and a key, each word 32 bits.

    >>> [f"{word:08x}" for word in philox(0, 0, 0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    for _ in range(10):
        high0 = _high_product(0xD2511F53, c0)
        low0 = _low_product(0xD2511F53, c0)
        high1 = _high_product(0xCD9E8D57, c2)
        low1 = _low_product(0xCD9E8D57, c2)
        c0 = high1 ^ c1 ^ k0
        c1 = low1
        c2 = high0 ^ c3 ^ k1
        c3 = low0
        k0 = (k0 + 0x9E3779B9) & _LOW
        k1 = (k1 + 0xBB67AE85) & _LOW
    return c0, c1, c2, c3


@rule
def word(seed: int, stream: int, index: int) -> int:
    """Return number ``index`` of a stream: 32 random bits.

    Args:
        seed: 64 bits. Compiled and CUDA code take a seed of 2**63 or more as the signed integer of
            the same bits, ``seed - 2**64``; plain Python takes either.
        stream: 0 <= stream < 2**63, say the number of a deal.
        index: 0 <= index < 2**63, the place in the stream.

    >>> [word(7, 0, i) for i in range(3)]
    [4099963437, 3221879260, 490388034]
    """
    block = index >> 2
    w0, w1, w2, w3 = philox(
        block & _LOW, block >> 32, stream & _LOW, stream >> 32, seed & _LOW, (seed >> 32) & _LOW
    )
    which = index & 3
    if which == 0:
        return w0
    if which == 1:
        return w1
    return w2 if which == 2 else w3


@rule
def below(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return a uniform number in 0..n-1 and the index after the last number used.

    Exactly uniform for 1 <= n <= 2**31, by Lemire's multiply-and-reject ("Fast random integer
    generation in an interval", 2019).

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


_KEYS = tuple((turn * 0x9E3779B9, turn * 0xBB67AE85) for turn in range(10))
"""What ``philox`` adds to the two halves of the key, round by round."""


@lru_cache(maxsize=1024, typed=True)
def _block(seed: int, stream: int, block: int) -> tuple[int, int, int, int]:
    """Return four words of a stream; the products are whole, as only Python has them."""
    seed, stream, block = index(seed), index(stream), index(block)
    k0, k1 = seed & _LOW, seed >> 32 & _LOW
    c0, c1, c2, c3 = block & _LOW, block >> 32, stream & _LOW, stream >> 32
    for more0, more1 in _KEYS:
        product0, product1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1 = product1 >> 32 ^ c1 ^ k0 + more0 & _LOW, product1 & _LOW
        c2, c3 = product0 >> 32 ^ c3 ^ k1 + more1 & _LOW, product0 & _LOW
    return c0, c1, c2, c3


def ticket(n: int, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Return what ``below`` does, sooner where plain Python draws number after number.

    A second form of ``philox`` for speed alone: it multiplies whole numbers, and keeps the four words
    of a block. ``tests/test_seeds.py`` holds it to ``below``.

    >>> ticket(6, 7, 0, 0)
    (5, 1)
    """
    if n == 1:
        return 0, index + 1
    product = _block(seed, stream, index >> 2)[index & 3] * n
    if product & _LOW < n:  # it may have to be drawn again
        return below(n, seed, stream, index)
    return product >> 32, index + 1


@rule
def shuffle(items: Any, seed: int, stream: int) -> None:
    """Shuffle a list or array in place (Fisher and Yates), uniformly for the stream.

    >>> items = list(range(8))
    >>> shuffle(items, seed=7, stream=1)
    >>> items
    [0, 4, 2, 7, 5, 6, 1, 3]
    """
    index = 0
    for i in range(len(items) - 1, 0, -1):
        j, index = below(i + 1, seed, stream, index)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
