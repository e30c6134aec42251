"""The catalogue of games: an ``Entry`` for each game with the import paths of its parts.

Players, environments, the arena and the command line find games only here. A part is given by its import
path, ``module:attribute``, and imported on first use, so importing the catalogue costs nothing.

The package's own games are listed below. Other packages add games and players by entry points:

* in the group ``suitwise.games``, the name of a game with the import path of its ``Entry``;
* in the group ``suitwise.players``, ``GAME.PLAYER``, or ``PLAYER`` for a player of all games, with the
  import path of the player's dataclass.

Reading entry points takes some milliseconds, so it is done only for unknown names and to list all games.
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
"""The names of levels of strength; a game has all of them or only the last."""
STRONGEST = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and the import paths of its parts; all parts but the first are optional.

    Args:
        name: the game's name, with which the texts of its variants begin.
        game: the class of its variants, or its import path.
        players: its players by name; each a dataclass or the import path of one.
        successors: the names of removed players, each with the player that replaces it.
        levels: the player for each level of strength in ``LEVELS``, as a text.
        strongest: a function, or its import path, that returns the strongest player's text for a
            variant; needed only if that depends on the variant.
        host: no longer used, as the face also serves the terminal; removed in the next release.
        face: the ``players.face.Face`` that presents it in a browser, at a terminal and in pictures.
        board: the ``players.board.Board`` that analyses positions entered by hand.
        house: the ``game.houses.HouseForm`` of the house rules that a page offers.
        unit: the unit of its returns.
        review: the ``players.review.Review`` of its records.
        batch: the function that returns a variant's compiled rules, ``stepping.loop.Batch``.
        whole: the function that returns a variant's full game in arrays, ``stepping.records.Whole``, if
            ``batch`` covers only a part of the game.
        openspiel: the ``envs.openspiel.Entry`` that registers it with OpenSpiel.
        episode: the variant of its Gymnasium id (``suitwise/Gin-v0`` for gin); without it there is no
            id.
        daily: the variant of its deal of the day, a single deal; without it there is none.
        vector: the name of its environment of many games, if its actions are not the game's moves.
        words: its own phrases in other languages, by language and code; or the import path. A code
            begins with the game's name, as ``hearts.two``; English has those in the second person alone.
            Texts of the page about the game have keys such as ``ui.game.hearts``, its title,
            ``ui.about.hearts``, and ``ui.option.hearts.points``, an option's label.
        warm: the jobs that compile its rules ahead, by name.
        command: its own group of commands.
        help: a line of help for that group.
        package: the package that provides it; empty for this package and for registered games.

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
    house: str = ""
    unit: str = "what the game gives"
    review: str = ""
    batch: str = ""
    whole: str = ""
    openspiel: str = ""
    episode: str = ""
    daily: str = ""
    vector: str = ""
    words: Mapping[str, Mapping[str, str]] | str = field(default_factory=dict)
    warm: str = ""
    command: str = ""
    help: str = ""
    package: str = ""

    def __post_init__(self) -> None:
        """Warn of the deprecated ``host``."""
        if self.host:
            message = (
                f"the host of {self.name} is no longer asked for: its face shows it at a terminal"
            )
            warn(message, DeprecationWarning, stacklevel=3)

    @property
    def group(self) -> str:
        """The name of the game's command group; several games may share one."""
        return self.name if self.package else self.command.rpartition(":")[2] or self.name

    def loaded(self, place: str | type) -> Any:
        """Import one of the parts of this entry.

        Raises:
            NotationError: the game is from another package and the import fails.
        """
        return _loaded(place, self.package)

    def player(self, name: str) -> type | None:
        """Import the dataclass of one of its players; None if it has no player of this name.

        Raises:
            NotationError: the game is from another package and has no dataclass there.
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
            house="suitwise.rummy.rules.house:GIN",
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
            "gin_partners",
            "suitwise.rummy.gin.partners.game:Partners",
            players={
                "greedy": "suitwise.rummy.gin.players.rule_based:GreedyGinPlayer",
                "mc": "suitwise.rummy.gin.players.monte_carlo:Sampling",
                "net": "suitwise.rummy.gin.players.net:Trained",
                "rules": "suitwise.rummy.gin.players.rule_based:GinPlayer",
            },
            levels={"easy": "greedy", "medium": "rules", "strong": "mc"},
            face="suitwise.rummy.gin.partners.face:PartnersFace",
            board="suitwise.rummy.gin.board:PARTNERS",
            house="suitwise.rummy.rules.house:PARTNERS",
            unit="points",
            review="suitwise.rummy.review:GIN",
            daily="gin_partners",
        ),
        Entry(
            "indian13",
            "suitwise.rummy.indian.game:Indian",
            players={
                "expected": "suitwise.rummy.indian.players.rule_based:Dropping",
                "greedy": "suitwise.rummy.indian.players.rule_based:Greedy",
                "net": "suitwise.rummy.indian.players.net:Trained",
                "rules": "suitwise.rummy.indian.players.rule_based:RuleBased",
            },
            levels={"easy": "greedy", "medium": "rules", "strong": "expected"},
            strongest="suitwise.rummy.indian.players.net:strongest",
            face="suitwise.rummy.indian.face:IndianFace",
            board="suitwise.rummy.indian.board:BOARD",
            house="suitwise.rummy.rules.house:INDIAN",
            unit="points",
            review="suitwise.rummy.review:INDIAN",
            episode="indian13",
            daily="indian13",
        ),
        Entry(
            "rami",
            "suitwise.rummy.rami.game:Rami",
            players={
                "greedy": "suitwise.rummy.rami.players.rule_based:GreedyRamiPlayer",
                "mc": "suitwise.rummy.rami.players.monte_carlo:Sampling",
                "playout": "suitwise.rummy.rami.players.playouts:PlayoutRamiPlayer",
                "rules": "suitwise.rummy.rami.players.rule_based:RamiPlayer",
            },
            levels={"easy": "greedy", "medium": "rules", "strong": "mc"},
            face="suitwise.rummy.rami.face:RamiFace",
            board="suitwise.rummy.rami.board:BOARD",
            house="suitwise.rummy.rules.house:RAMI",
            unit="points",
            review="suitwise.rummy.review:RAMI",
            batch="suitwise.rummy.rami.arrays.stepped:batch_of",
            episode="rami(deals=1,staged=yes)",
            daily="rami(deals=1)",
        ),
        Entry(
            "rummikub",
            "suitwise.rummy.rummikub.game:Rummikub",
            players={
                "greedy": "suitwise.rummy.rummikub.players.rule_based:GreedyRummikubPlayer",
                "mc": "suitwise.rummy.rummikub.players.monte_carlo:Sampling",
                "rules": "suitwise.rummy.rummikub.players.rule_based:RummikubPlayer",
                "waits": "suitwise.rummy.rummikub.players.rule_based:WaitingRummikubPlayer",
            },
            # Not mc, which wins by waiting: people want to see the table grow.
            levels={"easy": "greedy", "strong": "rules"},
            face="suitwise.rummy.rummikub.face:RummikubFace",
            board="suitwise.rummy.rummikub.board:BOARD",
            house="suitwise.rummy.rules.house:RUMMIKUB",
            unit="points",
            review="suitwise.rummy.review:RUMMIKUB",
            batch="suitwise.rummy.rummikub.arrays.stepped:batch_of",
            episode="rummikub(staged=yes)",
            daily="rummikub(deals=1)",
        ),
        Entry(
            "stacks",
            "suitwise.stacks.game:Stacks",
            players={"solver": "suitwise.stacks.players:Solver"},
            levels={"strong": "solver"},
            face="suitwise.stacks.face:StacksFace",
            board="suitwise.stacks.board:BOARD",
            house="suitwise.stacks.rules.house:HOUSE",
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
            house="suitwise.texas42.rules.house:HOUSE",
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
            strongest="suitwise.tractor.variant:strongest",
            face="suitwise.tractor.face:TractorFace",
            board="suitwise.tractor.board:BOARD",
            house="suitwise.tractor.rules.house:HOUSE",
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
    """Add a game to the catalogue, or replace the game of that name."""
    _known[entry.name] = entry


def find(name: str) -> Entry | None:
    """Return the entry of a game; None if there is no such game.

    Raises:
        NotationError: another package has an entry point for the game but no valid entry.
    """
    if name not in _known and name in (points := _points(GAMES)):
        _known[name] = _entry_from_point(name, points[name])
    return _known.get(name)


def names() -> tuple[str, ...]:
    """Return the names of all games, including those of other packages.

    >>> set(names()) >= {"gin", "indian13", "stacks", "texas42", "texas42_endgame", "tractor"}
    True
    """
    return tuple(sorted({*_known, *_points(GAMES)}))


def known() -> tuple[Entry, ...]:
    """Return, sorted by name, the games of this package and all others found or registered so far."""
    return tuple(_known[name] for name in sorted(_known))


def entries() -> tuple[Entry, ...]:
    """Return all games, sorted by name, without those of other packages that can't be imported."""
    return tuple(entry for name in names() if (entry := _unless_broken(name)))


