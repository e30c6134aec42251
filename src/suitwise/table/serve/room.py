"""A table in memory: what happens to it one after the other, what happens by itself, who sees it.

A change is computed, kept in the file, and only then does it take effect and is sent; until then the
table is locked. What a player thinks is computed elsewhere, and dropped where the table has gone on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.chance import seed_of
from suitwise.table.rules.house import seat_with
from suitwise.table.rules.messages import Row, Seated, shifted
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.running.transaction import TakesLong
from suitwise.table.rules.table import Step, Table
from suitwise.table.serve.limits import Limits
from suitwise.table.serve.processes.lanes import Aside, Choice, LateError, Thinkers, others_game
from suitwise.table.serve.shown import (
    Ahead,
    Closed,
    Peer,
    Rendering,
    Screen,
    Screens,
    audience_of,
    everybody,
    names_of,
    said,
    welcome,
)
from suitwise.table.serve.store import NotKept, Store

R = TypeVar("R")

_log = logging.getLogger(__name__)
RETRY_MS = 5000
"""The delay before a step that the file did not take, or that failed, is tried again."""


RESTART = 1012
"""The closing code of sockets that are to connect again, to the table as the file has it."""


class Clock:
    """The time of tables, in milliseconds: from Unix time it goes on evenly, whatever is set to what.

    Where the process stands still, asleep or stopped, the time does, too, but for a moment: nobody's
    time runs out who could not be heard. So it has to be read every second or so.

    Args:
        monotonic: nanoseconds that go on evenly.
        wall: nanoseconds of Unix time, which may jump.

    >>> clock = Clock(monotonic=iter([0, 3_000_000, 90_000_000_000]).__next__, wall=lambda: 0)
    >>> clock(), clock() == 3 + Clock.MOST_MS
    (3, True)
    """

    MOST_MS = 5000
    """The most that it advances from one reading to the next."""

    def __init__(
        self,
        monotonic: Callable[[], int] = time.monotonic_ns,
        wall: Callable[[], int] = time.time_ns,
    ) -> None:
        self._monotonic, self._wall = monotonic, wall
        self._reading = threading.Lock()
        self._last, self._now = monotonic(), wall()

    def __call__(self) -> int:
        """Return the time."""
        with self._reading:
            last, self._last = self._last, self._monotonic()
            self._now += min(self._last - last, self.MOST_MS * 1_000_000)
            return self._now // 1_000_000

    def behind(self) -> int:
        """Return by how many milliseconds it is behind Unix time, which people read."""
        return self._wall() // 1_000_000 - self()


clock = Clock()


def dated(rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows with the times that people read, where the wall clock has been set meanwhile."""
    by = clock.behind()
    return rows if abs(by) < _SET_MS else [shifted(row, by) for row in rows]


_SET_MS = 1000


def fresh_key() -> bytes:
    """Return a key that nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class Services:
    """Services shared by the tables of a server.

    Args:
        store: the file.
        thinkers: the processes of players.
        limits: how much anybody may ask for.
        keys: gives the keys of deals, and of seats.
        aside: the threads in which games of others are asked.
    """

    store: Store
    thinkers: Thinkers
    limits: Limits
    keys: Callable[[], bytes]
    aside: Aside = field(default_factory=Aside)


_NOT_KEPT = phrase(
    "table.not-kept", "the server can't keep this, so nothing has changed; try again"
)
SLOW = phrase("table.slow-rules", "the rules of this game take too long, so nothing has changed")
"""What is told where a game that others have written does not answer in time."""


class Failed(Exception):
    """A change that came to nothing, by no fault of whoever asked for it.

    Args:
        why: what is told of it.
    """

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


Changing: TypeAlias = Callable[[Table, bool], Step]
"""Works out what happens to a table; asked to do so at once, it raises ``TakesLong`` where it can't."""


