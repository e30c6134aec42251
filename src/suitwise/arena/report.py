"""The standings of a run, as values, as tables and as a picture.

Only complete deals count. The standings of an unfinished run tell how many deals each figure is based
on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import floor, isfinite, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from suitwise.arena.config import Match, Stop, pairings
from suitwise.arena.results import Result, read_deals
from suitwise.arena.seats import FORFEIT, KINDS, SUBSTITUTE, Limit, Spent
from suitwise.arena.statistics import ANCHOR, Paired, Rating, Sample, paired, ratings, sample_of
from suitwise.arena.store import read_plan
from suitwise.catalogue import Entry, find
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import signed
from suitwise.game import Game
from suitwise.markdown import table
from suitwise.picture.svg import check_plot, plot_style, save_plot

if TYPE_CHECKING:
    from rich.console import Group


# --- Standings ------------------------------------------------------------------------------------


def unit_of(game: Game[Any]) -> str:
    """Return the unit of a game's returns.

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
    """Two players of a match and their comparison.

    Args:
        first: the first player's text.
        second: the second's.
        paired: the comparison of the first with the second; None before the first complete deal.

    >>> from suitwise.arena.statistics import Sample, paired
    >>> pair = Pair("greedy", "rules", paired([Sample(3.0, 1.0), Sample(-1.0, 0.0)]))
    >>> pair.paired.wins, pair.as_json()["mean"]
    (1, 1.0)
    """

    first: str
    second: str
    paired: Paired | None

    def as_json(self) -> dict[str, object]:
        """Return plain data for JSON."""
        figures: dict[str, object] = {"deals": 0} if self.paired is None else self.paired.as_json()
        return {"first": self.first, "second": self.second} | figures


