"""The real server as a program, told apart from ``suitwise table serve`` by its pace and its keys alone.

Its tables wait for next to nothing, or as long as ``--pace`` says, and every deal may have the same key,
so that a test knows the cards. People are waited for, else a bot would play for somebody whose line
breaks for an instant; so are hints, whose first one starts a process. ``--import hearts`` serves the
game of ``examples/hearts``, too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from suitwise.table import Setup, server
from suitwise.table.rules.house import Pace
from suitwise.table.serve.limits import Limits

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
    pace = replace(Pace.none(), **{"grace": GRACE_MS, **given.pace})
    keys = keys_of(given.key) if given.key else None
    limits = Limits(board_s=BOARD_S)
    setup = Setup(
        given.file,
        port=given.port,
        limits=limits,
        pace=pace,
        keys=keys,
        hint_s=HINT_S,
        imports=tuple(given.imports),
    )
    server(setup, told).run()


def keys_of(word: str) -> Callable[[], bytes]:
    """Return what gives every deal the key that a word stands for."""
    return lambda: sha256(word.encode()).digest()


def told(port: int) -> None:
    print(f"ready: http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    main()
