"""The games there are: for each an ``Entry`` that says where its parts are found.

Players, environments, the arena and the command line know games through this table alone. A part is
imported when it is asked for, by a place written ``module:attribute``, so the table costs nothing.

The package's own games stand here. Another package adds a game by an entry point in the group
``suitwise.games``, whose name is the game's and whose value is the place of an ``Entry``; and a player
by one in the group ``suitwise.players``, whose value is the place of the player's dataclass and whose
name is ``GAME.PLAYER``, or ``PLAYER`` for one that plays every game. They are looked for where a name is
not known yet, or where all are listed, as that takes some milliseconds.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cache
from glob import escape, glob
from importlib import import_module
from itertools import product
from os.path import basename, dirname
from threading import RLock
from typing import Any, TypeAlias
from warnings import warn

from suitwise.errors import NotationError

GAMES, PLAYERS = "suitwise.games", "suitwise.players"
"""The groups of entry points."""
LEVELS = ("easy", "medium", "strong")
"""The names of levels of strength; a game has them all, or the last alone."""
STRONGEST = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a game gives, by the places where it is found; a game does without the parts left out.

    Args:
        name: the game's name, as its variants' texts begin.
        game: the class of its variants, or the place of it.
        players: its players by their names; each a dataclass, or the place of one.
        successors: the names of players that have gone, with the stronger player that replaces each.
        levels: the players that people choose by their strength, as texts by the names in ``LEVELS``.
        strongest: the function that gives the strongest player's text for a variant, or the place of it,
            where that is not the one of the levels for all.
        host: no longer asked for, as the face shows a game at the terminal, too; goes with the next
            release.
        face: the class that shows it at a table in a browser, at a terminal and in pictures, a
            ``players.face.Face``.
        board: what it can be asked about a position that anybody sets up, a ``players.board.Board``.
        unit: the unit of its returns.
        review: how its records are reviewed, a ``players.review.Review``.
        batch: the function that gives the compiled rules of a variant, ``stepping.loop.Batch``.
        whole: the function that gives a variant as its games are played whole in arrays, where its
            compiled rules don't: ``stepping.whole.Whole``.
        openspiel: the ``envs.openspiel.Entry`` that makes it known to OpenSpiel.
        episode: the variant of its Gymnasium id, ``suitwise/Gin-v0`` for gin; without one it has none.
        daily: the variant of its deal of the day, a single deal; without one it has none.
        vector: the name of the environment of many games, where its actions are not those of the game.
        warm: the jobs that compile its rules ahead, by their names.
        command: its own command group.
        help: a line on that group.
        package: the package that gives it; empty for this one and for a game registered.

    >>> find("stacks").name, find("bridge") is None
    ('stacks', True)
    """

    name: str
    game: str | type
    players: Mapping[str, str | type] = field(default_factory=dict)
    successors: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    strongest: str = ""
    host: str | type = ""
    face: str | type = ""
    board: str = ""
    unit: str = "what the game gives"
    review: str = ""
    batch: str = ""
    whole: str = ""
    openspiel: str = ""
    episode: str = ""
    daily: str = ""
    vector: str = ""
    warm: str = ""
    command: str = ""
    help: str = ""
    package: str = ""

    def __post_init__(self) -> None:
        """Warn of a host, which nobody asks for any more."""
        if self.host:
            told = (
                f"the host of {self.name} is no longer asked for: its face shows it at a terminal"
            )
            warn(told, DeprecationWarning, stacklevel=3)

    @property
    def group(self) -> str:
        """The word for the game at the command line; games of one group share it."""
        return self.name if self.package else self.command.rpartition(":")[2] or self.name

    def loaded(self, place: str | type) -> Any:
        """Return the object at one of the places of this entry.

        Raises:
            NotationError: a package that gives the game has nothing there that can be imported.
        """
        return _loaded(place, self.package)

    def player(self, name: str) -> type | None:
        """Return the dataclass of one of its players, None where it has none of this name.

        Raises:
            NotationError: a package that gives the game has no dataclass there.
        """
        kind = self.players.get(name)
        return None if kind is None else _as_player(name, self.loaded(kind), self.package)


