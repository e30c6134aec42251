"""The games of the plan, played chunk by chunk: their players by seat, their returns, their records.

Chance is drawn from the config's seed and the number of the deal, so all pairings and seatings of a deal
meet the same cards. Of a match of several hands that is true of the first: those after it are drawn from
where the one before ended, and that differs where players drew more cards or fewer, as at gin. What a
player draws comes from a stream of its own, named by the game, the two players, the deal, the seating
and the seat: who else is in the match changes nothing.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from suitwise.arena.entrants.seats import (
    Faults,
    Sitting,
    forfeit_returns,
    players_seed,
    reason_of,
)
from suitwise.arena.plan import Pairing
from suitwise.arena.result import MOST_LINE, Result
from suitwise.arena.statistics.samples import sample_of
from suitwise.arena.statistics.times import Times
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import Game, Record
from suitwise.players.named import Named
from suitwise.stepping.known import policies_of, whole_of

LEAST_GAMES = 4000
"""Two players who meet in fewer games are done sooner than a compiler."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals of two players, one after another: what a worker is given.

    Args:
        pairing: who meets.
        game: the game.
        players: the two.
        seed: 64-bit seed of the config.
        first: the first deal.
        count: how many.
        timed: whether decisions are timed: whether there was a choice has to be found out, too.
        limit: after how many seconds a move is late, and who moves then.
        faults: what is done where a player fails.
    """

    pairing: Pairing
    game: Game[Any]
    players: tuple[Named, Named]
    seed: int
    first: int
    count: int
    timed: bool = False
    limit: tuple[float, Named] | None = None
    faults: Faults = field(default_factory=Faults)

    def __str__(self) -> str:
        first, second = self.players
        last = self.first + self.count - 1
        deals = f"deals {self.first} to {last}" if self.count > 1 else f"deal {last}"
        return f"{first} against {second} at {self.game}, {deals}"


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a chunk.

    Args:
        pairing: who met.
        deals: for each deal its lines of the results file, and its margin where there is a stop.
        fault: why the next deal could not be played; None where all were.
        seconds: how long it took.
        times: for each of the two how long its decisions took, where they are timed.
        failed: for each player that failed and let the work go on, how it did the first time.
    """

    pairing: Pairing
    deals: tuple[tuple[bytes, float | None], ...]
    fault: str | None
    seconds: float
    times: tuple[Times, Times]
    failed: Mapping[str, str] = field(default_factory=dict)


def play_chunk(chunk: Chunk) -> Played:
    """Play the deals of a chunk, each in all seatings, up to one at which a player fails."""
    since = time.perf_counter()
    played: list[tuple[bytes, float | None]] = []
    times = Times(), Times()
    fault, failed = None, dict[str, str]()
    records = _side_by_side(chunk)
    try:
        for deal in range(chunk.first, chunk.first + chunk.count):
            results = (
                play_deal(chunk, deal, times, failed) if records is None else records.popleft()
            )
            played.append(_deal_of(chunk, results))
    except SuitwiseError as error:
        fault = str(error)
    seconds = time.perf_counter() - since
    return Played(chunk.pairing, tuple(played), fault, seconds, times, failed)


def _side_by_side(chunk: Chunk) -> deque[list[Result]] | None:
    """Return the results of each deal where they can be had in arrays, and a compiler would pay."""
    pairing = chunk.pairing
    whole = None if chunk.timed or chunk.limit else whole_of(chunk.game)
    if whole is None or pairing.games < LEAST_GAMES:
        return None
    found = policies_of(whole, chunk.players)
    if found is None:
        return None
    policies, ways = dict(zip(pairing.players, found, strict=True)), pairing.seatings
    deals = range(chunk.first, chunk.first + chunk.count)
    records = whole.games(
        chunk.seed,
        [deal for deal in deals for _ in ways],
        players_seed(chunk.seed, "players"),
        [streams_of(chunk, deal, seating) for deal in deals for seating in range(len(ways))],
        [[policies[one] for one in way] for _ in deals for way in ways],
    )
    if records is None:
        return None
    left = iter(records)
    return deque(
        [_result(chunk, deal, seating, next(left)) for seating in range(len(ways))]
        for deal in deals
    )


def _result(chunk: Chunk, deal: int, seating: int, record: Record) -> Result:
    pairing, seats = chunk.pairing, chunk.pairing.seatings[seating]
    place = pairing.match, pairing.players, deal, seating
    return Result(*place, seats, record.returns, record)


def _deal_of(chunk: Chunk, played: Iterable[Result]) -> tuple[bytes, float | None]:
    results = list(played)
    margin = sample_of(results).margin if chunk.pairing.stop else None
    return b"".join(map(_line_of, results)), margin


def _line_of(result: Result) -> bytes:
    line = result.line
    if len(line) > MOST_LINE:
        raise SuitwiseError(
            f"deal {result.deal} at {result.record.game}, seating {result.seating}, became a game of "
            f"{len(result.record.moves):,} moves: results hold lines of {MOST_LINE:,} bytes at most"
        )
    return line


