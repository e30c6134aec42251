"""Bots and hints, which are computed in worker processes.

There are two crews. The quick one, a single process, runs the bots that answer at once; the deep one
runs the bots that search, and computes hints. So a table of quick bots never waits behind a search.
Third-party bots, and bots at third-party games, have crews of their own: one that hangs or dies holds up
only its own kind, and of that only its own table.

A table has one decision or hint under way, so all tables have the same share. While too many jobs wait
in the deep crew, quick bots decide at once.

If a bot misses its time limit, the game's quick bot plays in its place, or gives the hint; so nobody
waits while a bot is being compiled. Our own quick bots have no time limit. If a third-party quick bot
hangs, the next quick bot plays.

Our own strong bots may think on other machines, too, as ``elsewhere`` says: where the fewest wait.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.errors import NotationError, SuitwiseError
from suitwise.players import ahead
from suitwise.table.serve.metrics import BotFigures
from suitwise.table.serve.processes.elsewhere import (
    MOST_SECONDS,
    Choice,
    Elsewhere,
    Question,
    Unanswered,
)
from suitwise.table.serve.processes.workers import Crew, third_party_game

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.players.face_values import HintText

R = TypeVar("R")

_log = logging.getLogger(__name__)

THINK_S = 0.5
"""The strongest bot's thinking time for a hint."""
PATIENCE_S = 1.0
"""The extra wait for that hint; then the quick bot gives one."""
HINT_S = 10.0
"""The time limit of a hint; then the seat is told that there is none."""
LATE_S = 3.0
"""The time limit of a bot; then another plays for it."""
BEGIN_S = 30.0
"""The one-time wait for the process of a third-party bot to start."""
MOST_EACH = 4
"""As many jobs a process as may wait in the deep crew; while there are more, quick bots decide."""
MOST_PROCESSES = 4
"""The most processes of the deep crew, which otherwise has one less than there are cores."""


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
        most: the processes for strong bots; None for one less than there are cores, four at most. With 0
            they think elsewhere alone, and quick bots give the hints.
        compiles: whether to compile all games in the background if they never have been.
        imports: modules to import, which register further players.
        elsewhere: the bots of other machines.
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
        elsewhere: Sequence[Elsewhere] = (),
    ) -> None:
        self.figures = BotFigures()
        self._late_s, self._hint_s, self._think_s = late_s, hint_s, think_s
        self._compiles = compiles
        cores = os.cpu_count() or 1
        self.most = max(1, min(cores - 1, MOST_PROCESSES)) if most is None else most
        self.imports = imports
        self._quick, self._deep = Crew(1, imports), Crew(self.most, imports)
        self._third_party: dict[str, Crew] = {}
        self._begun = {self._quick, self._deep}
        """The crews whose first process need not be waited for any more."""
        self._deep_jobs = 0
        self._elsewhere = elsewhere
        self._lines: list[asyncio.Task[None]] = []

    def warm(self) -> None:
        """Start the processes, and open the lines to other machines, before anybody needs them."""
        self._lines = [asyncio.create_task(one.keep_open()) for one in self._elsewhere]
        for crew in (self._quick, self._deep):
            crew.warm()
        groups = ahead.uncompiled_groups() if self._compiles else []
        if groups:
            ahead.compile_in_background(groups)

    @property
    def is_full(self) -> bool:
        """Whether strong bots have so much to do that quick ones decide for them."""
        is_room_elsewhere = any(one.under_way < MOST_EACH * one.places for one in self._elsewhere)
        return self._is_full_here and not is_room_elsewhere

    @property
    def _is_full_here(self) -> bool:
        return self._deep_jobs >= MOST_EACH * self.most

    @property
    def n_elsewhere(self) -> int:
        """How many bots can think at once on other machines."""
        return sum(one.places for one in self._elsewhere)

    @property
    def n_late(self) -> int:
        """The number of processes that are over the time of their job."""
        return sum(crew.n_late for crew in self._crews())

    def _crews(self) -> list[Crew]:
        return [self._quick, self._deep, *self._third_party.values()]

    def know(self, variant: str) -> None:
        """Load a game, so that it is cached; a third-party game may take long."""
        _game(variant)

    async def choose(
        self,
        variant: str,
        state: str,
        seat: int,
        player: str,
        seed: int,
        stream: int = 0,
        *,
        table: str = "",
        late_s: float | None = None,
    ) -> Choice:
        """Return a bot's move.

        Args:
            variant: the game variant as text.
            state: the position as text.
            seat: the seat to move.
            player: the bot as text.
            seed: the 64-bit seed of its random numbers.
            stream: the stream of its random numbers.
            table: the table that asks, which has one decision or hint under way.
            late_s: a time limit in place of the usual one.
        """
        limit_s = self._late_s if late_s is None else late_s
        tried: tuple[str, ...] = ()
        while True:
            crew, asked = self._crew_of(variant, player), (variant, state, player, seed, stream)
            if crew is self._deep:
                question = Question(
                    variant, state, seat, player, seed, stream, min(limit_s, MOST_SECONDS)
                )
                choice = None if self.is_full else await self._chosen_elsewhere(question)
                if choice is not None:
                    return choice
                if self._is_full_here and (quick := _quick_player(variant)):
                    self.figures.eased += 1
                    player = quick
                    continue
            # nobody could replace our own quick bots: no time limit
            late_s = None if crew is self._quick else limit_s
            await self._wait_for_start(crew, variant)
            try:
                return Choice(await self._ask(crew, table, late_s, _choose_move, *asked), player)
            except Exception as error:
                tried = (*tried, _name_of(variant, player))
                other = "" if crew is self._quick else _quick_player(variant, tried)
                if not other:
                    raise
                _log.warning("%s at seat %d: %s; %s plays", player, seat, _fault(error), other)
                self.figures.replaced += 1
                player = other

    async def _chosen_elsewhere(self, question: Question) -> Choice | None:
        """Return the decision of another machine; None if it is to be made here."""
        other = self._least_busy_elsewhere()
        if other is None:
            return None
        begun = time.monotonic()
        other.under_way += 1
        self.figures.waiting += 1
        try:
            world = question.variant, question.state, question.seat, secrets.randbits(64)
            seen = await self._quick.run("", None, _as_seen, *world)
            choice = await other.ask(replace(question, state=seen))
        except (
            SuitwiseError,
            Unanswered,
        ) as error:  # no such world is found, or there is no answer
            self.figures.returned += 1
            _log.warning("bots at %s: %s; the decision is made here", other.url, error)
            return None
        finally:
            other.under_way -= 1
            self.figures.waiting -= 1
            self.figures.times["elsewhere"].note(time.monotonic() - begun)
        is_known = choice.player in (question.player, *ahead.QUICK)
        return choice if is_known else choice._replace(player=question.player)

    def _least_busy_elsewhere(self) -> Elsewhere | None:
        """Return the machine with the fewest jobs for each process; None if that is this one."""
        there = [one for one in self._elsewhere if one.under_way < MOST_EACH * one.places]
        best = min(there, key=lambda one: one.under_way / one.places, default=None)
        is_here = best and self.most and self._deep_jobs / self.most < best.under_way / best.places
        return None if is_here else best

    def _crew_of(self, variant: str, player: str) -> Crew:
        """Return the crew in which a bot thinks."""
        kind = _third_party_kind(variant, player)
        if kind is None:
            return self._quick if _name_of(variant, player) in ahead.QUICK else self._deep
        return self._third_party.setdefault(kind, Crew(max(1, self.most), self.imports))

    async def _wait_for_start(self, crew: Crew, variant: str) -> None:
        """Wait once for a third-party crew to start and load the game; this is not thinking time.

        If it fails, the bot's decision will fail, too, and report why.
        """
        if crew not in self._begun:
            self._begun.add(crew)
            with suppress(Exception):
                await self._ask(crew, "", BEGIN_S, _game_loaded, variant)

    async def _ask(
        self,
        crew: Crew,
        table: str,
        seconds: float | None,
        work: Callable[..., R],
        *asked: Any,
    ) -> R:
        """Run a function in a crew and return its result; count how long that takes.

        Raises:
            TimeoutError, BrokenProcessPool: as ``Crew.run``.
        """
        begun = time.monotonic()
        self.figures.waiting += 1
        self._deep_jobs += crew is self._deep
        try:
            return await crew.run(table, seconds, work, *asked)
        finally:
            self.figures.waiting -= 1
            self._deep_jobs -= crew is self._deep
            name = {self._quick: "quick", self._deep: "deep"}.get(crew, "other")
            self.figures.times[name].note(time.monotonic() - begun)

    async def hint(
        self, variant: str, state: str, seat: int, seed: int, *, table: str = ""
    ) -> Hinted:
        """Return a hint of the strongest bot; of the quick bot if that is late.

        Args:
            variant: the game variant as text.
            state: the position as text; the hint is computed in one that the seat can't tell from it.
            seat: the seat that asks.
            seed: the 64-bit seed of that other position.
            table: the table that asks, which has one decision or hint under way.

        Raises:
            TimeoutError: it takes too long.
        """
        end = time.monotonic() + self._hint_s
        asked = (variant, state, seat, seed)
        patience_s = min(self._think_s + PATIENCE_S, self._hint_s)
        kind = _third_party_kind(variant, STRONGEST)
        deep = self._deep if kind is None else self._crew_of(variant, STRONGEST)
        if deep is not self._deep or self.most:
            with suppress(TimeoutError):
                given = (*asked, STRONGEST, self._think_s)
                return await self._ask(deep, table, patience_s, _give_hint, *given)
        quick = self._crew_of(variant, _quick_player(variant))
        return await self._ask(quick, table, end - time.monotonic(), _give_hint, *asked)

    def close(self) -> None:
        """Kill the processes, and close the lines to other machines."""
        for line in self._lines:
            line.cancel()
        for crew in self._crews():
            crew.close()


