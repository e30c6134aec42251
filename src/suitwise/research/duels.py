"""Duels: who meets whom at which game, and how a duel is played, kept and gone on with.

Games and players are those of the catalogue, so a player that is added to it is measured without a word
here. A game is played as its episode is, one deal at a time, unless it is written with options.

Each duel has a folder, named by the game and the two players, which holds a run of the arena and
``times.json``: how long their decisions took and what time was spent. All duels at a game are played on
the same deals. Another duel, a longer one or another budget leaves the others as they are.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from suitwise.arena.config import Config, Match, pairings
from suitwise.arena.report import Standings, standings
from suitwise.arena.results import RESULTS
from suitwise.arena.run import Chunk, Played, play_chunk, run
from suitwise.arena.statistics import Paired, Times
from suitwise.arena.store import PLAN, read_config, read_whole
from suitwise.catalogue import entries, find
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.options import number_text, split_call, split_outside
from suitwise.foundation.text.writing import replacing
from suitwise.game import Game, load
from suitwise.players.named import Named, named, names_for

THINKING_S = (0.01, 0.1, 1.0)
"""For so many seconds a move players think whose growth is measured."""
REFERENCE = "rules"
"""The player that growth is measured against."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players that meet at a game.

    Args:
        game: the game's text.
        first: the player that is measured.
        second: the other.
        seconds: for how long the first thinks about a move; None for a duel of the table of all.

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
    """Return who meets whom.

    Args:
        games: the games' texts, with commas between them; none for all of this package.
        players: the players' texts, likewise, each at the games that have it; none for all, with their
            options as they are unless given.
        growth: whether players that can think for a given time also meet the game's reference player,
            once for each of ``THINKING_S``.

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
    """Return the text of one deal of a game that is named without options."""
    entry = find(game)
    return entry.episode or game if entry else game


def _field(game: Game[Any], texts: Iterable[str]) -> dict[str, Named]:
    """Return the players of a game by their texts, each once however it is written."""
    names = names_for(game)
    there = [text for text in texts or names if split_call(text)[0] in names]
    players = {text: named(text, game) for text in there}
    written: dict[str, str] = {}
    for text, player in players.items():
        written.setdefault(str(player), text)
    return {text: players[text] for text in written.values()}


def _all(game: str, players: dict[str, Named]) -> Iterator[Duel]:
    for first, second in combinations(players, 2):
        yield Duel(game, first, second)


def _growing(game: str, players: dict[str, Named]) -> Iterator[Duel]:
    """Yield the duels of a game's players that think for a given time."""
    variant = load(game)
    if REFERENCE not in names_for(variant):
        return
    for text, player in players.items():
        if "seconds" in (option.name for option in fields(player.options)):
            for seconds in THINKING_S:
                yield Duel(game, _thinking(text, player, seconds), REFERENCE, seconds)


def _thinking(text: str, player: Named, seconds: float) -> str:
    """Return the text of a player with other seconds and its options else as they were given."""
    name, options = split_call(text)
    kept = [one for one in _listed(options) if one.partition("=")[0].strip() != "seconds"]
    replace(player.options, seconds=seconds)  # refuses what the player can't do
    return f"{name}({','.join([*kept, f'seconds={number_text(seconds)}'])})"


# --- A duel as it is played -----------------------------------------------------------------------


TIMES = "times.json"
_MOST_TIMES = 1 << 20
_AGAIN_S = 1.0
"""Deals that are there are played again for so long, one at least, to see that players are the same."""


