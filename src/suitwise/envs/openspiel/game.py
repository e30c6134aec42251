"""A variant of any game as an OpenSpiel game, its observers, and adapters for bots and policies."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

import pyspiel
from open_spiel.python.policy import Policy

from suitwise.arguments import whole
from suitwise.catalogue import entries, find
from suitwise.envs.openspiel.state import Diary, Name, Node, OpenSpielState, Trail
from suitwise.envs.sight import MOST, Listed, Numbered, actions_of
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Chooser, Facts, Game, State, load
from suitwise.players.mccfr import Strategy

if TYPE_CHECKING:
    from suitwise.envs.openspiel.state import Turn


# --- Entries: facts for OpenSpiel beyond the contract ---------------------------------------------
#
# Each option of a variant is an OpenSpiel parameter of the same name with the same default. OpenSpiel
# parses ``5`` as a number and ``a(b=c)`` as a game. Parameters that are strings are therefore written in
# single quotes, ``suitwise_tractor(levels='55',profile='standard(penalty=10)')``. On input the quotes
# may be omitted wherever OpenSpiel parses a string without them.
#
# OpenSpiel asks for some facts of a game that the contract does not have. An ``Entry`` adds them.

Parameters: TypeAlias = "Mapping[str, int | float | bool | str]"
NO_BOUND = 1_000_000
"""The declared length of games without a bound. No game is cut off there."""


@dataclass(frozen=True)
class Entry:
    """Facts of a game that OpenSpiel needs beyond the contract; the functions take a variant.

    Args:
        name: the game's name, known to ``game.load``.
        title: the full name.
        outcomes: the maximum number of outcomes of a turn of chance.
        turns: the maximum number of turns of a seat if a view tells everything that the seat saw and did
            at its earlier turns; None if a view forgets some of it. A bid or a pass is a turn.
        is_zero_sum: whether the returns always sum to zero; or a function of a variant.
        seats: the minimum and maximum number of seats.
        is_listed: whether some variants do not number their moves. Then there is a parameter ``most``,
            the maximum number of legal moves in the list.

    >>> from suitwise.testing import Kuhn
    >>> entry = Entry("kuhn", "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2)
    >>> entry.short_name, entry.seats, str(entry.variant_of({}))
    ('suitwise_kuhn', (2, 2), 'kuhn')
    """

    name: str
    title: str
    outcomes: Callable[[Any], int]
    turns: Callable[[Any], int | None]
    is_zero_sum: bool | Callable[[Any], bool] = True
    seats: tuple[int, int] = (2, 2)
    is_listed: bool = False

    def sums_to_zero(self, variant: Game[Any]) -> bool:
        """Return whether the returns of a variant always sum to zero."""
        told = self.is_zero_sum
        return told if isinstance(told, bool) else told(variant)

    @property
    def short_name(self) -> str:
        """The game's name in OpenSpiel."""
        return f"suitwise_{self.name}"

    @cached_property
    def kind(self) -> type[Game[Any]]:
        """The class of the game's variants.

        Raises:
            NotationError: there is no such game, or an option has no default, which OpenSpiel needs.
        """
        return type(load(self.name))

    def parameters(self) -> Parameters:
        """Return the parameters with their defaults."""
        return self.parameters_of(self.kind())

    def parameters_of(self, variant: Game[Any], most: int = MOST, rows: int = 0) -> Parameters:
        """Return the parameters of a variant."""
        options = {f.name: _quoted(getattr(variant, f.name)) for f in fields(self.kind)}
        options |= {"most": most} if self.is_listed else {}
        return options | ({"rows": rows} if self.tells else {})

    @cached_property
    def tells(self) -> bool:
        """Whether the game tells its seats of each move as an array (``Game.told_fields``).

        Then there is a parameter ``rows``, the number of these rows in the tensor of an information
        state. The default is 0, with which there is no such tensor.
        """
        return bool(self.kind().told_fields())

    def variant_of(self, parameters: Parameters) -> Game[Any]:
        """Return the variant of some parameters.

        Raises:
            SuitwiseError: a parameter is out of bounds.
        """
        names = [f.name for f in fields(self.kind)]
        return self.kind(**{n: _bare(parameters[n]) for n in names if n in parameters})


def _quoted(value: Any) -> Any:
    return f"'{value}'" if isinstance(value, str) else value


def _bare(value: Any) -> Any:
    """Return a parameter without quotes.

    >>> _bare("'22'"), _bare("standard"), _bare(3)
    ('22', 'standard', 3)
    """
    is_quoted = isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == "'"
    return value[1:-1] if is_quoted else value


def game_type(entry: Entry, variant: Game[Any] | None = None, rows: int = 0) -> pyspiel.GameType:
    """Return OpenSpiel's ``GameType``, of one variant or, without one, of the game in general."""
    some = variant or entry.kind()
    facts = some.facts
    least, most = (facts.seats, facts.seats) if variant else entry.seats
    kind = pyspiel.GameType
    return kind(
        short_name=entry.short_name,
        long_name=entry.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.PERFECT_INFORMATION
            if facts.perfect_information
            else kind.Information.IMPERFECT_INFORMATION
        ),
        utility=(kind.Utility.ZERO_SUM if entry.sums_to_zero(some) else kind.Utility.GENERAL_SUM),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=entry.turns(some) is not None or rows > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(entry.parameters()),
    )