@dataclass(frozen=True, slots=True)
class MatchStandings:
    """The standings of a match.

    Args:
        game: the variant's text.
        unit: the unit of its returns.
        deals: the maximum number of deals of two players.
        stop: the condition to stop earlier; intervals are then slightly too narrow (``needs_more``).
        pairs: every two players, in the order of the plan.
        ratings: the players who have played, the highest rating first.
        limit: the time limit of a move, or None.
        late: the number of late moves of each player; empty if there is no limit.
        faults: for each player that failed, the number of its moves at which it did, and the number of
            games that it forfeited.
        on_fault: the reaction to faults.
        retried: for each player that was asked again, the number of moves that it made only then.
        kinds: for each player that failed, the number of its faults by their kinds (``seats.KINDS``).
        spent: for each player that says what it spends, the number of its seats and the sum over them.

    >>> match = MatchStandings("gin", "points", 5, None, (Pair("greedy", "rules", None),), ())
    >>> match.as_json()["pairs"]
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
    kinds: tuple[tuple[str, Mapping[str, int]], ...] = ()
    spent: tuple[tuple[str, int, Spent], ...] = ()

    @property
    def zero(self) -> str:
        """The player whose rating is 0, or ``mean`` if the mean is."""
        return ANCHOR if any(one.player == ANCHOR for one in self.ratings) else "mean"

    def as_json(self) -> dict[str, object]:
        """Return plain data for JSON."""
        stop = None if self.stop is None else asdict(self.stop)
        tables = {name: [one.as_json() for one in getattr(self, name)] for name in _TABLES}
        limit = None if self.limit is None else asdict(self.limit) | {"late": dict(self.late)}
        kinds = dict(self.kinds)
        faults = {
            who: {"moves": moves, "forfeits": lost, "kinds": kinds.get(who, {})}
            for who, moves, lost in self.faults
        }
        spent = {who: {"seats": seats, **one.as_json()} for who, seats, one in self.spent}
        counted = {"faults": faults, "retried": dict(self.retried), "spent": spent}
        plain = _fields_of(self) | {"stop": stop, "limit": limit} | counted | tables
        del plain["late"], plain["kinds"]
        return plain


_TABLES = ("pairs", "ratings")


def _fields_of(value: object) -> dict[str, object]:
    """Return the fields of a dataclass with slots by their names."""
    return {name: getattr(value, name) for name in value.__slots__}  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a run, with everything needed to repeat it.

    Args:
        name: the name of the config.
        seed: its seed.
        suitwise: the version of this package that played.
        machine: the machine and the versions with which the run was begun.
        deals: the number of complete deals of all pairs.
        games: the number of games in these deals.
        matches: the standings of the matches.

    >>> result = Standings("demo", 7, "1.0", "a machine", deals=20, games=40, matches=())
    >>> result.deals, result.as_json()["games"]
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
        """Return plain data for JSON; an infinite end of an interval is null."""
        return _fields_of(self) | {"matches": [match.as_json() for match in self.matches]}


def standings(folder: Path) -> Standings:
    """Compute the standings from a folder of results.

    Raises:
        NotationError: the folder holds no results, or a line is not the plan's next game.
        OSError: it can't be read.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.arena.config import Config
    >>> from suitwise.arena.run import run
    >>> match = {"game": "stacks", "players": ["random", "solver"], "deals": 40}
    >>> with TemporaryDirectory() as name:
    ...     _ = run(Config.from_json({"match": [match]}), Path(name))
    ...     match = standings(Path(name)).matches[0]
    >>> print(match.pairs[0].paired)
    -0.03 ± 0.05 on 40 deals
    >>> [str(rating) for rating in match.ratings]
    ['solver +8 [-98, +115]', 'random +0 [+0, +0]']
    """
    plan = read_plan(folder)
    config = plan.config
    met: list[dict[tuple[int, int], list[Sample]]] = [{} for _ in config.matches]
    for one in pairings(config):
        met[one.match][one.players] = []
    games = 0
    tallies = [_Tally() for _ in config.matches]
    for deal in read_deals(folder, config):
        for game in deal:
            tallies[game.match].add(game)
        met[deal[0].match][deal[0].pairing].append(sample_of(deal))
        games += len(deal)
    matches = tuple(map(_match_standings, config.matches, met, tallies))
    deals = sum(len(samples) for pairs in met for samples in pairs.values())
    return Standings(config.name, config.seed, plan.suitwise, plan.machine, deals, games, matches)


class _Tally:
    """What is counted in the games of a match, by the index of the player."""

    def __init__(self) -> None:
        self.late, self.faults, self.retried, self.lost = (Counter[int]() for _ in range(4))
        self.kinds: dict[int, Counter[str]] = {}
        self.spent: dict[int, Spent] = {}
        self.seats = Counter[int]()
        """The number of seats that have told what they spent."""

    def add(self, game: Result) -> None:
        """Count a game."""
        for counts, decisions in (
            (self.late, game.late),
            (self.faults, game.faults),
            (self.retried, game.retried),
        ):
            for player, numbers in zip(game.seats, decisions, strict=False):
                counts[player] += len(numbers)
        for player, kinds in zip(game.seats, game.kinds, strict=False):
            self.kinds.setdefault(player, Counter()).update(kinds)
        for player, spent in zip(game.seats, game.spent, strict=False):
            if spent is not None:
                self.spent[player] = self.spent.get(player, Spent()) + spent
                self.seats[player] += 1
        if game.forfeited is not None:
            self.lost[game.seats[game.forfeited]] += 1


def _match_standings(
    match: Match, met: dict[tuple[int, int], list[Sample]], tally: _Tally
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
    counts = ((player, tally.late[place]) for place, player in enumerate(match.players))
    return MatchStandings(
        match.game,
        unit,
        match.deals,
        match.stop,
        tuple(pairs),
        tuple(rated),
        match.limit,
        late=tuple(counts) if match.limit else (),
        faults=tuple(
            (match.players[one], tally.faults[one], tally.lost[one])
            for one in sorted(+tally.faults)
        ),
        on_fault=match.on_fault,
        retried=tuple((match.players[one], tally.retried[one]) for one in sorted(+tally.retried)),
        kinds=tuple(
            (match.players[one], {kind: told[kind] for kind in KINDS if told[kind]})
            for one, told in sorted(tally.kinds.items())
            if told
        ),
        spent=tuple(
            (match.players[one], tally.seats[one], spent)
            for one, spent in sorted(tally.spent.items())
        ),
    )


# --- Standings as tables --------------------------------------------------------------------------

_PAIRS = ("players", "deals", "margin a game", "won/drawn/lost", "better/worse", "p")
_SPENT = ("player", "seats played", "questions", "answers that were no moves", "seconds")
_NOTE = (
    "Margin: what the first player gets more than the second, on the same cards in all seatings, and "
    "the reach of its 95 % interval. Won, drawn, lost: deals by their margin. Better, worse: deals of "
    "which the first won more games than the second, or fewer; p: McNemar's exact test."
)


def heading(found: Standings) -> str:
    """Return a line with the size of a run, its seed and its versions.

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
            Text(name), justify="right" if place else "left", overflow="fold", no_wrap=place > 0
        )
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _tables(match: MatchStandings) -> Iterator[tuple[Sequence[str], list[list[str]]]]:
    """Yield the tables of a match, each as its head and its rows."""
    yield _PAIRS, [_pair_cells(pair) for pair in match.pairs]
    if match.ratings:
        head = ("player", f"rating ({match.zero} = 0)", "95 % interval")
        yield head, [[one.player, f"{one.rating:+.0f}", one.interval] for one in match.ratings]
    if match.limit is not None:
        late = ("player", f"late moves, made by {match.limit.then}")
        yield late, [[player, f"{count:,}"] for player, count in match.late]
    if match.faults:
        done = match.on_fault.removeprefix(SUBSTITUTE)
        made = "games forfeited" if match.on_fault == FORFEIT else f"made by {done}"
        failed = ("player", "moves at which it failed", made, "why")
        yield failed, [_fault_cells(match, *one) for one in match.faults]
    if match.retried:
        again = ("player", "moves made only when asked again")
        yield again, [[player, f"{count:,}"] for player, count in match.retried]
    if match.spent:
        yield _SPENT, [_spent_cells(*one) for one in match.spent]


