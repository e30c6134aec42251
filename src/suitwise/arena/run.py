"""A config played from its beginning or from where it was left, by any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from suitwise.arena.chunks import Chunk, Played, play_chunk
from suitwise.arena.config import Config, Match
from suitwise.arena.entrants.seats import warn_once
from suitwise.arena.plan import Course, Pairing, pairings
from suitwise.arena.report.summary import Standings, standings
from suitwise.arena.statistics.samples import Paired
from suitwise.arena.statistics.times import Times
from suitwise.arena.store import Store
from suitwise.arena.workers import pool
from suitwise.errors import SuitwiseError

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
    pool.require_workers(workers)
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
        return pool.in_order(play_chunk, chunks, workers, _unplayed)
    from suitwise.arena.workers.cluster import in_order

    return in_order(play_chunk, chunks, workers, _unplayed)


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
