"""Players by name, for any game: ``mc(worlds=100,seconds=0)``.

A player's text is a name with options in parentheses, like a variant's text; omitted options have their
defaults. A name may stand for different players at different games: ``rules`` is the rule-based player
of each game.

A player is written as a dataclass whose fields are its options. There are two kinds:

- A player without randomness and memory is callable: it takes a state and returns a move. The same
  object plays all seats.
- Any other player has a method ``seated(game, seed, stream)``. It returns a callable for one seat of one
  game, whose moves depend only on these arguments and on what the seat sees.

A player with a thinking time has an option ``seconds``, where 0 means no time limit.

A level of strength (``catalogue.LEVELS``), such as ``easy``, names a player, too: the one that stands
for it in the game's catalogue entry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from suitwise.catalogue import LEVELS, STRONGEST, find, player_names, player_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import call_text, read_options, split_call
from suitwise.foundation.text.phrases import Several, phrase
from suitwise.game import Chooser, Game, State, move_at
from suitwise.players.turns import Advice, only_move, stream_of
from suitwise.seeds import below, below_any, word

# --- Random moves ---------------------------------------------------------------------------------


class RandomPlayer:
    """Chooses uniformly among the legal moves.

    Args:
        seed: 64-bit seed.
        stream: the random stream of the seed, consumed move by move.

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
        # ``below`` draws from at most 2**31. Of longer lists of moves only the first ones are drawn.
        place, self._index = below(min(count, 1 << 31), self._seed, self._stream, self._index)
        return move_at(legal, place)

    def advice(self, state: State[Any]) -> Advice:
        """Return a random move; the reason says that it is random."""
        if len(state.moves()) == 1:
            return only_move(state)
        return Advice(self(state), phrase("any.at-random", "drawn at random from the legal moves"))


@dataclass(frozen=True, slots=True)
class BeginnerPlayer:
    """Plays like another player, but sometimes makes a random move instead, a slip.

    Slips are drawn from a hash of the view, so the same view gives the same move.

    Args:
        other: the player that it plays like.
        slip_moves: a function that returns the moves to draw a slip from; none in a state without slips.
        slips: the percentage of slips.
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
    slip_moves: Callable[[Any], Collection[Any]]
    slips: int = 25
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the number of slips."""
        if not 0 <= self.slips <= 100:
            raise SuitwiseError(f"0 to 100 decisions of a hundred are slips, not {self.slips}")

    def __call__(self, state: State[Any]) -> Any:
        """Return a move."""
        moves = self.slip_moves(state)
        if not len(moves):
            return self.other(state)
        stream = stream_of(state)  # a hash of the view
        percent, index = below(100, self.seed, stream, 0)
        if percent >= self.slips:
            return self.other(state)
        place, _ = below_any(len(moves), self.seed, stream, index)
        return move_at(moves, place)


@dataclass(frozen=True, slots=True)
class NamedBeginner(ABC):
    """The base class for a game's ``beginner``: a subclass says what it plays like and how it slips.

    Args:
        slips: the percentage of slips.

    Raises:
        SuitwiseError: the number of slips is out of range.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> named("beginner(slips=10)", load("tractor")).seated(seed=1, stream=0).slips
    10
    """

    slips: int = 25

    def __post_init__(self) -> None:
        """Check the number of slips."""
        self._player(0)  # refuses a number out of range

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._player(word(seed, stream, 0))

    @staticmethod
    @abstractmethod
    def other() -> Chooser:
        """Return the player that it plays like."""

    @staticmethod
    @abstractmethod
    def slip_moves(state: Any) -> Collection[Any]:
        """Return the moves to draw a slip from; none in a state without slips."""

    def _player(self, seed: int) -> Chooser:
        return BeginnerPlayer(self.other(), self.slip_moves, self.slips, seed)


# --- Names and options ----------------------------------------------------------------------------

_ANY_GAME = "any game"
"""The key in the registry of players for every game."""


