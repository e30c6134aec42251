"""The games of a run, found by their numbers: shown as text, and played again move by move.

Game number n stands in line n + 1 of the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from suitwise.arena.config import Config
from suitwise.arena.playing import Result
from suitwise.arena.store import read_config, read_results
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import Record, State


def read_result(folder: Path, number: int) -> Result:
    """Return a game of a run.

    Args:
        folder: the folder of results.
        number: the number of the game, from 0.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: a line is no result.
        OSError: the results can't be read.
    """
    if number >= 0:
        for result in islice(read_results(folder), number, None):
            return result
    raise SuitwiseError(f"there is no game {number} in {folder}: games are numbered from 0")


def players_of(result: Result, config: Config) -> tuple[str, ...]:
    """Return the players of the match that a result is of.

    Raises:
        NotationError: the config has no such match, or the match no such players.
    """
    places = {*result.pairing, *result.seats}
    if result.match < len(config.matches):
        players = config.matches[result.match].players
        if max(places) < len(players):
            return players
    raise NotationError(f"match {result.match} with the players {sorted(places)} is not planned")


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
    """Return the record of a game of a run as text, with who sat where above it.

    ``Record.parse`` reads it.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: it can't be read.
        OSError: the results can't be read.
    """
    result = read_result(folder, number)
    players = players_of(result, read_config(folder))
    seats = [f"# seat {seat}: {players[one]}" for seat, one in enumerate(result.seats)]
    place = f"# game {number}: match {result.match}, deal {result.deal}, seating {result.seating}"
    return "\n".join([place, *seats, str(result.record)])


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
