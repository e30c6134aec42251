"""Strength tables: every player against every other, decision times, and strength by thinking time."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from suitwise.arena.config import Config, Match, pairings
from suitwise.arena.report import Standings, margin_text, standings
from suitwise.arena.results import RESULTS
from suitwise.arena.run import Chunk, Played, play_chunk, run
from suitwise.arena.statistics import Paired, Times
from suitwise.arena.store import PLAN, read_config, read_whole
from suitwise.catalogue import entries, find
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import number_text, split_call, split_outside
from suitwise.foundation.text.writing import replacing
from suitwise.game import Game, load
from suitwise.markdown import table
from suitwise.players.named import Named, named, names_for

# --- Duels ----------------------------------------------------------------------------------------
#
# Games and players come from the catalogue, so a new player there is measured without a change here. A
# game is played deal by deal (its ``episode``), unless it is given with options.
#
# Each duel has a folder, named by the game and the two players. It holds a run of the arena and
# ``times.json``, with the decision times and the time spent. All duels at a game are played on the same
# deals. A further duel, more deals or another budget do not affect the other duels.

THINKING_S = (0.01, 0.1, 1.0)
"""The thinking times, in seconds a move, for which growth is measured."""
REFERENCE = "rules"
"""The opponent for measuring growth."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players that meet at a game.

    Args:
        game: the game's text.
        first: the player that is measured.
        second: its opponent.
        seconds: the thinking time of the first; None for a duel of the main table.

    >>> print(Duel("gin", "greedy", "rules"))
    gin: greedy – rules
    """

    game: str
    first: str
    second: str
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.game}: {self.first} – {self.second}"


def duels(games: str = "", players: str = "", *, growth: bool = True) -> tuple[Duel, ...]:
    """Return all duels of some players at some games.

    Args:
        games: the games' texts, separated by commas; all games of this package if empty.
        players: the players' texts, separated by commas, each at the games that have it; all players
            with default options if empty.
        growth: whether players with a thinking time also meet the reference player, once for each of
            ``THINKING_S``.

    Raises:
        NotationError: there is no such game, no game has such a player, or nobody meets anybody.

    >>> [str(duel) for duel in duels("gin", "rules, beginner(slips=5)")]
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'beginner(slips=5)' is no player of gin
    >>> [str(duel) for duel in duels("texas42", "rules, random, mc(worlds=5)")][:2]
    ['texas42(match=hand): rules – random', 'texas42(match=hand): rules – mc(worlds=5)']
    >>> [duel.seconds for duel in duels("tractor", "mc, rules")]
    [None, 0.01, 0.1, 1.0]
    """
    chosen = _listed(games) or [one.episode or one.name for one in entries() if not one.package]
    texts, variants = _listed(players), {_episode(game): None for game in chosen}
    fields_of = {game: _field(load(game), texts) for game in variants}
    known = {name for game in variants for name in names_for(load(game))}
    for text in texts:
        if split_call(text)[0] not in known:
            raise NotationError(f"{text[:40]!r} is no player of {', '.join(chosen)}")
    found = [one for game, there in fields_of.items() for one in _all(game, there)]
    if growth:
        found += [one for game, there in fields_of.items() for one in _growing(game, there)]
    if not found:
        raise NotationError("two players or more of a game meet: nobody else is left here")
    return tuple(found)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in split_outside(text, ",") if part.strip()]


def _episode(game: str) -> str:
    """Return the text for one deal of a game that is given without options."""
    entry = find(game)
    return entry.episode or game if entry else game


def _field(game: Game[Any], texts: Iterable[str]) -> dict[str, Named]:
    """Return the players of a game by their texts, each once even if it is written in two ways."""
    names = names_for(game)
    known = [text for text in texts or names if split_call(text)[0] in names]
    players = {text: named(text, game) for text in known}
    first_texts: dict[str, str] = {}
    for text, player in players.items():
        first_texts.setdefault(str(player), text)
    return {text: players[text] for text in first_texts.values()}


def _all(game: str, players: dict[str, Named]) -> Iterator[Duel]:
    for first, second in combinations(players, 2):
        yield Duel(game, first, second)


def _growing(game: str, players: dict[str, Named]) -> Iterator[Duel]:
    """Yield the growth duels of a game's players that have a thinking time."""
    variant = load(game)
    if REFERENCE not in names_for(variant):
        return
    for text, player in players.items():
        if "seconds" in (option.name for option in fields(player.options)):
            for seconds in THINKING_S:
                yield Duel(game, _thinking(text, player, seconds), REFERENCE, seconds)


