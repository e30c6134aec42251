"""``results.jsonl`` read and held against the plan: only what is planned comes out, deal by deal.

Whoever reads results reads them here, so that a file that was spoilt or made by somebody else is refused
with its line wherever it is used. A sample of the games is played again from their records
(``replays``), all of them where that is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TypeAlias

from suitwise.arena.config import Config, Match
from suitwise.arena.entrants.limits import FORFEIT, STOP
from suitwise.arena.entrants.seats import forfeit_returns
from suitwise.arena.plan import Course, Pairing, pairings
from suitwise.arena.replays import is_sampled, require_played
from suitwise.arena.result import MOST_LINE, Result
from suitwise.arena.statistics.samples import sample_of
from suitwise.errors import NotationError, SuitwiseError

RESULTS = "results.jsonl"
_SHOWN = 60


def read_deals(
    folder: Path, config: Config, *, replayed: bool = False
) -> Iterator[tuple[Result, ...]]:
    """Yield the deals of a folder, in order, each with its games; one at the end that lacks some is not.

    Every line is held against the plan: it is the next game, the players sit where they should, and
    each return is one that the game can give. A sample of the games is played again.

    Args:
        folder: the folder of results.
        config: the config of that folder.
        replayed: whether all games are played again.

    Raises:
        NotationError: a line is not the plan's next game, or its record does not bear it out; it names
            the file and the line.
        OSError: the file can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     deals = list(read_deals(Path(name), Config.from_json({"match": [match]})))
    >>> [(deal[0].deal, len(deal)) for deal in deals]
    [(0, 2), (1, 2)]
    """
    for deal, _ in deals_of(folder / RESULTS, config, Course(config), replayed=replayed):
        yield deal


def deals_of(
    path: Path, config: Config, course: Course, *, replayed: bool = False
) -> Iterator[tuple[tuple[Result, ...], int]]:
    """Yield the whole deals of a file as ``read_deals`` does, each with where it ends.

    Args:
        path: the file of results.
        config: the matches to be played.
        course: at its beginning; it advances past every deal before that deal is yielded.
        replayed: whether all games are played again, not only a sample.

    Raises:
        NotationError: a line is not the plan's next game, or its record does not bear it out; it names
            the file and the line.
        OSError: the file can't be read.
    """
    deal: list[Result] = []
    end, games = 0, games_in(path)
    for number, line in _lines(path):
        end += len(line)
        with _named(path, number):
            pairing = course.pairing
            if pairing is None:
                raise NotationError("there are more games than are planned")
            result = _result_of(line)
            _require_planned(result, pairing, course.deal, len(deal), config)
            if replayed or is_sampled(number - 1, games, config.seed):
                require_played(result, config.matches[pairing.match].variant, config.seed)
        deal.append(result)
        if len(deal) == len(pairing.seatings):
            course.advance(sample_of(deal).margin if pairing.stop else None)
            yield tuple(deal), end
            deal = []


def read_game(folder: Path, config: Config, number: int) -> Result:
    """Return one game of a folder, held against the plan; the lines before it are only counted.

    Args:
        folder: the folder of results.
        config: the config of that folder.
        number: the number of the game, from 0.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the line is no game of the plan; it names the file and the line.
        OSError: the file can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 2}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name), workers=1)
    ...     result = read_game(Path(name), Config.from_json({"match": [match]}), number=3)
    >>> result.deal, result.seating, result.seats
    (1, 1, (1,))
    """
    path = folder / RESULTS
    at = 0
    for at, line in _lines(path):
        if at == number + 1:
            with _named(path, at):
                result = _result_of(line)
                _require_planned(
                    result, _pairing_of(result, config), result.deal, result.seating, config
                )
            return result
    raise SuitwiseError(f"there is no game {number} in {folder}: it holds {at}, numbered from 0")


def games_in(path: Path) -> int:
    """Return how many games a file of results holds, those of a deal that lacks some included.

    Raises:
        NotationError: a line has no end; it names the file and the line.
        OSError: the file can't be read.
    """
    return sum(1 for _ in _lines(path))


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines and their numbers, from 1; a last one that is torn is left out."""
    with open(path, "rb") as file:
        for number in count(1):
            line = file.readline(MOST_LINE)
            if not line.endswith(b"\n"):
                if len(line) == MOST_LINE:
                    raise NotationError(
                        f"{path}:{number}: this line has {MOST_LINE:,} bytes or more"
                    )
                return
            yield number, line


