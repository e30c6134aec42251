"""Records played again in a process of its own, which ends with whatever takes too long there.

What is sent to a page is the whole record at once, each move as what it has changed of the parts: so the
page goes to any move without asking again.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple, TypeVar

from suitwise.foundation.text.phrases import phrase
from suitwise.players.review.reviews import has_review
from suitwise.table.rules.faces import face_of
from suitwise.table.rules.replaying import BadRecord, Ply, Replay
from suitwise.table.serve.processes.queues import FailedError, LateError, Queue, is_nobody
from suitwise.table.serve.shown.rendering import packed, said
from suitwise.table.serve.shown.screens import packed_changes

R = TypeVar("R")
LATE_S = 20.0
"""How long a record may take to be played again; its process may have to start first."""


class Pictured(NamedTuple):
    """A position as text, and as SVG; None where the game draws none."""

    position: str
    svg: str | None


class Replays(Queue):
    """Plays records again, one after another, and packs what is to be seen.

    Args:
        late_s: how many seconds a record may take.
        is_spared: whether an address may have as many wait as all may.
    """

    refuses: ClassVar = (BadRecord,)

    def __init__(
        self, late_s: float = LATE_S, is_spared: Callable[[str], bool] = is_nobody
    ) -> None:
        super().__init__(late_s, is_spared)

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
            BadRecord: it can't be read, does not replay, takes too long, or its game fails at it.
            TooManyError: too many wait already.
        """
        return await self._bounded(address, packed_replay, text, lang, tuple(names))

    async def pictured(self, text: str, ply: int, lang: str, address: str = "") -> Pictured:
        """Return a position of a record as text and as a picture.

        Args:
            text: the record.
            ply: how many moves of it have been made.
            lang: the language of the picture's words.
            address: who asks.

        Raises:
            BadRecord: as above, or there is no such move.
            TooManyError: too many wait already.
        """
        return await self._bounded(address, picture_of, text, ply, lang)

    async def _bounded(self, address: str, work: Callable[..., R], *values: Any) -> R:
        try:
            return await self.done(address, work, *values)
        except LateError:
            why = phrase("table.late-record", "this record takes too long to be played again")
            raise BadRecord(why) from None
        except FailedError:
            why = phrase("table.broken-record", "the game has a fault: it can't show this record")
            raise BadRecord(why) from None


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
            "anticlockwise": replay.game.facts.anticlockwise,
            "review": has_review(replay.game.name),
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
                "but": one.but,
            }
            for one in ply.told
        ]
        head = packed({"seat": ply.seat, "mark": ply.mark, "told": told})
        yield f"{head[:-1]},{packed_changes(before, ply.parts, pack, {})}}}"
        before = ply.parts


def picture_of(text: str, ply: int, lang: str) -> Pictured:
    """Return a position of a record as text and as a picture.

    Raises:
        BadRecord: it can't be read or does not replay, or there is no such move.
    """
    replay = Replay.read(text)
    state = replay.state_at(ply)
    drawing = face_of(replay.game).drawing(state)
    return Pictured(str(state), None if drawing is None else said(drawing, lang))
