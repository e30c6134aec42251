"""The games of the plan, played: who sat where, what each seat got, and the record.

Chance is drawn from the config's seed and the number of the deal, so all pairings and seatings of a deal
meet the same cards. Of a match of several hands that is true of the first: those after it are drawn from
where the one before ended, and that differs where players drew more cards or fewer, as at gin. What a
player draws comes from a stream of its own, named by the game, the two players, the deal, the seating
and the seat: who else is in the match changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.arena.plan import Pairing
from suitwise.arena.sitting import Sitting, players_seed, reason_of
from suitwise.arena.statistics import sample_of
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import Game, Record
from suitwise.players.named import Named

_KEYS = ("match", "pairing", "deal", "seating", "seats", "returns", "game", "start", "moves")
MOST_LINE = 1 << 24
"""A line of the results has no more bytes than this: a game of about two million moves."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the plan and how it went.

    Args:
        match: the number of the match, from 0.
        pairing: the two players, by their places in the match.
        deal: the number of the deal, from 0.
        seating: the number of the seating, from 0.
        seats: for each seat the place of its player in the match.
        returns: what each seat got.
        record: the whole game.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> record = play(Kuhn().start(), lambda state: "p", seed=1)
    >>> result = Result(0, (0, 1), 3, 0, seats=(0, 1), returns=record.returns, record=record)
    >>> result.deal, result.as_json()["returns"]
    (3, [1.0, -1.0])
    """

    match: int
    pairing: tuple[int, int]
    deal: int
    seating: int
    seats: tuple[int, ...]
    returns: tuple[float, ...]
    record: Record

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data: a line of ``results.jsonl``."""
        return {
            "match": self.match,
            "pairing": list(self.pairing),
            "deal": self.deal,
            "seating": self.seating,
            "seats": list(self.seats),
            "returns": list(self.returns),
            "game": self.record.game,
            "start": self.record.start,
            "moves": list(self.record.moves),
        }

    @property
    def line(self) -> bytes:
        """The line of ``results.jsonl``."""
        return json.dumps(self.as_json(), separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_json(cls, plain: object) -> Result:
        """Read what ``as_json`` gave, after its way through JSON.

        Raises:
            NotationError: it is no result.

        >>> record = Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
        >>> result = Result(0, (0, 1), 5, 1, (1, 0), (1.0, -1.0), record)
        >>> Result.from_json(result.as_json()) == result
        True
        """
        if not (isinstance(plain, dict) and tuple(plain) == _KEYS):
            raise NotationError(f"a result is an object with {', '.join(_KEYS)}")
        game = {name: plain[name] for name in ("game", "start", "moves", "returns")}
        record = Record.from_json(game)
        if not "".join((record.game, record.start, *record.moves)).isprintable():
            raise NotationError("a result's texts are printable")
        for name in ("match", "deal", "seating"):
            _require_whole(name, [plain[name]])
        for name in ("pairing", "seats"):
            _require_whole(name, plain[name])
        if len(plain["pairing"]) != 2 or len(plain["seats"]) != len(record.returns):
            raise NotationError("a result has two players, and a player and a return a seat")
        first, second = plain["pairing"]
        return cls(
            plain["match"],
            (first, second),
            plain["deal"],
            plain["seating"],
            tuple(plain["seats"]),
            record.returns,
            record,
        )


def _require_whole(name: str, values: object) -> None:
    if not (isinstance(values, list) and all(type(one) is int and one >= 0 for one in values)):
        raise NotationError(f"the {name} of a result is in whole numbers from 0")


# --- A stretch of the plan ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals of two players, one after another: what a worker is given.

    Args:
        pairing: who meets.
        game: what is played.
        players: the two.
        seed: 64-bit seed of the config.
        first: the first deal.
        count: how many.
    """

    pairing: Pairing
    game: Game[Any]
    players: tuple[Named, Named]
    seed: int
    first: int
    count: int

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
    """

    pairing: Pairing
    deals: tuple[tuple[bytes, float | None], ...]
    fault: str | None
    seconds: float


def play_chunk(chunk: Chunk) -> Played:
    """Play the deals of a chunk, each in all seatings, up to one at which a player fails."""
    since = time.perf_counter()
    played: list[tuple[bytes, float | None]] = []
    fault = None
    try:
        for deal in range(chunk.first, chunk.first + chunk.count):
            played.append(_deal_of(chunk, deal))
    except SuitwiseError as error:
        fault = str(error)
    return Played(chunk.pairing, tuple(played), fault, time.perf_counter() - since)


def _deal_of(chunk: Chunk, deal: int) -> tuple[bytes, float | None]:
    results = list(play_deal(chunk, deal))
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


def play_deal(chunk: Chunk, deal: int) -> Iterator[Result]:
    """Play a deal in all seatings.

    Raises:
        SuitwiseError: a player fails or makes a move that is not legal, or the game itself fails; one
            line names the player, the game and the deal.
    """
    pairing = chunk.pairing
    for seating, seats in enumerate(pairing.seatings):
        record = _Table(chunk, deal, seating).played()
        yield Result(pairing.match, pairing.players, deal, seating, seats, record.returns, record)


class _Table:
    """One game of a chunk."""

    def __init__(self, chunk: Chunk, deal: int, seating: int) -> None:
        self._chunk, self._deal = chunk, deal
        self._seating = seating
        whose = dict(zip(chunk.pairing.players, chunk.players, strict=True))
        players = [whose[one] for one in chunk.pairing.seatings[seating]]
        streams = [self._stream(seat) for seat in range(len(players))]
        self._sitting = Sitting(players, players_seed(chunk.seed, "players"), streams)

    def played(self) -> Record:
        start = self._chunk.game.start()
        try:
            return self._sitting.played(start, self._chunk.seed, self._deal)
        except Exception as error:
            raise SuitwiseError(f"{self._whose(error)}: {reason_of(error, placed=True)}") from error

    def _stream(self, seat: int) -> int:
        first, second = self._chunk.players
        name = f"{self._chunk.game}\n{first}\n{second}\n{self._deal} {self._seating} {seat}"
        return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=7).digest(), "little")

    def _whose(self, error: Exception) -> str:
        """Return who failed: the player who was to move or made an illegal move, or else the game."""
        game = self._chunk.game
        where = f"deal {self._deal}, seating {self._seating}"
        seat = self._sitting.seat
        if seat is None:
            return f"{game} failed at {where}"
        player = f"{self._sitting.players[seat]} in seat {seat}"
        if self._sitting.thinks or isinstance(error, IllegalMove):
            return f"{player} failed at {game}, {where}"
        return f"{game} failed at {where}, after a move of {player}"