class Room:
    """A table in memory.

    Args:
        table: the table.
        services: what it shares with others.
        ahead: what was worked out of it already.
    """

    def __init__(self, table: Table, services: Services, ahead: Ahead | None = None) -> None:
        self.table, self.services = table, services
        self.peers: list[Peer] = []
        self._others_game = others_game(table.game.name)
        self._screens: Screens = defaultdict(Screen)
        self._common: Common | None = None
        self._ahead = ahead
        """What was worked out of the table as it is now, None where nothing was."""
        self.idle_since = clock()
        self.is_stale = False
        """True if the file holds something else, so that the table must be loaded anew."""
        self.lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thought: Thought | None = None
        self._stalled: Phrase | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def close(self) -> None:
        """Let nothing happen any more by itself."""
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do some work aside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- Changes ----------------------------------------------------------------------------------

    async def run(self, change: Changing, peer: Peer | None = None) -> Step:
        """Let something happen to the table, whatever becomes of the socket that asked for it.

        Args:
            change: what happens.
            peer: the socket that asked for it, which is answered after all have been sent the change.

        Raises:
            Failed: it did not happen.
        """
        return await asyncio.shield(self.spawn(self._run(change, peer)))

    async def _run(self, change: Changing, peer: Peer | None) -> Step:
        try:
            async with self.lock:
                if self.is_stale:
                    raise Failed(_NOT_KEPT)
                step, ahead = await self._worked_out(change)
                if step.rows:
                    await self._kept(step)
                if ahead is not None or step.table is not self.table:
                    self._ahead = ahead
                self._take_effect(step, peer)
            return step
        finally:
            self.go_on()

    async def _worked_out(self, change: Changing) -> tuple[Step, Ahead | None]:
        """Return what comes of a change, and what is shown after it where that may take long, too.

        Such is worked out beside the event loop: this table waits for it, and no other.
        """
        if self._others_game:
            return await self.asked(partial(self._computed_aside, change))
        try:
            return self._computed(change, True), None
        except TakesLong:
            audiences = {one.audience for one in self.peers}
            return await asyncio.to_thread(self._computed_aside, change, audiences)

    async def asked(self, work: Callable[[], R]) -> R:
        """Return what some work gives that asks the table's game; aside where others have written it.

        Raises:
            Failed: that takes too long.
        """
        if not self._others_game:
            return work()
        try:
            return await self.services.aside.done(self._others_game, work)
        except LateError:
            raise Failed(SLOW) from None

    def _take_effect(self, step: Step, peer: Peer | None) -> None:
        is_seated = peer is not None and isinstance(step.reply, Seated)
        if peer is not None and isinstance(step.reply, Seated):  # by its secret, perhaps once more
            peer.token = step.table.chairs[step.reply.seat].token
        if is_seated or step.table is not self.table:
            self._unseat(step.table)
            self.table = step.table
            self.spread()
        if peer is not None and step.reply is not None:
            peer.send(step.reply.plain(), self.said)

    def _unseat(self, table: Table) -> None:
        """Take its token from each socket of a seat that is left: whoever is back says it again."""
        for peer in self.peers:
            at = peer.seat
            if at is not None and table.chairs[at].left and not self.table.chairs[at].left:
                peer.token = b""

    def _computed(self, change: Changing, at_once: bool) -> Step:
        """Return what comes of a change; a mistake of ours ends neither the table nor the server."""
        try:
            return change(self.table, at_once)
        except TakesLong:
            raise
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__))
            # Not the error's text: it may name cards of a hand.
            _log.error("table %s: %s\n%s", self.table.code, type(error).__name__, where)
            why = phrase("table.fault", "the server made a mistake; nothing has changed")
            raise Failed(why) from None

    def _computed_aside(
        self, change: Changing, audiences: Iterable[Audience] | None = None
    ) -> tuple[Step, Ahead | None]:
        """Return what comes of a change that may take long, and what audiences are shown after it.

        None are all who may come to the table then.
        """
        found: list[Ahead] = []

        def worked_out(table: Table, at_once: bool) -> Step:
            step = change(table, at_once)
            if step.table is not table or self._ahead is None:
                shown_to = everybody(step.table) if audiences is None else audiences
                found.append(Ahead.of(step.table, shown_to, self._common))
            return step

        return self._computed(worked_out, False), found[0] if found else None

    async def _kept(self, step: Step) -> None:
        try:
            await self.services.store.save(dated(step.rows))
        except NotKept as error:
            if error.fault != "conflict":
                self._stall(_NOT_KEPT)
            elif await self._is_overtaken():  # else an id has come a second time
                self._give_up()
            raise Failed(_NOT_KEPT) from None
        if self._stalled is not None:
            self._stalled = None
            self.spread()

    async def _is_overtaken(self) -> bool:
        """Return whether the file holds what has not happened here."""
        try:
            ends = await self.services.store.ends(self.table.code)
        except NotKept:
            return False
        return ends is None or ends[0] >= self.table.ply or ends[1] >= self.table.events

    def _give_up(self) -> None:
        """Have everybody come again, to the table as the file has it."""
        _log.error("table %s: the file holds something else; it is loaded anew", self.table.code)
        self.is_stale = True
        for peer in self.peers:
            peer.outbox.close(RESTART)

    # --- What is sent -----------------------------------------------------------------------------

    def rendering(self) -> Rendering:
        """Return the table as it is shown now."""
        over = {}
        if self._stalled is not None:
            over["life"] = {
                "stage": "paused",
                "deal": self.table.deal + 1,
                "reason": self._stalled,
                "until": None,
                "needs_ready": False,
            }
        shown = Rendering(self.table, clock(), self._screens, over, self._common, self._ahead)
        self._common = shown.common
        return shown

    def spread(self) -> None:
        """Send all sockets what has changed for them."""
        shown = self.rendering()
        for peer in self.peers:
            seat = seat_with(self.table.chairs, peer.token)
            if seat != peer.seat or (seat is None and not self.table.may_look_on):
                self._reseat(peer, seat)
            peer.show(shown)

    def _reseat(self, peer: Peer, seat: int | None) -> None:
        """Show a socket from now on what another seat sees, or somebody without one."""
        try:
            peer.moved(audience_of(self.table, seat), peer.lang)
        except Closed as closed:
            peer.outbox.close(closed.code)
        else:
            peer.s += 1
            peer.welcome(welcome(self.table, seat, peer.since, clock()), self.said)

    def said(self, value: Any, lang: str, you: int | None = None) -> Any:
        """Return a value for JSON with its phrases in a language, players by their names but you."""
        return said(value, lang, names_of(self.table), you)

    # --- What happens by itself -------------------------------------------------------------------

    def go_on(self) -> None:
        """Set the clock for what is due next, and let players think."""
        if self._timer is not None:
            self._timer.cancel()
        if self.is_stale:
            return
        ahead = self._ahead or self.table
        due = ahead.due if self._stalled is None else clock() + RETRY_MS
        if due is not None:
            wait = max(0, due - clock()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)
        thought = ahead.thought
        if self._stalled is None and thought != self._thought:
            self._thought = thought
            if thought is not None:
                self.spawn(self._decide(thought))

    def _tick(self) -> None:
        self._timer = None
        if self._stalled is not None:  # as if nothing had been: what was not kept is tried again
            self._stalled, self._thought = None, None
            self.spread()
        self.spawn(self._ticked())

    async def _ticked(self) -> None:
        keys = self.services.keys
        await self._tried(lambda table, at_once: table.tick(clock(), keys, at_once=at_once))

    async def _tried(self, change: Changing) -> None:
        """Let something happen that nobody asked for; where it fails it is tried again later."""
        try:
            await self.run(change)
        except Failed as failed:
            self._stall(failed.why)
            self.go_on()

    def _stall(self, why: Phrase) -> None:
        """Pause the table for a while."""
        self._stalled = why
        self.spread()

    async def _decide(self, thought: Thought) -> None:
        """Let a player think, and make its move if it is still wanted."""
        keys, choice = self.services.keys, await self._chosen(thought)
        await self._tried(
            lambda table, at_once: table.decided(
                thought, choice.move, clock(), keys, choice.player, at_once=at_once
            )
        )

    async def _chosen(self, thought: Thought) -> Choice:
        """Return a player's move, none where it fails: the table then makes a legal one."""
        table = self.table
        try:
            position = await self.position(table)
            seed = seed_of(table.key, position) if table.house.daily else secrets.randbits(64)
            return await self.services.thinkers.choose(
                table.variant, position, thought.seat, thought.player, seed
            )
        except Exception as error:
            _log.error("table %s: %s: %s", table.code, thought.player, type(error).__name__)
            return Choice("", thought.player)

    async def position(self, table: Table) -> str:
        """Return the position of the table's game as a text, and have players know the game.

        Raises:
            Failed: that takes too long.
        """

        def told() -> str:
            self.services.thinkers.know(table.variant)
            return str(table.state)

        return await self.asked(told)
