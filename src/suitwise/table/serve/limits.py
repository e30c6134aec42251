"""Limits on clients: token buckets, counts per address, and file descriptors.

An IPv4 address is counted as such. An IPv6 address is counted as its /64 network, which is one
customer, and also as its /48 network, which may have ``NETWORK_FACTOR`` times as much.
"""

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
        frame: bytes of a message.
        rate: messages per second of a socket, sustained.
        burst: messages of a socket at once.
        asks: rulings per second of a socket; if it asks for more, only the latest question is answered.
        outbox: messages waiting for a slow reader.
        outbox_bytes: bytes waiting for a slow reader.
        seat_sockets: sockets of a seat.
        spectators: spectators of a table.
        address_sockets: sockets of an address.
        address_connections: connections of an address, including those for pages and idle ones; for
            clients of a proxy, whose connections are the proxy's, concurrent requests.
        proxies: the trusted proxies: addresses and networks, separated by commas.
        address_rate: messages per second of all sockets of an address, sustained; further messages
            wait.
        address_burst: messages of all sockets of an address at once.
        address_tables: tables made by an address per hour.
        address_guesses: wrong codes and tokens from an address per minute, and as many wrong secrets
            of the server's, counted apart.
        head_s: seconds for the head of a request to arrive.
        body_s: seconds for the body of a request to arrive after its head.
        reader_s: seconds before a reader is cut off that takes nothing of an answer.
        hello_s: seconds for a socket to say hello.
        silence_s: seconds of silence after which a socket is closed.
        board_s: seconds for an answer of the analysis board.
        spares_loopback: whether this machine's own address is exempt. Clients of an untrusted proxy on
            this machine are not: they count as one client.
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
    """A token bucket: it refills over time, and each action takes one token.

    Args:
        rate: tokens per second.
        size: the most tokens it holds.

    >>> bucket = Bucket(rate=1, size=2)
    >>> [bucket.take(0.0) for _ in range(3)], bucket.take(1.0)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, size: int) -> None:
        self._rate, self._size = rate, size
        self._tokens, self._filled_at = float(size), 0.0

    def take(self, now: float) -> bool:
        """Take a token if there is one; return whether there was."""
        self._fill(now)
        has_token = self._tokens >= 1
        self._tokens -= has_token
        return has_token

    def wait(self, now: float) -> float:
        """Reserve a token; return the seconds until it is available.

        >>> bucket = Bucket(rate=2, size=1)
        >>> [bucket.wait(0.0) for _ in range(3)], bucket.wait(10.0)
        ([0.0, 0.5, 1.0], 0.0)
        """
        self._fill(now)
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def _fill(self, now: float) -> None:
        elapsed = max(0.0, now - self._filled_at)
        self._tokens = min(self._size, self._tokens + elapsed * self._rate)
        self._filled_at = now


class Addresses:
    """Counts for each client address: connections, sockets, requests, messages, tables made, guesses.

    Args:
        limits: the limits for an address.
        clock: returns the time in seconds.

    >>> addresses = Addresses(Limits(address_tables=1), clock=lambda: 0.0)
    >>> addresses.may_make("10.0.0.1"), addresses.may_make("10.0.0.1")
    (True, False)
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._sockets = ConcurrentLimit(limits.address_sockets)
        self._messages: dict[str, Bucket] = {}
        self._connections = ConcurrentLimit(limits.address_connections)
        self._requests = ConcurrentLimit(limits.address_connections)
        self._made = _WindowLimit(limits.address_tables, 3600, clock)
        self._guessed = _WindowLimit(limits.address_guesses, 60, clock)
        self._wrong_secrets = _WindowLimit(limits.address_guesses, 60, clock)
        self._wrong_phrases = _WindowLimit(limits.address_guesses, 60, clock)

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Count a socket while the context is open; yield whether it is allowed."""
        may = self._sockets.has_room(address) or self.is_exempt(address)
        self._sockets.take(address)
        try:
            yield may
        finally:
            for gone in self._sockets.release(address):
                self._messages.pop(gone, None)

    def wait(self, address: str) -> float:
        """Count a message; return the seconds to wait before handling it.

        A socket waits for one message at a time, so no socket can wait longer than all the others
        together.
        """
        if self.is_exempt(address):
            return 0.0
        return max(self._bucket(*key).wait(self._clock()) for key in count_keys(address))

    def _bucket(self, key: str, factor: int) -> Bucket:
        limits = self._limits
        if key not in self._messages:
            rate, burst = factor * limits.address_rate, factor * limits.address_burst
            self._messages[key] = Bucket(rate, burst)
        return self._messages[key]

    def connects(self, address: str) -> bool:
        """Count a connection until ``disconnects``; return whether it is allowed."""
        has_room = self._connections.has_room(address)
        self._connections.take(address)
        return has_room or self.is_exempt(address) or is_among(address, self._limits.proxies)

    def disconnects(self, address: str) -> None:
        """Stop counting a connection."""
        self._connections.release(address)

    @contextmanager
    def request(self, address: str) -> Iterator[bool]:
        """Count a request while the context is open; yield whether it is allowed.

        Requests are counted besides connections because a proxy's connections do not tell its clients
        apart.
        """
        may = self._requests.has_room(address) or self.is_exempt(address)
        self._requests.take(address)
        try:
            yield may
        finally:
            self._requests.release(address)

    def may_make(self, address: str) -> bool:
        """Count a table made by an address; return whether it is allowed."""
        if self.is_exempt(address):
            return True
        may = self._made.has_room(address)
        if may:
            self._made.note(address)
        return may

    def may_guess(self, address: str) -> bool:
        """Return whether an address has not named too many wrong tables lately."""
        return self.is_exempt(address) or self._guessed.has_room(address)

    def note_guess(self, address: str) -> None:
        """Count a wrong table code or token from an address."""
        self._guessed.note(address)

    def may_try_secret(self, address: str) -> bool:
        """Return whether an address has not given too many wrong secrets of the server's lately.

        They are counted apart from wrong codes: many people may share an address, and one of them who
        guesses codes must not shut out another who runs the server, or the other way round.
        """
        return self.is_exempt(address) or self._wrong_secrets.has_room(address)

    def note_wrong_secret(self, address: str) -> None:
        """Count a wrong secret of the server's from an address."""
        self._wrong_secrets.note(address)

    def may_try_phrase(self, address: str) -> bool:
        """Return whether an address has not said too many wrong pass phrases lately.

        They are counted as wrong secrets are, and apart from them, so that nobody who guesses at a table
        shuts out whoever runs the server.
        """
        return self.is_exempt(address) or self._wrong_phrases.has_room(address)

    def note_wrong_phrase(self, address: str) -> None:
        """Count a wrong pass phrase from an address."""
        self._wrong_phrases.note(address)

    def is_exempt(self, address: str) -> bool:
        """Return whether an address has no limits, as this machine's own may have."""
        return self._limits.spares_loopback and is_loopback(address)


