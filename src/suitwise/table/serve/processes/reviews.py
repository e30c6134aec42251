"""Records reviewed and played again in processes that stand back for all others.

Four people ask for the review of a deal that they have played together: it is worked out once, and each
of them reads it as it comes. What has come to an end is kept for a while for those who ask later.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice, zip_longest
from math import inf
from time import monotonic
from typing import Any, ClassVar, NamedTuple, TypeVar

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase, reason_of
from suitwise.game import Record, load
from suitwise.players.face import face_of
from suitwise.players.review import Decision, Measure, Review, has_review, review_of
from suitwise.table.rules.replaying import BadRecord, Ply, Replay, board_asked
from suitwise.table.serve.processes import lanes
from suitwise.table.serve.shown import packed, packed_changes, said

# --- Reviews: decisions as they are judged --------------------------------------------------------
#
# A decision is numbered by the ply at which the replay of the same record shows it (``replaying``),
# and so is its deal: the hands that were forfeited are counted.

SEED = 0
"""The seed of the deals: a command that reviews the same record draws the same ones."""
SECONDS = 20.0
"""The target time of a review that samples as many deals as there is time for."""


@dataclass(frozen=True)
class Reviewed:
    """A record that is reviewed.

    Args:
        review: how its game is reviewed.
        seats: how many seats the game has.
        records: its stretches, as ``replaying.Replay`` has them.
    """

    review: Review
    seats: int
    records: tuple[Record, ...]

    @staticmethod
    def read(text: str) -> Reviewed:
        """Read a record.

        Raises:
            BadRecord: it is none, one that is too long, or of a game that has no review.

        >>> from suitwise.game import load, play
        >>> from suitwise.players import RandomPlayer
        >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
        >>> found = Reviewed.read(str(record))
        >>> found.plies == len(record.moves), next(found.decisions()).place
        (True, 'auction')
        """
        replay = Replay.read(text)
        review = review_of(replay.game.name)
        if review is None:
            raise BadRecord(
                phrase("table.no-review", "there is no review of {game}", game=str(replay.game))
            )
        return Reviewed(review, replay.game.facts.seats, replay.records)

    @property
    def plies(self) -> int:
        """The number of the last ply."""
        return sum(len(record.moves) for record in self.records) + len(self.records) - 1

    def board_before(self, ply: int) -> dict[str, Any] | None:
        """Return what the game's board can be asked about the decision of a ply, if anything."""
        for record in self.records:
            if ply <= len(record.moves):
                state = next(islice(record.states(), ply - 1, None))
                return board_asked(load(record.game).name, state, record.moves[ply - 1])
            ply -= len(record.moves) + 1  # the forfeit is a ply of its own
        return None

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of all seats as they are judged.

        Raises:
            BadRecord: a move is not legal.
        """
        drawn: dict[str, Any] = {}
        if self.review.worlds:
            drawn = {"worlds": self.review.worlds, "seed": SEED}
        if self.review.most:
            drawn["seconds"] = SECONDS / len(self.records)
        first, deals = 0, 0
        try:
            for record in self.records:
                is_between = face_of(load(record.game)).is_between
                ended = sum(map(is_between, record.states()))  # all is legal, or nothing is judged
                for one in self.review.decisions(record, seat=None, **drawn):
                    yield replace(one, ply=first + one.ply, deal=deals + one.deal)
                first += len(record.moves) + 1  # the forfeit is a ply of its own
                deals += ended + 1  # and ends a deal
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None


# --- The review process ---------------------------------------------------------------------------

BUDGET_S = 30.0
"""The time budget of a review; it ends there, and says so."""
LATE_S = 120.0
"""The time limit of a step: one decision, or all that is compiled before the first one."""
AGAIN_S = 60.0
"""A review that is not whole is kept so long: asked for later it may come further."""
MOST_WAITING, MOST_OF_ADDRESS = 8, 2
"""The most records waiting to be reviewed: of all addresses, and of one."""
MOST_KEPT = 32
"""The number of reviews kept."""
_STEP_S = 0.25
"""About how often the process reports its findings."""
_PIECE = 32
"""The most decisions put into words at once: that runs in the event loop of the tables."""
_NICENESS = 10
"""The niceness of the process."""
R = TypeVar("R")

_log = logging.getLogger(__name__)


class About(NamedTuple):
    """The facts about a review that are known when it begins.

    Args:
        plies: the number of the last ply.
        seats: how many seats the game has.
        measure: what costs are counted in.
        worlds: in how many deals a decision is judged; 0 where the review is exact.
        most: in how many where there is time; 0 where the number is always the same.
        is_opinion: whether costs follow from how a player plays deals out.
    """

    plies: int
    seats: int
    measure: Measure
    worlds: int
    most: int
    is_opinion: bool


@dataclass(eq=False)
class Job:
    """A review under way, or done.

    Args:
        about: what is known of it; None before it begins.
        decisions: those that have been judged so far.
        boards: by their plies, how the board is asked about those that cost something; None for not.
        is_done: whether it has ended.
        is_whole: whether all decisions were judged when it did.
        fault: why there is no review; None while there is none.
    """

    about: About | None = None
    decisions: tuple[Decision, ...] = ()
    boards: dict[int, Any] = field(default_factory=dict)
    is_done: bool = False
    is_whole: bool = False
    fault: Phrase | None = None

    def __post_init__(self) -> None:
        self._news = asyncio.Event()
        self._ended = 0.0

    @property
    def is_worth_another(self) -> bool:
        """True if it ended early, long enough ago to be tried again."""
        return self.is_done and not self.is_whole and monotonic() - self._ended > AGAIN_S

    def tell(self) -> None:
        """Wake up all who wait for news."""
        self._ended = monotonic()
        self._news.set()
        self._news = asyncio.Event()

    async def begun(self, most_s: float | None = None) -> None:
        """Wait until it has begun or can't; at most for so many seconds, if told."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while self.about is None and not self.is_done:
                    await self._news.wait()

    async def news(self) -> AsyncIterator[tuple[Decision, ...]]:
        """Yield the decisions from the first on, as they are judged, until it has ended.

        They come in pieces, and the tables have their turn between two: a long review that is done is
        told to whoever asks for it, as often as they like.
        """
        told = 0
        while True:
            if told < len(self.decisions):
                found = self.decisions[told : told + _PIECE]
                told += len(found)
                yield found
                await asyncio.sleep(0)
            elif self.is_done:
                return
            else:
                await self._news.wait()