def player_of(name: str, game: str) -> type | None:
    """Return a player that another package adds to a game; None if there is no such player.

    Raises:
        NotationError: another package has an entry point for the player but no valid player.
    """
    points = _points(PLAYERS)
    found = points.get(f"{game}.{name}") or points.get(name)
    return None if found is None else _as_player(name, *_from_point(name, found))


def player_names(game: str) -> set[str]:
    """Return the names of the players that other packages add to a game."""
    names = (name.rpartition(".") for name in _points(PLAYERS))
    return {player for its_game, _, player in names if its_game in ("", game)}


# --- Games of other packages ----------------------------------------------------------------------


_Point: TypeAlias = tuple[str, str]
"""An entry point: an import path, and the package that provides it."""


@cache
def _points(group: str) -> Mapping[str, tuple[_Point, ...]]:
    """Return the entry points of a group by name; several if packages use the same name."""
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
    """Return the text of each installed package's ``entry_points.txt``; the first on the path counts.

    Importing ``importlib.metadata`` would take longer than reading these files, and it fails at
    malformed lines.
    """
    found: dict[str, str] = {}
    for folder, kind in product(sys.path, ("dist-info", "egg-info")):
        for path in sorted(glob(f"{escape(folder or '.')}/*.{kind}/entry_points.txt")):
            package = basename(dirname(path)).partition("-")[0]
            if package not in found:
                with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
                    found[package] = file.read()
    return found


def _from_point(name: str, points: tuple[_Point, ...]) -> tuple[Any, str]:
    """Import the object of an entry point; also return the package that provides it."""
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


def _entry_from_point(name: str, points: tuple[_Point, ...]) -> Entry:
    entry, package = _from_point(name, points)
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
"""Held during imports. Without it, two threads that import different parts of a game, which import each
other, could see half-initialized modules."""


def _loaded(place: str | type, package: str) -> Any:
    """Import an object by its path; an error of another package becomes one line that names it."""
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