class ConcurrentLimit:
    """A limit per address on things held at the same time, such as open sockets.

    Args:
        most: the limit for an address.
        widest: an upper bound on the limit for a /48 network; by default only ``NETWORK_FACTOR`` bounds
            it.

    >>> held = ConcurrentLimit(1)
    >>> held.take("10.0.0.1")
    >>> held.has_room("10.0.0.1"), held.has_room("10.0.0.2"), held.release("10.0.0.1")
    (False, True, ['10.0.0.1'])
    """

    def __init__(self, most: int, widest: int | None = None) -> None:
        self._most = most
        self._widest = (
            most * NETWORK_FACTOR if widest is None else min(most * NETWORK_FACTOR, widest)
        )
        self._held: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """Return whether an address may take one more."""
        return all(
            self._held[key] < (self._most if factor == 1 else self._widest)
            for key, factor in count_keys(address)
        )

    def take(self, address: str) -> None:
        """Count one more."""
        self._held.update(key for key, _ in count_keys(address))

    def release(self, address: str) -> list[str]:
        """Count one less; return the keys whose count has dropped to zero."""
        keys = [key for key, _ in count_keys(address)]
        self._held.subtract(keys)
        gone = [key for key in keys if not self._held[key]]
        for key in gone:
            del self._held[key]
        return gone


