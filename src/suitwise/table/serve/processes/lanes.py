"""Worker processes with bounded queues, those in which players think, and threads for foreign rules."""

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
from suitwise.table.serve.limits import Held

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.players.face_values import HintText


R = TypeVar("R")

_log = logging.getLogger(__name__)


class Lane:
    """Processes for one piece of work after another; one that dies is replaced.

    Args:
        most: how many there are at most.
        niceness: how much they stand back for others, up to 19.
        imports: the modules that make players known to them.
    """

    def __init__(self, most: int, niceness: int = 0, imports: Sequence[str] = ()) -> None:
        self._most, self._niceness, self._imports = most, niceness, tuple(imports)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def is_whole(self) -> bool:
        """True if none of its processes has died."""
        pool = self._pool
        return pool is None or all(one.is_alive() for one in (pool._processes or {}).values())

    def submit(self, work: Callable[..., R], *values: Any) -> Future[R]:
        """Give the processes work, which they do when they have done what came before."""
        if (
            not self.is_whole
        ):  # the pool may not have noticed yet, and would take the work and lose it
            self.close()
        try:
            return self._started().submit(work, *values)
        except BrokenProcessPool:
            self.close()
            return self._started().submit(work, *values)

    def close(self) -> None:
        """End the processes in the middle of what they do."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()  # it may be in the middle of a long search
            for process in processes:
                process.join()

    def end(self) -> None:
        """End the processes when all is done that they have been given."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)

    def _started(self) -> ProcessPoolExecutor:
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
    ahead.end_with_parent()
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(niceness)
    for module in imports:
        try:
            import_players([module])
        except NotationError as error:  # it is there no more: who is known plays on
            _log.warning("%s", error)


# --- A queue for one process ----------------------------------------------------------------------

MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""The most pieces of work waiting: of all addresses, and of one."""


class TooManyError(Exception):
    """More pieces of work wait than may."""


class LateError(Exception):
    """A piece of work takes too long, or has ended its process."""


class FailedError(Exception):
    """A piece of work has failed as none should: a game of some package has a fault."""


def is_nobody(address: str) -> bool:
    """Tell of no address that it may have as much as it wants."""
    return False


class Waiting:
    """Admission to a queue: bounded in all, for an address, and for a network to half of all.

    Args:
        most: how many of all.
        most_of_address: how many of an address.
        is_spared: whether an address may have as many as all may.

    >>> waiting = Waiting(16, 1)
    >>> with waiting.admitted("10.0.0.1"), waiting.admitted("10.0.0.2"):
    ...     len(waiting)
    2
    >>> len(waiting)
    0
    """

    def __init__(
        self, most: int, most_of_address: int, is_spared: Callable[[str], bool] = is_nobody
    ) -> None:
        self._most, self._is_spared = most, is_spared
        self._pieces = 0
        self._held = Held(most_of_address, most // 2)

    def __len__(self) -> int:
        """Return how many pieces of work are waited for."""
        return self._pieces

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a piece of work of an address while it is waited for.

        Raises:
            TooManyError: too many wait already.
        """
        few = self._held.has_room(address) or self._is_spared(address)
        if len(self) >= self._most or not few:
            raise TooManyError
        self._pieces += 1
        self._held.take(address)
        try:
            yield
        finally:
            self._pieces -= 1
            self._held.give_back(address)


class Queue:
    """Does one piece of work after another in a process, which ends with what takes too long.

    Args:
        late_s: how many seconds a piece may take.
        is_spared: whether an address may have as many pieces wait as all may.
    """

    refuses: ClassVar[tuple[type[Exception], ...]] = ()
    """The errors by which work refuses what is asked."""

    def __init__(self, late_s: float, is_spared: Callable[[str], bool] = is_nobody) -> None:
        self._late_s = late_s
        self._lane = Lane(1)
        self._turn = asyncio.Semaphore(1)
        self._waiting = Waiting(MOST_WAITING, MOST_OF_ADDRESS, is_spared)

    async def done(self, address: str, work: Callable[..., R], *values: Any) -> R:
        """Return what a piece of work gives.

        Args:
            address: who asks for it.
            work: a function of a module.
            values: what it is called with.

        Raises:
            TooManyError: too many wait already.
            LateError: it takes too long.
            FailedError: it has failed, which is logged.
        """
        with self._waiting.admitted(address):
            async with self._turn:
                return await self._answered(work, *values)

    async def _answered(self, work: Callable[..., R], *values: Any) -> R:
        future = self._lane.submit(work, *values)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._late_s)
        except (TimeoutError, BrokenProcessPool):
            self._lane.close()
            raise LateError from None
        except self.refuses:
            raise
        except Exception as error:
            _log.exception("%s has failed", work.__name__)
            raise FailedError from error

    def close(self) -> None:
        """End the process."""
        self._lane.close()