@dataclass(frozen=True, slots=True)
class Named:
    """A player with its options, ready to be seated at a game.

    Args:
        name: the player's name.
        game: the variant.
        options: the player itself, an instance of its dataclass; its fields are the options.

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
            seed: 64-bit seed of the player's random numbers.
            stream: the random stream, a different one for each seat of each game.
        """
        chooser: Chooser = self.options
        if hasattr(self.options, "seated"):
            chooser = self.options.seated(self.game, seed, stream)
        return chooser

    def thinking(self, seconds: float) -> Named:
        """Return the player with another thinking time; a player without that option stays as it is.

        Args:
            seconds: the thinking time for a move; 0 for no time limit, so that other options decide.

        >>> from suitwise.game import load
        >>> str(named("mc(worlds=50)", load("tractor")).thinking(0.5))
        'mc(worlds=50,seconds=0.5,beliefs=yes,burials=yes,ending=4)'
        """
        if not hasattr(self.options, "seconds"):
            return self
        return replace(self, options=replace(self.options, seconds=seconds))


def named(text: str, game: Game[Any]) -> Named:
    """Return the player of a game by its text or by a level of strength.

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
        _refuse_removed(game.name, name)
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


def _refuse_removed(game: str, name: str) -> None:
    """Refuse a player that was removed from the game, and name its successor; else do nothing."""
    entry = find(game)
    if entry and name in entry.successors:
        successor = entry.successors[name]
        raise NotationError(
            f"{name} has gone: {successor} beats it at {game}, so write {successor}"
        )


def names_for(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the players for a game.

    >>> from suitwise.game import load
    >>> names_for(load("texas42"))
    ('beginner', 'mc', 'net', 'random', 'rules')
    """
    entry = find(game.name)
    names = player_names(game.name)
    names |= {name for name, by_game in _PLAYERS.items() if {game.name, _ANY_GAME} & set(by_game)}
    if entry:
        names |= set(entry.players)
    return tuple(sorted(names))


def levels_of(game: Game[Any]) -> Mapping[str, str]:
    """Return the player's text for each of a game's levels of strength, the weakest first.

    Every game has a strongest player, which may depend on the variant. If the catalogue entry names
    none, it is the rule-based player. Without one, it is the alphabetically first player other than the
    random one, and without that the random one.

    >>> from suitwise.game import load
    >>> levels_of(load("gin"))
    {'easy': 'greedy', 'medium': 'rules', 'strong': 'net'}
    >>> [levels_of(load(variant))["strong"] for variant in ("gin(knock=5)", "indian13(seats=3)")]
    ['mc', 'expected']
    """
    entry = find(game.name)
    if entry and entry.strongest:
        return {**entry.levels, STRONGEST: entry.loaded(entry.strongest)(game)}
    if entry and entry.levels:
        return entry.levels
    names = [name for name in names_for(game) if name != "random"]
    if "rules" in names:
        return {STRONGEST: "rules"}
    return {STRONGEST: names[0] if names else "random"}


def register_player(name: str, kind: type, *games: str) -> None:
    """Register a player under a name.

    Worker processes need the registration, too, so do it when the module is imported, outside of
    ``if __name__ == "__main__"``.

    Args:
        name: the name, of small letters, digits and underscores.
        kind: the player's dataclass, with a default for each option.
        games: the names of the games that it plays; without any, it plays every game.

    Raises:
        NotationError: the name is invalid, is a level of strength, or belongs to another player of one
            of the games.

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
    by_game = _PLAYERS.setdefault(name, {})
    for game in games or (_ANY_GAME,):
        entry = find(game)
        # The catalogue has a player's import path, the registry its class.
        present = (entry.players if entry else {}).get(name)
        present = present or by_game.get(game, by_game.get(_ANY_GAME))
        if present is not None and not _is_same_class(kind, present):
            raise NotationError(
                f"another player of {game} has the name {name}: take one of your own"
            )
    by_game.update(dict.fromkeys(games or (_ANY_GAME,), kind))


def _is_same_class(kind: type, present: str | type) -> bool:
    """Tell whether a player is the registered one, perhaps redefined by a reload of its module."""
    path = kind.__module__, kind.__qualname__
    return not isinstance(present, str) and path == (present.__module__, present.__qualname__)


# --- The registry ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Random:
    """Any legal move."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        return RandomPlayer(seed, stream)


_PLAYERS: dict[str, dict[str, type]] = {"random": {_ANY_GAME: _Random}}
"""The registry: for each name the dataclasses by game. It has the players that the catalogue lacks."""


def _kind_at(game: str, name: str) -> Any:
    """Return the dataclass of a player's name at a game; None if there is no such player."""
    entry, by_game = find(game), _PLAYERS.get(name, {})
    kind = by_game.get(game) or (entry and entry.player(name))
    return kind or by_game.get(_ANY_GAME) or player_of(name, game)
