"""The games of the plan, played: who sat where, what each seat got, and the record.

Chance is drawn from the config's seed and the number of the deal, so all pairings and seatings of a deal
meet the same cards. What a player draws comes from a stream of its own, named by the game, the two
players, the deal, the seating and the seat: who else is in the match changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.arena.plan import Pairing
from suitwise.arena.statistics import sample_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import Chooser, Game, Record, State, play
from suitwise.players.named import Named
from suitwise.seeds import as_seed

_KEYS = ("match", "pairing", "deal", "seating", "seats", "returns", "game", "start", "moves")
_PLAYERS = 0x706C6179657273
"""Players' seed is another than that which deals, so that what they draw says nothing of the deal."""
_LONGEST_REASON = 200


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
    return b"".join(result.line for result in results), margin


def play_deal(chunk: Chunk, deal: int) -> Iterator[Result]:
    """Play a deal in all seatings.

    Raises:
        SuitwiseError: a player fails or makes a move that is not legal; one line names the player, the
            game and the deal.
    """
    pairing = chunk.pairing
    for seating, seats in enumerate(pairing.seatings):
        record = _Table(chunk, deal, seating).played()
        yield Result(pairing.match, pairing.players, deal, seating, seats, record.returns, record)


class _Table:
    """One game, and who has moved last in it."""

    def __init__(self, chunk: Chunk, deal: int, seating: int) -> None:
        self._chunk, self._deal = chunk, deal
        whose = dict(zip(chunk.pairing.players, chunk.players, strict=True))
        self._players = [whose[one] for one in chunk.pairing.seatings[seating]]
        self._seating = seating
        first, second = chunk.players
        self._name = f"{chunk.game}\n{first}\n{second}\n{deal} {seating}"
        self._turn = 0

    def played(self) -> Record:
        start = self._chunk.game.start()
        try:
            choosers = [self._seated(seat) for seat in range(len(self._players))]
            return play(start, self._choice(choosers), self._chunk.seed, self._deal)
        except Exception as error:
            raise SuitwiseError(f"{self._where()}: {_reason(error)}") from error

    def _seated(self, seat: int) -> Chooser:
        self._turn = seat
        return self._players[seat].seated(as_seed(self._chunk.seed) ^ _PLAYERS, self._stream(seat))

    def _stream(self, seat: int) -> int:
        name = f"{self._name} {seat}".encode()
        return int.from_bytes(hashlib.blake2b(name, digest_size=7).digest(), "little")

    def _choice(self, choosers: list[Chooser]) -> Chooser:
        def choose(state: State[Any]) -> Any:
            self._turn = state.turn
            return choosers[state.turn](state)

        return choose

    def _where(self) -> str:
        return (
            f"{self._players[self._turn]} in seat {self._turn} failed at {self._chunk.game}, "
            f"deal {self._deal}, seating {self._seating}"
        )


def _reason(error: Exception) -> str:
    """Return what went wrong in one line."""
    text = " ".join(str(error).split())[:_LONGEST_REASON]
    return text if isinstance(error, SuitwiseError) and text else f"{type(error).__name__}: {text}"
