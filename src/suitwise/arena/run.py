"""A config played from its beginning or from where it was left, by any number of workers."""

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

# --------------------------------------------------------------------------------------------------
# The games of the plan, played chunk by chunk: their players by seat, their returns, their
# records
#
# Chance is drawn from the config's seed and the number of the deal, so all pairings and seatings of a
# deal meet the same cards. Of a match of several hands that is true of the first: those after it are
# drawn from where the one before ended, and that differs where players drew more cards or fewer, as
# at gin. What a player draws comes from a stream of its own, named by the game, the two players, the
# deal, the seating and the seat: who else is in the match changes nothing.

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


# --- A config played from its beginning or from where it was left, by any number of workers -------

CHUNK_S = 0.25
"""A worker is given deals for about so long: little is lost, and little is said about each."""
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

    The results file is the same to the byte for any number of workers, on a cluster, and after any
    interruption: the same call goes on.

    Args:
        config: the matches to be played.
        folder: where the results are kept; it need not exist.
        workers: how many processes play, 1 to 1,024.
        cluster: whether they are Ray's (extra ``cluster``): all processors of the Ray that this program
            has begun or that ``RAY_ADDRESS`` names, or ``workers`` of a Ray begun here for the run.
        progress: told how many games of how many are there, whenever there are more.
        goes_on: told of some deals and how long they and their decisions took, when they are kept; where
            it says no, the run ends here, and the same call goes on.

    Returns:
        The standings.

    Raises:
        SuitwiseError: a player failed where its match stops at that, workers died again and again, the
            folder holds something else, or there are too many workers.
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
                    break  # the chunks under way are not needed
    return standings(folder)


def met(
    player: str, others: Sequence[str], game: str, deals: int, seed: int = 0, workers: int = 1
) -> dict[str, Paired]:
    """Let a player meet others, each on the same deals from both sides, and keep no results.

    Args:
        player: the player that is measured, by its name and options.
        others: those that it meets.
        game: the variant.
        deals: how many deals it plays against each.
        seed: 64-bit seed of the deals.
        workers: how many processes play.

    Returns:
        For each of the others by how much the player got more.

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
    """Return what came of a chunk that nobody could play: it matters only where it is needed."""
    return Played(chunk.pairing, (), reason, 0.0, (Times(), Times()))


def _keep(played: Played, store: Store) -> None:
    """Keep the deals of a chunk, up to the one that proves to be the last of its pairing.

    Raises:
        SuitwiseError: a player failed at a deal that is needed.
    """
    for lines, margin in played.deals:
        if store.course.is_past(played.pairing):
            return
        store.add(lines, margin)
    if played.fault is not None and not store.course.is_past(played.pairing):
        raise SuitwiseError(played.fault)


def _chunks(config: Config, course: Course, pace: _Pace, *, timed: bool) -> Iterator[Chunk]:
    """Yield the chunks that are left to be played; where there is a stop, a few may prove too many."""
    at, deal = course.pairing, course.deal
    for pairing in pairings(config):
        if at is None or pairing.number < at.number:
            continue
        match = config.matches[pairing.match]
        first, second = (match.named[one] for one in pairing.players)
        players = first, second
        then = match.stand_in
        limit = (match.limit.seconds, then) if match.limit and then else None
        deal = max(deal, pairing.first)
        while deal < pairing.deals and not course.is_past(pairing):
            count = min(pace.deals(pairing), pairing.deals - deal)
            given = pairing, match.variant, players, config.seed, deal, count, timed, limit
            yield Chunk(*given, match.faults)
            deal += count
        deal = 0


class _Pace:
    """How many deals make a chunk: few of slow players, many of quick ones."""

    def __init__(self) -> None:
        self._pairing: int | None = None
        self._deals = 1

    def deals(self, pairing: Pairing) -> int:
        """Return of how many deals the next chunk is made: of one until one has been played."""
        return self._deals if self._pairing == pairing.number else 1

    def note(self, played: Played) -> None:
        """Learn how long the deals of a chunk took; chunks grow eightfold at most."""
        count = max(1, len(played.deals))
        fitting = count * CHUNK_S / max(played.seconds, 1e-6)
        self._pairing = played.pairing.number
        self._deals = int(max(1, min(fitting, 8 * count, _MOST_DEALS)))
