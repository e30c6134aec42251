"""Worker processes that review records and replay them, with a low priority.

A review is computed once for everybody who asks for the same record, and each reader gets the decisions
as they are judged: usually four people ask after the deal that they have played together. Finished
reviews are cached for a while.
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
from suitwise.table.serve.processes import workers
from suitwise.table.serve.shown import localised, packed_changes, to_json

# --- The review of a record -----------------------------------------------------------------------
#
# Decisions and deals are numbered as in the replay of the same record (``table.rules.replaying``), where
# the forfeit of a hand counts as a ply and ends a deal.

SEED = 0
"""The seed of the sampled deals; the review command uses the same one and gives the same result."""
SECONDS = 20.0
"""The target time of a review that samples as many deals as time allows."""


@dataclass(frozen=True)
class RecordToReview:
    """A record that can be reviewed.

    Args:
        review: the game's review.
        seats: the number of seats of the game.
        records: the stretches of the record, as in ``replaying.Replay``.
    """

    review: Review
    seats: int
    records: tuple[Record, ...]

    @staticmethod
    def read(text: str) -> RecordToReview:
        """Read a record.

        Raises:
            BadRecord: it can't be read, is too long, or its game has no review.

        >>> from suitwise.game import load, play
        >>> from suitwise.players import RandomPlayer
        >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
        >>> found = RecordToReview.read(str(record))
        >>> found.plies == len(record.moves), next(found.decisions()).place
        (True, 'auction')
        """
        replay = Replay.read(text)
        review = review_of(replay.game.name)
        if review is None:
            raise BadRecord(
                phrase("table.no-review", "there is no review of {game}", game=str(replay.game))
            )
        return RecordToReview(review.at(replay.game), replay.game.facts.seats, replay.records)

    @property
    def plies(self) -> int:
        """The number of the last ply."""
        return sum(len(record.moves) for record in self.records) + len(self.records) - 1

    def board_before(self, ply: int) -> dict[str, Any] | None:
        """Return the analysis-board question about the decision at a ply; None if the board has none."""
        for record in self.records:
            if ply <= len(record.moves):
                state = next(islice(record.states(), ply - 1, None))
                return board_asked(load(record.game).name, state, record.moves[ply - 1])
            ply -= len(record.moves) + 1  # the forfeit is a ply of its own
        return None

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of all seats as they are judged.

        Raises:
            BadRecord: a move is illegal.
        """
        sampling: dict[str, Any] = {}
        if self.review.worlds:
            sampling = {"worlds": self.review.worlds, "seed": SEED}
        if self.review.most:
            sampling["seconds"] = SECONDS / len(self.records)
        plies, deals = 0, 0
        try:
            for record in self.records:
                is_between = face_of(load(record.game)).is_between
                ended = sum(
                    map(is_between, record.states())
                )  # raises for an illegal move, before judging
                for one in self.review.decisions(record, seat=None, **sampling):
                    yield replace(one, ply=plies + one.ply, deal=deals + one.deal)
                plies += len(record.moves) + 1  # the forfeit is a ply of its own
                deals += ended + 1  # and ends a deal
        except SuitwiseError as error:
            raise BadRecord(reason_of(error)) from None


# --- The review process ---------------------------------------------------------------------------

BUDGET_S = 30.0
"""The time budget of a review; a review that runs out of time says so."""
LATE_S = 120.0
"""The time limit of a step: a decision, or the compiling before the first one."""
AGAIN_S = 60.0
"""An incomplete review is cached for this long; after that a new attempt may get further."""
MOST_WAITING, MOST_OF_ADDRESS = 8, 2
"""The most records waiting to be reviewed: of all addresses, and of one."""
MOST_KEPT = 32
"""The number of reviews cached."""
_STEP_S = 0.25
"""The interval at which the process returns the decisions judged so far."""
_PIECE = 32
"""The most decisions put into words at once, because that blocks the event loop of the tables."""
_NICENESS = 10
"""The niceness of the process."""
R = TypeVar("R")