# --- Threads for the rules of games that others have written --------------------------------------
#
# Nobody knows how long they take. What they are asked is asked beside the event loop, so that other
# tables go on; and given up where it takes too long.

OTHERS_AT_ONCE = 2
"""How many threads of a game there are at most."""
RULES_S = 10.0
"""How many seconds their answer is waited for."""


def others_game(variant: str) -> str:
    """Return the name of a variant's game where others have written it; empty for ours, and for none.

    >>> others_game("gin"), others_game("no such game")
    ('', '')
    """
    with suppress(NotationError):
        entry = catalogue.find(variant.partition("(")[0])
        if entry is not None:
            place = entry.game if isinstance(entry.game, str) else entry.game.__module__
            return "" if place.partition(".")[0] == __name__.partition(".")[0] else entry.name
    return ""


class Aside:
    """Threads in which games are asked that others have written.

    No thread can be ended: one whose rule never comes back stays as long as the process, and counts
    among those of its game, so that tables of this game alone stand still.

    Args:
        late_s: how many seconds an answer is waited for, a free thread included.
    """

    def __init__(self, late_s: float = RULES_S) -> None:
        self._late_s = late_s
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(_turn)

    async def done(self, game: str, work: Callable[[], R]) -> R:
        """Return what some work gives.

        Args:
            game: the name of the game that it asks.
            work: what is done.

        Raises:
            LateError: it takes too long; its thread goes on, and what it gives is dropped.
        """
        try:
            return await asyncio.wait_for(self._answered(game, work), self._late_s)
        except TimeoutError:
            _log.error("%s: its rules have not answered for %g s", game, self._late_s)
            raise LateError from None

    async def _answered(self, game: str, work: Callable[[], R]) -> R:
        turn, loop = self._turns[game], asyncio.get_running_loop()
        await turn.acquire()
        future = begun(work)

        def free(_: Future[R]) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(turn.release)

        future.add_done_callback(free)
        return await asyncio.wrap_future(future)


def begun(work: Callable[[], R]) -> Future[R]:
    """Begin some work in a thread with which the process can end, although it does not come back."""
    future: Future[R] = Future()
    future.set_running_or_notify_cancel()
    Thread(target=_fulfil, args=(future, work), daemon=True).start()
    return future


def _turn() -> asyncio.Semaphore:
    return asyncio.Semaphore(OTHERS_AT_ONCE)


def _fulfil(future: Future[R], work: Callable[[], R]) -> None:
    """Do some work in a thread, and let the future know what came of it."""
    try:
        answer = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(answer)


# --- Processes in which players think -------------------------------------------------------------
#
# Two lanes: in the quick one, a process, the players that answer at once, in the deep one those that
# search, and hints. So a table of quick players never waits behind a search. Players and games that
# others have written have lanes of their own: one that hangs or dies takes no process from any but
# its kind. Where a player has not answered in time the game's quick one plays for it, or gives the
# hint: so nobody waits while a player is being compiled. Our own quick ones have all the time they
# need; in place of those of others, which may hang, the next quick one plays.

THINK_S = 0.5
"""The strongest player's thinking time for a hint."""
PATIENCE_S = 1.0
"""The further wait for that hint; then the quick player gives one."""
HINT_S = 10.0
"""The time limit of a hint; then the seat is told that there is none."""
LATE_S = 3.0
"""The time limit of a player; then another plays for it."""
ENDLESS_S = 30.0
"""The further time its process goes on; it may be compiling, which helps the next choice."""
BEGIN_S = 30.0
"""The one-time wait for the process of a third-party player to start."""
MOST_PROCESSES = 4
"""The deep lane has a process less than there are cores, but so many at most."""


