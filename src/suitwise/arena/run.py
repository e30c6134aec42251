"""Plays the games of a config, or continues where it was interrupted, with any number of workers."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from suitwise.arena.config import Config, Course, Match, Pairing, pairings
from suitwise.arena.report import Standings, standings
from suitwise.arena.results import MOST_LINE, Result
from suitwise.arena.seats import (
    Faults,
    Sitting,
    forfeit_returns,
    players_seed,
    reason_of,
    warn_once,
)
from suitwise.arena.statistics import Paired, Times, sample_of
from suitwise.arena.store import Store
from suitwise.arena.workers import in_order, require_workers
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import Game, Record
from suitwise.players.named import Named
from suitwise.stepping.records import policies_of, whole_of

# --- Playing chunks of games ----------------------------------------------------------------------
#
# Chance depends only on the config's seed and the number of the deal, so a deal has the same cards in
# all pairings and seatings. In a match of several hands that holds for the first hand: a later one
# continues the random stream, which may have advanced differently, as at gin, where players draw more or
# fewer cards. Each player has a random stream of its own, named by the game, the two players, the deal,
# the seating and the seat, so it does not depend on the other players of the match.

LEAST_GAMES = 4000
"""The number of games of a pair from which compiling pays."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some consecutive deals of two players, the unit of work of a process.

    Args:
        pairing: the pairing.
        game: the game.
        players: the two players.
        seed: 64-bit seed of the config.
        first: the first deal.
        count: the number of deals.
        timed: whether decisions with a choice are timed.
        limit: the seconds after which a move is late, and the player that replaces it; None for none.
        faults: the policy for players that fail.
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
    """The result of a chunk.

    Args:
        pairing: the pairing.
        deals: the lines for the results file of each deal, and its margin if there is a stop.
        fault: the reason why the next deal could not be played; None if all were.
        seconds: the time taken.
        times: the decision times of each player, if timed.
        failed: the first fault of each player that failed without stopping the run.
    """

    pairing: Pairing
    deals: tuple[tuple[bytes, float | None], ...]
    fault: str | None
    seconds: float
    times: tuple[Times, Times]
    failed: Mapping[str, str] = field(default_factory=dict)


def play_chunk(chunk: Chunk) -> Played:
    """Play the deals of a chunk, each in all seatings, up to a fault that stops the run."""
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
    """Play the deals on compiled records, if the players are compiled policies and compiling pays."""
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
        chunk: the chunk.
        deal: the number of the deal.
        times: receives the decision times of each player, if timed.
        failed: receives the first fault of each player that failed without stopping the run.

    Raises:
        SuitwiseError: a player failed and that stops the run, or the game itself failed; the text names
            the player, the game and the deal.
    """
    pairing = chunk.pairing
    for seating, seats in enumerate(pairing.seatings):
        table = _Table(chunk, deal, seating)
        record, sitting = table.played(), table.sitting
        if times is not None:
            table.tell(times)
        if failed is not None:
            table.tell_faults(failed)
        place = pairing.match, pairing.players, deal, seating
        late, faults, retried = map(_unless_empty, (sitting.late, sitting.faults, sitting.retried))
        kinds = tuple(map(tuple, sitting.kinds)) if faults else ()
        spent = tuple(sitting.spent) if any(sitting.spent) else ()
        told = late, faults, sitting.forfeited, retried
        returns = table.returns(record)
        yield Result(*place, seats, returns, record, *told, kinds=kinds, spent=spent)


def streams_of(chunk: Chunk, deal: int, seating: int) -> list[int]:
    """Return the random stream of each seat's player in a game."""
    first, second = chunk.players
    name = f"{chunk.game}\n{first}\n{second}\n{deal} {seating} ".encode()
    seats = range(len(chunk.pairing.seatings[seating]))
    hashes = (hashlib.blake2b(name + b"%d" % seat, digest_size=7).digest() for seat in seats)
    return [int.from_bytes(one, "little") for one in hashes]


