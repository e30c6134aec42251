"""What a game tells OpenSpiel: its type, its bounds, and its options as OpenSpiel's parameters.

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
from typing import Any, TypeAlias

import pyspiel

from suitwise.envs.actions import MOST, Listed, Numbered
from suitwise.game import Facts, Game, load

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

    def parameters_of(self, variant: Game[Any], most: int = MOST, rows: int = 0) -> Parameters:
        """Return the parameters that make a variant."""
        options = {f.name: _quoted(getattr(variant, f.name)) for f in fields(self.kind)}
        options |= {"most": most} if self.is_listed else {}
        return options | ({"rows": rows} if self.tells else {})

    @cached_property
    def tells(self) -> bool:
        """Whether the game tells its seats of moves (``State.told``).

        Then the parameter ``rows`` says how many rows of that an information state's tensor holds; by
        default there is no such tensor.
        """
        return bool(self.kind().told_fields())

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


def game_type(entry: Entry, variant: Game[Any] | None = None, rows: int = 0) -> pyspiel.GameType:
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
        provides_information_state_tensor=entry.turns(some) is not None or rows > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(entry.parameters()),
    )


def game_info(entry: Entry, variant: Game[Any], actions: Numbered | Listed) -> pyspiel.GameInfo:
    """Return the bounds of a variant."""
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