def play_deal(
    chunk: Chunk,
    deal: int,
    times: tuple[Times, Times] | None = None,
    failed: dict[str, str] | None = None,
) -> Iterator[Result]:
    """Play a deal in all seatings.

    Args:
        chunk: who plays what.
        deal: the number of the deal.
        times: is told for each of the two how long its decisions took, where they are timed.
        failed: is told of each player that failed and let the work go on how it did the first time.

    Raises:
        SuitwiseError: a player fails or makes a move that is not legal, where that stops the work, or
            the game itself fails; one line names the player, the game and the deal.
    """
    pairing = chunk.pairing
    for seating, seats in enumerate(pairing.seatings):
        table = _Table(chunk, deal, seating)
        record = table.played()
        if times is not None:
            table.tell(times)
        if failed is not None:
            table.tell_faults(failed)
        place = pairing.match, pairing.players, deal, seating
        told = table.late, table.faults, table.forfeited, table.retried
        yield Result(*place, seats, table.returns(record), record, *told)


def streams_of(chunk: Chunk, deal: int, seating: int) -> list[int]:
    """Return for each seat of a game the stream of what its player draws."""
    first, second = chunk.players
    name = f"{chunk.game}\n{first}\n{second}\n{deal} {seating} ".encode()
    seats = range(len(chunk.pairing.seatings[seating]))
    hashes = (hashlib.blake2b(name + b"%d" % seat, digest_size=7).digest() for seat in seats)
    return [int.from_bytes(one, "little") for one in hashes]


class _Table:
    """One game of a chunk."""

    def __init__(self, chunk: Chunk, deal: int, seating: int) -> None:
        self._chunk, self._deal = chunk, deal
        self._seating = seating
        whose = dict(zip(chunk.pairing.players, chunk.players, strict=True))
        players = [whose[one] for one in chunk.pairing.seatings[seating]]
        streams = streams_of(chunk, deal, seating)
        seed = players_seed(chunk.seed, "players")
        self._sitting = Sitting(
            players, seed, streams, timed=chunk.timed, limit=chunk.limit, faults=chunk.faults
        )

    def played(self) -> Record:
        start = self._chunk.game.start()
        try:
            return self._sitting.played(start, self._chunk.seed, self._deal)
        except Exception as error:
            raise SuitwiseError(f"{self._whose(error)}: {reason_of(error, placed=True)}") from error

    @property
    def late(self) -> tuple[tuple[int, ...], ...]:
        """For each seat which of its decisions were late; nothing where none was."""
        return _unless_empty(self._sitting.late)

    @property
    def faults(self) -> tuple[tuple[int, ...], ...]:
        """For each seat at which of its decisions it failed; nothing where none did."""
        return _unless_empty(self._sitting.faults)

    @property
    def retried(self) -> tuple[tuple[int, ...], ...]:
        """For each seat which of its decisions it made when asked again; nothing where none was."""
        return _unless_empty(self._sitting.retried)

    @property
    def forfeited(self) -> int | None:
        """The seat that forfeited the game."""
        return self._sitting.forfeited

    def returns(self, record: Record) -> tuple[float, ...]:
        """Return what each seat gets from the game, whether it was played out or forfeited."""
        if self.forfeited is None:
            return record.returns
        return forfeit_returns(self._chunk.game.facts, self.forfeited)

    def tell_faults(self, failed: dict[str, str]) -> None:
        """Tell how each player failed, unless it is told already."""
        for seat, error in self._sitting.reasons.items():
            why = f"{self._failed(seat)}: {reason_of(error, placed=True)}"
            failed.setdefault(str(self._sitting.players[seat]), why)

    def tell(self, times: tuple[Times, Times]) -> None:
        """Tell how long each of the two thought whenever it had a choice."""
        seats = self._chunk.pairing.seatings[self._seating]
        for player, seconds in zip(seats, self._sitting.seconds, strict=True):
            times[self._chunk.pairing.players.index(player)].extend(seconds)

    def _whose(self, error: Exception) -> str:
        """Return who failed: the player who was to move or made an illegal move, or else the game."""
        game = self._chunk.game
        where = f"deal {self._deal}, seating {self._seating}"
        seat = self._sitting.seat
        if seat is None:
            return f"{game} failed at {where}"
        if self._sitting.thinks or isinstance(error, IllegalMove):
            return self._failed(seat)
        player = f"{self._sitting.players[seat]} in seat {seat}"
        return f"{game} failed at {where}, after a move of {player}"

    def _failed(self, seat: int) -> str:
        where = f"deal {self._deal}, seating {self._seating}"
        return f"{self._sitting.players[seat]} in seat {seat} failed at {self._chunk.game}, {where}"


def _unless_empty(numbers: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, numbers)) if any(numbers) else ()
