"""Who meets whom: the games, their players, and those players that can think for a given time.

Games and players are those of the catalogue, so a player that is added to it is measured without a word
here. A game is played as its episode is, one deal at a time, unless it is written with options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import Any

from suitwise.catalogue import entries, find
from suitwise.errors import NotationError
from suitwise.foundation.text.options import number_text, split_call, split_outside
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

    >>> [str(duel) for duel in duels("gin", "rules, random, pimc(worlds=5)")]
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'pimc(worlds=5)' is no player of gin
    >>> [str(duel) for duel in duels("texas42", "rules, random, pimc(worlds=5)")][:2]
    ['texas42(match=hand): rules – random', 'texas42(match=hand): rules – pimc(worlds=5)']
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
