"""A set of shards on one machine: started, watched, restarted one after the other.

Each shard is a process of its own, ``suitwise table serve --shard``; where one ends it is started again.
A proxy before them is started, too, if one is asked for, and told whenever the map of slots changes.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from urllib.error import URLError
from urllib.request import Request, urlopen

from suitwise.errors import NotationError, SuitwiseError
from suitwise.table.serve.shards.proxy import PROXIES
from suitwise.table.serve.shards.slots import SlotMap, read_map, write_map

MAP = "slots.toml"
_POLL_S, _END_S, _READY_S = 0.1, 15.0, 120.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S, _LIVED_S = 0.5, 10.0, 30.0
"""The pauses before a process is started again, at first and at most; one that has lived for the third
begins with the first pause."""
Say = Callable[[str], None]


def prepared(folder: Path, n_shards: int, port: int) -> Path:
    """Return the map of a folder, made where there is none: shards ``a``, ``b``, … at ports in a row.

    Raises:
        SuitwiseError: it has another number of shards.
        OSError: it can't be read or written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / MAP
    if not path.exists():
        names = [f"s{number}" for number in range(1, n_shards + 1)]
        addresses = {name: f"127.0.0.1:{port + at}" for at, name in enumerate(names)}
        write_map(path, SlotMap.even(addresses, {name: f"{name}.db" for name in names}))
    found = len(read_map(path).shards)
    if found != n_shards:
        raise SuitwiseError(
            f"{path} has {found} shards, not {n_shards}; add them to it, and move slots to them"
        )
    return path


class Proxy:
    """A proxy before the shards.

    Args:
        kind: nginx, haproxy or caddy.
        path: the file of the map; the configuration is written beside it.
        listen: where it listens.
    """

    def __init__(self, kind: str, path: Path, listen: str) -> None:
        self.kind, self._map, self._listen = kind, path, listen
        self.config = path.resolve().with_name(f"{kind}.conf")

    def write(self) -> None:
        """Write its configuration.

        Raises:
            NotationError: the map can't be read.
            OSError: nor the file be written.
        """
        self.config.write_text(PROXIES[self.kind](read_map(self._map), self._listen))

    @property
    def command(self) -> list[str]:
        """The command that runs it."""
        config = str(self.config)
        alone = f"daemon off; pid {self.config.with_name('nginx.pid')};"
        return {
            "nginx": [
                "nginx",
                "-e",
                "stderr",
                "-p",
                str(self.config.parent),
                "-c",
                config,
                "-g",
                alone,
            ],
            "haproxy": ["haproxy", "-W", "-db", "-q", "-f", config],
            "caddy": ["caddy", "run", "--config", config, "--adapter", "caddyfile"],
        }[self.kind]

    def reload(self, process: subprocess.Popen[bytes]) -> None:
        """Let a running proxy take its new configuration, without closing a connection."""
        if self.kind == "caddy":
            told = ["caddy", "reload", "--config", str(self.config), "--adapter", "caddyfile"]
            subprocess.run(told, check=False, stderr=subprocess.DEVNULL)
        else:
            process.send_signal(signal.SIGHUP if self.kind == "nginx" else signal.SIGUSR2)


class Watched:
    """A process that is started again when it ends.

    Args:
        name: its name.
        command: the command that starts it.
        say: told in a line what becomes of it.
    """

    def __init__(self, name: str, command: Sequence[str], say: Say) -> None:
        self.name, self._command, self._say = name, command, say
        self.process: subprocess.Popen[bytes] | None = None
        self._pause_s, self._begun, self._again_at = _FIRST_PAUSE_S, 0.0, 0.0

    def start(self) -> None:
        """Start it.

        Raises:
            SuitwiseError: there is no such program.
        """
        try:
            self.process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)
        except FileNotFoundError:
            raise SuitwiseError(f"{self._command[0]} is not installed") from None
        self._begun = time.monotonic()

    def watch(self) -> None:
        """Start it again if it has ended, after a pause that grows while it keeps ending at once."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            if now - self._begun > _LIVED_S:
                self._pause_s = _FIRST_PAUSE_S
            self._say(
                f"{self.name} has ended with {self.process.returncode}; again in {self._pause_s:g} s"
            )
            self.process, self._again_at = None, now + self._pause_s
            self._pause_s = min(2 * self._pause_s, _LONGEST_PAUSE_S)
        if self.process is None and now >= self._again_at:
            self.start()

    def end(self) -> None:
        """End it and wait for that; it is killed if it takes too long."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None


