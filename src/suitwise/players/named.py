"""Players by their names, for any game: ``pimc(worlds=50,objective=make,seconds=0)``.

A player's text is written like a variant's (``foundation.text.options``): a name, and options in
parentheses, of which those left out keep their defaults. The same name may stand for different players
at different games: ``rules`` is the rule-based player of a game.

A player is a dataclass whose fields are its options. One that draws nothing and remembers nothing is
called with a state and gives a move; it sits in every seat alike. Any other has a method
``seated(game, seed, stream)``, which gives the player of one seat of one game. Its choices depend on
these and on what the seat sees, and on nothing else. A player that may be bounded by time has an option
``seconds``, 0 for none.

A level of strength (``catalogue.LEVELS``) names a player, too: the one that the game's entry gives it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from suitwise.catalogue import LEVELS, STRONGEST, find, player_names, player_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.options import call_text, read_options, split_call
from suitwise.foundation.text.phrases import Several, phrase
from suitwise.game import Chooser, Game
from suitwise.players.random import RandomPlayer

_EVERY = "every game"


@dataclass(frozen=True, slots=True)
class Named:
    """A player that was named, ready to sit down at a game.

    Args:
        name: its name.
        game: the variant it plays.
        options: the player's dataclass with its options.

    >>> from suitwise.game import load
    >>> str(named("rules", load("gin")))
    'rules(danger=8,look=2)'
    """

    name: str
    game: Game[Any]
    options: Any

    def __str__(self) -> str:
        return call_text(self.name, self.options)

    def seated(self, seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game.

        Args:
            seed: 64-bit seed of the player's draws.
            stream: the stream, another for each seat of each game.
        """
        if not hasattr(self.options, "seated"):
            chooser: Chooser = self.options
            return chooser
        seated: Chooser = self.options.seated(self.game, seed, stream)
        return seated

    def thinking(self, seconds: float) -> Named:
        """Return the player as it thinks for so long about a move; one that is quick stays as it is.

        Args:
            seconds: the time for a move; 0 for as many worlds as its options say, on any machine.

        >>> from suitwise.game import load
        >>> str(named("mc(worlds=50)", load("tractor")).thinking(0.5))
        'mc(worlds=50,seconds=0.5,beliefs=yes,burials=yes,ending=4)'
        """
        if not hasattr(self.options, "seconds"):
            return self
        return replace(self, options=replace(self.options, seconds=seconds))


def named(text: str, game: Game[Any]) -> Named:
    """Return the player that a text names at a game, or that a level of strength stands for.

    Raises:
        NotationError: the game has no such player, or the player no such option.

    >>> from suitwise.game import load, play
    >>> game = load("gin")
    >>> player = named("greedy", game)
    >>> play(game.start(), player.seated(seed=1, stream=0), seed=1).returns
    (-9.0, 9.0)
    >>> str(named("easy", game))
    'greedy'
    """
    text = levels_of(game).get(text.strip(), text)
    name, options = split_call(text)
    kind = _kind_at(game.name, name)
    if kind is None:
        raise NotationError(
            phrase(
                "any.no-player",
                "{text} is no player of {game}: write one of {names}, options in parentheses",
                text=repr(text[:40]),
                game=game.name,
                names=Several((*levels_of(game), *names_for(game))),
            )
        )
    try:
        return Named(name, game, read_options(kind, name, options))
    except NotationError:
        raise
    except SuitwiseError as error:
        raise NotationError(f"{name}: {error}") from None


def names_for(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the players that can play a game.

    >>> from suitwise.game import load
    >>> names_for(load("texas42"))
    ('beginner', 'mc', 'net', 'pimc', 'random', 'rules')
    """
    entry = find(game.name)
    known = {name for name, kinds in _PLAYERS.items() if {game.name, _EVERY} & set(kinds)}
    return tuple(sorted(known | set(entry.players if entry else ()) | player_names(game.name)))


def levels_of(game: Game[Any]) -> Mapping[str, str]:
    """Return the texts of the players that a game's levels of strength stand for, the weakest first.

    Every game has a strongest player, perhaps another at other variants: where its entry names none, its
    rule-based one, else the first player of its own, else the one at random.

    >>> from suitwise.game import load
    >>> levels_of(load("indian13"))
    {'easy': 'greedy', 'medium': 'rules', 'strong': 'expected'}
    >>> [levels_of(load(variant))["strong"] for variant in ("gin", "gin(knock=5)")]
    ['net', 'mc']
    """
    entry = find(game.name)
    if entry and entry.strongest:
        return {**entry.levels, STRONGEST: entry.loaded(entry.strongest)(game)}
    if entry and entry.levels:
        return entry.levels
    known = [name for name in names_for(game) if name != "random"]
    return {STRONGEST: "rules" if "rules" in known else known[0] if known else "random"}


def register_player(name: str, kind: type, *games: str) -> None:
    """Make a player known by a name.

    Where games are played by several processes each must know the player: register it where the main
    module is imported, outside of ``if __name__ == "__main__"``.

    Args:
        name: its name: small letters, digits and underscores.
        kind: the dataclass it is made of; each option has a default.
        games: the names of the games it plays; none for every game.

    Raises:
        NotationError: this is no name or that of a level, or another player has it at one of the games.

    >>> from dataclasses import dataclass
    >>> from suitwise.game import load, play
    >>> @dataclass(frozen=True)
    ... class First:
    ...     def __call__(self, state):
    ...         return next(iter(state.moves()))
    >>> register_player("leftmost", First, "stacks")
    >>> str(named("leftmost", load("stacks")))
    'leftmost'
    """
    if name in LEVELS:
        raise NotationError(f"{name} is a level of strength: take another name")
    if not name or split_call(name) != (name, ""):
        raise NotationError(f"{name[:40]!r} is no name: small letters, digits and underscores")
    known = _PLAYERS.setdefault(name, {})
    for game in games or (_EVERY,):
        entry = find(game)
        there = (entry.players if entry else {}).get(name) or known.get(game, known.get(_EVERY))
        if there is not None and not _is_again(kind, there):
            raise NotationError(
                f"another player of {game} has the name {name}: take one of your own"
            )
    known.update(dict.fromkeys(games or (_EVERY,), kind))


def _is_again(kind: type, there: str | type) -> bool:
    """Tell whether a player is the one that is there, perhaps as its module defines it anew."""
    here = kind.__module__, kind.__qualname__
    return not isinstance(there, str) and here == (there.__module__, there.__qualname__)


@dataclass(frozen=True, slots=True)
class _Random:
    """Any legal move."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        return RandomPlayer(seed, stream)


# --- All players ----------------------------------------------------------------------------------

_PLAYERS: dict[str, dict[str, type]] = {"random": {_EVERY: _Random}}
"""For each name the games and the dataclass that plays there: of players of all games or registered."""


def _kind_at(game: str, name: str) -> Any:
    """Return the dataclass of a player's name at a game, None where there is no such player."""
    entry, known = find(game), _PLAYERS.get(name, {})
    own = known.get(game) or (entry and entry.player(name))
    return own or known.get(_EVERY) or player_of(name, game)
