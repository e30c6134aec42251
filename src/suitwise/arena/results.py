"""Reads and validates ``results.jsonl``, which holds a game of a run in each line.

All readers of results go through this module, so a damaged or foreign file is refused everywhere, with
the number of the line. Each game is compared with the plan of the run. A sample of the games, or all on
request, is replayed from the records.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

from suitwise.arena.config import Config, Course, Match, Pairing, pairings
from suitwise.arena.seats import FORFEIT, KINDS, STOP, Spent, forfeit_returns, players_seed
from suitwise.arena.statistics import sample_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw
from suitwise.seeds import below

# --- Results --------------------------------------------------------------------------------------

_KEYS = ("match", "pairing", "deal", "seating", "seats", "returns", "game", "start", "moves")
_LATE, _FAULTS, _RETRIED, _FORFEIT = "late", "faults", "retried", "forfeit"
_NUMBERED = (_LATE, _FAULTS, _RETRIED)
_FAULT_KINDS, _SPENT = "kinds", "spent"
_OPTIONAL = {*_NUMBERED, _FORFEIT, _FAULT_KINDS, _SPENT}
MOST_LINE = 1 << 24
"""The maximum bytes of a line: a game of about two million moves."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game of a run with its result.

    Args:
        match: the index of the match.
        pairing: the two players, by their index in the match.
        deal: the number of the deal, from 0.
        seating: the number of the seating, from 0.
        seats: the player of each seat, by index in the match.
        returns: the return of each seat.
        record: the record of the game.
        late: for each seat the numbers, from 0, of its decisions that were late and replaced
            (``seats.Limit``); empty if there were none.
        faults: for each seat the numbers of its decisions at which it failed (``Match.on_fault``); empty
            if there were none.
        forfeited: the seat that forfeited the game, or None. The record of a forfeited game ends before
            the end of the game, with the returns of that state.
        retried: for each seat the numbers of its decisions that it made only when asked again; empty if
            there were none.
        kinds: for each seat the kinds of its faults, in the order of ``faults``; empty if there were
            none, and in results of versions that did not tell them.
        spent: for each seat what its player has spent, or None where it does not say; empty if none
            does.

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
    late: tuple[tuple[int, ...], ...] = ()
    faults: tuple[tuple[int, ...], ...] = ()
    forfeited: int | None = None
    retried: tuple[tuple[int, ...], ...] = ()
    kinds: tuple[tuple[str, ...], ...] = ()
    spent: tuple[Spent | None, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data, as in a line of ``results.jsonl``."""
        record = self.record
        place = self.match, list(self.pairing), self.deal, self.seating, list(self.seats)
        game = list(self.returns), record.game, record.start, list(record.moves)
        plain = dict(zip(_KEYS, (*place, *game), strict=True))
        for name in _NUMBERED:
            numbers: tuple[tuple[int, ...], ...] = getattr(self, name)
            plain |= {name: list(map(list, numbers))} if numbers else {}
        plain |= {_FAULT_KINDS: list(map(list, self.kinds))} if self.kinds else {}
        spent = [one and one.as_json() for one in self.spent]
        plain |= {_SPENT: spent} if spent else {}
        if self.forfeited is None:
            return plain
        return plain | {_FORFEIT: {"seat": self.forfeited, "stood": list(record.returns)}}

    @property
    def line(self) -> bytes:
        """The line of ``results.jsonl``."""
        return json.dumps(self.as_json(), separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_json(cls, plain: object) -> Result:
        """Read the output of ``as_json`` back from JSON.

        Raises:
            NotationError: it is no result.

        >>> record = Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
        >>> result = Result(0, (0, 1), 5, 1, (1, 0), (1.0, -1.0), record)
        >>> Result.from_json(result.as_json()) == result
        True
        """
        if not (isinstance(plain, dict) and {*_KEYS} <= {*plain} <= {*_KEYS, *_OPTIONAL}):
            raise NotationError(f"a result is an object with {', '.join(_KEYS)}")
        game = {name: plain[name] for name in ("game", "start", "moves", "returns")}
        record = Record.from_json(game)
        returns, forfeited = record.returns, None
        if _FORFEIT in plain:
            forfeited, record = _read_forfeit(plain[_FORFEIT], game)
        if not "".join((record.game, record.start, *record.moves)).isprintable():
            raise NotationError("a result's texts are printable")
        for name in ("match", "deal", "seating"):
            _require_whole(name, [plain[name]])
        for name in ("pairing", "seats"):
            _require_whole(name, plain[name])
        if len(plain["pairing"]) != 2 or len(plain["seats"]) != len(record.returns):
            raise NotationError("a result has two players, and a player and a return a seat")
        first, second = plain["pairing"]
        place = plain["match"], (first, second), plain["deal"], plain["seating"]
        late, faults, retried = (
            _read_numbers(name, plain[name], record) if name in plain else () for name in _NUMBERED
        )
        kinds = _read_kinds(plain[_FAULT_KINDS], faults) if _FAULT_KINDS in plain else ()
        spent = _read_spent(plain[_SPENT], len(returns)) if _SPENT in plain else ()
        seats = tuple(plain["seats"])
        told = late, faults, forfeited, retried
        return cls(*place, seats, returns, record, *told, kinds=kinds, spent=spent)


def _require_whole(name: str, values: object) -> None:
    if not (isinstance(values, list) and all(type(one) is int and one >= 0 for one in values)):
        raise NotationError(f"the {name} of a result is in whole numbers from 0")


def _read_numbers(name: str, plain: object, record: Record) -> tuple[tuple[int, ...], ...]:
    if not isinstance(plain, list) or len(plain) != len(record.returns) or not any(plain):
        raise NotationError(f"{name} tells for each seat which of its decisions were")
    for numbers in plain:
        _require_whole(name, numbers)
        if numbers != sorted({*numbers}) or numbers[-1:] > [len(record.moves)]:
            raise NotationError(
                f"the decisions of {name} are told once each, in order, as far as there are"
            )
    return tuple(map(tuple, plain))


def _read_kinds(plain: object, faults: tuple[tuple[int, ...], ...]) -> tuple[tuple[str, ...], ...]:
    if not isinstance(plain, list) or not all(isinstance(kinds, list) for kinds in plain):
        raise NotationError(f"{_FAULT_KINDS} is a list for each seat")
    if list(map(len, plain)) != list(map(len, faults)):
        raise NotationError(f"{_FAULT_KINDS} tells one for each of the faults")
    if not all(isinstance(kind, str) and kind in KINDS for kinds in plain for kind in kinds):
        raise NotationError(f"a fault is one of {', '.join(KINDS)}")
    return tuple(map(tuple, plain))


def _read_spent(plain: object, seats: int) -> tuple[Spent | None, ...]:
    if not isinstance(plain, list) or len(plain) != seats or not any(plain):
        raise NotationError(f"{_SPENT} tells for each seat what it has spent, or null")
    return tuple(None if one is None else _read_spent_of_seat(one) for one in plain)


def _read_spent_of_seat(plain: object) -> Spent:
    if not isinstance(plain, dict) or {*plain} - {"seconds"} != {"calls", "refused"}:
        raise NotationError("what a seat has spent is told as calls, refused and seconds")
    calls, refused, seconds = plain["calls"], plain["refused"], plain.get("seconds", 0.0)
    _require_whole(_SPENT, [calls, refused])
    if refused > calls:
        raise NotationError("no more answers are refused than a seat was asked for")
    if not (type(seconds) is float and isfinite(seconds) and seconds >= 0):
        raise NotationError("the seconds that a seat has spent are a number from 0.0")
    return Spent(calls, refused, plain.get("seconds"))


def _read_forfeit(plain: object, game: dict[str, Any]) -> tuple[int, Record]:
    """Return the seat that forfeited a game, and the record up to there."""
    if not (isinstance(plain, dict) and [*plain] == ["seat", "stood"]):
        raise NotationError("forfeit tells the seat, and what the seats had got by then")
    record, seat = Record.from_json(game | {"returns": plain["stood"]}), plain["seat"]
    if not (type(seat) is int and 0 <= seat < len(game["returns"]) == len(record.returns)):
        raise NotationError("a seat that forfeits is one of the game")
    return seat, record


# --- Replaying games to check them ----------------------------------------------------------------
#
# The plan determines who plays what and the range of the returns, but not whether the returns were
# really won. So games are replayed from their records: a game must begin at the variant's start, chance
# must draw what the run's seed and the number of the deal give, every move must be legal, and the game
# must end with the stated returns. Whether the players would make the same moves is not checked, since
# their code may not be here.
#
# Reading results replays a sample; ``store.check`` replays all games.

SAMPLE = 100
"""The expected number of replayed games; all, if there are fewer. If 3 % of the games are made up, the
sample misses all of them in one run of 20."""


def is_sampled(number: int, games: int, seed: int) -> bool:
    """Tell whether a game belongs to the random sample that is replayed.

    Args:
        number: the number of the game, from 0.
        games: the number of all games.
        seed: the 64-bit seed of the run.

    >>> sum(is_sampled(number, 10_000, seed=1) for number in range(10_000))
    95
    >>> all(is_sampled(number, SAMPLE, seed=1) for number in range(SAMPLE))
    True
    """
    return below(games, players_seed(seed, "check"), number, 0)[0] < SAMPLE


def require_played(result: Result, game: Game[Any], seed: int) -> None:
    """Refuse a result that a replay of its record does not confirm.

    Args:
        result: the result, which was compared with the plan already.
        game: the variant.
        seed: the 64-bit seed of the run.

    Raises:
        NotationError: the game begins or ends elsewhere, chance drew something else, a move is illegal,
            or the returns differ.

    >>> from suitwise.game import Record, load
    >>> made_up = Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
    >>> import suitwise.testing
    >>> require_played(Result(0, (0, 1), 0, 0, (0, 1), made_up.returns, made_up), load("kuhn"), seed=5)
    Traceback (most recent call last):
    suitwise.errors.NotationError: move 2: chance drew J, not Q
    """
    record, start = result.record, str(game.start())
    if record.start != start:
        raise NotationError(f"a game of {game} begins as {start}, not as this")
    try:
        *_, last = _dealt(result, seed)
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    if result.forfeited is not None:
        if last.turn != result.forfeited:
            raise NotationError(f"seat {result.forfeited} forfeits out of its turn")
    elif last.turn != OVER:
        raise NotationError(f"the game is not over after {len(record.moves):,} moves")


def _dealt(result: Result, seed: int) -> Iterator[State[Any]]:
    """Replay a record; refuse moves of chance that the seed does not draw."""
    index, moves = 0, result.record.moves
    for number, state in enumerate(result.record.states()):
        if state.turn == CHANCE and number < len(moves):
            drawn, index = draw(state, seed, result.deal, index)
            if str(drawn) != moves[number]:
                told = f"chance drew {drawn}, not {ascii(moves[number][:40])[1:-1]}"
                raise NotationError(f"move {number + 1}: {told}")
        yield state


# --- Reading ``results.jsonl`` --------------------------------------------------------------------

RESULTS = "results.jsonl"
_SHOWN = 60


def read_deals(
    folder: Path, config: Config, *, replayed: bool = False
) -> Iterator[tuple[Result, ...]]:
    """Yield the complete deals of a folder, in order, each with its games.

    Every line must be the next game of the plan, with the right players in the seats and returns in the
    range of the game. A sample of the games is replayed.

    Args:
        folder: the folder of results.
        config: the config of that folder.
        replayed: whether all games are replayed.

    Raises:
        NotationError: a line is not the plan's next game, or a replay does not confirm it; the text
            names the file and the line.
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
    """Yield the complete deals of a file like ``read_deals``, each with the offset of its end.

    Args:
        path: the file of results.
        config: the config of the run.
        course: a new course; it advances past every deal before that deal is yielded.
        replayed: whether all games are replayed, not only a sample.

    Raises:
        NotationError: a line is not the plan's next game, or a replay does not confirm it; the text
            names the file and the line.
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
    """Return one game of a folder, compared with the plan; the lines before it are only counted.

    Args:
        folder: the folder of results.
        config: the config of that folder.
        number: the number of the game, from 0.

    Raises:
        SuitwiseError: there is no such game.
        NotationError: the line is no game of the plan; the text names the file and the line.
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
    count = 0
    for count, line in _lines(path):
        if count == number + 1:
            with _named(path, count):
                result = _result_of(line)
                _require_planned(
                    result, _pairing_of(result, config), result.deal, result.seating, config
                )
            return result
    raise SuitwiseError(f"there is no game {number} in {folder}: it holds {count}, numbered from 0")


def games_in(path: Path) -> int:
    """Count the games in a file of results, those of an incomplete last deal included.

    Raises:
        NotationError: a line is too long; the text names the file and the line.
        OSError: the file can't be read.
    """
    return sum(1 for _ in _lines(path))


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers, from 1; an unterminated last line is left out."""
    with open(path, "rb") as file:
        for number in itertools.count(1):
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
    """Add the file and the line to errors."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"{path}:{number}: {error.reason}") from None


# --- Comparison with the plan ---------------------------------------------------------------------


def _pairing_of(result: Result, config: Config) -> Pairing:
    """Return the pairing of the plan that a game belongs to.

    Raises:
        NotationError: there is none.
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
    result: Result, pairing: Pairing, deal: int, seating: int, config: Config
) -> None:
    """Refuse a result that is not the planned one.

    Args:
        result: the result.
        pairing: the planned pairing.
        deal: the planned deal.
        seating: the planned seating.
        config: the config of the run.

    Raises:
        NotationError: it is another game, or a return is out of range.
    """
    match = config.matches[pairing.match]
    place = pairing.match, pairing.players, deal, seating
    seats = pairing.seatings[seating]
    wanted = *place, seats, match.game
    if wanted != (*_place(result), result.seats, result.record.game):
        raise NotationError(
            f"this is not the game planned here, {_told(place, seats)}, but "
            f"{_told(_place(result), result.seats)} at {result.record.game[:_SHOWN]}"
        )
    if result.late and match.limit is None:
        raise NotationError("a move was late, and the match has no limit")
    facts = match.variant.facts
    _require_forfeited(result, match)
    low, high = facts.lowest_return, facts.highest_return
    if not all(low <= one <= high for one in result.returns):
        raise NotationError(f"what a seat gets at {match.game} is from {low:g} to {high:g}")


def _require_forfeited(result: Result, match: Match) -> None:
    """Refuse faults, retries and forfeits that the match does not allow."""
    if result.faults and match.on_fault == STOP:
        raise NotationError("a player failed, and the match stops there")
    if not match.retries and any(numbers > (0,) for numbers in result.retried):
        raise NotationError("a player was asked again, and the match asks once")
    seat = result.forfeited
    if seat is None:
        return
    if match.on_fault != FORFEIT or not result.faults or not result.faults[seat]:
        raise NotationError(f"seat {seat} forfeits, and nothing in the match says so")
    if result.returns != (due := forfeit_returns(match.variant.facts, seat)):
        raise NotationError(f"where seat {seat} forfeits the seats get {due}, not {result.returns}")


_Place: TypeAlias = tuple[int, tuple[int, int], int, int]


def _place(result: Result) -> _Place:
    return result.match, result.pairing, result.deal, result.seating


def _told(place: _Place, seats: tuple[int, ...]) -> str:
    match, (first, second), deal, seating = place
    told = f"match {match}, players {first} and {second}, deal {deal}, seating {seating}, seats"
    return " ".join([told, *map(str, seats)])[: 2 * _SHOWN]
