"""A table in memory: it runs commands one at a time, runs timers and bots, and sends out the changes.

Each change is computed as a ``Step``, saved to the file, and only then takes effect and is sent; the
table is locked until that is done. Bots decide in worker processes; a decision is dropped if the table
has moved on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.chance import seed_of
from suitwise.table.rules.house import seat_with
from suitwise.table.rules.messages import Row, Seated, with_shifted_times
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.running.transaction import TakesLong
from suitwise.table.rules.table import Step, Table
from suitwise.table.serve import shown
from suitwise.table.serve.limits import Limits
from suitwise.table.serve.metrics import Figures
from suitwise.table.serve.processes import bots, workers
from suitwise.table.serve.processes.elsewhere import Choice
from suitwise.table.serve.store import NotKept, Store

R = TypeVar("R")

_log = logging.getLogger(__name__)
RETRY_MS = 5000
"""The delay before retrying a step that failed or that the file did not accept."""
_TELL_S = 0.2
"""The delay after which the host is told who looks on."""

RESTART = 1012
"""The close code that makes clients reconnect, to the table as it is in the file."""


class Clock:
    """A monotonic clock for tables, in milliseconds; it starts at Unix time.

    Changing the system time does not affect it. It advances by at most ``MAX_STEP_MS`` between two
    readings: while the process sleeps or is stopped, nobody can be heard, and so nobody's time runs
    out. It must therefore be read every second or so.

    Args:
        monotonic: returns monotonic nanoseconds.
        wall: returns nanoseconds of Unix time, which may jump.

    >>> clock = Clock(monotonic=iter([0, 3_000_000, 90_000_000_000]).__next__, wall=lambda: 0)
    >>> clock(), clock() == 3 + Clock.MAX_STEP_MS
    (3, True)
    """

    MAX_STEP_MS = 5000
    """The most that it advances between two readings."""

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
            self._now += min(self._last - last, self.MAX_STEP_MS * 1_000_000)
            return self._now // 1_000_000

    def lag_ms(self) -> int:
        """Return by how many milliseconds it is behind Unix time."""
        return self._wall() // 1_000_000 - self()


clock = Clock()


def dated(rows: Sequence[Row]) -> Sequence[Row]:
    """Return rows with wall-clock times if the wall clock has been set since the server started."""
    lag = clock.lag_ms()
    return rows if abs(lag) < _CLOCK_SET_MS else [with_shifted_times(row, lag) for row in rows]


_CLOCK_SET_MS = 1000
"""With a smaller lag the wall clock has not been set, and only drifts."""


def fresh_key() -> bytes:
    """Return a random secret key."""
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class Services:
    """The services that all tables of a server share.

    Args:
        store: the file of tables.
        bot_workers: the worker processes for bots.
        limits: the limits on clients.
        keys: returns fresh keys for deals.
        third_party_rules: the threads in which third-party games run.
        figures: what the server counts.
    """

    store: Store
    bot_workers: bots.BotWorkers
    limits: Limits
    keys: Callable[[], bytes]
    third_party_rules: workers.ThirdPartyRules = field(default_factory=workers.ThirdPartyRules)
    figures: Figures = field(default_factory=Figures)


_NOT_KEPT = phrase(
    "table.not-kept", "the server can't keep this, so nothing has changed; try again"
)
SLOW = phrase("table.slow-rules", "the rules of this game take too long, so nothing has changed")
"""The refusal when a third-party game does not answer in time."""


class Failed(Exception):
    """Raised if a change failed through no fault of the client that asked for it.

    Args:
        why: the reason to tell.
    """

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


ComputeStep: TypeAlias = Callable[[Table, bool], Step]
"""Computes a step of a table. If its flag ``at_once`` is set, it raises ``TakesLong`` instead of a long
computation."""


class Room:
    """A table in memory, with its sockets.

    Args:
        table: the table.
        services: what it shares with other tables.
        precomputed: its views, if they have been computed already.
    """

    def __init__(
        self, table: Table, services: Services, precomputed: shown.Precomputed | None = None
    ) -> None:
        self.table, self.services = table, services
        self.peers: list[shown.Peer] = []
        self._third_party_game = workers.third_party_game(table.game.name)
        self._screens: shown.Screens = defaultdict(shown.Screen)
        self._common: Common | None = None
        self._precomputed = precomputed
        """The views of the table as it is now, if they were computed off the event loop."""
        self.idle_since = clock()
        self.is_stale = False
        """True if the file holds a later state, so that the table must be loaded again."""
        self.onlookers = 0
        """The number of onlookers so far; each gets the next number for the time of its socket."""
        self.lock = asyncio.Lock()
        self.phrase_lock = asyncio.Lock()
        """Held while a pass phrase is tried: so each try is counted before the next one begins."""
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._thought: Thought | None = None
        self._stalled: Phrase | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def close(self) -> None:
        """Stop the timers and all tasks."""
        for timer in (self._timer, self._telling):
            if timer is not None:
                timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that lives as long as the table."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- Changes ----------------------------------------------------------------------------------

    async def run(self, change: ComputeStep, peer: shown.Peer | None = None) -> Step:
        """Change the table, even if the socket that asked for it goes away meanwhile.

        Args:
            change: computes the step.
            peer: the socket that asked for it; it is answered after everybody has been sent the change.

        Raises:
            Failed: the change was not made.
        """
        return await asyncio.shield(self.spawn(self._run(change, peer)))

    async def _run(self, change: ComputeStep, peer: shown.Peer | None) -> Step:
        try:
            async with self.lock:
                if self.is_stale:
                    raise Failed(_NOT_KEPT)
                step, precomputed = await self._compute(change)
                if step.rows:
                    await self._save(step)
                if precomputed is not None or step.table is not self.table:
                    self._precomputed = precomputed
                self._take_effect(step, peer)
            return step
        finally:
            self.go_on()

    async def _compute(self, change: ComputeStep) -> tuple[Step, shown.Precomputed | None]:
        """Return the step of a change, and the views after it if computed off the event loop.

        A change that may take long is computed in a thread; only this table waits for it.
        """
        if self._third_party_game:
            return await self.ask_game(partial(self._compute_with_views, change))
        try:
            return self._compute_step(change, True), None
        except TakesLong:
            audiences = {one.audience for one in self.peers}
            return await asyncio.to_thread(self._compute_with_views, change, audiences)

    def _compute_step(self, change: ComputeStep, at_once: bool) -> Step:
        """Return the step of a change. A bug in the rules ends neither the table nor the server."""
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

    def _compute_with_views(
        self, change: ComputeStep, audiences: Iterable[Audience] | None = None
    ) -> tuple[Step, shown.Precomputed | None]:
        """Return the step of a change that may take long, and the views after it.

        Without ``audiences`` the views of everybody who may be there are computed.
        """
        views: shown.Precomputed | None = None

        def change_and_views(table: Table, at_once: bool) -> Step:
            nonlocal views
            step = change(table, at_once)
            if step.table is not table or self._precomputed is None:
                shown_to = shown.all_audiences(step.table) if audiences is None else audiences
                views = shown.Precomputed.of(step.table, shown_to, self._common)
            return step

        return self._compute_step(change_and_views, False), views

    async def ask_game(self, work: Callable[[], R]) -> R:
        """Run a function that calls the table's game; for a third-party game, in its threads.

        Raises:
            Failed: it takes too long.
        """
        if not self._third_party_game:
            return work()
        try:
            return await self.services.third_party_rules.run(self._third_party_game, work)
        except workers.LateError:
            raise Failed(SLOW) from None

    async def _save(self, step: Step) -> None:
        try:
            await self.services.store.save(dated(step.rows))
        except NotKept as error:
            if error.fault != "conflict":
                self._stall(_NOT_KEPT)
            elif await self._file_is_ahead():  # otherwise a command's id was used twice
                _log.error(
                    "table %s: the file holds something else; it is loaded anew", self.table.code
                )
                self._send_all_away()
            raise Failed(_NOT_KEPT) from None
        if self._stalled is not None:
            self._stalled = None
            self.show_all()

    async def _file_is_ahead(self) -> bool:
        """Return whether the file has moves or events that this table does not have."""
        try:
            ends = await self.services.store.ends(self.table.code)
        except NotKept:
            return False
        return ends is None or ends[0] >= self.table.ply or ends[1] >= self.table.events

    def _take_effect(self, step: Step, peer: shown.Peer | None) -> None:
        has_seat = False
        if peer is not None and isinstance(step.reply, Seated):  # a new seat, or its own one again
            peer.token, has_seat = step.table.chairs[step.reply.seat].token, True
        if has_seat or step.table is not self.table:
            self._unseat(step.table)
            self.table = step.table
            if peer is not None and peer.seat is not None and not self._is_seated(peer):
                self._reply(step, peer)  # before a private table closes the line of who has left
                peer = None
            self.show_all()
        self._reply(step, peer)

    def _unseat(self, table: Table) -> None:
        """Take the seat from the sockets of a person who leaves; only the token brings it back."""
        for peer in self.peers:
            seat = peer.seat
            if seat is not None and table.chairs[seat].left and not self.table.chairs[seat].left:
                peer.token = b""

    def _is_seated(self, peer: shown.Peer) -> bool:
        return seat_with(self.table.chairs, peer.token) is not None

    def _reply(self, step: Step, peer: shown.Peer | None) -> None:
        if peer is not None and step.reply is not None:
            peer.send(step.reply.plain(), self.localised)

    async def send_away(self) -> None:
        """End this room after the change that is under way; clients look for the table elsewhere."""
        async with self.lock:
            self._send_all_away()
        if self._timer is not None:
            self._timer.cancel()

    async def rewrite(self, work: Callable[[], Awaitable[R]]) -> R:
        """Change the table in the file; all clients reconnect and then see the new state.

        Raises:
            NotKept: the file did not accept it.
        """
        async with self.lock:
            result = await work()
            self._send_all_away()
        return result

    def _send_all_away(self) -> None:
        """Make every client reconnect, to the table as it is in the file."""
        self.is_stale = True
        for peer in self.peers:
            peer.outbox.close(RESTART)

    # --- Views ------------------------------------------------------------------------------------

    def rendering(self) -> shown.Rendering:
        """Return the views of the table as it is now."""
        replaced = {}
        if self._stalled is not None:
            replaced["life"] = {
                "stage": "paused",
                "deal": self.table.deal + 1,
                "reason": self._stalled,
                "until": None,
                "needs_ready": False,
            }
        view = shown.Rendering(
            self.table, clock(), self._screens, replaced, self._common, self._precomputed
        )
        self._common = view.common
        return view

    def show_all(self) -> None:
        """Send every socket the changes for it."""
        view = self.rendering()
        for peer in self.peers:
            seat = seat_with(self.table.chairs, peer.token)
            if seat != peer.seat or (seat is None and not self.table.may_look_on):
                self._reseat(peer, seat)
            peer.show(view)

    def tell_onlookers(self) -> None:
        """Send the list of onlookers to the host after a delay, because many may come and go at once."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(_TELL_S, self._tell_onlookers)

    def _tell_onlookers(self) -> None:
        """Send the list of onlookers to the host, and an empty list to all others, a former host too."""
        self._telling = None
        onlookers = [peer for peer in self.peers if peer.seat is None and peer.outbox.code is None]
        for peer in onlookers:
            if not peer.number:
                self.onlookers += 1
                peer.number = self.onlookers
        onlookers.sort(key=attrgetter("number"))
        here = [{"n": peer.number, "name": peer.name} for peer in onlookers]
        for peer in self.peers:
            is_host = peer.seat is not None and peer.seat == self.table.host
            peer.tell_onlookers(here if is_host else [], self.localised)

    def _reseat(self, peer: shown.Peer, seat: int | None) -> None:
        """Switch a socket to the view of another seat, or of a spectator."""
        try:
            audience = shown.audience_of(self.table, seat, knows_phrase=peer.knows_phrase)
            peer.switch_view(audience, peer.lang)
        except shown.Closed as closed:
            peer.outbox.close(closed.code)
        else:
            peer.s += 1
            peer.welcome(shown.welcome(self.table, seat, peer.since, clock()), self.localised)
        self.tell_onlookers()

    def localised(self, value: Any, lang: str, you: int | None = None) -> Any:
        """Return a value ready for JSON: phrases in a language, with the players' names and "you"."""
        return shown.localised(value, lang, shown.names_of(self.table), you)

    # --- Timers and bots --------------------------------------------------------------------------

    def go_on(self) -> None:
        """Set the timer for the next thing due, and start the bot that has to decide."""
        if self._timer is not None:
            self._timer.cancel()
        if self.is_stale:
            return
        current = self._precomputed or self.table
        due = current.due if self._stalled is None else clock() + RETRY_MS
        if due is not None:
            wait = max(0, due - clock()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)
        thought = current.thought
        if self._stalled is None and thought != self._thought:
            self._thought = thought
            if thought is not None:
                self.spawn(self._decide(thought))

    def _tick(self) -> None:
        self._timer = None
        if self._stalled is not None:  # retry whatever failed
            self._stalled, self._thought = None, None
            self.show_all()
        self.spawn(self._run_tick())

    async def _run_tick(self) -> None:
        keys = self.services.keys
        await self._run_or_retry(lambda table, at_once: table.tick(clock(), keys, at_once=at_once))

    async def _run_or_retry(self, change: ComputeStep) -> None:
        """Make a change that nobody asked for; if it fails, retry later."""
        try:
            await self.run(change)
        except Failed as failed:
            self._stall(failed.why)
            self.go_on()

    def _stall(self, why: Phrase) -> None:
        """Pause the table for a while because a step failed."""
        self._stalled = why
        self.show_all()

    async def _decide(self, thought: Thought) -> None:
        """Let a bot decide, and make its move if it is still wanted."""
        keys, choice = self.services.keys, await self._choose(thought)
        await self._run_or_retry(
            lambda table, at_once: table.decided(
                thought, choice.move, clock(), keys, choice.player, at_once=at_once
            )
        )

    async def _choose(self, thought: Thought) -> Choice:
        """Return the bot's move; empty if the bot fails, and the table then makes a legal one."""
        table = self.table
        try:
            position = await self.position(table)
            seed = seed_of(table.key, position) if table.house.daily else secrets.randbits(64)
            return await self.services.bot_workers.choose(
                table.variant, position, thought.seat, thought.player, seed, table=table.code
            )
        except Exception as error:
            _log.error("table %s: %s: %s", table.code, thought.player, type(error).__name__)
            return Choice("", thought.player)

    async def position(self, table: Table) -> str:
        """Return the position of the game as text, and load the game for the bots.

        Raises:
            Failed: that takes too long.
        """

        def load_and_print() -> str:
            self.services.bot_workers.know(table.variant)
            return str(table.state)

        return await self.ask_game(load_and_print)
