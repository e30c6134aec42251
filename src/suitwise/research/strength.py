"""The tables of strength: every player against every other, decision times, growth with time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from suitwise.arena.report import margin_text
from suitwise.arena.statistics import Paired, Times
from suitwise.foundation.text.options import number_text
from suitwise.markdown import table
from suitwise.research.duels import REFERENCE, Budget, Duel, Meeting, Met

NOTE = (
    "What the player of a row gets more than that of a column, a deal, with the reach of its 95 % "
    "interval, **bold** where that excludes 0; the same cards in all seatings are one sample. Beside it "
    "the ms of a decision of a row's player against all others here, forced moves left out."
)
FEWER = (
    " In brackets the deals of pairs that have fewer than {deals:,}: as many as fitted into their time, "
    "{least:,.0f} to {most:,.0f} s."
)
_TIMES = ("median ms", "95 %")
GROWTH_NOTE = (
    f"Players that think for so many seconds a move at most, against `{REFERENCE}`: the margin, and the "
    "ms of a decision in the median and of 95 %. A choice that is clear ends the thinking early."
)


@dataclass(frozen=True, slots=True)
class Strength:
    """What came of all duels.

    Args:
        budget: how much was played of each.
        duels: every player against every other, game by game.
        growth: the duels of players that think for a given time.

    >>> Strength(Budget(deals=4), (), ()).as_json()["deals"]
    4
    """

    budget: Budget
    duels: tuple[Met, ...]
    growth: tuple[Met, ...]

    def as_json(self) -> dict[str, object]:
        """Return the figures as plain data; what too few deals can't tell is null."""
        return {
            "seed": self.budget.seed,
            "deals": self.budget.deals,
            "seconds_a_pair": self.budget.seconds,
            "pairs": list(map(_as_json, self.duels)),
            "growth": [{"seconds": one.duel.seconds} | _as_json(one) for one in self.growth],
        }


def measure(
    duels: Sequence[Duel],
    budget: Budget,
    folder: Path,
    say: Callable[[str], object] = lambda line: None,
    progress: Callable[[int, float], object] = lambda done, share: None,
) -> Strength:
    """Play duels, or go on with them, and return what came of them.

    Args:
        duels: who meets whom.
        budget: how much is played of each.
        folder: where they are kept; it need not exist. What is there is not played again.
        say: told each duel before it is played.
        progress: told again and again how many duels are done and what share of the next.

    Raises:
        SuitwiseError: a player failed, or the folder holds something else.
        OSError: the folder can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.research.duels import duels
    >>> with TemporaryDirectory() as name:
    ...     found = measure(duels("stacks", "solver, random"), Budget(deals=40), Path(name))
    >>> print(found.duels[0].paired)
    +0.05 ± 0.07 on 40 deals
    """
    found = []
    for done, duel in enumerate(duels):
        say(str(duel))
        progress(done, 0.0)
        meeting = Meeting(duel, budget, folder)
        found.append(meeting.played(lambda share, done=done: progress(done, share)))  # type: ignore[misc]
    return Strength(
        budget,
        tuple(one for one in found if one.duel.seconds is None),
        tuple(one for one in found if one.duel.seconds is not None),
    )


# --- For programs ---------------------------------------------------------------------------------


def _as_json(met: Met) -> dict[str, object]:
    told: dict[str, object] = {"deals": 0} if met.paired is None else met.paired.as_json()
    return {
        "game": met.duel.game,
        "unit": met.unit,
        "machine": met.machine,
        "seconds_spent": met.seconds,
        "first": met.players[0],
        "second": met.players[1],
        **told,
        "first_decisions": _times_as_json(met.times[0]),
        "second_decisions": _times_as_json(met.times[1]),
    }


def _times_as_json(times: Times) -> dict[str, object]:
    median, most = (times.quantile(share) if len(times) else None for share in (0.5, 0.95))
    return {"count": len(times), "median_s": median, "95_percent_s": most}


# --- For people -----------------------------------------------------------------------------------


def markdown(found: Strength) -> str:
    """Return the tables as a section of a page.

    >>> print(markdown(Strength(Budget(deals=1000), (), ())).partition(",")[0])
    What the player of a row gets more than that of a column
    """
    parts = list(dict.fromkeys(one.machine for one in (*found.duels, *found.growth)))
    parts.append(NOTE + _fewer(found))
    games: dict[str, list[Met]] = {}
    for one in found.duels:
        games.setdefault(one.duel.game, []).append(one)
    parts += [_game_table(there, found.budget.deals) for there in games.values()]
    if found.growth:
        parts.append(GROWTH_NOTE)
        parts.append(_growth_table(found.growth, found.budget.deals))
    return "\n\n".join(parts)