def _thinking(text: str, player: Named, seconds: float) -> str:
    """Return the text of a player with another thinking time."""
    name, options = split_call(text)
    others = [one for one in _listed(options) if one.partition("=")[0].strip() != "seconds"]
    replace(player.options, seconds=seconds)  # raises if the player refuses this time
    return f"{name}({','.join([*others, f'seconds={number_text(seconds)}'])})"


# --- Playing a duel -------------------------------------------------------------------------------


TIMES = "times.json"
_MOST_TIMES = 1 << 20
_AGAIN_S = 1.0
"""The time for replaying stored deals, at least one, to check that the players still play the same."""


@dataclass(frozen=True)
class Budget:
    """The budget of each duel.

    Args:
        deals: the maximum number of deals; an earlier request for more in the same folder holds, too.
        seconds: the maximum playing time, summed over all processes and all runs so far. The deal in
            progress at the end is completed.
        seed: 64-bit seed of the deals and of the players.
        workers: the number of processes.
        afresh: whether to discard the games of a duel and begin it again if its players have changed.

    >>> Budget(deals=10).seconds
    600.0
    """

    deals: int = 1000
    seconds: float = 600.0
    seed: int = 1
    workers: int = 1
    afresh: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """The result of a duel on all deals in its folder.

    Args:
        duel: the duel.
        players: the texts of the two players with all options.
        unit: the unit of the game's returns.
        paired: the comparison of the first with the second; None before the first complete deal.
        times: the decision times of each player.
        seconds: the playing time spent.
        machine: the machine on which the duel was begun.
    """

    duel: Duel
    players: tuple[str, str]
    unit: str
    paired: Paired | None
    times: tuple[Times, Times]
    seconds: float
    machine: str


