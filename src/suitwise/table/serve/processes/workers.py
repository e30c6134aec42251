"""Worker processes for bots and other long work, and threads for third-party rules.

``WorkerPool`` is a restartable process pool. ``WorkerQueue`` bounds a pool: how much may wait, and how
long a job may take. ``BotWorkers`` are the pools in which bots think. ``ThirdPartyRules`` runs the rules
of third-party games in threads, because they may never return.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from suitwise import catalogue
from suitwise.arena.seats import import_players
from suitwise.catalogue import STRONGEST
from suitwise.errors import NotationError
from suitwise.players import ahead
from suitwise.table.serve.limits import ConcurrentLimit
from suitwise.table.serve.metrics import BotFigures

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.players.face_values import HintText


R = TypeVar("R")

_log = logging.getLogger(__name__)


class WorkerPool:
    """A pool of worker processes; if one dies, all are replaced.

    Args:
        most: the number of processes.
        niceness: their niceness, up to 19.
        imports: modules to import in them, which register players and games.
    """

    def __init__(self, most: int, niceness: int = 0, imports: Sequence[str] = ()) -> None:
        self._most, self._niceness, self._imports = most, niceness, tuple(imports)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def is_alive(self) -> bool:
        """True if no process has died."""
        pool = self._pool
        return pool is None or all(one.is_alive() for one in (pool._processes or {}).values())

    def submit(self, work: Callable[..., R], *values: Any) -> Future[R]:
        """Queue a function call."""
        if not self.is_alive:  # the executor may not have noticed yet, and would lose the call
            self.close()
        try:
            return self._executor().submit(work, *values)
        except BrokenProcessPool:
            self.close()
            return self._executor().submit(work, *values)

    def close(self) -> None:
        """Kill the processes, even in the middle of a job."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            for process in processes:
                process.join()

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._most,
                context,
                initializer=_begin,
                initargs=(self._niceness, self._imports),
            )
        return self._pool


def _begin(niceness: int, imports: tuple[str, ...]) -> None:
    """Set up a worker process."""
    ahead.end_with_parent()
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(niceness)
    for module in imports:
        try:
            import_players([module])
        except NotationError as error:  # the module is gone; other players still work
            _log.warning("%s", error)


# --- Bounded queues -------------------------------------------------------------------------------

MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""The most jobs waiting: of all addresses, and of one."""


class TooManyError(Exception):
    """Too many jobs are waiting already."""


class LateError(Exception):
    """A job took too long, or its process died."""


class FailedError(Exception):
    """A job failed with an unexpected error, such as a bug in a third-party game."""


def nobody_is_exempt(address: str) -> bool:
    """Return False: by default no address is exempt from the limits."""
    return False


class QueueSlots:
    """The slots of a queue: a limit in all, one per address, and for a network half of all.

    Args:
        most: the limit in all.
        most_of_address: the limit for an address.
        is_exempt: whether an address may fill all slots.

    >>> slots = QueueSlots(16, 1)
    >>> with slots.admitted("10.0.0.1"), slots.admitted("10.0.0.2"):
    ...     len(slots)
    2
    >>> len(slots)
    0
    """

    def __init__(
        self, most: int, most_of_address: int, is_exempt: Callable[[str], bool] = nobody_is_exempt
    ) -> None:
        self._most, self._is_exempt = most, is_exempt
        self._used = 0
        self._held = ConcurrentLimit(most_of_address, most // 2)

    def __len__(self) -> int:
        """Return how many slots are in use."""
        return self._used

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Hold a slot for an address while the context is open.

        Raises:
            TooManyError: there is no free slot.
        """
        has_room = self._held.has_room(address) or self._is_exempt(address)
        if self._used >= self._most or not has_room:
            raise TooManyError
        self._used += 1
        self._held.take(address)
        try:
            yield
        finally:
            self._used -= 1
            self._held.release(address)


class WorkerQueue:
    """Runs one job at a time in a worker process, which is killed if the job takes too long.

    Args:
        late_s: the time limit of a job in seconds.
        is_exempt: whether an address may fill the whole queue.
        imports: modules to import in the process.
    """

    refusals: ClassVar[tuple[type[Exception], ...]] = ()
    """Expected errors of jobs, which are passed on."""

    def __init__(
        self,
        late_s: float,
        is_exempt: Callable[[str], bool] = nobody_is_exempt,
        imports: Sequence[str] = (),
    ) -> None:
        self._late_s = late_s
        self._pool = WorkerPool(1, imports=imports)
        self._turn = asyncio.Semaphore(1)
        self._slots = QueueSlots(MOST_WAITING, MOST_OF_ADDRESS, is_exempt)

    async def run(self, address: str, work: Callable[..., R], *values: Any) -> R:
        """Run a function in the process and return its result.

        Args:
            address: the client that asks.
            work: a module-level function.
            values: its arguments.

        Raises:
            TooManyError: too many jobs are waiting.
            LateError: it takes too long.
            FailedError: it failed unexpectedly; the error is logged.
        """
        with self._slots.admitted(address):
            async with self._turn:
                return await self._answered(work, *values)

    async def _answered(self, work: Callable[..., R], *values: Any) -> R:
        future = self._pool.submit(work, *values)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._pool.close()
            raise LateError from None
        except self.refusals:
            raise
        except Exception as error:
            _log.exception("%s has failed", work.__name__)
            raise FailedError from error

    def close(self) -> None:
        """Kill the process."""
        self._pool.close()


