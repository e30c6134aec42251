"""A set of shards on one machine: started, watched, restarted one after the other.

Each shard is a process of its own, ``suitwise table serve --shard``; where one ends it is started again.
A proxy before them is started, too, if one is asked for, and told whenever the map of slots changes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from shutil import which
from types import FrameType
from urllib.request import ProxyHandler, Request, build_opener

from suitwise.errors import NotationError, SuitwiseError
from suitwise.table.serve.shards.proxy import PROXIES, SOCKET
from suitwise.table.serve.shards.slots import Shard, SlotMap, read_map, write_map

MAP = "slots.toml"
_POLL_S, _END_S, _READY_S = 0.1, 15.0, 120.0
"""How often the fleet looks, and how long a process may take to end and to be ready."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0
"""The pauses before a process is started again, at first and at most."""
_FAST_S = 30.0
"""A process that ends within this time of its start has ended fast."""
_MOST_FAST_ENDS = 8
"""A process that ends fast so often in a row is not started again."""
Say = Callable[[str], None]


def prepared(folder: Path, n_shards: int, port: int) -> Path:
    """Return the map of a folder, made where there is none: shards ``s1``, ``s2``, … at ports in a row.

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
        base: the path below which the servers stand; empty for none.
    """

    def __init__(self, kind: str, path: Path, listen: str, base: str = "") -> None:
        self.kind, self._map, self._listen, self._base = kind, path, listen, base
        self.config = path.resolve().with_name(f"{kind}.conf")

    def write(self) -> None:
        """Write its configuration.

        Raises:
            NotationError: the map can't be read.
            OSError: the map can't be read, or the configuration not be written.
        """
        folder = str(self.config.parent)
        text = PROXIES[self.kind](read_map(self._map), self._listen, folder, self._base)
        self.config.write_text(text)

    def changes(self) -> bool:
        """Write its configuration anew; return whether it has changed.

        Raises:
            NotationError, OSError: as for ``write``.
        """
        before = self.config.read_text()
        self.write()
        return self.config.read_text() != before

    @property
    def command(self) -> list[str]:
        """The command that runs it."""
        config, folder = str(self.config), str(self.config.parent)
        path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
        program = which(self.kind, path=path) or self.kind
        alone = f"daemon off; pid {self.config.with_name('nginx.pid')};"
        return {
            "nginx": [program, "-e", "stderr", "-p", folder, "-c", config, "-g", alone],
            "haproxy": [program, "-W", "-db", "-q", "-f", config],
            "caddy": ["caddy", "run", "--config", config, "--adapter", "caddyfile"],
        }[self.kind]

    def reload(self, process: subprocess.Popen[bytes], say: Say) -> None:
        """Let a running proxy take its new configuration.

        nginx and HAProxy leave connections open; Caddy closes WebSockets, and pages come again at once.
        """
        if self.kind != "caddy":
            process.send_signal(signal.SIGHUP if self.kind == "nginx" else signal.SIGUSR2)
            return
        socket = f"unix/{self.config.with_name(SOCKET)}"
        told = ["caddy", "reload", "--config", str(self.config), "--adapter", "caddyfile"]
        try:
            ran = subprocess.run(
                [*told, "--address", socket], check=False, capture_output=True, timeout=30
            )
        except subprocess.TimeoutExpired:
            say("caddy does not take its new configuration: no answer")
        else:
            if ran.returncode:
                say(f"caddy does not take its new configuration: {ran.stderr[-300:]!r}")


class Watched:
    """A process that is started again when it ends.

    Args:
        name: its name.
        command: the command that starts it.
        say: told in a line what becomes of it.
    """

    def __init__(self, name: str, command: Sequence[str], say: Say) -> None:
        self.name, self.command, self._say = name, command, say
        self.process: subprocess.Popen[bytes] | None = None
        self._pause_s, self._begun, self._again_at = _FIRST_PAUSE_S, 0.0, 0.0
        self.fast_ends = 0
        """How often in a row it has ended fast."""

    def start(self) -> None:
        """Start it.

        Raises:
            SuitwiseError: there is no such program.
        """
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )
        except FileNotFoundError:
            raise SuitwiseError(f"{self.command[0]} is not installed") from None
        self._begun = time.monotonic()

    def watch(self) -> None:
        """Start it again if it has ended, after a pause that grows while it keeps ending at once."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.fast_ends += 1
            if now - self._begun > _FAST_S:
                self._pause_s, self.fast_ends = _FIRST_PAUSE_S, 0
            self._say(
                f"{self.name} has ended with {self.process.returncode}; again in {self._pause_s:g} s"
            )
            self.process, self._again_at = None, now + self._pause_s
            self._pause_s = min(2 * self._pause_s, _LONGEST_PAUSE_S)
        if self.process is None and now >= self._again_at:
            self.start()

    def ask_to_end(self) -> None:
        """Ask it to end."""
        if self.process is not None:
            self.process.terminate()

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


def _end_with_parent() -> None:
    """Let the system end this process when its parent ends, even if that is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


_PR_SET_PDEATHSIG = 1