class Reviews:
    """Reviews records, one after another.

    Args:
        budget_s: how many seconds the decisions of a record are judged.
        late_s: how many seconds one step may take.
        is_spared: whether an address may have as many records wait as all may.
    """

    def __init__(
        self,
        budget_s: float = BUDGET_S,
        late_s: float = LATE_S,
        is_spared: Callable[[str], bool] = lanes.is_nobody,
    ) -> None:
        self._budget_s, self._late_s = budget_s, late_s
        self._lane = lanes.Lane(1, _NICENESS)
        self._turn = asyncio.Semaphore(1)
        self._kept: OrderedDict[bytes, Job] = OrderedDict()
        self._waiting = lanes.Waiting(MOST_WAITING, MOST_OF_ADDRESS, is_spared)
        self._tasks: set[asyncio.Task[None]] = set()

    def asked(self, text: str, address: str = "") -> Job:
        """Return the review of a record, under way or done.

        Args:
            text: the record.
            address: who asks.

        Raises:
            TooManyError: too many wait already.
        """
        key = sha256(text.encode("utf-8", "replace")).digest()
        known = self._kept.get(key)
        if known is not None and not known.is_worth_another:
            self._kept.move_to_end(key)
            return known
        admitted = ExitStack()
        admitted.enter_context(self._waiting.admitted(address))
        job = self._kept[key] = Job()
        task = asyncio.create_task(self._run(job, text))
        self._tasks.add(task)
        task.add_done_callback(lambda ended: self._ended(ended, job, key, admitted))
        self._forget_old()
        return job

    def _forget_old(self) -> None:
        old = [key for key, job in self._kept.items() if job.is_done]
        for key in old[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[key]

    def _ended(self, task: asyncio.Task[None], job: Job, key: bytes, admitted: ExitStack) -> None:
        self._tasks.discard(task)
        admitted.close()
        if not job.is_done and job.fault is None:
            job.fault = phrase("table.broken-review", "this review could not be made")
            if not task.cancelled():
                _log.error("a review has failed", exc_info=task.exception())
        if job.fault is not None and self._kept.get(key) is job:
            del self._kept[key]  # whoever asks again has it tried again
        job.is_done = True
        job.tell()

    async def _run(self, job: Job, text: str) -> None:
        try:
            async with self._turn:
                await self._judged(job, text)
        except BadRecord as error:
            job.fault = error.why
        except (TimeoutError, BrokenProcessPool):
            self._lane.close()
            job.fault = phrase("table.late-review", "this review takes too long")

    async def _judged(self, job: Job, text: str) -> None:
        job.about = await self._in_time(self._lane.submit(begin, text))
        job.tell()
        end = inf  # what the first step compiles is not counted
        while not job.is_done:
            found, job.is_whole, boards = await self._in_time(self._lane.submit(go_on))
            job.decisions += found
            job.boards.update(boards)
            end = min(end, monotonic() + self._budget_s)
            job.is_done = job.is_whole or monotonic() > end
            job.tell()

    async def _in_time(self, future: Future[R]) -> R:
        return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)

    def close(self) -> None:
        """End the process, and all reviews with it."""
        for task in self._tasks:
            task.cancel()
        self._lane.close()


