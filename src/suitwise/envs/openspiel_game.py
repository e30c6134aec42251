"""A variant of any game as an OpenSpiel game, and its options as OpenSpiel's parameters.

Each option of the variant is a parameter of the same name with the same default. OpenSpiel takes ``5``
for a number and ``a(b=c)`` for a game wherever it reads them, so a parameter that is words is written in
single quotes, ``suitwise_tractor(levels='55',profile='standard(penalty=10)')``; on the way in quotes may
be left out where OpenSpiel reads words without them.

Some facts of a game OpenSpiel asks for and the contract has not; an ``Entry`` adds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

import pyspiel

from suitwise.envs.actions import MOST, Listed, Numbered, actions_of
from suitwise.envs.openspiel_memory import Name, Trail
from suitwise.envs.openspiel_node import Node
from suitwise.envs.openspiel_observer import OpenSpielObserver
from suitwise.envs.openspiel_state import OpenSpielState
from suitwise.errors import SuitwiseError
from suitwise.game import Facts, Game, State, load

Parameters: TypeAlias = "Mapping[str, int | float | bool | str]"
NO_BOUND = 1_000_000
"""The longest game that is declared where a game has no bound. Nothing ends there."""


@dataclass(frozen=True)
class Entry:
    """What OpenSpiel asks of a game that the contract does not say; functions are of a variant.

    Args:
        name: the game's name, known to ``game.load``.
        title: its name in full.
        outcomes: the most outcomes that a turn of chance has.
        turns: the most turns of a seat, where its view tells all that it saw and did at those before;
            None where a view forgets.
        is_zero_sum: whether the returns always sum to zero.
        seats: the least and the most seats.
        is_listed: whether there are variants that do not number their moves; then the parameter
            ``most`` says how many legal moves are listed.

    >>> from suitwise.testing import Kuhn
    >>> entry = Entry("kuhn", "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2)
    >>> entry.short_name, entry.seats, str(entry.variant_of({}))
    ('suitwise_kuhn', (2, 2), 'kuhn')
    """

    name: str
    title: str
    outcomes: Callable[[Any], int]
    turns: Callable[[Any], int | None]
    is_zero_sum: bool = True
    seats: tuple[int, int] = (2, 2)
    is_listed: bool = False

    @property
    def short_name(self) -> str:
        """Its name in OpenSpiel."""
        return f"suitwise_{self.name}"

    @cached_property
    def kind(self) -> type[Game[Any]]:
        """The class of its variants.

        Raises:
            NotationError: there is no such game, or an option has no default, which OpenSpiel needs.
        """
        return type(load(self.name))

    def parameters(self) -> Parameters:
        """Return the parameters with their defaults."""
        return self.parameters_of(self.kind())

    def parameters_of(self, variant: Game[Any], most: int = MOST) -> Parameters:
        """Return the parameters that make a variant."""
        options = {f.name: _quoted(getattr(variant, f.name)) for f in fields(self.kind)}
        return options | ({"most": most} if self.is_listed else {})

    def variant_of(self, parameters: Parameters) -> Game[Any]:
        """Return the variant that parameters make.

        Raises:
            SuitwiseError: one is out of bounds.
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


def game_type(entry: Entry, variant: Game[Any] | None = None) -> pyspiel.GameType:
    """Return what OpenSpiel calls the type of a game: of one variant, or of all as far as that goes."""
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
        utility=kind.Utility.ZERO_SUM if entry.is_zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=entry.turns(some) is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(entry.parameters()),
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A variant as OpenSpiel wants it; made by ``pyspiel.load_game`` and ``openspiel.openspiel_game``.

    Args:
        parameters: the options; those left out have their defaults.

    Raises:
        SuitwiseError: a parameter is out of bounds.

    Attributes:
        variant: the game of the contract.
        actions: its moves as numbers.
        turns: the most turns of a seat, where its view tells all; else None.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> game.num_players(), game.num_distinct_actions(), str(game.variant)[:15]
    (4, 28, 'texas42_endgame')
    """

    entry: ClassVar[Entry]
    """What the contract does not say of the game; ``game_class`` sets it."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        entry = self.entry
        given = {**entry.parameters(), **(parameters or {})}
        variant = entry.variant_of(given)
        most = int(given.get("most", MOST))
        actions = actions_of(variant, most)
        super().__init__(
            game_type(entry, variant),
            _game_info(entry, variant, actions),
            dict(entry.parameters_of(variant, most)),
        )
        self.variant = variant
        self.actions = actions
        self.turns = entry.turns(variant)
        self._start = self._node(variant.start())

    def __reduce__(self) -> tuple[Any, ...]:
        """Store a game as its text: another process registers the games before it reads it."""
        return loaded, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        """Return the state before the first move."""
        return OpenSpielState(self, self._start)

    def at(self, position: State[Any]) -> OpenSpielState:
        """Return the state of a position of the variant; its history begins there.

        Raises:
            SuitwiseError: the position is of another variant.
        """
        if position.game != self.variant:
            raise SuitwiseError(f"{position.game} is not {self.variant}")
        return OpenSpielState(self, self._node(position))

    def _node(self, position: State[Any]) -> Node:
        """Return the node of a position where no seat remembers a turn."""
        memory = Name() if self.turns is None else Trail()
        return Node(self.actions, position, (memory,) * self.variant.facts.seats)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the turns of chance, ``NO_BOUND`` where there is none."""
        facts = self.variant.facts
        return _longest(facts) if facts.chance else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Parameters | None = None,
    ) -> OpenSpielObserver | None:
        """Return an observer: strings and tensors of what a player observes, or knows.

        What a seat sees is of one piece: for public information alone, say, there is no observer.

        Raises:
            SuitwiseError: there are parameters, of which an observer has none.
        """
        if params:
            raise SuitwiseError(f"an observer has no parameters, not {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_whole = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and kind.public_info
        return OpenSpielObserver(self, bool(kind.perfect_recall)) if is_whole else None


def loaded(text: str) -> Any:
    """Return the OpenSpiel game of a text; the package's own are registered first.

    >>> loaded("suitwise_gin(big=31)").variant.big
    31
    """
    from suitwise.envs.openspiel import register_games

    register_games()
    return pyspiel.load_game(text)


def loaded_state(text: str) -> Any:
    """Return the state of a text of ``pyspiel.serialize_game_and_state``."""
    from suitwise.envs.openspiel import register_games

    register_games()
    return pyspiel.deserialize_game_and_state(text)[1]


def game_class(entry: Entry) -> type[OpenSpielGame]:
    """Return the class of the OpenSpiel games of an entry.

    Each has a class of its own: OpenSpiel lets go of what makes a game after Python has ended, which a
    class survives and a function does not.
    """
    return type(entry.short_name, (OpenSpielGame,), {"entry": entry, "__doc__": entry.title})


def _game_info(entry: Entry, variant: Game[Any], actions: Numbered | Listed) -> pyspiel.GameInfo:
    facts = variant.facts
    return pyspiel.GameInfo(
        num_distinct_actions=actions.n,
        max_chance_outcomes=entry.outcomes(variant) if facts.chance else 0,
        num_players=facts.seats,
        min_utility=float(facts.lowest_return),
        max_utility=float(facts.highest_return),
        utility_sum=0.0 if entry.is_zero_sum else None,
        max_game_length=_longest(facts),
    )


def _longest(facts: Facts) -> int:
    return NO_BOUND if facts.longest_game is None else facts.longest_game
