"""The processes in which players think, so that no table waits for another's player.

Two lanes: in the quick one, a process, the players that answer at once, in the deep one those that
search, and hints. So a table of quick players never waits behind a search. Players and games that others
have written have lanes of their own: one that hangs or dies takes no process from any but its kind.
Where a player has not answered in time the game's quick one plays for it, or gives the hint: so nobody
waits while a player is being compiled. Our own quick ones have all the time they need; in place of those
of others, which may hang, the next quick one plays.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.players.ahead import ANYBODY, QUICK, compile_strongest, is_uncompiled, quick_player
from suitwise.table.serve.processes.lanes import Lane, others_game

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.players.face_values import HintText

R = TypeVar("R")
THINK_S = 0.5
"""How long the strongest player thinks about a hint."""
PATIENCE_S = 1.0
"""How long after that its hint is waited for; then the quick player gives one."""
HINT_S = 10.0
"""How long a hint may take until the seat is told that there is none."""
LATE_S = 3.0
"""How long a player may think before another plays for it."""
ENDLESS_S = 30.0
"""How long after that its process goes on; it may be compiling, which the next choice gains by."""
BEGIN_S = 30.0
"""How long a process for a player of others is waited for, once, until it has started."""
MOST_PROCESSES = 4
"""The deep lane has a process less than there are cores, but so many at most."""

_log = logging.getLogger(__name__)


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
            return self._quick if _name_of(variant, player) in QUICK else self._deep
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
        if is_uncompiled(entry):
            compile_strongest(entry)


@lru_cache(64)
def _game(variant: str) -> Game[Any]:
    from suitwise.game import load

    return load(variant)


def _quick_player(variant: str, tried: tuple[str, ...] = ()) -> str:
    """Return the best quick player that a game has, of those not tried; empty where there is none."""
    return quick_player(_game(variant), tried)


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
        name == ANYBODY or (entry is not None and name in entry.players)
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