_log = logging.getLogger(__name__)


class ReviewFacts(NamedTuple):
    """The facts about a review that are known before the first decision.

    Args:
        kind: the kind of the game's page.
        plies: the number of the last ply.
        seats: the number of seats of the game.
        measure: the unit of the costs.
        worlds: the number of sampled deals per decision, at least; 0 if the review is exact.
        most: the most sampled deals if time allows; 0 if the number is fixed.
        is_opinion: whether the costs depend on how a particular player plays the deals out.
    """

    kind: str
    plies: int
    seats: int
    measure: Measure
    worlds: int
    most: int
    is_opinion: bool


@dataclass(eq=False)
class ReviewJob:
    """A review, running or finished.

    Args:
        about: its facts; None before it starts.
        decisions: the decisions judged so far.
        boards: the analysis-board questions about the costly decisions, by ply; None if there is none.
        is_done: whether it has ended.
        is_complete: whether all decisions were judged.
        fault: the reason why there is no review.
    """

    about: ReviewFacts | None = None
    decisions: tuple[Decision, ...] = ()
    boards: dict[int, Any] = field(default_factory=dict)
    is_done: bool = False
    is_complete: bool = False
    fault: Phrase | None = None

    def __post_init__(self) -> None:
        self._news = asyncio.Event()
        self._ended = 0.0

    @property
    def can_retry(self) -> bool:
        """True if it ended early and long enough ago to be tried again."""
        return self.is_done and not self.is_complete and monotonic() - self._ended > AGAIN_S

    def notify(self) -> None:
        """Wake everybody who waits for news."""
        self._ended = monotonic()
        self._news.set()
        self._news = asyncio.Event()

    async def wait_for_start(self, most_s: float | None = None) -> None:
        """Wait until the review has started or failed, for ``most_s`` seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while self.about is None and not self.is_done:
                    await self._news.wait()

    async def updates(self) -> AsyncIterator[tuple[Decision, ...]]:
        """Yield the decisions from the first one on, as they are judged, until the review ends.

        They come in small pieces with a turn for the tables in between, because a long finished review
        is sent to everybody who asks for it, as often as they like.
        """
        sent = 0
        while True:
            if sent < len(self.decisions):
                piece = self.decisions[sent : sent + _PIECE]
                sent += len(piece)
                yield piece
                await asyncio.sleep(0)
            elif self.is_done:
                return
            else:
                await self._news.wait()


class Reviews:
    """Reviews records, one after another.

    Args:
        budget_s: the time for the decisions of a record in seconds.
        late_s: the time limit of a step in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the process.
    """

    def __init__(
        self,
        budget_s: float = BUDGET_S,
        late_s: float = LATE_S,
        is_exempt: Callable[[str], bool] = workers.nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        self._budget_s, self._late_s = budget_s, late_s
        self._process = workers.WorkerProcess(_NICENESS, imports)
        self._turn = asyncio.Semaphore(1)
        self._jobs: OrderedDict[bytes, ReviewJob] = OrderedDict()
        self._slots = workers.QueueSlots(MOST_WAITING, MOST_OF_ADDRESS, is_exempt)
        self._tasks: set[asyncio.Task[None]] = set()

    def review(self, text: str, address: str = "") -> ReviewJob:
        """Return the review of a record: the cached one, or one that is started now.

        Args:
            text: the record.
            address: the client that asks.

        Raises:
            TooManyError: too many reviews are waiting.
        """
        key = sha256(text.encode("utf-8", "replace")).digest()
        cached = self._jobs.get(key)
        if cached is not None and not cached.can_retry:
            self._jobs.move_to_end(key)
            return cached
        slot = ExitStack()
        slot.enter_context(self._slots.admitted(address))
        job = self._jobs[key] = ReviewJob()
        task = asyncio.create_task(self._run(job, text))
        self._tasks.add(task)
        task.add_done_callback(lambda ended: self._ended(ended, job, key, slot))
        self._forget_old()
        return job

    def _forget_old(self) -> None:
        done = [key for key, job in self._jobs.items() if job.is_done]
        for key in done[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[key]

    def _ended(self, task: asyncio.Task[None], job: ReviewJob, key: bytes, slot: ExitStack) -> None:
        self._tasks.discard(task)
        slot.close()
        if not job.is_done and job.fault is None:
            job.fault = phrase("table.broken-review", "this review could not be made")
            if not task.cancelled():
                _log.error("a review has failed", exc_info=task.exception())
        if job.fault is not None and self._jobs.get(key) is job:
            del self._jobs[key]  # the next request tries again
        job.is_done = True
        job.notify()

    async def _run(self, job: ReviewJob, text: str) -> None:
        try:
            async with self._turn:
                await self._judge(job, text)
        except BadRecord as error:
            job.fault = error.why
        except (TimeoutError, BrokenProcessPool):
            self._process.close()
            job.fault = phrase("table.late-review", "this review takes too long")

    async def _judge(self, job: ReviewJob, text: str) -> None:
        job.about = await self._in_time(self._process.submit(begin_review, text))
        job.notify()
        end = inf  # the budget starts after the first step, which may compile
        while not job.is_done:
            found, job.is_complete, boards = await self._in_time(
                self._process.submit(next_decisions)
            )
            job.decisions += found
            job.boards.update(boards)
            end = min(end, monotonic() + self._budget_s)
            job.is_done = job.is_complete or monotonic() > end
            job.notify()

    async def _in_time(self, future: Future[R]) -> R:
        return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)

    def close(self) -> None:
        """Kill the process and cancel all reviews."""
        for task in self._tasks:
            task.cancel()
        self._process.close()


# --- Functions that run in the review process -----------------------------------------------------

_record: RecordToReview | None = None
"""The record under review."""
_decisions: Iterator[Decision] = iter(())
"""Its decisions still to be judged."""


def begin_review(text: str) -> ReviewFacts:
    """Start the review of a record.

    Raises:
        BadRecord: it can't be read, or its game has no review.
    """
    global _record, _decisions  # the process runs one job at a time
    _record = RecordToReview.read(text)
    _decisions = _record.decisions()
    review = _record.review
    kind = face_of(load(_record.records[0].game)).kind
    counts = _record.plies, _record.seats, review.measure
    return ReviewFacts(kind, *counts, review.worlds, review.most, review.is_opinion)


def next_decisions() -> tuple[tuple[Decision, ...], bool, dict[int, Any]]:
    """Return the next decisions, whether they are the last, and board questions about costly ones.

    Raises:
        BadRecord: a move is illegal.
    """
    judged, end, is_last = [], monotonic() + _STEP_S, True
    for one in _decisions:
        judged.append(one)
        if monotonic() > end:
            is_last = False
            break
    assert _record is not None
    boards = {one.ply: _record.board_before(one.ply) for one in judged if one.is_mistake}
    return tuple(judged), is_last, boards


# --- The replay process ---------------------------------------------------------------------------
#
# The page gets the whole record at once, each move as the changes to the parts of the view, so that it
# can go to any move without another request.

REPLAY_LATE_S = 20.0
"""The time limit of a replay, including the start of its process."""


class PositionPicture(NamedTuple):
    """A position as text, and as SVG if the game has drawings."""

    position: str
    svg: str | None


class Replays(workers.WorkerQueue):
    """Replays records, one after another.

    Args:
        late_s: the time limit for a record in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the process.
    """

    refusals: ClassVar = (BadRecord,)

    def __init__(
        self,
        late_s: float = REPLAY_LATE_S,
        is_exempt: Callable[[str], bool] = workers.nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        super().__init__(late_s, is_exempt, imports)

    async def packed(
        self, text: str, lang: str, names: Sequence[str] = (), address: str = ""
    ) -> bytes:
        """Return the replay of a record as gzipped JSON.

        Args:
            text: the record.
            lang: the language of its sentences.
            names: the players' names by seat, if known.
            address: the client that asks.

        Raises:
            BadRecord: it can't be read or replayed, takes too long, or its game has a bug.
            TooManyError: too many records are waiting.
        """
        return await self._run_or_refuse(address, packed_replay, text, lang, tuple(names))

    async def pictured(self, text: str, ply: int, lang: str, address: str = "") -> PositionPicture:
        """Return a position of a record as text and as a picture.

        Args:
            text: the record.
            ply: the number of moves made before it.
            lang: the language of the picture's words.
            address: the client that asks.

        Raises:
            BadRecord: as in ``packed``, or there is no such ply.
            TooManyError: too many records are waiting.
        """
        return await self._run_or_refuse(address, picture_of, text, ply, lang)

    async def _run_or_refuse(self, address: str, work: Callable[..., R], *values: Any) -> R:
        try:
            return await self.run(address, work, *values)
        except workers.LateError:
            why = phrase("table.late-record", "this record takes too long to be played again")
            raise BadRecord(why) from None
        except workers.FailedError:
            why = phrase("table.broken-record", "the game has a fault: it can't show this record")
            raise BadRecord(why) from None


# --- Functions that run in the replay process -----------------------------------------------------


def packed_replay(text: str, lang: str, names: Sequence[str]) -> bytes:
    """Return the replay of a record as gzipped JSON.

    Raises:
        BadRecord: it can't be read or replayed.
    """
    replay = Replay.read(text)
    head = to_json(
        {
            "id": sha256(text.encode("utf-8", "replace")).hexdigest()[:12],
            "kind": face_of(replay.game).kind,
            "variant": str(replay.game),
            "anticlockwise": replay.game.facts.anticlockwise,
            "review": has_review(replay.game.name),
            "names": localised(list(names), lang),
            "people": localised([*map(_person, names)], lang),
        }
    )
    plies = ",".join(_ply_json(replay.plies(), lang, tuple(names)))
    return gzip.compress(f'{head[:-1]},"plies":[{plies}]}}'.encode(), 6, mtime=0)


def _person(name: str) -> dict[str, str]:
    """Return what is known of a seat's player by the name alone: those of bots are phrases."""
    return {"name": name, "control": "bot" if isinstance(name, Phrase) else "human"}