_known: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "gin",
            "suitwise.rummy.gin.game:Gin",
            players={
                "greedy": "suitwise.rummy.gin.players.rule_based:GreedyGinPlayer",
                "mc": "suitwise.rummy.gin.players.monte_carlo:Sampling",
                "net": "suitwise.rummy.gin.players.net:Trained",
                "rules": "suitwise.rummy.gin.players.rule_based:GinPlayer",
            },
            levels={"easy": "greedy", "medium": "rules", "strong": "mc"},
            strongest="suitwise.rummy.gin.players.net:strongest",
            face="suitwise.rummy.gin.face:GinFace",
            board="suitwise.rummy.gin.board:BOARD",
            unit="points",
            review="suitwise.rummy.review:GIN",
            batch="suitwise.rummy.gin.arrays:batch_of",
            episode="gin",
            daily="gin",
            warm="suitwise.rummy.warm:JOBS",
            command="suitwise.cli.games.rummy:rummy",
            help="Two-deck rummy: deadwood, arrangements, combos, advice, games.",
        ),
        Entry(
            "indian13",
            "suitwise.rummy.indian.game:Indian",
            players={
                "expected": "suitwise.rummy.indian.players.rule_based:Dropping",
                "greedy": "suitwise.rummy.indian.players.rule_based:Greedy",
                "rules": "suitwise.rummy.indian.players.rule_based:RuleBased",
            },
            levels={"easy": "greedy", "medium": "rules", "strong": "expected"},
            face="suitwise.rummy.indian.face:IndianFace",
            board="suitwise.rummy.indian.board:BOARD",
            unit="points",
            review="suitwise.rummy.review:INDIAN",
            episode="indian13",
            daily="indian13",
        ),
        Entry(
            "stacks",
            "suitwise.stacks.game:Stacks",
            players={"solver": "suitwise.stacks.players:Solver"},
            levels={"strong": "solver"},
            face="suitwise.stacks.face:StacksFace",
            board="suitwise.stacks.board:BOARD",
            review="suitwise.stacks.review:REVIEW",
            batch="suitwise.stacks.arrays:batch_of",
            episode="stacks",
            daily="stacks",
            warm="suitwise.stacks.warm:JOBS",
            command="suitwise.cli.games.stacks:stacks",
            help="Stack Management: judge, solve, play, generate, review, survey.",
        ),
        Entry(
            "texas42",
            "suitwise.texas42.game:Texas42",
            players={
                "beginner": "suitwise.texas42.players.monte_carlo:Beginner",
                "mc": "suitwise.texas42.players.monte_carlo:Sampling",
                "net": "suitwise.texas42.players.net:Trained",
                "rules": "suitwise.texas42.players.rule_based:Texas42Player",
            },
            successors={"pimc": "mc"},
            levels={"easy": "beginner", "medium": "rules", "strong": "mc"},
            face="suitwise.texas42.face:Texas42Face",
            board="suitwise.texas42.board:BOARD",
            unit="marks",
            review="suitwise.texas42.review.hands:REVIEW",
            batch="suitwise.texas42.arrays.stepped:batch_of",
            episode="texas42(match=hand)",
            daily="texas42(match=hand,forced=yes,play_out=yes)",
            warm="suitwise.texas42.warm:JOBS",
            command="suitwise.cli.games.texas42:texas42",
            help="Texas 42: solve, bid, play, review.",
        ),
        Entry(
            "texas42_endgame",
            "suitwise.texas42.endgame.game:Endgame",
            players={"mccfr": "suitwise.texas42.endgame.solver:LearnedEndgame"},
            levels={"strong": "mccfr"},
            face="suitwise.texas42.face.tricks:EndgameFace",
            unit="points",
            episode="texas42_endgame",
        ),
        Entry(
            "tractor",
            "suitwise.tractor.game:Tractor",
            players={
                "beginner": "suitwise.tractor.players.monte_carlo:Beginner",
                "mc": "suitwise.tractor.players.monte_carlo:Sampling",
                "net": "suitwise.tractor.players.net:Trained",
                "rules": "suitwise.tractor.players.rule_based:TractorPlayer",
            },
            levels={"easy": "beginner", "medium": "rules", "strong": "mc"},
            face="suitwise.tractor.face:TractorFace",
            board="suitwise.tractor.board:BOARD",
            unit="levels, signed: those that a side rose less those that the other did",
            review="suitwise.tractor.review:REVIEW",
            batch="suitwise.tractor.arrays.course:batch_of",
            whole="suitwise.tractor.arrays.course:whole_of",
            episode="tractor(match=deal)",
            daily="tractor(match=deal)",
            vector="tractor_play",
            warm="suitwise.tractor.warm:JOBS",
            command="suitwise.cli.games.tractor:tractor",
            help="Tractor (Sheng Ji): judge rounds and tricks.",
        ),
    )
}


