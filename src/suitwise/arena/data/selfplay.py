"""Data sets of games that named players play, with their whole records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from string import whitespace
from typing import ClassVar

from suitwise.arena.data.kinds import Row, kind_text
from suitwise.arena.entrants.limits import FORFEIT, PATIENCE_S, SUBSTITUTE, substitute_of
from suitwise.arena.entrants.seats import Faults, Sitting, players_seed, reason_of
from suitwise.arena.parquet import columns_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.options import split_outside
from suitwise.game import Record, load
from suitwise.players.named import Named, named
from suitwise.stepping.known import policies_of, whole_of
from suitwise.stepping.whole import Whole

LEAST_GAMES = 1000
"""A shard of fewer games is done sooner than a compiler."""
_TOGETHER = 1024
_COUNTED = "faults", "retried"
_STREAMS = 1 << 63
"""How many streams a seed has (``seeds.word``)."""


@dataclass(frozen=True)
class Selfplay:
    """Games that named players play, each with its whole record.

    What the seat on turn saw follows from the record: ``arena.records.decisions``.

    Args:
        game: the variant.
        players: a player for all seats, or one for each seat, with blanks between them.
        on_fault: who moves where a player answers with no legal move or raises an error, as
            ``substitute:random``; or ``stop``, which ends the work. A data set holds whole games, so
            none is forfeited.

    Raises:
        NotationError: there is no such game or player, or there are not as many as seats.

    >>> str(Selfplay("stacks", "random").game)
    'stacks(stacks=4,height=4,suits=4,singles=1)'
    >>> row, = Selfplay("stacks(stacks=2,height=2)", "solver").rows(seed=1, numbers=range(1))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 0
    game stacks(stacks=2,height=2,suits=4,singles=1)
    players ['solver']
    start dealing - | -
    moves ['1d', '1c', '1b', '1a']
    returns [0.0]
    faults [0]
    retried [0]
    """

    game: str
    players: str = "random"
    on_fault: str = f"{SUBSTITUTE}random"

    name: ClassVar[str] = "selfplay"

    def __post_init__(self) -> None:
        """Write the game and the players with all their options."""
        names = " ".join(map(str, self.named))
        object.__setattr__(self, "game", str(self.named[0].game))
        object.__setattr__(self, "players", names)
        if self.on_fault == FORFEIT:
            raise NotationError(
                "a data set holds whole games: on_fault is stop or substitute:PLAYER"
            )
        if self.substitute is not None:
            object.__setattr__(self, "on_fault", f"{SUBSTITUTE}{self.substitute}")

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """The players as they were named; sent along to processes that may not know their names."""
        game = load(self.game)
        players = tuple(named(word, game) for word in _words(self.players))
        if len(players) not in (1, game.facts.seats):
            raise NotationError(
                f"{len(players)} players are neither one for all nor one for each of the "
                f"{game.facts.seats} seats of {game.name}"
            )
        return players

    @property
    def seated(self) -> tuple[Named, ...]:
        """All who may have made a move."""
        return (*self.named, self.substitute) if self.substitute else self.named

    @cached_property
    def substitute(self) -> Named | None:
        """The player that moves where one fails."""
        other = substitute_of(self.on_fault)
        return named(other, self.named[0].game) if other else None

    def columns(self) -> dict[str, str]:
        """Return the type of each key."""
        return columns_of(
            "number int, game str, players list of str, start str, moves list of str, "
            "returns list of float, faults list of int, retried list of int"
        )

    def rows(
        self, seed: int, numbers: range, failed: dict[str, str] | None = None
    ) -> Iterator[Row]:
        """Yield games; all keys but ``number`` and ``players`` are those of a record.

        Args:
            seed: 64-bit seed.
            numbers: the numbers of the games.
            failed: is told of each player that failed and let the work go on how it did the first time.

        Raises:
            SuitwiseError: a number is negative, or too large for the streams of its game.
        """
        game = self.named[0].game
        seated = self.named if len(self.named) > 1 else self.named * game.facts.seats
        _refuse_numbers(numbers, len(seated))
        names = list(map(str, seated))
        whole = whole_of(game) if len(numbers) >= LEAST_GAMES else None
        policies = policies_of(whole, seated) if whole else None
        for start in range(0, len(numbers), _TOGETHER):
            some = numbers[start : start + _TOGETHER]
            records = whole and policies and self._records(whole, policies, seed, some)
            for place, number in enumerate(some):
                if records:
                    record, counts = (
                        records[place],
                        {name: [0 for _ in seated] for name in _COUNTED},
                    )
                else:
                    record, counts = self._played(seated, seed, number, failed)
                plain = record.as_json()
                row = {"number": number, "game": plain["game"], "players": names} | plain
                yield row | counts

    def _records(
        self, whole: Whole, policies: tuple[int, ...], seed: int, numbers: range
    ) -> list[Record] | None:
        """Return the records of games side by side; None where one is too long for that."""
        seats = len(policies)
        streams = [range(seats * number, seats * (number + 1)) for number in numbers]
        own_seed = players_seed(seed, self.name)
        return whole.games(seed, numbers, own_seed, streams, [policies] * len(numbers))

    def _played(
        self, seated: tuple[Named, ...], seed: int, number: int, failed: dict[str, str] | None
    ) -> tuple[Record, dict[str, list[int]]]:
        """Return the record of a game, and for each seat how many of its moves failed, or at first."""
        streams = range(len(seated) * number, len(seated) * (number + 1))
        try:
            care = Faults(self.substitute or self.on_fault, retries=1, patience=PATIENCE_S)
            sitting = Sitting(seated, players_seed(seed, self.name), streams, faults=care)
            record = sitting.played(seated[0].game.start(), seed, number)
            for seat, error in sitting.reasons.items():
                reason = reason_of(error, placed=True)
                told = f"{seated[seat]} in seat {seat} failed at game {number} of {self.game}: {reason}"
                (failed if failed is not None else {}).setdefault(str(seated[seat]), told)
            counts = sitting.faults, sitting.retried
            return record, {
                name: list(map(len, one)) for name, one in zip(_COUNTED, counts, strict=True)
            }
        except Exception as error:
            reason = reason_of(error, placed=True)
            raise SuitwiseError(f"game {number} of {kind_text(self)}: {reason}") from error


def _refuse_numbers(numbers: range, seats: int) -> None:
    """Refuse games some of whose players would draw from a stream that there is not."""
    most = _STREAMS // seats - 1
    for number in (*numbers[:1], *numbers[-1:]):
        if not 0 <= number <= most:
            raise SuitwiseError(f"games of {seats} seats have numbers 0 to {most}, not {number}")


def _words(text: str) -> list[str]:
    """Return the players that a text names; blanks in and before parentheses part none.

    >>> _words("greedy rules ( look=1 )")
    ['greedy', 'rules( look=1 )']
    """
    words: list[str] = []
    for word in filter(None, split_outside(text, whitespace)):
        if word.startswith("(") and words:
            words[-1] += word
        else:
            words.append(word)
    return words