def _fault_cells(match: MatchStandings, who: str, moves: int, lost: int) -> list[str]:
    count = lost if match.on_fault == FORFEIT else moves
    kinds = (f"{KINDS[kind]} {n:,}" for kind, n in dict(match.kinds).get(who, {}).items())
    return [who, f"{moves:,}", f"{count:,}", ", ".join(kinds) or "–"]


def _spent_cells(who: str, seats: int, spent: Spent) -> list[str]:
    seconds = "–" if spent.seconds is None else f"{spent.seconds:,.1f}"
    return [who, f"{seats:,}", f"{spent.calls:,}", f"{spent.refused:,}", seconds]


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
    """Return a mean ± half the width of its interval, with two digits of the latter.

    >>> margin_text(0.23456, 0.0312), margin_text(-120.4, 31.2), margin_text(0.5, 0.0)
    ('+0.235 ± 0.031', '-120 ± 31', '+0.50 ± 0.00')
    >>> margin_text(2.0, float("inf"))
    '+2.00 ± unbounded'
    """
    if not isfinite(reach):
        return f"{signed(mean, 2)} ± unbounded"
    decimals = max(0, 1 - floor(log10(reach))) if reach else 2
    return f"{signed(mean, decimals)} ± {reach:.{decimals}f}"


def _p_text(p_value: float) -> str:
    """Return a p-value with two digits.

    >>> _p_text(0.0312), _p_text(1.0), _p_text(0.0000004)
    ('0.031', '1', '<0.001')
    """
    return "<0.001" if p_value < 0.001 else f"{p_value:.2g}"