def _result_of(line: bytes) -> Result:
    try:
        return Result.from_json(json.loads(line))
    except NotationError:
        raise
    except (ValueError, RecursionError):
        raise NotationError(f"{ascii(line[:_SHOWN])[2:-1]} is no result") from None


@contextmanager
def _named(path: Path, number: int) -> Iterator[None]:
    """Let a fault in a line name the file and the line."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"{path}:{number}: {error.reason}") from None


# --- Held against the plan ------------------------------------------------------------------------


def _pairing_of(result: Result, config: Config) -> Pairing:
    """Return who meets in a game, wherever in the plan that is.

    Raises:
        NotationError: no two such players meet, or not so often.
    """
    for pairing in pairings(config):
        meets = (pairing.match, pairing.players) == (result.match, result.pairing)
        if (
            meets
            and pairing.first <= result.deal < pairing.deals
            and result.seating < len(pairing.seatings)
        ):
            return pairing
    raise NotationError(f"no game is planned as {_told(_place(result), result.seats)}")


def _require_planned(
    found: Result, pairing: Pairing, deal: int, seating: int, config: Config
) -> None:
    """Refuse a game that is another than the one that is planned.

    Args:
        found: the game.
        pairing: who should meet.
        deal: which deal it should be.
        seating: which seating.
        config: the matches to be played.

    Raises:
        NotationError: it is another, or a return is out of the range of the game.
    """
    match = config.matches[pairing.match]
    place = pairing.match, pairing.players, deal, seating
    seats = pairing.seatings[seating]
    wanted = *place, seats, match.game
    if wanted != (*_place(found), found.seats, found.record.game):
        raise NotationError(
            f"this is not the game planned here, {_told(place, seats)}, but "
            f"{_told(_place(found), found.seats)} at {found.record.game[:_SHOWN]}"
        )
    if found.late and match.limit is None:
        raise NotationError("a move was late, and the match has no limit")
    facts = match.variant.facts
    _require_forfeited(found, match)
    low, high = facts.lowest_return, facts.highest_return
    if not all(low <= one <= high for one in found.returns):
        raise NotationError(f"what a seat gets at {match.game} is from {low:g} to {high:g}")


def _require_forfeited(found: Result, match: Match) -> None:
    """Refuse faults where the match stops at one, and a forfeit that is none of the match."""
    if found.faults and match.on_fault == STOP:
        raise NotationError("a player failed, and the match stops there")
    if not match.retries and any(numbers > (0,) for numbers in found.retried):
        raise NotationError("a player was asked again, and the match asks once")
    seat = found.forfeited
    if seat is None:
        return
    if match.on_fault != FORFEIT or not found.faults or not found.faults[seat]:
        raise NotationError(f"seat {seat} forfeits, and nothing in the match says so")
    if found.returns != (due := forfeit_returns(match.variant.facts, seat)):
        raise NotationError(f"where seat {seat} forfeits the seats get {due}, not {found.returns}")


_Place: TypeAlias = tuple[int, tuple[int, int], int, int]


def _place(result: Result) -> _Place:
    return result.match, result.pairing, result.deal, result.seating


def _told(place: _Place, seats: tuple[int, ...]) -> str:
    match, (first, second), deal, seating = place
    told = f"match {match}, players {first} and {second}, deal {deal}, seating {seating}, seats"
    return " ".join([told, *map(str, seats)])[: 2 * _SHOWN]