class Choice(NamedTuple):
    """A move that was chosen.

    Args:
        move: its text.
        player: the player that chose it, another than was asked where that one was too slow.
    """

    move: str
    player: str


class Hinted(NamedTuple):
    """A hint.

    Args:
        hint: its move and the reason.
        player: who gives it, a level or a player; another than the strongest where that one was late.
    """

    hint: HintText
    player: str


class Thinkers:
    """The processes, started when they are first needed.

    Args:
        late_s: how many seconds a player may think.
        hint_s: how many a hint may take.
        think_s: how many of these the strongest player thinks about it.
        compiles: whether the strongest players are compiled ahead, where they have never been.
        imports: the modules that make further players known.
    """

    def __init__(
        self,
        late_s: float = LATE_S,
        hint_s: float = HINT_S,
        think_s: float = THINK_S,
        *,
        compiles: bool = False,
        imports: Sequence[str] = (),
    ) -> None:
        self._late_s, self._hint_s, self._think_s = late_s, hint_s, think_s
        self._compiles = compiles
        cores = os.cpu_count() or 1
        self._most, self._imports = max(1, min(cores - 1, MOST_PROCESSES)), imports
        self._quick = Lane(1, imports=imports)
        self._deep = Lane(self._most, imports=imports)
        self._others: dict[str, Lane] = {}
        self._waited_for: set[Lane] = set()
        self._ahead = Lane(1)

    def warm(self) -> None:
        """Start the processes before anybody waits for them."""
        for lane in (self._quick, self._deep):
            lane.submit(_ready)
        if self._compiles:
            self._ahead.submit(_compiled).add_done_callback(lambda _: self._ahead.end())

    def know(self, variant: str) -> None:
        """Load a game, which takes as long as whoever has written it lets it, so that it is at hand."""
        _game(variant)

    async def choose(
        self, variant: str, state: str, seat: int, player: str, seed: int, stream: int = 0
    ) -> Choice:
        """Return the move of a player.

        Args:
            variant: the game's text.
            state: the state's text.
            seat: the seat on turn.
            player: the player's text.
            seed: 64-bit seed of what the player draws.
            stream: the stream of its draws.
        """
        tried: tuple[str, ...] = ()
        while True:
            lane, asked = self._lane(variant, player), (variant, state, player, seed, stream)
            if lane is self._quick:  # it is at work, or being compiled: nobody is quicker
                return Choice(await self._done(lane, None, _chosen, *asked), player)
            await self._begun(lane, variant)
            try:
                return Choice(await self._done(lane, self._late_s, _chosen, *asked), player)
            except Exception as error:
                tried = (*tried, _name_of(variant, player))
                other = _quick_player(variant, tried)
                if not other:
                    raise
                _log.warning("%s at seat %d: %s; %s plays", player, seat, _fault(error), other)
                player = other

    def _lane(self, variant: str, player: str) -> Lane:
        """Return the processes in which a player thinks: those of others have their own."""
        kind = _others_kind(variant, player)
        if kind is None:
            return self._quick if _name_of(variant, player) in ahead.QUICK else self._deep
        return self._others.setdefault(kind, Lane(self._most, imports=self._imports))

    async def _begun(self, lane: Lane, variant: str) -> None:
        """Wait once for a process of others to start and to load the game: that is nobody's thinking.

        Where that fails the choice fails, too, and says why.
        """
        if lane in self._others.values() and lane not in self._waited_for:
            self._waited_for.add(lane)
            with suppress(Exception):
                await self._done(lane, BEGIN_S, _ready, variant)

    async def _done(
        self, lane: Lane, seconds: float | None, work: Callable[..., R], *asked: Any
    ) -> R:
        """Return what a process answers; a process that has ended may have done so by another's fault.

        Raises:
            TimeoutError: it does not come in time; nobody waits for it any more.
            BrokenProcessPool: its process has ended twice.
        """
        task = asyncio.current_task()
        for _ in range(2):
            future = lane.submit(work, *asked)
            try:
                return await asyncio.wait_for(asyncio.shield(_listened(future)), seconds)
            except TimeoutError:
                self._drop(lane, future)
                raise
            except (BrokenProcessPool, asyncio.CancelledError):
                if task is not None and task.cancelling():
                    raise
        raise BrokenProcessPool("its process has ended twice")

    def _drop(self, lane: Lane, future: Future[Any]) -> None:
        """Forget a choice that comes too late; a search that does not end is ended with its process."""
        if not future.cancel() and not future.done():
            asyncio.get_running_loop().call_later(ENDLESS_S, self._end, lane, future)

    def _end(self, lane: Lane, future: Future[Any]) -> None:
        if not future.done():
            lane.close()

    async def hint(self, variant: str, state: str, seat: int, seed: int) -> Hinted:
        """Return what the strongest player would play at a seat, and why; the quick one if it is late.

        Args:
            variant: the game's text.
            state: the state's text; the hint is given on another that the seat can't tell from it.
            seat: the seat that asks.
            seed: 64-bit seed of that other state.

        Raises:
            TimeoutError: it takes too long; nobody waits for it any more.
        """
        end = time.monotonic() + self._hint_s
        asked = (variant, state, seat, seed)
        patience = min(self._think_s + PATIENCE_S, self._hint_s)
        with suppress(TimeoutError):
            kind = _others_kind(variant, STRONGEST)
            deep = self._deep if kind is None else self._lane(variant, STRONGEST)
            return await self._done(deep, patience, _hinted, *asked, STRONGEST, self._think_s)
        quick = self._lane(variant, _quick_player(variant))
        return await self._done(quick, end - time.monotonic(), _hinted, *asked)

    def close(self) -> None:
        """End the processes; what they think of is dropped."""
        for lane in (self._quick, self._deep, self._ahead, *self._others.values()):
            lane.close()


