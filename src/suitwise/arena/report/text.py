"""Standings for people: as Markdown, and as a table on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, isfinite, log10
from typing import TYPE_CHECKING, Any

from suitwise.arena.entrants.limits import FORFEIT, SUBSTITUTE
from suitwise.arena.report.summary import MatchStandings, Pair, Standings
from suitwise.foundation.text.counting import signed
from suitwise.markdown import table

if TYPE_CHECKING:
    from rich.console import Group

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
            Text(name), justify="right" if place else "left", overflow="fold", no_wrap=place > 0
        )
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _tables(match: MatchStandings) -> Iterator[tuple[Sequence[str], list[list[str]]]]:
    """Yield the heads and the rows of the pairs, and of the ratings if there are any."""
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
        failed = ("player", "moves at which it failed", made)
        yield (
            failed,
            [
                [who, f"{moves:,}", f"{lost if match.on_fault == FORFEIT else moves:,}"]
                for who, moves, lost in match.faults
            ],
        )
    if match.retried:
        again = ("player", "moves made only when asked again")
        yield again, [[player, f"{count:,}"] for player, count in match.retried]


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
    """Return the unit of returns, the time for a move, and when two players have met often enough."""
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
    """Return text that Markdown takes as it is.

    >>> _plain("a|b_c*")
    'a\\\\|b\\\\_c\\\\*'
    """
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)