def game_info(entry: Entry, variant: Game[Any], actions: Numbered | Listed) -> pyspiel.GameInfo:
    """Return OpenSpiel's ``GameInfo``, the bounds of a variant."""
    facts = variant.facts
    return pyspiel.GameInfo(
        num_distinct_actions=actions.n,
        max_chance_outcomes=entry.outcomes(variant) if facts.chance else 0,
        num_players=facts.seats,
        min_utility=float(facts.lowest_return),
        max_utility=float(facts.highest_return),
        utility_sum=0.0 if entry.sums_to_zero(variant) else None,
        max_game_length=_longest(facts),
    )


def _longest(facts: Facts) -> int:
    return NO_BOUND if facts.longest_game is None else facts.longest_game


# --- Observers ------------------------------------------------------------------------------------
#
# The *observation* is the seat's view. As text it is ``p0`` (the seat) and ``State.view``. As a tensor
# it has the piece ``player``, one-hot, and a piece for each of the game's ``observation_fields``.
#
# The *information state* is the seat's knowledge with perfect recall. There are two cases:
#
# - A view tells everything that the seat saw and did at its earlier turns (``Entry.turns`` has a bound).
#   The text is that of the observation. The tensor has two more pieces with a row for each earlier turn
#   of the seat: ``past_seen``, its observation there, and ``past_actions``, its action, one-hot.
# - A view forgets. The text ends in ``#`` and 64 bits that identify what the seat saw and did at its
#   turns (``state.Name``). There is a tensor only if the game was made with the parameter ``rows``. It
#   has the piece ``told`` with a row for each thing that the seat was told about a move so far, its own,
#   others' or chance's (``Game.told_of``), and zero rows after them.
#
# ``AllObserver`` shows the whole position, hidden cards included, to everybody: its text, and
# ``State.observe_all`` with a piece for each of ``fields_of_all``.


class Observed(Protocol):
    """The part of ``OpenSpielGame`` that an observer needs."""

    variant: Game[Any]
    turns: int | None
    rows: int

    def num_players(self) -> int:
        """Return the number of players."""
        ...

    def num_distinct_actions(self) -> int:
        """Return the number of actions."""
        ...