def _fault(error: Exception) -> str:
    return "no move in time" if isinstance(error, TimeoutError) else type(error).__name__


async def _answer(future: Future[R]) -> R:
    return await asyncio.wrap_future(future)


def _listened(future: Future[R]) -> asyncio.Task[R]:
    """Return an answer that may be forgotten; if its process ends then, nothing is logged."""
    answer = asyncio.ensure_future(_answer(future))
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())
    return answer


# --- In a process ---------------------------------------------------------------------------------


def _ready(variant: str = "") -> None:
    catalogue.names()
    if variant:
        _game(variant)


def _compiled() -> None:
    """Compile what the strongest players need, where that has not been done."""
    for entry in catalogue.known():
        if ahead.is_uncompiled(entry):
            ahead.compile_strongest(entry)


@lru_cache(64)
def _game(variant: str) -> Game[Any]:
    from suitwise.game import load

    return load(variant)


def _quick_player(variant: str, tried: tuple[str, ...] = ()) -> str:
    """Return the best quick player that a game has, of those not tried; empty where there is none."""
    return ahead.quick_player(_game(variant), tried)


def _of_level(variant: str, player: str) -> str:
    """Return the text of the player that a level of strength stands for; of a player its own."""
    from suitwise.players.named import levels_of

    return levels_of(_game(variant)).get(player, player)


def _name_of(variant: str, player: str) -> str:
    """Return the name of a player, without its options."""
    return _of_level(variant, player).partition("(")[0]


@lru_cache(64)
def _others_kind(variant: str, player: str) -> str | None:
    """Return what a player that others have written is called, or one at their game; None for ours."""
    game, name = _game(variant), _name_of(variant, player)
    entry = catalogue.find(game.name)
    if not others_game(variant) and (
        name == ahead.ANYBODY or (entry is not None and name in entry.players)
    ):
        return None
    return f"{game.name} {name}"


def _chosen(variant: str, state: str, player: str, seed: int, stream: int) -> str:
    """Return the text of the move that a player makes."""
    from suitwise.players.named import named

    game = _game(variant)
    return str(named(player, game).seated(seed, stream)(game.parse(state)))


def _hinted(
    variant: str, state: str, seat: int, seed: int, player: str = "", seconds: float = 0.0
) -> Hinted:
    """Return the hint of a player, of the quick one unless it is named."""
    from suitwise.players.face import face_of

    game, player = _game(variant), player or _quick_player(variant)
    return Hinted(face_of(game).hint(game.parse(state), seat, seed, player, seconds), player)
