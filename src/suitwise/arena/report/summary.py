"""The standings of a run: for each match every two players and the ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from suitwise.arena.config import Match, Stop
from suitwise.arena.entrants.limits import FORFEIT, Limit
from suitwise.arena.plan import pairings
from suitwise.arena.planned import read_plan
from suitwise.arena.results import read_deals
from suitwise.arena.statistics.ratings import ANCHOR, Rating, ratings
from suitwise.arena.statistics.samples import Paired, Sample, paired, sample_of
from suitwise.catalogue import Entry, find
from suitwise.game import Game


def unit_of(game: Game[Any]) -> str:
    """Return what a game's returns are counted in.

    >>> from suitwise.game import load
    >>> [unit_of(load(game)) for game in ("texas42(match=hand)", "texas42", "stacks")]
    ['marks', '1 for a win, -1 for a loss', '1 for a win, 0 for a loss']
    """
    facts = game.facts
    if facts.highest_return == 1 and facts.lowest_return in (-1, 0):
        return f"1 for a win, {facts.lowest_return:.0f} for a loss"
    return (find(game.name) or Entry("", "")).unit


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a match and how they did.

    Args:
        first: the first player's text.
        second: the second's.
        paired: how the first did against the second; None where no deal is done.

    >>> from suitwise.arena.statistics.samples import Sample, paired
    >>> pair = Pair("greedy", "rules", paired([Sample(3.0, 1.0), Sample(-1.0, 0.0)]))
    >>> pair.paired.wins, pair.as_json()["mean"]
    (1, 1.0)
    """

    first: str
    second: str
    paired: Paired | None

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        told: dict[str, object] = {"deals": 0} if self.paired is None else self.paired.as_json()
        return {"first": self.first, "second": self.second} | told


@dataclass(frozen=True, slots=True)
class MatchStandings:
    """What came of a match.

    Args:
        game: the variant's text.
        unit: what its returns are counted in.
        deals: how many deals two players play at most.
        stop: when fewer are enough; their intervals are then a bit too narrow (``needs_more``).
        pairs: every two players, in the order of the plan.
        ratings: who has played, the highest rating first.
        limit: how long a move might take.
        late: for each player, where there is a limit, how many of its moves came too late.
        faults: for each player that failed, at how many of its moves, and how many games it forfeited
            so.
        on_fault: what was done there.
        retried: for each player that had to be asked again, how many moves it made only then.

    >>> found = MatchStandings("gin", "points", 5, None, (Pair("greedy", "rules", None),), ())
    >>> found.as_json()["pairs"]
    [{'first': 'greedy', 'second': 'rules', 'deals': 0}]
    """

    game: str
    unit: str
    deals: int
    stop: Stop | None
    pairs: tuple[Pair, ...]
    ratings: tuple[Rating, ...]
    limit: Limit | None = None
    late: tuple[tuple[str, int], ...] = ()
    faults: tuple[tuple[str, int, int], ...] = ()
    on_fault: str = FORFEIT
    retried: tuple[tuple[str, int], ...] = ()

    @property
    def zero(self) -> str:
        """The player whose rating is 0, or ``mean``."""
        return ANCHOR if any(one.player == ANCHOR for one in self.ratings) else "mean"

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        stop = None if self.stop is None else asdict(self.stop)
        tables = {name: [one.as_json() for one in getattr(self, name)] for name in _TABLES}
        limit = None if self.limit is None else asdict(self.limit) | {"late": dict(self.late)}
        faults = {who: {"moves": moves, "forfeits": lost} for who, moves, lost in self.faults}
        counted = {"faults": faults, "retried": dict(self.retried)}
        plain = _fields_of(self) | {"stop": stop, "limit": limit} | counted | tables
        del plain["late"]
        return plain


_TABLES = ("pairs", "ratings")


def _fields_of(told: object) -> dict[str, object]:
    """Return the fields of a dataclass with slots by their names."""
    return {name: getattr(told, name) for name in told.__slots__}  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Standings:
    """What came of a run, and what is needed to run it again.

    Args:
        name: the name of the config.
        seed: its seed.
        suitwise: the version of the package that played.
        machine: the machine and the versions with which the run was begun.
        deals: how many whole deals were played, all pairs together.
        games: in how many games.
        matches: the matches.

    >>> found = Standings("demo", 7, "1.0", "a machine", deals=20, games=40, matches=())
    >>> found.deals, found.as_json()["games"]
    (20, 40)
    """

    name: str
    seed: int
    suitwise: str
    machine: str
    deals: int
    games: int
    matches: tuple[MatchStandings, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as plain data, ready for JSON; an interval without an end has null there."""
        return _fields_of(self) | {"matches": [match.as_json() for match in self.matches]}


def standings(folder: Path) -> Standings:
    """Read a folder of results and work out the standings.

    Raises:
        NotationError: the folder holds no results, or a line of them is not the plan's next game.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 40}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     found = standings(Path(name)).matches[0]
    >>> print(found.pairs[0].paired)
    -0.03 ± 0.05 on 40 deals
    >>> [str(rating) for rating in found.ratings]
    ['solver +8 [-98, +115]', 'random +0 [+0, +0]']
    """
    plan = read_plan(folder)
    config = plan.config
    met: list[dict[tuple[int, int], list[Sample]]] = [{} for _ in config.matches]
    for one in pairings(config):
        met[one.match][one.players] = []
    games = 0
    late, faults, lost, retried = ([Counter[int]() for _ in config.matches] for _ in range(4))
    for deal in read_deals(folder, config):
        for game in deal:
            _count(late[game.match], game.seats, game.late)
            _count(faults[game.match], game.seats, game.faults)
            _count(retried[game.match], game.seats, game.retried)
            if game.forfeited is not None:
                lost[game.match][game.seats[game.forfeited]] += 1
        met[deal[0].match][deal[0].pairing].append(sample_of(deal))
        games += len(deal)
    matches = tuple(map(_match_standings, config.matches, met, late, faults, lost, retried))
    deals = sum(len(samples) for pairs in met for samples in pairs.values())
    return Standings(config.name, config.seed, plan.suitwise, plan.machine, deals, games, matches)


def _count(counted: Counter[int], seats: Sequence[int], told: Sequence[Sequence[int]]) -> None:
    """Count decisions that are told of by seat, for the players in these seats."""
    for player, numbers in zip(seats, told, strict=False):
        counted[player] += len(numbers)


def _match_standings(
    match: Match,
    met: dict[tuple[int, int], list[Sample]],
    late: Counter[int],
    faults: Counter[int],
    lost: Counter[int],
    retried: Counter[int],
) -> MatchStandings:
    count = len(match.players)
    won = [[0.0] * count for _ in range(count)]
    pairs = []
    for (first, second), samples in met.items():
        duel = paired(samples) if samples else None
        pairs.append(Pair(match.players[first], match.players[second], duel))
        if duel is not None:
            won[first][second], won[second][first] = duel.score, duel.deals - duel.score
    rated = sorted(ratings(match.players, won), key=lambda one: -one.rating)
    unit = unit_of(match.variant)
    told = match.game, unit, match.deals, match.stop, tuple(pairs), tuple(rated), match.limit
    counts = ((player, late[place]) for place, player in enumerate(match.players))
    failed = ((match.players[one], faults[one], lost[one]) for one in sorted(+faults))
    again = ((match.players[one], retried[one]) for one in sorted(+retried))
    faulty = tuple(failed), match.on_fault, tuple(again)
    return MatchStandings(*told, tuple(counts) if match.limit else (), *faulty)
