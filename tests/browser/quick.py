"""The real server as a program, told apart from ``suitwise table serve`` by its pace and its keys alone.

Its tables wait for next to nothing, or as long as ``--pace`` says, and every deal may have the same key,
so that a test knows the cards. People are waited for, else a bot would play for somebody whose line
breaks for an instant; so are hints, whose first one starts a process. ``--import hearts`` serves the
game of ``examples/hearts``, too.

A line on standard input, ``{"key": "throw", "pace": {"bot": 500}}``, says otherwise for the tables that
are made from then on, and for all deals: a server takes seconds of a processor to start, so that tests
that want other cards or another pace share one. It is answered with ``so it is``.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

from suitwise.table import Setup, server
from suitwise.table.rules.house import Pace
from suitwise.table.serve.limits import Limits
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.room import fresh_key

GRACE_MS = 60_000
HINT_S = 90.0
BOARD_S = 60.0
"""Where tests share their processors with others, an answer of the board may take long."""
EXAMPLES = Path(__file__).parents[2] / "examples"


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--port", type=int)
    words.add_argument("--file", type=Path)
    words.add_argument("--pace", type=json.loads, default={})
    words.add_argument("--key", default="")
    words.add_argument("--import", dest="imports", action="append", default=[])
    given = words.parse_args()
    sys.path[:0] = [str(EXAMPLES / name) for name in given.imports]
    keys = Keys(given.key)
    limits = Limits(board_s=BOARD_S)
    setup = Setup(
        given.file,
        port=given.port,
        limits=limits,
        pace=pace_of(given.pace),
        keys=keys,
        hint_s=HINT_S,
        imports=tuple(given.imports),
    )
    running: Any = server(setup, told)
    Thread(target=heed, args=(running.registry, keys), daemon=True).start()
    running.run()


class Keys:
    """The keys of deals: for all the one that a word stands for, without a word a fresh one each."""

    def __init__(self, word: str) -> None:
        self.word = word

    def __call__(self) -> bytes:
        return sha256(self.word.encode()).digest() if self.word else fresh_key()


def pace_of(given: dict[str, Any]) -> Pace:
    return replace(Pace.none(), **{"grace": GRACE_MS, **given})


def heed(registry: Registry, keys: Keys) -> None:
    """Do what is said on standard input."""
    for line in sys.stdin:
        asked = json.loads(line)
        keys.word, registry._pace = asked["key"], pace_of(asked["pace"])
        print("so it is", flush=True)


def told(port: int) -> None:
    print(f"ready: http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    main()