class OpenSpielObserver:
    """An observer of a player's observation or information state (OpenSpiel's ``PyObserver``).

    Args:
        game: the game.
        recalls: whether with perfect recall, so of the information state.

    Attributes:
        tensor: float32, the concatenation of all pieces; None if there is no tensor.
        dict: the pieces by name, as views into the tensor.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> observer = OpenSpielObserver(game, recalls=False)
    >>> observer.set_from(game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6")), 0)
    >>> observer.tensor.shape, list(observer.dict)[:3]
    ((277,), ['player', 'dealt', 'played_own'])
    """

    def __init__(self, game: Observed, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not recalls or game.turns is not None or game.rows:
            self.tensor, self.dict = _in_pieces(dict(self._shapes(game)))

    def _shapes(self, game: Observed) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the pieces with their shapes."""
        fields = game.variant.observation_fields()
        yield "player", (game.num_players(),)
        for field in fields:
            yield field.name, (field.size,)
        if self._recalls and game.turns is not None:
            yield "past_seen", (game.turns, width(fields))
            yield "past_actions", (game.turns, game.num_distinct_actions())
        elif self._recalls:
            yield "told", (game.rows, width(game.variant.told_fields()))

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the observation or information state of a player into the tensor, if there is one."""
        if self.tensor is None:
            return
        seen, players = state.position.observe(player).ravel(), len(self.dict["player"])
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.tensor[players : players + len(seen)] = seen
        memory = state.node.past[player]
        if self._recalls and isinstance(memory, Trail):
            self._set_past(memory.turns)
        elif self._recalls and isinstance(memory, Diary):
            self._set_told(memory.rows)

    def _set_past(self, turns: Sequence[Turn]) -> None:
        seen, actions = self.dict["past_seen"], self.dict["past_actions"]
        if len(turns) > len(seen):
            raise SuitwiseError(
                f"a seat has had {len(turns)} turns, where {len(seen)} are the most"
            )
        for row, turn in enumerate(turns):
            seen[row] = turn.seen
            actions[row, turn.action] = 1

    def _set_told(self, rows: NDArray[np.float32]) -> None:
        told = self.dict["told"]
        if len(rows) > len(told):
            raise SuitwiseError(
                f"a seat was told {len(rows)} rows, where the tensor holds {len(told)}: make the game "
                "with a greater parameter rows"
            )
        if len(rows):
            told[: len(rows)] = rows

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the observation or information state of a player as text."""
        node = state.node
        past = node.past[player].text if self._recalls else ""
        return f"p{player} {node.view(player)}" + (f" #{past}" if past else "")


class AllObserver:
    """An observer of the whole state, hidden cards included, for critics (``PyObserver``).

    Args:
        game: the game.

    Attributes:
        tensor: float32, the concatenation of all pieces.
        dict: the pieces by name, as views into the tensor.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> observer = AllObserver(game)
    >>> observer.set_from(game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6")), 0)
    >>> observer.tensor.shape, [int(observer.dict[f"dealt_{seat}"].sum()) for seat in range(4)]
    ((357,), [2, 2, 2, 2])
    """

    def __init__(self, game: Observed) -> None:
        fields = game.variant.fields_of_all()
        self.tensor, self.dict = _in_pieces({field.name: (field.size,) for field in fields})

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the state into the tensor, the same for every player."""
        self.tensor[:] = state.position.observe_all().ravel()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the state as text, the same for every player."""
        return str(state)


def _in_pieces(
    shapes: dict[str, tuple[int, ...]],
) -> tuple[NDArray[np.float32], dict[str, NDArray[np.float32]]]:
    """Return a tensor of zeros and its pieces by name, which are views into it."""
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    tensor = np.zeros(sum(sizes), np.float32)
    pieces = np.split(tensor, np.cumsum(sizes)[:-1])
    return tensor, {
        name: piece.reshape(shape)
        for (name, shape), piece in zip(shapes.items(), pieces, strict=True)
    }


# --- The game -------------------------------------------------------------------------------------


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A variant as an OpenSpiel game; made by ``pyspiel.load_game`` or ``openspiel_game``.

    Args:
        parameters: the options; those omitted have their defaults.

    Raises:
        SuitwiseError: a parameter is out of bounds.

    Attributes:
        variant: the variant of the contract.
        actions: its moves as actions.
        turns: the maximum number of turns of a seat if a view tells them all, else None.
        rows: the number of rows in the piece ``told`` of an information state's tensor; 0 for none.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> game.num_players(), game.num_distinct_actions(), str(game.variant)[:15]
    (4, 28, 'texas42_endgame')
    """

    entry: ClassVar[Entry]
    """Facts beyond the contract; ``game_class`` sets them."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        entry = self.entry
        given = {**entry.parameters(), **(parameters or {})}
        variant = entry.variant_of(given)
        most = int(given.get("most", MOST))
        self.rows = whole(given.get("rows", 0), "rows", 0)
        actions = actions_of(variant, most)
        super().__init__(
            game_type(entry, variant, self.rows),
            game_info(entry, variant, actions),
            dict(entry.parameters_of(variant, most, self.rows)),
        )
        self.variant = variant
        self.actions = actions
        self.turns = entry.turns(variant)
        self._start = self._node(variant.start())

    def new_initial_state(self) -> OpenSpielState:
        """Return the state before the first move."""
        return OpenSpielState(self, self._start)

    def at(self, position: State[Any]) -> OpenSpielState:
        """Return the state at a position of the variant, with an empty history.

        Raises:
            SuitwiseError: the position is of another variant.
        """
        if position.game != self.variant:
            raise SuitwiseError(f"{position.game} is not {self.variant}")
        return OpenSpielState(self, self._node(position))

    def _node(self, position: State[Any]) -> Node:
        """Return the node of a position, with empty memories."""
        memory = Trail() if self.turns is not None else Diary() if self.rows else Name()
        return Node(self.actions, position, (memory,) * self.variant.facts.seats)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the turns of chance; ``NO_BOUND`` if there is none."""
        return int(self.max_game_length()) if self.variant.facts.chance else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Parameters | None = None,
    ) -> OpenSpielObserver | AllObserver | None:
        """Return an observer for a type of observation, or None if there is none.

        The private information of one player gives an ``OpenSpielObserver``; that of all players without
        perfect recall gives an ``AllObserver``. A view does not separate public from private
        information, so there is no observer of either alone.

        Raises:
            SuitwiseError: there are parameters; observers have none.
        """
        if params:
            raise SuitwiseError(f"an observer has no parameters, not {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info:
            return None
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return OpenSpielObserver(self, bool(kind.perfect_recall))
        shows_all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        return AllObserver(self) if shows_all and not kind.perfect_recall else None


def game_class(entry: Entry) -> type[OpenSpielGame]:
    """Return the class of the OpenSpiel games of an entry.

    OpenSpiel releases the maker of a game after Python has shut down. A class survives that and a
    function does not, so each entry gets a class instead of a closure.
    """
    return type(entry.short_name, (OpenSpielGame,), {"entry": entry, "__doc__": entry.title})


# --- Registration ---------------------------------------------------------------------------------
#
# OpenSpiel loads a registered game by its text. Pickled games and states hold this text; unpickling
# registers the games of the package first.


def _no_recall(variant: Game[Any]) -> None:
    """Return None as ``Entry.turns``: a view forgets some of a seat's earlier turns."""


GAMES = (
    # A view has the pile and the melds of each seat, not the order of draws and of cards taken.
    Entry("gin", "Gin rummy", lambda _: 52, _no_recall, is_listed=True),
    Entry("indian13", "Indian rummy", lambda v: 52 + (v.jokers > 0), _no_recall, seats=(2, 6)),
    # A view has the table, not the order in which melds grew.
    Entry(
        "rami",
        "Rami",
        lambda v: 52 + (v.jokers > 0),
        _no_recall,
        is_zero_sum=False,
        seats=(2, 5),
        is_listed=True,
    ),
    # A view has the table, not the turns that led to it. Deals won don't sum to zero.
    Entry(
        "rummikub",
        "Rummikub",
        lambda _: 53,
        _no_recall,
        is_zero_sum=lambda v: v.match == "points",
        seats=(2, 4),
        is_listed=True,
    ),
    # A view is the layout, without the moves that led to it.
    Entry(
        "stacks", "Stack Management", lambda v: v.cards, _no_recall, is_zero_sum=False, seats=(1, 1)
    ),
    # A view has the whole hand: a seat's call, declaration and seven plays. Of the earlier hands of a
    # match it has only the score.
    Entry(
        "texas42",
        "Texas 42",
        lambda _: 28,
        lambda v: 9 if v.match == "hand" else None,
        seats=(4, 4),
    ),
    Entry(
        "texas42_endgame",
        "Texas 42, the last tricks",
        lambda v: len(v.dealt_seats),
        lambda v: v.tricks,
        seats=(4, 4),
    ),
    # A view has the cards drawn, not their order.
    Entry("tractor", "Tractor", lambda _: 54, _no_recall, seats=(4, 8), is_listed=True),
)
"""The games of the package."""

_entries: dict[str, Entry] = {}


def register_games() -> None:
    """Register the games of the catalogue with OpenSpiel; further calls have no effect.

    >>> register_games()
    >>> "suitwise_stacks" in pyspiel.registered_names()
    True
    """
    others = (game.loaded(game.openspiel) for game in entries() if game.openspiel)
    for entry in (*GAMES, *others):
        if entry.name not in _entries:
            register_game(entry)


def register_game(entry: Entry) -> None:
    """Register a game with OpenSpiel as ``suitwise_`` and its name.

    Args:
        entry: the facts of the game; ``game.load`` must know its name.

    Raises:
        NotationError: there is no such game, or an option has no default, which OpenSpiel needs.

    >>> from suitwise.testing import Kuhn
    >>> register_game(Entry(Kuhn.name, "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2))
    >>> state = pyspiel.load_game("suitwise_kuhn").new_initial_state()
    >>> for action in (2, 0):
    ...     state.apply_action(action)
    >>> str(state), state.information_state_string(0)
    ('KJ', 'p0 K/2:')
    """
    kind = game_class(entry)
    pyspiel.register_game(game_type(entry), kind)
    copyreg.pickle(kind, _stored)
    _entries[entry.name] = entry


def known_entry(name: str) -> Entry | None:
    """Return the entry of a game and register the game by it; return None if it has no entry.

    An entry in the catalogue takes precedence over the package's own, and these over one passed to
    ``register_game``.

    Raises:
        NotationError: the catalogue names an entry that can't be loaded or registered.

    >>> known_entry("gin").title, known_entry("nobody's")
    ('Gin rummy', None)
    """
    game = find(name)
    entry: Entry | None = next((one for one in GAMES if one.name == name), _entries.get(name))
    if game is not None and game.openspiel:
        entry = game.loaded(game.openspiel)
    if entry is not None and _entries.get(entry.name) is not entry:
        register_game(entry)
    return entry


def openspiel_game(variant: Game[Any], most: int = MOST, rows: int = 0) -> OpenSpielGame:
    """Return a variant as an OpenSpiel game.

    Args:
        variant: a variant of a game of the package, or of a registered game.
        most: the maximum number of listed moves, if the game does not number its moves.
        rows: the number of rows in the piece ``told`` of an information state's tensor, if the game
            tells its seats of moves; ``variant.most_told`` is always enough. With 0 there is no such
            tensor.

    Raises:
        SuitwiseError: the game is not registered.

    >>> from suitwise.game import load
    >>> print(openspiel_game(load("texas42_endgame(goal=9)")))  # doctest: +ELLIPSIS
    suitwise_texas42_endgame(declaration='5',...,goal=9,hand='',leader=0,seat=0)
    """
    entry = known_entry(variant.name)
    if entry is None:
        raise SuitwiseError(f"{variant.name} is not known to OpenSpiel: register_game tells it")
    game = pyspiel.load_game(entry.short_name, dict(entry.parameters_of(variant, most, rows)))
    assert isinstance(game, OpenSpielGame)
    return game


# --- Pickling -------------------------------------------------------------------------------------


def loaded(text: str) -> Any:
    """Register the package's games and return the OpenSpiel game of a text.

    >>> loaded("suitwise_gin(big=31)").variant.big
    31
    """
    register_games()
    return pyspiel.load_game(text)


def loaded_state(text: str) -> Any:
    """Register the package's games and return a state from ``pyspiel.serialize_game_and_state``."""
    register_games()
    return pyspiel.deserialize_game_and_state(text)[1]


def _stored(game: OpenSpielGame) -> tuple[Any, ...]:
    return loaded, (str(game),)


def _stored_state(state: OpenSpielState) -> tuple[Any, ...]:
    return loaded_state, (pyspiel.serialize_game_and_state(state.get_game(), state),)


copyreg.pickle(OpenSpielState, _stored_state)


# --- Bots, players, strategies --------------------------------------------------------------------
#
# ``ChooserBot`` turns a player of the contract into an OpenSpiel bot, ``BotChooser`` an OpenSpiel bot
# into a player. ``StrategyPolicy`` turns a strategy of ``players.mccfr`` into an OpenSpiel policy, for
# example to measure its exploitability; ``strategy_of`` goes the other way.
#
# >>> from open_spiel.python.algorithms.exploitability import exploitability
# >>> from suitwise.envs.openspiel import Entry, openspiel_game, register_game
# >>> from suitwise.players.mccfr import uniform
# >>> from suitwise.testing import Kuhn
# >>> register_game(Entry(Kuhn.name, "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2))
# >>> game = openspiel_game(Kuhn())
# >>> round(exploitability(game, StrategyPolicy(game, uniform)), 6)
# 0.458333


class ChooserBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """A player of the contract as an OpenSpiel bot, for games of ``suitwise.envs.openspiel``.

    If moves are listed, the player may choose a move without an action, such as a burial of Tractor.
    Such a player can't play there.

    Args:
        choose: the player, a callable from a position to a move, for every seat of the bot.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> from suitwise.players.named import RandomPlayer
    >>> game = openspiel_game(load("gin"))
    >>> position, _ = game.variant.start().rolled(seed=3, stream=0)
    >>> state = game.at(position)
    >>> state.action_to_string(ChooserBot(RandomPlayer(7)).step(state))
    'pass'
    """

    def __init__(self, choose: Chooser) -> None:
        super().__init__()
        self._choose = choose

    def restart_at(self, state: OpenSpielState) -> None:
        """Do nothing, since a player of the contract uses only the position."""

    def step(self, state: OpenSpielState) -> int:
        """Return the action that the player chooses.

        Raises:
            IllegalMove: its move has no action (``envs.sight.Listed``).
        """
        position = state.position
        return int(state.get_game().actions.number(position, self._choose(position)))


class BotChooser:
    """An OpenSpiel bot as a player of the contract.

    The bot gets states whose history begins at the position, so bots that follow a game by its history
    or by ``inform_action`` don't work. The bot must not use more than the seat on turn knows;
    OpenSpiel's plain MCTS does, since it searches the true position.

    Args:
        game: the variant.
        bot: the bot, for every seat of the player.

    >>> import numpy as np
    >>> from open_spiel.python.bots.uniform_random import UniformRandomBot
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load, play
    >>> game = openspiel_game(load("stacks"))
    >>> bot = UniformRandomBot(0, np.random.RandomState(7))
    >>> play(game.variant.start(), BotChooser(game, bot), seed=1).returns
    (0.0,)
    """

    def __init__(self, game: OpenSpielGame, bot: pyspiel.Bot) -> None:
        self._game, self._bot = game, bot

    def __call__(self, state: State[Any]) -> Any:
        """Return a move.

        Raises:
            SuitwiseError: the position is of another variant.
            IllegalMove: the bot's action is not legal.
        """
        there = self._game.at(state)
        return there.node.move(int(self._bot.step(there)))


class StrategyPolicy(Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """A strategy as an OpenSpiel policy of all players.

    Args:
        game: the game.
        strategy: the probability of each move, by the view of the seat on turn.

    >>> from suitwise.players.mccfr import uniform
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> state = game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6"))
    >>> StrategyPolicy(game, uniform).action_probabilities(state)
    {0: 0.5, 2: 0.5}
    """

    def __init__(self, game: OpenSpielGame, strategy: Strategy) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._actions, self._strategy = game.actions, strategy

    def action_probabilities(
        self, state: OpenSpielState, player_id: int | None = None
    ) -> dict[int, float]:
        """Return the probability of each legal action of the player on turn."""
        position = state.position
        return {
            int(self._actions.number(position, move)): chance
            for move, chance in self._strategy(position).items()
        }


def strategy_of(game: OpenSpielGame, policy: Policy | pyspiel.Policy) -> Strategy:
    """Return an OpenSpiel policy as a strategy.

    The policy gets states whose history begins at the position. A table by information states works only
    if their text is that of the view (see Observers above).

    Args:
        game: the game.
        policy: the policy of all players.

    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5)"))
    >>> state = game.variant.parse("6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> strategy_of(game, UniformRandomPolicy(game))(state)
    {'5-5': 0.5, '6-4': 0.5}
    """

    def strategy(state: State[Any]) -> Mapping[Any, float]:
        there = game.at(state)
        chances = policy.action_probabilities(there)
        return {there.node.move(int(action)): chance for action, chance in chances.items()}

    return strategy
