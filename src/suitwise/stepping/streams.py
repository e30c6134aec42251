"""Quick streams of random numbers for playouts: one multiplication a number, in one integer.

Counting in ``suitwise.seeds`` costs ten rounds a number, more than a whole play of a card. So a
playout takes one block from there, to begin with, and goes on by multiply with carry (Marsaglia; the two
halves put together by exclusive or as in Thomas's MWC64X, "The MWC64X random number generator", 2011):
the lower 32 bits times a constant, plus the upper. The constant is the greatest below 2**31 for which
``MULTIPLIER * 2**32 - 1`` is prime and so is half of it, less a half, which makes the period half of the
first; all stays below 2**63, so Python, machine code and CUDA count alike.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import philox

MULTIPLIER = 2147483085
STILL = (MULTIPLIER << 32) - 1
"""The only number but 0 that a stream stands still at: from there one number would come for ever."""
_LOW = 0xFFFFFFFF


@rule
def opened(seed: int, number: int) -> int:
    """Return the beginning of a stream.

    Args:
        seed: 64 bits, as ``seeds.as_seed`` returns it.
        number: the stream, 0 <= number < 2**63.

    >>> opened(7, 0) != opened(7, 1)
    True
    """
    one, other, _, _ = philox(0, 0, number & _LOW, number >> 32, seed & _LOW, (seed >> 32) & _LOW)
    # A carry of neither 0 nor the most there is: only with these the stream could stand still.
    return (1 + (other * (MULTIPLIER - 2) >> 32)) << 32 | one


@rule
def is_open(stream: int) -> bool:
    """Tell whether a number is a stream, which goes through half of all streams before it comes back.

    >>> is_open(opened(7, 0)), is_open(0), is_open(STILL)
    (True, False, False)
    """
    return 0 < stream < STILL


@rule
def moved(stream: int) -> int:
    """Return a stream moved on by one number.

    >>> moved(5 << 32 | 1) == MULTIPLIER + 5
    True
    """
    return MULTIPLIER * (stream & _LOW) + (stream >> 32)


@rule
def under(n: int, stream: int) -> int:
    """Return the number that a stream stands at, brought into 0..n-1.

    Each comes equally often but for one part in 2**32 / n.

    Args:
        n: 1 <= n < 2**31.
        stream: a stream.

    >>> [under(6, stream << 32) for stream in (0, 1 << 29, 1 << 30)]
    [0, 0, 1]
    """
    return ((stream ^ stream >> 32) & _LOW) * n >> 32


@rule
def drawn(n: int, stream: int) -> tuple[int, int]:
    """Return the next number of a stream that is even in 0..n-1, and the stream moved on.

    Each comes exactly equally often, by Lemire's multiply-and-reject as in ``seeds.below``.

    Args:
        n: 1 <= n < 2**31.
        stream: a stream.

    >>> drawn(6, 5 << 32 | 1) == (under(6, moved(5 << 32 | 1)), moved(5 << 32 | 1))
    True
    """
    stream = moved(stream)
    product = ((stream ^ stream >> 32) & _LOW) * n
    if product & _LOW < n:
        threshold = (_LOW + 1 - n) % n
        while product & _LOW < threshold:
            stream = moved(stream)
            product = ((stream ^ stream >> 32) & _LOW) * n
    return product >> 32, stream
