"""The tables of strength: every player against every other, decision times, growth with time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from suitwise.arena.report import margin_text
from suitwise.arena.statistics import Paired, Times
from suitwise.foundation.text.options import number_text
from suitwise.markdown import table
from suitwise.research.duels import REFERENCE, Budget, Duel, Meeting, Met

NOTE = (
    "What the first player gets more than the second, a deal: the same cards in all seatings are one "
    "sample, with the reach of its 95 % interval, **bold** where that excludes 0."
)
FEWER = (
    " Pairs with fewer than {deals:,} deals played as many as fitted into their time, {least:,.0f} to "
    "{most:,.0f} s."
)
TIMES_NOTE = (
    "How long a player took for a decision against all others here, moves without a choice left out; "
    "options that were left out above have these values."
)
GROWTH_NOTE = (
    f"Players that think for so many seconds a move at most, against `{REFERENCE}`; what they took is "
    "beside it, moves without a choice left out. A choice that is clear ends the thinking early."
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
    What the first player gets more than the second
    """
    parts = list(dict.fromkeys(one.machine for one in (*found.duels, *found.growth)))
    parts.append(NOTE + _fewer(found))
    if found.duels:
        rows = [_pair_row(one, first) for one, first in _in_order(found.duels)]
        parts.append(table(["game", "players", "deals", "margin", "in"], rows))
        parts.append(TIMES_NOTE)
        parts.append(
            table(["game", "player", "decisions", "median", "95 %"], list(_times_rows(found.duels)))
        )
    if found.growth:
        parts.append(GROWTH_NOTE)
        head = [
            "game",
            "player",
            "seconds",
            "deals",
            f"margin to `{REFERENCE}`",
            "in",
            "median",
            "95 %",
        ]
        parts.append(table(head, [_growth_row(one) for one in found.growth]))
    return "\n\n".join(parts)


def _fewer(found: Strength) -> str:
    """Return the sentence on pairs with fewer deals than were asked for; none where there is no such."""
    deals = found.budget.deals
    few = [
        one for one in (*found.duels, *found.growth) if not one.paired or one.paired.deals < deals
    ]
    times = [one.seconds for one in few]
    return FEWER.format(deals=deals, least=min(times), most=max(times)) if times else ""


def _in_order(duels: Iterable[Met]) -> Iterator[tuple[Met, int]]:
    """Yield the duels game by game, those of the strongest first, and which of the two is stronger."""
    games: dict[str, list[Met]] = {}
    for one in duels:
        games.setdefault(one.duel.game, []).append(one)
    for there in games.values():
        ranks = _ranks(there)
        seen = [(met, int(ranks[met.players[0]] > ranks[met.players[1]])) for met in there]
        yield from sorted(seen, key=lambda one: sorted(ranks[player] for player in one[0].players))


def _ranks(duels: Iterable[Met]) -> dict[str, int]:
    """Return the places of a game's players by their mean margin against the others, 0 the strongest."""
    margins: dict[str, list[float]] = {}
    for met in duels:
        mean = met.paired.mean if met.paired else 0.0
        for player, sign in zip(met.players, (1, -1), strict=True):
            margins.setdefault(player, []).append(sign * mean)
    order = sorted(margins, key=lambda player: -fmean(margins[player]))
    return {player: place for place, player in enumerate(order)}


def _pair_row(met: Met, stronger: int) -> list[str]:
    names = [met.duel.first, met.duel.second]
    paired = met.paired and (met.paired.turned() if stronger else met.paired)
    players = f"`{names[stronger]}` – `{names[1 - stronger]}`"
    return [f"`{met.duel.game}`", players, *_margin_cells(paired), _unit(met.unit)]


def _margin_cells(paired: Paired | None) -> list[str]:
    """Return the cells of the deals and of the margin."""
    if paired is None:
        return ["0", "–"]
    text = margin_text(paired.mean, paired.reach)
    return [f"{paired.deals:,}", f"**{text}**" if paired.low > 0 or paired.high < 0 else text]


def _unit(unit: str) -> str:
    return unit.partition(",")[0]


def _times_rows(duels: Iterable[Met]) -> Iterator[list[str]]:
    times: dict[tuple[str, str], Times] = {}
    for met in duels:
        for player, told in zip(met.players, met.times, strict=True):
            times.setdefault((met.duel.game, player), Times()).add(told)
    for (game, player), told in sorted(times.items(), key=lambda one: one[0]):
        yield [f"`{game}`", f"`{player}`", f"{len(told):,}", *_time_cells(told)]


def _time_cells(times: Times) -> list[str]:
    if not len(times):
        return ["–", "–"]
    return [_time_text(times.quantile(share)) for share in (0.5, 0.95)]


def _time_text(seconds: float) -> str:
    """Return a time with three digits.

    >>> _time_text(0.0000123), _time_text(0.0221), _time_text(1.234)
    ('0.0123 ms', '22.1 ms', '1,230 ms')
    """
    return f"{float(f'{1000 * seconds:.3g}'):,g} ms"


def _growth_row(met: Met) -> list[str]:
    seconds = number_text(met.duel.seconds or 0.0)
    cells = [f"`{met.duel.game}`", f"`{met.duel.first}`", seconds, *_margin_cells(met.paired)]
    return [*cells, _unit(met.unit), *_time_cells(met.times[0])]