# --- Threads for third-party rules ----------------------------------------------------------------
#
# Third-party rules may take arbitrarily long. They run off the event loop, so that other tables go on,
# and with a time limit.

THREADS_OF_GAME = 2
"""The most threads of a game."""
RULES_S = 10.0
"""The time limit for a call of third-party rules."""


def third_party_game(variant: str) -> str:
    """Return the game's name if a third party wrote it; empty for our own games and unknown ones.

    >>> third_party_game("gin"), third_party_game("no such game")
    ('', '')
    """
    with suppress(NotationError):
        entry = catalogue.find(variant.partition("(")[0])
        if entry is not None:
            place = entry.game if isinstance(entry.game, str) else entry.game.__module__
            return "" if place.partition(".")[0] == __name__.partition(".")[0] else entry.name
    return ""


class ThirdPartyRules:
    """Bounded threads in which third-party rules run.

    A thread can't be killed. One whose rules never return lives as long as the process and keeps its
    place among its game's threads, so that only tables of this game come to a halt.

    Args:
        late_s: the time limit of a call, including the wait for a free thread.
    """

    def __init__(self, late_s: float = RULES_S) -> None:
        self._late_s = late_s
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(_turn)

    async def run(self, game: str, work: Callable[[], R]) -> R:
        """Run a function in a thread and return its result.

        Args:
            game: the name of the game that it calls.
            work: the function.

        Raises:
            LateError: it takes too long; the thread goes on, and its result is dropped.
        """
        try:
            return await asyncio.wait_for(self._answered(game, work), self._late_s)
        except TimeoutError:
            _log.error("%s: its rules have not answered for %g s", game, self._late_s)
            raise LateError from None

    async def _answered(self, game: str, work: Callable[[], R]) -> R:
        turn, loop = self._turns[game], asyncio.get_running_loop()
        await turn.acquire()
        future = start_thread(work)

        def free(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(turn.release)

        future.add_done_callback(free)
        return await asyncio.wrap_future(future)


def start_thread(work: Callable[[], R]) -> Future[R]:
    """Run a function in a daemon thread: the process can end even if it never returns."""
    future: Future[R] = Future()
    future.set_running_or_notify_cancel()
    Thread(target=_run_into, args=(future, work), daemon=True).start()
    return future


def _turn() -> asyncio.Semaphore:
    return asyncio.Semaphore(THREADS_OF_GAME)


def _run_into(future: Future[R], work: Callable[[], R]) -> None:
    """Run a function and set the future to its result or error."""
    try:
        answer = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(answer)


# --- Bots -----------------------------------------------------------------------------------------
#
# There are two pools. The quick pool, a single process, runs the bots that answer at once; the deep
# pool runs the bots that search, and computes hints. So a table of quick bots never waits behind a
# search. Third-party bots, and bots at third-party games, have pools of their own: one that hangs or
# dies blocks only its own kind.
#
# A table asks for one decision at a time, and a seat for one hint, so all tables have the same share.
# While too many jobs wait in the deep pool, quick bots decide at once.
#
# If a bot misses its time limit, the game's quick bot plays in its place, or gives the hint; so nobody
# waits while a bot is being compiled. Our own quick bots have no time limit. If a third-party quick bot
# hangs, the next quick bot plays.

THINK_S = 0.5
"""The strongest bot's thinking time for a hint."""
PATIENCE_S = 1.0
"""The extra wait for that hint; then the quick bot gives one."""
HINT_S = 10.0
"""The time limit of a hint; then the seat is told that there is none."""
LATE_S = 3.0
"""The time limit of a bot; then another plays for it."""
ENDLESS_S = 30.0
"""The extra time for a late bot's process, which may be compiling; that helps the next decision."""
BEGIN_S = 30.0
"""The one-time wait for the process of a third-party bot to start."""
MOST_EACH = 4
"""As many jobs a process as may wait in the deep pool; while there are more, quick bots decide."""
MOST_PROCESSES = 4
"""The most processes of the deep pool, which otherwise has one less than there are cores."""


class Choice(NamedTuple):
    """A bot's decision.

    Args:
        move: the move's text.
        player: the bot that chose it; not the one asked if that was too slow.
    """

    move: str
    player: str


class Hinted(NamedTuple):
    """A hint and its source.

    Args:
        hint: the move and its reason.
        player: the level or player that gives it; not the strongest if that was too slow.
    """

    hint: HintText
    player: str


class BotWorkers:
    """The worker processes of all bots, started when first needed.

    Args:
        late_s: the time limit of a bot in seconds.
        hint_s: the time limit of a hint in seconds.
        think_s: the strongest bot's thinking time for a hint in seconds.
        most: the processes for strong bots; None for one less than there are cores, four at most.
        compiles: whether to compile all games in the background if they never have been.
        imports: modules to import, which register further players.
    """

    def __init__(
        self,
        late_s: float = LATE_S,
        hint_s: float = HINT_S,
        think_s: float = THINK_S,
        *,
        most: int | None = None,
        compiles: bool = False,
        imports: Sequence[str] = (),
    ) -> None:
        self.figures = BotFigures()
        self._late_s, self._hint_s, self._think_s = late_s, hint_s, think_s
        self._compiles = compiles
        cores = os.cpu_count() or 1
        self._most = most or max(1, min(cores - 1, MOST_PROCESSES))
        self.imports = imports
        self._quick = WorkerPool(1, imports=imports)
        self._deep = WorkerPool(self._most, imports=imports)
        self._third_party_pools: dict[str, WorkerPool] = {}
        self._warmed: set[WorkerPool] = set()
        self._deep_jobs = 0

    def warm(self) -> None:
        """Start the processes before anybody needs them."""
        for pool in (self._quick, self._deep):
            pool.submit(_preload)
        groups = ahead.uncompiled_groups() if self._compiles else []
        if groups:
            ahead.compile_in_background(groups)

    @property
    def is_full(self) -> bool:
        """Whether strong bots have so much to do that quick ones decide for them."""
        return self._deep_jobs >= MOST_EACH * self._most

    def know(self, variant: str) -> None:
        """Load a game, so that it is cached; a third-party game may take long."""
        _game(variant)

    async def choose(
        self, variant: str, state: str, seat: int, player: str, seed: int, stream: int = 0
    ) -> Choice:
        """Return a bot's move.

        Args:
            variant: the game variant as text.
            state: the position as text.
            seat: the seat to move.
            player: the bot as text.
            seed: the 64-bit seed of its random numbers.
            stream: the stream of its random numbers.
        """
        tried: tuple[str, ...] = ()
        while True:
            pool, asked = self._pool_of(variant, player), (variant, state, player, seed, stream)
            if pool is self._deep and self.is_full and (quick := _quick_player(variant)):
                self.figures.eased += 1
                player = quick
                continue
            if pool is self._quick:  # nobody could replace it: no time limit
                return Choice(await self._ask(pool, None, _choose_move, *asked), player)
            await self._wait_for_start(pool, variant)
            try:
                return Choice(await self._ask(pool, self._late_s, _choose_move, *asked), player)
            except Exception as error:
                tried = (*tried, _name_of(variant, player))
                other = _quick_player(variant, tried)
                if not other:
                    raise
                _log.warning("%s at seat %d: %s; %s plays", player, seat, _fault(error), other)
                self.figures.replaced += 1
                player = other

    def _pool_of(self, variant: str, player: str) -> WorkerPool:
        """Return the pool in which a bot thinks."""
        kind = _third_party_kind(variant, player)
        if kind is None:
            return self._quick if _name_of(variant, player) in ahead.QUICK else self._deep
        return self._third_party_pools.setdefault(
            kind, WorkerPool(self._most, imports=self.imports)
        )

    async def _wait_for_start(self, pool: WorkerPool, variant: str) -> None:
        """Wait once for a third-party pool to start and load the game; this is not thinking time.

        If it fails, the bot's decision will fail, too, and report why.
        """
        if pool in self._third_party_pools.values() and pool not in self._warmed:
            self._warmed.add(pool)
            with suppress(Exception):
                await self._ask(pool, BEGIN_S, _preload, variant)

    async def _ask(
        self, pool: WorkerPool, seconds: float | None, work: Callable[..., R], *asked: Any
    ) -> R:
        """Run a function in a pool and return its result; count how long that takes.

        Raises:
            TimeoutError, BrokenProcessPool: as ``_run``.
        """
        begun = time.monotonic()
        self.figures.waiting += 1
        self._deep_jobs += pool is self._deep
        try:
            return await self._run(pool, seconds, work, *asked)
        finally:
            self.figures.waiting -= 1
            self._deep_jobs -= pool is self._deep
            name = {self._quick: "quick", self._deep: "deep"}.get(pool, "other")
            self.figures.times[name].note(time.monotonic() - begun)

    async def _run(
        self, pool: WorkerPool, seconds: float | None, work: Callable[..., R], *asked: Any
    ) -> R:
        """Run a function in a pool and return its result.

        It is tried again once if the process dies, because another job may be the cause.

        Raises:
            TimeoutError: it takes too long; its result is dropped.
            BrokenProcessPool: the process died twice.
        """
        task = asyncio.current_task()
        for _ in range(2):
            future = pool.submit(work, *asked)
            try:
                return await asyncio.wait_for(asyncio.shield(_abandonable(future)), seconds)
            except TimeoutError:
                self._drop(pool, future)
                raise
            except (BrokenProcessPool, asyncio.CancelledError):
                if task is not None and task.cancelling():
                    raise
        raise BrokenProcessPool("its process has ended twice")

    def _drop(self, pool: WorkerPool, future: Future[Any]) -> None:
        """Cancel a late job; if it is running and never ends, kill its pool after a while."""
        if not future.cancel() and not future.done():
            asyncio.get_running_loop().call_later(ENDLESS_S, self._end, pool, future)

    def _end(self, pool: WorkerPool, future: Future[Any]) -> None:
        if not future.done():
            pool.close()

    async def hint(self, variant: str, state: str, seat: int, seed: int) -> Hinted:
        """Return a hint of the strongest bot; of the quick bot if that is late.

        Args:
            variant: the game variant as text.
            state: the position as text; the hint is computed in one that the seat can't tell from it.
            seat: the seat that asks.
            seed: the 64-bit seed of that other position.

        Raises:
            TimeoutError: it takes too long.
        """
        end = time.monotonic() + self._hint_s
        asked = (variant, state, seat, seed)
        patience_s = min(self._think_s + PATIENCE_S, self._hint_s)
        with suppress(TimeoutError):
            kind = _third_party_kind(variant, STRONGEST)
            deep = self._deep if kind is None else self._pool_of(variant, STRONGEST)
            return await self._ask(deep, patience_s, _give_hint, *asked, STRONGEST, self._think_s)
        quick = self._pool_of(variant, _quick_player(variant))
        return await self._ask(quick, end - time.monotonic(), _give_hint, *asked)

    def close(self) -> None:
        """Kill the processes."""
        for pool in (self._quick, self._deep, *self._third_party_pools.values()):
            pool.close()


def _fault(error: Exception) -> str:
    return "no move in time" if isinstance(error, TimeoutError) else type(error).__name__


async def _result(future: Future[R]) -> R:
    return await asyncio.wrap_future(future)


def _abandonable(future: Future[R]) -> asyncio.Task[R]:
    """Return a task for a result that may be abandoned: a later error is not logged then."""
    task = asyncio.ensure_future(_result(future))
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


# --- Functions that run in worker processes -------------------------------------------------------


def _preload(variant: str = "") -> None:
    catalogue.names()
    if variant:
        _game(variant)


@lru_cache(64)
def _game(variant: str) -> Game[Any]:
    from suitwise.game import load

    return load(variant)


def _quick_player(variant: str, tried: tuple[str, ...] = ()) -> str:
    """Return a game's best quick bot that has not been tried; empty if there is none."""
    return ahead.quick_player(_game(variant), tried)


def _of_level(variant: str, player: str) -> str:
    """Return the bot that a level of strength stands for; a bot's own text is returned unchanged."""
    from suitwise.players.named import levels_of

    return levels_of(_game(variant)).get(player, player)


def _name_of(variant: str, player: str) -> str:
    """Return the name of a bot without its options."""
    return _of_level(variant, player).partition("(")[0]


@lru_cache(64)
def _third_party_kind(variant: str, player: str) -> str | None:
    """Return the pool name of a third-party bot, or of any bot at a third-party game; None for ours."""
    game, name = _game(variant), _name_of(variant, player)
    entry = catalogue.find(game.name)
    if not third_party_game(variant) and (
        name == ahead.ANYBODY or (entry is not None and name in entry.players)
    ):
        return None
    return f"{game.name} {name}"


def _choose_move(variant: str, state: str, player: str, seed: int, stream: int) -> str:
    """Return the text of a bot's move."""
    from suitwise.players.named import named

    game = _game(variant)
    return str(named(player, game).seated(seed, stream)(game.parse(state)))


def _give_hint(
    variant: str, state: str, seat: int, seed: int, player: str = "", seconds: float = 0.0
) -> Hinted:
    """Return a bot's hint; by default the quick bot's."""
    from suitwise.players.face import face_of

    game, player = _game(variant), player or _quick_player(variant)
    return Hinted(face_of(game).hint(game.parse(state), seat, seed, player, seconds), player)
