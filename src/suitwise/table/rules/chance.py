"""The chance of a table: a key a deal, its hash shown before and the key opened after.

The numbers are the blocks SHA-256(key ‖ place), the place as 8 bytes, big end first, read as whole
numbers; a number that would make some outcome likelier is passed over. Whoever has the key draws the
deal again.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, Record, drawn

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


# --- Verifying ------------------------------------------------------------------------------------


def verify(exported: Mapping[str, Any]) -> Phrase | None:
    """Return what is wrong with a table's record and its opened keys, None if nothing is.

    Args:
        exported: ``Table.exported()`` after its way through JSON.
    """
    try:
        record = Record.from_json(exported["record"])
        deals = [_deal(one) for one in exported["deals"]]
    except (KeyError, TypeError, ValueError) as error:
        return phrase("table.unreadable", "the record can't be read: {why}", why=str(error)[:200])
    for at, (key, commit, _) in enumerate(deals):
        if key is not None and commitment(key) != commit:
            return phrase(
                "table.other-key", "the key of deal {deal} is not the one of its hash", deal=at + 1
            )
    try:
        return _verify_moves(record, deals)
    except SuitwiseError as error:
        return phrase("table.no-replay", "the record does not replay: {why}", why=str(error)[:200])


_Deal = tuple[bytes | None, str, int]


def _deal(plain: Mapping[str, Any]) -> _Deal:
    key = plain["key"]
    return None if key is None else bytes.fromhex(key), str(plain["commit"]), int(plain["begins"])


def _verify_moves(record: Record, deals: list[_Deal]) -> Phrase | None:
    """Draw again what chance dealt by the keys that are open."""
    begins = {begin: at for at, (_, _, begin) in enumerate(deals)}
    deal, source = 0, _source(deals, 0)
    states = record.states()
    before = next(states)
    for ply, (text, after) in enumerate(zip(record.moves, states, strict=False)):
        if begins.get(ply, 0):
            deal = begins[ply]
            source = _source(deals, deal)
        if before.turn == CHANCE and source is not None and str(drawn(before, source)) != text:
            return phrase(
                "table.other-deal",
                "move {ply} of the record, in deal {deal}, is not what its key draws",
                ply=ply + 1,
                deal=deal + 1,
            )
        before = after
    for _ in states:  # the returns are held against the last state's
        pass
    return None


def _source(deals: list[_Deal], at: int) -> Source | None:
    key = deals[at][0] if at < len(deals) else None
    return None if key is None else Source(key)