# --- All games ------------------------------------------------------------------------------------


def register(entry: Entry) -> None:
    """Make a game known; one of the same name gives way to it."""
    _known[entry.name] = entry


def find(name: str) -> Entry | None:
    """Return the entry of a game, None where there is no such game.

    Raises:
        NotationError: another package says that it has the game, and gives none.
    """
    if name not in _known and name in (points := _points(GAMES)):
        _known[name] = _given_entry(name, points[name])
    return _known.get(name)


def names() -> tuple[str, ...]:
    """Return the names of all games, those of other packages included.

    >>> set(names()) >= {"gin", "indian13", "stacks", "texas42", "texas42_endgame", "tractor"}
    True
    """
    return tuple(sorted({*_known, *_points(GAMES)}))


def known() -> tuple[Entry, ...]:
    """Return by name the games of this package and the others asked for or registered so far."""
    return tuple(_known[name] for name in sorted(_known))


def entries() -> tuple[Entry, ...]:
    """Return all games by name, but for those of other packages that can't be loaded."""
    return tuple(entry for name in names() if (entry := _unless_broken(name)))


def player_of(name: str, game: str) -> type | None:
    """Return the player that another package gives a game, None where there is no such player.

    Raises:
        NotationError: another package says that it has the player, and gives none.
    """
    points = _points(PLAYERS)
    given = points.get(f"{game}.{name}") or points.get(name)
    return None if given is None else _as_player(name, *_given(name, given))


def player_names(game: str) -> set[str]:
    """Return the names of the players that other packages give a game."""
    named = (name.rpartition(".") for name in _points(PLAYERS))
    return {player for given, _, player in named if given in ("", game)}


# --- Games of other packages ----------------------------------------------------------------------


_Point: TypeAlias = tuple[str, str]
"""An entry point: the place that it stands for, and the package that says so."""


@cache
def _points(group: str) -> Mapping[str, tuple[_Point, ...]]:
    """Return the entry points of a group by their names."""
    found: dict[str, tuple[_Point, ...]] = {}
    for package, text in _texts().items():
        section = text.partition(f"[{group}]\n")[2].partition("\n[")[0]
        for line in section.splitlines():
            name, _, place = (part.strip() for part in line.partition("="))
            if name and not name.startswith(("#", ";")):
                found[name] = (*found.get(name, ()), (place, package))
    return found


@cache
def _texts() -> Mapping[str, str]:
    """Return the entry points of each package, as installers write them beside it; the first counts.

    ``importlib.metadata`` would take longer to be imported than these are to be read, and fails at a
    line that it can't read.
    """
    found: dict[str, str] = {}
    for folder, kind in product(sys.path, ("dist-info", "egg-info")):
        for path in sorted(glob(f"{escape(folder or '.')}/*.{kind}/entry_points.txt")):
            package = basename(dirname(path)).partition("-")[0]
            if package not in found:
                with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
                    found[package] = file.read()
    return found


def _given(name: str, points: tuple[_Point, ...]) -> tuple[Any, str]:
    """Return the object of an entry point, and the package that gives it."""
    (place, package), *others = points
    if others:
        packages = f"{package} and {others[0][1]}"
        raise NotationError(f"the packages {packages} both give {name}: install one of them")
    return _loaded(place, package), package


def _as_player(name: str, kind: Any, package: str) -> type:
    if not (isinstance(kind, type) and is_dataclass(kind)):
        raise NotationError(
            f"what the package {package} gives as the player {name} is no dataclass"
        )
    return kind


def _given_entry(name: str, points: tuple[_Point, ...]) -> Entry:
    entry, package = _given(name, points)
    if not isinstance(entry, Entry) or entry.name != name:
        raise NotationError(
            f"what the package {package} gives as the game {name} is no catalogue.Entry of this name"
        )
    return replace(entry, package=package)


def _unless_broken(name: str) -> Entry | None:
    try:
        return find(name)
    except NotationError:
        return None


_LOADING = RLock()
"""Held while a part is imported: threads that begin with different parts of one game, which import each
other, would else meet modules that are half made."""


def _loaded(place: str | type, package: str) -> Any:
    """Return the object at a place; a fault of another package is one line that names it."""
    if not isinstance(place, str):
        return place
    module, _, attribute = place.partition(":")
    try:
        with _LOADING:
            return getattr(import_module(module), attribute)
    except Exception as error:
        if not package:
            raise
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise NotationError(f"the package {package} has no {place}: {reason}") from None
