"""Who stands where: for each match every two players and the ratings, as a table, Markdown or JSON.

Only whole deals count, and a report may be made of a run that is under way or was cut short: it says of
how many deals each line is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import floor, isfinite, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from suitwise.arena.config import Match, Stop
from suitwise.arena.plan import pairings
from suitwise.arena.ratings import ANCHOR, Rating, ratings
from suitwise.arena.results import read_deals
from suitwise.arena.statistics import Paired, Sample, paired, sample_of
from suitwise.arena.store import read_plan
from suitwise.benchmarks import table
from suitwise.game import Game

if TYPE_CHECKING:
    from rich.console import Group

_UNITS = {
    "gin": "points",
    "indian13": "points",
    "texas42": "marks",
    "texas42_endgame": "points",
    "tractor": "levels, signed: those that a side rose less those that the other did",
}


def unit_of(game: Game[Any]) -> str:
    """Return what a game's returns are counted in.

    >>> from suitwise.game import load
    >>> [unit_of(load(game)) for game in ("texas42(match=hand)", "texas42", "stacks")]
    ['marks', '1 for a win, -1 for a loss', '1 for a win, 0 for a loss']
    """
    facts = game.facts
    if facts.highest_return == 1 and facts.lowest_return in (-1, 0):
        return f"1 for a win, {facts.lowest_return:.0f} for a loss"
    return _UNITS.get(game.name, "what the game gives")


# --- What came of a run ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a match and how they did.

    Args:
        first: the first player's text.
        second: the second's.
        paired: how the first did against the second; None where no deal is done.

    >>> from suitwise.arena.statistics import Sample, paired
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

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "game": self.game,
            "unit": self.unit,
            "deals": self.deals,
            "stop": None if self.stop is None else asdict(self.stop),
            "pairs": [pair.as_json() for pair in self.pairs],
            "ratings": [rating.as_json() for rating in self.ratings],
        }


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
    >>> print(heading(found))
    demo: 20 deals, 40 games, seed 7; suitwise 1.0, begun on a machine
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
        return {
            "name": self.name,
            "seed": self.seed,
            "suitwise": self.suitwise,
            "machine": self.machine,
            "deals": self.deals,
            "games": self.games,
            "matches": [match.as_json() for match in self.matches],
        }


def standings(folder: Path) -> Standings:
    """Read a folder of results and work out who stands where.

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
    for deal in read_deals(folder, config):
        met[deal[0].match][deal[0].pairing].append(sample_of(deal))
        games += len(deal)
    matches = tuple(map(_match_standings, config.matches, met))
    deals = sum(len(samples) for pairs in met for samples in pairs.values())
    return Standings(config.name, config.seed, plan.suitwise, plan.machine, deals, games, matches)


def _match_standings(match: Match, met: dict[tuple[int, int], list[Sample]]) -> MatchStandings:
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
    return MatchStandings(match.game, unit, match.deals, match.stop, tuple(pairs), tuple(rated))


# --- For people -----------------------------------------------------------------------------------

_PAIRS = ("players", "deals", "margin a game", "won/drawn/lost", "better/worse", "p")
_NOTE = (
    "Margin: what the first player gets more than the second, on the same cards in all seatings, and "
    "the reach of its 95 % interval. Won, drawn, lost: deals by their margin. Better, worse: deals of "
    "which the first won more games than the second, or fewer; p: McNemar's exact test."
)


def heading(found: Standings) -> str:
    """Return what was played, and by what.

    >>> heading(Standings("demo", 7, "1.0", "a machine", 20, 40, ()))
    'demo: 20 deals, 40 games, seed 7; suitwise 1.0, begun on a machine'
    """
    return (
        f"{found.name}: {found.deals:,} deals, {found.games:,} games, seed {found.seed}; "
        f"suitwise {found.suitwise}, begun on {found.machine}"
    )