@dataclass(frozen=True)
class Budget:
    """How much is played of each duel.

    Args:
        deals: how many deals at most; as many as were asked for before in its folder, if those are more.
        seconds: how long it may take in all, however many runs that are: the time of the deals, added
            up over all workers. The deal at which it is over is played to its end.
        seed: 64-bit seed of the deals and of the players.
        workers: how many processes play.
        afresh: whether duels whose players have changed are begun again, and the old games thrown away.

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
    """What came of a duel, on all deals that its folder holds.

    Args:
        duel: who met.
        players: the texts of the two with all their options.
        unit: what the game's returns are counted in.
        paired: how the first did; None where no deal is done.
        times: for each of the two how long its decisions took.
        seconds: what was spent on the deals.
        machine: where the duel was begun.
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
    """A duel and the folder in which it is kept.

    Args:
        duel: who meets.
        budget: how much is played.
        folder: the folder of all duels.

    >>> meeting = Meeting(Duel("gin", "rules", "greedy"), Budget(deals=5), Path("strength"))
    >>> meeting.match.players
    ('greedy', 'rules(danger=8,look=2)')
    """

    duel: Duel
    budget: Budget
    folder: Path

    @cached_property
    def match(self) -> Match:
        """The match: the two in the order of their texts, so that each duel is kept once."""
        players = self.duel.first, self.duel.second
        one, other = Match(self.duel.game, players, self.budget.deals).players
        return Match(self.duel.game, (min(one, other), max(one, other)), self.budget.deals)

    @cached_property
    def place(self) -> Path:
        """The folder of this duel."""
        match, seed = self.match, self.budget.seed
        told = "\n".join([match.game, *match.players, str(seed)])
        mark = hashlib.blake2b(told.encode(), digest_size=4).hexdigest()
        names = (split_call(text)[0] for text in (match.game, *match.players))
        return self.folder / "-".join([*names, mark])

    def played(self, progress: Callable[[float], object] = lambda share: None) -> Met:
        """Play what the budget leaves to be played, and return what came of all.

        Args:
            progress: told again and again what share of it is done.

        Raises:
            SuitwiseError: a player failed, the folder holds something else, or its players now play
                otherwise, unless that begins the duel afresh.
            OSError: the folder can't be written to.
        """
        there = self._there()
        if there is not None and not self._is_played_so(there.deals):
            self._begin_afresh()
            there = None
        if there is None:
            return self._met(self._go_on(self.match.deals, progress))
        deals = max(self.match.deals, there.matches[0].deals)
        if there.deals < deals and self._times()[0] < self.budget.seconds:
            there = self._go_on(deals, progress)
        return self._met(there)

    # --- Playing ----------------------------------------------------------------------------------

    def _config(self, deals: int) -> Config:
        match = Match(self.match.game, self.match.players, deals)
        return Config(str(self.duel)[:100], self.budget.seed, (match,))

    def _go_on(self, deals: int, progress: Callable[[float], object]) -> Standings:
        spent, times = self._times()
        shares = [0.0, spent]

        def tell() -> None:
            progress(min(1.0, max(shares[0], shares[1] / self.budget.seconds)))

        def reached(done: int, total: int) -> None:
            shares[0] = done / total
            tell()

        def goes_on(played: Played) -> bool:
            shares[1] += played.seconds
            for all_of_it, more in zip(times, played.times, strict=True):
                all_of_it.add(more)
            self._keep_times(shares[1], times)
            tell()
            return shares[1] < self.budget.seconds

        config, workers = self._config(deals), self.budget.workers
        return run(config, self.place, workers, progress=reached, goes_on=goes_on)

    # --- Players that have changed ----------------------------------------------------------------

    def _is_played_so(self, deals: int) -> bool:
        """Tell whether the two play the first deals as they are kept: figures of old players are none.

        What thinks for a time plays otherwise each time, so of such a player nothing is asked.
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
        """Throw away what the two have played.

        Raises:
            SuitwiseError: that is not asked for.
        """
        if not self.budget.afresh:
            first, second = self.match.players
            raise SuitwiseError(
                f"{first} and {second} now play otherwise than they do in {self.place}: go on with "
                "--afresh, which begins such pairs again, or with another folder"
            )
        shutil.rmtree(self.place)

    # --- What is there ----------------------------------------------------------------------------

    def _there(self) -> Standings | None:
        if not (self.place / PLAN).exists():
            return None
        match = read_config(self.place).matches[0]
        if (match.game, match.players) != (self.match.game, self.match.players):
            raise SuitwiseError(f"{self.place} holds another duel; write to another folder")
        return standings(self.place)

    def _met(self, found: Standings) -> Met:
        match = found.matches[0]
        seconds, times = self._times()
        duel = match.pairs[0].paired
        first, second = self.match.players
        if str(named(self.duel.first, self.match.variant)) != first:
            first, second, times, duel = second, first, times[::-1], duel and duel.turned()
        return Met(self.duel, (first, second), match.unit, duel, times, seconds, found.machine)

    def _times(self) -> tuple[float, tuple[Times, Times]]:
        """Return how many seconds were spent, and for each of the two the times of its decisions."""
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