class _Table:
    """One game of a chunk."""

    def __init__(self, chunk: Chunk, deal: int, seating: int) -> None:
        self._chunk, self._deal, self._seating = chunk, deal, seating
        self._where = f"deal {deal}, seating {seating}"
        whose = dict(zip(chunk.pairing.players, chunk.players, strict=True))
        players = [whose[one] for one in chunk.pairing.seatings[seating]]
        streams = streams_of(chunk, deal, seating)
        seed = players_seed(chunk.seed, "players")
        self.sitting = Sitting(
            players, seed, streams, timed=chunk.timed, limit=chunk.limit, faults=chunk.faults
        )

    def played(self) -> Record:
        start = self._chunk.game.start()
        try:
            return self.sitting.played(start, self._chunk.seed, self._deal)
        except Exception as error:
            raise SuitwiseError(f"{self._whose(error)}: {reason_of(error, placed=True)}") from error

    def returns(self, record: Record) -> tuple[float, ...]:
        """Return the returns of the game, whether it was played out or forfeited."""
        seat = self.sitting.forfeited
        return record.returns if seat is None else forfeit_returns(self._chunk.game.facts, seat)

    def tell_faults(self, failed: dict[str, str]) -> None:
        """Add the first fault of each player that has none in ``failed``."""
        for seat, error in self.sitting.reasons.items():
            why = f"{self._failed(seat)}: {reason_of(error, placed=True)}"
            failed.setdefault(str(self.sitting.players[seat]), why)

    def tell(self, times: tuple[Times, Times]) -> None:
        """Add the decision times of the game."""
        seats = self._chunk.pairing.seatings[self._seating]
        for player, seconds in zip(seats, self.sitting.seconds, strict=True):
            times[self._chunk.pairing.players.index(player)].extend(seconds)

    def _whose(self, error: Exception) -> str:
        """Return a description of the culprit: the player that chose a move, or else the game."""
        game, seat = self._chunk.game, self.sitting.seat
        if seat is None:
            return f"{game} failed at {self._where}"
        if self.sitting.thinks or isinstance(error, IllegalMove):
            return self._failed(seat)
        player = f"{self.sitting.players[seat]} in seat {seat}"
        return f"{game} failed at {self._where}, after a move of {player}"

    def _failed(self, seat: int) -> str:
        player = f"{self.sitting.players[seat]} in seat {seat}"
        return f"{player} failed at {self._chunk.game}, {self._where}"


def _unless_empty(numbers: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, numbers)) if any(numbers) else ()


# --- Running a config -----------------------------------------------------------------------------

CHUNK_S = 0.25
"""The target time of a chunk: short, so that little is lost, but long against the overhead."""
_MOST_DEALS = 1024


def run(
    config: Config,
    folder: Path,
    workers: int = 1,
    *,
    cluster: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
    goes_on: Callable[[Played], bool] | None = None,
) -> Standings:
    """Play all games of a config that a folder does not hold yet.

    After an interruption the same call continues. The results file is the same to the byte for any
    number of workers, on a cluster, and after any interruption.

    Args:
        config: the config.
        folder: the folder of the results; it need not exist.
        workers: the number of processes, 1 to 1,024.
        cluster: whether to use Ray (extra ``cluster``): all processors of the Ray that this program has
            connected to or that ``RAY_ADDRESS`` names, or else ``workers`` of a Ray started for the run.
        progress: called with the numbers of games done and planned, whenever games are done.
        goes_on: called with the result of each chunk, with its times, once it is stored. If it returns
            False, the run ends there; the same call continues it.

    Returns:
        The standings.

    Raises:
        SuitwiseError: a player failed and its match stops at that, several workers died, the folder
            holds something else, or there are too many workers.
        OSError: the folder can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 5}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     (Path(name) / "results.jsonl").read_text().count("\\n")
    10
    """
    require_workers(workers)
    with Store(folder, config) as store:
        course = store.course
        progress(course.done, course.total)
        pace, warned = _Pace(), set[str]()
        chunks = _chunks(config, course, pace, timed=goes_on is not None)
        with closing(_in_order(chunks, workers, cluster)) as results:
            for played in results:
                pace.note(played)
                warn_once(played.failed, warned)
                _keep(played, store)
                progress(course.done, course.total)
                is_told_to_end = goes_on is not None and not goes_on(played)
                if is_told_to_end or course.pairing is None:
                    break  # the chunks in progress are not needed
    return standings(folder)


