"""Players that misbehave, for tests: they fail, cheat, dawdle, or end the process that they sit in."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, ClassVar

from suitwise.arena.seats import Spent
from suitwise.errors import IllegalMove
from suitwise.game import Chooser, Game, State
from suitwise.players.named import register_player


def _first(state: State[Any]) -> Any:
    return next(iter(state.moves()))


@dataclass(frozen=True)
class Failing:
    """Has no idea what to do in games of a certain number and further ones."""

    least: int = 0

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        return self._fail if stream % 1000 >= self.least else _first

    def _fail(self, state: State[Any]) -> Any:
        raise KeyError("no idea\nat all")


@dataclass(frozen=True)
class Cheating:
    """Makes a move of another game."""

    def __call__(self, state: State[Any]) -> Any:
        return "x"


@dataclass(frozen=True)
class Blundering:
    """Makes a move of Stack Management that is never legal in its smallest layouts."""

    def __call__(self, state: State[Any]) -> Any:
        return "r9"


@dataclass(frozen=True)
class Slow:
    """Thinks for some milliseconds."""

    ms: int = 5

    def __call__(self, state: State[Any]) -> Any:
        time.sleep(self.ms / 1000)
        return _first(state)


@dataclass(frozen=True)
class Noted:
    """Leaves the number of its process in a folder, and takes its time."""

    folder: str = "/nowhere"

    def __call__(self, state: State[Any]) -> Any:
        Path(self.folder, str(os.getpid())).touch()
        time.sleep(0.002)
        return _first(state)


@dataclass(frozen=True)
class Deadly:
    """Kills its process whenever a file is there."""

    file: str = "/nowhere"

    def __call__(self, state: State[Any]) -> Any:
        if Path(self.file).exists():
            os.kill(os.getpid(), signal.SIGKILL)
        return _first(state)


@dataclass(frozen=True)
class Crashing:
    """Ends its process in games of a certain number and further ones."""

    least: int = 0

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        if stream % 1000 >= self.least:
            os._exit(9)
        return _first


@dataclass(frozen=True)
class Dawdling:
    """Takes half a minute to sit down to games of a certain number and further ones.

    When it has, it leaves a file of the name that ``DAWDLED`` has in the environment.
    """

    least: int = 0

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        if stream % 1000 >= self.least:
            time.sleep(30)
            Path(os.environ["DAWDLED"]).touch()
        return _first


@dataclass(frozen=True)
class Listening:
    """Notes the seeds and streams that it is given."""

    number: int = 1
    heard: ClassVar[list[tuple[int, int]]] = []

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        self.heard.append((seed, stream))
        return _first


@dataclass(frozen=True)
class Stuck:
    """Never comes back from compiled code, which hears no alarm and lets no thread of Python run."""

    def __call__(self, state: State[Any]) -> Any:
        return sum(repeat(0))


class _Spending:
    """The seat of ``Spending`` in a game."""

    def __init__(self, fails: bool) -> None:
        self._fails, self.spent = fails, Spent(seconds=0.0)

    def __call__(self, state: State[Any]) -> Any:
        self.spent += Spent(calls=1, seconds=0.25)
        if self._fails:
            self.spent += Spent(refused=1)
            raise IllegalMove("an answer that is no move")
        return _first(state)

    def saw(self, seat: int, before: State[Any], move: Any, after: State[Any]) -> None:
        """Take no notice of it."""

    def close(self) -> None:
        """End nothing."""


@dataclass(frozen=True)
class Spending:
    """Says what it spends, as players that are asked in words do; in every second game it fails."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        return _Spending(fails=stream // game.facts.seats % 2 == 1)


SITTERS = {
    "spending": Spending,
    "stuck": Stuck,
    "listening": Listening,
    "failing": Failing,
    "cheating": Cheating,
    "blundering": Blundering,
    "slow": Slow,
    "noted": Noted,
    "deadly": Deadly,
    "crashing": Crashing,
    "dawdling": Dawdling,
}
for _name, _kind in SITTERS.items():
    register_player(_name, _kind, "kuhn", "stacks")
