"""Records played again in a process of its own, which ends with whatever takes too long there.

What is sent to a page is the whole record at once, each move as what it has changed of the parts: so the
page goes to any move without asking again.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.faces import face_of
from suitwise.table.rules.replaying import BadRecord, Ply, Replay
from suitwise.table.serve.processes.lanes import Lane
from suitwise.table.serve.shown.rendering import packed, said
from suitwise.table.serve.shown.screens import packed_changes

LATE_S = 20.0
"""How long a record may take to be played again; its process may have to start first."""
MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""How many records may wait to be played again, of all and of an address."""


class TooManyError(Exception):
    """More records wait to be played again than may."""


class Replays:
    """Plays records again, one after another, and packs what is to be seen.

    Args:
        late_s: how many seconds a record may take.
    """

    def __init__(self, late_s: float = LATE_S) -> None:
        self._late_s = late_s
        self._lane = Lane(1)
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()

    async def packed(
        self, text: str, lang: str, names: Sequence[str] = (), address: str = ""
    ) -> bytes:
        """Return a record as a page shows it, JSON packed by gzip.

        Args:
            text: the record.
            lang: the language of its sentences.
            names: the players' names by seat, where they are known.
            address: who asks.

        Raises:
            BadRecord: it can't be read, does not replay, or takes too long.
            TooManyError: too many wait already.
        """
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_OF_ADDRESS:
            raise TooManyError
        self._waiting[address] += 1
        try:
            async with self._turn:
                return await self._played(text, lang, tuple(names))
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forgets addresses that wait for nothing

    async def _played(self, text: str, lang: str, names: tuple[str, ...]) -> bytes:
        future = self._lane.submit(packed_replay, text, lang, names)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._lane.close()
            why = phrase("table.late-record", "this record takes too long to be played again")
            raise BadRecord(why) from None

    def close(self) -> None:
        """End the process."""
        self._lane.close()


# --- In the process -------------------------------------------------------------------------------


def packed_replay(text: str, lang: str, names: Sequence[str]) -> bytes:
    """Return a record as a page shows it, JSON packed by gzip.

    Raises:
        BadRecord: it can't be read or does not replay.
    """
    replay = Replay.read(text)
    head = packed(
        {
            "id": sha256(text.encode("utf-8", "replace")).hexdigest()[:12],
            "kind": face_of(replay.game).kind,
            "variant": str(replay.game),
            "names": list(names),
        }
    )
    plies = ",".join(_packed(replay.plies(), lang, tuple(names)))
    return gzip.compress(f'{head[:-1]},"plies":[{plies}]}}'.encode(), 6, mtime=0)


def _packed(plies: Iterator[Ply], lang: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield each ply as JSON: who moved, what is told, what has changed since the one before."""
    lists: dict[str, tuple[list[Any], list[str]]] = {}

    def pack(name: str, value: Any) -> str:
        if not isinstance(value, list):
            return packed(said(value, lang, names))
        old, texts = lists.get(name, ([], []))
        texts = [
            text if one is was or one == was else packed(said(one, lang, names))
            for one, was, text in zip_longest(value, old[: len(value)], texts[: len(value)])
        ]
        lists[name] = value, texts  # most items of a long list are as they were a move ago
        return f"[{','.join(texts)}]"

    before: dict[str, Any] = {}
    for ply in plies:
        told = [
            {
                "text": said(one.phrase, lang, names),
                "to": None if one.to is None else sorted(one.to),
            }
            for one in ply.told
        ]
        head = packed({"seat": ply.seat, "mark": ply.mark, "told": told})
        yield f"{head[:-1]},{packed_changes(before, ply.parts, pack, {})}}}"
        before = ply.parts
