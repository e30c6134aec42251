"""The chance of a table: a key a deal, its hash shown before and the key opened after.

The numbers are the blocks SHA-256(key ‖ place), the place as 8 bytes, big end first, read as whole
numbers; a number that would make some outcome likelier is passed over. Whoever has the key draws the
deal again.
"""

from __future__ import annotations

from hashlib import sha256

_BITS = 256


class Source:
    """The numbers of a key one after the other; ``place`` is that of the next block.

    >>> source = Source(bytes(32))
    >>> [source.below(6) for _ in range(8)], source.place
    ([5, 4, 2, 2, 3, 5, 5, 4], 8)
    >>> Source(bytes(32), 5).below(6)
    5
    """

    __slots__ = ("key", "place")

    def __init__(self, key: bytes, place: int = 0) -> None:
        self.key, self.place = key, place

    def below(self, n: int) -> int:
        """Return a uniform number in 0..n-1, for 1 <= n <= 2**62."""
        limit = (1 << _BITS) // n * n
        while True:
            block = sha256(self.key + self.place.to_bytes(8, "big")).digest()
            self.place += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % n


def commitment(key: bytes) -> str:
    """Return what is shown of a deal's key before the deal: its SHA-256.

    >>> commitment(bytes(32))[:8]
    '66687aad'
    """
    return sha256(key).hexdigest()
