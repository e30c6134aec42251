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

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from suitwise.catalogue import LEVELS, STRONGEST, find, player_names, player_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.options import call_text, read_options, split_call
from suitwise.game import Chooser, Game, State, move_at
from suitwise.seeds import below, below_any, word

# --- Players that draw their moves ----------------------------------------------------------------


class RandomPlayer:
    """Chooses uniformly among the legal moves, from a stream of a seed.

    Args:
        seed: 64-bit seed.
        stream: the stream; its numbers are used up move by move.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> play(Kuhn().start(), RandomPlayer(3), seed=1).moves
    ('K', 'Q', 'b', 'p')
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._seed, self._stream, self._index = seed, stream, 0

    def __call__(self, state: State[Any]) -> Any:
        """Return a move.

        Raises:
            SuitwiseError: the game is over.
        """
        legal = state.moves()
        count = len(legal)
        if not count:
            raise SuitwiseError(f"there is no move to choose: {str(state)[:60]}")
        place, self._index = below(min(count, 1 << 31), self._seed, self._stream, self._index)
        return move_at(legal, place)


@dataclass(frozen=True, slots=True)
class BeginnerPlayer:
    """Plays as another player does, but for slips, in which it makes any move that comes to hand.

    They are drawn from a hash of what its seat sees: the same view, the same move.

    Args:
        other: the player that it plays like.
        at_hand: the moves that it may slip to; none where it does not slip.
        slips: how many decisions of a hundred are slips.
        seed: 64-bit seed of the slips.

    Raises:
        SuitwiseError: the number of slips is out of range.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> always_first = lambda state: next(iter(state.moves()))
    >>> play(Kuhn().start(), BeginnerPlayer(always_first, lambda state: state.moves()), seed=1).moves
    ('K', 'Q', 'p', 'p')
    """

    other: Chooser
    at_hand: Callable[[Any], Collection[Any]]
    slips: int = 25
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse a number of slips out of range."""
        if not 0 <= self.slips <= 100:
            raise SuitwiseError(f"0 to 100 decisions of a hundred are slips, not {self.slips}")

    def __call__(self, state: State[Any]) -> Any:
        """Return a move."""
        moves = self.at_hand(state)
        if not len(moves):
            return self.other(state)
        view = state.view(state.turn).encode()
        stream = int.from_bytes(hashlib.blake2b(view, digest_size=7).digest(), "little")
        drawn, index = below(100, self.seed, stream, 0)
        if drawn >= self.slips:
            return self.other(state)
        place, _ = below_any(len(moves), self.seed, stream, index)
        return move_at(moves, place)


@dataclass(frozen=True, slots=True)
class NamedBeginner(ABC):
    """A beginner by its name (``named``): a game says whom it plays like, and what it may slip to.

    Args:
        slips: how many decisions of a hundred are slips.

    Raises:
        SuitwiseError: the number of slips is out of range.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> named("beginner(slips=10)", load("tractor")).seated(seed=1, stream=0).slips
    10
    """

    slips: int = 25

    def __post_init__(self) -> None:
        """Refuse a number of slips out of range."""
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0))

    @staticmethod
    @abstractmethod
    def other() -> Chooser:
        """Return the player that it plays like."""

    @staticmethod
    @abstractmethod
    def at_hand(state: Any) -> Collection[Any]:
        """Return the moves that it may slip to; none where it does not slip."""

    def _with(self, seed: int) -> Chooser:
        return BeginnerPlayer(self.other(), self.at_hand, self.slips, seed)


# --- Names and options ----------------------------------------------------------------------------

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
            f"{text[:40]!r} is no player of {game.name}: write one of "
            f"{', '.join((*levels_of(game), *names_for(game)))}, options in parentheses"
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


# --- All players by name --------------------------------------------------------------------------

_PLAYERS: dict[str, dict[str, type]] = {"random": {_EVERY: _Random}}
"""For each name the games and the dataclass that plays there: of players of all games or registered."""


def _kind_at(game: str, name: str) -> Any:
    """Return the dataclass of a player's name at a game, None where there is no such player."""
    entry, known = find(game), _PLAYERS.get(name, {})
    own = known.get(game) or (entry and entry.player(name))
    return own or known.get(_EVERY) or player_of(name, game)