def markdown(found: Standings) -> str:
    """Return the standings as a section of Markdown.

    >>> print(markdown(Standings("demo", 7, "1.0", "a machine", 0, 0, ())).splitlines()[0])
    demo: 0 deals, 0 games, seed 7; suitwise 1.0, begun on a machine
    """
    parts = [heading(found), _NOTE]
    for match in found.matches:
        parts.append(f"**{_plain(match.game)}** ({_conditions(match)})")
        for head, rows in _tables(match):
            parts.append(table(head, [[_plain(cell) for cell in row] for row in rows]))
    return "\n\n".join(parts) + "\n"


def rich_table(found: Standings) -> Group:
    """Return the standings as rich prints them on a terminal.

    >>> from rich.console import Console
    >>> shown = rich_table(Standings("demo", 7, "1.0", "a machine", 0, 0, ()))
    >>> Console(width=100).print(shown)  # doctest: +ELLIPSIS
    demo: 0 deals, 0 games, seed 7; suitwise 1.0, begun on a machine
    Margin: what the first player gets more...
    """
    from rich.console import Group
    from rich.text import Text

    parts: list[Any] = [Text(heading(found))]
    for match in found.matches:
        parts.append(Text(f"\n{match.game} ({_conditions(match)})"))
        parts += [_rich(head, rows) for head, rows in _tables(match)]
    return Group(*parts, Text(_NOTE))


def _rich(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Any:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    made = Table(box=SIMPLE, pad_edge=False)
    for place, name in enumerate(head):
        made.add_column(
            Text(name),
            justify="right" if place else "left",
            overflow="fold",
            no_wrap=place > 0,
        )
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _tables(match: MatchStandings) -> Iterator[tuple[Sequence[str], list[list[str]]]]:
    """Yield the heads and the rows of the pairs, and of the ratings if there are any."""
    yield _PAIRS, [_pair_cells(pair) for pair in match.pairs]
    if match.ratings:
        zero = ANCHOR if any(rating.player == ANCHOR for rating in match.ratings) else "mean"
        head = ("player", f"rating ({zero} = 0)", "95 % interval")
        yield head, [[one.player, f"{one.rating:+.0f}", one.interval] for one in match.ratings]


def _pair_cells(pair: Pair) -> list[str]:
    players, duel = f"{pair.first} – {pair.second}", pair.paired
    if duel is None:
        return [players, "0", *["–"] * (len(_PAIRS) - 2)]
    return [
        players,
        f"{duel.deals:,}",
        margin_text(duel.mean, duel.reach),
        f"{duel.wins}/{duel.draws}/{duel.losses}",
        f"{duel.better}/{duel.worse}",
        _p_text(duel.p_value),
    ]


def margin_text(mean: float, reach: float) -> str:
    """Return a mean and the reach of its interval, with two digits of the reach.

    >>> margin_text(0.23456, 0.0312), margin_text(-120.4, 31.2), margin_text(0.5, 0.0)
    ('+0.235 ± 0.031', '-120 ± 31', '+0.50 ± 0.00')
    >>> margin_text(2.0, float("inf"))
    '+2.00 ± unbounded'
    """
    if not isfinite(reach):
        return f"{mean:+.2f} ± unbounded"
    decimals = max(0, 1 - floor(log10(reach))) if reach else 2
    return f"{mean:+.{decimals}f} ± {reach:.{decimals}f}"


def _p_text(p_value: float) -> str:
    """Return a p-value with two digits.

    >>> _p_text(0.0312), _p_text(1.0), _p_text(0.0000004)
    ('0.031', '1', '<0.001')
    """
    return "<0.001" if p_value < 0.001 else f"{p_value:.2g}"


def _conditions(match: MatchStandings) -> str:
    """Return what is counted, and when two players have met often enough."""
    if match.stop is None:
        return match.unit
    stop = match.stop
    return (
        f"{match.unit}; until the interval is {stop.width:g} wide, looked at after {stop.least} deals "
        f"and every {stop.every}, {match.deals} at most"
    )


def _plain(text: str) -> str:
    """Return text that Markdown takes as it is.

    >>> _plain("a|b_c*")
    'a\\\\|b\\\\_c\\\\*'
    """
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)