@dataclass(frozen=True)
class Meeting:
    """A duel with its folder.

    Args:
        duel: the duel.
        budget: the budget.
        folder: the parent folder of all duels.

    >>> meeting = Meeting(Duel("gin", "rules", "greedy"), Budget(deals=5), Path("strength"))
    >>> meeting.match.players
    ('greedy', 'rules(danger=8,look=2)')
    """

    duel: Duel
    budget: Budget
    folder: Path

    @cached_property
    def match(self) -> Match:
        """The arena's match, with the two players sorted by text, so that each pair is stored once."""
        players = self.duel.first, self.duel.second
        one, other = Match(self.duel.game, players, self.budget.deals).players
        return Match(self.duel.game, (min(one, other), max(one, other)), self.budget.deals)

    @cached_property
    def place(self) -> Path:
        """The folder of this duel."""
        match, seed = self.match, self.budget.seed
        key = "\n".join([match.game, *match.players, str(seed)])
        digest = hashlib.blake2b(key.encode(), digest_size=4).hexdigest()
        names = (split_call(text)[0] for text in (match.game, *match.players))
        return self.folder / "-".join([*names, digest])

    def played(self, progress: Callable[[float], object] = lambda share: None) -> Met:
        """Play as far as the budget allows, and return the result on all deals.

        Args:
            progress: called with the share done so far.

        Raises:
            SuitwiseError: a player failed, the folder holds something else, or the players have changed
                and the budget does not say to begin afresh.
            OSError: the folder can't be written to.
        """
        stored = self._stored()
        if stored is not None and not self._is_reproduced(stored.deals):
            self._begin_afresh()
            stored = None
        if stored is None:
            return self._met(self._go_on(self.match.deals, progress))
        deals = max(self.match.deals, stored.matches[0].deals)
        if stored.deals < deals and self._times()[0] < self.budget.seconds:
            stored = self._go_on(deals, progress)
        return self._met(stored)

    # --- Playing ----------------------------------------------------------------------------------

    def _config(self, deals: int) -> Config:
        match = Match(self.match.game, self.match.players, deals)
        return Config(str(self.duel)[:100], self.budget.seed, (match,))

    def _go_on(self, deals: int, progress: Callable[[float], object]) -> Standings:
        spent, times = self._times()
        share = 0.0

        def tell() -> None:
            progress(min(1.0, max(share, spent / self.budget.seconds)))

        def reached(done: int, total: int) -> None:
            nonlocal share
            share = done / total
            tell()

        def goes_on(played: Played) -> bool:
            nonlocal spent
            spent += played.seconds
            for total, more in zip(times, played.times, strict=True):
                total.add(more)
            self._keep_times(spent, times)
            tell()
            return spent < self.budget.seconds

        config, workers = self._config(deals), self.budget.workers
        return run(config, self.place, workers, progress=reached, goes_on=goes_on)

    # --- Players that have changed ----------------------------------------------------------------

    def _is_reproduced(self, deals: int) -> bool:
        """Tell whether the players play the first stored deals to the same bytes again.

        A player with a thinking time is not reproducible, so its duels are not checked.
        """
        if any(getattr(one.options, "seconds", 0) for one in self.match.named):
            return True
        pairing = next(pairings(self._config(self.match.deals)))
        first, second = self.match.named
        until = time.monotonic() + _AGAIN_S
        with open(self.place / RESULTS, "rb") as file:
            for deal in range(deals):
                seed = self.budget.seed
                chunk = Chunk(pairing, self.match.variant, (first, second), seed, deal, 1)
                lines = b"".join(line for line, _ in play_chunk(chunk).deals)
                if not lines or lines != file.read(len(lines)):
                    return False
                if time.monotonic() > until:
                    break
        return True

    def _begin_afresh(self) -> None:
        """Delete the stored games.

        Raises:
            SuitwiseError: the budget does not say to begin afresh.
        """
        if not self.budget.afresh:
            first, second = self.match.players
            raise SuitwiseError(
                f"{first} and {second} now play otherwise than they do in {self.place}: go on with "
                "--afresh, which begins such pairs again, or with another folder"
            )
        shutil.rmtree(self.place)

    # --- Stored results ---------------------------------------------------------------------------

    def _stored(self) -> Standings | None:
        if not (self.place / PLAN).exists():
            return None
        match = read_config(self.place).matches[0]
        if (match.game, match.players) != (self.match.game, self.match.players):
            raise SuitwiseError(f"{self.place} holds another duel; write to another folder")
        return standings(self.place)

    def _met(self, stored: Standings) -> Met:
        match = stored.matches[0]
        seconds, times = self._times()
        paired = match.pairs[0].paired
        first, second = self.match.players
        if str(named(self.duel.first, self.match.variant)) != first:
            first, second, times, paired = second, first, times[::-1], paired and paired.turned()
        return Met(self.duel, (first, second), match.unit, paired, times, seconds, stored.machine)

    def _times(self) -> tuple[float, tuple[Times, Times]]:
        """Return the playing time spent, and the decision times of each player."""
        path = self.place / TIMES
        try:
            data = read_whole(path, _MOST_TIMES)
        except FileNotFoundError:
            return 0.0, (Times(), Times())
        try:
            plain = json.loads(data)
            first, second = map(Times.from_json, plain["times"])
            return float(plain["seconds"]), (first, second)
        except (ValueError, RecursionError, LookupError, TypeError, NotationError):
            raise NotationError(f"{path}: these are no times; remove the file") from None

    def _keep_times(self, spent: float, times: tuple[Times, Times]) -> None:
        plain = {"seconds": spent, "times": [one.as_json() for one in times]}
        with replacing(self.place / TIMES) as file:
            file.write(json.dumps(plain).encode("ascii") + b"\n")


# --- Tables of strength ---------------------------------------------------------------------------

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
    """The results of all duels.

    Args:
        budget: the budget of each duel.
        duels: the duels of every player with every other, game by game.
        growth: the duels of players with a thinking time.

    >>> Strength(Budget(deals=4), (), ()).as_json()["deals"]
    4
    """

    budget: Budget
    duels: tuple[Met, ...]
    growth: tuple[Met, ...]

    def as_json(self) -> dict[str, object]:
        """Return the figures as plain data; those that too few deals can't give are null."""
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
    """Play or continue duels, and return the results.

    Args:
        duels: the duels.
        budget: the budget of each.
        folder: the folder of stored duels; it need not exist.
        say: called with the text of each duel before it is played.
        progress: called with the number of duels done and the share done of the next.

    Raises:
        SuitwiseError: a player failed, or the folder holds something else.
        OSError: the folder can't be written to.

    >>> from tempfile import TemporaryDirectory
    >>> from suitwise.research.strength import duels
    >>> with TemporaryDirectory() as name:
    ...     strength = measure(duels("stacks", "solver, random"), Budget(deals=40), Path(name))
    >>> print(strength.duels[0].paired)
    +0.05 ± 0.07 on 40 deals
    """
    results = []
    for done, duel in enumerate(duels):
        say(str(duel))
        progress(done, 0.0)
        meeting = Meeting(duel, budget, folder)
        results.append(meeting.played(lambda share, done=done: progress(done, share)))  # type: ignore[misc]
    return Strength(
        budget,
        tuple(one for one in results if one.duel.seconds is None),
        tuple(one for one in results if one.duel.seconds is not None),
    )