_NEW: Any = object()
"""Stands for what a longer list had not before: an item may be None, and is equal to no such thing."""


def _ply_json(plies: Iterator[Ply], lang: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield each ply as JSON: who moved, the lines told, and the changes since the ply before."""
    lists: dict[str, tuple[list[Any], list[str]]] = {}

    def pack(name: str, value: Any) -> str:
        if not isinstance(value, list):
            return to_json(localised(value, lang, names))
        old, texts = lists.get(name, ([], []))
        texts = [
            text if one is was or one == was else to_json(localised(one, lang, names))
            for one, was, text in zip_longest(
                value, old[: len(value)], texts[: len(value)], fillvalue=_NEW
            )
        ]
        lists[name] = value, texts  # most items of a long list have not changed since the last ply
        return f"[{','.join(texts)}]"

    before: dict[str, Any] = {}
    for ply in plies:
        told = [
            {
                "text": localised(one.phrase, lang, names),
                "to": None if one.to is None else sorted(one.to),
                "but": one.but,
            }
            for one in ply.told
        ]
        head = to_json({"seat": ply.seat, "mark": ply.mark, "told": told})
        yield f"{head[:-1]},{packed_changes(before, ply.parts, pack, {})}}}"
        before = ply.parts


def picture_of(text: str, ply: int, lang: str) -> PositionPicture:
    """Return a position of a record as text and as a picture.

    Raises:
        BadRecord: it can't be read or replayed, or there is no such ply.
    """
    replay = Replay.read(text)
    state = replay.state_at(ply)
    drawing = face_of(replay.game).drawing(state)
    return PositionPicture(str(state), None if drawing is None else localised(drawing, lang))