class Descriptors:
    """The process's limit on file descriptors, with some reserved from new connections.

    Running tables need descriptors now and then: for the file, or for a worker process.

    Args:
        most: the limit; None if the system sets none.
        clock: returns the time in seconds.

    >>> few = Descriptors(1024, clock=lambda: 0.0)
    >>> few.are_few(959), few.are_few(960), Descriptors(None, clock=lambda: 0.0).are_few(10**6)
    (False, True, False)
    """

    RESERVE = 64
    """The number of descriptors reserved, but at most a quarter of the limit."""
    _LOG_INTERVAL_S = 60.0

    def __init__(self, most: int | None, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._reserve = 0 if most is None else min(self.RESERVE, most // 4)
        self._logged_at: float | None = None

    def are_few(self, fresh: int) -> bool:
        """Return whether a new connection's descriptor is one too many; log that once a minute at most.

        The system hands out the lowest free number, so all numbers below this one are in use.
        """
        if self._most is None or fresh < self._most - self._reserve:
            return False
        now = self._clock()
        if self._logged_at is None or now >= self._logged_at + self._LOG_INTERVAL_S:
            self._logged_at = now
            _log.warning(
                "of %d descriptors fewer than %d are left: new connections are answered 503, games go "
                "on; raise the hard limit (ulimit -Hn) if these are people",
                self._most,
                self._reserve,
            )
        return True

    def are_hardly_any(self, fresh: int) -> bool:
        """Return whether half of the reserve is in use, too."""
        return self._most is not None and fresh >= self._most - self._reserve // 2


def raise_descriptors() -> None:
    """Raise this process's limit on open files to the most that the system allows."""
    if sys.platform == "win32":  # there is no such limit
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # always a finite number, so that the server can tell when descriptors run out
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
    with suppress(ValueError, OSError):  # some systems report a higher limit than they grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def most_descriptors() -> int | None:
    """Return this process's limit on descriptors; None if the system sets none."""
    if sys.platform == "win32":
        return None
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if most == resource.RLIM_INFINITY else most


MOST_DESCRIPTORS = 65_536
"""The limit to set if the system has no hard limit."""


class _WindowLimit:
    """A limit per address on the number of actions in a sliding time window.

    Args:
        most: the limit for an address.
        window: the length of the window in seconds.
        clock: returns the time in seconds.
    """

    def __init__(self, most: int, window: float, clock: Callable[[], float]) -> None:
        self._most, self._window, self._clock = most, window, clock
        self._times: dict[str, deque[float]] = {}

    def has_room(self, address: str) -> bool:
        """Return whether an address may act once more."""
        since = self._clock() - self._window
        return all(
            sum(at >= since for at in self._times.get(key, ())) < self._most * factor
            for key, factor in count_keys(address)
        )

    def note(self, address: str) -> None:
        """Count an action of an address, and drop addresses that have been quiet for a whole window."""
        now = self._clock()
        for key in [key for key, times in self._times.items() if times[-1] < now - self._window]:
            del self._times[key]
        for key, factor in count_keys(address):
            self._times.setdefault(key, deque(maxlen=self._most * factor)).append(now)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("192.0.2.1"), is_loopback("")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(plain_address(address)).is_loopback
    except ValueError:
        return False


def counted_address(address: str) -> str:
    """Return the key that an address is counted under: itself, or its /64 network for IPv6.

    >>> counted_address("2001:db8:0:7::1"), counted_address("::ffff:192.0.2.1")
    ('2001:db8:0:7::/64', '192.0.2.1')
    """
    plain = plain_address(address)
    if ":" not in plain or is_loopback(plain):
        return plain
    try:
        return str(ipaddress.ip_network((plain, 64), strict=False))
    except ValueError:
        return plain


NETWORK_FACTOR = 16
"""A /48 network may have this many times what an address may: it can be one customer's, too."""


@lru_cache(1024)
def count_keys(address: str) -> tuple[tuple[str, int], ...]:
    """Return all keys that an address is counted under, each with the factor for its limit.

    A /64 network counts as one address. The owner of a /48 network has 65,536 of them, so it has a
    limit, too.

    >>> count_keys("192.0.2.1"), count_keys("2001:db8:0:7::1")
    ((('192.0.2.1', 1),), (('2001:db8:0:7::/64', 1), ('2001:db8::/48', 16)))
    >>> count_keys("2001:db8:0:7::/64") == count_keys("2001:db8:0:7::1")
    True
    """
    narrow = counted_address(address)
    try:
        network = ipaddress.IPv6Network(narrow)
    except ValueError:
        return ((narrow, 1),)
    if network.is_loopback:
        return ((narrow, 1),)
    return ((narrow, 1), (str(network.supernet(new_prefix=48)), NETWORK_FACTOR))


def plain_address(text: str) -> str:
    """Return an address in normal form, IPv4-mapped ones as IPv4; other text is returned unchanged.

    >>> plain_address("2001:DB8:0::1"), plain_address("::ffff:192.0.2.1"), plain_address("a.example")
    ('2001:db8::1', '192.0.2.1', 'a.example')
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_among(address: str, hosts: str) -> bool:
    """Return whether an address is in a comma-separated list of addresses and networks; ``*`` is all.

    >>> is_among("10.0.0.7", "127.0.0.1, 10.0.0.0/8"), is_among("10.0.0.7", ""), is_among("::1", "*")
    (True, False, True)
    """
    return any(_matches(address, host.strip()) for host in hosts.split(","))


def _matches(address: str, host: str) -> bool:
    try:
        return host == "*" or ipaddress.ip_address(address) in ipaddress.ip_network(host, False)
    except ValueError:
        return False
