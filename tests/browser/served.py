"""The real server as a process of its own, on a port of its own, with a file that is thrown away."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from suitwise.game import Record

HUMAN_AND_BOTS = ("human", "rules", "rules", "rules")


@dataclass(frozen=True)
class Made:
    """A table that was made: its code, the links of the seats, and the link without a seat."""

    code: str
    seats: tuple[str | None, ...]
    join: str

    @property
    def host(self) -> str:
        """The link of the first seat that a person has."""
        return next(filter(None, self.seats))


class Served:
    """A running server. ``kill`` is as a power cut to it; ``start`` goes on with the same file."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self.file = folder / "tables.sqlite"
        self.command = command
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, on the port of last time if there was one, and wait until it serves."""
        words = ["--port", str(self.port), "--file", str(self.file)]
        self.log = (self.file.parent / "log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, *self.command, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.url = self._said("ready: ").rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def _said(self, begin: str) -> str:
        """Wait for a line that begins so, and return the rest of it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(begin):
                return line.removeprefix(begin).strip()
        self._ended()
        raise AssertionError(f"no server: {(self.file.parent / 'log').read_text()}")

    def set(self, key: str, pace: Mapping[str, int]) -> None:
        """Have the tables that are made from now on keep a pace, and all deals the key of a word."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"key": key, "pace": pace}) + "\n")
        self.process.stdin.flush()
        self._said("so it is")

    def kill(self) -> None:
        self.process.kill()
        self._ended()

    def stop(self) -> None:
        self.process.terminate()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(30)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self.log.close()

    def made(
        self,
        variant: str,
        seats: Sequence[str] = HUMAN_AND_BOTS,
        name: str = "Ann",
        phrase: str | None = None,
        **house: object,
    ) -> Made:
        """Make a table as the home screen does."""
        asked = {"variant": variant, "seats": [*seats], "name": name, "house": house}
        body = {**asked, "phrase": phrase}
        got = self.asked("/api/tables", body)
        links = tuple(link and self.url + link for link in got["seats"])
        return Made(got["table"], links, self.url + got["join"])

    def record(self, made: Made) -> Record:
        """Return the record of a table whose deal is over, as its first person may read it."""
        token = made.host.partition("#")[2]
        asked = Request(f"{self.url}/api/tables/{made.code}/record")
        asked.add_header("Authorization", f"Bearer {token}")
        with urlopen(asked) as answer:
            return Record.from_json(json.load(answer)["record"])

    def asked(self, path: str, body: object = None) -> Any:
        """Return what the server answers, a request with a body being a POST."""
        data = None if body is None else json.dumps(body).encode()
        head = {"Content-Type": "application/json"}
        with urlopen(Request(self.url + path, data, head)) as answer:
            return json.load(answer)