def _conditions(match: MatchStandings) -> str:
    """Return the unit of returns, the time limit and the stopping condition as text."""
    unit = match.unit
    if match.limit is not None:
        unit += f"; at most {match.limit.seconds:g} s a move"
    if match.stop is None:
        return unit
    stop = match.stop
    return (
        f"{unit}; until the interval is {stop.width:g} wide, looked at after {stop.least} deals "
        f"and every {stop.every}, {match.deals} at most"
    )


def _plain(text: str) -> str:
    """Return text escaped for Markdown.

    >>> _plain("a|b_c*")
    'a\\\\|b\\\\_c\\\\*'
    """
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)


# --- Ratings as a picture -------------------------------------------------------------------------

_LINE_INCHES = 0.32
_PANEL_INCHES = 1.25
"""The height of a panel's title and axis."""
_LONGEST = 60
_COLOUR = "#31688e"
_ARROW = {"arrowstyle": "->", "color": _COLOUR, "shrinkA": 0, "shrinkB": 0}


def draw_ratings(standings: Standings, path: Path) -> None:
    """Draw the ratings of every match; SVG output is reproducible.

    An infinite end of an interval is drawn as an arrow. The file holds the tables as its description,
    for screen readers.

    Args:
        standings: the standings of a run.
        path: an .svg or .png file.

    Raises:
        SuitwiseError: there is nothing to draw yet, the file is neither SVG nor PNG, or matplotlib is
            missing.
        OSError: the file can't be written.

    >>> draw_ratings(Standings("demo", 7, "1.0", "a machine", 0, 0, ()), Path("ratings.svg"))
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: nobody has a rating yet: no deal is done
    """
    matches = [match for match in standings.matches if match.ratings]
    if not matches:
        raise SuitwiseError("nobody has a rating yet: no deal is done")
    check_plot(path)
    from matplotlib.figure import Figure

    heights = [_PANEL_INCHES + _LINE_INCHES * len(match.ratings) for match in matches]
    with plot_style("arena"):
        figure = Figure(figsize=(7.5, sum(heights)), layout="constrained")
        panels = figure.subplots(len(matches), 1, squeeze=False, height_ratios=heights)
        for match, axes in zip(matches, panels[:, 0], strict=True):
            _draw_match(axes, match)
        save_plot(figure, path, markdown(standings))


def _draw_match(axes: Any, match: MatchStandings) -> None:
    """Draw the players of a match, the strongest at the top."""
    axes.set_title(_cut(match.game), loc="left", fontsize="medium")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd")
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color="#888888", linewidth=0.8)
    places = range(len(match.ratings))
    axes.set_yticks(places, [_cut(rating.player) for rating in match.ratings])
    axes.set_ylim(len(match.ratings) - 0.5, -0.5)
    for place, rating in zip(places, match.ratings, strict=True):
        _draw_rating(axes, place, rating)
    axes.margins(x=0.08)
    axes.set_xlabel(f"rating, {match.zero} = 0, with 95 % intervals")
    _draw_arrows(axes, match.ratings)


def _draw_rating(axes: Any, place: int, rating: Rating) -> None:
    ends = [end if isfinite(end) else rating.rating for end in (rating.low, rating.high)]
    axes.plot(ends, [place, place], color=_COLOUR, linewidth=1.6, solid_capstyle="butt")
    axes.plot([rating.rating], [place], color=_COLOUR, marker="o", markersize=5)


def _draw_arrows(axes: Any, ratings: Sequence[Rating]) -> None:
    """Draw an arrow to the edge of the panel for each infinite end of an interval."""
    left, right = axes.get_xlim()
    for place, rating in enumerate(ratings):
        for end, edge in ((rating.low, left), (rating.high, right)):
            if not isfinite(end):
                start = rating.rating, place
                axes.annotate("", xy=(edge, place), xytext=start, arrowprops=_ARROW)
    axes.set_xlim(left, right)


def _cut(text: str) -> str:
    """Shorten a text so that it fits beside the plot.

    >>> _cut("gin"), len(_cut("x" * 1000))
    ('gin', 60)
    """
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


__all__ = ["MatchStandings", "Pair", "Standings", "markdown", "standings"]
