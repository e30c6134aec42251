"""Limits of what a socket, a seat, a table and an address may ask for."""

from __future__ import annotations

import ipaddress
import logging
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache

_log = logging.getLogger(__name__)


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
        address_connections: the most connections of an address, with those that ask for pages or for
            nothing; and as many requests at a time where a proxy brings them.
        proxies: the addresses and networks, with commas between, whose connections are those of others.
        address_rate: how many messages the sockets of an address may send together a second, for long;
            of more the rest waits.
        address_burst: how many they may send at once.
        address_tables: how many tables an address may make an hour.
        address_guesses: how many codes and tokens of no table an address may name a minute.
        head_s: how many seconds the head of a request may take to come.
        body_s: how many its body may take then.
        reader_s: after how many seconds a reader is cut off who takes nothing of an answer.
        hello_s: within how many seconds a socket says who it is.
        silence_s: after how many seconds of silence it is closed.
        board_s: how many seconds an answer of the board may take.
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
    address_connections: int = 256
    proxies: str = ""
    address_rate: float = 200
    address_burst: int = 400
    address_tables: int = 20
    address_guesses: int = 20
    head_s: float = 10
    body_s: float = 10
    reader_s: float = 30
    hello_s: float = 5
    silence_s: float = 25
    board_s: float = 2
    spares_loopback: bool = True


class Bucket:
    """A token bucket: it fills with time and is emptied by each action.

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
        self._fill(now)
        is_there = self._held >= 1
        self._held -= is_there
        return is_there

    def wait(self, now: float) -> float:
        """Take one out, as soon as there is one; return in how many seconds that is.

        >>> bucket = Bucket(rate=2, size=1)
        >>> [bucket.wait(0.0) for _ in range(3)], bucket.wait(10.0)
        ([0.0, 0.5, 1.0], 0.0)
        """
        self._fill(now)
        self._held -= 1
        return max(0.0, -self._held / self._rate)

    def _fill(self, now: float) -> None:
        self._held = min(self._size, self._held + max(0.0, now - self._at) * self._rate)
        self._at = now


class Addresses:
    """Counts for each address: open sockets, tables made, wrong codes.

    Args:
        limits: how many of each it may have.
        clock: the time in seconds.

    >>> addresses = Addresses(Limits(address_tables=1), clock=lambda: 0.0)
    >>> addresses.may_make("10.0.0.1"), addresses.may_make("10.0.0.1")
    (True, False)
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._sockets = Held(limits.address_sockets)
        self._messages: dict[str, Bucket] = {}
        self._connections = Held(limits.address_connections)
        self._requests = Held(limits.address_connections)
        self._made = _Lately(limits.address_tables, 3600, clock)
        self._guessed = _Lately(limits.address_guesses, 60, clock)

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Count a socket while it is open; tell whether it may be."""
        may = self._sockets.has_room(address) or self.is_spared(address)
        self._sockets.take(address)
        try:
            yield may
        finally:
            for gone in self._sockets.give_back(address):
                self._messages.pop(gone, None)

    def wait(self, address: str) -> float:
        """Count a message of a socket; return how many seconds pass before it is answered.

        Each socket waits for one message at a time, so that none waits for more than all others.
        """
        if self.is_spared(address):
            return 0.0
        return max(self._bucket(*share).wait(self._clock()) for share in shares(address))

    def _bucket(self, key: str, times: int) -> Bucket:
        limits = self._limits
        if key not in self._messages:
            self._messages[key] = Bucket(times * limits.address_rate, times * limits.address_burst)
        return self._messages[key]

    def connects(self, address: str) -> bool:
        """Count a connection until it ``hangs_up``; tell whether it may be."""
        few = self._connections.has_room(address)
        self._connections.take(address)
        return few or self.is_spared(address) or is_among(address, self._limits.proxies)

    def hangs_up(self, address: str) -> None:
        """Count a connection no more."""
        self._connections.give_back(address)

    @contextmanager
    def request(self, address: str) -> Iterator[bool]:
        """Count a request until it is answered; tell whether it may be.

        Connections tell nothing of who asks by a proxy, whose they are.
        """
        may = self._requests.has_room(address) or self.is_spared(address)
        self._requests.take(address)
        try:
            yield may
        finally:
            self._requests.give_back(address)

    def may_make(self, address: str) -> bool:
        """Count a table that an address makes; tell whether it may."""
        if self.is_spared(address):
            return True
        may = self._made.has_room(address)
        if may:
            self._made.note(address)
        return may

    def may_guess(self, address: str) -> bool:
        """Return whether an address has not named too many tables that are none."""
        return self.is_spared(address) or self._guessed.has_room(address)

    def has_guessed(self, address: str) -> None:
        """Count a table named by an address that is none, or a token of no seat."""
        self._guessed.note(address)

    def is_spared(self, address: str) -> bool:
        """Return whether an address may have as much as it wants, as this machine's own may."""
        return self._limits.spares_loopback and is_loopback(address)


