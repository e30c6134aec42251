"""How much anybody may ask for: of a socket, a seat, a table, an address."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server.

    Args:
        frame: the most bytes of a message.
        rate: how many messages a socket may send a second, for long.
        burst: how many it may send at once.
        asks: how many rulings it may ask for a second; of more the latest is answered.
        outbox: the most messages that wait for a slow reader.
        outbox_bytes: the most bytes of them.
        seat_sockets: the most sockets of a seat.
        spectators: the most spectators of a table.
        address_sockets: the most sockets of an address.
        address_tables: how many tables an address may make an hour.
        hello_s: within how many seconds a socket says who it is.
        silence_s: after how many seconds of silence it is closed.
        spares_loopback: whether this machine's own address may have as much as it wants; so it is
            with a proxy before the server that is not trusted to say who asks.
    """

    frame: int = 16 * 1024
    rate: float = 20
    burst: int = 40
    asks: float = 10
    outbox: int = 64
    outbox_bytes: int = 256 * 1024
    seat_sockets: int = 8
    spectators: int = 64
    address_sockets: int = 200
    address_tables: int = 20
    hello_s: float = 5
    silence_s: float = 25
    spares_loopback: bool = True


class Bucket:
    """How much may be done now: it fills with time and is emptied by what is done.

    Args:
        rate: how much flows in a second.
        size: how much it holds.

    >>> bucket = Bucket(rate=1, size=2)
    >>> [bucket.take(0.0) for _ in range(3)], bucket.take(1.0)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, size: int) -> None:
        self._rate, self._size = rate, size
        self._held, self._at = float(size), 0.0

    def take(self, now: float) -> bool:
        """Take one out, if there is one."""
        self._held = min(self._size, self._held + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._held < 1:
            return False
        self._held -= 1
        return True


class Addresses:
    """What each address has: its open sockets, and the tables that it has made in the last hour.

    Args:
        limits: how many of each it may have.
        clock: the time in seconds.

    >>> addresses = Addresses(Limits(address_tables=1), clock=lambda: 0.0)
    >>> addresses.may_make("10.0.0.1"), addresses.may_make("10.0.0.1")
    (True, False)
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._sockets: Counter[str] = Counter()
        self._made: dict[str, deque[float]] = {}

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Count a socket while it is open; tell whether it may be."""
        self._sockets[address] += 1
        try:
            few = self._sockets[address] <= self._limits.address_sockets
            yield few or self._is_spared(address)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def may_make(self, address: str) -> bool:
        """Count a table that an address makes; tell whether it may."""
        if self._is_spared(address):
            return True
        hour_ago = self._clock() - 3600
        for one in [one for one, made in self._made.items() if not made or made[-1] < hour_ago]:
            del self._made[one]
        made = self._made.setdefault(address, deque())
        while made and made[0] < hour_ago:
            made.popleft()
        may = len(made) < self._limits.address_tables
        if may:
            made.append(self._clock())
        return may

    def _is_spared(self, address: str) -> bool:
        return self._limits.spares_loopback and is_loopback(address)


def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("192.0.2.1"), is_loopback("")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