# --- JSON -----------------------------------------------------------------------------------------


def _as_json(met: Met) -> dict[str, object]:
    figures: dict[str, object] = {"deals": 0} if met.paired is None else met.paired.as_json()
    return {
        "game": met.duel.game,
        "unit": met.unit,
        "machine": met.machine,
        "seconds_spent": met.seconds,
        "first": met.players[0],
        "second": met.players[1],
        **figures,
        "first_decisions": _times_as_json(met.times[0]),
        "second_decisions": _times_as_json(met.times[1]),
    }


def _times_as_json(times: Times) -> dict[str, object]:
    median, most = (times.quantile(share) if len(times) else None for share in (0.5, 0.95))
    return {"count": len(times), "median_s": median, "95_percent_s": most}


# --- Tables ---------------------------------------------------------------------------------------


def markdown(found: Strength) -> str:
    """Return the tables as a section of Markdown.

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
    """Return the sentence on pairs with fewer deals than requested; empty if there are none."""
    deals = found.budget.deals
    few = [
        one for one in (*found.duels, *found.growth) if not one.paired or one.paired.deals < deals
    ]
    times = [one.seconds for one in few]
    return FEWER.format(deals=deals, least=min(times), most=max(times)) if times else ""


def _game_table(duels: Sequence[Met], deals: int) -> str:
    """Return the table of a game: a row per player, the strongest first, and a column per opponent."""
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
        for player, own in zip(met.players, met.times, strict=True):
            times[player].add(own)
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
    """Return the texts by which players were requested, by their texts with all options."""
    names: dict[str, str] = {}
    for met in duels:
        names |= dict(zip(met.players, (met.duel.first, met.duel.second), strict=True))
    return names


def _ranks(duels: Iterable[Met]) -> dict[str, int]:
    """Rank the players of a game by their mean margin against the others, from 0 for the strongest."""
    margins: dict[str, list[float]] = {}
    for met in duels:
        mean = met.paired.mean if met.paired else 0.0
        for player, sign in zip(met.players, (1, -1), strict=True):
            margins.setdefault(player, []).append(sign * mean)
    order = sorted(margins, key=lambda player: -fmean(margins[player]))
    return {player: place for place, player in enumerate(order)}


def _margin_cell(paired: Paired | None, deals: int) -> str:
    """Return a margin, bold if significant, with the number of deals if fewer than requested."""
    if paired is None:
        return "–"
    text = margin_text(paired.mean, paired.reach)
    cell = f"**{text}**" if paired.low > 0 or paired.high < 0 else text
    return f"{cell} ({paired.deals:,})" if paired.deals < deals else cell


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
    """Return the growth table: a row per player, a column per thinking time."""
    rows: dict[str, dict[float, str]] = {}
    for met in growth:
        player = f"`{met.duel.game}`, `{_without_seconds(met.duel)}`, {_unit(met.unit)}"
        decision_times = ", ".join(_time_cells(met.times[0]))
        cell = f"{_margin_cell(met.paired, deals)} in {decision_times}"
        rows.setdefault(player, {})[met.duel.seconds or 0.0] = cell
    times = sorted({seconds for cells in rows.values() for seconds in cells})
    body = [
        [player, *(cells.get(seconds, "") for seconds in times)] for player, cells in rows.items()
    ]
    return table(["game, player, margin in", *(f"{number_text(one)} s" for one in times)], body)


def _without_seconds(duel: Duel) -> str:
    """Return the text of a duel's first player without its thinking time.

    >>> _without_seconds(Duel("gin", "mc(seconds=0.1)", "rules", 0.1))
    'mc'
    """
    name, _, options = duel.first.removesuffix(")").partition("(")
    others = ",".join(one for one in options.split(",") if not one.startswith("seconds="))
    return f"{name}({others})" if others else name
