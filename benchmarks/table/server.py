"""The server that is measured, as a process of its own with a file that is thrown away."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

HUMANS = ("human",) * 4
READY = "ready: "
"""So begins the line by which a server says where it is."""


def allow_sockets() -> None:
    """Let this process and the servers that it starts have as many sockets as they may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server:
    """A running server; a killed one is started again on the same port with the same file.

    Args:
        folder: where its file lies.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self._log = folder / "tables.sqlite", folder / "log"
        self._port = 0
        self.start_s = 0.0
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it and wait until it serves; the seconds that takes are kept."""
        began = time.perf_counter()
        words = [
            "--port",
            str(self._port),
            "--file",
            str(self._file),
            "--trusted-proxy",
            "127.0.0.1",
        ]
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "suitwise", "table", "serve", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.url = self._address()
        self.start_s = time.perf_counter() - began
        self._port = int(self.url.rpartition(":")[2])
        with urlopen(self.url + "/api/games") as known:  # it goes on to import the games meanwhile
            known.read()

    def _address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(READY):
                return line.removeprefix(READY).strip().rstrip("/")
        raise RuntimeError(f"the server ended before it was ready: {self._log.read_text()}")

    def kill(self) -> None:
        """End it at once, as by a power cut to this process alone."""
        self._process.kill()
        self._over()

    def stop(self) -> None:
        """End it in good order."""
        self._process.terminate()
        self._over()

    def _over(self) -> None:
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def cpu_s(self) -> float:
        """How many seconds of a core it has used, without the processes that it has started."""
        return cpu_s(self._process.pid)

    @property
    def memory_mb(self) -> float:
        """How much memory it holds, in MB of 10⁶ bytes."""
        return memory_mb(self._process.pid)

    @property
    def sizes_mb(self) -> tuple[float, float]:
        """How large its file is, and the write-ahead log beside it."""
        return sizes_mb(self._file)


def cpu_s(pid: int) -> float:
    """Return how many seconds of a core a process has used, without those that it has started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Return how much memory a process holds, in MB of 10⁶ bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def sizes_mb(file: Path) -> tuple[float, float]:
    """Return how large a file of tables is, and the write-ahead log beside it."""
    log = file.with_name(file.name + "-wal")
    whole, ahead = (path.stat().st_size / 1e6 for path in (file, log))
    return whole, ahead


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table of a server.

    Args:
        url: the server, as ``http://127.0.0.1:8042``.
        table: the table's code.
        token: the seat's secret.
        address: where the player says to come from, since a server limits what one address may do.
    """

    url: str
    table: str
    token: str
    address: str


def make_table(url: str, variant: str, number: int, speed: str = "fast") -> list[Place]:
    """Make a table of four people, and return their seats."""
    address = f"10.1.{number // 250}.{number % 250 + 1}"
    body = {"variant": variant, "seats": [*HUMANS], "name": "load", "house": {"speed": speed}}
    head = {"Content-Type": "application/json", "X-Forwarded-For": address}
    with urlopen(Request(url + "/api/tables", json.dumps(body).encode(), head)) as answer:
        made = json.load(answer)
    tokens = [str(link).partition("#")[2] for link in made["seats"]]
    return [Place(url, made["table"], token, address) for token in tokens]