class Held:
    """A bounded count for each address of things it has at the same time.

    Args:
        most: how much an address may have.
        widest: the most that a network of many may have, None for no other bound than ``WIDER``.

    >>> held = Held(1)
    >>> held.take("10.0.0.1")
    >>> held.has_room("10.0.0.1"), held.has_room("10.0.0.2"), held.give_back("10.0.0.1")
    (False, True, ['10.0.0.1'])
    """

    def __init__(self, most: int, widest: int | None = None) -> None:
        self._most = most
        self._widest = most * WIDER if widest is None else min(most * WIDER, widest)
        self._held: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """Return whether an address may have one more."""
        return all(
            self._held[key] < (self._most if times == 1 else self._widest)
            for key, times in shares(address)
        )

    def take(self, address: str) -> None:
        """Count one more."""
        self._held.update(key for key, _ in shares(address))

    def give_back(self, address: str) -> list[str]:
        """Count one less; return under what none is counted any more."""
        keys = [key for key, _ in shares(address)]
        self._held.subtract(keys)
        gone = [key for key in keys if not self._held[key]]
        for key in gone:
            del self._held[key]
        return gone


class Descriptors:
    """The process's limit of file descriptors; the last ones are reserved from new connections.

    What goes on already needs some now and then: for the file, for a process in which players think.

    Args:
        most: how many it may have, None where the system sets no such limit.
        clock: the time in seconds.

    >>> few = Descriptors(1024, clock=lambda: 0.0)
    >>> few.are_few(959), few.are_few(960), Descriptors(None, clock=lambda: 0.0).are_few(10**6)
    (False, True, False)
    """

    RESERVE = 64
    """The number reserved; a quarter of all where the limit is low."""
    _SAID_S = 60.0

    def __init__(self, most: int | None, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._reserve = 0 if most is None else min(self.RESERVE, most // 4)
        self._said_at: float | None = None

    def are_few(self, fresh: int) -> bool:
        """Tell by a connection's descriptor whether it is one too many; say so once a minute at most.

        The system gives the lowest number that is free, so that all below it are in use.
        """
        if self._most is None or fresh < self._most - self._reserve:
            return False
        now = self._clock()
        if self._said_at is None or now >= self._said_at + self._SAID_S:
            self._said_at = now
            _log.warning(
                "of %d descriptors fewer than %d are left: new connections are answered 503, games go "
                "on; raise the hard limit (ulimit -Hn) if these are people",
                self._most,
                self._reserve,
            )
        return True

    def are_hardly_any(self, fresh: int) -> bool:
        """Return whether half of those that are kept are in use, too."""
        return self._most is not None and fresh >= self._most - self._reserve // 2


def raise_descriptors() -> None:
    """Let this process have as many open connections and files as the system lets it ask for."""
    if sys.platform == "win32":  # has no such limit
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # a number in any case, so that it is known when they run out
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
    with suppress(ValueError, OSError):  # some systems name more than they give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def most_descriptors() -> int | None:
    """Return how many descriptors this process may have, None where the system sets no limit."""
    if sys.platform == "win32":
        return None
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if most == resource.RLIM_INFINITY else most


MOST_DESCRIPTORS = 65_536
"""The number of descriptors asked for where there is no hard limit."""


class _Lately:
    """A bounded count for each address of actions in a time window.

    Args:
        most: how many times.
        window: how many seconds the while is.
        clock: the time in seconds.
    """

    def __init__(self, most: int, window: float, clock: Callable[[], float]) -> None:
        self._most, self._window, self._clock = most, window, clock
        self._done: dict[str, deque[float]] = {}

    def has_room(self, address: str) -> bool:
        """Return whether an address may do it once more."""
        since = self._clock() - self._window
        return all(
            sum(at >= since for at in self._done.get(key, ())) < self._most * times
            for key, times in shares(address)
        )

    def note(self, address: str) -> None:
        """Count that an address did it; of others what is long ago is forgotten."""
        now = self._clock()
        for one in [one for one, done in self._done.items() if done[-1] < now - self._window]:
            del self._done[one]
        for key, times in shares(address):
            self._done.setdefault(key, deque(maxlen=self._most * times)).append(now)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("192.0.2.1"), is_loopback("")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(plain_address(address)).is_loopback
    except ValueError:
        return False


def counted(address: str) -> str:
    """Return under what an address is counted: of IPv6 the network of 64 bits, which is one person's.

    >>> counted("2001:db8:0:7::1") == counted("2001:db8:0:7:ffff::2"), counted("::ffff:192.0.2.1")
    (True, '192.0.2.1')
    """
    plain = plain_address(address)
    if ":" not in plain or is_loopback(plain):
        return plain
    try:
        return str(ipaddress.ip_network((plain, 64), strict=False))
    except ValueError:
        return plain


WIDER = 16
"""A /48 network may have this many times what an address may: it can be one person's, too."""


@lru_cache(1024)
def shares(address: str) -> tuple[tuple[str, int], ...]:
    """Return under what an address is counted, each with how many times as much that may have.

    A network of 64 bits counts as an address; who has one of 48 bits has 65,536 of these.

    >>> shares("192.0.2.1"), shares("2001:db8:0:7::1")
    ((('192.0.2.1', 1),), (('2001:db8:0:7::/64', 1), ('2001:db8::/48', 16)))
    >>> shares("2001:db8:0:7::/64") == shares("2001:db8:0:7::1")
    True
    """
    narrow = counted(address)
    return ((narrow, 1), *((wide, WIDER) for wide in _wider(narrow)))


def _wider(narrow: str) -> list[str]:
    try:
        network = ipaddress.IPv6Network(narrow)
    except ValueError:
        return []
    return [] if network.is_loopback else [str(network.supernet(new_prefix=48))]


def plain_address(text: str) -> str:
    """Return an address always written alike, of IPv4 as such; any other text as it is.

    >>> plain_address("2001:DB8:0::1"), plain_address("::ffff:192.0.2.1"), plain_address("a.example")
    ('2001:db8::1', '192.0.2.1', 'a.example')
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_among(address: str, hosts: str) -> bool:
    """Return whether an address is one of some addresses and networks; ``*`` is all.

    >>> is_among("10.0.0.7", "127.0.0.1, 10.0.0.0/8"), is_among("10.0.0.7", ""), is_among("::1", "*")
    (True, False, True)
    """
    return any(_is_of(address, host.strip()) for host in hosts.split(","))


def _is_of(address: str, host: str) -> bool:
    try:
        return host == "*" or ipaddress.ip_address(address) in ipaddress.ip_network(host, False)
    except ValueError:
        return False