def _fault(error: Exception) -> str:
    return "no move in time" if isinstance(error, TimeoutError) else type(error).__name__


# --- Functions that run in worker processes -------------------------------------------------------


def _game_loaded(variant: str) -> None:
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
    """Return the kind of a third-party bot, or of any bot at a third-party game; None for ours."""
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


def _as_seen(variant: str, state: str, seat: int, seed: int) -> str:
    """Return a random position that a seat can't tell from one; where it is to move."""
    return str(_game(variant).parse(state).resample(seat, seed, 0))


def why_not_here(question: Question) -> str:
    """Return why a question of another machine is not answered here; empty if it is.

    >>> why_not_here(Question("gin", "", 0, "strong", 1, 0, 3.0))
    ''
    >>> why_not_here(Question("gin", "", 0, "my_player", 1, 0, 3.0))
    "only players of Suitwise's own games think here, and not 'my_player' at 'gin'"
    """
    try:
        is_ours = _third_party_kind(question.variant, question.player) is None
    except NotationError:
        is_ours = False
    if is_ours:
        return ""
    what = f"{question.player[:40]!r} at {question.variant[:40]!r}"
    return f"only players of Suitwise's own games think here, and not {what}"


def _give_hint(
    variant: str, state: str, seat: int, seed: int, player: str = "", seconds: float = 0.0
) -> Hinted:
    """Return a bot's hint; by default the quick bot's."""
    from suitwise.players.face import face_of

    game, player = _game(variant), player or _quick_player(variant)
    return Hinted(face_of(game).hint(game.parse(state), seat, seed, player, seconds), player)
