"""The games of a run, found by their numbers: shown as text, and played again move by move.

Game number n stands in line n + 1 of the results. It is held against the plan, the games before it are
only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from suitwise.arena.planned import read_config
from suitwise.arena.result import Result
from suitwise.arena.results import read_game
from suitwise.game import Record, State


@dataclass(frozen=True, slots=True)
class Seated:
    """A game of a run and its players by seat.

    Args:
        number: the number of the game, from 0.
        result: the game.
        players: for each seat its player's text.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     seated = read_seated(Path(name), 0)
    >>> seated.players, seated.result.deal, str(seated).splitlines()[0]
    (('random',), 0, '# game 0: match 0, deal 0, seating 0')
    """

    number: int
    result: Result
    players: tuple[str, ...]

    def __str__(self) -> str:
        """The record as text below the players by seat; ``Record.parse`` reads it."""
        one = self.result
        place = f"# game {self.number}: match {one.match}, deal {one.deal}, seating {one.seating}"
        seats = [f"# seat {seat}: {player}" for seat, player in enumerate(self.players)]
        seats += (
            [] if one.forfeited is None else [f"# seat {one.forfeited} forfeited the game here"]
        )
        return "\n".join([place, *seats, str(one.record)])


def read_seated(folder: Path, number: int) -> Seated:
    """Return a game of a run and its players by seat.

    Args:
        folder: the folder of results.
        number: the number of the game, from 0.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     seated = read_seated(Path(name), 3)
    >>> seated.number, seated.players
    (3, ('solver',))
    """
    config = read_config(folder)
    result = read_game(folder, config, number)
    players = config.matches[result.match].players
    return Seated(number, result, tuple(players[one] for one in result.seats))


def read_result(folder: Path, number: int) -> Result:
    """Return a game of a run.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     result = read_result(Path(name), 0)
    >>> result.returns == result.record.returns
    True
    """
    return read_seated(folder, number).result


def replay(folder: Path, number: int) -> Iterator[State[Any]]:
    """Yield the states of a game of a run, from the first to the last.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: it can't be read.
        IllegalMove: a move is not legal, or the returns are not those of the last state.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks(stacks=2,height=2)", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     for state in replay(Path(name), 3):
    ...         print(state)
    dealing - | -
    dealing 1c | -
    dealing 1d 1c | -
    dealing 1d 1c | 1a
    1d 1c | 1b 1a
    """
    return read_result(folder, number).record.states()


def record_text(folder: Path, number: int) -> str:
    """Return the record of a game of a run as text below its players by seat.

    ``Record.parse`` reads it.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the folder holds no results, or the game's line is no game of the plan.
        OSError: the results can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     print(*record_text(Path(name), 0).splitlines()[:3], sep="\\n")
    # game 0: match 0, deal 0, seating 0
    # seat 0: random
    game  stacks(stacks=4,height=4,suits=4,singles=1)
    """
    return str(read_seated(folder, number))


def decisions(record: Record) -> Iterator[tuple[State[Any], Any]]:
    """Yield what a record teaches: every state in which a seat was on turn, and the move it made.

    ``state.observe(state.turn)`` is what the seat saw, as numbers; ``state.view(state.turn)`` as text.

    Raises:
        NotationError: the record can't be read.
        IllegalMove: a move is not legal, or the returns are not those of the last state.

    >>> record = Record("kuhn", "-", ("K", "Q", "p", "b", "b"), (2.0, -2.0))
    >>> import suitwise.testing
    >>> [(state.view(state.turn), move) for state, move in decisions(record)]
    [('K/2:', 'p'), ('Q/2:p', 'b'), ('K/2:pb', 'b')]
    """
    moves = iter(record.moves)
    for state in record.states():
        for text in islice(moves, 1):
            if state.turn >= 0:
                yield state, state.parse_move(text)