def _fewer(found: Strength) -> str:
    """Return the sentence on pairs with fewer deals than were asked for; none where there is no such."""
    deals = found.budget.deals
    few = [
        one for one in (*found.duels, *found.growth) if not one.paired or one.paired.deals < deals
    ]
    times = [one.seconds for one in few]
    return FEWER.format(deals=deals, least=min(times), most=max(times)) if times else ""


def _game_table(duels: Sequence[Met], deals: int) -> str:
    """Return the table of a game: a row a player, the strongest on top, a column each but that one."""
    ranks, short = _ranks(duels), _short_names(duels)
    order = sorted(ranks, key=ranks.__getitem__)
    margins: dict[tuple[str, str], str] = {}
    times: dict[str, Times] = {player: Times() for player in order}
    for met in duels:
        first, second = met.players
        turned = ranks[first] > ranks[second]
        pair = (second, first) if turned else (first, second)
        paired = met.paired.turned() if met.paired and turned else met.paired
        margins[pair] = _margin_cell(paired, deals)
        for player, told in zip(met.players, met.times, strict=True):
            times[player].add(told)
    rows = [
        [
            f"`{one}`",
            *(margins.get((one, other), "") for other in order[1:]),
            *_time_cells(times[one]),
        ]
        for one in order
    ]
    head = [
        f"`{duels[0].duel.game}`, {_unit(duels[0].unit)}",
        *(f"`{short[one]}`" for one in order[1:]),
    ]
    return table([*head, *_TIMES], rows)


def _short_names(duels: Iterable[Met]) -> dict[str, str]:
    """Return the names by which players were asked for, by those with all their options."""
    names: dict[str, str] = {}
    for met in duels:
        names |= dict(zip(met.players, (met.duel.first, met.duel.second), strict=True))
    return names


def _ranks(duels: Iterable[Met]) -> dict[str, int]:
    """Return the places of a game's players by their mean margin against the others, 0 the strongest."""
    margins: dict[str, list[float]] = {}
    for met in duels:
        mean = met.paired.mean if met.paired else 0.0
        for player, sign in zip(met.players, (1, -1), strict=True):
            margins.setdefault(player, []).append(sign * mean)
    order = sorted(margins, key=lambda player: -fmean(margins[player]))
    return {player: place for place, player in enumerate(order)}


def _margin_cell(paired: Paired | None, deals: int) -> str:
    """Return a margin, with the deals where they are fewer than were asked for."""
    if paired is None:
        return "–"
    text = margin_text(paired.mean, paired.reach)
    told = f"**{text}**" if paired.low > 0 or paired.high < 0 else text
    return f"{told} ({paired.deals:,})" if paired.deals < deals else told


def _unit(unit: str) -> str:
    return unit.partition(",")[0]


def _time_cells(times: Times) -> list[str]:
    if not len(times):
        return ["–", "–"]
    return [_time_text(times.quantile(share)) for share in (0.5, 0.95)]


def _time_text(seconds: float) -> str:
    """Return a time in milliseconds, with three digits.

    >>> _time_text(0.0000123), _time_text(0.0221), _time_text(1.234)
    ('0.0123', '22.1', '1,230')
    """
    return f"{float(f'{1000 * seconds:.3g}'):,g}"


def _growth_table(growth: Iterable[Met], deals: int) -> str:
    """Return the table of players that think for a given time: a row a player, a column a time."""
    rows: dict[str, dict[float, str]] = {}
    for met in growth:
        player = f"`{met.duel.game}`, `{_without_seconds(met.duel)}`, {_unit(met.unit)}"
        times = ", ".join(_time_cells(met.times[0]))
        cell = f"{_margin_cell(met.paired, deals)} in {times}"
        rows.setdefault(player, {})[met.duel.seconds or 0.0] = cell
    given = sorted({seconds for cells in rows.values() for seconds in cells})
    body = [
        [player, *(cells.get(seconds, "") for seconds in given)] for player, cells in rows.items()
    ]
    return table(["game, player, margin in", *(f"{number_text(one)} s" for one in given)], body)


def _without_seconds(duel: Duel) -> str:
    """Return a player's text without the time that it is given.

    >>> _without_seconds(Duel("gin", "mc(seconds=0.1)", "rules", 0.1))
    'mc'
    """
    name, _, options = duel.first.removesuffix(")").partition("(")
    others = ",".join(one for one in options.split(",") if not one.startswith("seconds="))
    return f"{name}({others})" if others else name