def met(
    player: str, others: Sequence[str], game: str, deals: int, seed: int = 0, workers: int = 1
) -> dict[str, Paired]:
    """Let a player meet others, each on the same deals in all seatings; no results are stored.

    Args:
        player: the text of the player.
        others: the texts of its opponents.
        game: the variant.
        deals: the number of deals against each opponent.
        seed: 64-bit seed of the deals.
        workers: the number of processes.

    Returns:
        The player's margin over each opponent.

    Raises:
        NotationError: there is no such game or player.
        SuitwiseError: a player failed, or there are no deals.

    >>> for other, margin in met("rules", ["random"], "texas42(match=hand)", deals=10).items():
    ...     print(f"rules against {other}: {margin}")
    rules against random: +1.00 ± 0.24 on 10 deals
    """
    matches = tuple(Match(game, (player, other), deals, on_fault="stop") for other in others)
    with TemporaryDirectory() as folder:
        found = run(Config("met", seed, matches), Path(folder), workers)
    margins = (match.pairs[0].paired for match in found.matches)
    return {other: margin for other, margin in zip(others, margins, strict=True) if margin}


def _in_order(
    chunks: Iterator[Chunk], workers: int, cluster: bool
) -> Generator[Played, None, None]:
    if not cluster:
        return in_order(play_chunk, chunks, workers, _unplayed)
    from suitwise.arena.workers import in_order_on_cluster

    return in_order_on_cluster(play_chunk, chunks, workers, _unplayed)


def _unplayed(chunk: Chunk, reason: str) -> Played:
    """Return the result of a chunk that failed in its process; it counts only if the chunk is needed."""
    return Played(chunk.pairing, (), reason, 0.0, (Times(), Times()))


def _keep(played: Played, store: Store) -> None:
    """Store the deals of a chunk, up to the last one that its pairing needs.

    Raises:
        SuitwiseError: a needed deal could not be played.
    """
    for lines, margin in played.deals:
        if store.course.is_past(played.pairing):
            return
        store.add(lines, margin)
    if played.fault is not None and not store.course.is_past(played.pairing):
        raise SuitwiseError(played.fault)


def _chunks(config: Config, course: Course, pace: _Pace, *, timed: bool) -> Iterator[Chunk]:
    """Yield the chunks that are left to be played; if there is a stop, the last may be superfluous."""
    now, deal = course.pairing, course.deal
    for pairing in pairings(config):
        if now is None or pairing.number < now.number:
            continue
        match = config.matches[pairing.match]
        first, second = (match.named[one] for one in pairing.players)
        players = first, second
        then = match.stand_in
        limit = (match.limit.seconds, then) if match.limit and then else None
        deal = max(deal, pairing.first)
        while deal < pairing.deals and not course.is_past(pairing):
            count = min(pace.deals(pairing), pairing.deals - deal)
            chunk = pairing, match.variant, players, config.seed, deal, count, timed, limit
            yield Chunk(*chunk, match.faults)
            deal += count
        deal = 0


class _Pace:
    """Chooses the number of deals in a chunk: few for slow players, many for fast ones."""

    def __init__(self) -> None:
        self._pairing: int | None = None
        self._deals = 1

    def deals(self, pairing: Pairing) -> int:
        """Return the number of deals in the next chunk; one until a chunk of the pairing is done."""
        return self._deals if self._pairing == pairing.number else 1

    def note(self, played: Played) -> None:
        """Learn from the time of a chunk; chunks grow by a factor of eight at most."""
        count = max(1, len(played.deals))
        fitting = count * CHUNK_S / max(played.seconds, 1e-6)
        self._pairing = played.pairing.number
        self._deals = int(max(1, min(fitting, 8 * count, _MOST_DEALS)))