class Fleet:
    """The shards of a map, each a process, and the proxy before them.

    Args:
        path: the file of the map.
        options: what every ``suitwise table serve`` is told.
        proxy: the proxy; None for none.
        say: told in a line what happens.

    Raises:
        SuitwiseError: a shard of the map has no file.
        OSError: the map can't be read.
    """

    def __init__(self, path: Path, options: Sequence[str], proxy: Proxy | None, say: Say) -> None:
        self._path, self._options, self._proxy, self._say = path, options, proxy, say
        self._shards: dict[str, Watched] = {}
        self._watched_proxy: Watched | None = None
        self._mark = 0
        self._rolling: Iterator[None] = iter(())
        self._is_ending = False
        self._follow_map()

    def run(self) -> None:
        """Run until a signal ends it: Ctrl-C or SIGTERM; SIGHUP restarts one shard after the other.

        Raises:
            SuitwiseError: a program is not installed.
        """
        signals = {signal.SIGTERM: self._end, signal.SIGINT: self._end}
        if hasattr(signal, "SIGHUP"):
            signals[signal.SIGHUP] = self._restart
        before = {number: signal.signal(number, handler) for number, handler in signals.items()}
        try:
            if self._proxy is not None:
                self._proxy.write()
                self._watched_proxy = Watched(self._proxy.kind, self._proxy.command, self._say)
                self._watched_proxy.start()
            self._rolling = self._started()
            while not self._is_ending:
                self._follow_map()
                for watched in (*self._shards.values(), *self._proxies()):
                    watched.watch()
                next(self._rolling, None)
                time.sleep(_POLL_S)
        finally:
            for watched in (*self._proxies(), *self._shards.values()):
                watched.end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _proxies(self) -> list[Watched]:
        return [] if self._watched_proxy is None else [self._watched_proxy]

    def _follow_map(self) -> None:
        """Start a shard that the map has and no process is for, and tell the proxy of changes."""
        mark = self._path.stat().st_mtime_ns
        if mark == self._mark:
            return
        is_first, self._mark = not self._mark, mark
        try:
            slots = read_map(self._path)
        except NotationError as error:
            if is_first:
                raise
            self._say(f"nothing changes: {error}")
            return
        for name in slots.shards:
            if name not in self._shards:
                self._shards[name] = Watched(f"shard {name}", self._command(slots, name), self._say)
                self._shards[name].start()
        if self._proxy is not None and self._watched_proxy is not None:
            self._proxy.write()
            if self._watched_proxy.process is not None:
                self._proxy.reload(self._watched_proxy.process)

    def _command(self, slots: SlotMap, name: str) -> list[str]:
        shard = slots.shards[name]
        if not shard.file:
            raise SuitwiseError(f'{self._path}: shard {name} has no file; add file = "…" to it')
        host, _, port = shard.address.rpartition(":")
        where = ["--host", host.strip("[]"), "--port", port, "--trusted-proxy", "127.0.0.1"]
        kept = ["--file", str(self._path.parent / shard.file)]
        own = ["--slots", str(self._path), "--shard", name]
        serve = [sys.executable, "-m", "suitwise", "table", "serve"]
        return [*serve, *where, *kept, *own, *self._options]

    def _end(self, _: int, __: FrameType | None) -> None:
        self._is_ending = True

    def _restart(self, _: int, __: FrameType | None) -> None:
        self._rolling = self._restarted()

    def _restarted(self) -> Iterator[None]:
        """Restart one shard after the other, each once the one before it is ready; steps of the loop."""
        for name, watched in list(self._shards.items()):
            self._say(f"shard {name} is restarted")
            watched.end()
            watched.start()
            yield from self._until_ready(name)
        self._say("all shards have been restarted")

    def _started(self) -> Iterator[None]:
        for name in list(self._shards):
            yield from self._until_ready(name)
        self._say("all shards are ready")

    def _until_ready(self, name: str) -> Iterator[None]:
        address, until = read_map(self._path).shards[name].address, time.monotonic() + _READY_S
        while not is_ready(address) and time.monotonic() < until:
            yield


def is_ready(address: str) -> bool:
    """Return whether a shard answers and can keep tables."""
    request = Request(f"http://{address}/healthz", headers={"Host": "localhost"})
    with suppress(URLError, OSError, ValueError), urlopen(request, timeout=5) as answer:
        return bool(answer.status == 200)
    return False
