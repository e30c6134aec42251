"""The real server as a program, told apart from ``suitwise table serve`` by its pace and its keys alone.

Its tables wait for next to nothing, or as long as ``--pace`` says, and every deal may have the same key,
so that a test knows the cards. Only people are waited for: else a bot would play for somebody whose line
breaks for an instant.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import uvicorn

from suitwise.table.rules.pace import Pace
from suitwise.table.rules.words import LANGUAGES, page_words
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.server import Options, app
from suitwise.table.serve.statics import Assets
from suitwise.table.serve.store import Store
from suitwise.table.serve.thinkers import Thinkers

GRACE_MS = 60_000


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--port", type=int)
    words.add_argument("--file", type=Path)
    words.add_argument("--pace", type=json.loads, default={})
    words.add_argument("--key", default="")
    given = words.parse_args()
    pace = replace(Pace.none(), **{"grace": GRACE_MS, **given.pace})
    asyncio.run(serve(given.port, given.file, pace, keys_of(given.key) if given.key else None))


def keys_of(word: str) -> Callable[[], bytes]:
    """Return what gives every deal the key that a word stands for."""
    return lambda: sha256(word.encode()).digest()


async def serve(port: int, file: Path, pace: Pace, keys: Callable[[], bytes] | None) -> None:
    """Serve until told to end."""
    tables = Hub(Store(file), Thinkers(), pace=pace, keys=keys)
    page = Assets.read({language: page_words(language) for language in LANGUAGES})
    with socket.create_server(("127.0.0.1", port)) as listening:
        print(f"ready: http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        config = uvicorn.Config(app(tables, page, Options()), log_level="warning")
        await uvicorn.Server(config).serve([listening])


if __name__ == "__main__":
    main()