# --- In the process -------------------------------------------------------------------------------


_reviewed: Reviewed | None = None
"""The record that is reviewed now."""
_going: Iterator[Decision] = iter(())
"""Its decisions that are to come."""


def begin(text: str) -> About:
    """Begin the review of a record.

    Raises:
        BadRecord: it can't be read, or its game has no review.
    """
    global _reviewed, _going  # the process does one thing after another
    _reviewed = Reviewed.read(text)
    _going = _reviewed.decisions()
    review = _reviewed.review
    counts = _reviewed.plies, _reviewed.seats, review.measure
    return About(*counts, review.worlds, review.most, review.is_opinion)


def go_on() -> tuple[tuple[Decision, ...], bool, dict[int, Any]]:
    """Return the next decisions, whether they were the last, how the board is asked about costly ones.

    Raises:
        BadRecord: a move is not legal.
    """
    found, end, is_last = [], monotonic() + _STEP_S, True
    for one in _going:
        found.append(one)
        if monotonic() > end:
            is_last = False
            break
    assert _reviewed is not None
    boards = {one.ply: _reviewed.board_before(one.ply) for one in found if one.is_mistake}
    return tuple(found), is_last, boards


# --- The replay process ---------------------------------------------------------------------------
#
# What is sent to a page is the whole record at once, each move as what it has changed of the parts:
# so the page goes to any move without asking again.

REPLAY_LATE_S = 20.0
"""The time limit of a replay; its process may have to start first."""


class Pictured(NamedTuple):
    """A position as text, and as SVG; None where the game draws none."""

    position: str
    svg: str | None


class Replays(lanes.Queue):
    """Plays records again, one after another, and packs what is to be seen.

    Args:
        late_s: how many seconds a record may take.
        is_spared: whether an address may have as many wait as all may.
    """

    refuses: ClassVar = (BadRecord,)

    def __init__(
        self, late_s: float = REPLAY_LATE_S, is_spared: Callable[[str], bool] = lanes.is_nobody
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
        except lanes.LateError:
            why = phrase("table.late-record", "this record takes too long to be played again")
            raise BadRecord(why) from None
        except lanes.FailedError:
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