class Fleet:
    """The shards of a map that have a file, each a process here, and the proxy before them.

    Args:
        path: the file of the map.
        options: what every ``suitwise table serve`` is told.
        proxy: the proxy; None for none.
        say: told in a line what happens.
    """

    def __init__(self, path: Path, options: Sequence[str], proxy: Proxy | None, say: Say) -> None:
        self._path, self._options, self._proxy, self._say = path, options, proxy, say
        self._shards: dict[str, Watched] = {}
        self._watched_proxy: Watched | None = None
        self._mark: tuple[int, int] = (0, 0)
        """What tells whether the file of the map has changed: its inode and its time of writing."""
        self._steps: Iterator[None] = iter(())
        """What is under way, such as a restart, in steps between which the loop goes on."""
        self._is_ending = False

    def run(self) -> None:
        """Run until a signal ends it: Ctrl-C or SIGTERM; SIGHUP restarts one shard after the other.

        Raises:
            NotationError: there is no map at the start.
            SuitwiseError: a program is not installed, or a process can't be kept running.
            OSError: the map or a configuration can't be read or written at the start.
        """
        signals = {signal.SIGTERM: self._end, signal.SIGINT: self._end}
        if hasattr(signal, "SIGHUP"):
            signals[signal.SIGHUP] = self._restart
        before = {number: signal.signal(number, handler) for number, handler in signals.items()}
        try:
            self._start()
            while not self._is_ending:
                self._look()
                time.sleep(_POLL_S)
        finally:
            for watched in self._all():
                watched.ask_to_end()
            for watched in self._all():
                watched.end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _all(self) -> list[Watched]:
        return [
            *([] if self._watched_proxy is None else [self._watched_proxy]),
            *self._shards.values(),
        ]

    def _start(self) -> None:
        self._mark = self._mark_now()
        self._take_map(read_map(self._path))
        if self._proxy is not None:
            self._proxy.write()
            self._watched_proxy = Watched(self._proxy.kind, self._proxy.command, self._say)
            self._watched_proxy.start()
        self._steps = self._until_all_ready()

    def _look(self) -> None:
        """Follow the map, start again what has ended, and take a step of what is under way."""
        try:
            if self._mark_now() != self._mark:
                self._mark = self._mark_now()
                self._take_map(read_map(self._path))
                self._tell_proxy()
        except (OSError, NotationError) as error:
            self._say(f"the map of slots: nothing changes: {error}")
        for watched in self._all():
            watched.watch()
            if watched.fast_ends >= _MOST_FAST_ENDS:
                raise SuitwiseError(f"{watched.name} ends again and again: see what it says above")
        next(self._steps, None)

    def _mark_now(self) -> tuple[int, int]:
        """Return the mark of the file; the last one while there is no file."""
        with suppress(FileNotFoundError):
            status = self._path.stat()
            return status.st_ino, status.st_mtime_ns
        return self._mark

    def _take_map(self, slots: SlotMap) -> None:
        """Have a process for each shard that has a file, as the map says now; end all others."""
        commands = {
            name: self._command(name, shard) for name, shard in slots.shards.items() if shard.file
        }
        for name in list(self._shards):
            if name not in commands:
                self._say(f"shard {name} is no longer in the map, or has no file there, and ends")
            elif self._shards[name].command != commands[name]:
                self._say(
                    f"shard {name} has another address or file in the map, and is started anew"
                )
            else:
                continue
            self._shards.pop(name).end()  # all that end do so first: their addresses may be wanted
        for name in [name for name in commands if name not in self._shards]:
            self._shards[name] = Watched(f"shard {name}", commands[name], self._say)
            self._shards[name].start()

    def _tell_proxy(self) -> None:
        process = None if self._watched_proxy is None else self._watched_proxy.process
        if self._proxy is not None and self._proxy.changes() and process is not None:
            self._proxy.reload(process, self._say)

    def _command(self, name: str, shard: Shard) -> list[str]:
        host, _, port = shard.address.rpartition(":")
        where = ["--host", host.strip("[]"), "--port", port]
        trusted = ["--trusted-proxy", "127.0.0.1"] if self._proxy is not None else []
        kept = ["--file", str(self._path.parent / shard.file)]
        own = ["--slots", str(self._path), "--shard", name]
        serve = [sys.executable, "-m", "suitwise", "table", "serve"]
        return [*serve, *where, *trusted, *kept, *own, *self._options]

    def _end(self, _: int, __: FrameType | None) -> None:
        self._is_ending = True

    def _restart(self, _: int, __: FrameType | None) -> None:
        self._steps = self._until_restarted()

    def _until_restarted(self) -> Iterator[None]:
        """Restart one shard after the other, each once the one before it is ready."""
        for name in list(self._shards):
            if name not in self._shards:  # gone from the map in an earlier step
                continue
            self._say(f"shard {name} is restarted")
            self._shards[name].end()
            self._shards[name].start()
            yield from self._until_ready(name)
            if name in self._shards and not self._is_ready(name):
                self._say(f"shard {name} is not ready: the others stay as they are")
                return
        self._say("all shards have been restarted")

    def _until_all_ready(self) -> Iterator[None]:
        for name in list(self._shards):
            yield from self._until_ready(name)
        if all(map(self._is_ready, self._shards)):
            self._say("all shards are ready")

    def _until_ready(self, name: str) -> Iterator[None]:
        """Wait until a shard is ready, has gone from the map, or takes too long."""
        until = time.monotonic() + _READY_S
        while name in self._shards and not self._is_ready(name) and time.monotonic() < until:
            yield

    def _is_ready(self, name: str) -> bool:
        """Return whether a shard answers, and can keep tables if it has slots."""
        try:
            shard = read_map(self._path).shards[name]
        except (OSError, NotationError, KeyError):
            return False
        return is_ready(shard.address, "/healthz" if shard.slots else "/livez")


def is_ready(address: str, path: str = "/healthz") -> bool:
    """Return whether a shard answers that it is well."""
    request = Request(f"http://{address}{path}", headers={"Host": "localhost"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=2) as answer:
            return bool(answer.status == 200)
    except (OSError, HTTPException, ValueError):
        return False
